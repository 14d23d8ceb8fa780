//! Menu, tools and status: the bars at the edges of the window.

use crate::acceptance::Acceptance;
use crate::action::{Action, Request};
use crate::home::Home;
use crate::layout::Pane;
use crate::means::Means;
use crate::text;
use egui::{Button, MenuBar, Response, Ui};
use sim_runner::{Command, EndReason, Frame, RunState, Speed, Structure};

/// Speeds that are offered.
const SPEEDS: [f64; 9] = [0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 100.0, 1000.0];

/// The menus. Returns a panel that is to be shown.
pub fn menu(ui: &mut Ui, means: &Means<'_>, home: &mut Home, requests: &mut Vec<Request>) -> Option<Pane> {
    let mut wanted = None;
    MenuBar::new().ui(ui, |ui| {
        let mut menu = |title: &str, actions: &[Action], panels: bool, ui: &mut Ui| {
            ui.menu_button(title, |ui| {
                for action in actions {
                    let keys = action.shortcut().map(|keys| ui.ctx().format_shortcut(&keys)).unwrap_or_default();
                    let reason = means.reason(*action);
                    let item = ui.add_enabled(reason.is_none(), Button::new(means.name(*action)).shortcut_text(keys));
                    if item.on_disabled_hover_text(reason.unwrap_or_default()).clicked() {
                        requests.push((*action).into());
                    }
                    if *action == Open {
                        home.menu(ui, requests);
                    }
                }
                if panels {
                    ui.separator();
                    ui.menu_button(text::menu::PANELS, |ui| {
                        for pane in Pane::ALL {
                            if ui.button(pane.title()).clicked() {
                                wanted = Some(pane);
                            }
                        }
                    });
                }
            });
        };
        use Action::*;
        menu(
            text::menu::FILE,
            &[New, Open, Reload, Recover, OpenRecording, Save, SaveAs, ExportSvg, ExportPng, Quit],
            false,
            ui,
        );
        menu(
            text::menu::EDIT,
            &[Undo, Redo, Cut, Copy, Paste, Duplicate, Delete, SelectAll, Insert, Lock, Move, Turn, Snap],
            false,
            ui,
        );
        menu(text::menu::RUN, &[PlayPause, Step, StepBack, Stop, Reset, Record, Compare], false, ui);
        menu(
            text::menu::VIEW,
            &[
                Fit,
                FitSelection,
                Top,
                Front,
                Side,
                Follow,
                FirstPerson,
                Behind,
                ThroughCamera,
                Measure,
                Efficient,
                Theme,
                Layout,
            ],
            true,
            ui,
        );
        menu(text::menu::HELP, &[Palette, Shortcuts], false, ui);
    });
    wanted
}

/// The tools for running.
pub fn tools(ui: &mut Ui, means: &Means<'_>, frame: &Frame, structure: &Structure, requests: &mut Vec<Request>) {
    let playing = matches!(frame.state, RunState::Playing);
    ui.horizontal(|ui| {
        let mut tool = |ui: &mut Ui, icon: &str, name: &'static str, action: Action| {
            if button(ui, icon, name, action, means.reason(action)).clicked() {
                requests.push(action.into());
            }
        };
        let (icon, name) = if playing { ("⏸", text::run::PAUSE) } else { ("▶", text::run::PLAY) };
        tool(ui, icon, name, Action::PlayPause);
        tool(ui, "⏭", text::run::STEP, Action::Step);
        tool(ui, "⏹", text::run::STOP, Action::Stop);
        tool(ui, "⏮", text::run::RESET, Action::Reset);
        let recording = frame.recorded.is_some();
        let name = if recording { text::recordings::STOP } else { text::recordings::RECORD };
        let pressed = button(ui, "", name, Action::Record, means.reason(Action::Record));
        if record(ui, recording, pressed).clicked() {
            requests.push(Action::Record.into());
        }
        if let Some(frames) = frame.recorded {
            ui.monospace(text::recordings::frames(frames));
        }
        ui.separator();
        let label = ui.label(text::run::SPEED).id;
        let list = egui::ComboBox::from_id_salt("speed").selected_text(text::run::speed(frame.speed)).width(90.0);
        let list = list.show_ui(ui, |ui| {
            let offered = SPEEDS.map(|factor| (Some(factor), Speed::Factor(factor)));
            for (factor, speed) in offered.into_iter().chain([(None, Speed::Unlimited)]) {
                if ui.selectable_label(frame.speed == factor, text::run::speed(factor)).clicked() {
                    requests.push(Request::Run(Command::Speed(speed)));
                }
            }
        });
        list.response.labelled_by(label);
        ui.separator();
        let end = structure.duration.map(|duration| format!(" / {duration} s")).unwrap_or_default();
        ui.monospace(format!("{:>9.2} s{end}", frame.time));
        ui.monospace(text::run::tick(frame.tick));
        if playing {
            ui.monospace(text::run::factor(frame.real_time_factor));
        }
    });
}

/// Paints the sign of recording onto its button: a red dot, a square while it records.
fn record(ui: &Ui, recording: bool, button: Response) -> Response {
    let red = egui::Color32::from_rgb(214, 48, 49);
    let ink = if button.enabled() { red } else { ui.visuals().weak_text_color() };
    let at = button.rect.center();
    match recording {
        true => _ = ui.painter().rect_filled(egui::Rect::from_center_size(at, egui::Vec2::splat(10.0)), 1.0, ink),
        false => _ = ui.painter().circle_filled(at, 6.0, ink),
    }
    button
}

/// A button with an icon; its name is read aloud, and its tooltip tells the keys, or why it cannot be pressed.
fn button(ui: &mut Ui, icon: &str, name: &'static str, action: Action, reason: Option<&str>) -> Response {
    let enabled = reason.is_none();
    let keys = action.shortcut().map(|keys| format!(" ({})", ui.ctx().format_shortcut(&keys))).unwrap_or_default();
    let size = egui::vec2(34.0, 26.0);
    let button = Button::new(egui::RichText::new(icon).size(16.0)).min_size(size);
    let response = ui.add_enabled(enabled, button);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, enabled, name));
    response
        .on_hover_text(format!("{name}{keys}"))
        .on_disabled_hover_text(format!("{name}: {}", reason.unwrap_or_default()))
}

/// What the line at the bottom tells besides the state of the run.
pub struct Status<'a> {
    /// Name of the scene.
    pub title: &'a str,
    /// Simulated time at which the live run's scene ends, s.
    pub duration: Option<f64>,
    /// Number of problems.
    pub problems: usize,
    /// How the conditions of the scene stand.
    pub acceptance: &'a Acceptance,
    /// What draws.
    pub adapter: Option<&'a str>,
}

/// What the run does now, in words; of a run that is beyond the end of its scene this, too.
fn state(frame: &Frame, duration: Option<f64>) -> String {
    let beyond = duration.filter(|duration| frame.time > duration + SAME_TIME);
    let running = |state: &str| beyond.map_or_else(|| state.to_string(), |end| text::run::beyond(state, end));
    match &frame.state {
        RunState::Empty => text::run::EMPTY.to_string(),
        RunState::Building => text::run::BUILDING.to_string(),
        RunState::Paused => running(text::run::PAUSED),
        RunState::Playing => running(text::run::PLAYING),
        RunState::Ended(reason) => match (&**reason, duration) {
            (EndReason::Duration, Some(duration)) => text::run::over(duration),
            _ => text::run::ended(&reason.words()),
        },
        RunState::Failed(_) => text::run::FAILED.to_string(),
    }
}

/// Times that differ by less are equal, s.
const SAME_TIME: f64 = 1e-9;

/// The state of the run, conditions, problems, and what draws. Returns whether the problems are to be shown.
pub fn status(ui: &mut Ui, frame: &Frame, status: &Status<'_>, requests: &mut Vec<Request>) -> bool {
    let mut show = false;
    ui.horizontal(|ui| {
        let state = state(frame, status.duration);
        if matches!(frame.state, RunState::Building) {
            ui.spinner();
        }
        ui.label(state);
        if let RunState::Ended(reason) = &frame.state {
            let hint = match **reason {
                EndReason::Duration => text::run::GOES_ON,
                EndReason::Service(_) => text::means::ENDED_BY_SERVICE,
            };
            ui.weak(hint);
            if ui.small_button(text::run::BACK).clicked() {
                requests.push(Action::Stop.into());
            }
        }
        ui.separator();
        if !status.title.is_empty() {
            ui.label(status.title);
            ui.separator();
        }
        status.acceptance.show(ui, matches!(frame.state, RunState::Ended(_)));
        if status.problems > 0 {
            let color = ui.visuals().error_fg_color;
            let text = egui::RichText::new(text::problems::count(status.problems)).color(color);
            show = ui.add(Button::new(text).frame(false)).clicked();
        } else {
            ui.label(text::problems::NONE);
        }
        if let Some(adapter) = status.adapter {
            let adapter = egui::Label::new(egui::RichText::new(adapter).weak()).truncate();
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| ui.add(adapter));
        }
    });
    show
}
