//! Entries in the lists of an index.

use crate::content::{Contents, MAX_REQUIRED};
use serde::{Deserialize, Serialize};
use sim_core::diagnostic::{Code, Diagnostic};
use sim_core::files::write_whole;
use sim_core::packs::{Locked, PackName, Requirement, Version};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Maximum length of a text in a list, characters; longer ones are truncated.
const MAX_TEXT_LEN: usize = 1000;

/// Maximum number of authors, targets, grants, and contents of a pack in a list.
const MAX_ITEMS: usize = 100;

/// One version of a pack in an index.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Listed {
    /// The pack.
    pub name: PackName,
    /// The version.
    pub version: Version,
    /// SHA-256 of its archive.
    pub sha256: String,
    /// Size of its archive, bytes.
    pub size: u64,
    /// Its description.
    pub description: String,
    /// Its license.
    pub license: String,
    /// Its dependencies.
    #[serde(default)]
    pub requires: Vec<Requirement>,
    /// Targets for which it has libraries.
    #[serde(default)]
    pub targets: Vec<String>,
    /// Whether it has sources to build libraries from.
    #[serde(default)]
    pub sources: bool,
    /// Its authors.
    #[serde(default)]
    pub authors: Vec<String>,
    /// Ids of components, and file names of robots and scenes.
    #[serde(default)]
    pub holds: Vec<String>,
    /// Whether it is signed.
    #[serde(default)]
    pub signed: bool,
    /// Grants that its services need from a scene, by their names in scenes.
    #[serde(default)]
    pub grants: Vec<String>,
    /// Whether it has an icon.
    #[serde(default)]
    pub icon: bool,
    /// Why it was revoked; `None` if it was not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revoked: Option<String>,
}

impl Listed {
    /// The entry of an archive.
    pub(crate) fn of(archive: &crate::Archive, signed: bool) -> Self {
        let manifest = &archive.contents.manifest;
        Self {
            name: manifest.name.clone(),
            version: manifest.version.clone(),
            sha256: archive.sha256.clone(),
            size: archive.bytes.len() as u64,
            description: manifest.description.clone(),
            license: manifest.license.clone(),
            requires: manifest.requires.clone(),
            targets: manifest.targets(),
            sources: !manifest.sources.is_empty(),
            authors: manifest.authors.clone(),
            holds: holds(&archive.contents),
            signed,
            grants: manifest.grants.iter().map(|grant| format!("{grant:?}")).collect(),
            icon: manifest.icon.is_some(),
            revoked: None,
        }
    }

    /// Whether it is exactly this archive of a pack.
    pub(crate) fn is(&self, pack: &Locked) -> bool {
        (&self.name, &self.version, &self.sha256) == (&pack.name, &pack.version, &pack.sha256)
    }

    /// The diagnostic for requests of a revoked version; `None` if it is not revoked.
    pub(crate) fn refused(&self) -> Option<Diagnostic> {
        let message = format!(
            "{name} {version} is revoked: {reason}",
            name = self.name,
            version = self.version,
            reason = self.revoked.as_ref()?
        );
        let help = "use another version: request it in `packs` of the scene and update the lock file with `sim pack \
                    lock SCENE`; recordings can still be exported and played in the window";
        Some(Diagnostic::error(Code::PackRevoked, message).with_help(help))
    }

    /// Checks that it is plausible, and removes control characters from its texts for display.
    pub(crate) fn checked(mut self) -> Result<Self, String> {
        let digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        if self.sha256.len() != 64 || !self.sha256.bytes().all(digit) {
            return Err(format!("{} {}: `sha256` does not have 64 hexadecimal digits", self.name, self.version));
        }
        if self.size > crate::store::LARGEST_ARCHIVE {
            return Err(format!("{} {}: {} bytes", self.name, self.version, self.size));
        }
        if self.requires.len() > MAX_REQUIRED {
            return Err(format!("{} {}: {} dependencies", self.name, self.version, self.requires.len()));
        }
        for list in [&mut self.authors, &mut self.holds, &mut self.targets, &mut self.grants] {
            list.truncate(MAX_ITEMS);
        }
        let texts = [&mut self.description, &mut self.license].into_iter().chain(&mut self.grants);
        let texts = texts.chain(&mut self.authors).chain(&mut self.holds).chain(&mut self.targets);
        for text in texts.chain(&mut self.revoked) {
            let plain = |letter: char| if letter.is_control() { ' ' } else { letter };
            *text = text.chars().take(MAX_TEXT_LEN).map(plain).collect();
        }
        Ok(self)
    }
}

/// Result of revoking a version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Revoked {
    /// The version.
    pub version: Version,
    /// The reason of an earlier revocation, which stays; `None` if it was not revoked before.
    pub before: Option<String>,
}

impl Revoked {
    /// The result for a version with this entry so far.
    pub(crate) fn of(listed: &Listed) -> Self {
        Self { version: listed.version.clone(), before: listed.revoked.clone() }
    }
}

/// Searchable contents of a pack, in addition to its name and description.
fn holds(contents: &Contents) -> Vec<String> {
    let components = contents.manifest.libraries.iter().flat_map(|library| &library.components);
    let ids: BTreeSet<&str> = components.map(|component| component.id.0.as_str()).collect();
    let files = contents.models().into_iter().chain(contents.scenes());
    ids.into_iter().chain(files).take(MAX_ITEMS).map(str::to_owned).collect()
}

/// All versions of a pack, or the newest version of each pack.
#[derive(Debug, Default, Serialize, Deserialize)]
struct List {
    versions: Vec<Listed>,
}

/// The list of all packs in a folder with lists.
pub(crate) fn list_file(folder: &Path) -> PathBuf {
    folder.join("index.json")
}

/// The folder of a pack in such a folder.
pub(crate) fn pack_folder(folder: &Path, name: &PackName) -> PathBuf {
    folder.join("packs").join(name.publisher()).join(name.name())
}

/// The list of the versions of a pack in such a folder.
pub(crate) fn versions_file(folder: &Path, name: &PackName) -> PathBuf {
    pack_folder(folder, name).join("versions.json")
}

/// Parses a list from a file or address.
pub(crate) fn read_list(text: &[u8], place: &str) -> Result<Vec<Listed>, Diagnostic> {
    let list: List = serde_json::from_slice(text).map_err(|error| damaged(place, error.to_string()))?;
    let checked: Result<Vec<Listed>, String> = list.versions.into_iter().map(Listed::checked).collect();
    checked.map_err(|what| damaged(place, what))
}

/// Diagnostic for a list that cannot be read.
pub(crate) fn damaged(place: &str, found: String) -> Diagnostic {
    let message = "a list in the index is invalid";
    let help = "copy the index again; its maintainer can republish the archives";
    Diagnostic::error(Code::PackIndex, message).with_file(place.to_owned()).with_found(found).with_help(help)
}

/// Serializes a list.
pub(crate) fn list_text(versions: &[Listed]) -> serde_json::Result<Vec<u8>> {
    serde_json::to_vec_pretty(&List { versions: versions.to_vec() })
}

/// Writes a list.
pub(crate) fn write_list(file: &Path, versions: &[Listed]) -> std::io::Result<()> {
    write_whole(file, &list_text(versions)?)
}

/// The list of all packs, updated with the versions of one.
pub(crate) fn with_versions(all: Vec<Listed>, name: &PackName, versions: &[Listed]) -> Vec<Listed> {
    let mut all: Vec<Listed> = all.into_iter().filter(|listed| listed.name != *name).collect();
    all.extend(versions.iter().find(|listed| listed.revoked.is_none()).cloned());
    all.sort_by(|one, other| one.name.cmp(&other.name));
    all
}

/// Sorts newest first and drops entries of other packs: an index may not list those here.
pub(crate) fn sorted(mut versions: Vec<Listed>, name: &PackName) -> Vec<Listed> {
    versions.retain(|listed| listed.name == *name);
    versions.sort_by(|one, other| other.version.cmp(&one.version));
    versions
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_fuzz::{Depth, Random, fuzz, mutate};

    fn listed(version: &str, revoked: bool) -> Listed {
        Listed {
            name: "acme/rover".parse().unwrap(),
            version: version.parse().unwrap(),
            sha256: "0".repeat(64),
            size: 5,
            description: "What \u{1b}[2J rovers share.".to_owned(),
            license: "MIT".to_owned(),
            requires: vec!["acme/wheels@^1".parse().unwrap()],
            targets: vec!["a-b".to_owned()],
            sources: false,
            authors: vec!["Ada".to_owned()],
            holds: vec!["acme.rover/drive".to_owned()],
            signed: true,
            grants: vec!["Network".to_owned()],
            icon: true,
            revoked: revoked.then(|| "it bites".to_owned()),
        }
    }

    #[test]
    fn what_cannot_be_is_refused_and_texts_may_be_shown() {
        let read = |listed: Listed| read_list(&list_text(&[listed]).unwrap(), "here").map(|mut list| list.remove(0));
        assert_eq!(read(listed("1.0.0", false)).unwrap().description, "What  [2J rovers share.");
        let bad = [
            Listed { sha256: "0".repeat(63), ..listed("1.0.0", false) },
            Listed { sha256: "../../../../etc/passwd".to_owned(), ..listed("1.0.0", false) },
            Listed { size: 1 << 40, ..listed("1.0.0", false) },
            Listed { requires: vec!["acme/wheels".parse().unwrap(); 101], ..listed("1.0.0", false) },
        ];
        for bad in bad {
            let error = read(bad).unwrap_err().to_string();
            assert!(error.contains("PK012") && error.contains("here"), "{error}");
        }
    }

    #[test]
    fn the_list_of_all_has_the_newest_version_that_may_be_used() {
        let (old, new) = (listed("1.0.0", false), listed("1.1.0", true));
        let versions = sorted(vec![old.clone(), new], &old.name);
        assert_eq!(versions[0].version.to_string(), "1.1.0");
        assert_eq!(with_versions(Vec::new(), &old.name, &versions), std::slice::from_ref(&old));
        assert_eq!(with_versions(vec![old.clone()], &old.name, &versions[..1]), []);
    }

    #[test]
    fn fuzz_lists_of_indexes() {
        let good = list_text(&[listed("1.1.0", true), listed("1.0.0", false)]).unwrap();
        let tokens =
            ["\"sha256\":", "\"size\": -1", "acme/arm@^1", "[", "{", "\\u0000", "null", "99999999999999999999"];
        let damaged = |random: &mut Random| mutate(&good, &good, &tokens, random);
        fuzz("lists of indexes", 5_000, [0.02, 0.02], damaged, |bytes| match read_list(bytes, "here") {
            Ok(list) => {
                assert!(list.iter().all(|listed| listed.sha256.len() == 64), "{list:?}");
                Depth::Accepted
            }
            Err(_) if serde_json::from_slice::<serde_json::Value>(bytes).is_ok() => Depth::Meaning,
            Err(_) => Depth::Form,
        });
    }
}
