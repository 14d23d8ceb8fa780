//! Display of failed components in the views.

use crate::simulation::world::WorldView;
use crate::text;
use egui::Ui;

/// Shows the fault of a robot when the pointer is at a place in a view.
pub fn show_at(ui: &Ui, place: egui::Rect, world: &WorldView, robot: usize) {
    let Some(fault) = world.fault_of(robot) else { return };
    let name = &world.structure().robots[robot].name;
    let mark = ui.interact(place, ui.scope_id().with(("fault", robot)), egui::Sense::hover());
    mark.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, text::faults::mark_of(&fault, name)));
    mark.on_hover_text(fault);
}
