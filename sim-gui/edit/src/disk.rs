//! Files on disk: reading, atomic writing, comparing their content, and the errors of these.

use std::fmt;
use std::path::{Path, PathBuf};

use sim_core::diagnostic::Diagnostics;
use sim_core::digest::sha256;

use crate::refusal::in_short;

/// Maximum size of a text file, bytes.
pub const TEXT_FILE_LIMIT: u64 = 5 * 1024 * 1024;

/// The state of a document's file since it was opened or saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnDisk {
    /// The document has no file.
    NoFile,
    /// The file is unchanged.
    Unchanged,
    /// Another program has written to it, or it cannot be read any more.
    Changed,
    /// It has been deleted.
    Deleted,
}

/// The content of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileContent {
    /// Content with this SHA-256, hexadecimal.
    Content(String),
    /// The file does not exist.
    Nothing,
    /// The file cannot be read.
    Unreadable,
}

impl FileContent {
    /// Reads a file.
    pub fn read(path: &Path) -> Self {
        match std::fs::read(path) {
            Ok(bytes) => Self::Content(sha256(&bytes)),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Self::Nothing,
            Err(_) => Self::Unreadable,
        }
    }

    /// The state of a file with this content that had this digest when it was opened or saved.
    pub(crate) fn compared(&self, known_digest: Option<&String>) -> OnDisk {
        match self {
            Self::Content(digest) if known_digest == Some(digest) => OnDisk::Unchanged,
            Self::Content(_) | Self::Unreadable => OnDisk::Changed,
            Self::Nothing if known_digest.is_some() => OnDisk::Deleted,
            Self::Nothing => OnDisk::NoFile,
        }
    }
}

impl OnDisk {
    /// Refuses to write a file that another program has changed or deleted.
    pub(crate) fn check(self, path: &Path, overwrite: Overwrite) -> Result<(), FileError> {
        match self {
            Self::Changed if overwrite == Overwrite::No => Err(FileError::ChangedOnDisk { path: path.into() }),
            Self::Deleted if overwrite == Overwrite::No => Err(FileError::DeletedOnDisk { path: path.into() }),
            _ => Ok(()),
        }
    }
}

/// Whether to overwrite a file that another program has changed or deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overwrite {
    /// Refuse and let the user decide.
    No,
    /// Overwrite; the user has confirmed.
    Yes,
}

pub(crate) fn read_text(path: &Path) -> Result<String, FileError> {
    let bytes = std::fs::read(path).map_err(|error| FileError::reading(path, &error))?;
    String::from_utf8(bytes)
        .map_err(|error| FileError::NotText { path: path.into(), at: error.utf8_error().valid_up_to() })
}

/// As [`sim_core::files::write_whole`].
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    sim_core::files::write_whole(path, bytes).map_err(|error| FileError::writing(path, &error))
}

/// The operation that failed on a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Reading.
    Read,
    /// Writing.
    Write,
    /// Recovering.
    Recover,
}

/// Why a document could not be opened, saved or written for recovery.
#[derive(Debug)]
pub enum FileError {
    /// The document has no file yet.
    NoPath,
    /// The system failed to read or write.
    Io {
        /// The file.
        path: PathBuf,
        /// The operation.
        access: Access,
        /// The error of the system.
        cause: String,
        /// How to fix it.
        remedy: &'static str,
    },
    /// The file is not text.
    NotText {
        /// The file.
        path: PathBuf,
        /// Offset of the first byte that is not text, from 0.
        at: usize,
    },
    /// The file exceeds the maximum size of an editable text.
    TooLarge {
        /// The file.
        path: PathBuf,
        /// Its size, bytes.
        size: u64,
    },
    /// Another program has changed the file since it was opened or saved.
    ChangedOnDisk {
        /// The file.
        path: PathBuf,
    },
    /// Another program has deleted the file since it was opened or saved.
    DeletedOnDisk {
        /// The file.
        path: PathBuf,
    },
    /// Exporting the surroundings would overwrite the scene itself.
    OwnFile {
        /// The file.
        path: PathBuf,
    },
    /// The file of the surroundings is not a valid scene.
    NoScene {
        /// The file.
        path: PathBuf,
        /// The findings.
        findings: Diagnostics,
    },
    /// A scene has no surroundings.
    NoSurroundings {
        /// Its file.
        path: PathBuf,
    },
    /// The files that the scene refers to cannot be found from the new folder.
    Invalid {
        /// The new file.
        path: PathBuf,
        /// The findings.
        findings: Diagnostics,
    },
}

impl FileError {
    pub(crate) fn reading(path: &Path, error: &std::io::Error) -> FileError {
        let remedy = match error.kind() {
            std::io::ErrorKind::NotFound => "check the path",
            std::io::ErrorKind::PermissionDenied => "check its permissions",
            _ => "check the path and the disk",
        };
        FileError::Io { path: path.into(), access: Access::Read, cause: error.to_string(), remedy }
    }

    pub(crate) fn writing(path: &Path, error: &std::io::Error) -> FileError {
        let remedy = match error.kind() {
            std::io::ErrorKind::PermissionDenied | std::io::ErrorKind::ReadOnlyFilesystem => {
                "make the file and its folder writable, or save under another name"
            }
            std::io::ErrorKind::StorageFull | std::io::ErrorKind::QuotaExceeded => "free up disk space",
            std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory => {
                "create the folder, or save under another name"
            }
            _ => "check the disk, or save under another name",
        };
        FileError::Io { path: path.into(), access: Access::Write, cause: error.to_string(), remedy }
    }

    /// The error as text. Findings are listed without their locations.
    pub fn sentence(&self) -> String {
        match self {
            FileError::NoPath => "the scene has not been saved yet; choose a file with \"Save as\"".to_string(),
            FileError::Io { path, access, cause, remedy } => {
                let path = path.display();
                let done = match access {
                    Access::Read => "read",
                    Access::Write => "written",
                    Access::Recover => "recovered",
                };
                format!("{path} cannot be {done}: {cause}; {remedy}")
            }
            FileError::NotText { path, at } => format!(
                "{path} is not UTF-8 text (invalid byte at offset {at}); save it as UTF-8, or choose another file",
                path = path.display()
            ),
            FileError::TooLarge { path, size } => format!(
                "{path} is too large to edit here ({size} MB, limit {limit} MB); open it in another program",
                path = path.display(),
                size = megabytes(*size),
                limit = megabytes(TEXT_FILE_LIMIT)
            ),
            FileError::ChangedOnDisk { path } => format!(
                "{path} was changed by another program; overwrite it, save under another name, or reload it",
                path = path.display()
            ),
            FileError::DeletedOnDisk { path } => format!(
                "{path} was deleted or moved by another program; save it there again, or under another name",
                path = path.display()
            ),
            FileError::OwnFile { path } => format!(
                "{path} is the file of this scene, which would lose its robots; choose another file",
                path = path.display()
            ),
            FileError::NoScene { path, findings } => {
                let (path, findings) = (path.display(), in_short(findings));
                format!("{path} is not a valid scene: {findings}")
            }
            FileError::NoSurroundings { path } => format!(
                "{path} has no objects, beacons, lights, water, air or floor; choose another scene",
                path = path.display()
            ),
            FileError::Invalid { path, findings } => format!(
                "the scene cannot be saved as {path}: {findings}",
                path = path.display(),
                findings = in_short(findings)
            ),
        }
    }
}

/// A size in MB (10⁶ bytes), rounded to a tenth.
fn megabytes(bytes: u64) -> String {
    format!("{:.1}", bytes as f64 / 1e6)
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FileError::Invalid { path, findings } => {
                write!(f, "the scene cannot be saved as {}: {findings}", path.display())
            }
            FileError::NoScene { path, findings } => {
                write!(f, "{} is not a valid scene: {findings}", path.display())
            }
            error => f.write_str(&error.sentence()),
        }
    }
}

impl std::error::Error for FileError {}
