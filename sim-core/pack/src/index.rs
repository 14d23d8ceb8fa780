//! An index: a folder of static files from which packs are found and installed by name. Anybody can make one and put it where others
//! can read it.
//!
//! ```text
//! index.json                                  every pack with its newest version, for searching
//! packs/PUBLISHER/NAME/versions.json          all versions of one pack
//! packs/PUBLISHER/NAME/….simpack              the archives, and their signatures beside them
//! packs/PUBLISHER/NAME/….png                  their pictures
//! keys/PUBLISHER.pub                          public keys of publishers
//! ```

use crate::content::LARGEST_ICON;
use crate::sign::signature_file;
use crate::{Archive, archive_name};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use sim_core::diagnostic::{Code, Diagnostic, Diagnostics, Sentence};
use sim_core::files::{Unreadable, read_regular, write_whole};
use sim_core::packs::{PackName, Requirement, Version};
use std::fs::File;
use std::path::{Path, PathBuf};

/// Most bytes of a list of an index.
const LARGEST_LIST: u64 = 16 << 20;

/// One version of a pack in an index.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Listed {
    /// The pack.
    pub name: PackName,
    /// The version.
    pub version: Version,
    /// SHA-256 of its archive.
    pub sha256: String,
    /// Bytes of its archive.
    pub size: u64,
    /// What it is.
    pub description: String,
    /// Its licence.
    pub license: String,
    /// Packs that it needs.
    #[serde(default)]
    pub requires: Vec<Requirement>,
    /// Targets that it has libraries for.
    #[serde(default)]
    pub targets: Vec<String>,
    /// Whether there is a signature.
    #[serde(default)]
    pub signed: bool,
    /// Rights that its services need from a scene, as scenes name them.
    #[serde(default)]
    pub grants: Vec<String>,
    /// Whether there is a picture.
    #[serde(default)]
    pub icon: bool,
    /// Why it must not be used any more; none where it may.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revoked: Option<String>,
}

/// All versions of a pack, or the newest one of each.
#[derive(Debug, Default, Serialize, Deserialize)]
struct List {
    versions: Vec<Listed>,
}

/// An index in a folder.
#[derive(Clone, Debug)]
pub struct Index {
    folder: PathBuf,
}

impl Index {
    /// The index in a folder.
    ///
    /// # Errors
    /// A folder that is none.
    pub fn open(folder: &Path) -> Result<Self, Diagnostic> {
        let index = Self { folder: folder.to_path_buf() };
        match index.list_file().is_file() {
            true => Ok(index),
            false => {
                let help = say!("index-none-help", "`sim pack publish ARCHIVE --to FOLDER` makes one");
                Err(index.refused(say!("index-none", "there is no index of packs in this folder")).with_help(help))
            }
        }
    }

    /// The index in a folder, which is made if it is not there.
    pub fn make(folder: &Path) -> Self {
        Self { folder: folder.to_path_buf() }
    }

    /// Its folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    fn refused(&self, message: Sentence) -> Diagnostic {
        Diagnostic::error(Code::PackIndex, message).with_file(self.folder.display().to_string())
    }

    fn list_file(&self) -> PathBuf {
        self.folder.join("index.json")
    }

    fn pack_folder(&self, name: &PackName) -> PathBuf {
        self.folder.join("packs").join(name.publisher()).join(name.name())
    }

    fn read<T: DeserializeOwned + Default>(&self, file: &Path) -> Result<T, Diagnostic> {
        let damaged = |found: Sentence| {
            let message = say!("index-damaged", "a list of the index cannot be read");
            let help = say!("index-damaged-help", "get the index again; who keeps it can publish the archives anew");
            Diagnostic::error(Code::PackIndex, message)
                .with_file(file.display().to_string())
                .with_found(found)
                .with_help(help)
        };
        match read_regular(file, LARGEST_LIST) {
            Ok(bytes) => serde_json::from_slice(&bytes).map_err(|error| damaged(error.to_string().into())),
            Err(Unreadable::System(error)) if error.kind() == std::io::ErrorKind::NotFound => Ok(T::default()),
            Err(error) => Err(damaged(error.reason(LARGEST_LIST))),
        }
    }

    /// The versions of a pack, the newest first.
    ///
    /// # Errors
    /// A list that cannot be read.
    pub fn versions(&self, name: &PackName) -> Result<Vec<Listed>, Diagnostic> {
        let List { mut versions } = self.read(&self.pack_folder(name).join("versions.json"))?;
        // Whoever keeps the index may say nothing of other packs here.
        versions.retain(|listed| listed.name == *name);
        versions.sort_by(|one, other| other.version.cmp(&one.version));
        Ok(versions)
    }

    /// The newest versions of packs whose names or descriptions have all of these words.
    ///
    /// # Errors
    /// A list that cannot be read.
    pub fn search(&self, words: &[String]) -> Result<Vec<Listed>, Diagnostic> {
        let List { versions } = self.read(&self.list_file())?;
        let has = |listed: &Listed| {
            let text = format!("{} {}", listed.name, listed.description).to_lowercase();
            words.iter().all(|word| text.contains(&word.to_lowercase()))
        };
        Ok(versions.into_iter().filter(has).collect())
    }

    /// The archive of a version. It is the one that is listed, to the byte, and one of that name and version.
    ///
    /// # Errors
    /// One that is missing, or another.
    pub fn archive(&self, listed: &Listed) -> Result<(PathBuf, Archive), Diagnostics> {
        let file = self.pack_folder(&listed.name).join(archive_name(&listed.name, &listed.version));
        let archive = Archive::open(&file)?;
        let manifest = &archive.contents.manifest;
        if archive.sha256 != listed.sha256 || (&manifest.name, &manifest.version) != (&listed.name, &listed.version) {
            let message = say!("index-other", "the archive is not the one that the index lists");
            let help = say!("index-other-help", "do not use it; tell who keeps the index");
            return Err(Diagnostic::error(Code::PackIndex, message)
                .with_file(file.display().to_string())
                .with_expected(format!("{} {} {}", listed.name, listed.version, listed.sha256))
                .with_found(format!("{} {} {}", manifest.name, manifest.version, archive.sha256))
                .with_help(help)
                .into());
        }
        Ok((file, archive))
    }

    /// The picture of a version, as the index has it; none where it has none.
    pub fn icon(&self, listed: &Listed) -> Option<Vec<u8>> {
        let file =
            self.pack_folder(&listed.name).join(archive_name(&listed.name, &listed.version)).with_extension("png");
        read_regular(&file, LARGEST_ICON).ok().filter(|_| listed.icon)
    }

    /// The public key that the index has for a publisher: nothing says that it is right.
    pub fn key_of(&self, publisher: &str) -> Option<String> {
        let file = self.folder.join("keys").join(format!("{publisher}.pub"));
        crate::public_key(&file.display().to_string()).ok().filter(|_| file.is_file())
    }

    /// Puts an archive into the index, with its signature and the public key of its publisher where there are such.
    ///
    /// # Errors
    /// A version that is there already with other bytes; another key than the index has; what the system says.
    pub fn publish(&self, archive: &Archive, signature: Option<&str>, key: Option<&str>) -> Result<Listed, Diagnostic> {
        let manifest = &archive.contents.manifest;
        let _lock = self.locked()?;
        let mut versions = self.versions(&manifest.name)?;
        if let Some(known) =
            versions.iter().find(|known| known.version == manifest.version && known.sha256 != archive.sha256)
        {
            let message = say!("index-published", "this version is published already, with other content");
            let help = say!("index-published-help", "give what has changed a new version");
            return Err(self
                .refused(message)
                .with_expected(known.sha256.clone())
                .with_found(archive.sha256.clone())
                .with_help(help));
        }
        let publisher = manifest.name.publisher();
        if let (Some(key), Some(known)) = (key, self.key_of(publisher))
            && key != known
        {
            let message = say!("index-other-key", "the index has another key of `{publisher}`", publisher);
            return Err(self.refused(message).with_expected(known).with_found(key.to_owned()));
        }
        let icon = archive.icon();
        let listed = Listed {
            name: manifest.name.clone(),
            version: manifest.version.clone(),
            sha256: archive.sha256.clone(),
            size: archive.bytes.len() as u64,
            description: manifest.description.clone(),
            license: manifest.license.clone(),
            requires: manifest.requires.clone(),
            targets: manifest.targets(),
            signed: signature.is_some(),
            grants: manifest.grants.iter().map(|grant| format!("{grant:?}")).collect(),
            icon: icon.is_some(),
            revoked: None,
        };
        versions.retain(|known| known.version != listed.version);
        versions.push(listed.clone());
        versions.sort_by(|one, other| other.version.cmp(&one.version));
        // Archive, signature and key first: what a list names is there.
        let folder = self.pack_folder(&listed.name);
        let file = folder.join(archive_name(&listed.name, &listed.version));
        let written = || -> std::io::Result<()> {
            std::fs::create_dir_all(&folder)?;
            write_whole(&file, &archive.bytes)?;
            if let Some(icon) = &icon {
                write_whole(&file.with_extension("png"), icon)?;
            }
            if let Some(signature) = signature {
                write_whole(&signature_file(&file), signature.as_bytes())?;
            }
            if let Some(key) = key {
                std::fs::create_dir_all(self.folder.join("keys"))?;
                let text = format!("untrusted comment: public key of {publisher}\n{key}\n");
                write_whole(&self.folder.join("keys").join(format!("{publisher}.pub")), text.as_bytes())?;
            }
            write_list(&folder.join("versions.json"), versions)
        };
        written().map_err(|error| self.unwritten(&error))?;
        self.list_anew(&listed.name)?;
        Ok(listed)
    }

    /// Says of versions of a pack that they must not be used any more. How many there are.
    ///
    /// # Errors
    /// What the system says.
    pub fn revoke(&self, what: &Requirement, reason: &str) -> Result<usize, Diagnostic> {
        let _lock = self.locked()?;
        let mut versions = self.versions(&what.name)?;
        let mut count = 0;
        for listed in versions.iter_mut().filter(|listed| what.range.matches(&listed.version)) {
            listed.revoked = Some(reason.to_owned());
            count += 1;
        }
        if count > 0 {
            let file = self.pack_folder(&what.name).join("versions.json");
            write_list(&file, versions).map_err(|error| self.unwritten(&error))?;
            self.list_anew(&what.name)?;
        }
        Ok(count)
    }

    /// Waits until nobody else changes the index.
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
        self.refused(say!("index-unwritten", "the index cannot be written")).with_found(error.to_string())
    }

    /// Brings the list of all packs up to date with the versions of one.
    fn list_anew(&self, name: &PackName) -> Result<(), Diagnostic> {
        let List { versions: mut all } = self.read(&self.list_file())?;
        all.retain(|listed| listed.name != *name);
        all.extend(self.versions(name)?.into_iter().find(|listed| listed.revoked.is_none()));
        all.sort_by(|one, other| one.name.cmp(&other.name));
        write_list(&self.list_file(), all).map_err(|error| self.unwritten(&error))
    }
}

fn write_list(file: &Path, versions: Vec<Listed>) -> std::io::Result<()> {
    write_whole(file, &serde_json::to_vec_pretty(&List { versions })?)
}
