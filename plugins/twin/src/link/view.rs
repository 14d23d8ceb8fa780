//! Published values of the link, and their drawing over the twin's world.

use super::agreement::Agreement;
use super::chain::Chain;
use super::params::LinkParams;
use super::world::{Place, TwinWorld};
use l0_protocol::{Answer, Order};
use serde::{Deserialize, Serialize};
use sim_abi::prelude::*;
use twin_link::link::{Link, Side};
use twin_link::machine::State;

/// Value of `label` while the channel to the robot is closed.
const NO_ROBOT: f64 = 5.0;

/// Number of drawn scan readings per side.
const RAYS: usize = 15;

/// Number of drawn pieces of evidence: the latest ones.
const EVIDENCE: usize = 48;

const ROBOT_COLOR: [f32; 4] = [0.85, 0.2, 0.05, 1.0];
const TWIN_COLOR: [f32; 4] = [0.1, 0.35, 0.95, 1.0];
const EVIDENCE_COLOR: [f32; 4] = [0.55, 0.35, 0.0, 0.9];
const GOAL_COLOR: [f32; 4] = [0.0, 0.55, 0.15, 1.0];
const BAR_COLOR: [f32; 4] = [0.0, 0.45, 0.5, 1.0];
const FRAME_COLOR: [f32; 4] = [0.3, 0.33, 0.36, 1.0];

/// Vertical offset of the twin's rays below those of the robot, and of evidence above them, m, so that all are visible
/// where they agree.
const APART: f64 = 0.01;

/// Height of the label above the twin's floor, m.
const LABEL_HEIGHT: f64 = 0.2;
/// The bar for the remaining time: heights of its lower and upper edge, number of its lines, and its total length, m.
const BAR_HEIGHTS: [f64; 2] = [0.14, 0.156];
const BAR_LINES: usize = 4;
const BAR_LENGTH: f64 = 0.16;
/// Distance of the bar to the left of the twin, in world axes, m.
const BAR_BESIDE: f64 = 0.11;

/// Radius of the sphere at the goal of a command, and its height, m.
const GOAL: f64 = 0.025;

/// Published coordinates of a point in the plane.
type Point = [Published; 2];

/// Value published for a missing point.
const NOWHERE: [f64; 2] = [f64::NAN; 2];

/// Values for display, drawing and recording.
pub struct View {
    state: Published,
    expiry: Published,
    /// Distance and angle between twin and robot.
    error: [Published; 2],
    deflections: Published,
    connected: Published,
    orders: Published,
    objects: Published,
    label: Published,
    twin: Point,
    bar: [Published; 4],
    goal: Point,
    scan: Point,
    rays: [Vec<Point>; 2],
    evidence: Vec<[Point; 2]>,
    shown: ViewState,
}

/// Displayed state in addition to that of the link.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct ViewState {
    looks: [Looks; 2],
    /// The twin's pose at the start of the current scan.
    scanned_from: Option<Place>,
    /// Goal of the current command.
    leads_to: Option<[f64; 2]>,
    wait: Wait,
}

/// The latest readings of one side, degrees and m.
#[derive(Clone, Default, Serialize, Deserialize)]
struct Looks {
    seen: [Option<(f64, f64)>; RAYS],
    next: usize,
}

impl Looks {
    /// Adds a reading; it replaces an earlier one of the same direction.
    fn note(&mut self, angle: f64, distance: f64) {
        let alike = self.seen.iter().position(|seen| seen.is_some_and(|(before, _)| before == angle));
        let place = alike.unwrap_or(self.next);
        if alike.is_none() {
            self.next = (self.next + 1) % RAYS;
        }
        self.seen[place] = Some((angle, distance));
    }
}

/// The current wait.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Wait {
    /// Its end, s.
    end: f64,
    /// Its total duration, s.
    whole: f64,
}

impl Wait {
    /// Returns the remaining fraction, 0 … 1.
    fn left(&mut self, end: f64, time: f64) -> f64 {
        if end != self.end {
            *self = Self { end, whole: end - time };
        }
        if self.whole > 0.0 { ((end - time) / self.whole).clamp(0.0, 1.0) } else { 0.0 }
    }
}

impl View {
    /// Declares the values.
    pub fn new(setup: &mut ServiceSetup, params: &LinkParams) -> Self {
        let mut exact = |name: &str, help: &str| {
            setup.publish(Channel::new(name, "1").range(0.0, f64::INFINITY).exact().help(help))
        };
        let state = exact("state", "state of the machine: 0 SYNC, 1 BEHIND, 2 AHEAD, 3 RE_POS");
        let connected = exact("connected", "1 while the channel to the real robot is open");
        let orders = exact("orders", "orders so far");
        let objects = exact("objects", "mapped objects");
        let deflections =
            exact("deflections", "orders after which twin and robot disagreed in pose by more than the limits");
        let label = exact(
            "label",
            "label above the twin: 1 SYNC, 2 BEHIND, 3 AHEAD, 4 RE_POS, 5 no connection to the robot; 0 none",
        );
        let help = "time until the pending wait expires; 0 without one";
        let expiry = setup.publish(Channel::new("expiry", "s").range(0.0, f64::INFINITY).help(help));
        let help = [
            (
                "pose_error",
                "m",
                "distance from the twin to the pose of its robot according to orders and replies, after the last order",
            ),
            ("heading_error", "rad", "difference between the heading of the twin and that of its robot, likewise"),
        ];
        let error =
            help.map(|(name, unit, help)| setup.publish(Channel::new(name, unit).range(0.0, f64::INFINITY).help(help)));
        let mut value = |name: String, help: &str| setup.publish(Channel::new(name, "m").frame("world").help(help));
        let bar = ["bar_start", "bar_left", "bar_end", "bar_y"].map(|name| {
            let help = "bar next to the twin, as long as the time left until expiry: x of its start, of its current end and of its initial end, and y";
            value(name.into(), help)
        });
        let mut point = |name: &str, help: &str| ["x", "y"].map(|axis| value(format!("{name}_{axis}"), help));
        let twin = point("twin", "position of the twin");
        let goal = point("goal", "goal of the current order; NaN without one");
        let scan = point("scan", "position of the sonar in the last scan; NaN before the first one");
        let help = "end of a ray of the last scan; NaN without a hit";
        let rays = [0, 1].map(|side| (1..=RAYS).map(|ray| point(&name_of_ray(side, ray), help)).collect());
        let help = "sonar position and detected point of a piece of evidence; NaN without one";
        let evidence = (1..=EVIDENCE).map(|number| names_of_evidence(number).map(|name| point(&name, help)));
        let evidence = evidence.collect();
        draw(setup, params);
        Self {
            state,
            expiry,
            error,
            deflections,
            connected,
            orders,
            objects,
            label,
            twin,
            bar,
            goal,
            scan,
            rays,
            evidence,
            shown: ViewState::default(),
        }
    }

    /// Returns the displayed state to save.
    pub fn shown(&self) -> ViewState {
        self.shown.clone()
    }

    /// Restores a saved state.
    pub fn show_again(&mut self, shown: ViewState) {
        self.shown = shown;
    }

    /// Starts a command that was sent to both sides, with the twin at this pose.
    pub fn begun(&mut self, order: &Order, place: &Place) {
        self.shown.leads_to = None;
        match order {
            Order::Go { angle, distance } => {
                let heading = wrap_angle(place.heading + angle.to_radians());
                self.shown.leads_to = Some(Place { heading, ..*place }.advanced(distance / 100.0).at);
            }
            Order::Sonar => (self.shown.scanned_from, self.shown.looks) = (Some(*place), Default::default()),
            Order::Resume | Order::Halt => {}
        }
    }

    /// Records a response of one side.
    pub fn answered(&mut self, side: Side, answer: &Answer) {
        if let Answer::Ray { angle, distance } = answer {
            self.shown.looks[usize::from(side == Side::Real)].note(*angle, distance / 100.0);
        }
    }

    /// Publishes the values.
    pub fn show(
        &mut self,
        link: &Link,
        world: &TwinWorld,
        chain: &Chain,
        agreement: &Agreement,
        io: &mut ServiceIo,
    ) -> Result {
        let state = link.machine().state().number();
        io.publish(self.state, f64::from(state));
        io.publish(self.label, if link.is_connected() { f64::from(state + 1) } else { NO_ROBOT });
        io.publish(self.connected, f64::from(u8::from(link.is_connected())));
        io.publish(self.orders, chain.count as f64);
        io.publish(self.deflections, agreement.deflections as f64);
        self.error.into_iter().zip(agreement.error).for_each(|(value, error)| io.publish(value, error));
        io.publish(self.objects, world.map.boxes().len() as f64);
        let twin = world.place(io)?.at;
        point(io, &self.twin, twin);
        self.show_wait(link.expiry(), twin, io);
        let in_flight = link.machine().order().is_some();
        point(io, &self.goal, self.shown.leads_to.filter(|_| in_flight).unwrap_or(NOWHERE));
        self.show_rays(io);
        self.show_evidence(world, io);
        Ok(())
    }

    /// Shows the time until the current wait expires, next to a twin at this position.
    fn show_wait(&mut self, end: Option<f64>, [x, y]: [f64; 2], io: &mut ServiceIo) {
        let left = end.map(|end| ((end - io.time()).max(0.0), self.shown.wait.left(end, io.time())));
        io.publish(self.expiry, left.map_or(0.0, |(time, _)| time));
        let start = x - BAR_LENGTH / 2.0;
        let bar = left.map_or([f64::NAN; 4], |(_, share)| {
            [start, start + share * BAR_LENGTH, start + BAR_LENGTH, y + BAR_BESIDE]
        });
        self.bar.into_iter().zip(bar).for_each(|(value, number)| io.publish(value, number));
    }

    fn show_rays(&self, io: &mut ServiceIo) {
        point(io, &self.scan, self.shown.scanned_from.map_or(NOWHERE, |place| place.at));
        for (values, looks) in self.rays.iter().zip(&self.shown.looks) {
            for (value, look) in values.iter().zip(looks.seen) {
                let seen = look.filter(|(_, distance)| *distance > 0.0).zip(self.shown.scanned_from);
                let end = seen.map(|((angle, distance), from)| from.sensor().end(angle.to_radians(), distance));
                point(io, value, end.map_or(NOWHERE, |end| [end.x, end.y]));
            }
        }
    }

    fn show_evidence(&self, world: &TwinWorld, io: &mut ServiceIo) {
        let latest = world.map.evidence().iter().rev().map(Some).chain(std::iter::repeat(None));
        for ([from, to], evidence) in self.evidence.iter().zip(latest) {
            point(io, from, evidence.map_or(NOWHERE, |evidence| evidence.sensor.at));
            point(io, to, evidence.map_or(NOWHERE, |evidence| evidence.point().into()));
        }
    }
}

fn point(io: &mut ServiceIo, values: &Point, place: [f64; 2]) {
    values.iter().zip(place).for_each(|(value, number)| io.publish(*value, number));
}

/// Returns the published name of a ray, from 1, of the twin (0) or the robot (1).
fn name_of_ray(side: usize, ray: usize) -> String {
    format!("{}_ray_{ray}", ["twin", "robot"][side])
}

/// Returns the published names of a piece of evidence, from 1.
fn names_of_evidence(number: usize) -> [String; 2] {
    ["from", "point"].map(|end| format!("evidence_{number}_{end}"))
}

/// Returns the point published as `NAME_x` and `NAME_y`, at a height, m.
fn at(name: &str, height: f64) -> DrawingPoint {
    let axis = |axis: &str| DrawingValue::Published(format!("{name}_{axis}"));
    [axis("x"), axis("y"), height.into()]
}

/// Declares the drawing, shown once there are values.
fn draw(setup: &mut ServiceSetup, params: &LinkParams) {
    let sonar = params.sonar_height;
    let mut draw = |drawing: Drawing| setup.draw(drawing.while_at_least("label", 1.0));
    for (side, layer, color, height) in
        [(0, "rays of the twin", TWIN_COLOR, sonar - APART), (1, "rays of the robot", ROBOT_COLOR, sonar)]
    {
        for ray in 1..=RAYS {
            let ends = [at("scan", height), at(&name_of_ray(side, ray), height)];
            draw(Drawing::line(layer, ends).color(color));
        }
    }
    for number in 1..=EVIDENCE {
        let ends = names_of_evidence(number).map(|name| at(&name, sonar + APART));
        draw(Drawing::line("evidence", ends).color(EVIDENCE_COLOR).on_demand());
    }
    let of_bar = |end: &str, height: f64| [format!("bar_{end}").into(), "bar_y".into(), height.into()];
    let [low, high] = BAR_HEIGHTS;
    let corners = [("start", low), ("end", low), ("end", high), ("start", high), ("start", low)];
    let frame = Drawing::line("state", corners.map(|(end, height)| of_bar(end, height)));
    draw(frame.color(FRAME_COLOR));
    for number in 0..BAR_LINES {
        let height = low + (number as f64 + 1.0) / (BAR_LINES as f64 + 1.0) * (high - low);
        draw(Drawing::line("state", ["start", "left"].map(|end| of_bar(end, height))).color(BAR_COLOR));
    }
    draw(Drawing::sphere("goal", at("goal", GOAL), GOAL).color(GOAL_COLOR));
    draw(Drawing::line("goal", [at("twin", GOAL), at("goal", GOAL)]).color(GOAL_COLOR));
    let states = State::ALL.map(|state| (f64::from(state.number() + 1), state.to_string()));
    for (number, text) in states.into_iter().chain([(NO_ROBOT, "NO ROBOT".to_string())]) {
        let label = Drawing::label("state", at("twin", LABEL_HEIGHT), text);
        setup.draw(label.while_at_least("label", number).while_at_most("label", number));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// MR-42: The views show rays, mapped objects, the twin's path, the ghost and link state.
    #[test]
    fn a_reading_in_the_same_direction_replaces_the_earlier_one() {
        let mut looks = Looks::default();
        (0..RAYS + 1).for_each(|ray| looks.note(ray as f64, 0.1));
        // The last one replaced an earlier reading.
        assert_eq!(looks.seen[0], Some((15.0, 0.1)));
        looks.note(3.0, 0.2);
        assert_eq!((looks.seen[3], looks.seen[1]), (Some((3.0, 0.2)), Some((1.0, 0.1))));
    }

    /// MR-42: The views show rays, mapped objects, the twin's path, the ghost and link state.
    #[test]
    fn the_bar_shows_the_share_of_each_wait() {
        let mut wait = Wait::default();
        assert_eq!(wait.left(3.0, 1.0), 1.0);
        assert_eq!(wait.left(3.0, 2.5), 0.25);
        assert_eq!(wait.left(3.0, 4.0), 0.0);
        assert_eq!(wait.left(8.0, 4.0), 1.0);
        assert_eq!(wait.left(8.0, 6.0), 0.5);
        assert_eq!(wait.left(1.0, 6.0), 0.0);
    }
}
