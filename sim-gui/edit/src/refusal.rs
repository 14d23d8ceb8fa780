//! Reasons why an edit is refused.

use std::fmt;

use sim_core::diagnostic::Diagnostics;

use crate::target::Target;

/// An operation that is impossible for a part of the scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Moving it.
    Move,
    /// Renaming it.
    Rename,
    /// Resizing it.
    Resize,
    /// Locking it.
    Lock,
    /// Cutting an opening into it.
    CutOpening,
    /// Selecting a component for it.
    SetComponent,
    /// Setting a parameter of one of its components.
    SetParameter,
}

/// Why an edit was refused; the document is unchanged.
#[derive(Clone, Debug)]
pub enum Refusal {
    /// The part does not exist.
    Unknown {
        /// The requested target.
        target: Target,
        /// The most similar existing name.
        nearest: Option<String>,
    },
    /// It is defined in an included file, which this document does not change.
    Included {
        /// Name of the part.
        name: String,
        /// The file that defines it.
        file: String,
    },
    /// It is locked.
    Locked {
        /// Name of the object.
        name: String,
    },
    /// It is a member of a fleet.
    FleetMember {
        /// Name of the robot.
        robot: String,
        /// Prefix of its fleet.
        fleet: String,
    },
    /// Other parts of the scene refer to the things to be deleted.
    Referenced {
        /// Name of the first thing that is referenced.
        name: String,
        /// The places that refer to it, such as ``acceptance[0] `line done` ``.
        by: Vec<String>,
    },
    /// The edit is not applicable to this part.
    Impossible {
        /// The part.
        target: Target,
        /// The operation.
        operation: Operation,
        /// The reason.
        reason: String,
    },
    /// A path inside a part is invalid.
    Path {
        /// The path.
        path: String,
        /// The reason.
        reason: String,
    },
    /// The pasted text has no insertable content.
    Paste {
        /// The reason.
        reason: String,
    },
    /// An included file contains surroundings to be replaced together with other things.
    MixedInclude {
        /// The file.
        file: String,
    },
    /// Several parts of the scene cannot be deleted, each for its own reason.
    NotDeleted(Vec<Refusal>),
    /// The scene would become invalid.
    Invalid(Diagnostics),
    /// The text of the document is currently not a valid scene.
    Broken,
    /// The edited text did not parse as intended: a bug in this program, not an error of the scene.
    Unwritable,
}

impl Refusal {
    /// The refusal as text. Findings are listed without their locations.
    pub fn sentence(&self) -> String {
        match self {
            Refusal::Unknown { target, nearest: None } => format!("{target} not found"),
            Refusal::Unknown { target, nearest: Some(nearest) } => {
                format!("{target} not found; did you mean `{nearest}`?")
            }
            Refusal::Included { name, file } => {
                format!("`{name}` is defined in {file}; edit that file, or include a copy")
            }
            Refusal::Locked { name } => format!("`{name}` is locked; unlock it first"),
            Refusal::FleetMember { robot, fleet } => format!(
                "`{robot}` is a member of the fleet `{fleet}`; edit the fleet, or dissolve it into individual robots first"
            ),
            Refusal::Referenced { name, by } => {
                format!("`{name}` is still used by {by}; delete these too, or change them first", by = by.join(", "))
            }
            Refusal::Impossible { target, operation, reason } => cannot(*operation, &target.to_string(), reason),
            Refusal::Path { path, reason } => {
                format!("`{path}` cannot be set: {reason}")
            }
            Refusal::Paste { reason } => format!("the text cannot be pasted: {reason}"),
            Refusal::MixedInclude { file } => format!(
                "{file} is included and contains an environment and other elements; move the environment to a separate \
                 file, or remove the include first"
            ),
            Refusal::NotDeleted(each) => {
                let reasons: Vec<String> = each.iter().map(Refusal::sentence).collect();
                format!("not deleted: {}", reasons.join("; "))
            }
            Refusal::Invalid(findings) => {
                format!("the scene would be invalid: {findings}", findings = in_short(findings))
            }
            Refusal::Broken => "the scene has errors; fix its text first".to_string(),
            Refusal::Unwritable => {
                "the edit could not be applied to this text; edit the text manually, and please report this bug"
                    .to_string()
            }
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Invalid(findings) => write!(f, "the scene would be invalid:\n{findings}"),
            refusal => f.write_str(&refusal.sentence()),
        }
    }
}

impl std::error::Error for Refusal {}

fn cannot(operation: Operation, target: &str, reason: &str) -> String {
    match operation {
        Operation::Move => format!("{target} cannot be moved: {reason}"),
        Operation::Rename => format!("{target} cannot be renamed: {reason}"),
        Operation::Resize => format!("{target} cannot be resized: {reason}"),
        Operation::Lock => format!("{target} cannot be locked: {reason}"),
        Operation::CutOpening => {
            format!("cannot cut an opening into {target}: {reason}")
        }
        Operation::SetComponent => {
            format!("cannot set this component of {target}: {reason}")
        }
        Operation::SetParameter => {
            format!("cannot set this parameter of {target}: {reason}")
        }
    }
}

/// The messages and expectations of findings, joined.
pub(crate) fn in_short(findings: &Diagnostics) -> String {
    let each = findings.iter().map(|finding| match &finding.expected {
        Some(expected) => format!("{message}; expected: {expected}", message = finding.message),
        None => finding.message.clone(),
    });
    each.collect::<Vec<_>>().join("; ")
}
