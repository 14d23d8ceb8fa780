//! What a recorder writes to: kinds of files, and how they are written.

use super::info::RunSummary;
use super::queue::Packet;
use super::{RecordingError, Result};
use crate::output_lock::{Existing, FolderLock};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Bytes written between two flushes at most, so that one chunk stays small enough to read at random.
pub(super) const CHUNK_BYTES: usize = 1 << 20;

/// How chunks of the MCAP file are compressed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Compression {
    /// Not at all.
    None,
    /// LZ4: smaller at little cost.
    #[default]
    Lz4,
}

/// How to record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecorderOptions {
    /// Ticks from one frame to the next: 1 records every tick, 10 every tenth. Events are all recorded.
    pub every_ticks: u64,
    /// Compression of the MCAP file.
    pub compression: Compression,
    /// Wall time after which a frame has reached the operating system at the latest; half a second unless set. It
    /// bounds what a killed process loses.
    pub flush_interval: Duration,
    /// What happens to an MCAP file that has the name of the recording, at its start or at its end, and to an incomplete one. Default:
    /// it is kept, and the recording is refused.
    pub existing: Existing,
}

impl Default for RecorderOptions {
    fn default() -> Self {
        let flush_interval = Duration::from_millis(500);
        Self { every_ticks: 1, compression: Compression::default(), flush_interval, existing: Existing::default() }
    }
}

/// A kind of file that packets are written to.
pub(super) trait Sink: Send {
    /// Takes a packet.
    fn write(&mut self, packet: &Packet) -> Result;
    /// Gives all packets so far to the operating system, so that they outlive the process.
    fn flush(&mut self) -> Result;
    /// Closes the file; it is `complete` unless the recorder was dropped on the way.
    fn finish(&mut self, summary: Option<&RunSummary>, complete: bool) -> Result;
}

/// The file that a recording is written to until it is complete: `run.incomplete.mcap` for `run.mcap`.
pub fn incomplete(path: &Path) -> PathBuf {
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    path.with_extension(format!("incomplete.{extension}").trim_end_matches('.'))
}

/// Whether a name is one that [`incomplete`] gives: no finished file may have it.
pub fn is_incomplete_name(path: &Path) -> bool {
    const MARK: &str = "incomplete";
    let is_mark = |text: &std::ffi::OsStr| text.eq_ignore_ascii_case(MARK);
    // Of `run.incomplete.mcap` the stem is `run.incomplete`, and what is before its last dot may be nothing.
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    path.extension().is_some_and(is_mark) || stem.ends_with(&format!(".{MARK}"))
}

/// Makes a folder, and those above it, into which this program alone writes.
pub(super) fn lock_folder(path: &Path) -> Result<FolderLock> {
    FolderLock::take(path).map_err(|cause| {
        let doing = if cause.kind() == ErrorKind::ResourceBusy { "write" } else { "make the folder" };
        RecordingError::io(path, doing)(cause)
    })
}

/// Makes a folder and those above it.
pub(super) fn make_folder(path: &Path) -> Result {
    std::fs::create_dir_all(path).map_err(RecordingError::io(path, "make the folder"))
}
