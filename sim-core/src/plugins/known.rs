//! Cached information about library files. A file that is unchanged since an earlier start need not be read before one of its
//! components is used.

use super::limits::MAX_MANIFEST_LEN;
use super::said::ParsedManifest;
use super::{cache, platform};
use crate::digest::sha256_half;
use serde::{Deserialize, Serialize};
use sim_abi::declare::Kind;
use sim_abi::ffi::module::AbiStamp;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::{Duration, SystemTime};

/// Version of the cache format.
const FORMAT: u32 = 3;

/// Maximum size of all records, bytes; the oldest are removed first.
const MAX_BYTES: u64 = 32 << 20;

/// A file changed more recently than this may change again without its times showing it: file system timestamps are coarse.
const UNSETTLED: Duration = Duration::from_secs(2);

/// Evidence that a file is the one that was read and has not been written since.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Mark {
    /// Device, inode number, size and the like, as far as the platform has them.
    identity: Vec<u64>,
    /// Modification times of the content and of the metadata, ns since 1970.
    times: Vec<u64>,
}

impl Mark {
    /// The current mark of a file; `None` if the platform does not report it.
    pub(super) fn of(file: &Path) -> Option<Self> {
        let (identity, times) = platform::identity(&std::fs::metadata(file).ok()?)?;
        Some(Self { identity, times })
    }

    /// Whether a further change would be visible.
    fn is_settled(&self, now: SystemTime) -> bool {
        let Ok(now) = now.duration_since(SystemTime::UNIX_EPOCH) else { return false };
        self.times.iter().all(|time| Duration::from_nanos(*time) + UNSETTLED < now)
    }
}

/// A library as found by an earlier start.
pub(super) struct CachedLibrary {
    pub(super) digest: String,
    pub(super) stamp: AbiStamp,
    pub(super) said: ParsedManifest,
}

/// The first line of a record; the manifest follows verbatim.
#[derive(Serialize, Deserialize)]
struct CacheRecord {
    format: u32,
    /// The build of the program that checked the library: another build may have different requirements.
    program: String,
    file: PathBuf,
    mark: Mark,
    digest: String,
    /// ABI version of the library.
    built_for: (u32, u32),
    ids: Vec<(Kind, String)>,
    /// CRC-32 of the digest and the manifest.
    check: u32,
}

/// Identifies this build of the program; `None` if it cannot be determined.
pub(super) fn program() -> Option<&'static str> {
    static PROGRAM: OnceLock<Option<String>> = OnceLock::new();
    let program = || {
        let mark = Mark::of(&std::env::current_exe().ok()?)?;
        Some(sha256_half(&serde_json::to_vec(&mark).ok()?))
    };
    PROGRAM.get_or_init(program).as_deref()
}

/// Path of a file's record.
fn place(cache: &Path, file: &Path, program: &str) -> PathBuf {
    let name = sha256_half([file.as_os_str().as_encoded_bytes(), b"\0", program.as_bytes()].concat());
    cache.join("files").join(format!("{name}.json"))
}

/// The cached information about a file with this mark; `None` if no record is usable.
pub(super) fn recall(cache: &Path, file: &Path, mark: &Mark) -> Option<CachedLibrary> {
    let (file, program) = (std::path::absolute(file).ok()?, program()?);
    let bytes = cache::read_at_most(&place(cache, &file, program), 2 * MAX_MANIFEST_LEN)?;
    let text = String::from_utf8(bytes).ok()?;
    let (first, manifest) = text.split_once('\n')?;
    let record: CacheRecord = serde_json::from_str(first).ok()?;
    let fits = (record.format, record.program.as_str(), &record.file, &record.mark) == (FORMAT, program, &file, mark);
    if !fits || checksum(&record.digest, manifest) != record.check {
        return None;
    }
    let (major, minor) = record.built_for;
    // Libraries that abort on panic are refused, so they are never in the cache.
    let stamp = AbiStamp { major, minor, ..AbiStamp::new(true) };
    Some(CachedLibrary {
        digest: record.digest,
        stamp,
        said: ParsedManifest::checked(record.ids, manifest.to_string()),
    })
}

fn checksum(digest: &str, manifest: &str) -> u32 {
    crc32fast::hash([digest, manifest].concat().as_bytes())
}

/// Removes the record of a file.
pub(super) fn forget(cache: &Path, file: &Path) {
    if let (Ok(file), Some(program)) = (std::path::absolute(file), program()) {
        // If it cannot be removed, the library is refused again.
        let _ = std::fs::remove_file(place(cache, &file, program));
    }
}

/// Caches the information from reading a file that had this mark at the time, unless a later change might not be visible. Returns
/// whether it was cached.
pub(super) fn keep(
    cache: &Path,
    file: &Path,
    mark: &Mark,
    (digest, stamp): (&str, &AbiStamp),
    (manifest, said): (&str, &ParsedManifest),
    now: SystemTime,
) -> bool {
    let (Ok(file), Some(program)) = (std::path::absolute(file), program()) else { return false };
    if !mark.is_settled(now) || Mark::of(&file).as_ref() != Some(mark) {
        return false;
    }
    let (place, digest, ids) = (place(cache, &file, program), digest.to_string(), said.ids().to_vec());
    let (program, built_for) = (program.to_string(), (stamp.major, stamp.minor));
    let check = checksum(&digest, manifest);
    let record = CacheRecord { format: FORMAT, program, file, mark: mark.clone(), digest, built_for, ids, check };
    let first = serde_json::to_string(&record).expect("invariant: cached data has string keys");
    cache::store(&place, format!("{first}\n{manifest}").as_bytes());
    if let Some(folder) = place.parent() {
        cache::tidy(folder, MAX_BYTES);
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    const MANIFEST: &str =
        r#"{"name": "x", "version": "1.0.0", "sim_abi": "2.0", "components": [{"id": "a/b", "kind": "sensor"}]}"#;

    /// A file written long before `now`.
    fn file() -> (tempfile::TempDir, PathBuf, SystemTime) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("libx.so");
        std::fs::write(&file, "code").unwrap();
        (folder, file, SystemTime::now() + 2 * UNSETTLED)
    }

    fn learn(folder: &Path, file: &Path, now: SystemTime) -> Option<Mark> {
        let mark = Mark::of(file)?;
        let said = ParsedManifest::of(crate::plugins::said::parse_manifest(MANIFEST).unwrap());
        keep(folder, file, &mark, ("d1", &AbiStamp::new(true)), (MANIFEST, &said), now).then_some(mark)
    }

    #[test]
    fn a_file_that_nobody_has_touched_is_known() {
        let (folder, file, now) = file();
        let mark = learn(folder.path(), &file, now).unwrap();
        let known = recall(folder.path(), &file, &mark).unwrap();
        assert_eq!((known.digest.as_str(), known.said.manifest().name.as_str()), ("d1", "x"));
        assert_eq!(known.stamp, AbiStamp::new(true));
        assert!(recall(folder.path(), &folder.path().join("liby.so"), &mark).is_none(), "another file");
    }

    #[test]
    fn one_that_was_written_replaced_or_touched_is_not() {
        let (folder, file, now) = file();
        let forgotten = |what: &str| {
            let mark = Mark::of(&file).unwrap();
            assert!(recall(folder.path(), &file, &mark).is_none(), "{what}");
            learn(folder.path(), &file, now).unwrap();
            assert!(recall(folder.path(), &file, &mark).is_some(), "{what}");
        };
        learn(folder.path(), &file, now).unwrap();
        std::thread::sleep(Duration::from_millis(20));
        std::fs::write(&file, "edoc").unwrap();
        forgotten("other content of the same length");
        let times = std::fs::metadata(&file).unwrap().modified().unwrap();
        let other = folder.path().join("other");
        std::fs::write(&other, "more").unwrap();
        std::fs::File::open(&other).unwrap().set_modified(times).unwrap();
        std::fs::rename(&other, &file).unwrap();
        forgotten("another file of the same length and time of change in its place");
    }

    #[test]
    fn recently_written_files_are_not_cached_and_corrupt_records_are_ignored() {
        let (folder, file, now) = file();
        assert!(
            learn(folder.path(), &file, SystemTime::now()).is_none(),
            "it may be written again within the same tick"
        );
        let mark = learn(folder.path(), &file, now).unwrap();
        let record = place(folder.path(), &file, program().unwrap());
        let text = std::fs::read_to_string(&record).unwrap();
        for spoilt in [
            text.replace("\"format\":3", "\"format\":9"),
            text.replace("\"d1\"", "\"d2\""),
            text[..text.len() / 2].to_string(),
            text.replace("a/b", "a/c"),
        ] {
            std::fs::write(&record, spoilt).unwrap();
            assert!(recall(folder.path(), &file, &mark).is_none());
        }
    }
}
