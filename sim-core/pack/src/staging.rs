//! Folders in which a pack is unpacked before it is known to be whole, and what is left of those whose program was ended.

use std::fs::File;
use std::io::Result;
use std::path::Path;

/// A folder that is gone when it is dropped. As long as its program lives, a file in it is locked.
pub struct Staging {
    folder: tempfile::TempDir,
    _lock: File,
}

/// Name of the file that is locked.
const LOCK: &str = "in-use";

impl Staging {
    /// A new folder below `parent`, which is made. Nobody may call [`sweep`] meanwhile.
    pub fn new(parent: &Path) -> Result<Self> {
        std::fs::create_dir_all(parent)?;
        let folder = tempfile::Builder::new().prefix("pack-").tempdir_in(parent)?;
        let lock = File::create(folder.path().join(LOCK))?;
        lock.lock()?;
        Ok(Self { folder, _lock: lock })
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Moves a part of it to where it is to stay.
    pub fn keep(self, part: &str, to: &Path) -> Result<()> {
        std::fs::rename(self.folder.path().join(part), to)
    }
}

/// Removes what programs have left that were ended. No folder may be made meanwhile.
pub fn sweep(parent: &Path) {
    let folders = std::fs::read_dir(parent).into_iter().flatten().flatten().map(|entry| entry.path());
    folders.filter(|folder| is_left(folder)).for_each(|folder| drop(std::fs::remove_dir_all(folder)));
}

/// Whether nobody uses a folder.
fn is_left(folder: &Path) -> bool {
    // Without the file, the program was ended before it could make one.
    File::open(folder.join(LOCK)).map_or(true, |lock| lock.try_lock().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_in_use_stays_and_what_was_left_goes() {
        let desk = tempfile::tempdir().unwrap();
        let parent = desk.path().join("staging");
        let used = Staging::new(&parent).unwrap();
        let left = parent.join("pack-left");
        std::fs::create_dir(&left).unwrap();
        std::fs::write(left.join(LOCK), "").unwrap();
        let at_once = parent.join("pack-at-once");
        std::fs::create_dir(&at_once).unwrap();
        sweep(&parent);
        assert!(used.path().is_dir() && !left.exists() && !at_once.exists());
        let path = used.path().to_path_buf();
        drop(used);
        assert!(!path.exists());
    }
}
