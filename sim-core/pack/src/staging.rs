//! Folders for unpacking a pack before it is known to be complete, and cleanup of folders left by killed programs.

use std::fs::File;
use std::io::Result;
use std::path::Path;

/// A folder that is removed when it is dropped. While its program runs, a file in it is locked.
pub struct Staging {
    folder: tempfile::TempDir,
    _lock: File,
}

/// Name of the locked file.
const LOCK: &str = "in-use";

impl Staging {
    /// Creates a new folder below `parent`, which is created if necessary. [`sweep`] must not run at the same time.
    pub fn new(parent: &Path) -> Result<Self> {
        std::fs::create_dir_all(parent)?;
        let folder = tempfile::Builder::new().prefix("pack-").tempdir_in(parent)?;
        open_to_owner(folder.path())?;
        let lock = File::create(folder.path().join(LOCK))?;
        lock.lock()?;
        Ok(Self { folder, _lock: lock })
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Moves a part of it to its final location.
    pub fn keep(self, part: &str, to: &Path) -> Result<()> {
        std::fs::rename(self.folder.path().join(part), to)
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        // Remaining files are removed later.
        let _ = remove(self.folder.path());
    }
}

/// Gives the owner of a folder full access, and other users none.
#[cfg(unix)]
fn open_to_owner(folder: &Path) -> Result<()> {
    std::fs::set_permissions(folder, std::os::unix::fs::PermissionsExt::from_mode(0o700))
}

#[cfg(not(unix))]
fn open_to_owner(_: &Path) -> Result<()> {
    Ok(())
}

/// Removes a folder, regardless of its depth and missing permissions: content that is too deep to be named is moved up first.
fn remove(folder: &Path) -> Result<()> {
    let mut moved = 0;
    let mut open = vec![folder.to_path_buf()];
    while let Some(at) = open.pop() {
        open_to_owner(&at)?;
        for entry in std::fs::read_dir(&at)? {
            let entry = entry?;
            if !entry.file_type()?.is_dir() {
                std::fs::remove_file(entry.path())?;
            } else if at == folder {
                open.push(entry.path());
            } else {
                open_to_owner(&entry.path())?;
                let to = folder.join(format!(".moved-{moved}"));
                moved += 1;
                std::fs::rename(entry.path(), &to)?;
                open.push(to);
            }
        }
        if at != folder {
            std::fs::remove_dir(&at)?;
        }
    }
    std::fs::remove_dir(folder)
}

/// Removes folders left by killed programs. No folder may be created at the same time.
pub fn sweep(parent: &Path) {
    let folders = std::fs::read_dir(parent).into_iter().flatten().flatten().map(|entry| entry.path());
    folders.filter(|folder| is_left(folder)).for_each(|folder| drop(remove(&folder)));
}

/// Whether a folder is unused.
fn is_left(folder: &Path) -> bool {
    let lock = folder.join(LOCK);
    // Without the file, the program was killed before it could create one. Anything other than a regular file is not ours, and
    // opening it could block.
    if !lock.symlink_metadata().is_ok_and(|data| data.is_file()) {
        return true;
    }
    File::open(lock).map_or(true, |lock| lock.try_lock().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn what_is_deep_closed_or_strange_goes_as_well() {
        let temp_dir = tempfile::tempdir().unwrap();
        let staging = Staging::new(temp_dir.path()).unwrap();
        let folder = staging.path().to_path_buf();
        let mut deep = folder.join("deep");
        for _ in 0..300 {
            deep = deep.join("folder-with-a-name");
            if std::fs::create_dir_all(&deep).is_err() {
                break;
            }
        }
        // Deeper than the maximum length of a path.
        for _ in 0..3 {
            std::fs::rename(folder.join("deep"), folder.join("below")).unwrap();
            std::fs::create_dir_all(folder.join("deep/a/b/c")).unwrap();
            std::fs::rename(folder.join("below"), folder.join("deep/a/b/c/d")).unwrap();
        }
        std::fs::create_dir_all(folder.join("closed/within")).unwrap();
        std::fs::set_permissions(folder.join("closed"), std::os::unix::fs::PermissionsExt::from_mode(0o0)).unwrap();
        std::os::unix::fs::symlink("/", folder.join("link")).unwrap();
        drop(staging);
        assert!(!folder.exists());
        // A folder instead of the locked file.
        std::fs::create_dir_all(folder.join(LOCK)).unwrap();
        sweep(temp_dir.path());
        assert!(!folder.exists());
    }

    #[test]
    fn what_is_in_use_stays_and_what_was_left_goes() {
        let temp_dir = tempfile::tempdir().unwrap();
        let parent = temp_dir.path().join("staging");
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
