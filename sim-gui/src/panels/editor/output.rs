//! Build output below the text: messages with links to their locations, and the full log.

use crate::actions::{BuildRequest, Request, TextRequest};
use crate::text::build as words;
use crate::widgets::code_editor::{Notes, finding_row};
use egui::{RichText, ScrollArea, Spinner, TextStyle, Ui};
use sim_core::diagnostic::Severity;
use sim_project::{Build, BuildEnd, BuildMessage};
use std::path::Path;

/// Update interval of the elapsed time during a build.
const COUNT: std::time::Duration = std::time::Duration::from_millis(200);

/// The running or the most recent build.
#[derive(Default)]
pub struct Output {
    build: Option<Build>,
    /// Whether its end has been handled.
    taken: bool,
    /// Whether all lines are shown instead of messages only.
    whole: bool,
    hidden: bool,
}

impl Output {
    /// Shows another build.
    pub fn start(&mut self, build: Build) {
        *self = Self { build: Some(build), whole: self.whole, ..Self::default() };
    }

    /// The build.
    pub fn build(&self) -> Option<&Build> {
        self.build.as_ref()
    }

    /// Whether it is running.
    pub fn is_running(&self) -> bool {
        self.build.as_ref().is_some_and(|build| build.end().is_none())
    }

    /// Its result; returned only once.
    pub fn take_end(&mut self) -> Option<BuildEnd> {
        let end = self.build.as_ref().filter(|_| !self.taken)?.end()?;
        self.taken = true;
        Some(end)
    }

    /// Whether something is shown.
    pub fn is_shown(&self) -> bool {
        self.build.is_some() && !self.hidden
    }

    /// Messages for the lines of a file.
    pub fn notes(&self, file: Option<&Path>) -> Notes<'static> {
        let mut notes = Notes::new();
        let (Some(build), Some(file)) = (self.build.as_ref().filter(|_| !self.hidden), file) else { return notes };
        let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        build.with_progress(|progress| {
            if progress.messages.is_empty() {
                return;
            }
            let wanted = real(file);
            for message in &progress.messages {
                let place = message.place.as_ref().filter(|place| real(&place.file) == wanted);
                if let Some(place) = place.filter(|_| message.severity != Severity::Note) {
                    notes.entry(place.line).or_insert((message.severity, message.text.clone().into()));
                }
            }
        });
        notes
    }

    /// Shows the output.
    pub fn show(&mut self, ui: &mut Ui, requests: &mut Vec<Request>) {
        let Some(build) = &self.build else { return };
        let mut hides = false;
        ui.horizontal_wrapped(|ui| {
            status(ui, build);
            match build.end() {
                None => {
                    ui.ctx().request_repaint_after(COUNT);
                    if ui.button(words::CANCEL).on_hover_text(words::CANCEL_HELP).clicked() {
                        requests.push(Request::Build(BuildRequest::Cancel));
                    }
                }
                Some(_) => hides = ui.button(words::HIDE).on_hover_text(words::HIDE_HELP).clicked(),
            }
            ui.checkbox(&mut self.whole, words::WHOLE).on_hover_text(words::WHOLE_HELP);
        });
        build.with_progress(|progress| match self.whole {
            true => lines(ui, &progress.lines),
            false => messages(ui, &progress.messages, build, requests),
        });
        self.hidden |= hides;
    }
}

/// The progress or the result of the build.
fn status(ui: &mut Ui, build: &Build) {
    let (name, seconds) = (build.project().name(), build.duration().as_secs());
    let (errors, warnings, done) = build.with_progress(|progress| {
        let count = |severity| progress.messages.iter().filter(|message| message.severity == severity).count();
        (count(Severity::Error), count(Severity::Warning), progress.done)
    });
    let (words, color) = match build.end() {
        None => {
            ui.add(Spinner::new());
            (words::running(done, &name, seconds), ui.visuals().text_color())
        }
        Some(BuildEnd::Built(_)) if warnings > 0 => (words::built_with(warnings, &name), ui.visuals().warn_fg_color),
        Some(BuildEnd::Built(_)) => (words::built(&name, seconds), ui.visuals().text_color()),
        Some(BuildEnd::Failed) => (words::failed(errors, &name), ui.visuals().error_fg_color),
        Some(BuildEnd::Canceled) => (words::canceled(&name), ui.visuals().warn_fg_color),
        Some(BuildEnd::Refused(finding)) => (finding.message.clone(), ui.visuals().error_fg_color),
    };
    ui.label(RichText::new(words).color(color));
}

/// The messages; a click opens the location.
fn messages(ui: &mut Ui, messages: &[BuildMessage], build: &Build, requests: &mut Vec<Request>) {
    let height = ui.text_style_height(&TextStyle::Button);
    let area = ScrollArea::vertical().id_salt("messages of the build").auto_shrink(false);
    area.show_rows(ui, height, messages.len(), |ui, rows| {
        for message in &messages[rows] {
            let words = match &message.place {
                Some(place) => {
                    let file = place.file.strip_prefix(&build.project().folder).unwrap_or(&place.file);
                    format!("{}:{}:{}: {}", file.display(), place.line, place.column, message.text)
                }
                None => message.text.clone(),
            };
            if finding_row(ui, message.severity, words, &message.whole)
                && let Some(place) = &message.place
            {
                let open = TextRequest::OpenAt(place.file.clone(), place.line, place.column);
                requests.push(Request::Text(open));
            }
        }
    });
}

/// The full log of the build.
fn lines(ui: &mut Ui, lines: &[String]) {
    let height = ui.text_style_height(&TextStyle::Monospace);
    let area = ScrollArea::both().id_salt("lines of the build").auto_shrink(false).stick_to_bottom(true);
    area.show_rows(ui, height, lines.len(), |ui, rows| {
        for line in &lines[rows] {
            ui.add(egui::Label::new(RichText::new(line).monospace()).extend().selectable(true));
        }
    });
}
