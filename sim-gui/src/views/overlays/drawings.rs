//! Drawings of components.

use super::{MAX_LINES, Moment, OverlayRobots};
use sim_abi::declare::Kind;
use sim_render::{Label, Line, Pen, Values};
use sim_runner::{PlacedDrawing, Structure};
use std::collections::{BTreeMap, BTreeSet};

/// Maximum number of robots whose frames include the values for component drawings.
pub const ROBOTS: usize = 200;

/// Drawings that are toggled together.
pub struct Layer<'a> {
    /// Its name.
    pub name: &'a str,
    /// Whether it is hidden by default.
    pub on_demand: bool,
    /// Kind of a component with this layer.
    pub kind: &'a str,
    /// Id of that component.
    pub component: &'a str,
}

/// The layers of all drawings.
pub fn layers(structure: &Structure) -> Vec<Layer<'_>> {
    let mut known = BTreeSet::new();
    let parts = structure.robots.iter().flat_map(|robot| &robot.parts.parts);
    let parts = parts.map(|part| (&part.drawings, &*part.kind, &*part.component));
    let services = structure.services.iter().map(|service| (&service.drawings, Kind::Service.word(), &*service.id));
    let layers = parts.chain(services).flat_map(|(drawings, kind, component)| {
        drawings.iter().map(move |drawing| Layer {
            name: &drawing.layer,
            on_demand: drawing.on_demand,
            kind,
            component,
        })
    });
    layers.filter(|layer| known.insert(layer.name)).collect()
}

/// The drawings of some robots' components and of all services; `layers` are those toggled by the user.
pub fn draw(
    moment: &Moment<'_>,
    who: OverlayRobots,
    layers: &BTreeMap<String, bool>,
    lines: &mut Vec<Line>,
    labels: &mut Vec<Label>,
) {
    let mut pen = Pen { layers, lines, labels };
    let wanted = |drawn: &PlacedDrawing<'_>| match drawn.body {
        Some(body) => moment.wants(who, body),
        None => who != OverlayRobots::Nobody,
    };
    for drawn in moment.world.placed().drawings(moment.frame).filter(wanted) {
        if pen.lines.len() >= MAX_LINES {
            return;
        }
        pen.draw(drawn.drawing, &drawn.pose, &Values { names: drawn.names, values: drawn.values });
    }
}
