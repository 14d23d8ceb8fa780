//! State shown in the window: the simulation, the document and the selection.

use super::preview::Preview;
use crate::actions::{Action, Availability, Categories, Shortcuts};
use crate::document::editor::{Editor, Field};
use crate::document::moving::Moment;
use crate::document::selection::Selection;
use crate::preferences::axes::Axes;
use crate::preferences::drawing::Drawing;
use crate::preferences::snap::Snap;
use crate::simulation::acceptance::Acceptance;
use crate::simulation::calls::Calls;
use crate::simulation::ghosts::Ghosts;
use crate::simulation::playback::Player;
use crate::simulation::route_checks::RouteChecks;
use crate::simulation::saved_states::KeptStates;
use crate::simulation::world::WorldView;
use crate::viewer_context::ViewerContext;
use crate::widgets::units::Units;
use sim_core::engine::BuildOptions;
use sim_edit::Target;
use sim_runner::{Comparison, Frame, PluginList, Runner, Trails};
use std::sync::Arc;

/// State shown in the window.
pub(super) struct State {
    /// The simulation.
    pub(super) runner: Runner,
    /// The latest frame: of the recording if one is open, else of the live run.
    pub(super) frame: Arc<Frame>,
    /// Poses of all bodies in that frame.
    pub(super) world: WorldView,
    /// The contents of loaded libraries.
    pub(super) plugins: Arc<PluginList>,
    /// Trails of the robots in the live run.
    trails: Arc<Option<Trails>>,
    /// The document.
    pub(super) editor: Editor,
    /// The open recording, shown in place of the live run.
    pub(super) player: Option<Player>,
    /// Generation of the structure shown when the scene was closed.
    pub(super) closed: Option<u64>,
    /// The comparison of the live run with a recording.
    pub(super) comparison: Option<Comparison>,
    /// Robot poses from the recorded run.
    pub(super) ghosts: Ghosts,
    /// Status of the scene's acceptance conditions.
    pub(super) acceptance: Acceptance,
    /// Saved states of the live run.
    pub(super) kept: KeptStates,
    /// Function calls made by the user.
    pub(super) calls: Calls,
    /// Selected bodies.
    pub(super) selected: Selection,
    /// Whether the selection contains anything that can be locked.
    pub(super) lockable: bool,
    /// Categories that can be hidden.
    pub(super) categories: Categories,
    /// A selected part of the scene without a body.
    pub(super) part: Option<Target>,
    /// The most recently selected route and its waypoint.
    pub(super) route_pose: Option<(Target, usize)>,
    /// Clearance checks of robots along their routes.
    pub(super) route_checks: RouteChecks,
    /// Newly created parts, selected as soon as they have bodies.
    pub(super) created: Vec<Target>,
    /// The field whose last change was rejected, and why.
    pub(super) refused: Option<(Field, String)>,
    /// Snapping of positions and angles.
    pub(super) snap: Snap,
    /// The axes for moving and rotating.
    pub(super) axes: Axes,
    /// The 3D cursor, world frame, m.
    pub(super) cursor: [f64; 3],
    /// Sizes for drawing tools.
    pub(super) drawing: Drawing,
    /// Hidden bodies, by index.
    pub(super) hidden: Vec<bool>,
    /// Which poses an edit changes during a run.
    pub(super) chosen_moment: Moment,
    /// Whether the user has seen the hint about moving things during a run, or has made the choice.
    pub(super) knows_moment: bool,
    /// Items shown at preview poses.
    pub(super) preview: Option<Preview>,
    /// The shortcuts of actions.
    pub(super) shortcuts: Shortcuts,
    /// Units of lengths and angles.
    pub(super) units: Units,
    /// Actions that are on.
    pub(super) on: Vec<Action>,
}

impl State {
    /// Creates the state without a scene.
    pub(super) fn new(runner: Runner, build: BuildOptions) -> Self {
        Self {
            frame: runner.frame(),
            world: WorldView::default(),
            plugins: runner.plugins(),
            trails: runner.trails(),
            runner,
            editor: Editor::new(build),
            player: None,
            closed: None,
            comparison: None,
            ghosts: Ghosts::default(),
            acceptance: Acceptance::default(),
            kept: KeptStates::default(),
            calls: Calls::default(),
            selected: Selection::default(),
            lockable: false,
            categories: Categories::default(),
            part: None,
            route_pose: None,
            route_checks: RouteChecks::default(),
            created: Vec::new(),
            refused: None,
            snap: Snap::default(),
            axes: Axes::default(),
            cursor: [0.0; 3],
            drawing: Drawing::default(),
            hidden: Vec::new(),
            chosen_moment: Moment::default(),
            knows_moment: false,
            preview: None,
            shortcuts: Shortcuts::default(),
            units: Units::default(),
            on: Vec::new(),
        }
    }

    /// Updates the parts of the state that are not in the frames.
    pub(super) fn follow_runner(&mut self) {
        (self.plugins, self.trails) = (self.runner.plugins(), self.runner.trails());
        self.kept.follow(self.runner.saved_states());
        let comparison = self.comparison.as_ref().filter(|_| self.player.is_none());
        self.ghosts.follow(comparison, &self.world);
    }

    /// The selected waypoint with its route.
    pub(super) fn selected_pose(&self) -> Option<(Target, usize)> {
        self.route_pose.clone().filter(|(of, _)| self.part.as_ref() == Some(of))
    }

    /// Repeats the route checks if their inputs have changed.
    pub(super) fn check_routes(&mut self, ctx: &egui::Context) {
        let document = self.editor.document().filter(|_| self.player.is_none());
        let (structure, ctx) = (self.world.structure(), ctx.clone());
        self.route_checks.follow((structure, &self.frame), document, self.world.poses(), move || ctx.request_repaint());
    }

    /// The context for panels and views.
    pub(super) fn context(&self) -> ViewerContext<'_> {
        let trails = match &self.player {
            Some(player) => player.trails(),
            None => self.trails.as_ref().as_ref(),
        };
        let live = self.player.is_none();
        ViewerContext {
            runner: &self.runner,
            frame: &self.frame,
            world: &self.world,
            plugins: &self.plugins,
            // The scene file does not describe the contents of a recording.
            document: self.editor.document().filter(|_| live),
            moment: self.moment(),
            dragged: self.preview.as_ref().map_or(&[], Preview::parts),
            selected: &self.selected,
            part: self.part.as_ref(),
            part_pose: self.selected_pose().map(|(_, pose)| pose),
            route_checks: &self.route_checks,
            refused: self.refused.as_ref(),
            snap: self.snap,
            axes: self.axes,
            cursor: self.cursor,
            drawing: self.drawing,
            hidden: &self.hidden,
            trails,
            comparison: self.comparison.as_ref().filter(|_| live),
            ghosts: &self.ghosts,
            acceptance: &self.acceptance,
            kept: &self.kept,
            is_live: live,
            calls: &self.calls,
            provisional: self.is_provisional(),
            closed: self.closed == Some(self.world.structure().generation),
        }
    }

    /// Which poses an edit changes. Without a run, always the start.
    pub(super) fn moment(&self) -> Moment {
        if self.frame.tick == 0 { Moment::Start } else { self.chosen_moment }
    }

    /// Whether the shown bodies are placeholders: the robots of a recording are spheres until their models are loaded.
    pub(super) fn is_provisional(&self) -> bool {
        self.player.as_ref().is_some_and(Player::is_building)
    }

    /// Availability of actions for this number of selected items.
    pub(super) fn availability(&self, selected: usize) -> Availability<'_> {
        Availability {
            document: self.editor.document(),
            undo: self.editor.undo_label(),
            redo: self.editor.redo_label(),
            state: &self.frame.state,
            selected,
            lockable: self.lockable,
            categories: self.categories,
            shortcuts: &self.shortcuts,
            on: &self.on,
        }
    }
}
