//! The last lists of indexes on the network, for when these cannot be reached.
//!
//! ```text
//! packs/cache/INDEX/index.json                            as in an index
//! packs/cache/INDEX/packs/PUBLISHER/NAME/versions.json
//! ```

use crate::listed::{Listed, list_file, read_list, versions_file, write_list};
use crate::source::Source;
use sim_core::digest::sha256;
use sim_core::files::read_regular;
use sim_core::packs::PackName;
use sim_pack_wire::LARGEST_TEXT;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// The lists of one index.
#[derive(Clone, Debug)]
pub(crate) struct Cache {
    folder: PathBuf,
}

impl Cache {
    /// Those of an index, in the folder of all.
    pub fn of(all: &Path, source: &Source) -> Self {
        let text = source.to_string();
        let plain = |letter: char| if letter.is_ascii_alphanumeric() || letter == '.' { letter } else { '-' };
        let name: String = text.chars().take(60).map(plain).collect();
        Self { folder: all.join(format!("{name}-{}", &sha256(text.as_bytes())[..12])) }
    }

    fn file(&self, name: Option<&PackName>) -> PathBuf {
        name.map_or_else(|| list_file(&self.folder), |name| versions_file(&self.folder, name))
    }

    /// Keeps a list: that of the versions of a pack, or that of all packs. Where it cannot be written, there is none.
    pub fn keep(&self, name: Option<&PackName>, list: &[Listed]) {
        let file = self.file(name);
        let made = file.parent().map_or(Ok(()), std::fs::create_dir_all);
        if made.and_then(|()| write_list(&file, list)).is_err() {
            let _ = std::fs::remove_file(&file);
        }
    }

    /// A list that was kept, and how old it is.
    pub fn kept(&self, name: Option<&PackName>) -> Option<(Vec<Listed>, Duration)> {
        let file = self.file(name);
        let list = read_list(&read_regular(&file, LARGEST_TEXT).ok()?, "").ok()?;
        let written = file.metadata().and_then(|meta| meta.modified()).ok()?;
        Some((list, SystemTime::now().duration_since(written).unwrap_or_default()))
    }

    /// Removes the lists.
    pub fn forget(&self) {
        let _ = std::fs::remove_dir_all(&self.folder);
        let _ = self.folder.parent().map(std::fs::remove_dir);
    }
}
