//! The scene's text, with line numbers and findings at their lines: what is broken can be mended in the window.

use crate::actions::Request;
use crate::text;
use egui::{Align, Color32, FontId, Rect, RichText, ScrollArea, Shape, TextEdit, TextStyle, Ui, Vec2};
use sim_core::diagnostic::{Diagnostic, Diagnostics, Severity};
use sim_edit::Document;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Findings for which there is room below the text, at most; the others are scrolled to.
const LISTED: usize = 50;

/// The text view.
#[derive(Default)]
pub struct Source {
    /// What is written here.
    text: String,
    /// The document's text when it was taken over last.
    base: String,
    /// What is written here and was not applied, for the thread that keeps it.
    shared: Option<Arc<str>>,
    /// What was found when this text was applied last and refused.
    findings: Vec<Diagnostic>,
    /// Line that is marked, from 1.
    marked: Option<usize>,
    /// Whether the marked line is still to be brought into sight.
    goes: bool,
    /// Whether the text takes the keyboard in the next frame.
    wants_keyboard: bool,
}

impl Source {
    /// Marks a line, counted from 1, and brings it into sight.
    pub fn go_to(&mut self, line: usize) {
        (self.marked, self.goes) = (Some(line), true);
    }

    /// The line that is marked.
    pub fn marked(&self) -> Option<usize> {
        self.marked
    }

    /// What is written here and was not applied.
    pub fn unapplied(&self) -> Option<&str> {
        (self.text != self.base).then_some(self.text.as_str())
    }

    /// As [`Source::unapplied`], to be shared: it is copied only where it has changed since the last call.
    pub fn shared(&mut self) -> Option<Arc<str>> {
        match self.text == self.base {
            true => self.shared = None,
            false if self.shared.as_deref() == Some(&self.text) => {}
            false => self.shared = Some(self.text.as_str().into()),
        }
        self.shared.clone()
    }

    /// Takes over what was written here before a crash, beside the document's text.
    pub fn restore(&mut self, base: &str, written: String) {
        *self = Self { text: written, base: base.to_owned(), ..Self::default() };
    }

    /// Throws away what was not applied.
    pub fn revert(&mut self) {
        self.text.clone_from(&self.base);
        self.findings.clear();
    }

    /// Another scene takes the place of this one.
    pub fn forget(&mut self) {
        *self = Self::default();
    }

    /// The text was applied: it is the document's now.
    pub fn applied(&mut self) {
        self.base.clone_from(&self.text);
        self.findings.clear();
    }

    /// The text was refused.
    pub fn refused(&mut self, findings: &Diagnostics) {
        self.findings = findings.iter().cloned().collect();
        // What was typed is mended next, or taken back.
        self.wants_keyboard = true;
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
            let apply = ui.add_enabled(written, egui::Button::new(text::source::APPLY));
            let apply = apply.on_hover_text(text::source::APPLY_HELP).on_disabled_hover_text(text::source::SAME);
            if apply.clicked() {
                requests.push(Request::ApplyText);
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
        let font = TextStyle::Monospace.resolve(ui.style());
        let mut lines: BTreeMap<usize, (Severity, Cow<'_, str>)> = BTreeMap::new();
        for finding in findings {
            let Some(place) = finding.place else { continue };
            lines.entry(place.line).or_insert((finding.severity, finding.message.told()));
        }
        let digits = self.text.lines().count().max(1).ilog10() as usize + 1;
        let gutter = ui.fonts_mut(|fonts| fonts.glyph_width(&font, '0')) * digits.max(3) as f32 + 16.0;
        let area = ScrollArea::both().id_salt("source").auto_shrink(false).max_height(height);
        area.show(ui, |ui| {
            ui.horizontal_top(|ui| {
                ui.spacing_mut().item_spacing.x = 0.0;
                ui.add_space(gutter);
                // What lies behind the text is known only after it.
                let behind = ui.painter().add(Shape::Noop);
                let mut layouter = |ui: &Ui, buffer: &dyn egui::TextBuffer, _: f32| {
                    let (text, font) = (buffer.as_str().to_string(), TextStyle::Monospace.resolve(ui.style()));
                    ui.fonts_mut(|fonts| fonts.layout_no_wrap(text, font, ui.visuals().widgets.inactive.text_color()))
                };
                let edit = TextEdit::multiline(&mut self.text).code_editor().frame(egui::Frame::NONE);
                let edit = edit.desired_width(f32::INFINITY).desired_rows(4).layouter(&mut layouter);
                let output = edit.show(ui);
                if std::mem::take(&mut self.wants_keyboard) {
                    output.response.request_focus();
                }
                output.response.widget_info(|| {
                    egui::WidgetInfo::labeled(egui::Role::MultilineTextInput, true, text::source::NAME)
                });
                let sheet = Sheet { at: output.galley_pos, gutter, font, clip: ui.clip_rect(), marked: self.marked };
                let shapes = sheet.draw(ui, &output.galley, &lines);
                ui.painter().set(behind, Shape::Vec(shapes));
                if let Some(line) = self.marked.filter(|_| std::mem::take(&mut self.goes)) {
                    ui.scroll_to_rect(sheet.line(&output.galley, line), Some(Align::Center));
                }
            });
        });
    }

    /// The findings below the text; a click leads to the line.
    fn list(&mut self, ui: &mut Ui, findings: &[Diagnostic]) {
        let height = ui.text_style_height(&TextStyle::Button);
        let area = ScrollArea::vertical().id_salt("findings").auto_shrink(false);
        area.show_rows(ui, height, findings.len(), |ui, rows| {
            for finding in &findings[rows] {
                let line = finding.place.map(|place| place.line);
                let said = finding.headline();
                let words = line.map_or_else(|| said.clone(), |line| text::source::finding(line, &said));
                let words = RichText::new(words).color(color(ui, finding.severity));
                let row = ui.add(egui::Button::new(words).frame(false).min_size(egui::vec2(0.0, height)).truncate());
                if row.on_hover_text(finding.to_string()).clicked()
                    && let Some(line) = line
                {
                    self.go_to(line);
                }
            }
        });
    }
}

/// Where the lines are drawn.
struct Sheet {
    at: egui::Pos2,
    gutter: f32,
    font: FontId,
    clip: Rect,
    marked: Option<usize>,
}

impl Sheet {
    /// Writes the numbers of the lines in sight. Returns what is drawn behind the text.
    fn draw(&self, ui: &Ui, galley: &egui::Galley, lines: &BTreeMap<usize, (Severity, Cow<'_, str>)>) -> Vec<Shape> {
        let mut shapes = Vec::new();
        let first = galley.rows.partition_point(|row| self.at.y + row.rect().bottom() < self.clip.top());
        for (index, row) in galley.rows.iter().enumerate().skip(first) {
            let rect = row.rect().translate(self.at.to_vec2());
            if rect.top() > self.clip.bottom() {
                break;
            }
            // Nothing is wrapped, so a row is a line.
            let line = index + 1;
            let whole = Rect::from_x_y_ranges(self.clip.x_range(), rect.y_range());
            if self.marked == Some(line) {
                shapes.push(Shape::rect_filled(whole, 0.0, ui.visuals().selection.bg_fill.gamma_multiply(0.45)));
            }
            let mut ink = ui.visuals().weak_text_color();
            if let Some((severity, message)) = lines.get(&line) {
                ink = color(ui, *severity);
                shapes.push(Shape::rect_filled(whole, 0.0, ink.gamma_multiply(0.15)));
                let gutter = Rect::from_min_max(egui::pos2(self.at.x - self.gutter, rect.top()), rect.left_bottom());
                let mark = ui.interact(gutter, ui.scope_id().with(("line", line)), egui::Sense::hover());
                mark.on_hover_text(&**message);
            }
            let place = egui::pos2(self.at.x - 12.0, rect.top());
            ui.painter().text(place, egui::Align2::RIGHT_TOP, line, self.font.clone(), ink);
        }
        shapes
    }

    fn line(&self, galley: &egui::Galley, line: usize) -> Rect {
        let row = galley.rows.get(line.saturating_sub(1)).or(galley.rows.last());
        let rect = row.map_or(Rect::from_min_size(egui::Pos2::ZERO, Vec2::ZERO), |row| row.rect());
        Rect::from_min_size(
            rect.translate(self.at.to_vec2()).min - Vec2::new(self.gutter, 0.0),
            Vec2::new(1.0, rect.height()),
        )
    }
}

fn color(ui: &Ui, severity: Severity) -> Color32 {
    match severity {
        Severity::Error => ui.visuals().error_fg_color,
        Severity::Warning => ui.visuals().warn_fg_color,
        Severity::Note => ui.visuals().weak_text_color(),
    }
}

/// Whether a finding stands in the document's own file.
pub fn is_of(finding: &Diagnostic, document: &Document) -> bool {
    let own = document.path().map(|path| path.display().to_string());
    match (&finding.file, own) {
        (Some(file), Some(own)) => *file == own,
        (Some(file), None) => *file == document.title(),
        (None, _) => false,
    }
}
