//! Combo boxes in dialogs.

use egui::{ComboBox, InnerResponse, Ui};

/// Shows a combo box above its dialog. Without this, one that was opened before stays behind a dialog that was clicked since, and
/// receives no clicks.
pub fn show<R>(list: ComboBox<'_>, ui: &mut Ui, content: impl FnOnce(&mut Ui) -> R) -> InnerResponse<Option<R>> {
    list.show_ui(ui, |ui| {
        ui.ctx().move_to_top(ui.layer_id());
        content(ui)
    })
}
