//! Input from keyboard, clipboard and dropped files.

use super::{Window, dropped_files};
use crate::actions::{Action, EditRequest, KeyRequest, KeySet, Request};
use crate::text::{keys, shortcuts as words};

/// Input that is handled in the next frame.
#[derive(Default)]
pub(super) struct Input {
    /// Requests from outside, see [`Window::request`].
    pub(super) requested: Vec<Request>,
    /// Whether text was being entered in the previous frame.
    pub(super) typing: bool,
    /// Where the last context menu was opened, points.
    pub(super) menu_at: egui::Pos2,
}

impl Window {
    pub(super) fn key_request(&mut self, ctx: &egui::Context, request: KeyRequest) {
        match request {
            KeyRequest::Bind { action, keys } => self.state.settings.shortcuts.bind(action, keys),
            KeyRequest::Use(set) => self.choose_keys(ctx, set),
            KeyRequest::Reset(action) => self.state.settings.shortcuts.reset(action),
        }
    }

    /// Whether a question or popup is open above the panels.
    pub(super) fn is_asking(&self) -> bool {
        self.ending.confirmed
            || self.dialogs.is_open()
            || self.recovery.is_open()
            || self.files.is_open()
            || self.packs.is_asking()
    }

    /// The action whose shortcut was pressed. Help is also available in most dialogs.
    pub(super) fn pressed(&self, ctx: &egui::Context, arrows: bool) -> Option<Action> {
        if !self.is_asking() {
            return self.state.settings.shortcuts.pressed(ctx, arrows);
        }
        let mut keys = self.state.settings.shortcuts.of(Action::Help).filter(|_| self.dialogs.helpable().is_some());
        let pressed = keys.any(|keys| ctx.input_mut(|input| input.consume_shortcut(&keys)));
        pressed.then_some(Action::Help)
    }

    /// Selects a keymap, and reports its shortcuts that the user has bound to other actions.
    pub(super) fn choose_keys(&mut self, ctx: &egui::Context, set: KeySet) {
        self.state.settings.shortcuts.choose(set);
        for (keys, action, other) in self.state.settings.shortcuts.conflicts() {
            self.notices.toasts.info(words::kept(action.name(), keys::shortcut(&keys, ctx), other.name()));
        }
    }

    /// Requests from keyboard, clipboard and dropped files.
    pub(super) fn take_input(&mut self, ctx: &egui::Context) -> Vec<Request> {
        self.panels.drive.listen(ctx, self.is_asking() || self.state.scene.player.is_some());
        let mut requests: Vec<Request> = std::mem::take(&mut self.input.requested);
        if !self.is_asking() {
            self.escape(ctx);
            if !self.input.typing {
                ctx.input_mut(|input| self.views.tool.take_keys(input));
                self.backspace(ctx);
            }
            requests.extend(pasted(ctx).map(|text| Request::Edit(EditRequest::Paste(text))));
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
