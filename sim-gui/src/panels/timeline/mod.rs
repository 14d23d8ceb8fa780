//! The playback bar below the panels.

mod scrubber;

use crate::actions::{Action, RecordingRequest, Request, Shortcuts};
use crate::simulation::playback::{Control, Player};
use crate::text::{self, Text};
use crate::widgets::long_text;
use egui::{Align, Button, Layout, RichText, Ui};

/// Height of the list of speeds, points: fits all of them.
const SPEEDS_HEIGHT: f32 = 320.0;
/// Available speed factors.
const SPEEDS: [f64; 10] = [0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0];

/// Shows the bar.
pub fn show(ui: &mut Ui, player: &Player, shortcuts: &Shortcuts, requests: &mut Vec<Request>) {
    let playback = player.playback();
    let range = playback.range();
    // A stripe indicates that this is not the live run.
    let top = ui.max_rect().left_top();
    let stripe = egui::Rect::from_min_size(top - egui::vec2(8.0, 2.0), egui::vec2(ui.max_rect().width() + 16.0, 2.0));
    ui.painter().rect_filled(stripe, 0.0, ui.visuals().selection.bg_fill);
    ui.add_space(3.0);
    let is_whole = ui.horizontal(|ui| {
        transport(ui, player, shortcuts, requests);
        ui.separator();
        speeds(ui, player, requests);
        let has_room = has_room_for_place(ui, player);
        if has_room {
            ui.separator();
            place(ui, player, requests);
        }
        has_room
    });
    if !is_whole.inner {
        ui.horizontal(|ui| place(ui, player, requests));
    }
    let step = player.structure().dt * playback.recording().every_ticks() as f64;
    let show = |marks: &[_]| scrubber::show(ui, playback.time(), range, step, marks);
    let chosen = match player.overview() {
        Some(overview) => overview.marks(show),
        None => scrubber::show(ui, playback.time(), range, step, &[]),
    };
    if let Some(time) = chosen {
        requests.push(Request::Recording(RecordingRequest::Playback(Control::Seek(time))));
    }
}

/// The playback buttons.
fn transport(ui: &mut Ui, player: &Player, shortcuts: &Shortcuts, requests: &mut Vec<Request>) {
    let playing = player.playback().is_playing();
    let mut tool = |ui: &mut Ui, icon: &str, name: Text, keys: &str, on: bool, control: Control| {
        let button = Button::new(RichText::new(icon).size(15.0)).min_size(egui::vec2(30.0, 24.0)).selected(on);
        let response = ui.add(button);
        response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, on, name));
        let keys = if keys.is_empty() { String::new() } else { format!(" ({keys})") };
        if response.on_hover_text(format!("{name}{keys}")).clicked() {
            requests.push(Request::Recording(RecordingRequest::Playback(control)));
        }
    };
    let [start, back, play, step] = [Action::Stop, Action::StepBack, Action::PlayPause, Action::Step]
        .map(|action| shortcuts.words(action, ui.ctx()));
    tool(ui, "⏮", text::recordings::START, &start, false, Control::Start);
    tool(ui, "⏪", text::action::STEP_BACK.name, &back, false, Control::Step(-1));
    let backwards = playing && player.is_backwards();
    let (icon, name) = if backwards { ("⏸", text::run::PAUSE) } else { ("◀", text::recordings::PLAY_BACK) };
    tool(ui, icon, name, "", backwards, Control::PlayBackwards);
    let forwards = playing && !player.is_backwards();
    let (icon, name) = if forwards { ("⏸", text::run::PAUSE) } else { ("▶", text::run::PLAY) };
    tool(ui, icon, name, &play, forwards, Control::Play);
    tool(ui, "⏩", text::recordings::STEP, &step, false, Control::Step(1));
    tool(ui, "⏭", text::recordings::END, "", false, Control::End);
}

/// Whether [`place`] fits into the rest of the row, with part of the recording's name.
fn has_room_for_place(ui: &Ui, player: &Player) -> bool {
    let (first, last) = player.playback().range();
    let labels = [text::recordings::TIME, text::recordings::COMPARE_THIS, text::recordings::CLOSE].map(RichText::from);
    let values = [text::recordings::span(first, last), text::run::tick(player.frame().tick)].map(RichText::new);
    let [field, name] = ["00000.00 s", "a recording of a run"].map(RichText::new);
    let texts: Vec<&RichText> = labels.iter().chain(&values).chain([&field, &name]).collect();
    long_text::has_room(ui, &texts)
}

/// The playback time, the actions and the name of the recording.
fn place(ui: &mut Ui, player: &Player, requests: &mut Vec<Request>) {
    let mut ask = |control: Control| requests.push(Request::Recording(RecordingRequest::Playback(control)));
    let playback = player.playback();
    let (first, last) = playback.range();
    let label = ui.label(text::recordings::TIME).id;
    let mut time = playback.time();
    let drag = egui::DragValue::new(&mut time).range(first..=last).speed((last - first) / 500.0).suffix(" s");
    if ui.add(drag.fixed_decimals(2)).labelled_by(label).changed() {
        ask(Control::Seek(time));
    }
    ui.weak(text::recordings::span(first, last));
    ui.weak(text::run::tick(player.frame().tick));
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        let close = ui.button(text::recordings::CLOSE).on_hover_text(text::recordings::CLOSE_HELP);
        if close.clicked() {
            ask(Control::Close);
        }
        let compare = ui.button(text::recordings::COMPARE_THIS).on_hover_text(text::recordings::COMPARE_HELP);
        if compare.clicked() {
            ask(Control::Compare);
        }
        let reading = player.overview().is_some_and(|overview| !overview.is_complete());
        if player.is_building() || reading {
            let what = if player.is_building() { text::recordings::MODELS } else { text::recordings::READING };
            ui.spinner().on_hover_text(what);
        }
        // The rest of the line is for the name, which may be long.
        let name = RichText::new(text::recordings::shown(player.name())).strong();
        ui.add(egui::Label::new(name).truncate());
    });
}

fn speeds(ui: &mut Ui, player: &Player, requests: &mut Vec<Request>) {
    let label = ui.label(text::recordings::SPEED).id;
    let chosen = text::run::speed(Some(player.speed()));
    let list = egui::ComboBox::from_id_salt("playing speed").selected_text(chosen).width(64.0).height(SPEEDS_HEIGHT);
    let list = list.show_ui(ui, |ui| {
        for speed in SPEEDS {
            if ui.selectable_label(player.speed() == speed, text::run::speed(Some(speed))).clicked() {
                requests.push(Request::Recording(RecordingRequest::Playback(Control::Speed(speed))));
            }
        }
    });
    list.response.labelled_by(label);
}
