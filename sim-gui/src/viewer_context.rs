//! Read-only application state for panels, views and tools. They request changes.

use crate::document::editor::Field;
use crate::document::moving::{Dragged, Moment, Movable};
use crate::document::selection::Selection;
use crate::preferences::axes::Axes;
use crate::preferences::drawing::Drawing;
use crate::preferences::snap::Snap;
use crate::simulation::acceptance::Acceptance;
use crate::simulation::calls::Calls;
use crate::simulation::ghosts::Ghosts;
use crate::simulation::route_checks::RouteChecks;
use crate::simulation::saved_states::KeptStates;
use crate::simulation::world::WorldView;
use nalgebra::Isometry3;
use sim_abi::panel::Panel;
use sim_edit::{Document, Target};
use sim_runner::{Comparison, Frame, PluginList, Runner, ServiceStructure, Trails};

/// The current application state.
#[derive(Clone, Copy)]
pub struct ViewerContext<'a> {
    /// The simulation.
    pub runner: &'a Runner,
    /// The latest frame.
    pub frame: &'a Frame,
    /// Poses of everything.
    pub world: &'a WorldView,
    /// Components provided by libraries.
    pub plugins: &'a PluginList,
    /// The document; `None` while a recording is shown, since nothing can be edited then.
    pub document: Option<&'a Document>,
    /// The time at which dragging changes poses: the start if there is no run.
    pub moment: Moment,
    /// Parts without a body that are being dragged, with their displayed poses.
    pub dragged: &'a [Dragged],
    /// Selected bodies.
    pub selected: &'a Selection,
    /// The selected part without a body.
    pub part: Option<&'a Target>,
    /// Index of the selected pose, for a route.
    pub part_pose: Option<usize>,
    /// Clearance checks of routes.
    pub route_checks: &'a RouteChecks,
    /// The field whose last change was refused, with the reason.
    pub refused: Option<&'a (Field, String)>,
    /// Snapping of positions and angles.
    pub snap: Snap,
    /// The axes along which things are moved and rotated.
    pub axes: Axes,
    /// Position of the 3D cursor, m; hidden at the origin.
    pub cursor: [f64; 3],
    /// Sizes for drawing tools.
    pub drawing: Drawing,
    /// Hidden bodies, by index.
    pub hidden: &'a [bool],
    /// Trails of robots.
    pub trails: Option<&'a Trails>,
    /// The comparison of the live run with a recording.
    pub comparison: Option<&'a Comparison>,
    /// Recorded poses of robots.
    pub ghosts: &'a Ghosts,
    /// State of the acceptance conditions.
    pub acceptance: &'a Acceptance,
    /// Saved states of the live run.
    pub kept: &'a KeptStates,
    /// Whether the live run is shown, rather than a recording.
    pub is_live: bool,
    /// Function calls of components, with their results.
    pub calls: &'a Calls,
    /// Whether the displayed bodies are about to be replaced: the initial viewpoint is set for the new ones.
    pub provisional: bool,
    /// Whether the displayed scene has been closed; it is replaced once another one is built.
    pub closed: bool,
}

impl<'a> ViewerContext<'a> {
    /// Services of the run that have a panel, with the panel, in scene order.
    pub fn panels(&self) -> impl Iterator<Item = (&'a ServiceStructure, &'a Panel)> + use<'a> {
        let (structure, frame) = (self.world.structure(), self.frame);
        // For a frame of another structure, the owners of panels are unknown.
        let known = frame.structure == structure.generation;
        let both = structure.services.iter().zip(&frame.panels).filter(move |_| known);
        both.filter_map(|(service, panel)| Some((service, panel.as_deref()?)))
    }
}

impl ViewerContext<'_> {
    /// The effective snapping of dragged, drawn and inserted things: as configured, inverted while the command key is pressed.
    pub fn snaps(&self, ui: &egui::Ui) -> Snap {
        Snap { on: self.snap.on != ui.input(|input| input.modifiers.command), ..self.snap }
    }

    /// The transform from the current pose of a body to its initial pose, if the initial pose is being edited and differs.
    pub fn offset_to_start(&self, thing: &Movable) -> Option<Isometry3<f64>> {
        let body = thing.body.filter(|body| thing.moment == Moment::Start && self.has_left(*body))?;
        Some(thing.pose * self.world.height_of(body) * self.world.poses()[body].inverse())
    }

    /// Whether a body may have left its initial pose: it moves by itself, in a run that has started.
    pub fn has_left(&self, body: usize) -> bool {
        self.frame.tick > 0 && self.world.structure().bodies.get(body).is_some_and(|info| info.mover.is_some())
    }
}
