//! Handling of Escape: closes the manual, cancels a drag or a tool's step, leaves the first-person view. Fields, popups and dialogs have
//! priority.

use super::Window;
use egui::{Context, Key, Modifiers};

impl Window {
    /// On Escape, cancels the first of these that is active, unless a question is open.
    pub(super) fn escape(&mut self, ctx: &Context) {
        let pressed = ctx.input(|input| input.key_pressed(Key::Escape));
        if pressed && self.take_back(ctx) {
            ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape));
        }
    }

    /// Returns whether there was anything to cancel.
    fn take_back(&mut self, ctx: &Context) -> bool {
        if self.manual.has_keys() {
            self.manual.close();
            return true;
        }
        if self.input.typing {
            return false;
        }
        self.cancel_drag()
            || !is_covered(ctx)
                && (self.let_go() || self.views.tool.cancel() || self.views.view3d.used_mut().leave_robot_viewpoint())
    }
}

/// Whether a popup or dialog above the window has the keyboard.
pub(super) fn is_covered(ctx: &Context) -> bool {
    ctx.memory(|memory| memory.top_modal_layer().is_some()) || egui::Popup::is_any_open(ctx)
}
