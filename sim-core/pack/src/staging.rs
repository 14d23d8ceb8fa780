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
        open_to_owner(folder.path())?;
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

impl Drop for Staging {
    fn drop(&mut self) {
        // Whatever stays is removed later.
        let _ = remove(self.folder.path());
    }
}

/// Lets the owner of a folder do everything with it, and nobody else.
#[cfg(unix)]
fn open_to_owner(folder: &Path) -> Result<()> {
    std::fs::set_permissions(folder, std::os::unix::fs::PermissionsExt::from_mode(0o700))
}

#[cfg(not(unix))]
fn open_to_owner(_: &Path) -> Result<()> {
    Ok(())
}

/// Removes a folder, however deep it is and whatever rights are missing: what lies too deep to be named is moved up first.
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

/// Removes what programs have left that were ended. No folder may be made meanwhile.
pub fn sweep(parent: &Path) {
    let folders = std::fs::read_dir(parent).into_iter().flatten().flatten().map(|entry| entry.path());
    folders.filter(|folder| is_left(folder)).for_each(|folder| drop(remove(&folder)));
}

/// Whether nobody uses a folder.
fn is_left(folder: &Path) -> bool {
    let lock = folder.join(LOCK);
    // Without the file, the program was ended before it could make one. What is no file is none of ours, and could keep us waiting.
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
        let desk = tempfile::tempdir().unwrap();
        let staging = Staging::new(desk.path()).unwrap();
        let folder = staging.path().to_path_buf();
        let mut deep = folder.join("deep");
        for _ in 0..300 {
            deep = deep.join("folder-with-a-name");
            if std::fs::create_dir_all(&deep).is_err() {
                break;
            }
        }
        // Deeper than a path can name.
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
        // A folder in the place of the file that is locked.
        std::fs::create_dir_all(folder.join(LOCK)).unwrap();
        sweep(desk.path());
        assert!(!folder.exists());
    }

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
