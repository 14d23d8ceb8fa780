//! Files that are kept for later starts. Without them these starts only take longer.

use crate::files::open_regular;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Keeps something for later starts, whole or not at all. A folder that cannot be written only costs them some time.
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

/// Removes the files of a folder that were not written or marked as used for the longest time until the others fit.
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
        // Where it is in use and cannot be removed, the next one goes.
        if std::fs::remove_file(copy).is_ok() {
            bytes -= length;
        }
    }
}

/// The content of a regular file; none where it is something else, cannot be read or is larger than a limit, bytes.
pub(super) fn read_at_most(file: &Path, limit: usize) -> Option<Vec<u8>> {
    let open = open_regular(file, std::fs::File::options().read(true)).ok()?;
    let length = open.metadata().map_or(0, |file| file.len());
    // One more shows that there is no more.
    let room = usize::try_from(length).unwrap_or(usize::MAX).min(limit).saturating_add(1);
    let mut bytes = Vec::with_capacity(room);
    std::io::Read::read_to_end(&mut std::io::Read::take(open, limit as u64 + 1), &mut bytes).ok()?;
    (bytes.len() <= limit).then_some(bytes)
}
