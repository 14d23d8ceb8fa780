//! What components and the engine have said.

use crate::text;
use egui::{RichText, ScrollArea, Ui};
use sim_abi::ffi::types::LogLevel;
use std::collections::VecDeque;

/// Lines that are kept.
const KEPT: usize = 10_000;

/// One line.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Simulated time, s; none for what concerns no run.
    pub time: Option<f64>,
    /// Level.
    pub level: LogLevel,
    /// Robot and component, or what else has spoken; may be empty.
    pub source: String,
    /// What was said.
    pub text: String,
}

/// The log.
pub struct Log {
    lines: VecDeque<Line>,
    dropped: u64,
    level: LogLevel,
    filter: String,
}

impl Default for Log {
    fn default() -> Self {
        Self { lines: VecDeque::new(), dropped: 0, level: LogLevel::Info, filter: String::new() }
    }
}

impl Log {
    /// Adds a line; the oldest goes when there are too many.
    pub fn add(&mut self, line: Line) {
        if self.lines.len() >= KEPT {
            self.lines.pop_front();
        }
        self.lines.push_back(line);
    }

    /// Notes lines that came too fast.
    pub fn dropped(&mut self, count: u64) {
        self.dropped += count;
    }

    /// All lines that are kept.
    pub fn lines(&self) -> impl Iterator<Item = &Line> {
        self.lines.iter()
    }

    /// Shows the log.
    pub fn show(&mut self, ui: &mut Ui) {
        ui.horizontal(|ui| {
            let label = ui.label(text::log::LEVEL).id;
            let levels = [LogLevel::Error, LogLevel::Warn, LogLevel::Info, LogLevel::Debug];
            let list = egui::ComboBox::from_id_salt("level").selected_text(word(self.level));
            let list = list.show_ui(ui, |ui| {
                for level in levels {
                    ui.selectable_value(&mut self.level, level, word(level));
                }
            });
            list.response.labelled_by(label);
            ui.add(egui::TextEdit::singleline(&mut self.filter).hint_text(text::log::FILTER).desired_width(220.0));
            if ui.button(text::log::CLEAR).clicked() {
                (self.dropped, _) = (0, self.lines.clear());
            }
        });
        if self.dropped > 0 {
            ui.label(RichText::new(text::log::dropped(self.dropped)).color(ui.visuals().warn_fg_color));
        }
        ui.separator();
        let wanted = self.filter.to_lowercase();
        let matches = |line: &&Line| {
            let found = |text: &str| text.to_lowercase().contains(&wanted);
            line.level <= self.level && (wanted.is_empty() || found(&line.source) || found(&line.text))
        };
        let lines: Vec<&Line> = self.lines.iter().filter(matches).collect();
        if lines.is_empty() {
            let reason = if self.lines.is_empty() { text::log::NOTHING } else { text::log::NO_MATCH };
            return super::empty(ui, reason);
        }
        let height = ui.text_style_height(&egui::TextStyle::Monospace);
        ScrollArea::both().auto_shrink(false).stick_to_bottom(true).show_rows(ui, height, lines.len(), |ui, rows| {
            for line in &lines[rows] {
                let color = match line.level {
                    LogLevel::Error => ui.visuals().error_fg_color,
                    LogLevel::Warn => ui.visuals().warn_fg_color,
                    LogLevel::Info => ui.visuals().text_color(),
                    LogLevel::Debug => ui.visuals().weak_text_color(),
                };
                let time = line.time.map_or_else(|| " ".repeat(10), |time| format!("{time:>8.2} s"));
                let source = if line.source.is_empty() { String::new() } else { format!("{}  ", line.source) };
                // A line of the list is one row; the rest of a longer text is found in the problems.
                let text = line.text.replace('\n', " ");
                ui.label(RichText::new(format!("{time}  {source}{text}")).monospace().color(color));
            }
        });
    }
}

fn word(level: LogLevel) -> &'static str {
    match level {
        LogLevel::Error => "error",
        LogLevel::Warn => "warning",
        LogLevel::Info => "info",
        LogLevel::Debug => "debug",
    }
}
