//! Round numbers for places and angles that a pointing device gives.

use crate::actions::Request;
use crate::preferences::snap::Snap;
use crate::text::snap as words;
use egui::containers::menu::{MenuButton, MenuConfig};
use egui::{DragValue, Grid, PopupCloseBehavior, Ui};
use std::f64::consts::PI;

/// What a pointing device can mean at its finest, m and rad.
const FINEST: [f64; 2] = [0.001, PI / 1800.0];
/// Smallest and largest steps, m and degrees.
const STEPS: [std::ops::RangeInclusive<f64>; 2] = [0.001..=100.0, 0.1..=180.0];

/// A coordinate on the grid, or as finely as anybody means it, m.
pub fn place(value: f64, snap: Snap) -> f64 {
    nearest(value, if snap.on { snap.grid.max(FINEST[0]) } else { FINEST[0] })
}

/// An angle in round steps, or as finely as anybody means it, rad.
pub fn angle(value: f64, snap: Snap) -> f64 {
    nearest(value, if snap.on { snap.angle.to_radians().max(FINEST[1]) } else { FINEST[1] })
}

fn nearest(value: f64, step: f64) -> f64 {
    (value / step).round() * step
}

/// The menu that switches snapping and sets its steps; its button shows them. What is changed is requested.
pub fn menu(ui: &mut Ui, snap: Snap, requests: &mut Vec<Request>) {
    let mut wanted = snap;
    let config = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    let title = if snap.on { words::steps(snap.grid, snap.angle) } else { words::MENU.to_string() };
    let (button, _) = MenuButton::new(title).config(config).ui(ui, |ui| {
        ui.checkbox(&mut wanted.on, words::ON).on_hover_text(words::ON_HELP);
        Grid::new("snap").num_columns(2).show(ui, |ui| {
            let [lengths, angles] = STEPS;
            let step = |ui: &mut Ui, name: &str, value: DragValue<'_>| {
                let label = ui.label(name).id;
                ui.add(value).labelled_by(label);
                ui.end_row();
            };
            let grid = DragValue::new(&mut wanted.grid).range(lengths).speed(0.01).max_decimals(4).suffix(" m");
            step(ui, &words::GRID, grid);
            let angle = DragValue::new(&mut wanted.angle).range(angles).speed(0.5).max_decimals(2).suffix(" °");
            step(ui, &words::ANGLE, angle);
        });
    });
    button.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, words::MENU));
    button.on_hover_text(words::ON_HELP);
    if wanted != snap {
        requests.push(Request::Snap(wanted));
    }
}
