//! An index on a web server: the files of a folder index, unchanged.

use crate::content::LARGEST_ICON;
use crate::link::{Link, Trouble};
use crate::listed::{Listed, read_list, sorted};
use crate::request::{Content, Request};
use crate::sign::key_in;
use crate::{ENDING, archive_name};
use sim_core::diagnostic::{Code, Diagnostic};
use sim_core::packs::PackName;
use std::path::Path;

/// Maximum size of a key or signature, bytes.
const LARGEST_KEY: u64 = 1 << 16;

/// An index on a web server.
#[derive(Clone, Debug)]
pub(crate) struct Web {
    /// Its URL, without a trailing slash.
    root: String,
}

impl Web {
    /// The index at a URL.
    pub fn at(root: &str) -> Self {
        Self { root: root.to_owned() }
    }

    fn text(&self, path: &str, most: Option<u64>, link: &Link) -> Result<Option<String>, Trouble> {
        let request = link.request("GET", format!("{}/{path}", self.root));
        let request = Request { most: most.unwrap_or(request.most), ..request };
        Ok(link.find(path.rsplit('/').next().unwrap_or(path), request)?.map(|answer| answer.text))
    }

    fn list(&self, path: &str, link: &Link) -> Result<Option<Vec<Listed>>, Trouble> {
        match self.text(path, None, link)? {
            Some(text) => Ok(Some(read_list(text.as_bytes(), &format!("{}/{path}", self.root))?)),
            None => Ok(None),
        }
    }

    /// The newest version of every pack; `None` without an index.
    pub fn all(&self, link: &Link) -> Result<Option<Vec<Listed>>, Trouble> {
        self.list("index.json", link)
    }

    /// The versions of a pack, newest first.
    pub fn versions(&self, name: &PackName, link: &Link) -> Result<Vec<Listed>, Trouble> {
        let list = self.list(&format!("packs/{name}/versions.json"), link)?;
        Ok(sorted(list.unwrap_or_default(), name))
    }

    fn path(listed: &Listed) -> String {
        format!("packs/{}/{}", listed.name, archive_name(&listed.name, &listed.version))
    }

    /// The URL of a version's archive.
    pub fn address(&self, listed: &Listed) -> String {
        format!("{}/{}", self.root, Self::path(listed))
    }

    /// Fetches the archive of a version into a file. Returns its signature.
    pub fn fetch(&self, listed: &Listed, file: &Path, link: &Link) -> Result<Option<String>, Diagnostic> {
        let name = archive_name(&listed.name, &listed.version);
        let content = Some(Content { size: listed.size, sha256: listed.sha256.clone() });
        let request = link.request("GET", self.address(listed));
        let request = Request { file: Some(file.to_path_buf()), content, ..request };
        if link.find(&name, request)?.is_none() {
            return Err(lost(&self.address(listed)));
        }
        match listed.signed {
            true => Ok(self.text(&format!("{}.minisig", Self::path(listed)), Some(LARGEST_KEY), link)?),
            false => Ok(None),
        }
    }

    /// Fetches the icon of a version into a file. Returns whether it exists.
    pub fn fetch_icon(&self, listed: &Listed, file: &Path, link: &Link) -> Result<bool, Trouble> {
        let archive = self.address(listed);
        let request = link.request("GET", format!("{}png", archive.trim_end_matches(ENDING)));
        let request = Request { file: Some(file.to_path_buf()), most: LARGEST_ICON, ..request };
        Ok(link.find(&listed.name.to_string(), request)?.is_some())
    }

    /// The publisher's public key in the index, which is not verified.
    pub fn key_of(&self, publisher: &str, link: &Link) -> Result<Option<String>, Diagnostic> {
        let text = self.text(&format!("keys/{publisher}.pub"), Some(LARGEST_KEY), link)?;
        Ok(text.as_deref().and_then(key_in))
    }

    /// Diagnostic: a web index cannot be changed.
    pub fn read_only(&self) -> Diagnostic {
        let message = "an index on a web server is read-only";
        let help = "publish to the folder of the server (`--to FOLDER`), or to a registry (`--to oci://host/path`)";
        Diagnostic::error(Code::PackIndex, message).with_file(self.root.clone()).with_help(help)
    }
}

/// Diagnostic: a listed file does not exist.
pub(crate) fn lost(address: &str) -> Diagnostic {
    let message = "an archive in the index is missing";
    let help = "inform the maintainer of the index, who can publish the archive again";
    Diagnostic::error(Code::PackIndex, message).with_file(address.to_owned()).with_help(help)
}
