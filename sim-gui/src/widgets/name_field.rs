//! A dialog for entering a name.

use crate::text::Text;
use egui::text::{CCursor, CCursorRange};
use egui::text_edit::TextEditState;
use egui::{Button, Context, Id, Key, Modal, TextEdit, Ui};

/// A name dialog.
#[derive(Clone, Debug)]
pub struct NameField {
    title: Text,
    accept: Text,
    cancel: Text,
    name: String,
    /// Unavailable names, with the reason.
    refused: Option<(&'static [Text], Text)>,
    /// Whether the field has received keyboard focus.
    begun: bool,
}

/// The result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NameResult {
    /// A name, trimmed and not empty.
    Name(String),
    /// Canceled.
    Nothing,
}

impl NameField {
    /// A dialog with a title; `accept` and `cancel` are the labels of the buttons, `name` is the proposal.
    pub fn new(title: Text, accept: Text, cancel: Text, name: String) -> Self {
        Self { title, accept, cancel, name, refused: None, begun: false }
    }

    /// Rejects some names, with a reason.
    pub fn refusing(self, names: &'static [Text], reason: Text) -> Self {
        Self { refused: Some((names, reason)), ..self }
    }

    /// Shows the dialog. Returns the result.
    pub fn show(&mut self, ctx: &Context) -> Option<NameResult> {
        let modal = Modal::new(Id::unique("name")).show(ctx, |ui| {
            ui.set_width(300.0);
            let label = ui.label(self.title).id;
            let field = TextEdit::singleline(&mut self.name).desired_width(f32::INFINITY).show(ui);
            if !std::mem::replace(&mut self.begun, true) {
                field.response.request_focus();
                // Typing replaces the proposal.
                select(ui, field.response.id, field.state, self.name.chars().count());
            }
            field.response.response.clone().labelled_by(label);
            let name = self.name.trim().to_owned();
            let refused = self.refused.filter(|(names, _)| names.iter().any(|refused| **refused == *name));
            if let Some((_, reason)) = refused {
                ui.colored_label(ui.visuals().warn_fg_color, reason);
            }
            let possible = refused.is_none() && !name.is_empty();
            // Enter on a button activates the button.
            let elsewhere = ui.memory(|memory| memory.focused()).is_some_and(|id| id != field.response.id);
            let enter = !elsewhere && ui.input(|input| input.key_pressed(Key::Enter));
            if enter && !possible {
                // Enter has removed keyboard focus from the field.
                field.response.request_focus();
            }
            ui.add_space(8.0);
            ui.horizontal(|ui| {
                if possible && (ui.add(Button::new(self.accept)).clicked() || enter) {
                    return Some(NameResult::Name(name));
                }
                if !possible {
                    ui.add_enabled(false, Button::new(self.accept));
                }
                ui.button(self.cancel).clicked().then_some(NameResult::Nothing)
            })
            .inner
        });
        // A click outside does not close the dialog: the name would be lost.
        let escape = modal.is_top_modal && !modal.any_popup_open && ctx.input(|input| input.key_pressed(Key::Escape));
        modal.inner.or(escape.then_some(NameResult::Nothing))
    }
}

/// Selects the first characters of a field.
pub fn select(ui: &Ui, field: Id, mut state: TextEditState, letters: usize) {
    state.cursor.set_char_range(Some(CCursorRange::two(CCursor::new(0), CCursor::new(letters))));
    state.store(ui.ctx(), field);
}
