//! Errors of recordings.

use sim_diagnostics::{Code, Diagnostic, Severity};
use std::fmt;
use std::path::{Path, PathBuf};

/// Reason why something could not be recorded, read or exported.
///
/// [`RecordingError::file`] is the file, the text the cause, [`RecordingError::remedy`] the help.
#[derive(Debug)]
#[non_exhaustive]
pub enum RecordingError {
    /// System error.
    Io {
        /// File or folder.
        file: PathBuf,
        /// Operation.
        doing: &'static str,
        /// System error.
        cause: std::io::Error,
    },
    /// The file does not start like an MCAP file.
    NotMcap {
        /// The file.
        file: PathBuf,
        /// Actual content.
        found: String,
    },
    /// An MCAP file, but not a recording of this simulator, or one truncated within its description.
    NotARecording {
        /// The file.
        file: PathBuf,
        /// Missing part.
        missing: String,
    },
    /// The file was written by a newer version of the simulator.
    Newer {
        /// The file.
        file: PathBuf,
        /// Its format version.
        found: u32,
        /// The newest version supported here.
        known: u32,
        /// Version of the program that wrote it.
        program: String,
    },
    /// Invalid bytes. The data around them can be read.
    Damaged {
        /// The file.
        file: PathBuf,
        /// Start of the invalid record.
        at: u64,
        /// Cause.
        cause: String,
        /// Simulated times (s) between which frames and events are missing; `None` if none are.
        span: Option<(f64, f64)>,
    },
    /// The files attached to the recording cannot be used.
    Files {
        /// The recording.
        file: PathBuf,
        /// Cause.
        cause: String,
    },
    /// A feature of MCAP that this reader does not support.
    Unsupported {
        /// The file.
        file: PathBuf,
        /// The feature.
        what: String,
    },
    /// The described run cannot be recorded.
    Layout {
        /// Cause.
        cause: String,
    },
    /// The layout of a frame differs from the run's description.
    FrameShape {
        /// Tick of the frame.
        tick: u64,
        /// The difference.
        what: String,
        /// Number in the run's description.
        expected: usize,
        /// Number in the frame.
        found: usize,
    },
    /// The recording was stopped by an error that has already been reported.
    Stopped {
        /// File or folder.
        file: PathBuf,
    },
    /// The name is reserved for incomplete recordings.
    Reserved {
        /// The file.
        file: PathBuf,
    },
    /// A finished recording cannot be renamed, because another file has its name.
    Occupied {
        /// The other file.
        file: PathBuf,
        /// Current path of the recording.
        finished: PathBuf,
    },
    /// The recording cannot be renamed: its file was moved, removed or replaced.
    Moved {
        /// Path that it was written to.
        file: PathBuf,
    },
    /// The recording lacks this robot, object or channel.
    Unknown {
        /// `robot`, `object` or `channel`.
        what: &'static str,
        /// Requested name.
        name: String,
        /// The nearest name, or the available ones.
        help: String,
    },
}

impl fmt::Display for RecordingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = self.file().unwrap_or(Path::new("")).display();
        let text = match self {
            Self::Io { doing, cause, .. } => format!("{file}: cannot {doing}: {cause}"),
            Self::NotMcap { found, .. } => format!("{file}: not an MCAP file ({found})"),
            Self::NotARecording { missing, .. } => format!("{file}: not a recording of the simulator: {missing}"),
            Self::Newer { found, known, program, .. } => format!(
                "{file}: made by a newer version (recording format {found}, program {program}); this program supports up \
                 to {known}"
            ),
            Self::Damaged { at, cause, span, .. } => damaged(file, *at, cause, *span),
            Self::Files { cause, .. } => format!("{file}: {cause}"),
            Self::Unsupported { what, .. } => format!("{file}: {what} is not supported"),
            Self::Layout { cause } => format!("this run cannot be recorded: {cause}"),
            Self::FrameShape { tick, what, expected, found } => {
                format!("tick {tick}: {what}: expected {expected}, found {found}")
            }
            Self::Stopped { .. } => format!("{file}: recording stopped after an earlier error"),
            Self::Reserved { .. } => format!("{file}: reserved name of incomplete recordings"),
            Self::Occupied { finished, .. } => format!(
                "{file}: another program created this file during the run; the recording is {finished}",
                finished = finished.display()
            ),
            Self::Moved { .. } => format!("{file}: the recording was moved, removed or replaced during the run"),
            Self::Unknown { what, name, .. } => format!("unknown {what} `{name}` in the recording"),
        };
        f.write_str(&text)
    }
}

impl std::error::Error for RecordingError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io { cause, .. } => Some(cause),
            _ => None,
        }
    }
}

/// Damage at a position in a recording, with the missing time range.
fn damaged(file: std::path::Display<'_>, at: u64, cause: &str, span: Option<(f64, f64)>) -> String {
    let [from, to] = span.map_or([0.0; 2], |(from, to)| [from, to]).map(|time| format!("{time:.3}"));
    match span {
        None => format!("{file}: damaged at byte {at}: {cause}"),
        Some((start, end)) if start == end => {
            format!("{file}: damaged at byte {at}: {cause}; data at {from} s is missing")
        }
        Some((_, end)) if end.is_infinite() => {
            format!("{file}: damaged at byte {at}: {cause}; data after {from} s is missing")
        }
        Some(_) => format!("{file}: damaged at byte {at}: {cause}; data from {from} s to {to} s is missing"),
    }
}

impl RecordingError {
    /// Position in the file, byte; 0 if the error concerns the whole file.
    pub(super) fn place(&self) -> u64 {
        match self {
            Self::Damaged { at, .. } => *at,
            _ => 0,
        }
    }

    /// Whether only a part of the file is damaged, and reading can continue after it.
    pub fn is_damage(&self) -> bool {
        matches!(self, Self::Damaged { .. })
    }

    /// The affected file, if any.
    pub fn file(&self) -> Option<&Path> {
        match self {
            Self::Io { file, .. }
            | Self::NotMcap { file, .. }
            | Self::NotARecording { file, .. }
            | Self::Newer { file, .. }
            | Self::Damaged { file, .. }
            | Self::Files { file, .. }
            | Self::Unsupported { file, .. }
            | Self::Stopped { file }
            | Self::Reserved { file }
            | Self::Occupied { file, .. }
            | Self::Moved { file } => Some(file),
            Self::Layout { .. } | Self::FrameShape { .. } | Self::Unknown { .. } => None,
        }
    }

    /// Help: what to do.
    pub fn remedy(&self) -> String {
        use std::io::ErrorKind;
        match self {
            Self::Io { cause, .. } => match cause.kind() {
                ErrorKind::NotFound => "check the path".to_string(),
                ErrorKind::PermissionDenied => "choose a writable folder, or change its permissions".to_string(),
                ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
                    "free disk space, or record fewer ticks; the data written so far is readable".to_string()
                }
                ErrorKind::AlreadyExists => "rename the existing file, or choose another name".to_string(),
                ErrorKind::ResourceBusy => "wait for that run to end, or choose another name".to_string(),
                _ => "check the disk and the path; the data written so far is readable".to_string(),
            },
            Self::NotMcap { .. } => "use a file created with `--record FILE.mcap`".to_string(),
            Self::NotARecording { .. } => {
                "use a file created with `--record FILE.mcap`; open other MCAP files in a general-purpose viewer"
                    .to_string()
            }
            Self::Newer { .. } => {
                "read it with the version of the simulator that created it, or a newer one".to_string()
            }
            Self::Damaged { .. } => {
                "the rest of the recording is readable; if the file was transferred, copy it again".to_string()
            }
            Self::Files { .. } => {
                "if the file was transferred, copy it again; otherwise record the run again".to_string()
            }
            Self::Unsupported { .. } => {
                "rewrite the file with the `mcap` tool: `mcap compress --compression lz4`".to_string()
            }
            Self::Layout { .. } => "correct the scene, or record fewer robots or channels".to_string(),
            Self::FrameShape { .. } => "start a new recording when the robots of a run change".to_string(),
            Self::Stopped { .. } => "fix the first error and record again".to_string(),
            Self::Reserved { .. } => "choose a name without `.incomplete`, such as run.mcap".to_string(),
            Self::Occupied { finished, .. } => {
                format!("rename {finished} to an unused name", finished = finished.display())
            }
            Self::Moved { .. } => {
                "if it was moved, it is complete under its new name; rename recordings only after the run".to_string()
            }
            Self::Unknown { help, .. } => help.clone(),
        }
    }

    /// Converts the error to a diagnostic.
    pub fn diagnostic(&self) -> Diagnostic {
        let code = match self {
            Self::Io { doing, .. } if matches!(*doing, "open" | "read") => Code::RecordingUnreadable,
            Self::Io { .. }
            | Self::Layout { .. }
            | Self::FrameShape { .. }
            | Self::Stopped { .. }
            | Self::Reserved { .. }
            | Self::Occupied { .. }
            | Self::Moved { .. } => Code::RecordingUnwritable,
            Self::Newer { .. } => Code::RecordingTooNew,
            Self::Damaged { .. } | Self::Files { .. } => Code::RecordingDamaged,
            Self::Unknown { .. } => Code::ConfigValue,
            Self::NotMcap { .. } | Self::NotARecording { .. } | Self::Unsupported { .. } => Code::RecordingUnreadable,
        };
        Diagnostic::error(code, self.to_string()).with_help(self.remedy())
    }

    /// Converts the error to a warning, when the rest of the recording is used.
    pub fn warning(&self) -> Diagnostic {
        let mut diagnostic = self.diagnostic();
        diagnostic.severity = Severity::Warning;
        diagnostic
    }

    pub(super) fn io(file: &Path, doing: &'static str) -> impl FnOnce(std::io::Error) -> Self + use<> {
        let file = file.to_owned();
        move |cause| Self::Io { file, doing, cause }
    }

    pub(super) fn layout(cause: impl Into<String>) -> Self {
        Self::Layout { cause: cause.into() }
    }
}

impl From<RecordingError> for Diagnostic {
    fn from(error: RecordingError) -> Self {
        error.diagnostic()
    }
}
