//! Cache files. Without them, later starts only take longer.

use crate::files::open_regular;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Writes a cache file atomically. Errors are ignored: a read-only folder only makes later starts slower.
pub(super) fn store(place: &Path, content: &[u8]) {
    let write = || -> std::io::Result<()> {
        let folder = place.parent().unwrap_or(Path::new("."));
        std::fs::create_dir_all(folder)?;
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        std::io::Write::write_all(&mut file, content)?;
        file.persist(place).map_err(|error| error.error)?;
        Ok(())
    };
    let _ = write();
}

/// Removes the least recently written or used files of a folder until at most `most` bytes are left.
pub(super) fn tidy(folder: &Path, most: u64) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let described = |entry: std::fs::DirEntry| {
        let metadata = entry.metadata().ok()?;
        Some((metadata.modified().ok()?, metadata.len(), entry.path()))
    };
    let mut copies: Vec<(SystemTime, u64, PathBuf)> = entries.flatten().filter_map(described).collect();
    copies.sort();
    let mut bytes: u64 = copies.iter().map(|(_, bytes, _)| bytes).sum();
    for (_, length, copy) in copies {
        if bytes <= most {
            return;
        }
        // If it is in use and cannot be removed, the next one is.
        if std::fs::remove_file(copy).is_ok() {
            bytes -= length;
        }
    }
}

/// The content of a regular file; `None` for other kinds of files, on errors, or if it is larger than `limit` bytes.
pub(super) fn read_at_most(file: &Path, limit: usize) -> Option<Vec<u8>> {
    let open = open_regular(file, std::fs::File::options().read(true)).ok()?;
    let length = open.metadata().map_or(0, |file| file.len());
    // One more byte detects the end of the file.
    let room = usize::try_from(length).unwrap_or(usize::MAX).min(limit).saturating_add(1);
    let mut bytes = Vec::with_capacity(room);
    std::io::Read::read_to_end(&mut std::io::Read::take(open, limit as u64 + 1), &mut bytes).ok()?;
    (bytes.len() <= limit).then_some(bytes)
}
