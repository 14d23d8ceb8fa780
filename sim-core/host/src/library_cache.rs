//! Cached information about library files, so that later starts need not read, describe or check them again. Without it, starts
//! only take longer, so errors are ignored.
//!
//! ```text
//! files/PATH-PROGRAM.json          digest, ABI version and manifest of the file at a path (its digest), while its mark is unchanged
//! described/SHA256-PROGRAM.json    manifest of a library, from a child process
//! failed/SHA256-PROGRAM.json       reason why a child process could not describe a library
//! libraries/SHA256-PROGRAM.so      copy of a library that this program has opened and checked
//! ```
//!
//! `PROGRAM` identifies this build of the program: another build may have different requirements.

use super::limits::MAX_MANIFEST_LEN;
use super::manifest::{ParsedManifest, parse_manifest};
use super::platform;
use serde::{Deserialize, Serialize};
use sim_abi::declare::Kind;
use sim_abi::ffi::module::AbiStamp;
use sim_diagnostics::{Code, Diagnostic};
use sim_files::digest::{sha256, sha256_half};
use sim_files::{open_regular, read_at_most};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::{Duration, SystemTime};

const FILES: &str = "files";
const DESCRIBED: &str = "described";
const FAILED: &str = "failed";
const COPIES: &str = "libraries";

/// Version of the format of the records.
const FORMAT: u32 = 4;

/// Maximum size of the cache, bytes; the least recently used entries are removed first.
const MAX_BYTES: u64 = 512 << 20;

/// The timestamp of a copy used within this time is not updated.
const RECENT: Duration = Duration::from_secs(24 * 3600);

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

/// Path of an entry; `None` if this build of the program cannot be identified.
fn place(cache: &Path, folder: &str, key: &str) -> Option<PathBuf> {
    static PROGRAM: OnceLock<Option<String>> = OnceLock::new();
    let program = || {
        let mark = Mark::of(&std::env::current_exe().ok()?)?;
        Some(sha256_half(&serde_json::to_vec(&mark).ok()?))
    };
    let program = PROGRAM.get_or_init(program).as_deref()?;
    let suffix = if folder == COPIES { platform::SUFFIX } else { "json" };
    Some(cache.join(folder).join(format!("{key}-{program}.{suffix}")))
}

/// Writes an entry atomically, and removes others if the cache is too large.
fn store(cache: &Path, place: &Path, content: &[u8]) {
    let write = || -> std::io::Result<()> {
        let folder = place.parent().unwrap_or(Path::new("."));
        std::fs::create_dir_all(folder)?;
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        std::io::Write::write_all(&mut file, content)?;
        file.persist(place).map_err(|error| error.error)?;
        Ok(())
    };
    let _ = write();
    tidy(cache, MAX_BYTES);
}

/// Removes the least recently written or used entries until at most `most` bytes are left.
fn tidy(cache: &Path, most: u64) {
    let folders = [FILES, DESCRIBED, FAILED, COPIES].into_iter();
    let entries = folders.filter_map(|folder| std::fs::read_dir(cache.join(folder)).ok()).flatten().flatten();
    let described = |entry: std::fs::DirEntry| {
        let metadata = entry.metadata().ok()?;
        Some((metadata.modified().ok()?, metadata.len(), entry.path()))
    };
    let mut entries: Vec<(SystemTime, u64, PathBuf)> = entries.filter_map(described).collect();
    entries.sort();
    let mut bytes: u64 = entries.iter().map(|(_, bytes, _)| bytes).sum();
    for (_, length, entry) in entries {
        if bytes <= most {
            return;
        }
        // If it is in use and cannot be removed, the next one is.
        if std::fs::remove_file(entry).is_ok() {
            bytes -= length;
        }
    }
}

/// A library as found by an earlier start.
pub(super) struct CachedLibrary {
    pub(super) digest: String,
    pub(super) stamp: AbiStamp,
    pub(super) manifest: ParsedManifest,
}

/// The first line of the record of a file; the manifest follows verbatim.
#[derive(Serialize, Deserialize)]
struct FileRecord {
    format: u32,
    file: PathBuf,
    mark: Mark,
    digest: String,
    /// ABI version of the library.
    built_for: (u32, u32),
    ids: Vec<(Kind, String)>,
    /// CRC-32 of the digest and the manifest.
    check: u32,
}

/// An absolute path, and the path of its record.
fn file_record(cache: &Path, file: &Path) -> Option<(PathBuf, PathBuf)> {
    let file = std::path::absolute(file).ok()?;
    let record = place(cache, FILES, &sha256_half(file.as_os_str().as_encoded_bytes()))?;
    Some((file, record))
}

/// The cached information about a file with this mark; `None` if no record is usable.
pub(super) fn recall_file(cache: &Path, file: &Path, mark: &Mark) -> Option<CachedLibrary> {
    let (file, record) = file_record(cache, file)?;
    let text = String::from_utf8(read_at_most(&record, 2 * MAX_MANIFEST_LEN)?).ok()?;
    let (first, manifest) = text.split_once('\n')?;
    let record: FileRecord = serde_json::from_str(first).ok()?;
    let fits = (record.format, &record.file, &record.mark) == (FORMAT, &file, mark);
    if !fits || checksum(&record.digest, manifest) != record.check {
        return None;
    }
    let (major, minor) = record.built_for;
    // Libraries that abort on panic are refused, so they are never in the cache.
    let stamp = AbiStamp { major, minor, ..AbiStamp::new(true) };
    let manifest = ParsedManifest::checked(record.ids, manifest.to_string());
    Some(CachedLibrary { digest: record.digest, stamp, manifest })
}

fn checksum(digest: &str, manifest: &str) -> u32 {
    crc32fast::hash([digest, manifest].concat().as_bytes())
}

/// Removes the record of a file.
pub(super) fn forget_file(cache: &Path, file: &Path) {
    // If it cannot be removed, the library is refused again.
    let _ = file_record(cache, file).map(|(_, record)| std::fs::remove_file(record));
}

/// Caches the information from reading a file that had this mark at the time, unless a later change might not be visible. Returns
/// whether it was cached.
pub(super) fn keep_file(
    cache: &Path,
    file: &Path,
    mark: &Mark,
    (digest, stamp): (&str, &AbiStamp),
    (text, manifest): (&str, &ParsedManifest),
    now: SystemTime,
) -> bool {
    let Some((file, place)) = file_record(cache, file) else { return false };
    if !mark.is_settled(now) || Mark::of(&file).as_ref() != Some(mark) {
        return false;
    }
    let (built_for, ids, check) = ((stamp.major, stamp.minor), manifest.ids().to_vec(), checksum(digest, text));
    let (mark, digest) = (mark.clone(), digest.to_string());
    let record = FileRecord { format: FORMAT, file, mark, digest, built_for, ids, check };
    let first = serde_json::to_string(&record).expect("invariant: cached data has string keys");
    store(cache, &place, format!("{first}\n{text}").as_bytes());
    true
}

/// A serialized diagnostic.
#[derive(Serialize, Deserialize)]
pub(super) struct Refusal {
    code: String,
    message: String,
    expected: Option<String>,
    found: Option<String>,
    help: Option<String>,
}

impl From<Diagnostic> for Refusal {
    fn from(diagnostic: Diagnostic) -> Self {
        let Diagnostic { code, message, expected, found, help, .. } = diagnostic;
        Self { code: code.to_string(), message, expected, found, help }
    }
}

impl From<Refusal> for Diagnostic {
    fn from(refusal: Refusal) -> Self {
        let Refusal { code, message, expected, found, help } = refusal;
        let code = Code::parse(&code).unwrap_or(Code::PluginUnreadable);
        let mut diagnostic = Diagnostic::error(code, message);
        [diagnostic.expected, diagnostic.found, diagnostic.help] = [expected, found, help];
        diagnostic
    }
}

/// What a child process returned about a library.
#[derive(Serialize, Deserialize)]
struct Description {
    format: u32,
    library: String,
    outcome: Result<String, Refusal>,
}

/// The cached manifest of the library with this digest, or the failure to get it; `None` if no record is usable.
pub(super) fn recall_description(cache: &Path, digest: &str) -> Option<Result<String, Diagnostic>> {
    let recall = |folder: &str| {
        let bytes = read_at_most(&place(cache, folder, digest)?, 2 * MAX_MANIFEST_LEN)?;
        let cached: Description = serde_json::from_slice(&bytes).ok()?;
        (cached.format == FORMAT && cached.library == digest).then_some(cached.outcome)
    };
    let usable = |outcome: &Result<String, Refusal>| outcome.as_ref().is_ok_and(|text| parse_manifest(text).is_ok());
    let outcome = recall(DESCRIBED).filter(usable).or_else(|| recall(FAILED))?;
    Some(outcome.map_err(|refusal| {
        let mut diagnostic = Diagnostic::from(refusal);
        let found = diagnostic.found.take().unwrap_or_default();
        let help = diagnostic.help.take().unwrap_or_default();
        diagnostic
            .with_found(format!("{found} (result of an earlier start)"))
            .with_help(format!("{help}; `sim doctor` queries it again, as does the first start after the file changes"))
    }))
}

/// Caches the manifest of a library, or a failure that would happen again.
pub(super) fn keep_description(cache: &Path, digest: &str, outcome: Result<&str, &Diagnostic>) {
    let folder = if outcome.is_ok() { DESCRIBED } else { FAILED };
    let Some(place) = place(cache, folder, digest) else { return };
    let outcome = outcome.map(str::to_string).map_err(|diagnostic| diagnostic.clone().into());
    let cached = Description { format: FORMAT, library: digest.to_string(), outcome };
    store(cache, &place, &serde_json::to_vec(&cached).expect("invariant: cached data has string keys"));
}

/// Removes all failures.
pub(super) fn forget_failures(cache: &Path) {
    let _ = std::fs::remove_dir_all(cache.join(FAILED));
}

/// Cached copy of a library for this build of the program, in a cache folder.
#[derive(Clone)]
pub(super) struct CachedCopy {
    cache: PathBuf,
    pub(super) file: PathBuf,
}

/// Content of a cached copy.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum CopyContent {
    /// The content of the library, with its digest verified.
    Verified(Vec<u8>),
    /// Different content: modified, or truncated, for example by a power failure while it was written.
    Damaged,
    /// No copy.
    Missing,
}

impl CachedCopy {
    /// The copy of the library with this digest, whether or not it exists.
    pub(super) fn of(cache: &Path, digest: &str) -> Option<Self> {
        Some(Self { cache: cache.to_path_buf(), file: place(cache, COPIES, digest)? })
    }

    /// Reads the copy of a library with this digest and size in bytes, and marks it as used.
    pub(super) fn read(&self, digest: &str, bytes: u64, now: SystemTime) -> CopyContent {
        let Ok(found) = std::fs::symlink_metadata(&self.file) else { return CopyContent::Missing };
        let limit = usize::try_from(bytes).unwrap_or(usize::MAX);
        let content = read_at_most(&self.file, limit).filter(|content| sha256(content) == digest);
        let Some(content) = content else { return CopyContent::Damaged };
        let used = found.modified().ok();
        if used.is_none_or(|used| now.duration_since(used).is_ok_and(|since| since > RECENT)) {
            // If this fails, the copy is only removed earlier.
            let opened = open_regular(&self.file, std::fs::File::options().append(true));
            let _ = opened.and_then(|file| file.set_modified(now));
        }
        CopyContent::Verified(content)
    }

    /// Caches the content of a checked library.
    pub(super) fn write(&self, bytes: &[u8]) {
        store(&self.cache, &self.file, bytes);
    }
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
        let manifest = ParsedManifest::of(parse_manifest(MANIFEST).unwrap());
        keep_file(folder, file, &mark, ("d1", &AbiStamp::new(true)), (MANIFEST, &manifest), now).then_some(mark)
    }

    #[test]
    fn a_file_that_nobody_has_touched_is_known() {
        let (folder, file, now) = file();
        let mark = learn(folder.path(), &file, now).unwrap();
        let known = recall_file(folder.path(), &file, &mark).unwrap();
        assert_eq!((known.digest.as_str(), known.manifest.manifest().name.as_str()), ("d1", "x"));
        assert_eq!(known.stamp, AbiStamp::new(true));
        assert!(recall_file(folder.path(), &folder.path().join("liby.so"), &mark).is_none(), "another file");
    }

    #[test]
    fn one_that_was_written_replaced_or_touched_is_not() {
        let (folder, file, now) = file();
        let forgotten = |what: &str| {
            let mark = Mark::of(&file).unwrap();
            assert!(recall_file(folder.path(), &file, &mark).is_none(), "{what}");
            learn(folder.path(), &file, now).unwrap();
            assert!(recall_file(folder.path(), &file, &mark).is_some(), "{what}");
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
        let (_, record) = file_record(folder.path(), &file).unwrap();
        let text = std::fs::read_to_string(&record).unwrap();
        let newer = text.replace("\"format\":4", "\"format\":9");
        assert_ne!(newer, text);
        for spoilt in
            [newer, text.replace("\"d1\"", "\"d2\""), text[..text.len() / 2].to_string(), text.replace("a/b", "a/c")]
        {
            std::fs::write(&record, spoilt).unwrap();
            assert!(recall_file(folder.path(), &file, &mark).is_none());
        }
    }

    #[test]
    fn a_copy_is_used_only_if_it_has_the_digest_of_the_library() {
        let cache = tempfile::tempdir().unwrap();
        let digest = sha256("code");
        let copy = CachedCopy::of(cache.path(), &digest).unwrap();
        let read = || copy.read(&digest, 4, SystemTime::now());
        assert_eq!(read(), CopyContent::Missing);
        copy.write(b"code");
        assert_eq!(read(), CopyContent::Verified(b"code".to_vec()));
        for damaged in ["edoc", "cod", "code and more", "", "\0\0\0\0"] {
            copy.write(damaged.as_bytes());
            assert_eq!(read(), CopyContent::Damaged, "{damaged:?}");
        }
        copy.write(b"code");
        assert_eq!(read(), CopyContent::Verified(b"code".to_vec()), "it was replaced");
    }

    #[cfg(unix)]
    #[test]
    fn what_is_not_a_regular_file_is_damaged_and_replaced() {
        let cache = tempfile::tempdir().unwrap();
        let digest = sha256("code");
        let copy = CachedCopy::of(cache.path(), &digest).unwrap();
        let read = || copy.read(&digest, 4, SystemTime::now());
        let (file, other) = (&copy.file, cache.path().join("other"));
        std::fs::write(&other, "code").unwrap();
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        let (private, link) = (nix::sys::stat::Mode::S_IRWXU, |to: &Path| std::os::unix::fs::symlink(to, file));
        let others: [&dyn Fn(); 4] = [
            // Without a writer, opening it for reading would block forever.
            &|| nix::unistd::mkfifo(file, private).unwrap(),
            &|| link(&other).unwrap(),
            &|| link(Path::new("/dev/zero")).unwrap(),
            &|| link(Path::new("nowhere")).unwrap(),
        ];
        for (number, make) in others.into_iter().enumerate() {
            make();
            assert_eq!(read(), CopyContent::Damaged, "{number}");
            copy.write(b"code");
            assert_eq!(read(), CopyContent::Verified(b"code".to_vec()), "{number}");
            std::fs::remove_file(file).unwrap();
        }
    }

    #[test]
    fn what_was_not_used_for_long_goes_first() {
        let cache = tempfile::tempdir().unwrap();
        let start = SystemTime::now() - 40 * RECENT;
        let copies = [0, 1, 2].map(|number: u8| {
            let copy = CachedCopy::of(cache.path(), &sha256([number; 100])).unwrap();
            copy.write(&[number; 100]);
            let used = start + RECENT * number.into();
            std::fs::File::options().append(true).open(&copy.file).unwrap().set_modified(used).unwrap();
            copy
        });
        let used = copies[0].read(&sha256([0; 100]), 100, SystemTime::now());
        assert_eq!(used, CopyContent::Verified(vec![0; 100]));
        tidy(cache.path(), 250);
        assert_eq!(copies.each_ref().map(|copy| copy.file.is_file()), [true, false, true]);
    }
}
