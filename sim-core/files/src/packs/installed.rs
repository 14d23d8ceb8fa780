//! Installed packs: one record per version of a pack in the user's store.

use super::name::{PackName, Requirement};
use super::solve::{Candidate, Unsolved, solve};
use semver::Version;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// Maximum size of a record, bytes.
const LARGEST: u64 = 1 << 20;

/// The signer of an installed pack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Signer {
    /// The public key in minisign's text format.
    pub key: String,
    /// The trusted comment of the signature.
    pub comment: String,
}

/// A library of an installed pack that was built from its sources.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BuiltLibrary {
    /// Path of the file, relative to the pack's folder.
    pub file: String,
    /// SHA-256 of the file, lowercase hexadecimal.
    pub sha256: String,
    /// Kinds and ids of its components, such as `controller acme.rover/drive`.
    #[serde(default)]
    pub components: Vec<String>,
}

/// An installed version of a pack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InstalledPack {
    /// Its name.
    pub name: PackName,
    /// Its version.
    pub version: Version,
    /// SHA-256 of its archive, lowercase hexadecimal.
    pub sha256: String,
    /// Its dependencies.
    #[serde(default)]
    pub requires: Vec<Requirement>,
    /// Targets for which it has libraries; empty for a pack without code.
    #[serde(default)]
    pub targets: Vec<String>,
    /// Whether the user requested it; otherwise it is a dependency of another pack.
    pub wanted: bool,
    /// Its origin, as specified: a file, folder or address.
    pub source: String,
    /// Its signer; `None` if it was unsigned.
    #[serde(default)]
    pub signer: Option<Signer>,
    /// Whether its libraries run in-process; otherwise each runs in a separate process if the platform supports it.
    #[serde(default)]
    pub in_process: bool,
    /// Libraries built locally from its sources: files in addition to those of the archive, or replacing them.
    #[serde(default)]
    pub built: Vec<BuiltLibrary>,
    /// SHA-256 of each library in its archive, by path relative to the pack's folder; `None` in records of older versions.
    #[serde(default)]
    pub libraries: Option<BTreeMap<String, String>>,
    /// Total size of its files, bytes.
    #[serde(default)]
    pub size: u64,
    /// The folder with its files; derived from the digest.
    #[serde(skip)]
    pub folder: PathBuf,
}

/// The record of a pack for a library file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Installs<'a> {
    /// Installed with this SHA-256.
    Digest(&'a str),
    /// Not installed: added later by other means.
    Nothing,
    /// Unknown: records of older versions do not list libraries.
    Unrecorded,
}

impl InstalledPack {
    /// The folder with its libraries for a target; it exists if [`InstalledPack::targets`] contains the target.
    pub fn folder_of_libraries(&self, target: &str) -> PathBuf {
        self.folder.join("lib").join(target)
    }

    /// The SHA-256 of a library when it was installed, or why it is unknown.
    pub fn digest_of(&self, library: &Path) -> Installs<'_> {
        let path = |file: &str| self.folder.join(file);
        let built = self.built.iter().find(|built| path(&built.file) == library).map(|built| built.sha256.as_str());
        let mut of_archive = self.libraries.iter().flatten().map(|(file, digest)| (file, digest.as_str()));
        match built.or_else(|| Some(of_archive.find(|(file, _)| path(file) == library)?.1)) {
            Some(digest) => Installs::Digest(digest),
            None if self.libraries.is_none() => Installs::Unrecorded,
            None => Installs::Nothing,
        }
    }
}

/// Folder of the store: `SIM_PACKS`, or `packs` in the user's data folder of the simulator. `None` if neither is defined.
pub fn folder(user: Option<PathBuf>) -> Option<PathBuf> {
    let named = std::env::var_os("SIM_PACKS").filter(|value| !value.is_empty()).map(PathBuf::from);
    named.or_else(|| Some(user?.join("packs")))
}

/// All installed versions of packs.
#[derive(Clone, Debug, Default)]
pub struct Installed {
    packs: Vec<InstalledPack>,
    unreadable: Vec<PathBuf>,
}

impl Installed {
    /// Reads the records of a store; empty if the store does not exist.
    pub fn read(store: &Path) -> Self {
        let mut installed = Self::default();
        let mut level = vec![store.join("installed")];
        // installed/PUBLISHER/NAME/VERSION.json
        for _ in 0..3 {
            level = level.iter().flat_map(|folder| entries(folder)).collect();
        }
        for file in level.into_iter().filter(|file| file.extension().is_some_and(|ending| ending == "json")) {
            let read = crate::read_regular(&file, LARGEST).ok();
            match read.and_then(|bytes| serde_json::from_slice::<InstalledPack>(&bytes).ok()) {
                Some(mut pack) if is_digest(&pack.sha256) => {
                    pack.folder = Self::folder_of(store, &pack.sha256);
                    installed.packs.push(pack);
                }
                _ => installed.unreadable.push(file),
            }
        }
        installed.packs.sort_by(|one, other| one.name.cmp(&other.name).then(other.version.cmp(&one.version)));
        installed
    }

    /// Folder in a store for the files of an archive with this digest.
    pub fn folder_of(store: &Path, sha256: &str) -> PathBuf {
        store.join("contents").join(sha256).join("files")
    }

    /// All installed versions, by name, newest first.
    pub fn packs(&self) -> &[InstalledPack] {
        &self.packs
    }

    /// Records that cannot be read.
    pub fn unreadable(&self) -> &[PathBuf] {
        &self.unreadable
    }

    /// The versions of a pack, newest first.
    pub fn of<'a>(&'a self, name: &'a PackName) -> impl Iterator<Item = &'a InstalledPack> {
        self.packs.iter().filter(move |pack| pack.name == *name)
    }

    /// The newest version of each pack.
    pub fn newest(&self) -> Vec<&InstalledPack> {
        let first = |k: &usize| *k == 0 || self.packs[*k - 1].name != self.packs[*k].name;
        (0..self.packs.len()).filter(first).map(|k| &self.packs[k]).collect()
    }

    /// The newest compatible versions that satisfy these requirements. `locked` returns the SHA-256 of the only archive allowed for a
    /// pack, or `None` if any will do.
    ///
    /// # Errors
    /// The missing pack or the conflict.
    pub fn choose(
        &self,
        wanted: &[Requirement],
        locked: &dyn Fn(&PackName) -> Option<String>,
    ) -> Result<Vec<&InstalledPack>, Unsolved> {
        let known = |name: &PackName| -> Rc<[Candidate]> {
            let locked = locked(name);
            let fits = |pack: &&InstalledPack| locked.as_ref().is_none_or(|locked| *locked == pack.sha256);
            let candidate =
                |pack: &InstalledPack| Candidate { version: pack.version.clone(), requires: pack.requires.clone() };
            self.of(name).filter(fits).map(candidate).collect()
        };
        let taken = solve(wanted, &known)?;
        let is_taken = |pack: &&InstalledPack| taken.get(&pack.name) == Some(&pack.version);
        Ok(self.packs.iter().filter(is_taken).collect())
    }
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    paths
}

/// Whether a text is a SHA-256, lowercase hexadecimal.
fn is_digest(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn put(store: &Path, name: &str, version: &str, digit: char, requires: &[&str]) {
        let name: PackName = name.parse().unwrap();
        let folder = store.join("installed").join(name.publisher()).join(name.name());
        std::fs::create_dir_all(&folder).unwrap();
        let pack = InstalledPack {
            name,
            version: version.parse().unwrap(),
            sha256: digit.to_string().repeat(64),
            requires: requires.iter().map(|text| text.parse().unwrap()).collect(),
            targets: Vec::new(),
            wanted: true,
            source: "here".into(),
            signer: None,
            in_process: false,
            built: Vec::new(),
            libraries: None,
            size: 1,
            folder: PathBuf::new(),
        };
        std::fs::write(folder.join(format!("{version}.json")), serde_json::to_string(&pack).unwrap()).unwrap();
    }

    #[test]
    fn the_digest_of_a_library_is_that_of_what_was_built_here_or_else_of_the_archive() {
        let temp_dir = tempfile::tempdir().unwrap();
        put(temp_dir.path(), "acme/rover", "1.0.0", 'a', &[]);
        let mut pack = Installed::read(temp_dir.path()).packs()[0].clone();
        let [drive, other] = ["lib/x/libdrive.so", "lib/x/libother.so"].map(|file| pack.folder.join(file));
        assert_eq!(pack.digest_of(&drive), Installs::Unrecorded);
        pack.libraries = Some(BTreeMap::from([("lib/x/libdrive.so".into(), "d1".into())]));
        assert_eq!([pack.digest_of(&drive), pack.digest_of(&other)], [Installs::Digest("d1"), Installs::Nothing]);
        let built = |file: &str| BuiltLibrary { file: file.into(), sha256: "d2".into(), components: Vec::new() };
        pack.built = vec![built("lib/x/libdrive.so")];
        assert_eq!(pack.digest_of(&drive), Installs::Digest("d2"), "it replaces the archive's library");
    }

    #[test]
    fn the_newest_version_counts_unless_a_scene_or_its_lock_file_wants_another() {
        let temp_dir = tempfile::tempdir().unwrap();
        let store = temp_dir.path();
        assert!(Installed::read(store).packs().is_empty());
        put(store, "acme/rover", "1.2.0", 'a', &["acme/wheels@^1"]);
        put(store, "acme/rover", "1.10.0", 'b', &["acme/wheels@^1"]);
        put(store, "acme/wheels", "1.0.0", 'c', &[]);
        put(store, "acme/wheels", "2.0.0", 'd', &[]);
        std::fs::write(store.join("installed/acme/rover/0.1.0.json"), "{").unwrap();
        let installed = Installed::read(store);
        assert_eq!(installed.unreadable(), [store.join("installed/acme/rover/0.1.0.json")]);
        let text = |packs: Vec<&InstalledPack>| -> Vec<String> {
            packs.iter().map(|pack| format!("{} {}", pack.name, pack.version)).collect()
        };
        assert_eq!(text(installed.newest()), ["acme/rover 1.10.0", "acme/wheels 2.0.0"]);
        let wanted = ["acme/rover".parse().unwrap()];
        assert_eq!(text(installed.choose(&wanted, &|_| None).unwrap()), ["acme/rover 1.10.0", "acme/wheels 1.0.0"]);
        let locked = |name: &PackName| (name.name() == "rover").then(|| "a".repeat(64));
        let chosen = installed.choose(&wanted, &locked).unwrap();
        assert_eq!(text(chosen.clone()), ["acme/rover 1.2.0", "acme/wheels 1.0.0"]);
        assert_eq!(chosen[0].folder, store.join("contents").join("a".repeat(64)).join("files"));
        assert!(installed.choose(&["acme/arm".parse().unwrap()], &|_| None).is_err());
    }
}
