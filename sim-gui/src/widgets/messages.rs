//! Short notifications at the edge of a view, where they cover no field. Each disappears after a while, or when clicked.

use super::file_url::open_folder;
use crate::text::messages as words;
use egui::{Align2, Area, Color32, Context, CornerRadius, Id, Link, Order, Rect, Sense, TextStyle, Ui, Vec2};
use std::collections::VecDeque;
use std::path::PathBuf;

/// Display time of a message, s.
const STAYS: f32 = 6.0;
/// Frame interval while there are messages and nothing else is to be drawn, s.
const BETWEEN: f32 = 0.2;
/// Maximum time counted for one frame, s: a sleeping window has shown nothing.
const MAX_FRAME: f32 = 1.0;
/// Maximum number of messages shown at once; the others are queued.
const AT_ONCE: usize = 3;
/// Maximum number of queued messages; excess oldest ones are dropped. Important messages are also in the log or in the problems.
const WAITING: usize = 6;
/// Width of a message, points.
const WIDTH: f32 = 340.0;
/// Distance from the edge of the view, and from its lower edge, where hints are, points.
const EDGES: Vec2 = Vec2::new(8.0, 44.0);
/// Padding of the text, points.
const PADDING: Vec2 = Vec2::new(10.0, 7.0);

/// The severity of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Level {
    Info,
    /// The result of the last action.
    Done,
    Success,
    Warning,
    Error,
}

struct Message {
    level: Level,
    text: String,
    /// Number of occurrences while it was displayed.
    count: usize,
    /// Remaining display time, s.
    left: f32,
    /// The folder that it offers to open.
    folder: Option<PathBuf>,
}

/// Short notifications.
#[derive(Default)]
pub struct Messages {
    list: VecDeque<Message>,
}

impl Messages {
    /// Shows an information.
    pub fn info(&mut self, text: impl Into<String>) -> &mut Self {
        self.add(Level::Info, text.into())
    }

    /// Shows the result of an action, which replaces that of the previous one.
    pub fn done(&mut self, text: impl Into<String>) -> &mut Self {
        self.list.retain(|message| message.level != Level::Done);
        self.add(Level::Done, text.into())
    }

    /// Removes results of actions.
    pub fn forget_done(&mut self) {
        self.list.retain(|message| message.level != Level::Done);
    }

    /// Shows a success.
    pub fn success(&mut self, text: impl Into<String>) -> &mut Self {
        self.add(Level::Success, text.into())
    }

    /// Shows that a file was written, and offers to open its folder.
    pub fn success_at(&mut self, text: impl Into<String>, folder: Option<PathBuf>) -> &mut Self {
        let text = text.into();
        self.add(Level::Success, text.clone());
        if let Some(message) = self.list.iter_mut().find(|message| message.text == text) {
            message.folder = folder;
        }
        self
    }

    /// Shows a warning.
    pub fn warning(&mut self, text: impl Into<String>) -> &mut Self {
        self.add(Level::Warning, text.into())
    }

    /// Shows an error.
    pub fn error(&mut self, text: impl Into<String>) -> &mut Self {
        self.add(Level::Error, text.into())
    }

    fn add(&mut self, level: Level, text: String) -> &mut Self {
        if let Some(known) = self.list.iter_mut().find(|known| known.level == level && known.text == text) {
            (known.count, known.left) = (known.count + 1, STAYS);
            return self;
        }
        self.list.push_back(Message { level, text, count: 1, left: STAYS, folder: None });
        if self.list.len() > AT_ONCE + WAITING {
            self.list.remove(AT_ONCE);
        }
        self
    }

    /// Shows the oldest messages in the lower right corner of a rectangle.
    pub fn show(&mut self, ctx: &Context, place: Rect) {
        if self.list.is_empty() {
            return;
        }
        let area = Area::new(Id::unique("messages")).order(Order::Foreground).constrain_to(place);
        let area = area.pivot(Align2::RIGHT_BOTTOM).fixed_pos(place.right_bottom() - EDGES);
        let width = WIDTH.min(place.width() - 2.0 * EDGES.x);
        let passed = ctx.input(|input| input.unstable_dt).min(MAX_FRAME);
        area.show(ctx, |ui| {
            let mut number = 0;
            self.list.retain_mut(|message| {
                number += 1;
                number > AT_ONCE || message.show(ui, width, passed)
            });
        });
        ctx.request_repaint_after_secs(BETWEEN);
    }
}

impl Message {
    /// Shows it. Returns whether it stays.
    fn show(&mut self, ui: &mut Ui, width: f32, passed: f32) -> bool {
        let (sign, color) = self.sign(ui);
        let font = TextStyle::Body.resolve(ui.style());
        let sign = ui.painter().layout_no_wrap(sign.to_owned(), font.clone(), color);
        let indent = sign.size().x + PADDING.x;
        let ink = ui.visuals().strong_text_color();
        let words = match self.count {
            1 => self.text.clone(),
            count => format!("{} (×{count})", self.text),
        };
        let label = words::label(&words);
        let text = ui.painter().layout(words, font, ink, (width - indent - 2.0 * PADDING.x).max(40.0));
        // A link to a folder is on a separate line below the text.
        let row = self.folder.as_ref().map_or(0.0, |_| ui.spacing().interact_size.y);
        let below = text.size().y;
        let size = Vec2::new(indent + text.size().x, below + row) + 2.0 * PADDING;
        let (rect, response) = ui.allocate_exact_size(size, Sense::click());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &label));
        let painter = ui.painter();
        painter.rect(
            rect,
            CornerRadius::same(4),
            ui.visuals().window_fill,
            ui.visuals().window_stroke,
            egui::StrokeKind::Inside,
        );
        painter.galley(rect.min + PADDING, sign, color);
        painter.galley(rect.min + PADDING + Vec2::new(indent, 0.0), text, ink);
        let link = self.folder.as_ref().map(|folder| {
            let place = rect.min + PADDING + Vec2::new(indent, below);
            let place = egui::UiBuilder::new().max_rect(Rect::from_min_max(place, rect.max - PADDING));
            let mut ui = ui.new_child(place.layout(egui::Layout::left_to_right(egui::Align::Center)));
            let link = ui.add(Link::new(words::SHOW_FOLDER)).on_hover_text(folder.display().to_string());
            if link.clicked() {
                open_folder(ui.ctx(), folder);
            }
            link.hovered()
        });
        // The time does not run while the pointer is on it.
        if !response.hovered() && link != Some(true) {
            self.left -= passed;
        }
        !response.on_hover_text(words::DISMISS).clicked() && self.left > 0.0
    }

    fn sign(&self, ui: &Ui) -> (&'static str, Color32) {
        match self.level {
            Level::Info | Level::Done => ("ℹ", ui.visuals().hyperlink_color),
            Level::Success => ("✔", ui.visuals().hyperlink_color),
            Level::Warning => ("⚠", ui.visuals().warn_fg_color),
            Level::Error => ("⚠", ui.visuals().error_fg_color),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_that_wait_are_few_and_those_that_are_equal_are_one() {
        let mut messages = Messages::default();
        (0..1000).for_each(|number| _ = messages.error(format!("robot {number} has failed")));
        let texts = |messages: &Messages| messages.list.iter().map(|message| message.text.clone()).collect::<Vec<_>>();
        assert_eq!(messages.list.len(), AT_ONCE + WAITING);
        assert_eq!(
            texts(&messages)[..AT_ONCE],
            ["robot 0", "robot 1", "robot 2"].map(|name| format!("{name} has failed"))
        );
        messages.success("saved");
        assert_eq!(texts(&messages).last().unwrap(), "saved");
        messages.success("saved");
        assert_eq!(messages.list.back().unwrap().count, 2);
        assert_eq!(messages.list.len(), AT_ONCE + WAITING);
        messages.warning("saved");
        assert_eq!(messages.list.back().unwrap().count, 1, "another level is another message");
    }

    #[test]
    fn a_message_goes_by_the_time_that_has_passed_however_few_frames_are_drawn() {
        for between in [1.0 / 60.0, 0.2, 1.0] {
            let (ctx, mut messages) = (Context::default(), Messages::default());
            messages.info("undone");
            let (mut frames, mut time) = (0, 0.0);
            while !messages.list.is_empty() && time < 60.0 {
                let input = egui::RawInput { time: Some(time), ..egui::RawInput::default() };
                let place = Rect::from_min_size(egui::Pos2::ZERO, Vec2::splat(600.0));
                let mut output = ctx.run_ui(input, |ui| messages.show(ui.ctx(), place));
                output.textures_delta.clear();
                (frames, time) = (frames + 1, time + between);
            }
            let stays = f64::from(STAYS);
            assert!((stays - 1.0..2.0 * stays + 2.0).contains(&time), "{time} s in {frames} frames");
        }
    }
}
