//! A text editor with line numbers, findings, a marked line, and search matches.

use egui::text::{CCursor, CCursorRange};
use egui::text_edit::{TextEditOutput, TextEditState};
use egui::{Align, Color32, FontId, Id, Rect, ScrollArea, Shape, TextEdit, TextStyle, Ui, Vec2};
use sim_core::diagnostic::Severity;
use sim_edit::find::Hit;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

/// Number of frames in which a text tries to get keyboard focus.
const TRIES: u8 = 5;

/// Findings by line number, from 1.
pub type Notes<'a> = BTreeMap<usize, (Severity, Cow<'a, str>)>;

/// Display options of a text.
pub struct TextDisplay<'a> {
    /// Id of the field.
    pub id: Id,
    /// Its name, for screen readers.
    pub name: &'a str,
    /// Findings of lines.
    pub notes: &'a Notes<'a>,
    /// Search matches.
    pub hits: &'a [Hit],
    /// Index of the current match.
    pub hit: Option<usize>,
}

/// State of the editor in addition to its text.
#[derive(Default)]
pub struct CodeEditor {
    /// Marked line, from 1.
    marked: Option<usize>,
    /// Whether to scroll to the marked line.
    goes: bool,
    /// Characters to select and scroll to in the next frame.
    selects: Option<Range<usize>>,
    /// The last selection: the field forgets it without keyboard focus.
    picked: Option<Range<usize>>,
    /// Remaining frames in which the text tries to get keyboard focus: a closing dialog does not release it immediately.
    wants_keyboard: u8,
}

impl CodeEditor {
    /// Marks a line, counted from 1, and scrolls to it.
    pub fn go_to(&mut self, line: usize) {
        (self.marked, self.goes) = (Some(line), true);
    }

    /// The marked line.
    pub fn marked(&self) -> Option<usize> {
        self.marked
    }

    /// Selects characters, and scrolls to them.
    pub fn select(&mut self, chars: Range<usize>) {
        self.picked = Some(chars.clone());
        self.selects = Some(chars);
    }

    /// The text has been replaced: discards the selection.
    pub fn forget_selection(&mut self) {
        (self.picked, self.selects) = (None, None);
    }

    /// The selected characters; an empty range for a cursor without a selection.
    pub fn selected(&self, ctx: &egui::Context, id: Id) -> Option<Range<usize>> {
        self.picked.clone().or_else(|| selected(ctx, id))
    }

    /// Requests keyboard focus.
    pub fn take_keyboard(&mut self) {
        self.wants_keyboard = TRIES;
        self.selects = self.selects.take().or_else(|| self.picked.clone());
    }

    /// Shows the text with a height, points.
    pub fn show(&mut self, ui: &mut Ui, text: &mut String, height: f32, shown: &TextDisplay<'_>) -> TextEditOutput {
        let font = TextStyle::Monospace.resolve(ui.style());
        let takes_keyboard = self.wants_keyboard > 0 && !ui.memory(|memory| memory.has_focus(shown.id));
        self.wants_keyboard = if takes_keyboard { self.wants_keyboard - 1 } else { 0 };
        if takes_keyboard {
            ui.memory_mut(|memory| memory.request_focus(shown.id));
        }
        if let Some(chars) = &self.selects {
            select(ui.ctx(), shown.id, chars.clone());
        }
        let digits = text.lines().count().max(1).ilog10() as usize + 1;
        let gutter = ui.fonts_mut(|fonts| fonts.glyph_width(&font, '0')) * digits.max(3) as f32 + 16.0;
        let area = ScrollArea::both().id_salt(("code", shown.id)).auto_shrink(false).max_height(height);
        let output = {
            let shows = |ui: &mut Ui| ui.horizontal_top(|ui| self.field(ui, text, (font, gutter), shown)).inner;
            area.show(ui, shows).inner
        };
        // A field that has just received focus applies its selection in the next frame.
        if !takes_keyboard {
            self.selects = None;
        }
        let differs = output.response.has_focus() && selected(ui.ctx(), shown.id) != self.picked;
        if output.response.changed() || differs && !takes_keyboard {
            self.picked = None;
        }
        output
    }

    fn field(
        &mut self,
        ui: &mut Ui,
        text: &mut String,
        (font, gutter): (FontId, f32),
        shown: &TextDisplay<'_>,
    ) -> TextEditOutput {
        ui.spacing_mut().item_spacing.x = 0.0;
        ui.add_space(gutter);
        // Shapes behind the text are known only after it is laid out.
        let behind = ui.painter().add(Shape::Noop);
        let mut layouter = |ui: &Ui, buffer: &dyn egui::TextBuffer, _: f32| {
            let (text, font) = (buffer.as_str().to_string(), TextStyle::Monospace.resolve(ui.style()));
            ui.fonts_mut(|fonts| fonts.layout_no_wrap(text, font, ui.visuals().widgets.inactive.text_color()))
        };
        let edit = TextEdit::multiline(text).id(shown.id).code_editor().frame(egui::Frame::NONE);
        let edit = edit.desired_width(f32::INFINITY).desired_rows(4).layouter(&mut layouter);
        let output = edit.cursor_at_end(false).show(ui);
        let name = shown.name;
        output.response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::MultilineTextInput, true, name));
        let sheet = Sheet { at: output.galley_pos, gutter, font, clip: ui.clip_rect(), marked: self.marked };
        let mut shapes = sheet.draw(ui, &output.galley, shown.notes);
        shapes.extend(sheet.hits(ui, &output.galley, shown));
        ui.painter().set(behind, Shape::Vec(shapes));
        if let Some(line) = self.marked.filter(|_| std::mem::take(&mut self.goes)) {
            ui.scroll_to_rect(sheet.line(&output.galley, line), Some(Align::Center));
        }
        if let Some(chars) = &self.selects {
            let place = output.galley.pos_from_cursor(CCursor::new(chars.start));
            let place = place.translate(output.galley_pos.to_vec2());
            ui.scroll_to_rect(place.expand2(Vec2::new(40.0, place.height() * 3.0)), None);
        }
        output
    }
}

fn selected(ctx: &egui::Context, id: Id) -> Option<Range<usize>> {
    let range = TextEditState::load(ctx, id)?.cursor.char_range()?.as_sorted_char_range();
    Some(range.start.0..range.end.0)
}

fn select(ctx: &egui::Context, id: Id, chars: Range<usize>) {
    let mut state = TextEditState::load(ctx, id).unwrap_or_default();
    state.cursor.set_char_range(Some(CCursorRange::two(CCursor::new(chars.start), CCursor::new(chars.end))));
    state.store(ctx, id);
}

/// Call before replacing the text, so that the field can undo that.
pub fn will_replace(ctx: &egui::Context, id: Id, text: &str) {
    let mut state = TextEditState::load(ctx, id).unwrap_or_default();
    let range = state.cursor.char_range().unwrap_or_default();
    let mut undoer = state.undoer();
    undoer.add_undo(&(range, text.to_owned()));
    state.set_undoer(undoer);
    state.store(ctx, id);
}

/// The area of the lines.
struct Sheet {
    at: egui::Pos2,
    gutter: f32,
    font: FontId,
    clip: Rect,
    marked: Option<usize>,
}

impl Sheet {
    /// The first visible row.
    fn first(&self, galley: &egui::Galley) -> usize {
        galley.rows.partition_point(|row| self.at.y + row.rect().bottom() < self.clip.top())
    }

    /// Draws the visible line numbers. Returns the shapes behind the text.
    fn draw(&self, ui: &Ui, galley: &egui::Galley, lines: &Notes<'_>) -> Vec<Shape> {
        let mut shapes = Vec::new();
        for (index, row) in galley.rows.iter().enumerate().skip(self.first(galley)) {
            let rect = row.rect().translate(self.at.to_vec2());
            if rect.top() > self.clip.bottom() {
                break;
            }
            // Lines are not wrapped, so a row is a line.
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

    /// The shapes behind the visible matches.
    fn hits(&self, ui: &Ui, galley: &egui::Galley, shown: &TextDisplay<'_>) -> Vec<Shape> {
        if shown.hits.is_empty() {
            return Vec::new();
        }
        let mut start = 0;
        let mut shapes = Vec::new();
        let first = self.first(galley);
        for (index, row) in galley.rows.iter().enumerate() {
            let (from, count) = (start, row.char_count_excluding_newline().0);
            start += row.char_count_including_newline().0;
            if index < first {
                continue;
            }
            let rect = row.rect().translate(self.at.to_vec2());
            if rect.top() > self.clip.bottom() {
                break;
            }
            let begins = shown.hits.partition_point(|hit| hit.chars.end <= from);
            for (number, hit) in shown.hits.iter().enumerate().skip(begins) {
                if hit.chars.start > from + count {
                    break;
                }
                let x = |at: usize| row.x_offset(at.saturating_sub(from).min(count).into()) + row.rect().left();
                let (left, right) = (x(hit.chars.start), x(hit.chars.end));
                let place = Rect::from_x_y_ranges(self.at.x + left..=self.at.x + right, rect.y_range());
                let ink = ui.visuals().warn_fg_color.gamma_multiply(if shown.hit == Some(number) { 0.6 } else { 0.25 });
                shapes.push(Shape::rect_filled(place, 2.0, ink));
            }
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

/// The color of a finding.
pub fn color(ui: &Ui, severity: Severity) -> Color32 {
    match severity {
        Severity::Error => ui.visuals().error_fg_color,
        Severity::Warning => ui.visuals().warn_fg_color,
        Severity::Note => ui.visuals().weak_text_color(),
    }
}

/// A row in the list of findings below the text, in the color of its severity. Returns whether it was clicked.
pub fn finding_row(ui: &mut Ui, severity: Severity, words: String, whole: &str) -> bool {
    let height = ui.text_style_height(&TextStyle::Button);
    let words = egui::RichText::new(words).color(color(ui, severity));
    let row = ui.add(egui::Button::new(words).frame(false).min_size(egui::vec2(0.0, height)).truncate());
    row.on_hover_text(whole).clicked()
}
