//! Navigation from diagnostics to their subjects, and applying the text view to the scene.

use super::Window;
use super::file_dialogs;
use crate::actions::NoticeRequest;
use crate::panels::problems::Origin;
use crate::panels::source;
use crate::preferences::layout::Pane;
use crate::text;
use sim_abi::ffi::types::LogLevel;
use sim_core::diagnostic::Diagnostic;
use sim_edit::{Document, Edit, Refusal, Target};
use std::path::Path;

impl Window {
    pub(super) fn notice_request(&mut self, request: NoticeRequest) {
        match request {
            NoticeRequest::Refuse(why) => {
                self.notices.say(LogLevel::Error, "", why.clone());
                self.notices.toasts.error(why);
            }
            NoticeRequest::Visit { finding, robot } => self.visit(&finding, robot.as_deref()),
            NoticeRequest::ExportLog => self.export_log(),
        }
    }

    fn export_log(&mut self) {
        let name = self.name_of_export("log", file_dialogs::LOGS);
        self.save_file(&text::choose::EXPORT_LOG, file_dialogs::LOGS, name, |window, _, path| {
            let result = sim_core::files::write_whole(&path, window.notices.log.to_text().as_bytes());
            window.notices.written(&path, result, text::log::EXPORT_FAILED);
        });
    }

    /// Selects the subject of a diagnostic and shows its position in the text.
    pub(super) fn visit(&mut self, finding: &Diagnostic, robot: Option<&str>) {
        let document = self.state.editor.document();
        let target = document.and_then(|document| about(document, finding));
        let line = document.and_then(|document| line(document, finding, target.as_ref()));
        let is_own = document.is_some_and(|document| source::is_of(finding, document));
        let name = robot.map(str::to_string).or_else(|| target.as_ref()?.name().map(str::to_string));
        let body = name.and_then(|name| {
            let structure = self.state.world.structure();
            structure.bodies.iter().position(|body| *body.name == *name)
        });
        match (body, target) {
            (Some(_), _) => {
                self.select(None, false);
                self.select(body, false);
            }
            (None, Some(part)) => self.select_part(part),
            (None, None) => {}
        }
        if let (Some(file), Some(place)) = (&finding.file, finding.place.filter(|_| !is_own))
            && Path::new(file).is_file()
        {
            self.open_text(Path::new(file), Some((place.line, place.column)));
            return;
        }
        match (line, &finding.file) {
            (Some(line), _) => self.go_to_line(line),
            (None, Some(file)) => _ = self.notices.toasts.info(text::findings::elsewhere(file)),
            (None, None) => {}
        }
    }

    /// Shows a line of the scene's text, 1-based.
    pub(super) fn go_to_line(&mut self, line: usize) {
        self.panels.text.go_to(line);
        self.layout.show(Pane::Text);
    }

    /// Applies the contents of the text view to the scene. Returns whether they are applied.
    pub(super) fn apply_text(&mut self) -> bool {
        let Some(text) = self.panels.text.unapplied().map(str::to_string) else { return true };
        let (editor, live) = self.state.editing();
        match editor.apply(Edit::ReplaceText(text), false, &live) {
            Ok(_) => {
                self.panels.text.applied();
                self.notices.problems.forget(Origin::Edit);
                self.find_in_document();
                true
            }
            Err(Refusal::Invalid(findings)) => {
                self.panels.text.refused(&findings);
                self.layout.show(Pane::Text);
                findings.iter().next().into_iter().for_each(|worst| self.notices.announce(worst));
                false
            }
            Err(refusal) => {
                self.refuse(&refusal);
                false
            }
        }
    }
}

/// The document part that a diagnostic refers to.
fn about(document: &Document, finding: &Diagnostic) -> Option<Target> {
    let query = document.query()?;
    let by_path = finding.path.as_deref().and_then(|path| query.at_path(path));
    let place = finding.place.filter(|_| source::is_of(finding, document));
    by_path.or_else(|| query.at_byte(place?.start))
}

/// The 1-based line of the document's text that a diagnostic refers to.
fn line(document: &Document, finding: &Diagnostic, target: Option<&Target>) -> Option<usize> {
    if let Some(place) = finding.place.filter(|_| source::is_of(finding, document)) {
        return Some(place.line);
    }
    let (start, _) = document.text_range(target?)?;
    Some(document.to_text()[..start].matches('\n').count() + 1)
}
