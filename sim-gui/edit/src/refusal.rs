//! Why an edit was not made.

use std::path::PathBuf;

use sim_core::diagnostic::{Diagnostics, Sentence};

use crate::target::Target;

/// Why an edit was refused; the document is as it was before.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Refusal {
    /// There is no such part.
    #[error("there is no {target}{}", did_you_mean(nearest))]
    Unknown {
        /// What was asked for.
        target: Target,
        /// The name that was probably meant.
        nearest: Option<String>,
    },
    /// It stands in an included file, which this document does not change.
    #[error("`{name}` comes from {file}; edit that file, or include a copy")]
    Included {
        /// Name of the part.
        name: String,
        /// File that it stands in.
        file: String,
    },
    /// It is locked.
    #[error("`{name}` is locked; unlock it first")]
    Locked {
        /// Name of the object.
        name: String,
    },
    /// It is one of many robots that are described together.
    #[error("`{robot}` is one of the fleet `{fleet}`; edit the fleet, or dissolve it into single robots first")]
    FleetMember {
        /// Name of the robot.
        robot: String,
        /// Prefix of its fleet.
        fleet: String,
    },
    /// Other parts of the scene name what should be deleted.
    #[error("`{name}` is still used by {}; delete these too, or change them first", by.join(", "))]
    Referenced {
        /// Name of the first thing that is used.
        name: String,
        /// The places that name it, such as ``acceptance[0] `line done` ``.
        by: Vec<String>,
    },
    /// This edit makes no sense for this part.
    #[error("{target} cannot be {what}: {reason}")]
    Impossible {
        /// The part.
        target: Target,
        /// What should have been done: "moved", "locked".
        what: &'static str,
        /// Why not.
        reason: String,
    },
    /// A path inside a part leads nowhere.
    #[error("`{path}` cannot be set: {reason}")]
    Path {
        /// The path.
        path: String,
        /// Why not.
        reason: Sentence,
    },
    /// The pasted text holds nothing that could be inserted.
    #[error("the text cannot be pasted: {reason}")]
    Paste {
        /// Why not.
        reason: String,
    },
    /// The scene would not be valid any more.
    #[error("the scene would not be valid:\n{0}")]
    Invalid(Diagnostics),
    /// The text of the document is no scene at present.
    #[error("the file has mistakes; mend its text first")]
    Broken,
    /// The edited text did not read as intended: a fault of this program, not of the scene.
    #[error("the edit could not be written down in this text; edit the text itself, and please report this")]
    Unwritable,
}

fn did_you_mean(nearest: &Option<String>) -> String {
    nearest.as_ref().map_or(String::new(), |nearest| format!("; did you mean `{nearest}`?"))
}

/// Why a document could not be opened, saved or kept for recovery.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The document has no file yet.
    #[error("the scene has no file yet; choose one with \"save as\"")]
    NoPath,
    /// The system refused to read or write.
    #[error("{} cannot be {what}: {cause}; {remedy}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What was tried: "read", "written".
        what: &'static str,
        /// What the system said.
        cause: String,
        /// What to do.
        remedy: &'static str,
    },
    /// The file is not text.
    #[error("{} is not UTF-8 text (byte {at} is not); save it as UTF-8, or choose another file", path.display())]
    NotText {
        /// The file.
        path: PathBuf,
        /// First byte that is no text, from 0.
        at: usize,
    },
    /// Somebody else has changed the file since it was opened or saved.
    #[error("{} was changed by another program; save over it, save under another name, or reload it", path.display())]
    ChangedOnDisk {
        /// The file.
        path: PathBuf,
    },
    /// Somebody else has deleted the file since it was opened or saved.
    #[error("{} was deleted or moved by another program; save it again there, or under another name", path.display())]
    DeletedOnDisk {
        /// The file.
        path: PathBuf,
    },
    /// The files that the scene names cannot be found from the new folder.
    #[error("the scene cannot be saved as {}: {findings}", path.display())]
    Invalid {
        /// The new file.
        path: PathBuf,
        /// What is wrong there.
        findings: Diagnostics,
    },
}

impl FileError {
    pub(crate) fn reading(path: &std::path::Path, error: &std::io::Error) -> FileError {
        let remedy = match error.kind() {
            std::io::ErrorKind::NotFound => "check the path",
            std::io::ErrorKind::PermissionDenied => "ask for the right to read it",
            _ => "check the path and the disk",
        };
        FileError::Io { path: path.into(), what: "read", cause: error.to_string(), remedy }
    }

    pub(crate) fn writing(path: &std::path::Path, error: &std::io::Error) -> FileError {
        let remedy = match error.kind() {
            std::io::ErrorKind::PermissionDenied | std::io::ErrorKind::ReadOnlyFilesystem => {
                "make file and folder writable, or save under another name"
            }
            std::io::ErrorKind::StorageFull | std::io::ErrorKind::QuotaExceeded => "make room on the disk",
            std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory => {
                "the folder must exist: make it, or save under another name"
            }
            _ => "save under another name, and check the disk",
        };
        FileError::Io { path: path.into(), what: "written", cause: error.to_string(), remedy }
    }
}
