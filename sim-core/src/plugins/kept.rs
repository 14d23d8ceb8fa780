//! Copies of libraries that this program has opened before and found fit: the next start opens them as they lie there, without
//! reading, copying or checking them again.

use super::cache;
use super::known::program;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

/// Size of all copies together, bytes; the oldest go first.
const MOST_BYTES: u64 = 512 << 20;

/// A copy that was used within this time is not marked as used again.
const RECENT: Duration = Duration::from_secs(24 * 3600);

/// Where the copy of a library is that this program has opened; none where it cannot tell what it is itself.
pub(super) fn place(cache: &Path, digest: &str) -> Option<PathBuf> {
    let program = program()?;
    Some(cache.join("libraries").join(format!("{digest}-{program}.{}", super::platform::SUFFIX)))
}

/// Whether there is a copy of so many bytes that this process has not opened yet: code that is opened twice would share its
/// statics. One of another length was cut off, as when the machine lost power while it was written.
pub(super) fn take(copy: &Path, bytes: u64, now: SystemTime) -> bool {
    static TAKEN: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    let Some(found) = std::fs::metadata(copy).ok().filter(|found| found.len() == bytes) else { return false };
    if !TAKEN.lock().unwrap_or_else(PoisonError::into_inner).insert(copy.to_path_buf()) {
        return false;
    }
    let used = found.modified().ok();
    if used.is_none_or(|used| now.duration_since(used).is_ok_and(|since| since > RECENT)) {
        // A copy that looks old only goes sooner.
        let _ = std::fs::File::options().append(true).open(copy).and_then(|file| file.set_modified(now));
    }
    true
}

/// Keeps a library that was found fit.
pub(super) fn put(copy: &Path, bytes: &[u8]) {
    cache::store(copy, bytes);
    if let Some(folder) = copy.parent() {
        cache::tidy(folder, MOST_BYTES);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_is_taken_once_and_only_where_it_is() {
        let cache = tempfile::tempdir().unwrap();
        let copy = place(cache.path(), "d1").unwrap();
        let now = SystemTime::now();
        assert!(!take(&copy, 4, now), "nothing is kept");
        put(&copy, b"code");
        assert_eq!(std::fs::read(&copy).unwrap(), b"code");
        assert!(!take(&copy, 5, now), "it was cut off");
        assert!(take(&copy, 4, now));
        assert!(!take(&copy, 4, now), "it has been opened");
    }

    #[test]
    fn what_was_not_used_for_long_goes_first() {
        let cache = tempfile::tempdir().unwrap();
        let start = SystemTime::now() - 40 * RECENT;
        let copies = [0, 1, 2].map(|number| {
            let copy = cache.path().join(format!("{number}"));
            std::fs::write(&copy, [0; 100]).unwrap();
            let used = start + RECENT * number;
            std::fs::File::options().append(true).open(&copy).unwrap().set_modified(used).unwrap();
            copy
        });
        assert!(take(&copies[0], 100, SystemTime::now()), "it is used again");
        cache::tidy(cache.path(), 250);
        assert_eq!(copies.each_ref().map(|copy| copy.is_file()), [true, false, true]);
    }
}
