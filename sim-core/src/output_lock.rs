//! Locks of files and folders that a program writes, so that no other run writes the same at the same time. The system releases them
//! when the program ends, however it ends.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Error, ErrorKind, Result};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Creates a file, or empties it, for this program alone: until the file is closed, others get an error of the kind
/// [`ErrorKind::ResourceBusy`]. It can be renamed meanwhile; close it afterwards. Where the file system has no locks there is none.
///
/// # Errors
/// When another program writes the file, and what the system says.
pub fn create_locked(path: &Path) -> Result<File> {
    // It is another file by now where the other run has renamed it between the two calls.
    const MAX_ATTEMPTS: u32 = 100;
    for _ in 0..MAX_ATTEMPTS {
        let file = open_for_writing(path)?;
        if lock(&file)? && !is_at(&file, path) {
            continue;
        }
        // What is no file on a disk, such as a pipe, has no length.
        if file.metadata()?.is_file() {
            file.set_len(0)?;
        }
        return Ok(file);
    }
    Err(busy())
}

/// Whether another run writes a file that was made by [`create_locked`].
pub fn is_locked(path: &Path) -> bool {
    #[cfg(windows)]
    {
        const ERROR_SHARING_VIOLATION: i32 = 32;
        let opened = OpenOptions::new().write(true).open(path);
        opened.is_err_and(|error| error.raw_os_error() == Some(ERROR_SHARING_VIOLATION))
    }
    #[cfg(not(windows))]
    {
        // A pipe would be waited for.
        let is_file = std::fs::metadata(path).is_ok_and(|file| file.is_file());
        is_file && File::open(path).is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
    }
}

/// A folder that this program alone writes results into, while the value exists. Within the program it can be locked several times.
#[derive(Debug)]
pub struct FolderLock {
    key: PathBuf,
}

/// A folder that this program has locked.
struct Locked {
    /// Number of [`FolderLock`].
    count: usize,
    /// Closing it releases the lock; none where the file system has no locks.
    _file: Option<File>,
    /// The folder was made for the lock.
    is_new: bool,
}

static LOCKED: Mutex<BTreeMap<PathBuf, Locked>> = Mutex::new(BTreeMap::new());

fn locked() -> MutexGuard<'static, BTreeMap<PathBuf, Locked>> {
    LOCKED.lock().unwrap_or_else(PoisonError::into_inner)
}

impl FolderLock {
    /// Locks a folder, which is created with those above it if it does not exist. One that was created and is still empty in the end is
    /// removed.
    ///
    /// # Errors
    /// Of the kind [`ErrorKind::ResourceBusy`] when another program has locked it, and what the system says.
    pub fn take(folder: &Path) -> Result<Self> {
        let mut locked = locked();
        let is_new = !folder.exists();
        std::fs::create_dir_all(folder)?;
        let key = folder.canonicalize()?;
        match locked.get_mut(&key) {
            Some(known) => known.count += 1,
            None => {
                let file = lock_folder(&key)?;
                locked.insert(key.clone(), Locked { count: 1, _file: file, is_new });
            }
        }
        Ok(Self { key })
    }

    /// Whether another program has locked a folder.
    pub fn is_taken(folder: &Path) -> bool {
        let Ok(key) = folder.canonicalize() else { return false };
        let locked = locked();
        !locked.contains_key(&key) && lock_folder(&key).is_err_and(|error| error.kind() == ErrorKind::ResourceBusy)
    }
}

impl Drop for FolderLock {
    fn drop(&mut self) {
        let mut locked = locked();
        let Some(known) = locked.get_mut(&self.key) else { return };
        known.count -= 1;
        if known.count == 0 {
            let is_new = known.is_new;
            locked.remove(&self.key);
            #[cfg(not(unix))]
            let _ = std::fs::remove_file(self.key.join(LOCK_FILE));
            if is_new {
                // It fails where something lies in the folder.
                let _ = std::fs::remove_dir(&self.key);
            }
        }
    }
}

/// What is told who may not write.
fn busy() -> Error {
    Error::new(ErrorKind::ResourceBusy, "another run is writing it")
}

/// Locks a file. Gives whether the file system has locks.
fn lock(file: &File) -> Result<bool> {
    match file.try_lock() {
        Ok(()) => Ok(true),
        Err(TryLockError::WouldBlock) => Err(busy()),
        Err(TryLockError::Error(_)) => Ok(false),
    }
}

#[cfg(unix)]
fn open_for_writing(path: &Path) -> Result<File> {
    OpenOptions::new().write(true).create(true).truncate(false).open(path)
}

/// Locks of this system would keep others from reading the file, too; this way of opening it does not.
#[cfg(windows)]
fn open_for_writing(path: &Path) -> Result<File> {
    use std::os::windows::fs::OpenOptionsExt;
    const ERROR_SHARING_VIOLATION: i32 = 32;
    const FILE_SHARE_READ_AND_DELETE: u32 = 1 | 4;
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false).share_mode(FILE_SHARE_READ_AND_DELETE);
    options.open(path).map_err(|error| match error.raw_os_error() {
        Some(ERROR_SHARING_VIOLATION) => busy(),
        _ => error,
    })
}

#[cfg(not(any(unix, windows)))]
fn open_for_writing(path: &Path) -> Result<File> {
    OpenOptions::new().write(true).create(true).truncate(false).open(path)
}

/// Whether an open file is the one at a path.
fn is_at(file: &File, path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let (Ok(open), Ok(there)) = (file.metadata(), std::fs::metadata(path)) else { return false };
        (open.dev(), open.ino()) == (there.dev(), there.ino())
    }
    #[cfg(not(unix))]
    {
        let _ = (file, path);
        true
    }
}

#[cfg(unix)]
fn lock_folder(folder: &Path) -> Result<Option<File>> {
    let file = File::open(folder)?;
    Ok(lock(&file)?.then_some(file))
}

/// The file in a folder that is locked where folders cannot be.
#[cfg(not(unix))]
const LOCK_FILE: &str = ".writing";

#[cfg(not(unix))]
fn lock_folder(folder: &Path) -> Result<Option<File>> {
    let file = OpenOptions::new().write(true).create(true).truncate(false).open(folder.join(LOCK_FILE))?;
    Ok(lock(&file)?.then_some(file))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_busy<T>(result: Result<T>) -> bool {
        result.is_err_and(|error| error.kind() == ErrorKind::ResourceBusy)
    }

    #[test]
    fn a_file_is_written_by_one_program_until_it_is_closed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.incomplete.mcap");
        std::fs::write(&path, "left by a killed run").unwrap();
        assert!(!is_locked(&path));
        let first = create_locked(&path).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"");
        assert!(is_locked(&path) && is_busy(create_locked(&path)));
        // Under its final name it is no obstacle for the next run.
        std::fs::rename(&path, folder.path().join("run.mcap")).unwrap();
        let second = create_locked(&path).unwrap();
        drop(first);
        assert!(is_locked(&path));
        drop(second);
        assert!(!is_locked(&path) && create_locked(&path).is_ok());
    }

    #[cfg(unix)]
    #[test]
    fn a_folder_is_locked_for_other_programs_and_several_times_within_this_one() {
        let desk = tempfile::tempdir().unwrap();
        let folder = desk.path().join("deep/out");
        let [first, second] = [(); 2].map(|()| FolderLock::take(&folder).unwrap());
        // Another program has a file of its own.
        let other = File::open(&folder).unwrap();
        assert!(is_busy(lock(&other)));
        drop(first);
        assert!(is_busy(lock(&other)) && !FolderLock::is_taken(&folder));
        std::fs::write(folder.join("result"), "").unwrap();
        drop(second);
        assert!(lock(&other).unwrap() && folder.exists());
        assert!(FolderLock::is_taken(&folder) && is_busy(FolderLock::take(&folder)));
    }

    #[test]
    fn a_folder_that_was_made_for_nothing_is_removed() {
        let desk = tempfile::tempdir().unwrap();
        let folder = desk.path().join("out");
        drop(FolderLock::take(&folder).unwrap());
        assert!(!folder.exists());
        std::fs::create_dir(&folder).unwrap();
        drop(FolderLock::take(&folder).unwrap());
        assert!(folder.exists(), "it was there before");
    }
}
