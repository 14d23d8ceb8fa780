//! State shown in the window: the simulation, the document and the selection.

use super::per_scene::PerScene;
use super::preview::Preview;
use super::settings::Settings;
use super::switches::Switches;
use crate::actions::Availability;
use crate::document::editor::{self, Editor, Live};
use crate::document::moving::Moment;
use crate::simulation::route_checks::RouteChecks;
use crate::simulation::saved_states::KeptStates;
use crate::simulation::world::WorldView;
use crate::viewer_context::ViewerContext;
use sim_core::engine::BuildOptions;
use sim_edit::{Document, Section, Target};
use sim_runner::{Frame, PluginList, Runner, Trails};
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
    /// Saved states of the live run.
    pub(super) kept: KeptStates,
    /// Clearance checks of robots along their routes.
    pub(super) route_checks: RouteChecks,
    /// State of the open scene.
    pub(super) scene: PerScene,
    /// Settings of tools, units and shortcuts.
    pub(super) settings: Settings,
    /// Which stateful actions are on.
    pub(super) switches: Switches,
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
            kept: KeptStates::default(),
            route_checks: RouteChecks::default(),
            scene: PerScene::default(),
            settings: Settings::default(),
            switches: Switches::default(),
        }
    }

    /// The selected parts of the document.
    pub(super) fn selected_targets(&self) -> Vec<Target> {
        let structure = self.world.structure();
        let bodies = editor::targets(structure, self.scene.selected.iter().copied()).map(|(_, target)| target);
        bodies.chain(self.scene.part.clone()).collect()
    }

    /// Deselects a part that has been deleted or renamed.
    pub(super) fn find_part(&mut self) {
        let there = |target: &Target| self.editor.document().is_some_and(|document| document.value(target).is_some());
        if self.scene.part.as_ref().is_some_and(|part| !there(part)) {
            self.scene.part = None;
        }
    }

    /// Number of robots in the scene.
    pub(super) fn count_robots(&self) -> usize {
        self.editor.document().and_then(Document::scene).map_or(0, |scene| scene.all_robots().len())
    }

    /// Whether the live run is being recorded.
    pub(super) fn records(&self) -> bool {
        self.runner.frame().recorded.is_some()
    }

    /// The most recently selected robot, by index of its body.
    pub(super) fn selected_robot(&self) -> Option<usize> {
        self.scene.selected.iter().rev().copied().find(|body| self.world.robot_of(*body).is_some())
    }

    /// The most recently inserted robot until the simulation has built it, else the most recently selected one.
    pub(super) fn chosen_robot(&self) -> Option<Target> {
        let is_robot = |target: &Target| target.section == Section::Robots;
        let created = self.scene.created.iter().rev().find(|target| is_robot(target)).cloned();
        created.or_else(|| self.selected_targets().into_iter().rev().find(is_robot))
    }

    /// The editor, and the run that its edits change.
    pub(super) fn editing(&mut self) -> (&mut Editor, Live<'_>) {
        let Self { editor, runner, frame, world, .. } = self;
        (editor, Live { runner, frame, structure: world.structure() })
    }

    /// Updates the parts of the state that are not in the frames.
    pub(super) fn follow_runner(&mut self) {
        (self.plugins, self.trails) = (self.runner.plugins(), self.runner.trails());
        self.kept.follow(self.runner.saved_states());
        let comparison = self.scene.comparison.as_ref().filter(|_| self.scene.player.is_none());
        self.scene.ghosts.follow(comparison, &self.world);
    }

    /// Repeats the route checks if their inputs have changed.
    pub(super) fn check_routes(&mut self, ctx: &egui::Context) {
        let document = self.editor.document().filter(|_| self.scene.player.is_none());
        let (structure, ctx) = (self.world.structure(), ctx.clone());
        self.route_checks.follow((structure, &self.frame), document, self.world.poses(), move || ctx.request_repaint());
    }

    /// The context for panels and views.
    pub(super) fn context(&self) -> ViewerContext<'_> {
        let trails = match &self.scene.player {
            Some(player) => player.trails(),
            None => self.trails.as_ref().as_ref(),
        };
        let live = self.scene.player.is_none();
        ViewerContext {
            runner: &self.runner,
            frame: &self.frame,
            world: &self.world,
            plugins: &self.plugins,
            // The scene file does not describe the contents of a recording.
            document: self.editor.document().filter(|_| live),
            moment: self.moment(),
            dragged: self.scene.preview.as_ref().map_or(&[], Preview::parts),
            selected: &self.scene.selected,
            part: self.scene.part.as_ref(),
            part_pose: self.scene.selected_pose().map(|(_, pose)| pose),
            route_checks: &self.route_checks,
            refused: self.scene.refused.as_ref(),
            snap: self.settings.snap,
            axes: self.settings.axes,
            cursor: self.settings.cursor,
            drawing: self.settings.drawing,
            hidden: &self.scene.hidden,
            trails,
            comparison: self.scene.comparison.as_ref().filter(|_| live),
            ghosts: &self.scene.ghosts,
            acceptance: &self.scene.acceptance,
            kept: &self.kept,
            is_live: live,
            calls: &self.scene.calls,
            provisional: self.scene.is_provisional(),
            closed: self.scene.closed == Some(self.world.structure().generation),
        }
    }

    /// Which poses an edit changes. Without a run, always the start.
    pub(super) fn moment(&self) -> Moment {
        if self.frame.tick == 0 { Moment::Start } else { self.settings.chosen_moment }
    }

    /// Availability of actions for this number of selected items.
    pub(super) fn availability(&self, selected: usize) -> Availability<'_> {
        Availability {
            document: self.editor.document(),
            undo: self.editor.undo_label(),
            redo: self.editor.redo_label(),
            state: &self.frame.state,
            selected,
            lockable: self.switches.lockable,
            categories: self.switches.categories,
            shortcuts: &self.settings.shortcuts,
            on: &self.switches.on,
        }
    }
}
