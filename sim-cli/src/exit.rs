//! Exit status and failures of the program.

use sim_core::diagnostic::{Code, Diagnostic, Diagnostics, Severity};

/// Exit status of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Success.
    Ok,
    /// The run failed, an output could not be written, or a replay differs.
    Failed,
    /// The command line is invalid.
    Usage,
    /// The scene, a model or a setting is invalid.
    Invalid,
    /// A plugin could not be loaded, or a component faulted.
    Plugin,
    /// An acceptance condition of the scene failed.
    Acceptance,
    /// A file is not formatted.
    Layout,
    /// Interrupted by Ctrl-C.
    Interrupted,
}

impl Exit {
    /// The numeric exit status.
    pub const fn status(self) -> u8 {
        match self {
            Exit::Ok => 0,
            Exit::Failed => 1,
            Exit::Usage => 2,
            Exit::Invalid => 3,
            Exit::Plugin => 4,
            Exit::Acceptance => 5,
            Exit::Layout => 6,
            Exit::Interrupted => 130,
        }
    }

    /// The meaning of a numeric status; unknown numbers are failures.
    pub fn from_status(status: u8) -> Self {
        let all = [
            Exit::Ok,
            Exit::Failed,
            Exit::Usage,
            Exit::Invalid,
            Exit::Plugin,
            Exit::Acceptance,
            Exit::Layout,
            Exit::Interrupted,
        ];
        all.into_iter().find(|exit| exit.status() == status).unwrap_or(Exit::Failed)
    }

    /// The exit status for findings. An error of the scene or settings takes precedence over one of a plugin, because it must be
    /// fixed first.
    pub fn of(findings: &Diagnostics) -> Self {
        let errors = findings.iter().filter(|finding| finding.severity == Severity::Error);
        Self::worst(errors.map(|finding| Self::of_code(finding.code)))
    }

    /// The status with the highest precedence.
    pub fn worst(all: impl IntoIterator<Item = Self>) -> Self {
        let rank = |exit: &Exit| match exit {
            Exit::Invalid => 3,
            Exit::Plugin => 2,
            Exit::Ok => 0,
            _ => 1,
        };
        all.into_iter().max_by_key(rank).unwrap_or(Exit::Ok)
    }

    fn of_code(code: Code) -> Self {
        match (code, &code.as_str()[..2]) {
            (Code::ConfigOutput | Code::PackStore | Code::PackBuild, _) | (_, "RC" | "GR") => Exit::Failed,
            (Code::PluginWrongKind | Code::EngineParameters, _) | (_, "SC" | "MD" | "CF" | "IM" | "PK") => {
                Exit::Invalid
            }
            (Code::EngineState | Code::EngineSnapshot | Code::EngineEnded, _) => Exit::Failed,
            (Code::EngineAcceptance, _) => Exit::Acceptance,
            _ => Exit::Plugin,
        }
    }
}

/// The failure of a command.
#[derive(Clone, Debug)]
pub struct Failure {
    /// Exit status.
    pub exit: Exit,
    /// All findings.
    pub diagnostics: Diagnostics,
}

impl Failure {
    /// A finding with an exit status other than its default.
    pub fn with(exit: Exit, finding: Diagnostic) -> Self {
        Self { exit, diagnostics: finding.into() }
    }
}

impl From<Diagnostics> for Failure {
    fn from(diagnostics: Diagnostics) -> Self {
        Self { exit: Exit::of(&diagnostics), diagnostics }
    }
}

impl From<Diagnostic> for Failure {
    fn from(diagnostic: Diagnostic) -> Self {
        Diagnostics::from(diagnostic).into()
    }
}

/// Result of a command.
pub type Outcome<T = Exit> = Result<T, Failure>;

#[cfg(test)]
mod tests {
    use super::*;

    fn exit(codes: &[Code]) -> Exit {
        Exit::of(&codes.iter().map(|code| Diagnostic::error(*code, "x")).collect())
    }

    #[test]
    fn a_mistake_in_the_scene_outweighs_a_missing_plugin() {
        assert_eq!(exit(&[Code::PluginUnknownComponent]), Exit::Plugin);
        assert_eq!(exit(&[Code::PluginUnknownComponent, Code::SceneRange]), Exit::Invalid);
        assert_eq!(exit(&[Code::RecordingUnwritable]), Exit::Failed);
        assert_eq!(exit(&[]), Exit::Ok);
        assert_eq!(Exit::worst([Exit::Failed, Exit::Ok]), Exit::Failed);
        assert_eq!(Exit::worst([Exit::Invalid, Exit::Plugin, Exit::Ok]), Exit::Invalid);
    }

    #[test]
    fn warnings_do_not_fail() {
        let warning = Diagnostic::warning(Code::SceneNoEffect, "x");
        assert_eq!(Exit::of(&warning.into()), Exit::Ok);
    }
}
