//! Discarded recovery files: kept for a month in case of a mistake.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::disk::{FileError, write_whole};
use crate::recovery_file::{ENDING, lock_of};

/// Subfolder of the recovery folder for discarded files.
const FOLDER: &str = "discarded";

/// How many days discarded recovery files are kept.
pub const DISCARDED_DAYS: u64 = 30;

/// Moves a recovery file, readable or not, to the subfolder `discarded` and returns its new path. It is kept there for
/// [`DISCARDED_DAYS`]; if moved back, it is offered again.
///
/// # Errors
/// The error of the system; the file has not been moved.
pub fn discard(file: &Path) -> Result<PathBuf, FileError> {
    let folder = file.parent().unwrap_or(Path::new("")).join(FOLDER);
    std::fs::create_dir_all(&folder).map_err(|error| FileError::writing(&folder, &error))?;
    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let stem = name.trim_end_matches(ENDING);
    let names = (1_u32..).map(|number| format!("{stem}-{number}{ENDING}"));
    let free = std::iter::once(name.clone()).chain(names).map(|name| folder.join(name)).find(|path| !path.exists());
    let place = free.unwrap_or_else(|| folder.join(&name));
    // Copied rather than renamed, so that the days count from now.
    let bytes = std::fs::read(file).map_err(|error| FileError::reading(file, &error))?;
    write_whole(&place, &bytes)?;
    std::fs::remove_file(file).map_err(|error| FileError::writing(file, &error))?;
    // A lock without its file is useless.
    let _ = std::fs::remove_file(lock_of(file));
    Ok(place)
}

/// Removes files that were discarded more than [`DISCARDED_DAYS`] before `now`. Files that cannot be removed stay.
pub fn remove_old_discarded(folder: &Path, now: SystemTime) {
    let month = Duration::from_secs(DISCARDED_DAYS * 24 * 60 * 60);
    for entry in std::fs::read_dir(folder.join(FOLDER)).into_iter().flatten().flatten() {
        let written = entry.metadata().and_then(|meta| meta.modified()).ok();
        let old = written.is_some_and(|written| now.duration_since(written).is_ok_and(|age| age > month));
        if old && entry.file_name().to_string_lossy().ends_with(ENDING) {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}
