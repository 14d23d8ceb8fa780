//! Why an edit was not made.

use std::fmt;
use std::path::PathBuf;

use sim_core::diagnostic::{Diagnostics, Sentence};
use sim_text::{Phrase, list};

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

/// Why an edit was refused; the document is as it was before. It prints in the language in use.
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
        name: Sentence,
        /// File that it stands in.
        file: Sentence,
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
        reason: Sentence,
    },
    /// A path inside a part leads nowhere.
    Path {
        /// The path.
        path: String,
        /// Why not.
        reason: Sentence,
    },
    /// The pasted text holds nothing that could be inserted.
    Paste {
        /// Why not.
        reason: Sentence,
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
    /// What it says, in every language. Of findings it has what is wrong, without their places.
    pub fn sentence(&self) -> Sentence {
        match self {
            Refusal::Unknown { target, nearest: None } => {
                say!("refusal-unknown", "there is no {target}", target = target.sentence())
            }
            Refusal::Unknown { target, nearest: Some(nearest) } => say!(
                "refusal-unknown-nearest",
                "there is no {target}; did you mean `{nearest}`?",
                target = target.sentence(),
                nearest
            ),
            Refusal::Included { name, file } => {
                say!("refusal-included", "`{name}` comes from {file}; edit that file, or include a copy", name, file)
            }
            Refusal::Locked { name } => say!("refusal-locked", "`{name}` is locked; unlock it first", name),
            Refusal::FleetMember { robot, fleet } => say!(
                "refusal-fleet-member",
                "`{robot}` is one of the fleet `{fleet}`; edit the fleet, or dissolve it into single robots first",
                robot,
                fleet
            ),
            Refusal::Referenced { name, by } => say!(
                "refusal-referenced",
                "`{name}` is still used by {by}; delete these too, or change them first",
                name,
                by = by.join(", ")
            ),
            Refusal::Impossible { target, deed, reason } => cannot(*deed, &target.sentence(), reason),
            Refusal::Path { path, reason } => {
                say!("refusal-path", "`{path}` cannot be set: {reason}", path, reason)
            }
            Refusal::Paste { reason } => say!("refusal-paste", "the text cannot be pasted: {reason}", reason),
            Refusal::MixedInclude { file } => say!(
                "refusal-mixed-include",
                "{file} is included, and holds surroundings and other things; move the surroundings to a file of their own, or \
                 take the include out first",
                file
            ),
            Refusal::NotDeleted(each) => {
                let reasons = list(each.iter().map(Refusal::sentence), "; ");
                say!("refusal-not-deleted", "not deleted: {reasons}", reasons)
            }
            Refusal::Invalid(findings) => {
                say!("refusal-invalid", "the scene would not be valid: {findings}", findings = in_short(findings))
            }
            Refusal::Broken => say!("refusal-broken", "the file has mistakes; mend its text first"),
            Refusal::Unwritable => say!(
                "refusal-unwritable",
                "the edit could not be written down in this text; edit the text itself, and please report this"
            ),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Invalid(findings) => {
                let told = say!("refusal-invalid", "the scene would not be valid: {findings}", findings = "");
                write!(f, "{}\n{findings}", told.told().trim_end())
            }
            refusal => f.write_str(&refusal.sentence().told()),
        }
    }
}

impl std::error::Error for Refusal {}

fn cannot(deed: Deed, target: &Sentence, reason: &Sentence) -> Sentence {
    match deed {
        Deed::Move => say!("cannot-move", "{target} cannot be moved: {reason}", target, reason),
        Deed::Rename => say!("cannot-rename", "{target} cannot be renamed: {reason}", target, reason),
        Deed::Resize => say!("cannot-resize", "{target} cannot be resized: {reason}", target, reason),
        Deed::Lock => say!("cannot-lock", "{target} cannot be locked: {reason}", target, reason),
        Deed::Hide => say!("cannot-hide", "{target} cannot be hidden: {reason}", target, reason),
        Deed::Attach => say!("cannot-attach", "{target} cannot be attached: {reason}", target, reason),
        Deed::CutOpening => {
            say!("cannot-cut-opening", "{target} cannot be given an opening: {reason}", target, reason)
        }
        Deed::SetComponent => {
            say!("cannot-set-component", "{target} cannot be given this component: {reason}", target, reason)
        }
        Deed::SetParameter => {
            say!("cannot-set-parameter", "{target} cannot be given this parameter: {reason}", target, reason)
        }
    }
}

/// What findings say is wrong and what they expect, one after another.
pub(crate) fn in_short(findings: &Diagnostics) -> sim_text::Part {
    let each = findings.iter().map(|finding| match &finding.expected {
        Some(expected) => {
            say!("finding-expected", "{message}; expected: {expected}", message = finding.message, expected)
        }
        None => finding.message.clone(),
    });
    list(each, "; ")
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

/// Why a document could not be opened, saved or kept for recovery. It prints in the language in use.
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
        cause: Sentence,
        /// What to do.
        remedy: Phrase,
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
            std::io::ErrorKind::NotFound => phrase!("remedy-path", "check the path"),
            std::io::ErrorKind::PermissionDenied => phrase!("remedy-right", "ask for the right to read it"),
            _ => phrase!("remedy-path-disk", "check the path and the disk"),
        };
        FileError::Io { path: path.into(), access: Access::Read, cause: error.to_string().into(), remedy }
    }

    pub(crate) fn writing(path: &std::path::Path, error: &std::io::Error) -> FileError {
        let remedy = match error.kind() {
            std::io::ErrorKind::PermissionDenied | std::io::ErrorKind::ReadOnlyFilesystem => {
                phrase!("remedy-writable", "make file and folder writable, or save under another name")
            }
            std::io::ErrorKind::StorageFull | std::io::ErrorKind::QuotaExceeded => {
                phrase!("remedy-room", "make room on the disk")
            }
            std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory => {
                phrase!("remedy-folder", "the folder must exist: make it, or save under another name")
            }
            _ => phrase!("remedy-disk", "save under another name, and check the disk"),
        };
        FileError::Io { path: path.into(), access: Access::Write, cause: error.to_string().into(), remedy }
    }

    /// What it says, in every language. Of findings it has what is wrong, without their places.
    pub fn sentence(&self) -> Sentence {
        match self {
            FileError::NoPath => say!("file-no-path", "the scene has no file yet; choose one with \"save as\""),
            FileError::Io { path, access, cause, remedy } => {
                let path = path.display();
                match access {
                    Access::Read => {
                        say!("file-not-read", "{path} cannot be read: {cause}; {remedy}", path, cause, remedy)
                    }
                    Access::Write => {
                        say!("file-not-written", "{path} cannot be written: {cause}; {remedy}", path, cause, remedy)
                    }
                    Access::Recover => {
                        say!("file-not-recovered", "{path} cannot be recovered: {cause}; {remedy}", path, cause, remedy)
                    }
                }
            }
            FileError::NotText { path, at } => say!(
                "file-not-text",
                "{path} is not UTF-8 text (byte {at} is not); save it as UTF-8, or choose another file",
                path = path.display(),
                at = at.to_string()
            ),
            FileError::TooLarge { path, size } => say!(
                "file-too-large",
                "{path} has {size} MB; texts of at most {limit} MB are edited here: open it in another program",
                path = path.display(),
                size = megabytes(*size),
                limit = megabytes(crate::text_file::TEXT_FILE_LIMIT)
            ),
            FileError::ChangedOnDisk { path } => say!(
                "file-changed",
                "{path} was changed by another program; save over it, save under another name, or reload it",
                path = path.display()
            ),
            FileError::DeletedOnDisk { path } => say!(
                "file-deleted",
                "{path} was deleted or moved by another program; save it again there, or under another name",
                path = path.display()
            ),
            FileError::OwnFile { path } => say!(
                "file-own",
                "{path} is the file of this scene, which would lose its robots; choose another file",
                path = path.display()
            ),
            FileError::NoScene { path, findings } => {
                let (path, findings) = (path.display(), in_short(findings));
                say!("file-no-scene", "{path} is no valid scene: {findings}", path, findings)
            }
            FileError::NoSurroundings { path } => say!(
                "file-no-surroundings",
                "{path} has no objects, beacons, lamps, water, air or floor; choose another scene",
                path = path.display()
            ),
            FileError::Invalid { path, findings } => say!(
                "file-invalid",
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
                let findings = findings.to_string();
                let path = path.display();
                let told = say!("file-invalid", "the scene cannot be saved as {path}: {findings}", path, findings);
                f.write_str(&told.told())
            }
            FileError::NoScene { path, findings } => {
                let (path, findings) = (path.display(), findings.to_string());
                f.write_str(&say!("file-no-scene", "{path} is no valid scene: {findings}", path, findings).told())
            }
            error => f.write_str(&error.sentence().told()),
        }
    }
}

impl std::error::Error for FileError {}
