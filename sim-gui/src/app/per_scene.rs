//! State that belongs to one scene: opening another scene replaces it.

use super::alerts::Alerts;
use super::preview::Preview;
use crate::document::editor::Field;
use crate::document::selection::Selection;
use crate::simulation::acceptance::Acceptance;
use crate::simulation::calls::Calls;
use crate::simulation::ghosts::Ghosts;
use crate::simulation::playback::{Opening, Player};
use sim_edit::Target;
use sim_runner::{Comparison, Structure};

/// State of the open scene.
#[derive(Default)]
pub(super) struct PerScene {
    /// Generation of the structure that belongs to the previous scene.
    pub(super) closed: Option<u64>,
    /// A recording being opened.
    pub(super) opening: Option<Opening>,
    /// The open recording, shown in place of the live run.
    pub(super) player: Option<Player>,
    /// The comparison of the live run with a recording.
    pub(super) comparison: Option<Comparison>,
    /// Robot poses from the recorded run.
    pub(super) ghosts: Ghosts,
    /// Status of the scene's acceptance conditions.
    pub(super) acceptance: Acceptance,
    /// Function calls made by the user.
    pub(super) calls: Calls,
    /// Warnings of services.
    pub(super) alerts: Alerts,
    /// Selected bodies.
    pub(super) selected: Selection,
    /// A selected part of the scene without a body.
    pub(super) part: Option<Target>,
    /// The most recently selected route and its waypoint.
    pub(super) route_pose: Option<(Target, usize)>,
    /// Newly created parts, selected as soon as they have bodies.
    pub(super) created: Vec<Target>,
    /// The field whose last change was rejected, and why.
    pub(super) refused: Option<(Field, String)>,
    /// Hidden bodies, by index.
    pub(super) hidden: Vec<bool>,
    /// Items shown at preview poses.
    pub(super) preview: Option<Preview>,
}

impl PerScene {
    /// State for a new scene, after one whose structure has this generation.
    pub(super) fn after(generation: u64) -> Self {
        Self { closed: Some(generation), ..Self::default() }
    }

    /// The selected waypoint with its route.
    pub(super) fn selected_pose(&self) -> Option<(Target, usize)> {
        self.route_pose.clone().filter(|(of, _)| self.part.as_ref() == Some(of))
    }

    /// Whether the shown bodies are placeholders: the robots of a recording are spheres until their models are loaded.
    pub(super) fn is_provisional(&self) -> bool {
        self.player.as_ref().is_some_and(Player::is_building)
    }

    /// Whether all selected bodies are hidden.
    pub(super) fn is_selection_hidden(&self) -> bool {
        let hidden = |body: &usize| self.hidden.get(*body).copied().unwrap_or_default();
        !self.selected.is_empty() && self.selected.iter().all(hidden)
    }

    /// Selects newly created items once they have bodies.
    pub(super) fn choose_created(&mut self, now: &Structure) {
        let find = |target: &Target| now.bodies.iter().position(|body| Some(&*body.name) == target.name());
        let made: Vec<usize> = self.created.iter().filter_map(find).collect();
        if !made.is_empty() {
            (self.selected, self.part) = (made.into_iter().collect(), None);
            self.created.clear();
        }
    }
}
