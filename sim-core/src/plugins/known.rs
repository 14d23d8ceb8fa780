//! What an earlier start has learnt of a library file. A file that nobody has touched since need not be read before a component
//! of it is used.

use super::library::parse_manifest;
use super::limits::LONGEST_MANIFEST;
use super::{describe, platform};
use crate::digest::sha256_half;
use serde::{Deserialize, Serialize};
use sim_abi::declare::Manifest;
use sim_abi::ffi::module::{ABI_MAJOR, ABI_MINOR, AbiStamp};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// Version of the form in which it is kept.
const FORMAT: u32 = 1;

/// A file that was changed so recently may change again without its times showing it: clocks of file systems are coarse.
const UNSETTLED: Duration = Duration::from_secs(2);

/// What shows that a file is the one that was read and has not been written since.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Mark {
    /// Device, number of the file, size and the like, as far as the system has them.
    identity: Vec<u64>,
    /// Times of the last change of content and of anything, ns since 1970.
    times: Vec<u64>,
}

impl Mark {
    /// That of a file as it is now; none where the system cannot tell.
    pub(super) fn of(file: &Path) -> Option<Self> {
        let (identity, times) = platform::identity(&std::fs::metadata(file).ok()?)?;
        Some(Self { identity, times })
    }

    /// Whether a further change would show.
    fn is_settled(&self, now: SystemTime) -> bool {
        let Ok(now) = now.duration_since(SystemTime::UNIX_EPOCH) else { return false };
        self.times.iter().all(|time| Duration::from_nanos(*time) + UNSETTLED < now)
    }
}

/// A library as an earlier start has found it.
pub(super) struct Known {
    pub(super) digest: String,
    pub(super) stamp: AbiStamp,
    pub(super) manifest: Manifest,
}

#[derive(Serialize, Deserialize)]
struct Kept {
    format: u32,
    /// Contract of the program that has checked it.
    abi: (u32, u32),
    file: PathBuf,
    mark: Mark,
    digest: String,
    /// Contract of the library.
    built_for: (u32, u32),
    manifest: String,
}

/// Where a file's record is.
fn place(cache: &Path, file: &Path) -> PathBuf {
    let name = sha256_half(file.as_os_str().as_encoded_bytes());
    cache.join("files").join(format!("{name}.json"))
}

/// What is known of a file that has this mark; none if there is nothing that can be used.
pub(super) fn recall(cache: &Path, file: &Path, mark: &Mark) -> Option<Known> {
    let file = std::path::absolute(file).ok()?;
    let bytes = describe::read_at_most(&place(cache, &file), 2 * LONGEST_MANIFEST)?;
    let kept: Kept = serde_json::from_slice(&bytes).ok()?;
    let fits = (kept.format, kept.abi, &kept.file, &kept.mark) == (FORMAT, (ABI_MAJOR, ABI_MINOR), &file, mark);
    let manifest = if fits { parse_manifest(&kept.manifest).ok()? } else { return None };
    let (major, minor) = kept.built_for;
    // A library whose panics abort has been refused, so none is known.
    Some(Known { digest: kept.digest, stamp: AbiStamp { major, minor, ..AbiStamp::new(true) }, manifest })
}

/// Keeps what was learnt of a file by reading it while it had this mark, unless a later change might not show. Whether it does.
pub(super) fn keep(
    cache: &Path,
    file: &Path,
    mark: &Mark,
    (digest, stamp, manifest): (&str, &AbiStamp, &str),
    now: SystemTime,
) -> bool {
    let Ok(file) = std::path::absolute(file) else { return false };
    if !mark.is_settled(now) || Mark::of(&file).as_ref() != Some(mark) {
        return false;
    }
    let (place, digest, manifest) = (place(cache, &file), digest.to_string(), manifest.to_string());
    let (abi, built_for) = ((ABI_MAJOR, ABI_MINOR), (stamp.major, stamp.minor));
    describe::store_json(&place, &Kept { format: FORMAT, abi, file, mark: mark.clone(), digest, built_for, manifest });
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    const MANIFEST: &str = r#"{"name": "x", "version": "1.0.0", "sim_abi": "2.0", "components": []}"#;

    /// A file that was written long ago as seen from `now`.
    fn file() -> (tempfile::TempDir, PathBuf, SystemTime) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("libx.so");
        std::fs::write(&file, "code").unwrap();
        (folder, file, SystemTime::now() + 2 * UNSETTLED)
    }

    fn learn(folder: &Path, file: &Path, now: SystemTime) -> Option<Mark> {
        let mark = Mark::of(file)?;
        keep(folder, file, &mark, ("d1", &AbiStamp::new(true), MANIFEST), now).then_some(mark)
    }

    #[test]
    fn a_file_that_nobody_has_touched_is_known() {
        let (folder, file, now) = file();
        let mark = learn(folder.path(), &file, now).unwrap();
        let known = recall(folder.path(), &file, &mark).unwrap();
        assert_eq!((known.digest.as_str(), known.manifest.name.as_str()), ("d1", "x"));
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
    fn a_file_that_was_written_just_now_is_not_kept_and_a_spoilt_record_is_none() {
        let (folder, file, now) = file();
        assert!(
            learn(folder.path(), &file, SystemTime::now()).is_none(),
            "it may be written again within the same tick"
        );
        let mark = learn(folder.path(), &file, now).unwrap();
        let record = place(folder.path(), &file);
        let text = std::fs::read_to_string(&record).unwrap();
        for spoilt in
            [text.replace("\"format\":1", "\"format\":9"), text[..text.len() / 2].to_string(), text.replace("[]", "7")]
        {
            std::fs::write(&record, spoilt).unwrap();
            assert!(recall(folder.path(), &file, &mark).is_none());
        }
    }
}
