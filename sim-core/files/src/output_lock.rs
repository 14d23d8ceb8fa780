//! Locks of files and folders that a program writes, to keep other runs from writing them at the same time. The system releases them
//! when the program ends, however it ends.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Error, ErrorKind, Result};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Action if a result's file name is already in use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Existing {
    /// Keeps the file and rejects the result.
    #[default]
    Kept,
    /// Replaces the file with the result.
    Replaced,
}

/// Creates a file for exclusive use by this program: until it is closed, others get [`ErrorKind::ResourceBusy`]. It can be renamed
/// while open, see [`publish`]; close it afterwards. File systems without locks are not protected. An existing file is removed first,
/// never written to, because it may have hard links.
///
/// # Errors
/// If another program writes the file, if it exists and is [`Existing::Kept`] or not a regular file, and system errors.
pub fn create_locked(path: &Path, existing: Existing) -> Result<File> {
    // Another run may create and rename it between two calls.
    const MAX_ATTEMPTS: u32 = 100;
    for _ in 0..MAX_ATTEMPTS {
        match open_for_writing(path, true) {
            Ok(file) if lock(&file)? && !is_at(&file, path) => {}
            Ok(file) => return Ok(file),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => remove_unlocked(path, existing)?,
            Err(error) => return Err(error),
        }
    }
    Err(busy())
}

/// Opens a pipe or a device for writing, for exclusive use by this program.
///
/// # Errors
/// As [`create_locked`].
pub fn open_locked(path: &Path) -> Result<File> {
    let file = open_for_writing(path, false)?;
    lock(&file)?;
    Ok(file)
}

/// Removes a file or a link that no other run is writing.
fn remove_unlocked(path: &Path, existing: Existing) -> Result<()> {
    let there = match std::fs::symlink_metadata(path) {
        Ok(there) => there,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    if there.is_file() && is_locked(path) {
        return Err(busy());
    }
    if existing == Existing::Kept || !(there.is_file() || there.is_symlink()) {
        return Err(ErrorKind::AlreadyExists.into());
    }
    #[cfg(unix)]
    if there.is_file() {
        // The lock is held until the file is removed, so no other run takes it meanwhile.
        let file = File::open(path)?;
        if lock(&file)? && !is_at(&file, path) {
            return Ok(());
        }
        return remove(path);
    }
    remove(path)
}

/// Removes a file, if it still exists.
fn remove(path: &Path) -> Result<()> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Renames a file created by [`create_locked`] to the name of a finished result.
///
/// # Errors
/// [`ErrorKind::NotFound`] if `from` is not the open file, [`ErrorKind::AlreadyExists`] if `to` exists and is [`Existing::Kept`], and
/// system errors. The file then keeps its name.
pub fn publish(file: &File, from: &Path, to: &Path, existing: Existing) -> Result<()> {
    if !is_at(file, from) {
        return Err(Error::new(ErrorKind::NotFound, "the unfinished file was moved, removed or replaced"));
    }
    match existing {
        Existing::Replaced => std::fs::rename(from, to),
        Existing::Kept => rename_without_replacing(from, to),
    }
}

fn rename_without_replacing(from: &Path, to: &Path) -> Result<()> {
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{CWD, RenameFlags, renameat_with};
        use rustix::io::Errno;
        match renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE) {
            // Not supported by the file system or the kernel.
            Err(Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP) => {}
            renamed => return renamed.map_err(Error::from),
        }
    }
    match std::fs::hard_link(from, to) {
        Ok(()) => std::fs::remove_file(from),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(error),
        // The file system does not support hard links.
        Err(_) if std::fs::symlink_metadata(to).is_ok() => Err(ErrorKind::AlreadyExists.into()),
        Err(_) => std::fs::rename(from, to),
    }
}

/// Whether another run is writing a file created by [`create_locked`].
pub fn is_locked(path: &Path) -> bool {
    #[cfg(windows)]
    {
        const ERROR_SHARING_VIOLATION: i32 = 32;
        let opened = OpenOptions::new().write(true).open(path);
        opened.is_err_and(|error| error.raw_os_error() == Some(ERROR_SHARING_VIOLATION))
    }
    #[cfg(not(windows))]
    {
        // Opening a pipe would block.
        let is_file = std::fs::metadata(path).is_ok_and(|file| file.is_file());
        is_file && File::open(path).is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
    }
}

/// Exclusive write access of this program to a folder, while the value exists. The same program can lock a folder several times.
#[derive(Debug)]
pub struct FolderLock {
    key: PathBuf,
}

/// A folder locked by this program.
struct Locked {
    /// Number of [`FolderLock`]s.
    count: usize,
    /// Closing it releases the lock; `None` if the file system does not support locks.
    _file: Option<File>,
    /// Whether the folder was created for the lock.
    is_new: bool,
}

static LOCKED: Mutex<BTreeMap<PathBuf, Locked>> = Mutex::new(BTreeMap::new());

fn locked() -> MutexGuard<'static, BTreeMap<PathBuf, Locked>> {
    LOCKED.lock().unwrap_or_else(PoisonError::into_inner)
}

impl FolderLock {
    /// Locks a folder; creates it and its parents if needed. A created folder that is still empty when the lock is released is removed.
    ///
    /// # Errors
    /// [`ErrorKind::ResourceBusy`] if another program has locked it, and system errors.
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
        // A shared lock does not interfere with the same check by another program.
        let is_busy = |file: File| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock));
        !locked.contains_key(&key) && open_lock(&key).is_ok_and(is_busy)
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
                // Fails if the folder is not empty.
                let _ = std::fs::remove_dir(&self.key);
            }
        }
    }
}

/// Error for a program without the lock.
fn busy() -> Error {
    Error::new(ErrorKind::ResourceBusy, "in use by another run")
}

/// Locks a file. Returns whether the file system supports locks.
fn lock(file: &File) -> Result<bool> {
    match file.try_lock() {
        Ok(()) => Ok(true),
        Err(TryLockError::WouldBlock) => Err(busy()),
        Err(TryLockError::Error(_)) => Ok(false),
    }
}

fn writing(is_new: bool) -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true).create_new(is_new);
    options
}

#[cfg(not(windows))]
fn open_for_writing(path: &Path, is_new: bool) -> Result<File> {
    writing(is_new).open(path)
}

/// Locks of this system would also keep others from reading the file; opening it like this does not.
#[cfg(windows)]
fn open_for_writing(path: &Path, is_new: bool) -> Result<File> {
    use std::os::windows::fs::OpenOptionsExt;
    const ERROR_SHARING_VIOLATION: i32 = 32;
    const FILE_SHARE_READ_AND_DELETE: u32 = 1 | 4;
    writing(is_new).share_mode(FILE_SHARE_READ_AND_DELETE).open(path).map_err(|error| match error.raw_os_error() {
        Some(ERROR_SHARING_VIOLATION) => busy(),
        _ => error,
    })
}

/// Whether an open file is the one at a path, and that path is not a link.
pub fn is_at(file: &File, path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let (Ok(open), Ok(there)) = (file.metadata(), std::fs::symlink_metadata(path)) else { return false };
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
    let file = open_lock(folder)?;
    Ok(lock(&file)?.then_some(file))
}

/// Opens the object that a folder lock locks.
#[cfg(unix)]
fn open_lock(folder: &Path) -> Result<File> {
    File::open(folder)
}

/// File that is locked on systems that cannot lock folders.
#[cfg(not(unix))]
const LOCK_FILE: &str = ".writing";

#[cfg(not(unix))]
fn lock_folder(folder: &Path) -> Result<Option<File>> {
    let file = OpenOptions::new().write(true).create(true).truncate(false).open(folder.join(LOCK_FILE))?;
    Ok(lock(&file)?.then_some(file))
}

/// Opens the object that a folder lock locks, if it exists.
#[cfg(not(unix))]
fn open_lock(folder: &Path) -> Result<File> {
    OpenOptions::new().write(true).open(folder.join(LOCK_FILE))
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
        let create = || create_locked(&path, Existing::Replaced);
        std::fs::write(&path, "left by a killed run").unwrap();
        assert!(!is_locked(&path));
        assert_eq!(create_locked(&path, Existing::Kept).unwrap_err().kind(), ErrorKind::AlreadyExists);
        let first = create().unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"");
        assert!(is_locked(&path) && is_busy(create()) && is_busy(create_locked(&path, Existing::Kept)));
        // Under its final name it does not block the next run.
        publish(&first, &path, &folder.path().join("run.mcap"), Existing::Kept).unwrap();
        let second = create().unwrap();
        drop(first);
        assert!(is_locked(&path));
        drop(second);
        assert!(!is_locked(&path) && create().is_ok());
    }

    #[cfg(unix)]
    #[test]
    fn what_has_the_name_is_removed_and_never_written_to() {
        let folder = tempfile::tempdir().unwrap();
        let [other, path] = ["other.ron", "run.incomplete.mcap"].map(|name| folder.path().join(name));
        std::fs::write(&other, "mine").unwrap();
        let links: [fn(&Path, &Path) -> Result<()>; 2] =
            [|other, path| std::fs::hard_link(other, path), |other, path| std::os::unix::fs::symlink(other, path)];
        for link in links {
            link(&other, &path).unwrap();
            std::io::Write::write_all(&mut create_locked(&path, Existing::Replaced).unwrap(), b"new").unwrap();
            assert_eq!([&other, &path].map(|file| std::fs::read(file).unwrap()), [&b"mine"[..], b"new"]);
            std::fs::remove_file(&path).unwrap();
        }
        std::fs::create_dir(&path).unwrap();
        assert_eq!(create_locked(&path, Existing::Replaced).unwrap_err().kind(), ErrorKind::AlreadyExists);
    }

    #[test]
    fn a_finished_file_replaces_no_other_one_unless_that_is_said() {
        let folder = tempfile::tempdir().unwrap();
        let [path, complete] = ["run.incomplete.mcap", "run.mcap"].map(|name| folder.path().join(name));
        let mut file = create_locked(&path, Existing::Kept).unwrap();
        std::io::Write::write_all(&mut file, b"new").unwrap();
        std::fs::write(&complete, "mine").unwrap();
        let refused = publish(&file, &path, &complete, Existing::Kept).unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::AlreadyExists);
        assert_eq!([&path, &complete].map(|file| std::fs::read(file).unwrap()), [&b"new"[..], b"mine"]);
        publish(&file, &path, &complete, Existing::Replaced).unwrap();
        assert!(!path.exists() && std::fs::read(&complete).unwrap() == b"new");
    }

    #[cfg(unix)]
    #[test]
    fn a_moved_file_is_not_published() {
        let folder = tempfile::tempdir().unwrap();
        let [path, complete, moved] =
            ["run.incomplete.mcap", "run.mcap", "moved.mcap"].map(|name| folder.path().join(name));
        let file = create_locked(&path, Existing::Kept).unwrap();
        std::fs::rename(&path, &moved).unwrap();
        for _ in 0..2 {
            for existing in [Existing::Kept, Existing::Replaced] {
                assert_eq!(publish(&file, &path, &complete, existing).unwrap_err().kind(), ErrorKind::NotFound);
            }
            // By the second time, another run's file exists.
            std::fs::write(&path, "another run's").unwrap();
        }
        assert!(!complete.exists() && moved.exists() && std::fs::read(&path).unwrap() == b"another run's");
    }

    #[cfg(unix)]
    #[test]
    fn a_folder_is_locked_for_other_programs_and_shared_in_this_one() {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("deep/out");
        let [first, second] = [(); 2].map(|()| FolderLock::take(&folder).unwrap());
        // Another program has its own open file.
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
    fn an_unused_new_folder_is_removed() {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("out");
        drop(FolderLock::take(&folder).unwrap());
        assert!(!folder.exists());
        std::fs::create_dir(&folder).unwrap();
        drop(FolderLock::take(&folder).unwrap());
        assert!(folder.exists(), "it was there before");
    }
}
