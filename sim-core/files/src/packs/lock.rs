//! Lock files: the exact packs with which a scene was last used.

use super::installed::InstalledPack;
use super::name::{PackName, Requirement};
use crate::Unreadable;
use semver::Version;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// Replaces the scene's `.ron` in the name of its lock file.
pub const LOCK_ENDING: &str = "packs.lock";

/// Maximum size of a lock file, bytes.
const LARGEST: u64 = 1 << 20;

/// The lock file of a scene: `course.packs.lock` for `course.ron`.
pub fn lock_file(scene: &Path) -> PathBuf {
    scene.with_extension(LOCK_ENDING)
}

/// An exact version of a pack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Locked {
    /// The pack.
    pub name: PackName,
    /// Its version.
    pub version: Version,
    /// SHA-256 of its archive, lowercase hexadecimal.
    pub sha256: String,
}

/// Content of a lock file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lock {
    /// The packs, by name.
    pub packs: Vec<Locked>,
}

impl Locked {
    /// The entry for an installed pack.
    pub fn of(pack: &InstalledPack) -> Self {
        Self { name: pack.name.clone(), version: pack.version.clone(), sha256: pack.sha256.clone() }
    }

    /// A requirement for exactly this version.
    pub fn requirement(&self) -> Requirement {
        Requirement::exactly(self.name.clone(), &self.version)
    }
}

impl Lock {
    /// The lock file of a scene that uses these packs.
    pub fn of_packs(packs: &[InstalledPack]) -> Self {
        Self { packs: packs.iter().map(Locked::of).collect() }
    }

    /// Adds these packs.
    pub fn with(mut self, more: &[Locked]) -> Self {
        for one in more {
            if self.of(&one.name).is_none() {
                self.packs.push(one.clone());
            }
        }
        self.packs.sort_by(|one, other| one.name.cmp(&other.name));
        self
    }

    /// Reads the lock file of a scene; `None` if missing.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn of_scene(scene: &Path) -> Result<Option<Self>, String> {
        let bytes = match crate::read_regular(&lock_file(scene), LARGEST) {
            Ok(bytes) => bytes,
            Err(Unreadable::System(error)) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error.reason(LARGEST)),
        };
        serde_json::from_slice(&bytes).map(Some).map_err(|error| error.to_string())
    }

    /// The text of the lock file.
    pub fn to_text(&self) -> String {
        let text = serde_json::to_string_pretty(self).expect("invariant: texts can be written as JSON");
        text + "\n"
    }

    /// The entry of a pack.
    pub fn of(&self, name: &PackName) -> Option<&Locked> {
        self.packs.iter().find(|locked| locked.name == *name)
    }
}
