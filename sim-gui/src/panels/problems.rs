//! Problems: the diagnostics that the terminal also shows.

use crate::actions::{NoticeRequest, PackRequest, Request};
use crate::text;
use egui::{Button, Frame, Grid, Rect, RichText, ScrollArea, Ui, UiBuilder, vec2};
use sim_core::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use std::collections::HashSet;

/// Estimated height of a diagnostic before it has been drawn, points.
const HEIGHT: f32 = 100.0;

/// The origin of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The text of the scene.
    Document,
    /// Building the scene.
    Build,
    /// A rejected edit.
    Edit,
    /// A command rejected by the run, which continues unchanged.
    Command,
    /// Anything else: a run, plugins, files.
    Run,
}

/// A diagnostic and the affected robot.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The diagnostic.
    pub finding: Diagnostic,
    /// Name of the robot, if known.
    pub robot: Option<String>,
    origin: Origin,
}

/// The problems of the scene, of the plugins and of the run.
#[derive(Default)]
pub struct Problems {
    list: Vec<Row>,
    /// The [identities](identity) of all problems.
    texts: HashSet<String>,
    /// Width for which the heights were computed, points.
    width: f32,
}

/// A diagnostic in the list.
struct Row {
    problem: Problem,
    text: String,
    /// Its height if it has been drawn, points.
    height: Option<f32>,
}

impl Problems {
    /// Adds a diagnostic, unless already present.
    pub fn add(&mut self, finding: Diagnostic) {
        self.add_of(finding, None);
    }

    /// Adds a diagnostic about a robot, unless already present.
    pub fn add_of(&mut self, finding: Diagnostic, robot: Option<String>) {
        self.push(Problem { finding, robot, origin: Origin::Run });
    }

    /// Adds an edit or command rejected by the document or the run, unless already present.
    pub fn add_refusal(&mut self, finding: Diagnostic, origin: Origin) {
        self.push(Problem { finding, robot: None, origin });
    }

    fn push(&mut self, problem: Problem) {
        let text = identity(&problem.finding);
        if self.texts.insert(text.clone()) {
            self.list.push(Row { problem, text, height: None });
        }
    }

    /// Whether a diagnostic is already present.
    pub fn knows(&self, finding: &Diagnostic) -> bool {
        self.texts.contains(&identity(finding))
    }

    /// Replaces the diagnostics of an origin.
    pub fn follow(&mut self, origin: Origin, findings: &Diagnostics) {
        self.forget(origin);
        for finding in findings {
            self.push(Problem { finding: finding.clone(), robot: None, origin });
        }
    }

    /// Clears the diagnostics of an origin.
    pub fn forget(&mut self, origin: Origin) {
        self.list.retain(|row| row.problem.origin != origin);
        self.texts = self.list.iter().map(|row| row.text.clone()).collect();
    }

    /// Removes problems about a missing file or folder that exists again.
    pub fn is_back(&mut self, path: &str) {
        self.list.retain(|Row { problem: Problem { finding, origin, .. }, .. }| {
            let was_gone = *origin == Origin::Run
                && finding.code == Code::SceneFile
                && finding.severity == Severity::Warning
                && finding.file.as_deref() == Some(path);
            !was_gone
        });
        self.texts = self.list.iter().map(|row| row.text.clone()).collect();
    }

    /// Clears all diagnostics.
    pub fn clear(&mut self) {
        self.list.clear();
        self.texts.clear();
    }

    /// Number of diagnostics.
    pub fn count(&self) -> usize {
        self.list.len()
    }

    /// The diagnostics.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.list.iter().map(|row| &row.problem.finding)
    }

    /// Shows the diagnostics.
    pub fn show(&mut self, ui: &mut Ui, requests: &mut Vec<Request>) {
        if self.list.is_empty() {
            return super::empty(ui, &text::problems::NONE);
        }
        ui.horizontal(|ui| {
            ui.label(text::problems::count(self.list.len()));
            if ui.button(text::common::CLEAR).on_hover_text(text::findings::CLEAR_HELP).clicked() {
                self.forget(Origin::Run);
            }
        });
        ui.add_space(4.0);
        ScrollArea::vertical().auto_shrink(false).show_viewport(ui, |ui, seen| self.show_seen(ui, seen, requests));
    }

    /// Draws the visible diagnostics; others only reserve space.
    fn show_seen(&mut self, ui: &mut Ui, seen: Rect, requests: &mut Vec<Request>) {
        let (origin, width) = (ui.max_rect().min, ui.available_width());
        if width != std::mem::replace(&mut self.width, width) {
            self.list.iter_mut().for_each(|row| row.height = None);
        }
        let mut top = 0.0;
        for (number, row) in self.list.iter_mut().enumerate() {
            let height = row.height.unwrap_or(HEIGHT);
            if top + height >= seen.min.y && top <= seen.max.y {
                let place = Rect::from_min_size(origin + vec2(0.0, top), vec2(width, height));
                let place = UiBuilder::new().max_rect(place).scope_id(ui.scope_id().with(number));
                let drawn = ui.scope_builder(place, |ui| card(ui, &row.problem, requests)).response;
                row.height = Some(drawn.rect.height());
            }
            top += row.height.unwrap_or(HEIGHT) + ui.spacing().item_spacing.y;
        }
        ui.expand_to_include_rect(Rect::from_min_size(origin, vec2(width, top)));
    }
}

/// The full text of a diagnostic, which identifies duplicates.
fn identity(finding: &Diagnostic) -> String {
    let parts = [Some(&finding.message), finding.expected.as_ref(), finding.found.as_ref(), finding.help.as_ref()];
    let related = finding.related.iter().map(|related| &related.message);
    let mut text =
        format!("{:?} {} {:?}", finding.severity, finding.code, (&finding.file, finding.place, &finding.path));
    for part in parts.into_iter().flatten().chain(related) {
        text.extend(["\n", &**part]);
    }
    text
}

/// A diagnostic with everything that the terminal prints.
fn card(ui: &mut Ui, problem: &Problem, requests: &mut Vec<Request>) {
    let finding = &problem.finding;
    let color = match finding.severity {
        Severity::Error => ui.visuals().error_fg_color,
        Severity::Warning => ui.visuals().warn_fg_color,
        Severity::Note => ui.visuals().weak_text_color(),
    };
    Frame::group(ui.style()).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal(|ui| {
            ui.label(RichText::new(format!("{}[{}]", finding.severity, finding.code)).monospace().color(color));
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Min), |ui| {
                if ui.small_button(text::common::COPY).clicked() {
                    ui.ctx().copy_text(finding.to_string());
                }
            });
        });
        let message = ui.add(Button::new(RichText::new(&finding.message).strong()).frame(false).wrap());
        if message.on_hover_text(text::findings::SHOW).clicked() {
            requests.push(Request::Notice(NoticeRequest::Visit {
                finding: Box::new(finding.clone()),
                robot: problem.robot.clone(),
            }));
        }
        if finding.code == Code::PackMissing && ui.button(text::packs::INSTALL_MISSING).clicked() {
            requests.push(PackRequest::InstallMissing.into());
        }
        rows(ui, finding);
    });
}

/// The content of a diagnostic, without actions.
pub fn particulars(ui: &mut Ui, finding: &Diagnostic) {
    ui.add(egui::Label::new(RichText::new(&finding.message).strong()).wrap());
    rows(ui, finding);
}

fn rows(ui: &mut Ui, finding: &Diagnostic) {
    Grid::new("particulars").num_columns(2).spacing([12.0, 2.0]).show(ui, |ui| {
        let mut row = |name: &str, value: &str| {
            ui.weak(name);
            ui.add(egui::Label::new(value).wrap());
            ui.end_row();
        };
        if let Some(place) = place(finding) {
            row(&text::findings::PLACE, &place);
        }
        for (name, value) in [(text::findings::EXPECTED, &finding.expected), (text::findings::FOUND, &finding.found)] {
            value.iter().for_each(|value| row(&name, value));
        }
        finding.nearest.iter().for_each(|name| row(&text::findings::NEAREST, name));
        for related in &finding.related {
            let (file, at) = (&related.file, related.place);
            row(&text::findings::RELATED, &format!("{}, {file}:{}:{}", related.message, at.line, at.column));
        }
        finding.help.iter().for_each(|help| row(&text::findings::HELP, help));
    });
}

/// File, line, column and path of a diagnostic.
fn place(finding: &Diagnostic) -> Option<String> {
    let file = match (&finding.file, finding.place) {
        (Some(file), Some(place)) => Some(format!("{file}:{}:{}", place.line, place.column)),
        (Some(file), None) => Some(file.clone()),
        (None, _) => None,
    };
    let path = finding.path.clone().filter(|path| !path.is_empty());
    match (file, path) {
        (Some(file), Some(path)) => Some(format!("{file} ({path})")),
        (file, path) => file.or(path),
    }
}
