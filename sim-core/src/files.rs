//! Files that are written whole or not at all.

use std::io::{Error, ErrorKind, Result, Write};
use std::path::Path;

/// Writes a file as a whole: readers see the old content or the new one, never a part. Its permissions stay, and a symbolic
/// link keeps pointing to it. What is no file on a disk, such as `/dev/stdout`, is written to as it is.
///
/// # Errors
/// What the system says; a file that was there is then as before.
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
    builder.prefix(".saving-").suffix(".tmp");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // As any new file: the mask of the process takes away what it should.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder).map_err(|error| Error::from(error.kind()))?;
    file.write_all(bytes).and_then(|()| file.as_file().sync_all())?;
    if let Some(permissions) = permissions {
        file.as_file().set_permissions(permissions)?;
    }
    file.persist(&target).map(drop).map_err(|error| error.error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_whole_and_its_neighbours_stay() {
        let folder = tempfile::tempdir().unwrap();
        let (path, other) = (folder.path().join("a.txt"), folder.path().join("b.txt"));
        std::fs::write(&other, "mine").unwrap();
        write_whole(&path, b"first").unwrap();
        write_whole(&path, b"second").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"second");
        assert!(write_whole(&folder.path().join("nowhere/a.txt"), b"x").is_err());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2, "nothing is left of the writing");
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
