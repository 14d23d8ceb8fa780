//! File formats of a recorder, and write options.

use super::info::RunSummary;
use super::queue::Packet;
use super::{RecordingError, Result};
use sim_files::output_lock::{Existing, FolderLock};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Maximum number of bytes between two flushes, so that chunks stay small enough for random access.
pub(super) const CHUNK_BYTES: usize = 1 << 20;

/// Compression of the chunks of the MCAP file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Compression {
    /// None.
    None,
    /// LZ4: smaller at little cost.
    #[default]
    Lz4,
}

/// Options for recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecorderOptions {
    /// Ticks between frames: 1 records every tick, 10 every tenth. All events are recorded.
    pub every_ticks: u64,
    /// Compression of the MCAP file.
    pub compression: Compression,
    /// Maximum wall-clock time until a frame is passed to the operating system. Default: half a second. Limits the loss if the process
    /// is killed.
    pub flush_interval: Duration,
    /// Action if an MCAP file with the name of the recording exists, at the start or at the end, and for an incomplete one. Default:
    /// the file is kept and the recording is rejected.
    pub existing: Existing,
}

impl Default for RecorderOptions {
    fn default() -> Self {
        let flush_interval = Duration::from_millis(500);
        Self { every_ticks: 1, compression: Compression::default(), flush_interval, existing: Existing::default() }
    }
}

/// A file format that packets are written to.
pub(super) trait Sink: Send {
    /// Writes a packet.
    fn write(&mut self, packet: &Packet) -> Result;
    /// Passes all packets so far to the operating system, so that they outlive the process.
    fn flush(&mut self) -> Result;
    /// Closes the file; it is `complete` unless the recorder was dropped early.
    fn finish(&mut self, summary: Option<&RunSummary>, complete: bool) -> Result;
}

/// Path of a recording until it is complete: `run.incomplete.mcap` for `run.mcap`.
pub fn incomplete(path: &Path) -> PathBuf {
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    path.with_extension(format!("incomplete.{extension}").trim_end_matches('.'))
}

/// Whether a name is one that [`incomplete`] returns; finished files must not use it.
pub fn is_incomplete_name(path: &Path) -> bool {
    const MARK: &str = "incomplete";
    let is_mark = |text: &std::ffi::OsStr| text.eq_ignore_ascii_case(MARK);
    // The stem of `run.incomplete.mcap` is `run.incomplete`; the part before its last dot may be empty.
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    path.extension().is_some_and(is_mark) || stem.ends_with(&format!(".{MARK}"))
}

/// Creates a folder and its parents, and locks it for this program.
pub(super) fn lock_folder(path: &Path) -> Result<FolderLock> {
    FolderLock::take(path).map_err(|cause| {
        let doing = if cause.kind() == ErrorKind::ResourceBusy { "write" } else { "create the folder" };
        RecordingError::io(path, doing)(cause)
    })
}

/// Creates a folder and its parents.
pub(super) fn make_folder(path: &Path) -> Result {
    std::fs::create_dir_all(path).map_err(RecordingError::io(path, "create the folder"))
}
