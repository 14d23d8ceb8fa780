//! The text view: the scene's text with line numbers and diagnostics, so that errors can be fixed in the window.

use crate::actions::{EditRequest, Request};
use crate::text;
use crate::widgets::code_editor::{CodeEditor, Notes, TextDisplay, finding_row};
use egui::{RichText, ScrollArea, TextStyle, Ui};
use sim_core::diagnostic::{Diagnostic, Diagnostics};
use sim_edit::Document;
use std::sync::Arc;

/// Maximum number of diagnostics shown without scrolling.
const LISTED: usize = 50;

/// The text view.
#[derive(Default)]
pub struct Source {
    /// The edited text.
    text: String,
    /// The document's text when it was last loaded.
    base: String,
    /// The unapplied text, shared with the thread that saves it for recovery.
    shared: Option<Arc<str>>,
    /// Diagnostics of the last rejected text.
    findings: Vec<Diagnostic>,
    /// The text field.
    code: CodeEditor,
}

impl Source {
    /// Marks a line, 1-based, and scrolls to it.
    pub fn go_to(&mut self, line: usize) {
        self.code.go_to(line);
    }

    /// The marked line.
    pub fn marked(&self) -> Option<usize> {
        self.code.marked()
    }

    /// The unapplied text.
    pub fn unapplied(&self) -> Option<&str> {
        (self.text != self.base).then_some(self.text.as_str())
    }

    /// As [`Source::unapplied`], for sharing. It is copied only if it has changed since the last call.
    pub fn shared(&mut self) -> Option<Arc<str>> {
        match self.text == self.base {
            true => self.shared = None,
            false if self.shared.as_deref() == Some(&self.text) => {}
            false => self.shared = Some(self.text.as_str().into()),
        }
        self.shared.clone()
    }

    /// Restores unapplied text after a crash.
    pub fn restore(&mut self, base: &str, written: String) {
        *self = Self { text: written, base: base.to_owned(), ..Self::default() };
    }

    /// Discards unapplied text.
    pub fn revert(&mut self) {
        self.text.clone_from(&self.base);
        self.findings.clear();
    }

    /// Clears the view for another scene.
    pub fn forget(&mut self) {
        *self = Self::default();
    }

    /// Handles an applied text: it is now the document's text.
    pub fn applied(&mut self) {
        self.base.clone_from(&self.text);
        self.findings.clear();
    }

    /// Handles a rejected text.
    pub fn refused(&mut self, findings: &Diagnostics) {
        self.findings = findings.iter().cloned().collect();
        // The user will fix or undo the edit next.
        self.code.take_keyboard();
        if let Some(line) = self.findings.iter().find_map(|finding| finding.place.map(|place| place.line)) {
            self.go_to(line);
        }
    }

    /// Shows the text.
    pub fn show(&mut self, ui: &mut Ui, document: Option<&Document>, requests: &mut Vec<Request>) {
        let Some(document) = document else {
            return super::empty(ui, &text::source::NO_SCENE);
        };
        let now = document.to_text();
        if self.text == self.base && self.base != now {
            self.text = now.to_string();
            self.base.clone_from(&self.text);
            self.findings.clear();
        }
        let written = self.text != self.base;
        self.bar(ui, written, written && self.base != now, requests);
        let findings: Vec<Diagnostic> = match (self.findings.is_empty(), written) {
            (false, _) => self.findings.clone(),
            (true, false) => document.findings().iter().filter(|finding| is_of(finding, document)).cloned().collect(),
            (true, true) => Vec::new(),
        };
        let list = findings.len().min(LISTED) as f32 * (ui.text_style_height(&TextStyle::Body) + 6.0);
        let below = list.min(ui.available_height() / 3.0);
        let height = (ui.available_height() - below - if findings.is_empty() { 0.0 } else { 12.0 }).max(40.0);
        self.edit(ui, height, &findings);
        if !findings.is_empty() {
            ui.separator();
            self.list(ui, &findings);
        }
    }

    fn bar(&mut self, ui: &mut Ui, written: bool, changed: bool, requests: &mut Vec<Request>) {
        ui.horizontal(|ui| {
            let apply = ui.add_enabled(written, egui::Button::new(text::common::APPLY));
            let apply = apply.on_hover_text(text::source::APPLY_HELP).on_disabled_hover_text(text::source::SAME);
            if apply.clicked() {
                requests.push(Request::Edit(EditRequest::ApplyText));
            }
            let revert = ui.add_enabled(written, egui::Button::new(text::source::REVERT));
            let revert = revert.on_hover_text(text::source::REVERT_HELP).on_disabled_hover_text(text::source::SAME);
            if revert.clicked() {
                self.revert();
            }
            if changed {
                ui.label(RichText::new(text::source::CHANGED).color(ui.visuals().warn_fg_color));
            }
        });
        ui.add_space(4.0);
    }

    fn edit(&mut self, ui: &mut Ui, height: f32, findings: &[Diagnostic]) {
        let mut notes = Notes::new();
        for finding in findings {
            let Some(place) = finding.place else { continue };
            notes.entry(place.line).or_insert((finding.severity, finding.message.as_str().into()));
        }
        let id = egui::Id::unique("text of the scene");
        let shown = TextDisplay { id, name: &text::source::NAME, notes: &notes, hits: &[], hit: None };
        self.code.show(ui, &mut self.text, height, &shown);
    }

    /// The diagnostics below the text; a click goes to the line.
    fn list(&mut self, ui: &mut Ui, findings: &[Diagnostic]) {
        let height = ui.text_style_height(&TextStyle::Button);
        let area = ScrollArea::vertical().id_salt("findings").auto_shrink(false);
        area.show_rows(ui, height, findings.len(), |ui, rows| {
            for finding in &findings[rows] {
                let line = finding.place.map(|place| place.line);
                let said = finding.headline();
                let words = line.map_or_else(|| said.clone(), |line| text::source::finding(line, &said));
                if finding_row(ui, finding.severity, words, &finding.to_string())
                    && let Some(line) = line
                {
                    self.go_to(line);
                }
            }
        });
    }
}

/// Whether a diagnostic refers to the document's own file.
pub fn is_of(finding: &Diagnostic, document: &Document) -> bool {
    let own = document.path().map(|path| path.display().to_string());
    match (&finding.file, own) {
        (Some(file), Some(own)) => *file == own,
        (Some(file), None) => *file == document.title(),
        (None, _) => false,
    }
}
