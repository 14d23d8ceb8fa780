//! The panels of the window.

pub mod cameras;
pub mod comparison;
pub mod drive;
pub mod editor;
pub mod functions;
pub mod inspector;
pub mod log;
pub mod packs;
pub mod plots;
pub mod plugins;
pub mod problems;
pub mod results;
pub mod robots;
pub mod service_panel;
pub mod services;
pub mod source;
pub mod states;
pub mod timeline;
pub mod tree;

use crate::text;
use egui::{RichText, ScrollArea, Ui};

/// The icon of a robot with a failed component. The tooltip shows the fault.
fn fault_mark(ui: &mut Ui, robot: &str, fault: &str) {
    let mark = ui.label(RichText::new(text::faults::MARK).color(ui.visuals().error_fg_color)).on_hover_text(fault);
    mark.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, text::faults::mark_of(fault, robot)));
}

/// A scroll area: vertical, and horizontal if the panel is narrower than `width` points.
fn scroll(ui: &mut Ui, width: f32, show: impl FnOnce(&mut Ui)) {
    let narrow = ui.available_width() < width;
    ScrollArea::new([narrow, true]).auto_shrink(false).show(ui, |ui| {
        if narrow {
            ui.set_width(width);
        }
        show(ui);
    });
}

/// Placeholder of an empty panel.
pub fn empty(ui: &mut Ui, text: &str) {
    ui.vertical_centered(|ui| {
        ui.add_space(16.0);
        ui.label(RichText::new(text).weak());
    });
}
