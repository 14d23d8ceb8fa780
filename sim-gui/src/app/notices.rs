//! Notices to the user: toasts, lines of the log, and problems.

use crate::panels::log::{Line, Log};
use crate::panels::problems::{Origin, Problems};
use crate::text::{self, Text};
use crate::widgets::messages::Messages;
use sim_abi::ffi::types::LogLevel;
use sim_core::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use sim_edit::Document;
use std::path::Path;

/// Notices to the user.
#[derive(Default)]
pub(super) struct Notices {
    pub(super) toasts: Messages,
    pub(super) log: Log,
    pub(super) problems: Problems,
}

impl Notices {
    /// Replaces the diagnostics of the last build with those of a new one, and shows the first new one as a toast.
    pub(super) fn follow_build(&mut self, findings: &Diagnostics) {
        if let Some(worst) = findings.iter().next().filter(|worst| !self.problems.knows(worst)) {
            self.announce(worst);
        }
        self.problems.follow(Origin::Build, findings);
        self.problems.forget(Origin::Command);
    }

    /// Adds diagnostics to the problems, and shows the first new one as a toast.
    pub(super) fn note_all(&mut self, findings: &Diagnostics) {
        if let Some(worst) = findings.iter().find(|finding| !self.problems.knows(finding)) {
            self.announce(worst);
        }
        findings.iter().for_each(|finding| self.problems.add(finding.clone()));
    }

    /// Adds a diagnostic to the problems and shows it as a toast.
    pub(super) fn note(&mut self, finding: Diagnostic) {
        self.announce(&finding);
        self.problems.add(finding);
    }

    /// Shows a diagnostic as a toast.
    pub(super) fn announce(&mut self, finding: &Diagnostic) {
        let text = in_short(finding);
        match finding.severity == Severity::Error {
            true => _ = self.toasts.error(text),
            false => _ = self.toasts.warning(text),
        }
    }

    /// Shows a hint as a toast.
    pub(super) fn inform(&mut self, text: Text) {
        self.toasts.info(text);
    }

    /// Logs a message of the window.
    pub(super) fn say(&mut self, level: LogLevel, source: impl Into<String>, text: impl Into<String>) {
        let (component, text) = (source.into(), text.into());
        self.log.add(Line { time: None, level, robot: "".into(), component, text });
    }

    /// Updates the problems after a change of the document.
    pub(super) fn follow_document(&mut self, document: Option<&Document>) {
        if let Some(document) = document {
            self.problems.follow(Origin::Document, document.findings());
        }
    }

    /// Shows the diagnostics of the document's text. Returns whether there are errors.
    pub(super) fn find_in_document(&mut self, document: Option<&Document>) -> bool {
        let findings = document.map(|document| document.findings().clone()).unwrap_or_default();
        if let Some(worst) = findings.iter().next() {
            self.announce(worst);
        }
        self.problems.follow(Origin::Document, &findings);
        findings.has_errors()
    }

    /// Reports a success: briefly as a toast, in full in the log.
    pub(super) fn succeeded(&mut self, short: impl Into<String>, whole: impl Into<String>) {
        self.toasts.success(short);
        self.say(LogLevel::Info, "", whole);
    }

    /// Reports a file that was written.
    pub(super) fn wrote(&mut self, path: &Path) {
        self.toasts.success(text::plots::written(path.display().to_string()));
    }

    /// Reports whether a file was written.
    pub(super) fn written(&mut self, path: &Path, result: std::io::Result<()>, failed: Text) {
        match result {
            Ok(()) => self.wrote(path),
            Err(error) => {
                let finding = Diagnostic::error(Code::ConfigValue, failed)
                    .with_file(path.display().to_string())
                    .with_found(error.to_string())
                    .with_help(text::file::CHOOSE_FOLDER);
                self.note(finding);
            }
        }
    }
}

/// A diagnostic's message and the name of its file.
pub(super) fn in_short(finding: &Diagnostic) -> String {
    match finding.file.as_deref().and_then(|file| Path::new(file).file_name()) {
        Some(name) => text::findings::of_file(name.to_string_lossy(), &finding.message),
        None => finding.message.clone(),
    }
}
