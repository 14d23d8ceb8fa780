//! What panels, views and tools see: the present state of everything, to be read. What they want done they request.

use crate::document::editor::Field;
use crate::document::moving::{Dragged, Moment, Movable};
use crate::document::selection::Selection;
use crate::preferences::axes::Axes;
use crate::preferences::drawing::Drawing;
use crate::preferences::snap::Snap;
use crate::simulation::acceptance::Acceptance;
use crate::simulation::calls::Calls;
use crate::simulation::ghosts::Ghosts;
use crate::simulation::kept_states::KeptStates;
use crate::simulation::route_checks::RouteChecks;
use crate::simulation::world::WorldView;
use nalgebra::Isometry3;
use sim_abi::panel::Panel;
use sim_edit::{Document, Target};
use sim_runner::{Comparison, Frame, PluginList, Runner, ServiceStructure, Trails};

/// The present state of everything.
#[derive(Clone, Copy)]
pub struct ViewerContext<'a> {
    /// The simulation.
    pub runner: &'a Runner,
    /// The newest frame.
    pub frame: &'a Frame,
    /// Where everything is.
    pub world: &'a WorldView,
    /// What libraries offer.
    pub plugins: &'a PluginList,
    /// The document; none while a recording is shown, for nothing can be changed then.
    pub document: Option<&'a Document>,
    /// Which poses are changed by hand; the start while there is no run.
    pub moment: Moment,
    /// Parts without body that are being dragged, with where they are shown.
    pub dragged: &'a [Dragged],
    /// Bodies that are selected.
    pub selected: &'a Selection,
    /// A part of the scene without body that is selected.
    pub part: Option<&'a Target>,
    /// Which of its poses is selected, of a route.
    pub part_pose: Option<usize>,
    /// Whether robots have room on their routes.
    pub route_checks: &'a RouteChecks,
    /// The field whose last change was refused, and why.
    pub refused: Option<&'a (Field, String)>,
    /// Whether places and angles snap to round numbers, and to which.
    pub snap: Snap,
    /// Along whose axes things are moved and turned.
    pub axes: Axes,
    /// Where the cursor of the world is, m; at the origin it is not drawn.
    pub cursor: [f64; 3],
    /// Sizes of what is drawn by clicking.
    pub drawing: Drawing,
    /// Bodies that are not drawn, by number.
    pub hidden: &'a [bool],
    /// Where robots have been.
    pub trails: Option<&'a Trails>,
    /// The comparison of the live run with a recording.
    pub comparison: Option<&'a Comparison>,
    /// Where robots were in the recorded run.
    pub ghosts: &'a Ghosts,
    /// How the conditions of the scene stand.
    pub acceptance: &'a Acceptance,
    /// States of the live run that are kept.
    pub kept: &'a KeptStates,
    /// Whether the live run is shown, and no recording in its place.
    pub is_live: bool,
    /// Calls of functions of components, and their answers.
    pub calls: &'a Calls,
    /// Whether other bodies will take the place of those that are shown: the first viewpoint is then theirs.
    pub provisional: bool,
    /// Whether the scene that is shown has been closed: another one takes its place as soon as it is built.
    pub closed: bool,
}

impl<'a> ViewerContext<'a> {
    /// Services of the run that show something of themselves, with what they show, in scene order.
    pub fn panels(&self) -> impl Iterator<Item = (&'a ServiceStructure, &'a Panel)> + use<'a> {
        let (structure, frame) = (self.world.structure(), self.frame);
        // Of a frame of another structure nobody knows which panel is whose.
        let known = frame.structure == structure.generation;
        let both = structure.services.iter().zip(&frame.panels).filter(move |_| known);
        both.filter_map(|(service, panel)| Some((service, panel.as_deref()?)))
    }
}

impl ViewerContext<'_> {
    /// To what that which is dragged, drawn or put in snaps now: as chosen; while the command key is held it is the other way
    /// around.
    pub fn snaps(&self, ui: &egui::Ui) -> Snap {
        Snap { on: self.snap.on != ui.input(|input| input.modifiers.command), ..self.snap }
    }

    /// What takes the body of a thing from where it is to its start, where that is what is moved and is elsewhere.
    pub fn way_to_start(&self, thing: &Movable) -> Option<Isometry3<f64>> {
        let body = thing.body.filter(|body| thing.moment == Moment::Start && self.has_left(*body))?;
        Some(thing.pose * self.world.height_of(body) * self.world.poses()[body].inverse())
    }

    /// Whether a body is one that moves by itself, in a run that is under way: where it starts is another place then.
    pub fn has_left(&self, body: usize) -> bool {
        self.frame.tick > 0 && self.world.structure().bodies.get(body).is_some_and(|info| info.mover.is_some())
    }
}
