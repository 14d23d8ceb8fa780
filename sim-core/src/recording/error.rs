//! What can go wrong with a recording.

use crate::diagnostic::{Code, Diagnostic, Severity};
use std::path::{Path, PathBuf};

/// Why something could not be recorded, read or exported.
///
/// [`RecordingError::file`] names the file, the text the cause, [`RecordingError::remedy`] what to do.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordingError {
    /// The operating system refused something.
    #[error("{}: cannot {doing}: {cause}", file.display())]
    Io {
        /// File or folder.
        file: PathBuf,
        /// What was being done.
        doing: &'static str,
        /// The system's answer.
        #[source]
        cause: std::io::Error,
    },
    /// The file does not begin as an MCAP file does.
    #[error("{}: this is not an MCAP file ({found})", file.display())]
    NotMcap {
        /// The file.
        file: PathBuf,
        /// What is there instead.
        found: String,
    },
    /// An MCAP file, but not one of this simulator, or one cut off before its description was complete.
    #[error("{}: this MCAP file is not a recording of the simulator: {missing}", file.display())]
    NotARecording {
        /// The file.
        file: PathBuf,
        /// What it lacks.
        missing: String,
    },
    /// The file was made by a newer version of the simulator.
    #[error("{}: made by a newer version (recording format {found}, program {program}); this one reads up to {known}", file.display())]
    Newer {
        /// The file.
        file: PathBuf,
        /// Its format version.
        found: u32,
        /// The newest version read here.
        known: u32,
        /// Version of the program that made it.
        program: String,
    },
    /// Bytes that do not make sense. What is around them can be read.
    #[error("{}: damaged at byte {at}: {cause}{}", file.display(), missing(*span))]
    Damaged {
        /// The file.
        file: PathBuf,
        /// Where the record begins that cannot be read.
        at: u64,
        /// What is wrong.
        cause: String,
        /// Simulated times (s) between which frames and events are missing for that; none if none are.
        span: Option<(f64, f64)>,
    },
    /// The files that the recording carries along cannot be used.
    #[error("{}: {cause}", file.display())]
    Files {
        /// The recording.
        file: PathBuf,
        /// What is wrong with them.
        cause: String,
    },
    /// Something that MCAP allows and this reader does not.
    #[error("{}: {what} is not supported", file.display())]
    Unsupported {
        /// The file.
        file: PathBuf,
        /// What it is.
        what: String,
    },
    /// The run cannot be recorded as it was described.
    #[error("this run cannot be recorded: {cause}")]
    Layout {
        /// Why.
        cause: String,
    },
    /// A frame does not have the shape that was announced.
    #[error("tick {tick}: {what}: {expected} expected, {found} found")]
    FrameShape {
        /// Tick of the frame.
        tick: u64,
        /// What differs.
        what: String,
        /// Number announced in the run's description.
        expected: usize,
        /// Number in the frame.
        found: usize,
    },
    /// The recording ended after an error that was reported before.
    #[error("{}: nothing is recorded any more, after the error reported before", file.display())]
    Stopped {
        /// File or folder.
        file: PathBuf,
    },
    /// A robot, an object or a channel that the recording does not have.
    #[error("the recording has no {what} `{name}`")]
    Unknown {
        /// `robot`, `object` or `channel`.
        what: &'static str,
        /// The name asked for.
        name: String,
        /// The nearest name, or what there is.
        help: String,
    },
}

/// What is missing, as the end of a sentence.
fn missing(span: Option<(f64, f64)>) -> String {
    match span {
        None => String::new(),
        Some((from, to)) if from == to => format!("; what was recorded at {from:.3} s is missing"),
        Some((from, to)) if to.is_infinite() => format!("; what was recorded after {from:.3} s is missing"),
        Some((from, to)) => format!("; what was recorded from {from:.3} s to {to:.3} s is missing"),
    }
}

impl RecordingError {
    /// Where in the file it is, byte; 0 for what concerns all of it.
    pub(super) fn place(&self) -> u64 {
        match self {
            Self::Damaged { at, .. } => *at,
            _ => 0,
        }
    }

    /// Whether only a part of the file is concerned, and reading can go on after it.
    pub fn is_damage(&self) -> bool {
        matches!(self, Self::Damaged { .. })
    }

    /// The file concerned, if there is one.
    pub fn file(&self) -> Option<&Path> {
        match self {
            Self::Io { file, .. }
            | Self::NotMcap { file, .. }
            | Self::NotARecording { file, .. }
            | Self::Newer { file, .. }
            | Self::Damaged { file, .. }
            | Self::Files { file, .. }
            | Self::Unsupported { file, .. }
            | Self::Stopped { file } => Some(file),
            Self::Layout { .. } | Self::FrameShape { .. } | Self::Unknown { .. } => None,
        }
    }

    /// What to do about it.
    pub fn remedy(&self) -> String {
        use std::io::ErrorKind;
        match self {
            Self::Io { cause, .. } => match cause.kind() {
                ErrorKind::NotFound => "check the path".into(),
                ErrorKind::PermissionDenied => "choose a place that you may write to, or change its permissions".into(),
                ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
                    "free some space, or record fewer ticks; what was written before can be read".into()
                }
                _ => "check the disk and the path; what was written before can be read".into(),
            },
            Self::NotMcap { .. } => "give a file made with `--record FILE.mcap`".into(),
            Self::NotARecording { .. } => {
                "give a file made with `--record FILE.mcap`; other MCAP files open in a general viewer".into()
            }
            Self::Newer { .. } => "read it with the version of the simulator that made it, or a newer one".into(),
            Self::Damaged { .. } => {
                "the rest of the recording is read; copy the file again if it was transferred".into()
            }
            Self::Files { .. } => "copy the file again if it was transferred, or record the run again".into(),
            Self::Unsupported { .. } => {
                "rewrite the file with the `mcap` tool: `mcap compress --compression lz4`".into()
            }
            Self::Layout { .. } => "correct the scene, or record fewer robots or channels".into(),
            Self::FrameShape { .. } => {
                "start a new recording after the robots of a run have changed; a file has one layout".into()
            }
            Self::Stopped { .. } => "mend the first error and record again".into(),
            Self::Unknown { help, .. } => help.clone(),
        }
    }

    /// The same as a finding.
    pub fn diagnostic(&self) -> Diagnostic {
        let code = match self {
            Self::Io { doing, .. } if matches!(*doing, "open" | "read") => Code::RecordingUnreadable,
            Self::Io { .. } | Self::Layout { .. } | Self::FrameShape { .. } | Self::Stopped { .. } => {
                Code::RecordingUnwritable
            }
            Self::Newer { .. } => Code::RecordingTooNew,
            Self::Damaged { .. } | Self::Files { .. } => Code::RecordingDamaged,
            Self::Unknown { .. } => Code::ConfigValue,
            Self::NotMcap { .. } | Self::NotARecording { .. } | Self::Unsupported { .. } => Code::RecordingUnreadable,
        };
        Diagnostic::error(code, self.to_string()).with_help(self.remedy())
    }

    /// The same as a warning, where the rest of the recording is used.
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
