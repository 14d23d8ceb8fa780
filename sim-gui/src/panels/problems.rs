//! Problems: the findings that the terminal shows too.

use crate::actions::{PackRequest, Request};
use crate::text;
use egui::{Button, Frame, Grid, Rect, RichText, ScrollArea, Ui, UiBuilder, vec2};
use sim_core::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use std::collections::HashSet;

/// Height that a finding is taken to have until it has been drawn, points.
const HEIGHT: f32 = 100.0;

/// What a finding is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The text of the scene.
    Document,
    /// Building the scene.
    Build,
    /// An edit that was refused.
    Edit,
    /// What the run has refused: it goes on as it was.
    Command,
    /// Anything else: a run, plugins, files.
    Run,
}

/// A finding, and the robot that it is about.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The finding.
    pub finding: Diagnostic,
    /// Name of the robot, where one is known.
    pub robot: Option<String>,
    origin: Origin,
}

/// The problems of the scene, of the plugins and of the run.
#[derive(Default)]
pub struct Problems {
    list: Vec<Row>,
    /// The [identities](identity) of all of them.
    texts: HashSet<String>,
    /// Width for which the heights were found, points.
    width: f32,
}

/// A finding in the list.
struct Row {
    problem: Problem,
    text: String,
    /// Its height where it has been drawn, points.
    height: Option<f32>,
}

impl Problems {
    /// Adds a finding, unless the same is there already.
    pub fn add(&mut self, finding: Diagnostic) {
        self.add_of(finding, None);
    }

    /// Adds a finding about a robot, unless the same is there already.
    pub fn add_of(&mut self, finding: Diagnostic, robot: Option<String>) {
        self.push(Problem { finding, robot, origin: Origin::Run });
    }

    /// Adds that something was refused, by the document or by the run, unless the same is there already.
    pub fn add_refusal(&mut self, finding: Diagnostic, origin: Origin) {
        self.push(Problem { finding, robot: None, origin });
    }

    fn push(&mut self, problem: Problem) {
        let text = identity(&problem.finding);
        if self.texts.insert(text.clone()) {
            self.list.push(Row { problem, text, height: None });
        }
    }

    /// Whether a finding is there already.
    pub fn knows(&self, finding: &Diagnostic) -> bool {
        self.texts.contains(&identity(finding))
    }

    /// Takes the findings of an origin in place of those it had before.
    pub fn follow(&mut self, origin: Origin, findings: &Diagnostics) {
        self.forget(origin);
        for finding in findings {
            self.push(Problem { finding: finding.clone(), robot: None, origin });
        }
    }

    /// Forgets the findings of an origin.
    pub fn forget(&mut self, origin: Origin) {
        self.list.retain(|row| row.problem.origin != origin);
        self.texts = self.list.iter().map(|row| row.text.clone()).collect();
    }

    /// A file or folder is there again: that it was gone is no problem any more.
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

    /// Forgets all.
    pub fn clear(&mut self) {
        self.list.clear();
        self.texts.clear();
    }

    /// Number of findings.
    pub fn count(&self) -> usize {
        self.list.len()
    }

    /// The findings.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.list.iter().map(|row| &row.problem.finding)
    }

    /// Shows the findings.
    pub fn show(&mut self, ui: &mut Ui, requests: &mut Vec<Request>) {
        if self.list.is_empty() {
            return super::empty(ui, &text::problems::NONE);
        }
        ui.horizontal(|ui| {
            ui.label(text::problems::count(self.list.len()));
            if ui.button(text::findings::CLEAR).on_hover_text(text::findings::CLEAR_HELP).clicked() {
                self.forget(Origin::Run);
            }
        });
        ui.add_space(4.0);
        ScrollArea::vertical().auto_shrink(false).show_viewport(ui, |ui, seen| self.show_seen(ui, seen, requests));
    }

    /// Draws the findings that are in sight; the others only take their room.
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

/// Everything that a finding says, by which repetitions are known.
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

/// One finding: everything that the terminal would say of it.
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
                if ui.small_button(text::findings::COPY).clicked() {
                    ui.ctx().copy_text(finding.to_string());
                }
            });
        });
        let message = ui.add(Button::new(RichText::new(&finding.message).strong()).frame(false).wrap());
        if message.on_hover_text(text::findings::SHOW).clicked() {
            requests.push(Request::Visit { finding: Box::new(finding.clone()), robot: problem.robot.clone() });
        }
        if finding.code == Code::PackMissing && ui.button(text::packs::INSTALL_MISSING).clicked() {
            requests.push(PackRequest::InstallMissing.into());
        }
        rows(ui, finding);
    });
}

/// What a finding says, without what can be done with it.
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

/// File, line, column and path of a finding.
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
