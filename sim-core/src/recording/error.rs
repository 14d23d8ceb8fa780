//! What can go wrong with a recording.

use crate::diagnostic::{Code, Diagnostic, Severity};
use std::fmt;
use std::path::{Path, PathBuf};

/// Why something could not be recorded, read or exported.
///
/// [`RecordingError::file`] names the file, the text the cause, [`RecordingError::remedy`] what to do.
#[derive(Debug)]
#[non_exhaustive]
pub enum RecordingError {
    /// The operating system refused something.
    Io {
        /// File or folder.
        file: PathBuf,
        /// What was being done.
        doing: &'static str,
        /// The system's answer.
        cause: std::io::Error,
    },
    /// The file does not begin as an MCAP file does.
    NotMcap {
        /// The file.
        file: PathBuf,
        /// What is there instead.
        found: String,
    },
    /// An MCAP file, but not one of this simulator, or one cut off before its description was complete.
    NotARecording {
        /// The file.
        file: PathBuf,
        /// What it lacks.
        missing: String,
    },
    /// The file was made by a newer version of the simulator.
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
    Files {
        /// The recording.
        file: PathBuf,
        /// What is wrong with them.
        cause: String,
    },
    /// Something that MCAP allows and this reader does not.
    Unsupported {
        /// The file.
        file: PathBuf,
        /// What it is.
        what: String,
    },
    /// The run cannot be recorded as it was described.
    Layout {
        /// Why.
        cause: String,
    },
    /// A frame does not have the shape that was announced.
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
    Stopped {
        /// File or folder.
        file: PathBuf,
    },
    /// The name is one for recordings that are not finished.
    Reserved {
        /// The file.
        file: PathBuf,
    },
    /// A finished recording does not get its name, because another file has it.
    Occupied {
        /// The other file.
        file: PathBuf,
        /// Where the recording is.
        finished: PathBuf,
    },
    /// The recording cannot be renamed: its file was moved, removed or replaced.
    Moved {
        /// Where it was written.
        file: PathBuf,
    },
    /// A robot, an object or a channel that the recording does not have.
    Unknown {
        /// `robot`, `object` or `channel`.
        what: &'static str,
        /// The name asked for.
        name: String,
        /// The nearest name, or what there is.
        help: String,
    },
}

impl fmt::Display for RecordingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = self.file().unwrap_or(Path::new("")).display();
        let text = match self {
            Self::Io { doing, cause, .. } => format!("{file}: cannot {doing}: {cause}"),
            Self::NotMcap { found, .. } => {
                format!("{file}: this is not an MCAP file ({found})")
            }
            Self::NotARecording { missing, .. } => {
                format!("{file}: this MCAP file is not a recording of the simulator: {missing}")
            }
            Self::Newer { found, known, program, .. } => format!(
                "{file}: made by a newer version (recording format {found}, program {program}); this one reads up to \
                 {known}"
            ),
            Self::Damaged { at, cause, span, .. } => damaged(file, *at, cause, *span),
            Self::Files { cause, .. } => format!("{file}: {cause}"),
            Self::Unsupported { what, .. } => {
                format!("{file}: {what} is not supported")
            }
            Self::Layout { cause } => format!("this run cannot be recorded: {cause}"),
            Self::FrameShape { tick, what, expected, found } => {
                format!("tick {tick}: {what}: {expected} expected, {found} found")
            }
            Self::Stopped { .. } => {
                format!("{file}: nothing is recorded any more, after the error reported before")
            }
            Self::Reserved { .. } => {
                format!("{file}: names of this form are for files that are not finished")
            }
            Self::Occupied { finished, .. } => format!(
                "{file}: another program has created this file during the run; the finished recording is {finished}",
                finished = finished.display()
            ),
            Self::Moved { .. } => {
                format!("{file}: the recording was moved, removed or replaced during the run")
            }
            Self::Unknown { what, name, .. } => {
                format!("the recording has no {what} `{name}`")
            }
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

/// That a recording is damaged at a place, and what is missing for that.
fn damaged(file: std::path::Display<'_>, at: u64, cause: &str, span: Option<(f64, f64)>) -> String {
    let [from, to] = span.map_or([0.0; 2], |(from, to)| [from, to]).map(|time| format!("{time:.3}"));
    match span {
        None => format!("{file}: damaged at byte {at}: {cause}"),
        Some((start, end)) if start == end => {
            format!("{file}: damaged at byte {at}: {cause}; what was recorded at {from} s is missing")
        }
        Some((_, end)) if end.is_infinite() => {
            format!("{file}: damaged at byte {at}: {cause}; what was recorded after {from} s is missing")
        }
        Some(_) => {
            format!("{file}: damaged at byte {at}: {cause}; what was recorded from {from} s to {to} s is missing")
        }
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
            | Self::Stopped { file }
            | Self::Reserved { file }
            | Self::Occupied { file, .. }
            | Self::Moved { file } => Some(file),
            Self::Layout { .. } | Self::FrameShape { .. } | Self::Unknown { .. } => None,
        }
    }

    /// What to do about it.
    pub fn remedy(&self) -> String {
        use std::io::ErrorKind;
        match self {
            Self::Io { cause, .. } => match cause.kind() {
                ErrorKind::NotFound => "check the path".to_string(),
                ErrorKind::PermissionDenied => {
                    "choose a place that you may write to, or change its permissions".to_string()
                }
                ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
                    "free some space, or record fewer ticks; what was written before can be read".to_string()
                }
                ErrorKind::AlreadyExists => "rename what is there, or choose another name".to_string(),
                ErrorKind::ResourceBusy => "wait until that run has ended, or choose another name".to_string(),
                _ => "check the disk and the path; what was written before can be read".to_string(),
            },
            Self::NotMcap { .. } => "give a file made with `--record FILE.mcap`".to_string(),
            Self::NotARecording { .. } => {
                "give a file made with `--record FILE.mcap`; other MCAP files open in a general viewer".to_string()
            }
            Self::Newer { .. } => "read it with the version of the simulator that made it, or a newer one".to_string(),
            Self::Damaged { .. } => {
                "the rest of the recording is read; copy the file again if it was transferred".to_string()
            }
            Self::Files { .. } => "copy the file again if it was transferred, or record the run again".to_string(),
            Self::Unsupported { .. } => {
                "rewrite the file with the `mcap` tool: `mcap compress --compression lz4`".to_string()
            }
            Self::Layout { .. } => "correct the scene, or record fewer robots or channels".to_string(),
            Self::FrameShape { .. } => {
                "start a new recording after the robots of a run have changed; a file has one layout".to_string()
            }
            Self::Stopped { .. } => "mend the first error and record again".to_string(),
            Self::Reserved { .. } => "choose a name without `.incomplete`, such as run.mcap".to_string(),
            Self::Occupied { finished, .. } => {
                format!("rename {finished} to a name that is free", finished = finished.display())
            }
            Self::Moved { .. } => {
                "if it was moved, it is whole under its new name; next time rename a recording after its run has ended"
                    .to_string()
            }
            Self::Unknown { help, .. } => help.clone(),
        }
    }

    /// The same as a finding.
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
