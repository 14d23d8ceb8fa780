//! Why an edit was not made.

use std::fmt;
use std::path::PathBuf;

use sim_core::diagnostic::Diagnostics;

use crate::target::Target;

/// What cannot be done to a part of the scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Putting it somewhere else.
    Move,
    /// Giving it another name.
    Rename,
    /// Giving it another size.
    Resize,
    /// Locking it against changes.
    Lock,
    /// Hiding it.
    Hide,
    /// Letting something carry it.
    Attach,
    /// Cutting an opening into it.
    CutOpening,
    /// Choosing a component for it.
    SetComponent,
    /// Setting a parameter of one of its components.
    SetParameter,
}

/// Why an edit was refused; the document is as it was before.
#[derive(Clone, Debug)]
pub enum Refusal {
    /// There is no such part.
    Unknown {
        /// What was asked for.
        target: Target,
        /// The name that was probably meant.
        nearest: Option<String>,
    },
    /// It stands in an included file, which this document does not change.
    Included {
        /// Name of the part.
        name: String,
        /// File that it stands in.
        file: String,
    },
    /// It is locked.
    Locked {
        /// Name of the object.
        name: String,
    },
    /// It is one of many robots that are described together.
    FleetMember {
        /// Name of the robot.
        robot: String,
        /// Prefix of its fleet.
        fleet: String,
    },
    /// Other parts of the scene name what should be deleted.
    Referenced {
        /// Name of the first thing that is used.
        name: String,
        /// The places that name it, such as ``acceptance[0] `line done` ``.
        by: Vec<String>,
    },
    /// This edit makes no sense for this part.
    Impossible {
        /// The part.
        target: Target,
        /// What should have been done.
        deed: Deed,
        /// Why not.
        reason: String,
    },
    /// A path inside a part leads nowhere.
    Path {
        /// The path.
        path: String,
        /// Why not.
        reason: String,
    },
    /// The pasted text holds nothing that could be inserted.
    Paste {
        /// Why not.
        reason: String,
    },
    /// An included file brings surroundings that should be replaced, and other things.
    MixedInclude {
        /// The file.
        file: String,
    },
    /// Several parts of the scene cannot be deleted, each for its reason.
    NotDeleted(Vec<Refusal>),
    /// The scene would not be valid any more.
    Invalid(Diagnostics),
    /// The text of the document is no scene at present.
    Broken,
    /// The edited text did not read as intended: a fault of this program, not of the scene.
    Unwritable,
}

impl Refusal {
    /// It in words. Of findings it has what is wrong, without their places.
    pub fn sentence(&self) -> String {
        match self {
            Refusal::Unknown { target, nearest: None } => format!("there is no {target}"),
            Refusal::Unknown { target, nearest: Some(nearest) } => {
                format!("there is no {target}; did you mean `{nearest}`?")
            }
            Refusal::Included { name, file } => {
                format!("`{name}` comes from {file}; edit that file, or include a copy")
            }
            Refusal::Locked { name } => format!("`{name}` is locked; unlock it first"),
            Refusal::FleetMember { robot, fleet } => format!(
                "`{robot}` is one of the fleet `{fleet}`; edit the fleet, or dissolve it into single robots first"
            ),
            Refusal::Referenced { name, by } => {
                format!("`{name}` is still used by {by}; delete these too, or change them first", by = by.join(", "))
            }
            Refusal::Impossible { target, deed, reason } => cannot(*deed, &target.to_string(), reason),
            Refusal::Path { path, reason } => {
                format!("`{path}` cannot be set: {reason}")
            }
            Refusal::Paste { reason } => format!("the text cannot be pasted: {reason}"),
            Refusal::MixedInclude { file } => format!(
                "{file} is included, and holds surroundings and other things; move the surroundings to a file of their own, or \
                 take the include out first"
            ),
            Refusal::NotDeleted(each) => {
                let reasons: Vec<String> = each.iter().map(Refusal::sentence).collect();
                format!("not deleted: {}", reasons.join("; "))
            }
            Refusal::Invalid(findings) => {
                format!("the scene would not be valid: {findings}", findings = in_short(findings))
            }
            Refusal::Broken => "the file has mistakes; mend its text first".to_string(),
            Refusal::Unwritable => {
                "the edit could not be written down in this text; edit the text itself, and please report this"
                    .to_string()
            }
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Invalid(findings) => write!(f, "the scene would not be valid:\n{findings}"),
            refusal => f.write_str(&refusal.sentence()),
        }
    }
}

impl std::error::Error for Refusal {}

fn cannot(deed: Deed, target: &str, reason: &str) -> String {
    match deed {
        Deed::Move => format!("{target} cannot be moved: {reason}"),
        Deed::Rename => format!("{target} cannot be renamed: {reason}"),
        Deed::Resize => format!("{target} cannot be resized: {reason}"),
        Deed::Lock => format!("{target} cannot be locked: {reason}"),
        Deed::Hide => format!("{target} cannot be hidden: {reason}"),
        Deed::Attach => format!("{target} cannot be attached: {reason}"),
        Deed::CutOpening => {
            format!("{target} cannot be given an opening: {reason}")
        }
        Deed::SetComponent => {
            format!("{target} cannot be given this component: {reason}")
        }
        Deed::SetParameter => {
            format!("{target} cannot be given this parameter: {reason}")
        }
    }
}

/// What findings say is wrong and what they expect, one after another.
pub(crate) fn in_short(findings: &Diagnostics) -> String {
    let each = findings.iter().map(|finding| match &finding.expected {
        Some(expected) => format!("{message}; expected: {expected}", message = finding.message),
        None => finding.message.clone(),
    });
    each.collect::<Vec<_>>().join("; ")
}

/// What was tried with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Reading it.
    Read,
    /// Writing it.
    Write,
    /// Recovering what it holds.
    Recover,
}

/// Why a document could not be opened, saved or kept for recovery.
#[derive(Debug)]
pub enum FileError {
    /// The document has no file yet.
    NoPath,
    /// The system refused to read or write.
    Io {
        /// The file.
        path: PathBuf,
        /// What was tried.
        access: Access,
        /// What the system said.
        cause: String,
        /// What to do.
        remedy: &'static str,
    },
    /// The file is not text.
    NotText {
        /// The file.
        path: PathBuf,
        /// First byte that is no text, from 0.
        at: usize,
    },
    /// The file is larger than a text that is edited here may be.
    TooLarge {
        /// The file.
        path: PathBuf,
        /// Its size, bytes.
        size: u64,
    },
    /// Somebody else has changed the file since it was opened or saved.
    ChangedOnDisk {
        /// The file.
        path: PathBuf,
    },
    /// Somebody else has deleted the file since it was opened or saved.
    DeletedOnDisk {
        /// The file.
        path: PathBuf,
    },
    /// The surroundings of a scene would replace the scene itself.
    OwnFile {
        /// The file.
        path: PathBuf,
    },
    /// A file from which surroundings were to be taken is no valid scene.
    NoScene {
        /// The file.
        path: PathBuf,
        /// What is wrong with it, and where.
        findings: Diagnostics,
    },
    /// A scene has no surroundings.
    NoSurroundings {
        /// Its file.
        path: PathBuf,
    },
    /// The files that the scene names cannot be found from the new folder.
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
        FileError::Io { path: path.into(), access: Access::Read, cause: error.to_string(), remedy }
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
        FileError::Io { path: path.into(), access: Access::Write, cause: error.to_string(), remedy }
    }

    /// It in words. Of findings it has what is wrong, without their places.
    pub fn sentence(&self) -> String {
        match self {
            FileError::NoPath => "the scene has no file yet; choose one with \"save as\"".to_string(),
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
                "{path} is not UTF-8 text (byte {at} is not); save it as UTF-8, or choose another file",
                path = path.display()
            ),
            FileError::TooLarge { path, size } => format!(
                "{path} has {size} MB; texts of at most {limit} MB are edited here: open it in another program",
                path = path.display(),
                size = megabytes(*size),
                limit = megabytes(crate::text_file::TEXT_FILE_LIMIT)
            ),
            FileError::ChangedOnDisk { path } => format!(
                "{path} was changed by another program; save over it, save under another name, or reload it",
                path = path.display()
            ),
            FileError::DeletedOnDisk { path } => format!(
                "{path} was deleted or moved by another program; save it again there, or under another name",
                path = path.display()
            ),
            FileError::OwnFile { path } => format!(
                "{path} is the file of this scene, which would lose its robots; choose another file",
                path = path.display()
            ),
            FileError::NoScene { path, findings } => {
                let (path, findings) = (path.display(), in_short(findings));
                format!("{path} is no valid scene: {findings}")
            }
            FileError::NoSurroundings { path } => format!(
                "{path} has no objects, beacons, lamps, water, air or floor; choose another scene",
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

/// A size in millions of bytes, rounded to a tenth.
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
                write!(f, "{} is no valid scene: {findings}", path.display())
            }
            error => f.write_str(&error.sentence()),
        }
    }
}

impl std::error::Error for FileError {}
