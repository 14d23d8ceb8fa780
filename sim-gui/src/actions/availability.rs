//! Which actions are available, and why the others are not.

use super::action_list::{Action, Need};
use super::rebound_keys::Shortcuts;
use crate::text::{self, Text};
use sim_edit::{Document, State};
use sim_runner::{EndReason, RunState};

/// Availability of categories that can be hidden and of removing a drawn point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Categories {
    /// Why ceilings cannot be toggled. `None` if they can.
    pub ceilings: Option<Text>,
    /// Why margins cannot be toggled. `None` if they can.
    pub margins: Option<Text>,
    /// Why no drawn point can be removed. `None` if one can.
    pub point: Option<Text>,
}

/// The state that determines which actions are available.
#[derive(Clone, Copy)]
pub struct Availability<'a> {
    /// The document.
    pub document: Option<&'a Document>,
    /// Label of the edit to undo.
    pub undo: Option<&'a str>,
    /// Label of the edit to redo.
    pub redo: Option<&'a str>,
    /// State of the simulation.
    pub state: &'a RunState,
    /// Number of selected bodies.
    pub selected: usize,
    /// Whether the selection contains anything that can be locked.
    pub lockable: bool,
    /// Categories that can be hidden.
    pub categories: Categories,
    /// The shortcuts.
    pub shortcuts: &'a Shortcuts,
    /// Actions that are on.
    pub on: &'a [Action],
}

impl Availability<'_> {
    /// Why an action is unavailable. `None` if it is available.
    pub fn reason(&self, action: Action) -> Option<Text> {
        let document = || self.document.is_none().then_some(text::availability::NO_SCENE);
        if action == Action::Lock && self.selected > 0 && !self.lockable {
            return document().or(Some(text::availability::NOT_LOCKABLE));
        }
        match action.entry().need {
            Need::Nothing => None,
            Need::Time => self.ended_by_service().or_else(|| self.not_built()),
            Need::Run => self.not_built(),
            Need::Document => document(),
            Need::File => {
                document().or_else(|| self.document?.path().is_none().then_some(text::changed_files::NO_FILE))
            }
            Need::Editable => self.broken(),
            Need::Scene => document().or_else(|| self.broken()),
            Need::Part => document().or_else(|| self.broken()).or_else(|| self.missing_selection()),
            Need::Selection => self.missing_selection(),
            Need::Ceilings => self.categories.ceilings,
            Need::Margins => self.categories.margins,
            Need::Point => self.categories.point,
            Need::Undo => document().or_else(|| self.step(false).is_none().then_some(text::edit::NOTHING_TO_UNDO)),
            Need::Redo => document().or_else(|| self.step(true).is_none().then_some(text::edit::NOTHING_TO_REDO)),
        }
    }

    /// Why no simulation can run.
    fn not_built(&self) -> Option<Text> {
        match self.state {
            RunState::Building => Some(text::run::BUILDING),
            RunState::Failed(_) => Some(text::availability::FAILED),
            RunState::Empty => Some(text::common::NO_SCENE),
            RunState::Paused | RunState::Playing | RunState::Ended(_) => None,
        }
    }

    /// Why the run cannot continue: a service has ended it.
    fn ended_by_service(&self) -> Option<Text> {
        let ended = matches!(self.state, RunState::Ended(reason) if matches!(**reason, EndReason::Service(_)));
        ended.then_some(text::availability::ENDED_BY_SERVICE)
    }

    /// Whether an action is on. `None` for a stateless action.
    pub fn is_on(&self, action: Action) -> Option<bool> {
        action.has_state().then(|| self.on.contains(&action))
    }

    /// Label of an action. Undo and redo include the edit; play/pause names what it does in the current state.
    pub fn name(&self, action: Action) -> String {
        let step = match action {
            Action::PlayPause if matches!(self.state, RunState::Playing) => return text::run::PAUSE.to_string(),
            Action::PlayPause => return text::run::PLAY.to_string(),
            Action::Undo => self.step(false),
            Action::Redo => self.step(true),
            _ => None,
        };
        step.map_or_else(|| action.name().to_string(), |step| text::availability::of(action.name(), step))
    }

    /// The first shortcut of an action, formatted; empty if it has none.
    pub fn keys(&self, action: Action, ctx: &egui::Context) -> String {
        self.shortcuts.words(action, ctx)
    }

    /// Label of the edit to undo or redo.
    fn step(&self, redo: bool) -> Option<&str> {
        if redo { self.redo } else { self.undo }
    }

    fn broken(&self) -> Option<Text> {
        self.document
            .is_some_and(|document| matches!(document.state(), State::Broken(_)))
            .then_some(text::availability::BROKEN)
    }

    fn missing_selection(&self) -> Option<Text> {
        (self.selected == 0).then_some(text::common::NOTHING_SELECTED)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_edit::Edit;

    #[test]
    fn undo_names_the_edit_or_is_unavailable() {
        let (mut document, shortcuts) = (Document::new(), Shortcuts::default());
        let state = RunState::Paused;
        let none = Availability {
            document: None,
            undo: None,
            redo: None,
            state: &state,
            selected: 0,
            lockable: false,
            categories: Categories::default(),
            shortcuts: &shortcuts,
            on: &[],
        };
        let availability = Availability { document: Some(&document), ..none };
        assert_eq!(availability.reason(Action::Undo), Some(text::edit::NOTHING_TO_UNDO));
        assert_eq!(availability.name(Action::Undo), "Undo");
        document.apply(Edit::set(None, "run.dt", 0.02)).unwrap();
        let label = document.undo_labels().next().unwrap();
        let availability = Availability { document: Some(&document), undo: Some(label), ..none };
        assert_eq!(
            (availability.reason(Action::Undo), availability.name(Action::Undo)),
            (None, format!("Undo {label}"))
        );
        assert_eq!(availability.reason(Action::Delete), Some(text::common::NOTHING_SELECTED));
    }

    #[test]
    fn a_run_that_a_service_has_ended_can_only_begin_again() {
        let shortcuts = Shortcuts::default();
        let state = RunState::Ended(EndReason::Service("the goal is reached".into()).into());
        let availability = Availability {
            document: None,
            undo: None,
            redo: None,
            state: &state,
            selected: 0,
            lockable: false,
            categories: Categories::default(),
            shortcuts: &shortcuts,
            on: &[],
        };
        let reason = |action| availability.reason(action);
        assert_eq!([Action::PlayPause, Action::Step].map(reason), [Some(text::availability::ENDED_BY_SERVICE); 2]);
        assert_eq!([Action::Stop, Action::Reset].map(reason), [None; 2]);
        let state = RunState::Ended(EndReason::Duration.into());
        assert_eq!(Availability { state: &state, ..availability }.reason(Action::PlayPause), None);
    }

    #[test]
    fn without_a_scene_running_and_saving_are_unavailable() {
        let shortcuts = Shortcuts::default();
        let state = &RunState::Empty;
        let availability = Availability {
            document: None,
            undo: None,
            redo: None,
            state,
            selected: 0,
            lockable: false,
            categories: Categories::default(),
            shortcuts: &shortcuts,
            on: &[],
        };
        for action in [Action::PlayPause, Action::Step, Action::Save, Action::SaveAs, Action::Undo, Action::Delete] {
            assert!(availability.reason(action).is_some(), "{action:?}");
        }
        assert!(availability.reason(Action::Open).is_none());
    }
}
