//! Snapping of positions and angles from pointer input.

use crate::actions::{Request, SettingRequest};
use crate::preferences::snap::Snap;
use crate::text::snap as words;
use crate::widgets::units::{Field, Unit, Units};
use egui::containers::menu::{MenuButton, MenuConfig};
use egui::{Grid, PopupCloseBehavior, Response, Ui};
use sim_edit::rounded;
use std::f64::consts::PI;
use std::ops::RangeInclusive;

/// Pointing precision, m and rad.
const FINEST: [f64; 2] = [0.001, PI / 1800.0];
/// Minimum and maximum step of positions, m.
const LENGTHS: RangeInclusive<f64> = 0.001..=100.0;
/// Minimum and maximum step of angles, rad.
const ANGLES: RangeInclusive<f64> = PI / 1800.0..=PI;

/// A coordinate snapped to the grid, or rounded to pointing precision, m.
pub fn place(value: f64, snap: Snap) -> f64 {
    nearest(value, if snap.on { snap.grid.max(FINEST[0]) } else { FINEST[0] })
}

/// An angle snapped to the step, or rounded to pointing precision, rad.
pub fn angle(value: f64, snap: Snap) -> f64 {
    nearest(value, if snap.on { snap.angle.to_radians().max(FINEST[1]) } else { FINEST[1] })
}

/// The nearest multiple of a step.
pub(super) fn nearest(value: f64, step: f64) -> f64 {
    (value / step).round() * step
}

/// The field for the grid step.
pub fn grid_step(ui: &mut Ui, snap: &mut Snap) -> Response {
    let unit = Units::of(ui.ctx()).length();
    Field::new(&mut snap.grid, unit).range(LENGTHS).ui(ui)
}

/// The field for the angle step.
pub fn angle_step(ui: &mut Ui, snap: &mut Snap) -> Response {
    let unit = Units::of(ui.ctx()).angle();
    let mut angle = snap.angle.to_radians();
    let response = Field::new(&mut angle, unit).range(ANGLES).speed(PI / 360.0).decimals(2).ui(ui);
    if response.changed() {
        // Without floating-point noise of the conversion.
        snap.angle = rounded(angle.to_degrees());
    }
    response
}

/// Both steps as text, with minimal digits.
fn steps(snap: Snap, units: Units) -> String {
    let plain = |unit: Unit, value: f64| unit.after(&rounded(unit.shown(value)).to_string());
    words::steps(plain(units.angle(), snap.angle.to_radians()), plain(units.length(), snap.grid))
}

/// The menu that toggles snapping and sets its steps; its button shows them. Changes are requested.
pub fn menu(ui: &mut Ui, snap: Snap, requests: &mut Vec<Request>) {
    let mut wanted = snap;
    let config = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    let title = if snap.on { steps(snap, Units::of(ui.ctx())) } else { words::MENU.to_string() };
    let (button, _) = MenuButton::new(title).config(config).ui(ui, |ui| {
        ui.checkbox(&mut wanted.on, words::ON).on_hover_text(words::ON_HELP);
        Grid::new("snap").num_columns(2).show(ui, |ui| {
            let label = ui.label(words::GRID).id;
            grid_step(ui, &mut wanted).labelled_by(label);
            ui.end_row();
            let label = ui.label(words::ANGLE).id;
            angle_step(ui, &mut wanted).labelled_by(label);
            ui.end_row();
        });
    });
    button.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, words::MENU));
    button.on_hover_text(words::ON_HELP);
    if wanted != snap {
        requests.push(Request::Setting(SettingRequest::Snap(wanted)));
    }
}
