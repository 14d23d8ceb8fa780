//! An index in a folder of static files. Anyone can create one and publish it.
//!
//! ```text
//! index.json                                  every pack with its newest version, for searching
//! packs/PUBLISHER/NAME/versions.json          all versions of one pack
//! packs/PUBLISHER/NAME/….simpack              the archives, and their signatures beside them
//! packs/PUBLISHER/NAME/….png                  their pictures
//! keys/PUBLISHER.pub                          public keys of publishers
//! ```

use crate::content::LARGEST_ICON;
use crate::listed::{
    Listed, Revoked, damaged, list_file, pack_folder, read_list, sorted, versions_file, with_versions, write_list,
};
use crate::request::LARGEST_TEXT;
use crate::sign::signature_file;
use crate::{Archive, archive_name};
use sim_core::diagnostic::{Code, Diagnostic};
use sim_core::files::{Unreadable, read_regular, write_whole};
use sim_core::packs::{PackName, Requirement};
use std::fs::File;
use std::path::{Path, PathBuf};

/// An index in a folder.
#[derive(Clone, Debug)]
pub(crate) struct Folder {
    folder: PathBuf,
}

impl Folder {
    /// The index in a folder, which need not exist.
    pub fn at(folder: &Path) -> Self {
        Self { folder: folder.to_path_buf() }
    }

    /// Whether the index exists.
    pub fn is_there(&self) -> bool {
        list_file(&self.folder).is_file()
    }

    fn refused(&self, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(Code::PackIndex, message).with_file(self.folder.display().to_string())
    }

    fn read(&self, file: &Path) -> Result<Vec<Listed>, Diagnostic> {
        let place = file.display().to_string();
        match read_regular(file, LARGEST_TEXT) {
            Ok(text) => read_list(&text, &place),
            Err(Unreadable::System(error)) if error.kind() == std::io::ErrorKind::NotFound => Ok(Vec::new()),
            Err(error) => Err(damaged(&place, error.reason(LARGEST_TEXT))),
        }
    }

    /// The newest version of every pack.
    pub fn all(&self) -> Result<Vec<Listed>, Diagnostic> {
        self.read(&list_file(&self.folder))
    }

    /// The versions of a pack, newest first.
    pub fn versions(&self, name: &PackName) -> Result<Vec<Listed>, Diagnostic> {
        Ok(sorted(self.read(&versions_file(&self.folder, name))?, name))
    }

    /// Archive file of a version.
    pub fn archive(&self, listed: &Listed) -> PathBuf {
        pack_folder(&self.folder, &listed.name).join(archive_name(&listed.name, &listed.version))
    }

    /// The icon of a version, as stored in the index.
    pub fn icon(&self, listed: &Listed) -> Option<Vec<u8>> {
        read_regular(&self.archive(listed).with_extension("png"), LARGEST_ICON).ok()
    }

    /// The publisher's public key in the index, which is not verified.
    pub fn key_of(&self, publisher: &str) -> Option<String> {
        let file = self.folder.join("keys").join(format!("{publisher}.pub"));
        crate::public_key(&file.display().to_string()).ok().filter(|_| file.is_file())
    }

    /// Adds an archive to the index, with its signature and its publisher's public key, if given.
    pub fn publish(&self, archive: &Archive, signature: Option<&str>, key: Option<&str>) -> Result<Listed, Diagnostic> {
        let listed = Listed::of(archive, signature.is_some());
        let _lock = self.locked()?;
        let mut versions = self.versions(&listed.name)?;
        if let Some(known) = versions.iter().find(|known| known.version.cmp_precedence(&listed.version).is_eq()) {
            unchanged(known, &listed).map_err(|finding| finding.with_file(self.folder.display().to_string()))?;
        }
        let publisher = listed.name.publisher();
        if let (Some(key), Some(known)) = (key, self.key_of(publisher)) {
            same_key(publisher, key, &known).map_err(|finding| finding.with_file(self.folder.display().to_string()))?;
        }
        versions.retain(|known| known.version != listed.version);
        versions.push(listed.clone());
        let versions = sorted(versions, &listed.name);
        // Write archive, signature and key first: every file named in a list exists.
        let file = self.archive(&listed);
        let written = || -> std::io::Result<()> {
            std::fs::create_dir_all(pack_folder(&self.folder, &listed.name))?;
            write_whole(&file, &archive.bytes)?;
            if let Some(icon) = archive.icon() {
                write_whole(&file.with_extension("png"), &icon)?;
            }
            if let Some(signature) = signature {
                write_whole(&signature_file(&file), signature.as_bytes())?;
            }
            if let Some(key) = key {
                std::fs::create_dir_all(self.folder.join("keys"))?;
                let text = format!("untrusted comment: public key of {publisher}\n{key}\n");
                write_whole(&self.folder.join("keys").join(format!("{publisher}.pub")), text.as_bytes())?;
            }
            write_list(&versions_file(&self.folder, &listed.name), &versions)
        };
        written().map_err(|error| self.unwritten(&error))?;
        self.update_list(&listed.name)?;
        Ok(listed)
    }

    /// Revokes versions of a pack. Returns all matching versions.
    pub fn revoke(&self, what: &Requirement, reason: &str) -> Result<Vec<Revoked>, Diagnostic> {
        let _lock = self.locked()?;
        let mut versions = self.versions(&what.name)?;
        let mut all = Vec::new();
        for listed in versions.iter_mut().filter(|listed| what.covers(&listed.version)) {
            all.push(Revoked::of(listed));
            listed.revoked.get_or_insert_with(|| reason.to_owned());
        }
        if all.iter().any(|revoked| revoked.before.is_none()) {
            let file = versions_file(&self.folder, &what.name);
            write_list(&file, &versions).map_err(|error| self.unwritten(&error))?;
            self.update_list(&what.name)?;
        }
        Ok(all)
    }

    /// Locks the index for writing; waits while another process holds the lock.
    fn locked(&self) -> Result<File, Diagnostic> {
        let open = || {
            std::fs::create_dir_all(&self.folder)?;
            let lock = File::options().create(true).truncate(false).write(true).open(self.folder.join(".lock"))?;
            lock.lock()?;
            Ok(lock)
        };
        open().map_err(|error: std::io::Error| self.unwritten(&error))
    }

    fn unwritten(&self, error: &std::io::Error) -> Diagnostic {
        self.refused("the index cannot be written").with_found(error.to_string())
    }

    /// Updates the list of all packs with the versions of one.
    fn update_list(&self, name: &PackName) -> Result<(), Diagnostic> {
        let all = with_versions(self.all()?, name, &self.versions(name)?);
        write_list(&list_file(&self.folder), &all).map_err(|error| self.unwritten(&error))
    }
}

/// Checks that a published version does not change its content.
pub(crate) fn unchanged(known: &Listed, new: &Listed) -> Result<(), Diagnostic> {
    if known.sha256 == new.sha256 {
        return Ok(());
    }
    Err(Diagnostic::error(Code::PackIndex, "this version is already published with different content")
        .with_expected(known.sha256.clone())
        .with_found(new.sha256.clone())
        .with_help("increase the version"))
}

/// Checks that publishing does not change a publisher's key in an index.
pub(crate) fn same_key(publisher: &str, key: &str, known: &str) -> Result<(), Diagnostic> {
    if key == known {
        return Ok(());
    }
    let message = format!("the index has a different key of `{publisher}`");
    Err(Diagnostic::error(Code::PackIndex, message).with_expected(known.to_owned()).with_found(key.to_owned()))
}
