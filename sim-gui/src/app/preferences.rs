//! The preferences dialog: changes take effect immediately. `kept` stores them.

use crate::actions::{Action, Availability, KeyRequest, KeySet, Request, SettingRequest, ViewRequest};
use crate::preferences::language::{Language, Languages};
use crate::preferences::overlays::OverlaySettings;
use crate::preferences::snap::Snap;
use crate::text::{
    Text, language as language_words, preferences as words, shortcuts as key_words, snap as snap_words,
    units as unit_words,
};
use crate::tools::snap;
use crate::widgets::units::{Angles, Field, Lengths, Units};
use crate::widgets::{list, long_text};
use egui::{Button, ComboBox, Grid, Id, Label, Response, Role, ScrollArea, ThemePreference, Ui, Vec2, WidgetInfo};
use sim_runner::PluginList;
use std::ops::RangeInclusive;

/// Width of the dialog, points.
const WIDTH: f32 = 520.0;
/// Height reserved for title, button and window margins, points.
const BESIDE: f32 = 170.0;
/// Available interface scales.
const SIZES: [f32; 9] = [0.75, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0, 2.5];
/// Range of grid spacings, m.
const STEPS: RangeInclusive<f64> = 0.01..=100.0;

/// The current preferences.
pub struct Chosen<'a> {
    /// Overlays.
    pub shown: &'a OverlaySettings,
    /// Snapping increments.
    pub snap: Snap,
    /// The 3D cursor, world frame, m.
    pub cursor: [f64; 3],
    /// Units of lengths and angles.
    pub units: Units,
    /// The language of the window.
    pub languages: Languages,
    /// Contents of libraries and their search paths.
    pub plugins: &'a PluginList,
    /// State and availability of actions.
    pub availability: Availability<'a>,
}

/// Shows the dialog. Returns whether it stays open.
pub fn show(ui: &mut Ui, chosen: &Chosen<'_>, requests: &mut Vec<Request>) -> bool {
    let window = ui.ctx().content_rect().size();
    ui.set_width(WIDTH.min(window.x - 60.0));
    ui.heading(words::TITLE);
    ui.add_space(8.0);
    ScrollArea::vertical().max_height((window.y - BESIDE).max(60.0)).show(ui, |ui| {
        ui.set_width(ui.available_width());
        Grid::new("preferences").num_columns(2).spacing([24.0, 10.0]).show(ui, |ui| rows(ui, chosen, requests));
    });
    ui.add_space(8.0);
    !ui.button(crate::text::common::CLOSE).clicked()
}

/// The rows, from top to bottom.
fn rows(ui: &mut Ui, chosen: &Chosen<'_>, requests: &mut Vec<Request>) {
    row(ui, words::THEME, words::THEME_HELP, |ui, _| theme(ui));
    row(ui, words::SIZE, words::SIZE_HELP, size);
    row(ui, language_words::MENU, language_words::HELP, |ui, label| language(ui, label, chosen.languages, requests));
    row(ui, unit_words::LENGTHS, unit_words::LENGTHS_HELP, |ui, _| lengths(ui, chosen.units, requests));
    row(ui, unit_words::ANGLES, unit_words::ANGLES_HELP, |ui, _| angles(ui, chosen.units, requests));
    row(ui, crate::text::common::GRID, words::GRID_HELP, |ui, label| grid(ui, label, chosen.shown, requests));
    snapping(ui, chosen.snap, requests);
    row(ui, words::DRAWING, Action::Efficient.entry().words.help, |ui, _| {
        switch(ui, Action::Efficient, &chosen.availability, requests);
    });
    row(ui, key_words::SET, key_words::SET_HELP, |ui, _| {
        let now = chosen.availability.shortcuts.set();
        for (set, name) in [(KeySet::Standard, key_words::SET_STANDARD), (KeySet::RoboMap, key_words::SET_ROBOMAP)] {
            if choice(ui, key_words::SET, name, now == set) {
                requests.push(Request::Keys(KeyRequest::Use(set)));
            }
        }
    });
    row(ui, words::KEYS, words::KEYS_HELP, |ui, _| {
        if ui.button(words::ALL_KEYS).clicked() {
            requests.push(Action::Shortcuts.into());
        }
    });
    row(ui, words::PLUGINS, words::PLUGINS_HELP, |ui, _| folders(ui, chosen.plugins));
}

/// A row with name, tooltip and controls.
fn row(ui: &mut Ui, name: Text, help: Text, show: impl FnOnce(&mut Ui, Id)) {
    let label = ui.label(name).on_hover_text(help).id;
    ui.horizontal_wrapped(|ui| show(ui, label));
    ui.end_row();
}

/// One of several mutually exclusive options. Returns whether it was just selected.
fn choice(ui: &mut Ui, row: Text, name: Text, chosen: bool) -> bool {
    let button = ui.add(Button::selectable(chosen, name));
    button.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, chosen, words::choice(name, row)));
    button.clicked() && !chosen
}

fn theme(ui: &mut Ui) {
    let now = ui.ctx().options(|options| options.theme_preference);
    for (theme, name) in [
        (ThemePreference::Dark, words::DARK),
        (ThemePreference::Light, words::LIGHT),
        (ThemePreference::System, words::SYSTEM),
    ] {
        if choice(ui, words::THEME, name, now == theme) {
            ui.ctx().set_theme(theme);
        }
    }
}

fn size(ui: &mut Ui, label: Id) {
    let now = ui.ctx().zoom_factor();
    let list = ComboBox::from_id_salt("size").selected_text(words::percent(now)).width(90.0);
    let list = list::show(list, ui, |ui| {
        for size in SIZES {
            if ui.selectable_label((now - size).abs() < 0.01, words::percent(size)).clicked() {
                ui.ctx().set_zoom_factor(size);
            }
        }
    });
    list.response.labelled_by(label);
}

fn language(ui: &mut Ui, label: Id, languages: Languages, requests: &mut Vec<Request>) {
    let of_system = language_words::of_system(languages.system.own_name());
    let own = Language::ALL.into_iter().map(|language| (Some(language), language.own_name().to_string()));
    let all: Vec<(Option<Language>, String)> = std::iter::once((None, of_system)).chain(own).collect();
    let chosen = all.iter().find(|(language, _)| *language == languages.chosen());
    let list = ComboBox::from_id_salt("language").selected_text(chosen.map_or("", |(_, name)| name));
    let list = list::show(list, ui, |ui| {
        for (language, name) in &all {
            if ui.selectable_label(*language == languages.chosen(), name).clicked() {
                requests.push(Request::Setting(SettingRequest::Language(*language)));
            }
        }
    });
    list.response.labelled_by(label);
}

fn lengths(ui: &mut Ui, units: Units, requests: &mut Vec<Request>) {
    for (lengths, name) in [
        (Lengths::Fitting, unit_words::FITTING),
        (Lengths::Metres, unit_words::METRES),
        (Lengths::Centimetres, unit_words::CENTIMETRES),
    ] {
        if choice(ui, unit_words::LENGTHS, name, units.lengths == lengths) {
            requests.push(Request::Setting(SettingRequest::Units(Units { lengths, ..units })));
        }
    }
}

fn angles(ui: &mut Ui, units: Units, requests: &mut Vec<Request>) {
    for (angles, name) in [(Angles::Degrees, unit_words::DEGREES), (Angles::Radians, unit_words::RADIANS)] {
        if choice(ui, unit_words::ANGLES, name, units.angles == angles) {
            requests.push(Request::Setting(SettingRequest::Units(Units { angles, ..units })));
        }
    }
}

fn grid(ui: &mut Ui, label: Id, shown: &OverlaySettings, requests: &mut Vec<Request>) {
    let mut wanted = shown.clone();
    ui.checkbox(&mut wanted.grid, words::GRID_ON);
    let unit = Units::of(ui.ctx()).length();
    let step = |ui: &mut Ui| -> Response { Field::new(&mut wanted.step, unit).range(STEPS).ui(ui) };
    ui.add_enabled(shown.grid, step).labelled_by(label);
    if wanted != *shown {
        requests.push(Request::View(ViewRequest::Overlays(wanted)));
    }
}

/// Two rows: in some languages a single row would be wider than the dialog.
fn snapping(ui: &mut Ui, snap: Snap, requests: &mut Vec<Request>) {
    let mut wanted = snap;
    row(ui, words::SNAP, words::SNAP_HELP, |ui, _| {
        ui.checkbox(&mut wanted.on, snap_words::ON).on_hover_text(snap_words::ON_HELP);
    });
    ui.allocate_space(Vec2::ZERO);
    ui.horizontal_wrapped(|ui| {
        let label = ui.label(snap_words::GRID).id;
        snap::grid_step(ui, &mut wanted).labelled_by(label);
        let label = ui.label(snap_words::ANGLE).id;
        snap::angle_step(ui, &mut wanted).labelled_by(label);
    });
    ui.end_row();
    if wanted != snap {
        requests.push(Request::Setting(SettingRequest::Snap(wanted)));
    }
}

fn switch(ui: &mut Ui, action: Action, availability: &Availability<'_>, requests: &mut Vec<Request>) {
    let mut on = availability.is_on(action).unwrap_or_default();
    if ui.checkbox(&mut on, action.name()).clicked() {
        requests.push(action.into());
    }
}

fn folders(ui: &mut Ui, plugins: &PluginList) {
    ui.vertical(|ui| {
        for folder in &plugins.folders {
            let path = folder.path.display().to_string();
            let label = ui.add(Label::new(&path).truncate());
            long_text::or_hover(label, &path).on_hover_text(crate::text::libraries::origin(folder.origin));
        }
    });
}
