//! Which actions can be done now, and why the others cannot.

use crate::action::Action;
use crate::text;
use sim_edit::{Document, State};
use sim_runner::{EndReason, RunState};

/// What actions need.
pub struct Means<'a> {
    /// The document.
    pub document: Option<&'a Document>,
    /// What the simulation is doing.
    pub state: &'a RunState,
    /// Number of bodies that are selected.
    pub selected: usize,
}

impl Means<'_> {
    /// Why an action cannot be done; none where it can.
    pub fn reason(&self, action: Action) -> Option<&'static str> {
        use Action::*;
        let document = self.document.is_none().then_some(text::means::NO_SCENE);
        match action {
            PlayPause | Step if self.ended_by_service() => Some(text::means::ENDED_BY_SERVICE),
            PlayPause | Step | StepBack | Stop | Reset | Record => match self.state {
                RunState::Building => Some(text::run::BUILDING),
                RunState::Failed(_) => Some(text::means::FAILED),
                RunState::Empty => Some(text::run::NO_SCENE),
                RunState::Paused | RunState::Playing | RunState::Ended(_) => None,
            },
            Save | SaveAs => document,
            Reload => document.or_else(|| self.document?.path().is_none().then_some(text::foreign::NO_FILE)),
            Undo => document.or_else(|| self.step(false).is_none().then_some(text::edit::NOTHING_TO_UNDO)),
            Redo => document.or_else(|| self.step(true).is_none().then_some(text::edit::NOTHING_TO_REDO)),
            Paste | SelectAll => document.or_else(|| self.broken()),
            Delete | Duplicate | Copy | Cut | Lock => {
                document.or_else(|| self.broken()).or_else(|| self.nothing_selected())
            }
            FitSelection | Follow => self.nothing_selected(),
            Insert => self.broken(),
            FirstPerson | Behind | ThroughCamera | OpenRecording | Compare | Measure | ExportSvg | ExportPng | Move
            | Turn | Snap | Open | New | Recover | Quit | Fit | Top | Front | Side | Efficient | Theme | Palette
            | Shortcuts | Layout => None,
        }
    }

    /// Whether a service has ended the run, which cannot go on then.
    fn ended_by_service(&self) -> bool {
        matches!(self.state, RunState::Ended(reason) if matches!(**reason, EndReason::Service(_)))
    }

    /// The name of an action; of undo and redo with what would be undone or done again.
    pub fn name(&self, action: Action) -> String {
        let step = match action {
            Action::Undo => self.step(false),
            Action::Redo => self.step(true),
            _ => None,
        };
        step.map_or_else(|| action.name().to_string(), |step| text::means::of(action.name(), step))
    }

    /// What would be undone, or done again.
    fn step(&self, redo: bool) -> Option<&str> {
        let document = self.document?;
        if redo { document.redo_labels().next() } else { document.undo_labels().next() }
    }

    fn broken(&self) -> Option<&'static str> {
        self.document
            .is_some_and(|document| matches!(document.state(), State::Broken(_)))
            .then_some(text::means::BROKEN)
    }

    fn nothing_selected(&self) -> Option<&'static str> {
        (self.selected == 0).then_some(text::means::NOTHING_SELECTED)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_edit::Edit;

    #[test]
    fn undo_names_what_it_would_undo_and_says_when_there_is_nothing() {
        let mut document = Document::new();
        let state = RunState::Paused;
        let means = Means { document: Some(&document), state: &state, selected: 0 };
        assert_eq!(means.reason(Action::Undo), Some(text::edit::NOTHING_TO_UNDO));
        assert_eq!(means.name(Action::Undo), "Undo");
        document.apply(Edit::set(None, "run.dt", 0.02)).unwrap();
        let label = document.undo_labels().next().unwrap().to_string();
        let means = Means { document: Some(&document), state: &state, selected: 0 };
        assert_eq!((means.reason(Action::Undo), means.name(Action::Undo)), (None, format!("Undo {label}")));
        assert_eq!(means.reason(Action::Delete), Some(text::means::NOTHING_SELECTED));
    }

    #[test]
    fn a_run_that_a_service_has_ended_can_only_begin_again() {
        let state = RunState::Ended(EndReason::Service("the goal is reached".into()).into());
        let means = Means { document: None, state: &state, selected: 0 };
        let reason = |action| means.reason(action);
        assert_eq!([Action::PlayPause, Action::Step].map(reason), [Some(text::means::ENDED_BY_SERVICE); 2]);
        assert_eq!([Action::Stop, Action::Reset].map(reason), [None; 2]);
        let state = RunState::Ended(EndReason::Duration.into());
        assert_eq!(Means { state: &state, ..means }.reason(Action::PlayPause), None);
    }

    #[test]
    fn without_a_scene_nothing_runs_and_nothing_is_saved() {
        let means = Means { document: None, state: &RunState::Empty, selected: 0 };
        for action in [Action::PlayPause, Action::Step, Action::Save, Action::SaveAs, Action::Undo, Action::Delete] {
            assert!(means.reason(action).is_some(), "{action:?}");
        }
        assert!(means.reason(Action::Open).is_none());
    }
}
