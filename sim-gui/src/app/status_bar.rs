//! The status bar: state of the run, conditions, problems and graphics device.

use super::alerts::Alert;
use super::view_files::VideoStatus;
use crate::actions::{Action, PanelRequest, Request};
use crate::panels::service_panel::mark;
use crate::preferences::layout::Pane;
use crate::simulation::acceptance::Acceptance;
use crate::text;
use egui::{Button, Ui};
use sim_abi::panel::PanelLevel;
use sim_core::engine::Outcome;
use sim_runner::{EndReason, Frame, RunState};

/// The contents of the status bar in addition to the state of the run.
pub struct Status<'a> {
    /// Name of the scene.
    pub title: &'a str,
    /// Simulated time at which the live run's scene ends, s.
    pub duration: Option<f64>,
    /// Alerts of services, errors first, and their activities.
    pub alerts: &'a [Alert],
    /// Number of problems.
    pub problems: usize,
    /// Status of the scene's acceptance conditions.
    pub acceptance: &'a Acceptance,
    /// The video being recorded.
    pub video: Option<VideoStatus>,
    /// The graphics device.
    pub adapter: Option<&'a str>,
}

/// The state of the run, including whether it is past the end of its scene.
fn state(frame: &Frame, duration: Option<f64>) -> String {
    let beyond = duration.filter(|duration| frame.time > duration + SAME_TIME);
    let running = |state: &str| beyond.map_or_else(|| state.to_string(), |end| text::run::beyond(end, state));
    match &frame.state {
        RunState::Empty => text::run::EMPTY.to_string(),
        RunState::Building => text::run::BUILDING.to_string(),
        RunState::Paused => running(&text::run::PAUSED),
        RunState::Playing => running(&text::run::PLAYING),
        RunState::Ended(reason) => match (&**reason, duration) {
            (EndReason::Duration, Some(duration)) => text::run::over(duration),
            _ => text::run::ended(reason.sentence()),
        },
        RunState::Failed(_) => text::run::FAILED.to_string(),
    }
}

/// Color of the recording indicator.
pub const RECORDING: egui::Color32 = egui::Color32::from_rgb(214, 48, 49);
/// Background of errors; white text is readable on it in both themes.
const FAILED: egui::Color32 = egui::Color32::from_rgb(176, 28, 32);
/// Maximum fraction of the width for alerts.
const ALERT_SHARE: f32 = 0.6;
/// Tolerance for equal times, s.
const SAME_TIME: f64 = 1e-9;

/// Shows the status bar.
pub fn show(ui: &mut Ui, frame: &Frame, status: &Status<'_>, requests: &mut Vec<Request>) {
    ui.horizontal(|ui| {
        let state = state(frame, status.duration);
        if matches!(frame.state, RunState::Building) {
            ui.spinner();
        }
        ui.label(state);
        if let RunState::Ended(reason) = &frame.state {
            let hint = match **reason {
                EndReason::Duration => text::run::GOES_ON,
                EndReason::Service(_) => text::availability::ENDED_BY_SERVICE,
            };
            ui.weak(hint);
            if ui.small_button(text::run::BACK).clicked() {
                requests.push(Action::Stop.into());
            }
        }
        alerts(ui, status.alerts, requests);
        ui.separator();
        video(ui, status.video, requests);
        if !status.title.is_empty() {
            ui.label(status.title);
            ui.separator();
        }
        conditions(ui, status.acceptance, requests);
        if status.problems > 0 {
            let color = ui.visuals().error_fg_color;
            let text = egui::RichText::new(text::problems::count(status.problems)).color(color);
            if ui.add(Button::new(text).frame(false)).clicked() {
                requests.push(Request::Panel(PanelRequest::Show(Pane::Problems)));
            }
        } else {
            ui.label(text::problems::NONE);
        }
        if let Some(adapter) = status.adapter {
            let adapter = egui::Label::new(egui::RichText::new(adapter).weak()).truncate();
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| ui.add(adapter));
        }
    });
}

/// Shows the most severe alert and the activities of services; a click opens the services panel. Errors have the most prominent style of
/// the bar.
fn alerts(ui: &mut Ui, alerts: &[Alert], requests: &mut Vec<Request>) {
    let Some(worst) = alerts.first() else { return };
    ui.separator();
    // Activities are shown next to warnings.
    let doing = alerts.iter().find(|alert| alert.level == PanelLevel::Active && *alert != worst);
    let others = alerts.len() - 1 - usize::from(doing.is_some());
    let more = if others > 0 { text::service::more(others) } else { String::new() };
    let doing = doing.map_or_else(String::new, |alert| format!("   {} {}", mark(alert.level), alert.text));
    let caption = format!("{} {}{more}{doing}", mark(worst.level), worst.text);
    let button = match worst.level {
        PanelLevel::Error => {
            Button::new(egui::RichText::new(&caption).strong().color(egui::Color32::WHITE)).fill(FAILED)
        }
        PanelLevel::Warning => Button::new(egui::RichText::new(&caption).color(ui.visuals().warn_fg_color)),
        PanelLevel::Active | PanelLevel::Normal => Button::new(&caption).frame(false),
    };
    // Leave room for the other contents of the bar.
    let response = ui.scope(|ui| {
        ui.set_max_width(ui.available_width() * ALERT_SHARE);
        ui.add(button.truncate())
    });
    let response = response.inner;
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &caption));
    let all = alerts.iter().map(|alert| &*alert.text).chain([text::service::ALERT_HELP.as_str()]);
    if response.on_hover_text(all.collect::<Vec<_>>().join("\n")).clicked() {
        requests.push(Request::Panel(PanelRequest::Show(Pane::Services)));
    }
}

/// Shows that a video is being recorded, with its duration and number of images. A click ends it.
fn video(ui: &mut Ui, video: Option<VideoStatus>, requests: &mut Vec<Request>) {
    let Some(VideoStatus { length, images, left_out }) = video else { return };
    let (rect, _) = ui.allocate_exact_size(egui::Vec2::splat(10.0), egui::Sense::hover());
    ui.painter().circle_filled(rect.center(), 5.0, RECORDING);
    let caption = ui.label(text::view_files::status(length, images));
    if left_out > 0 {
        caption.on_hover_text(text::view_files::left_out(left_out));
    }
    if ui.small_button(text::view_files::STOP).clicked() {
        requests.push(Action::RecordView.into());
    }
    ui.separator();
}

/// Shows how many conditions have passed; a click opens the results panel.
fn conditions(ui: &mut Ui, acceptance: &Acceptance, requests: &mut Vec<Request>) {
    let verdicts = acceptance.verdicts();
    if verdicts.is_empty() {
        return;
    }
    let met = verdicts.iter().filter(|verdict| verdict.outcome == Outcome::Passed).count();
    if ui.button(text::acceptance::count(verdicts.len(), met)).clicked() {
        requests.push(Request::Panel(PanelRequest::Show(Pane::Results)));
    }
    ui.separator();
}
