//! Saved states of the run, and restoring them.

use super::Window;
use super::dialogs::{Answer, Purpose};
use crate::actions::KeptRequest;
use crate::preferences::layout::Pane;
use crate::text;
use crate::text::several as words;
use crate::widgets::name_field::NameField;
use sim_runner::Command;

impl Window {
    /// Saves the current state of the live run. Prompts for a name afterwards.
    pub(super) fn keep_state(&mut self) {
        match self.state.scene.player.is_some() {
            true => _ = self.notices.toasts.info(words::RECORDING),
            false => self.state.runner.send(Command::Snapshot),
        }
    }

    /// Lists a newly saved state, with a name that can be edited immediately.
    pub(super) fn state_saved(&mut self, id: u64) {
        self.state.kept.follow(self.state.runner.saved_states());
        let states = self.state.runner.saved_states();
        let Some(state) = states.list.iter().find(|state| state.id == id) else { return };
        let name = words::state_at(state.time);
        self.state.kept.name(id, name.clone());
        if !self.layout.is_open(Pane::States) {
            self.layout.show(Pane::States);
        }
        let field = NameField::new(words::NAME_OF_STATE, words::KEEP, words::DO_NOT_KEEP, name);
        self.dialogs.ask_for_name(field, Purpose::NewState(id));
    }

    /// Applies a request about a saved state.
    pub(super) fn handle_saved_state(&mut self, id: u64, what: KeptRequest) {
        let Some((state, name)) = self.state.kept.get(id) else { return };
        match what {
            KeptRequest::GoTo if self.state.scene.player.is_some() => _ = self.notices.toasts.info(words::RECORDING),
            KeptRequest::GoTo if !state.fits => _ = self.notices.toasts.info(words::OTHER_SCENE),
            KeptRequest::GoTo if self.state.records() => {
                let text = text::recordings::ends(words::go_to(name));
                let answers = vec![(text::recordings::END_IT, Answer::GoToState(id))];
                self.dialogs.ask(text, answers);
            }
            KeptRequest::GoTo => self.go_to_state(id),
            KeptRequest::Rename => {
                let field = NameField::new(words::NAME_OF_STATE, words::RENAME, text::file::CANCEL, name.to_owned());
                self.dialogs.ask_for_name(field, Purpose::State(id));
            }
            KeptRequest::Delete => self.state.runner.send(Command::Forget(id)),
        }
    }

    /// Restores the most recently saved state.
    pub(super) fn go_to_newest(&mut self) {
        match self.state.kept.newest().map(|(state, _)| state.id) {
            Some(id) => self.handle_saved_state(id, KeptRequest::GoTo),
            None => _ = self.notices.toasts.info(words::NONE_KEPT),
        }
    }

    /// Restores a saved state and pauses. Ends a recording in progress.
    pub(super) fn go_to_state(&mut self, id: u64) {
        self.state.runner.send(Command::Pause);
        self.state.runner.send(Command::Restore(id));
    }

    /// Handles a restored state.
    pub(super) fn went_to_state(&mut self, id: u64) {
        if let Some((_, name)) = self.state.kept.get(id) {
            self.notices.toasts.info(words::went_to(name));
        }
    }

    /// Applies a name from a dialog. `None`: no name was entered.
    pub(super) fn named(&mut self, purpose: Purpose, name: Option<String>) {
        match (purpose, name) {
            (Purpose::Layout, Some(name)) => self.save_layout(name),
            (Purpose::State(id) | Purpose::NewState(id), Some(name)) => self.state.kept.name(id, name),
            (Purpose::NewState(id), None) => self.state.runner.send(Command::Forget(id)),
            (Purpose::Thing(target), Some(name)) => self.rename(target, name),
            (Purpose::Layout | Purpose::State(_) | Purpose::Thing(_), None) => {}
        }
    }
}
