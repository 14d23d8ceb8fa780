//! Cached copies of libraries that this program has opened and checked before: the next start opens them without checking again. A copy
//! is used only if its digest matches the library.

use super::cache;
use super::known::program;
use crate::digest::sha256;
use crate::files::open_regular;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// Maximum size of all copies, bytes; the oldest are removed first.
const MAX_BYTES: u64 = 512 << 20;

/// The timestamp of a copy used within this time is not updated.
const RECENT: Duration = Duration::from_secs(24 * 3600);

/// Path of the cached copy of a library opened by this build of the program; `None` if the build cannot be identified.
pub(super) fn place(cache: &Path, digest: &str) -> Option<PathBuf> {
    let program = program()?;
    Some(cache.join("libraries").join(format!("{digest}-{program}.{}", super::platform::SUFFIX)))
}

/// A copy in the cache.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum CachedCopy {
    /// The content of the library, with its digest verified.
    Verified(Vec<u8>),
    /// Different content: modified, or truncated, for example by a power failure while it was written.
    Damaged,
    /// No copy.
    Missing,
}

/// Reads the copy of the library with this digest and size in bytes, and marks it as used.
pub(super) fn read(copy: &Path, digest: &str, bytes: u64, now: SystemTime) -> CachedCopy {
    let Ok(found) = std::fs::symlink_metadata(copy) else { return CachedCopy::Missing };
    let limit = usize::try_from(bytes).unwrap_or(usize::MAX);
    let content = cache::read_at_most(copy, limit).filter(|content| sha256(content) == digest);
    let Some(content) = content else { return CachedCopy::Damaged };
    let used = found.modified().ok();
    if used.is_none_or(|used| now.duration_since(used).is_ok_and(|since| since > RECENT)) {
        // If this fails, the copy is only removed earlier.
        let _ = open_regular(copy, std::fs::File::options().append(true)).and_then(|file| file.set_modified(now));
    }
    CachedCopy::Verified(content)
}

/// Caches a checked library.
pub(super) fn put(copy: &Path, bytes: &[u8]) {
    cache::store(copy, bytes);
    if let Some(folder) = copy.parent() {
        cache::tidy(folder, MAX_BYTES);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_is_used_only_if_it_has_the_digest_of_the_library() {
        let cache = tempfile::tempdir().unwrap();
        let digest = sha256("code");
        let copy = place(cache.path(), &digest).unwrap();
        let read = || read(&copy, &digest, 4, SystemTime::now());
        assert_eq!(read(), CachedCopy::Missing);
        put(&copy, b"code");
        assert_eq!(read(), CachedCopy::Verified(b"code".to_vec()));
        for damaged in ["edoc", "cod", "code and more", "", "\0\0\0\0"] {
            put(&copy, damaged.as_bytes());
            assert_eq!(read(), CachedCopy::Damaged, "{damaged:?}");
        }
        put(&copy, b"code");
        assert_eq!(read(), CachedCopy::Verified(b"code".to_vec()), "it was replaced");
    }

    #[cfg(unix)]
    #[test]
    fn what_is_not_a_regular_file_is_damaged_and_replaced() {
        let cache = tempfile::tempdir().unwrap();
        let digest = sha256("code");
        let copy = place(cache.path(), &digest).unwrap();
        let read = || read(&copy, &digest, 4, SystemTime::now());
        let other = cache.path().join("other");
        std::fs::write(&other, "code").unwrap();
        std::fs::create_dir_all(copy.parent().unwrap()).unwrap();
        let (private, link) = (nix::sys::stat::Mode::S_IRWXU, |to: &Path| std::os::unix::fs::symlink(to, &copy));
        let others: [&dyn Fn(); 4] = [
            // Without a writer, opening it for reading would block forever.
            &|| nix::unistd::mkfifo(&copy, private).unwrap(),
            &|| link(&other).unwrap(),
            &|| link(Path::new("/dev/zero")).unwrap(),
            &|| link(Path::new("nowhere")).unwrap(),
        ];
        for (number, make) in others.into_iter().enumerate() {
            make();
            assert_eq!(read(), CachedCopy::Damaged, "{number}");
            put(&copy, b"code");
            assert_eq!(read(), CachedCopy::Verified(b"code".to_vec()), "{number}");
            std::fs::remove_file(&copy).unwrap();
        }
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
        let digest = sha256([0; 100]);
        let used = read(&copies[0], &digest, 100, SystemTime::now());
        assert_eq!(used, CachedCopy::Verified(vec![0; 100]));
        cache::tidy(cache.path(), 250);
        assert_eq!(copies.each_ref().map(|copy| copy.is_file()), [true, false, true]);
    }
}
