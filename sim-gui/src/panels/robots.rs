//! The robots panel: a sortable table of all robots and their states.

use crate::actions::{Action, Request, SelectRequest};
use crate::text::robots as words;
use crate::text::search::folded;
use crate::text::{faults, figures};
use crate::viewer_context::ViewerContext;
use crate::widgets::long_text;
use crate::widgets::units::Units;
use egui::{Align, Button, Color32, Label, Layout, RichText, ScrollArea, TextEdit, Ui};
use sim_abi::panel::{PanelLevel, PanelState};
use sim_runner::{RobotFrame, RunState};
use std::cmp::Ordering;
use std::collections::HashMap;

/// Minimum time between re-sorts while values change, s: a constantly moving row could not be clicked.
const ORDERED: f64 = 0.5;
/// Widths of the columns, points: name, state, task, speed, battery, faults, contacts.
const WIDTHS: [f32; 7] = [104.0, 150.0, 150.0, 80.0, 66.0, 60.0, 70.0];
/// Number of text columns; the others are numeric and right-aligned.
const WORDS: usize = 3;
/// Number of columns.
const COLUMNS: usize = words::COLUMNS.len();

/// State of the table.
#[derive(Default)]
pub struct Robots {
    filter: String,
    /// The sort column. `None`: scene order.
    by: Option<usize>,
    falling: bool,
    /// The listed robots, in order.
    order: Vec<usize>,
    /// Inputs of the order: structure, filter text, column and time, s.
    made: Option<(u64, String, Option<usize>, bool, f64)>,
}

/// Service states by robot: the states that have the name of a robot.
type RobotReports<'a> = HashMap<&'a str, (&'a str, &'a PanelState)>;

impl Robots {
    /// Shows the table.
    pub fn show(&mut self, ui: &mut Ui, context: &ViewerContext<'_>, requests: &mut Vec<Request>) {
        let structure = context.world.structure();
        if structure.robots.is_empty() || context.frame.robots.len() != structure.robots.len() {
            return super::empty(ui, &words::NONE);
        }
        let reports = robot_reports(context);
        let all = structure.robots.len();
        ui.horizontal(|ui| {
            let label = ui.label(words::FILTER).id;
            ui.add(TextEdit::singleline(&mut self.filter).desired_width(160.0)).labelled_by(label);
            ui.weak(words::count(all, self.order.len().min(all)));
        });
        self.sort(context, &reports, ui.input(|input| input.time));
        let whole: f32 = WIDTHS.iter().sum::<f32>() + ui.spacing().item_spacing.x * COLUMNS as f32;
        ScrollArea::horizontal().auto_shrink(false).show(ui, |ui| {
            ui.set_min_width(whole);
            self.titles(ui);
            ui.separator();
            if self.order.is_empty() {
                return super::empty(ui, &words::NOTHING);
            }
            let height = ui.spacing().interact_size.y;
            let rows = ScrollArea::vertical().auto_shrink(false);
            rows.show_rows(ui, height, self.order.len(), |ui, rows| {
                for robot in &self.order[rows] {
                    row(ui, context, &reports, *robot, requests);
                }
            });
        });
    }

    /// The column headers. A click sorts, a second click reverses the order, a third restores the scene order.
    fn titles(&mut self, ui: &mut Ui) {
        cells(ui, |ui, column| {
            let title = words::COLUMNS[column].as_str();
            let sorts = self.by == Some(column);
            let mark = if !sorts {
                ""
            } else if self.falling {
                " ⏷"
            } else {
                " ⏶"
            };
            let text = RichText::new(format!("{title}{mark}")).strong();
            let button = ui.add(Button::new(text).frame(false).truncate());
            let label = words::sort(title, sorts.then_some(self.falling));
            button.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &label));
            if button.on_hover_text(words::SORT_HELP).clicked() {
                // Numbers are sorted in descending order first, text in ascending order.
                let first = column >= WORDS;
                (self.by, self.falling) = match (sorts, self.falling == first) {
                    (false, _) => (Some(column), first),
                    (true, true) => (Some(column), !first),
                    (true, false) => (None, false),
                };
            }
        });
    }

    /// Re-sorts the rows if the sort settings have changed, or values have changed for a while.
    fn sort(&mut self, context: &ViewerContext<'_>, reports: &RobotReports<'_>, now: f64) {
        let structure = context.world.structure();
        let same = self.made.as_ref().is_some_and(|(generation, filter, by, falling, at)| {
            let wanted = (*generation, filter.as_str(), *by, *falling);
            wanted == (structure.generation, &*self.filter, self.by, self.falling)
                && (0.0..ORDERED).contains(&(now - at))
        });
        if same {
            return;
        }
        let wanted = folded(self.filter.trim());
        let passes = |robot: &usize| {
            let texts = || {
                [structure.robots[*robot].name.to_string(), state(context, reports, *robot).0, task(context, *robot)]
            };
            wanted.is_empty() || texts().iter().any(|text| folded(text).contains(&wanted))
        };
        self.order.clear();
        self.order.extend((0..structure.robots.len()).filter(passes));
        if let Some(column) = self.by {
            let keys: HashMap<usize, SortKey> =
                self.order.iter().map(|robot| (*robot, key(context, reports, *robot, column))).collect();
            let falling = self.falling;
            self.order.sort_by(|one, other| keys[one].order(&keys[other], falling).then(one.cmp(other)));
        }
        self.made = Some((structure.generation, self.filter.clone(), self.by, self.falling, now));
    }
}

/// A sort key.
enum SortKey {
    Text(String),
    /// A number. `None` if the cell is empty: such rows come last in both directions.
    Number(Option<f64>),
}

impl SortKey {
    fn order(&self, other: &Self, falling: bool) -> Ordering {
        let turned = |order: Ordering| if falling { order.reverse() } else { order };
        match (self, other) {
            (Self::Text(one), Self::Text(other)) => {
                one.is_empty().cmp(&other.is_empty()).then_with(|| turned(one.cmp(other)))
            }
            (Self::Number(one), Self::Number(other)) => match (one, other) {
                (Some(one), Some(other)) => turned(one.total_cmp(other)),
                (one, other) => one.is_none().cmp(&other.is_none()),
            },
            _ => Ordering::Equal,
        }
    }
}

/// The sort key of a robot in a column.
fn key(context: &ViewerContext<'_>, reports: &RobotReports<'_>, robot: usize, column: usize) -> SortKey {
    let name = &context.world.structure().robots[robot].name;
    let frame = &context.frame.robots[robot];
    match column {
        0 => SortKey::Text(folded(name)),
        1 => SortKey::Text(folded(&state(context, reports, robot).0)),
        2 => SortKey::Number(frame.watched.left),
        3 => SortKey::Number(Some(speed(frame))),
        4 => SortKey::Number(frame.watched.battery),
        5 => SortKey::Number(Some(context.world.faults.count_of_robot(name) as f64)),
        _ => SortKey::Number(Some(frame.collisions as f64)),
    }
}

/// Service states by robot name.
fn robot_reports<'a>(context: &'a ViewerContext<'_>) -> RobotReports<'a> {
    let structure = context.world.structure();
    let states = context.panels().flat_map(|(service, panel)| panel.states.iter().map(|state| (&*service.id, state)));
    let of_robots = states.filter(|(_, state)| structure.robot(&state.name).is_some());
    of_robots.map(|(id, state)| (&*state.name, (id, state))).collect()
}

/// The state of a robot and its severity.
fn state(context: &ViewerContext<'_>, reports: &RobotReports<'_>, robot: usize) -> (String, PanelLevel) {
    let frame = &context.frame.robots[robot];
    if frame.faulty {
        return (words::FAULT.to_string(), PanelLevel::Error);
    }
    if let Some((id, state)) = reports.get(&*context.world.structure().robots[robot].name) {
        let said = context.plugins.say(sim_abi::declare::Kind::Service.word(), id, &state.text);
        return (said.to_owned(), state.level);
    }
    match &context.frame.state {
        _ if frame.halted => (words::HALTED.to_string(), PanelLevel::Warning),
        RunState::Playing => (words::RUNNING.to_string(), PanelLevel::Normal),
        _ => (words::STANDS.to_string(), PanelLevel::Normal),
    }
}

/// The task of a robot; empty if unknown.
fn task(context: &ViewerContext<'_>, robot: usize) -> String {
    let watched = &context.frame.robots[robot].watched;
    match (watched.target, watched.left) {
        (Some(target), Some(_)) if target < 1.0 => words::DONE.to_string(),
        (Some(target), Some(left)) => {
            let length = Units::default().length_words(left, 2);
            words::task(&length, target.round() as u64)
        }
        _ => String::new(),
    }
}

fn speed(frame: &RobotFrame) -> f64 {
    frame.state.linear_velocity.norm()
}

/// The row of a robot.
fn row(
    ui: &mut Ui,
    context: &ViewerContext<'_>,
    reports: &RobotReports<'_>,
    robot: usize,
    requests: &mut Vec<Request>,
) {
    let structure = context.world.structure();
    let info = &structure.robots[robot];
    let (name, body) = (&*info.name, info.body as usize);
    let frame = &context.frame.robots[robot];
    let (state, level) = state(context, reports, robot);
    let chosen = context.selected.contains(body);
    ui.push_id(robot, |ui| {
        cells(ui, |ui, column| match column {
            0 => {
                let button = long_text::or_hover(ui.add(Button::selectable(chosen, name).truncate()), name);
                let label = words::row(name, &state);
                button.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, chosen, &label));
                let add = ui.input(|input| input.modifiers.command || input.modifiers.shift);
                let (clicked, twice) = (button.clicked(), button.double_clicked());
                button.on_hover_text(words::ROW_HELP);
                if clicked {
                    requests.push(Request::Select(SelectRequest::Body { body: Some(body), add }));
                }
                if twice {
                    requests.push(Request::Select(SelectRequest::Body { body: Some(body), add: false }));
                    requests.push(Action::FitSelection.into());
                }
            }
            1 => {
                let (mark, color) = mark_and_color(ui, level);
                let label = Label::new(RichText::new(format!("{mark}{state}")).color(color)).truncate();
                let label = ui.add(label);
                let fault = context.world.faults.of_robot(name).filter(|_| frame.faulty);
                label.on_hover_text(fault.map_or_else(|| state.clone(), faults::describe));
            }
            2 => {
                let task = Some(task(context, robot)).filter(|task| !task.is_empty());
                task.into_iter().for_each(|task| _ = ui.add(Label::new(task).truncate()));
            }
            3 => number(ui, words::speed(figures::fixed(speed(frame), 2)), false),
            4 => number(ui, battery(context, robot), false),
            5 => {
                let count = context.world.faults.count_of_robot(name);
                number(ui, count.to_string(), count > 0);
            }
            _ => number(ui, frame.collisions.to_string(), frame.collisions > 0),
        });
    });
}

/// Icon and color of a severity: the color is never the only cue.
fn mark_and_color(ui: &Ui, level: PanelLevel) -> (&'static str, Color32) {
    match level {
        PanelLevel::Normal => ("", ui.visuals().text_color()),
        PanelLevel::Active => ("▶ ", ui.visuals().text_color()),
        PanelLevel::Warning => ("⚠ ", ui.visuals().warn_fg_color),
        PanelLevel::Error => ("✖ ", ui.visuals().error_fg_color),
    }
}

/// State of charge of a robot's battery; empty if it has none.
fn battery(context: &ViewerContext<'_>, robot: usize) -> String {
    let parts = &context.world.structure().robots[robot].parts;
    match context.frame.robots[robot].watched.battery {
        Some(charge) if parts.watched.charge => words::charge(charge),
        Some(voltage) => words::voltage(figures::fixed(voltage, 2)),
        None => String::new(),
    }
}

/// A number cell; empty text leaves it blank.
fn number(ui: &mut Ui, text: String, stands_out: bool) {
    if text.is_empty() {
        return;
    }
    let text = RichText::new(text).monospace();
    ui.label(if stands_out { text.color(ui.visuals().warn_fg_color) } else { text });
}

/// The cells of a row; numeric ones are right-aligned.
fn cells(ui: &mut Ui, mut cell: impl FnMut(&mut Ui, usize)) {
    ui.horizontal(|ui| {
        let height = ui.spacing().interact_size.y;
        for (column, width) in WIDTHS.into_iter().enumerate() {
            let layout = match column {
                0..WORDS => Layout::left_to_right(Align::Center),
                _ => Layout::right_to_left(Align::Center),
            };
            ui.allocate_ui_with_layout(egui::vec2(width, height), layout, |ui| {
                ui.set_min_width(width);
                cell(ui, column);
            });
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_without_a_value_come_last_in_both_directions() {
        let sorted = |falling: bool| {
            let mut keys = [None, Some(2.0), Some(1.0), None].map(SortKey::Number);
            keys.sort_by(|one, other| one.order(other, falling));
            keys.map(|key| if let SortKey::Number(number) = key { number } else { None })
        };
        assert_eq!(sorted(false), [Some(1.0), Some(2.0), None, None]);
        assert_eq!(sorted(true), [Some(2.0), Some(1.0), None, None]);
    }
}
