//! The toolbar with the simulation controls.

use super::status_bar::RECORDING;
use crate::actions::{Action, Availability, Request, RunRequest, SettingRequest};
use crate::document::moving::Moment;
use crate::text::Text;
use crate::text::{self, moment as words};
use crate::viewer_context::ViewerContext;
use crate::widgets::long_text;
use egui::{Button, Response, RichText, Ui};
use sim_runner::{Command, RunState, Speed};

/// Height of the list of speeds, points: fits all of them.
const SPEEDS_HEIGHT: f32 = 320.0;
/// Available speed factors.
const SPEEDS: [f64; 9] = [0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 100.0, 1000.0];

/// Shows the toolbar.
pub fn show(ui: &mut Ui, availability: &Availability<'_>, context: &ViewerContext<'_>, requests: &mut Vec<Request>) {
    let ViewerContext { frame, world, .. } = *context;
    let playing = matches!(frame.state, RunState::Playing);
    ui.horizontal(|ui| {
        let mut tool = |ui: &mut Ui, icon: &str, name: Text, action: Action| {
            if button(ui, icon, name, action, availability).clicked() {
                requests.push(action.into());
            }
        };
        let (icon, name) = if playing { ("⏸", text::run::PAUSE) } else { ("▶", text::run::PLAY) };
        tool(ui, icon, name, Action::PlayPause);
        tool(ui, "⏭", text::action::STEP.name, Action::Step);
        tool(ui, "⏹", text::action::STOP.name, Action::Stop);
        tool(ui, "⏮", text::action::RESET.name, Action::Reset);
        let recording = frame.recorded.is_some();
        let name = if recording { text::recordings::STOP } else { text::recordings::RECORD };
        let pressed = button(ui, "", name, Action::Record, availability);
        if record(ui, recording, pressed).clicked() {
            requests.push(Action::Record.into());
        }
        if let Some(frames) = frame.recorded {
            ui.monospace(text::recordings::frames(frames));
        }
        ui.separator();
        let label = ui.label(text::run::SPEED).id;
        let list = egui::ComboBox::from_id_salt("speed")
            .selected_text(text::run::speed(frame.speed))
            .width(90.0)
            .height(SPEEDS_HEIGHT);
        let list = list.show_ui(ui, |ui| {
            let offered = SPEEDS.map(|factor| (Some(factor), Speed::Factor(factor)));
            for (factor, speed) in offered.into_iter().chain([(None, Speed::Unlimited)]) {
                if ui.selectable_label(frame.speed == factor, text::run::speed(factor)).clicked() {
                    requests.push(Request::Run(RunRequest::Command(Command::Speed(speed))));
                }
            }
        });
        list.response.labelled_by(label);
        ui.separator();
        moment(ui, context, requests);
        ui.separator();
        let end = world.structure().duration.map(|duration| format!(" / {duration} s")).unwrap_or_default();
        ui.monospace(format!("{:>9.2} s{end}", frame.time));
        // A narrow window has room only for the time.
        let factor = playing.then(|| text::run::factor(frame.real_time_factor));
        for text in std::iter::once(text::run::tick(frame.tick)).chain(factor) {
            let text = RichText::new(text).monospace();
            if long_text::has_room(ui, &[&text]) {
                ui.label(text);
            }
        }
    });
}

/// The selector for the pose changed by edits, shown during a run.
fn moment(ui: &mut Ui, context: &ViewerContext<'_>, requests: &mut Vec<Request>) {
    let there = context.frame.tick > 0 && context.document.is_some();
    ui.label(words::CHANGES);
    for (moment, text, name, help) in [
        (Moment::Start, text::common::START, words::START_NAME, words::START_HELP),
        (Moment::Now, text::common::NOW, words::NOW_NAME, words::NOW_HELP),
    ] {
        let chosen = context.moment == moment;
        let button = ui.add_enabled(there, Button::selectable(chosen, text));
        button.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, there, chosen, name));
        if button.on_hover_text(help).on_disabled_hover_text(words::NO_RUN).clicked() {
            requests.push(Request::Setting(SettingRequest::Moment(moment)));
        }
    }
}

/// Paints the record icon onto its button: a red dot, or a square while recording.
fn record(ui: &Ui, recording: bool, button: Response) -> Response {
    let ink = if button.enabled() { RECORDING } else { ui.visuals().weak_text_color() };
    let at = button.rect.center();
    match recording {
        true => _ = ui.painter().rect_filled(egui::Rect::from_center_size(at, egui::Vec2::splat(10.0)), 1.0, ink),
        false => _ = ui.painter().circle_filled(at, 6.0, ink),
    }
    button
}

/// An icon button. Its name is read aloud; the tooltip shows the shortcut, or why the action is unavailable.
fn button(ui: &mut Ui, icon: &str, name: Text, action: Action, availability: &Availability<'_>) -> Response {
    let reason = availability.reason(action);
    let enabled = reason.is_none();
    let keys = availability.keys(action, ui.ctx());
    let keys = if keys.is_empty() { keys } else { format!(" ({keys})") };
    let size = egui::vec2(34.0, 26.0);
    let button = Button::new(RichText::new(icon).size(16.0)).min_size(size);
    let response = ui.add_enabled(enabled, button);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, enabled, name));
    response
        .on_hover_text(format!("{name}{keys}"))
        .on_disabled_hover_text(format!("{name}: {}", reason.map_or("", Text::as_str)))
}
