//! Cached lists and icons of remote indexes, for when these cannot be reached.
//!
//! ```text
//! packs/cache/INDEX/index.json                            as in an index
//! packs/cache/INDEX/packs/PUBLISHER/NAME/versions.json
//! packs/cache/INDEX/icons/SHA256.png                      by the SHA-256 of the archive
//! ```

use crate::content::LARGEST_ICON;
use crate::listed::{Listed, list_file, read_list, versions_file, write_list};
use crate::request::LARGEST_TEXT;
use crate::source::Source;
use sim_core::digest::sha256;
use sim_core::files::{read_regular, write_whole};
use sim_core::packs::PackName;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// The lists and icons of one index.
#[derive(Clone, Debug)]
pub(crate) struct Cache {
    folder: PathBuf,
}

impl Cache {
    /// The cache of an index, in the folder for all indexes.
    pub fn of(all: &Path, source: &Source) -> Self {
        let text = source.to_string();
        let plain = |letter: char| if letter.is_ascii_alphanumeric() || letter == '.' { letter } else { '-' };
        let name: String = text.chars().take(60).map(plain).collect();
        Self { folder: all.join(format!("{name}-{}", &sha256(text.as_bytes())[..12])) }
    }

    fn file(&self, name: Option<&PackName>) -> PathBuf {
        name.map_or_else(|| list_file(&self.folder), |name| versions_file(&self.folder, name))
    }

    /// Caches the list of a pack's versions, or of all packs. Errors are ignored.
    pub fn keep(&self, name: Option<&PackName>, list: &[Listed]) {
        let file = self.file(name);
        let made = file.parent().map_or(Ok(()), std::fs::create_dir_all);
        if made.and_then(|()| write_list(&file, list)).is_err() {
            let _ = std::fs::remove_file(&file);
        }
        if name.is_none() {
            self.forget_icons_but(list);
        }
    }

    fn icons(&self) -> PathBuf {
        self.folder.join("icons")
    }

    fn icon_file(&self, listed: &Listed) -> PathBuf {
        self.icons().join(format!("{}.png", listed.sha256))
    }

    /// Caches an icon, which may not be a valid image. Errors are ignored.
    pub fn keep_icon(&self, listed: &Listed, png: &[u8]) {
        let written = std::fs::create_dir_all(self.icons()).and_then(|()| write_whole(&self.icon_file(listed), png));
        if written.is_err() {
            let _ = std::fs::remove_file(self.icon_file(listed));
        }
    }

    /// A cached icon.
    pub fn icon(&self, listed: &Listed) -> Option<Vec<u8>> {
        read_regular(&self.icon_file(listed), LARGEST_ICON).ok()
    }

    /// Removes the icons of versions that have been superseded.
    fn forget_icons_but(&self, newest: &[Listed]) {
        let files: BTreeSet<PathBuf> = newest.iter().map(|listed| self.icon_file(listed)).collect();
        // If the folder has been replaced by a link, nothing is removed from its target.
        let is_folder = self.icons().symlink_metadata().is_ok_and(|meta| meta.is_dir());
        for entry in std::fs::read_dir(self.icons()).into_iter().flatten().flatten().filter(|_| is_folder) {
            if !files.contains(&entry.path()) {
                let _ = std::fs::remove_file(entry.path());
            }
        }
    }

    /// A cached list and its age.
    pub fn cached(&self, name: Option<&PackName>) -> Option<(Vec<Listed>, Duration)> {
        let file = self.file(name);
        let list = read_list(&read_regular(&file, LARGEST_TEXT).ok()?, "").ok()?;
        let written = file.metadata().and_then(|meta| meta.modified()).ok()?;
        Some((list, SystemTime::now().duration_since(written).unwrap_or_default()))
    }

    /// Removes all lists and icons.
    pub fn forget(&self) {
        let _ = std::fs::remove_dir_all(&self.folder);
        let _ = self.folder.parent().map(std::fs::remove_dir);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn pictures_are_removed_in_the_folder_of_the_index_and_nowhere_else() {
        let temp_dir = tempfile::tempdir().unwrap();
        let cache = Cache::of(temp_dir.path(), &Source::Web("http://127.0.0.1:1".to_owned()));
        std::fs::create_dir_all(cache.icons()).unwrap();
        std::fs::write(cache.icons().join("old.png"), "x").unwrap();
        cache.keep(None, &[]);
        assert!(!cache.icons().join("old.png").exists());
        std::fs::remove_dir(cache.icons()).unwrap();
        let elsewhere = temp_dir.path().join("elsewhere");
        std::fs::create_dir(&elsewhere).unwrap();
        std::fs::write(elsewhere.join("mine.png"), "x").unwrap();
        std::os::unix::fs::symlink(&elsewhere, cache.icons()).unwrap();
        cache.keep(None, &[]);
        assert!(elsewhere.join("mine.png").exists());
    }
}
