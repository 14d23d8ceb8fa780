//! The panels of the window.

pub mod cameras;
pub mod comparison;
pub mod drive;
pub mod inspector;
pub mod log;
pub mod plots;
pub mod plugins;
pub mod problems;
pub mod source;
pub mod tree;

use crate::text;
use crate::world::WorldView;
use egui::{RichText, Ui};

/// Lets a place in a view tell what has gone wrong with a robot.
pub fn fault_place(ui: &Ui, place: egui::Rect, world: &WorldView, robot: usize) {
    let Some(fault) = world.fault_of(robot) else { return };
    let name = &world.structure().robots[robot].name;
    let mark = ui.interact(place, ui.scope_id().with(("fault", robot)), egui::Sense::hover());
    mark.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, text::faults::mark(name, &fault)));
    mark.on_hover_text(fault);
}

/// The mark of a robot of which a component has failed; it says what has gone wrong.
fn fault_mark(ui: &mut Ui, robot: &str, fault: &str) {
    let mark = ui.label(RichText::new(text::faults::MARK).color(ui.visuals().error_fg_color)).on_hover_text(fault);
    mark.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, text::faults::mark(robot, fault)));
}

/// What a panel shows when it has nothing to show.
pub fn empty(ui: &mut Ui, text: &str) {
    ui.vertical_centered(|ui| {
        ui.add_space(16.0);
        ui.label(RichText::new(text).weak());
    });
}
