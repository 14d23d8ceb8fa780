//! Input from keyboard, clipboard and dropped files.

use super::{Window, dropped_files};
use crate::actions::{Action, KeySet, Request};
use crate::text::{keys, shortcuts as words};

impl Window {
    /// Whether a question or popup is open above the panels.
    pub(super) fn is_asking(&self) -> bool {
        self.closing
            || self.dialogs.is_open()
            || self.recovering.is_open()
            || self.files.is_open()
            || self.packs.is_asking()
    }

    /// The action whose shortcut was pressed. Help is also available in most dialogs.
    pub(super) fn pressed(&self, ctx: &egui::Context, arrows: bool) -> Option<Action> {
        if !self.is_asking() {
            return self.state.shortcuts.pressed(ctx, arrows);
        }
        let mut keys = self.state.shortcuts.of(Action::Help).filter(|_| self.dialogs.helpable().is_some());
        let pressed = keys.any(|keys| ctx.input_mut(|input| input.consume_shortcut(&keys)));
        pressed.then_some(Action::Help)
    }

    /// Selects a keymap, and reports its shortcuts that the user has bound to other actions.
    pub(super) fn choose_keys(&mut self, ctx: &egui::Context, set: KeySet) {
        self.state.shortcuts.choose(set);
        for (keys, action, other) in self.state.shortcuts.conflicts() {
            self.toasts.info(words::kept(action.name(), &keys::shortcut(&keys, ctx), other.name()));
        }
    }

    /// Requests from keyboard, clipboard and dropped files.
    pub(super) fn take_input(&mut self, ctx: &egui::Context) -> Vec<Request> {
        self.panels.drive.listen(ctx, self.is_asking() || self.state.player.is_some());
        let mut requests: Vec<Request> = std::mem::take(&mut self.requested);
        if !self.is_asking() {
            self.escape(ctx);
            if !self.typing {
                ctx.input_mut(|input| self.views.tool.take_keys(input));
                self.backspace(ctx);
            }
            requests.extend(pasted(ctx).map(Request::Paste));
        }
        for file in ctx.input_mut(|input| std::mem::take(&mut input.raw.dropped_files)) {
            requests.push(dropped_files::request(file.path().to_path_buf()));
        }
        requests
    }
}

/// Removes the focus from the edited field, which commits its value in this frame.
pub(super) fn finish_typing(ctx: &egui::Context) {
    ctx.memory_mut(|memory| memory.focused().into_iter().for_each(|id| memory.surrender_focus(id)));
}

/// The pasted text, unless a text field has the focus.
fn pasted(ctx: &egui::Context) -> Option<String> {
    let writing = ctx.egui_wants_keyboard_input();
    let text = |event: &egui::Event| match event {
        egui::Event::Paste(text) => Some(text.clone()),
        _ => None,
    };
    ctx.input(|input| input.events.iter().find_map(text)).filter(|_| !writing)
}
