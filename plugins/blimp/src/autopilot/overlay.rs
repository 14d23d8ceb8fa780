//! Published values and drawings of the autopilot: mission, leg, obstacles, detours.

use super::course::{Kind, PointKind, Target};
use super::flight::Flight;
use super::{AutopilotParams, BAND};
use bisphere::{BiSphere, MAX_DETOURS};
use sim_abi::drawing::{fixed, published};
use sim_abi::prelude::*;

const GREEN: [f32; 4] = [0.0, 0.7, 0.1, 1.0];
const TEAL: [f32; 4] = [0.0, 0.55, 0.6, 1.0];
const RED: [f32; 4] = [0.9, 0.1, 0.05, 1.0];
const PALE_RED: [f32; 4] = [0.9, 0.3, 0.25, 0.35];
const ORANGE: [f32; 4] = [1.0, 0.55, 0.0, 1.0];
const BLUE: [f32; 4] = [0.1, 0.35, 0.95, 1.0];
const PALE_BLUE: [f32; 4] = [0.2, 0.4, 0.95, 0.35];
const GREY: [f32; 4] = [0.35, 0.4, 0.45, 0.6];
const MAGENTA: [f32; 4] = [0.85, 0.0, 0.7, 1.0];
/// Radius of the markers of destinations, of points at and in the dock, and of detours, m.
const MARKERS: [f64; 3] = [0.1, 0.05, 0.08];
/// Margin of the drawn altitude band around the mission, m.
const BEYOND: f64 = 2.0;

/// Clearance published if there are no obstacles, m.
const FAR: f64 = 1000.0;

/// The three values of a position.
type Place = [Published; 3];

/// The published values.
pub struct Values {
    state: Published,
    points: Published,
    mission: Published,
    target: Place,
    clearance: Published,
    clearances: Vec<Published>,
    leg: Place,
    nearest: Place,
    detours: Published,
    detour: [Place; MAX_DETOURS],
}

/// Values to publish after a cycle.
pub struct Snapshot<'a> {
    /// State and emergency, as a number.
    pub state: f64,
    /// Points still to be flown; the next point is last.
    pub stack: &'a [Target],
    /// Current position, m.
    pub at: [f64; 3],
    /// Start of the leg, m.
    pub leg: [f64; 3],
    /// Current destination, m; `None` in manual flight and at the end.
    pub target: Option<[f64; 3]>,
}

impl Values {
    /// Declares all values and drawings.
    pub fn declare(robot: &mut ControllerSetup, params: &AutopilotParams, flight: &Flight) -> Self {
        let states = "0 seek_angle, 1 advance, 2 hold, 3 dock, 4 rest, 5 blocked, 6 manual; +10 in the low-altitude emergency, +20 in the high-altitude emergency";
        let mut count = |name: &str, first: usize, help: &str| {
            robot.publish(Channel::new(name, "1").range(0.0, 2000.0).neutral(first as f64).exact().help(help))
        };
        let points = count("points", 0, "remaining points");
        let mission = count("mission", params.mission.len(), "remaining points of the mission");
        let detours = count("detours", 0, "remaining detours");
        let state = robot.publish(Channel::new("state", "1").range(0.0, 30.0).exact().help(states));
        let clearance = Channel::new("clearance", "m").neutral(FAR).help("of the path to the target, minus the radius");
        let clearance = robot.publish(clearance);
        let of_obstacle = |number: u32| {
            let channel = Channel::new(format!("clearance_{number}"), "m").neutral(FAR);
            channel.help("of the path to the target from the obstacle with this number in the list, minus the radius")
        };
        let clearances = (1..=params.clearances).map(|number| robot.publish(of_obstacle(number))).collect();
        let mut place = |name: &str, help: &str| {
            ["x", "y", "z"]
                .map(|axis| robot.publish(Channel::new(format!("{name}_{axis}"), "m").frame("world").help(help)))
        };
        let target = place("target", "current target");
        let leg = place("leg", "start of the leg to the target");
        let nearest = place("nearest", "point of the path to the target nearest to an obstacle");
        let detour = std::array::from_fn(|number| {
            place(&format!("detour_{}", number + 1), "a detour; the next one is number 1")
        });
        draw(robot, params, flight);
        Self { state, points, mission, target, clearance, clearances, leg, nearest, detours, detour }
    }

    /// Publishes the current values.
    pub fn publish(&self, io: &mut ControllerIo, flight: &Flight, now: &Snapshot<'_>) {
        let is_detour = |target: &&Target| matches!(target.kind, Kind::Detour(_));
        let detours = now.stack.iter().rev().take_while(is_detour).count();
        let target = now.target.unwrap_or(now.at);
        let (clearance, nearest) =
            now.target.map_or((f64::INFINITY, now.at), |target| flight.clearance(&now.at, &target));
        for (value, number) in [
            (self.state, now.state),
            (self.points, now.stack.len() as f64),
            (self.mission, (now.stack.len() - detours) as f64),
            (self.detours, detours as f64),
            (self.clearance, clearance.min(FAR)),
        ] {
            io.publish(value, number);
        }
        for (number, value) in self.clearances.iter().enumerate() {
            let clearance = now.target.and_then(|target| flight.clearance_of(number, &now.at, &target));
            io.publish(*value, clearance.map_or(FAR, |clearance| clearance.min(FAR)));
        }
        let mut place = |values: &Place, place: [f64; 3]| {
            values.iter().zip(place).for_each(|(value, number)| io.publish(*value, number));
        };
        place(&self.target, target);
        place(&self.leg, if now.target.is_some() { now.leg } else { now.at });
        place(&self.nearest, nearest);
        for (number, values) in self.detour.iter().enumerate() {
            let detour = now.stack.iter().rev().nth(number).filter(|_| number < detours);
            place(values, detour.map_or(now.at, |detour| detour.at));
        }
    }
}

/// Declares the drawings.
fn draw(robot: &mut ControllerSetup, params: &AutopilotParams, flight: &Flight) {
    let points = &params.mission;
    for (number, point) in points.iter().enumerate() {
        let (radius, color) = match point.kind {
            PointKind::Mission => (MARKERS[0], GREEN),
            PointKind::Dock => (MARKERS[1], TEAL),
        };
        // Every flown point of a mission has a position.
        let Some(at) = point.at else { continue };
        robot.draw(Drawing::sphere("destinations", fixed(at), radius).color(color));
        if let Some(next) = points.get(number + 1).and_then(|next| next.at) {
            // While this point is still to be flown.
            let left = (points.len() - number) as f64;
            let segment = Drawing::line("mission", [fixed(at), fixed(next)]).color(GREEN);
            robot.draw(segment.while_at_least("mission", left));
        }
    }
    let radius = params.planner.radius;
    for obstacle in flight.obstacles() {
        robot.draw(spheres("obstacles", obstacle, 0.0).color(RED));
        robot.draw(spheres("grown obstacles", obstacle, radius).color(PALE_RED).on_demand());
    }
    // There is no leg before the first cycle.
    let leg = Drawing::line("leg", [published("leg"), published("target")]).color(BLUE);
    robot.draw(leg.while_at_least("points", 1.0));
    let tube = Drawing::spheres("swept tube", [published("leg"), published("target")], [radius.into(), radius.into()]);
    robot.draw(tube.color(PALE_BLUE).while_at_least("points", 1.0).on_demand());
    let penetration = Drawing::sphere("penetration", published("nearest"), 0.06).color(MAGENTA);
    robot.draw(penetration.while_at_most("clearance", 0.0));
    for number in 1..=MAX_DETOURS {
        let place = published(&format!("detour_{number}"));
        let detour = Drawing::sphere("detours", place, MARKERS[2]).color(ORANGE);
        robot.draw(detour.while_at_least("detours", number as f64));
    }
    let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
    for at in points.iter().filter_map(|point| point.at) {
        for axis in 0..3 {
            (low[axis], high[axis]) = (low[axis].min(at[axis]), high[axis].max(at[axis]));
        }
    }
    if !points.is_empty() {
        let middle = |axis: usize| (low[axis] + high[axis]) / 2.0;
        let size = |axis: usize| high[axis] - low[axis] + 2.0 * BEYOND;
        let center = fixed([middle(0), middle(1), (BAND[0] + BAND[1]) / 2.0]);
        let size = [size(0).into(), size(1).into(), (BAND[1] - BAND[0]).into()];
        robot.draw(Drawing::cuboid("altitude band", center, size).color(GREY).on_demand());
    }
}

/// Draws an obstacle with its radii enlarged by this amount, m.
fn spheres(layer: &str, obstacle: &BiSphere, by: f64) -> Drawing {
    let centers = obstacle.ends.map(|end| fixed(end.center.coords.into()));
    Drawing::spheres(layer, centers, obstacle.ends.map(|end| DrawingValue::Fixed(end.radius + by)))
}
