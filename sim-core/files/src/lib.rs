//! Files: whole files are written atomically and read with a limit; RON and JSON are read with the place of each value; outputs are locked,
//! files watched and digested; where the installation, the folders of the user and the installed packs are.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![deny(missing_docs)]

pub mod activity;
pub mod digest;
pub mod installation;
pub mod output_lock;
pub mod packs;
pub mod text;
mod user_folders;
#[cfg(feature = "watch")]
pub mod watch;

pub use user_folders::{moved_once, user_cache, user_folder};

use std::fs::{File, OpenOptions};
use std::io::{Error, ErrorKind, Read, Result, Write};
use std::path::Path;

/// Replaces the content of a file atomically: readers see either the old or the new content. Permissions and symbolic links are kept. A
/// special file, such as `/dev/stdout`, is written to directly.
///
/// # Errors
/// System errors; an existing file is then unchanged.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<()> {
    let target = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let old = std::fs::metadata(&target).ok();
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        return std::fs::write(&target, bytes);
    }
    let permissions = old.map(|old| old.permissions());
    if permissions.as_ref().is_some_and(std::fs::Permissions::readonly) {
        return Err(Error::new(ErrorKind::PermissionDenied, "the file is write-protected"));
    }
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(UNSAVED.0).suffix(UNSAVED.1);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // Like any new file: the umask of the process applies.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder).map_err(|error| Error::from(error.kind()))?;
    file.write_all(bytes).and_then(|()| file.as_file().sync_all())?;
    if let Some(permissions) = permissions {
        file.as_file().set_permissions(permissions)?;
    }
    file.persist(&target).map(drop).map_err(|error| error.error)
}

/// Prefix and suffix of temporary files of [`write_whole`].
const UNSAVED: (&str, &str) = (".saving-", ".tmp");

/// Removes temporary files that interrupted calls of [`write_whole`] left in a folder. No other program may be writing there.
pub fn remove_unsaved(folder: &Path) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with(UNSAVED.0) && name.ends_with(UNSAVED.1) {
            // If it cannot be removed now, the next call tries again.
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

/// Reason why a file is not read.
#[derive(Debug)]
pub enum Unreadable {
    /// A folder, a pipe, a device or the like.
    Irregular,
    /// Larger than the limit.
    TooLarge,
    /// System error.
    System(Error),
}

impl Unreadable {
    /// The reason, to follow the name of the file.
    pub fn reason(&self, most: u64) -> String {
        match self {
            Self::System(error) if error.kind() == ErrorKind::NotFound => "file not found".to_string(),
            Self::System(error) => error.to_string(),
            Self::Irregular => "not a regular file".to_string(),
            Self::TooLarge => format!("larger than {most} MB", most = most / MB),
        }
    }
}

/// Bytes per megabyte.
pub const MB: u64 = 1_000_000;

/// Checks that a path is a regular file, or a link to one, of at most `most` bytes.
///
/// # Errors
/// See [`Unreadable`].
pub fn check_regular(path: &Path, most: u64) -> std::result::Result<(), Unreadable> {
    let meta = std::fs::metadata(path).map_err(Unreadable::System)?;
    match meta.is_file() {
        false => Err(Unreadable::Irregular),
        true if meta.len() > most => Err(Unreadable::TooLarge),
        true => Ok(()),
    }
}

/// Opens a regular file that is not a link. Does not block on anything else, such as a pipe without a writer.
///
/// # Errors
/// [`ErrorKind::InvalidInput`] if it is not a regular file, and system errors.
pub fn open_regular(path: &Path, options: &mut OpenOptions) -> Result<File> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags((nix::fcntl::OFlag::O_NONBLOCK | nix::fcntl::OFlag::O_NOFOLLOW).bits());
    }
    #[cfg(not(unix))]
    if !std::fs::symlink_metadata(path)?.is_file() {
        return Err(ErrorKind::InvalidInput.into());
    }
    let file = options.open(path)?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(ErrorKind::InvalidInput.into()) }
}

/// Reads a regular file, or the target of a link, of at most `most` bytes. Does not open files that may be endless or block the reader.
///
/// # Errors
/// See [`Unreadable`].
pub fn read_regular(path: &Path, most: u64) -> std::result::Result<Vec<u8>, Unreadable> {
    check_regular(path, most)?;
    let mut bytes = Vec::new();
    // It may grow while it is read, and some system files do not report their length.
    let mut file = File::open(path).map_err(Unreadable::System)?.take(most + 1);
    file.read_to_end(&mut bytes).map_err(Unreadable::System)?;
    if bytes.len() as u64 > most { Err(Unreadable::TooLarge) } else { Ok(bytes) }
}

/// The content of a regular file that is not a link, of at most `limit` bytes; `None` for others, and on errors.
pub fn read_at_most(file: &Path, limit: usize) -> Option<Vec<u8>> {
    let open = open_regular(file, File::options().read(true)).ok()?;
    let length = open.metadata().map_or(0, |file| file.len());
    // One more byte detects the end of the file.
    let room = usize::try_from(length).unwrap_or(usize::MAX).min(limit).saturating_add(1);
    let mut bytes = Vec::with_capacity(room);
    open.take(limit as u64 + 1).read_to_end(&mut bytes).ok()?;
    (bytes.len() <= limit).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn only_regular_files_of_a_limited_size_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let [path, soft, pipe] = ["a.txt", "soft.txt", "pipe"].map(|name| folder.path().join(name));
        std::fs::write(&path, "mine").unwrap();
        std::os::unix::fs::symlink(&path, &soft).unwrap();
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        for irregular in [Path::new("/dev/zero"), folder.path()] {
            assert!(matches!(read_regular(irregular, 100), Err(Unreadable::Irregular)), "{irregular:?}");
        }
        if made.is_ok_and(|status| status.success()) {
            assert!(matches!(read_regular(&pipe, 100), Err(Unreadable::Irregular)));
        }
        assert_eq!(read_regular(&soft, 4).unwrap(), b"mine");
        assert!(matches!(read_regular(&soft, 3), Err(Unreadable::TooLarge)));
        assert!(matches!(read_regular(&folder.path().join("none"), 9), Err(Unreadable::System(_))));
    }

    #[test]
    fn a_file_is_replaced_whole_and_its_neighbors_stay() {
        let folder = tempfile::tempdir().unwrap();
        let (path, other) = (folder.path().join("a.txt"), folder.path().join("b.txt"));
        std::fs::write(&other, "mine").unwrap();
        write_whole(&path, b"first").unwrap();
        write_whole(&path, b"second").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"second");
        assert!(write_whole(&folder.path().join("nowhere/a.txt"), b"x").is_err());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2, "no temporary file is left");
    }

    #[cfg(unix)]
    #[test]
    fn another_name_of_the_same_file_keeps_its_content() {
        let folder = tempfile::tempdir().unwrap();
        let [path, hard, soft] = ["a.txt", "hard.txt", "soft.txt"].map(|name| folder.path().join(name));
        std::fs::write(&path, "mine").unwrap();
        std::fs::hard_link(&path, &hard).unwrap();
        std::os::unix::fs::symlink(&path, &soft).unwrap();
        write_whole(&soft, b"new").unwrap();
        assert_eq!((std::fs::read(&path).unwrap(), std::fs::read(&hard).unwrap()), (b"new".to_vec(), b"mine".to_vec()));
        assert!(std::fs::symlink_metadata(&soft).unwrap().is_symlink());
    }
}
