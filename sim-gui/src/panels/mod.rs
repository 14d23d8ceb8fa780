//! The panels of the window.

pub mod comparison;
pub mod inspector;
pub mod log;
pub mod plots;
pub mod plugins;
pub mod problems;
pub mod tree;

use egui::{RichText, Ui};

/// What a panel shows when it has nothing to show.
fn empty(ui: &mut Ui, text: &str) {
    ui.vertical_centered(|ui| {
        ui.add_space(16.0);
        ui.label(RichText::new(text).weak());
    });
}
