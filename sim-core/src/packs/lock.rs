//! Lock files: which packs exactly a scene was last used with.

use super::installed::InstalledPack;
use super::name::{PackName, Requirement};
use crate::files::{self, Unreadable};
use semver::Version;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// What the name of a lock file has in the place of the scene's `.ron`.
pub const LOCK_ENDING: &str = "packs.lock";

/// Most bytes of a lock file that is read.
const LARGEST: u64 = 1 << 20;

/// The lock file of a scene: `course.ron` has `course.packs.lock`.
pub fn lock_file(scene: &Path) -> PathBuf {
    scene.with_extension(LOCK_ENDING)
}

/// One pack, to the byte.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Locked {
    /// The pack.
    pub name: PackName,
    /// Its version.
    pub version: Version,
    /// SHA-256 of its archive, in lower-case hexadecimal digits.
    pub sha256: String,
}

/// What a lock file holds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lock {
    /// The packs, by name.
    pub packs: Vec<Locked>,
}

impl Locked {
    /// An installed pack.
    pub fn of(pack: &InstalledPack) -> Self {
        Self { name: pack.name.clone(), version: pack.version.clone(), sha256: pack.sha256.clone() }
    }

    /// This version and no other.
    pub fn requirement(&self) -> Requirement {
        Requirement::exactly(self.name.clone(), &self.version)
    }
}

impl Lock {
    /// The lock file of a scene that uses these packs.
    pub fn of_packs(packs: &[InstalledPack]) -> Self {
        Self { packs: packs.iter().map(Locked::of).collect() }
    }

    /// With these packs, too.
    pub fn with(mut self, more: &[Locked]) -> Self {
        for one in more {
            if self.of(&one.name).is_none() {
                self.packs.push(one.clone());
            }
        }
        self.packs.sort_by(|one, other| one.name.cmp(&other.name));
        self
    }

    /// Reads the lock file of a scene; none where there is none.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub fn of_scene(scene: &Path) -> Result<Option<Self>, String> {
        let bytes = match files::read_regular(&lock_file(scene), LARGEST) {
            Ok(bytes) => bytes,
            Err(Unreadable::System(error)) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error.reason(LARGEST)),
        };
        serde_json::from_slice(&bytes).map(Some).map_err(|error| error.to_string())
    }

    /// What is written to a lock file.
    pub fn to_text(&self) -> String {
        let text = serde_json::to_string_pretty(self).expect("invariant: texts can be written as JSON");
        text + "\n"
    }

    /// The entry of a pack.
    pub fn of(&self, name: &PackName) -> Option<&Locked> {
        self.packs.iter().find(|locked| locked.name == *name)
    }
}
