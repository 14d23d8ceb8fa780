//! Log of components and the engine.

use crate::actions::{NoticeRequest, Request, SelectRequest};
use crate::simulation::world::WorldView;
use crate::text::search::folded;
use crate::text::{self, Text};
use crate::widgets::long_text;
use egui::{ComboBox, Label, RichText, ScrollArea, Sense, TextEdit, Ui};
use sim_abi::ffi::types::LogLevel;
use std::collections::{BTreeSet, VecDeque};
use std::ops::Deref;
use std::sync::Arc;

/// Maximum number of stored lines.
const KEPT: usize = 10_000;

/// A log line.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Simulated time, s. `None` if unrelated to a run.
    pub time: Option<f64>,
    /// Level.
    pub level: LogLevel,
    /// The robot that logged it, or empty.
    pub robot: Arc<str>,
    /// The component or other source; may be empty.
    pub component: String,
    /// Message.
    pub text: String,
}

impl Line {
    /// Formats the line for files, in English.
    fn words(&self) -> String {
        let level = match self.level {
            LogLevel::Error => "error",
            LogLevel::Warn => "warning",
            LogLevel::Info => "info",
            LogLevel::Debug => "debug",
        };
        format!("{}  {level:7}  {}{}", self.moment(), self.source(&self.component), self.text)
    }

    /// Formats the line for the clipboard, in the current language.
    fn as_text(&self) -> String {
        let (level, source) = (text::log::level(self.level).as_str(), self.source(&self.component));
        format!("{}  {level:7}  {source}{}", self.moment(), self.text)
    }

    fn moment(&self) -> String {
        self.time.map_or_else(|| " ".repeat(10), |time| format!("{time:>8.2} s"))
    }

    /// Robot and component, with a trailing space before the message.
    fn source(&self, component: &str) -> String {
        let parts = [&*self.robot, component].into_iter().filter(|part| !part.is_empty());
        match parts.collect::<Vec<_>>().join(".") {
            source if source.is_empty() => source,
            source => source + "  ",
        }
    }
}

/// The log.
pub struct Log {
    lines: VecDeque<Line>,
    dropped: u64,
    /// Sources so far.
    robots: BTreeSet<Arc<str>>,
    parts: BTreeSet<String>,
    filter: Filter,
    /// Whether the panel is unfolded.
    open: bool,
    /// Whether a line above debug level has been logged, so that the panel must unfold.
    needed: bool,
}

/// The filters.
struct Filter {
    level: LogLevel,
    robot: Option<Arc<str>>,
    part: Option<String>,
    text: String,
}

impl Default for Log {
    fn default() -> Self {
        Self {
            lines: VecDeque::new(),
            dropped: 0,
            robots: BTreeSet::new(),
            parts: BTreeSet::new(),
            filter: Filter { level: LogLevel::Info, robot: None, part: None, text: String::new() },
            open: false,
            needed: false,
        }
    }
}

impl Filter {
    /// Names of the filters: level, robot, component, text.
    const NAMES: [Text; 4] = [text::log::LEVEL, text::common::ROBOT, text::log::PART, text::log::TEXT];

    fn passes(&self, line: &Line) -> bool {
        self.passed(line) == [true; 4]
    }

    /// Whether a line passes the level, robot, component and text filters.
    fn passed(&self, line: &Line) -> [bool; 4] {
        let wanted = folded(&self.text);
        let found = |text: &str| folded(text).contains(&wanted);
        [
            line.level <= self.level,
            self.robot.as_ref().is_none_or(|robot| *robot == line.robot),
            self.part.as_ref().is_none_or(|part| *part == line.component),
            wanted.is_empty() || found(&line.robot) || found(&line.component) || found(&line.text),
        ]
    }
}

impl Log {
    /// Adds a line and drops the oldest if there are too many.
    pub fn add(&mut self, line: Line) {
        if self.lines.len() >= KEPT {
            self.lines.pop_front();
        }
        note(&mut self.robots, &line.robot);
        note(&mut self.parts, &line.component);
        self.needed |= line.level <= LogLevel::Info;
        self.lines.push_back(line);
    }

    /// Whether the panel is folded: only debug lines have been logged, and the user has not opened it. It unfolds only while views
    /// `may_move`.
    pub fn folds(&mut self, may_move: bool) -> bool {
        self.open |= self.needed && may_move;
        !self.open
    }

    /// Unfolds the panel.
    pub fn open(&mut self) {
        self.open = true;
    }

    /// Records lines dropped because of rate limiting.
    pub fn dropped(&mut self, count: u64) {
        self.dropped += count;
    }

    /// All stored lines.
    pub fn lines(&self) -> impl Iterator<Item = &Line> {
        self.lines.iter()
    }

    /// The filtered lines, formatted for a file.
    pub fn to_text(&self) -> String {
        self.shown().map(|line| line.words() + "\n").collect()
    }

    fn shown(&self) -> impl Iterator<Item = &Line> {
        self.lines.iter().filter(|line| self.filter.passes(line))
    }

    /// The filtered lines, formatted as shown.
    fn as_text(&self) -> String {
        self.lines.iter().filter(|line| self.filter.passes(line)).map(|line| line.as_text() + "\n").collect()
    }

    /// Shows the log.
    pub fn show(&mut self, ui: &mut Ui, world: &WorldView, requests: &mut Vec<Request>) {
        long_text::whole_names(ui, |ui| {
            self.choose(ui);
            if ui.button(text::common::COPY).on_hover_text(text::log::COPY_HELP).clicked() {
                ui.ctx().copy_text(self.as_text());
            }
            if ui.button(text::log::EXPORT).on_hover_text(text::log::EXPORT_HELP).clicked() {
                requests.push(Request::Notice(NoticeRequest::ExportLog));
            }
            if ui.button(text::common::CLEAR).clicked() {
                (self.dropped, _) = (0, self.lines.clear());
                (self.robots, self.parts) = Default::default();
                (self.filter.robot, self.filter.part) = (None, None);
            }
        });
        if self.dropped > 0 {
            ui.label(RichText::new(text::log::dropped(self.dropped)).color(ui.visuals().warn_fg_color));
        }
        ui.separator();
        if self.lines.is_empty() {
            return super::empty(ui, &text::log::NOTHING);
        }
        if self.shown().next().is_none() {
            return self.show_hidden_count(ui);
        }
        let lines: Vec<&Line> = self.shown().collect();
        let height = ui.text_style_height(&egui::TextStyle::Monospace);
        ScrollArea::both().auto_shrink(false).stick_to_bottom(true).show_rows(ui, height, lines.len(), |ui, rows| {
            for line in &lines[rows] {
                row(ui, line, world, requests);
            }
        });
    }

    /// Shows which filters hide all lines, with a button to reset them.
    fn show_hidden_count(&mut self, ui: &mut Ui) {
        let mut hides = [false; 4];
        for line in &self.lines {
            let passed = self.filter.passed(line);
            hides = std::array::from_fn(|filter| hides[filter] || !passed[filter]);
        }
        let names = Filter::NAMES.iter().zip(hides).filter(|(_, hides)| *hides).map(|(name, _)| name.as_str());
        super::empty(ui, &text::log::hidden(self.lines.len(), names.collect::<Vec<_>>().join(", ")));
        ui.vertical_centered(|ui| {
            if ui.button(text::log::SHOW_HIDDEN).clicked() {
                let most = self.lines.iter().map(|line| line.level).max();
                let level = most.map_or(self.filter.level, |most| most.max(self.filter.level));
                self.filter = Filter { level, robot: None, part: None, text: String::new() };
            }
        });
    }

    /// The filters.
    fn choose(&mut self, ui: &mut Ui) {
        let label = ui.label(text::log::LEVEL).id;
        let levels = [LogLevel::Error, LogLevel::Warn, LogLevel::Info, LogLevel::Debug];
        let list = ComboBox::from_id_salt("level").selected_text(text::log::level(self.filter.level)).width(60.0);
        let list = list.show_ui(ui, |ui| {
            for level in levels {
                ui.selectable_value(&mut self.filter.level, level, text::log::level(level));
            }
        });
        list.response.labelled_by(label);
        pick(ui, &text::common::ROBOT, &self.robots, &mut self.filter.robot);
        pick(ui, &text::log::PART, &self.parts, &mut self.filter.part);
        let hint = text::log::FILTER;
        let edit = ui.add(TextEdit::singleline(&mut self.filter.text).hint_text(hint).desired_width(140.0));
        edit.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, hint));
        // In some languages the hint is wider than the field.
        edit.on_hover_text(hint);
    }
}

/// Adds a source to the known ones.
fn note<T: Ord + Clone + Deref<Target = str>>(known: &mut BTreeSet<T>, name: &T) {
    if !name.is_empty() && !known.contains(name) {
        known.insert(name.clone());
    }
}

/// A selector for one source or all.
fn pick<T: Ord + Clone + Deref<Target = str>>(ui: &mut Ui, title: &str, names: &BTreeSet<T>, chosen: &mut Option<T>) {
    let label = ui.label(title).id;
    let shown = chosen.as_deref().unwrap_or(&text::log::EVERY).to_owned();
    let list = ComboBox::from_id_salt(("log", title)).selected_text(shown).width(72.0).show_ui(ui, |ui| {
        ui.selectable_value(chosen, None, text::log::EVERY);
        for name in names {
            ui.selectable_value(chosen, Some(name.clone()), &**name);
        }
    });
    list.response.labelled_by(label);
}

/// One line; a click selects the robot that logged it.
fn row(ui: &mut Ui, line: &Line, world: &WorldView, requests: &mut Vec<Request>) {
    let color = match line.level {
        LogLevel::Error => ui.visuals().error_fg_color,
        LogLevel::Warn => ui.visuals().warn_fg_color,
        LogLevel::Info => ui.visuals().text_color(),
        LogLevel::Debug => ui.visuals().weak_text_color(),
    };
    // Each line is one row; the full text of a diagnostic is in the problems panel.
    let (source, said) = (line.source(&line.component), line.text.replace('\n', " "));
    let text = format!("{}  {source}{said}", line.moment());
    let label =
        Label::new(RichText::new(text).monospace().color(color)).extend().selectable(false).sense(Sense::click());
    let mut response = ui.add(label);
    // Truncated text is shown in a tooltip.
    if response.rect.width() > ui.clip_rect().width() {
        response = response.on_hover_text(&said);
    }
    let robot = world.structure().robot(&line.robot).filter(|_| !line.robot.is_empty());
    if let Some(robot) = robot {
        response = response.on_hover_text(text::log::select(&line.robot));
        if response.clicked() {
            let body = Some(world.structure().robots[robot].body as usize);
            requests.push(Request::Select(SelectRequest::Body { body: None, add: false }));
            requests.push(Request::Select(SelectRequest::Body { body, add: false }));
        }
    }
    response.context_menu(|ui| {
        if ui.button(text::common::COPY_LINE).clicked() {
            ui.ctx().copy_text(line.as_text());
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn log() -> Log {
        let mut log = Log::default();
        let line = |time, level, robot: &str, component: &str, text: &str| Line {
            time,
            level,
            robot: robot.into(),
            component: component.into(),
            text: text.into(),
        };
        log.add(line(None, LogLevel::Info, "", "plugins", "listed"));
        log.add(line(Some(1.5), LogLevel::Warn, "anna", "controller", "slow"));
        log.add(line(Some(2.0), LogLevel::Error, "bert", "controller", "failed"));
        log.add(line(Some(2.5), LogLevel::Debug, "bert", "range", "echo"));
        log
    }

    #[test]
    fn filters_by_level_robot_part_and_text_work_together() {
        let mut log = log();
        assert_eq!(log.to_text().lines().count(), 3, "debug lines are hidden at first");
        log.filter.level = LogLevel::Debug;
        log.filter.robot = Some("bert".into());
        assert_eq!(
            log.to_text(),
            "    2.00 s  error    bert.controller  failed\n    2.50 s  debug    bert.range  echo\n"
        );
        log.filter.part = Some("range".into());
        assert!(log.to_text().ends_with("echo\n") && log.to_text().lines().count() == 1);
        log.filter.text = "ECHO".into();
        assert_eq!(log.to_text().lines().count(), 1);
        log.filter.text = "slow".into();
        assert_eq!(log.to_text(), "");
    }

    #[test]
    fn the_oldest_lines_go() {
        let mut log = log();
        for number in 0..KEPT {
            let text = number.to_string();
            log.add(Line { time: None, level: LogLevel::Info, robot: "".into(), component: "".into(), text });
        }
        assert_eq!((log.lines().count(), log.lines().next().map(|line| &*line.text)), (KEPT, Some("0")));
    }
}
