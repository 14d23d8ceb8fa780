//! The tool that a person has chosen.

use super::Window;
use crate::actions::Action;
use crate::tools::Tool;
use egui::{Key, Modifiers};

impl Window {
    /// Chooses the tool of an action with which something is drawn, or puts it away.
    pub(super) fn draw(&mut self, action: Action, tool: impl Tool + 'static) {
        if self.state.editor.document().is_none() {
            self.begin();
        }
        self.views.tool.toggle(action, tool);
    }

    /// Keys that take back what is done with the tool that was chosen, when nothing is open above the window.
    pub(super) fn take_keys_of_tool(&mut self, ctx: &egui::Context) {
        let open = ctx.memory(|memory| memory.top_modal_layer().is_some()) || egui::Popup::is_any_open(ctx);
        let pressed = |key: Key| ctx.input(|input| input.key_pressed(key));
        let taken = |key: Key| ctx.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        if !open && pressed(Key::Escape) && self.views.tool.cancel() {
            taken(Key::Escape);
        }
        if !open && pressed(Key::Backspace) && self.views.tool.back() {
            taken(Key::Backspace);
        }
    }
}
