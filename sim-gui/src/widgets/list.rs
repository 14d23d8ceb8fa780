//! Lists that open in dialogs.

use egui::{ComboBox, InnerResponse, Ui};

/// Shows a list that opens before the dialog that it belongs to. By itself, one that has been open once stays behind a dialog that was
/// clicked since, and gets no click.
pub fn show<R>(list: ComboBox<'_>, ui: &mut Ui, content: impl FnOnce(&mut Ui) -> R) -> InnerResponse<Option<R>> {
    list.show_ui(ui, |ui| {
        ui.ctx().move_to_top(ui.layer_id());
        content(ui)
    })
}
