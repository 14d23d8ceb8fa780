//! The tool that a person has chosen.

use super::Window;
use super::escape::is_covered;
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

    /// Backspace takes back the last point of the tool that was chosen, when nothing is open above the window.
    pub(super) fn backspace(&mut self, ctx: &egui::Context) {
        let pressed = ctx.input(|input| input.key_pressed(Key::Backspace));
        if pressed && !is_covered(ctx) && self.views.tool.back() {
            ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Backspace));
        }
    }
}
