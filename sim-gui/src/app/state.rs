//! What the window shows: the simulation and the document, and what is selected of them.

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
use crate::simulation::kept_states::KeptStates;
use crate::simulation::playback::Player;
use crate::simulation::route_checks::RouteChecks;
use crate::simulation::world::WorldView;
use crate::viewer_context::ViewerContext;
use crate::widgets::units::Units;
use sim_core::engine::BuildOptions;
use sim_edit::Target;
use sim_runner::{Comparison, Frame, PluginList, Runner, Trails};
use std::sync::Arc;

/// What the window shows.
pub(super) struct State {
    /// The simulation.
    pub(super) runner: Runner,
    /// The newest frame: of the recording where one is shown, else of the live run.
    pub(super) frame: Arc<Frame>,
    /// Where everything is in that frame.
    pub(super) world: WorldView,
    /// What libraries offer.
    pub(super) plugins: Arc<PluginList>,
    /// Where the robots of the live run have been.
    trails: Arc<Option<Trails>>,
    /// The document.
    pub(super) editor: Editor,
    /// The recording that is shown in place of the live run.
    pub(super) player: Option<Player>,
    /// Generation of the structure that was shown when the scene was closed.
    pub(super) closed: Option<u64>,
    /// The comparison of the live run with a recording.
    pub(super) comparison: Option<Comparison>,
    /// Where robots were in the recorded run.
    pub(super) ghosts: Ghosts,
    /// How the conditions of the scene stand.
    pub(super) acceptance: Acceptance,
    /// States of the live run that are kept.
    pub(super) kept: KeptStates,
    /// Calls of functions by hand.
    pub(super) calls: Calls,
    /// Bodies that are selected.
    pub(super) selected: Selection,
    /// Whether something of it can be locked.
    pub(super) lockable: bool,
    /// What can be hidden.
    pub(super) categories: Categories,
    /// A part of the scene without body that is selected.
    pub(super) part: Option<Target>,
    /// A pose of a route that was selected last, with the route.
    pub(super) route_pose: Option<(Target, usize)>,
    /// Whether robots have room on their routes.
    pub(super) route_checks: RouteChecks,
    /// What was made last, to be selected as soon as it has a body.
    pub(super) created: Vec<Target>,
    /// The field whose last change was refused, and why.
    pub(super) refused: Option<(Field, String)>,
    /// Whether places and angles snap to round numbers, and to which.
    pub(super) snap: Snap,
    /// Along whose axes things are moved and turned.
    pub(super) axes: Axes,
    /// Where the cursor of the world is, m.
    pub(super) cursor: [f64; 3],
    /// Sizes of what is drawn by clicking.
    pub(super) drawing: Drawing,
    /// Bodies that are not drawn, by number.
    pub(super) hidden: Vec<bool>,
    /// Which poses are changed by hand while a run is under way.
    pub(super) chosen_moment: Moment,
    /// Whether the person has been told what moving things in the run means, or has chosen it.
    pub(super) knows_moment: bool,
    /// Things that are shown where they would stand.
    pub(super) preview: Option<Preview>,
    /// The keys of actions.
    pub(super) shortcuts: Shortcuts,
    /// Units in which lengths and angles are shown.
    pub(super) units: Units,
    /// Actions that are switched on.
    pub(super) on: Vec<Action>,
}

impl State {
    /// Without a scene.
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

    /// Takes over what changes beside the frames.
    pub(super) fn follow_runner(&mut self) {
        (self.plugins, self.trails) = (self.runner.plugins(), self.runner.trails());
        self.kept.follow(self.runner.kept_states());
        let comparison = self.comparison.as_ref().filter(|_| self.player.is_none());
        self.ghosts.follow(comparison, &self.world);
    }

    /// The pose that is selected, with its route.
    pub(super) fn selected_pose(&self) -> Option<(Target, usize)> {
        self.route_pose.clone().filter(|(of, _)| self.part.as_ref() == Some(of))
    }

    /// Looks anew at the routes of robots where something has changed.
    pub(super) fn check_routes(&mut self, ctx: &egui::Context) {
        let document = self.editor.document().filter(|_| self.player.is_none());
        let (structure, ctx) = (self.world.structure(), ctx.clone());
        self.route_checks.follow((structure, &self.frame), document, self.world.poses(), move || ctx.request_repaint());
    }

    /// What panels and views see.
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
            // What a recording shows is not what the scene file says.
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

    /// Which poses are changed by hand: while there is no run there is only the start.
    pub(super) fn moment(&self) -> Moment {
        if self.frame.tick == 0 { Moment::Start } else { self.chosen_moment }
    }

    /// Whether other bodies will take the place of those that are shown: a recording's robots are balls until their models are
    /// there.
    pub(super) fn is_provisional(&self) -> bool {
        self.player.as_ref().is_some_and(Player::is_building)
    }

    /// What actions need, with this number of things selected.
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
