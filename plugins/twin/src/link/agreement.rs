//! Agreement of twin and robot: dead reckoning of the robot from its orders and replies, compared with the pose of the twin.

use super::TwinLink;
use super::mapping::format_place;
use super::params::DeflectedPolicy;
use super::world::Place;
use l0_protocol::{Answer, Order};
use serde::{Deserialize, Serialize};
use sim_abi::ffi::types::Contact;
use sim_abi::prelude::*;
use twin_link::fusion::LookResult;
use twin_link::machine::Reply;

/// Tolerance between actual and commanded turn, due to its discrete steps, rad.
pub const TURN_STEP: f64 = 1.5 * std::f64::consts::PI / 180.0;

/// Tolerance between actual and commanded distance, due to its discrete steps, m.
const WAY_STEP: f64 = 0.005;

/// Distance beyond which the twin counts as advancing, no longer turning, m.
const ADVANCING: f64 = 0.002;

/// Differences below this are rounding errors, m and rad.
const ROUNDING: f64 = 1e-6;

/// Speeds below which the twin counts as stopped, m/s and rad/s.
const STANDS: f64 = 1e-3;

/// Minimum cosine between the motion of the twin and a contact normal for the contact to obstruct it.
const OBSTRUCTS: f64 = 0.05;

/// Minimum overlap of an obstructing contact, m; a contact without overlap obstructs if it has transmitted an impulse.
const OVERLAP: f64 = 1e-6;

/// Minimum number of readings that contradict the map, and more than half of those of a scan, for a report.
const CONTRADICTING: u32 = 5;

/// Maximum vertical component of the normal of an obstructing contact; the others are those of floors and ramps.
const UPRIGHT: f64 = 0.5;

/// Motion of the twin during a `GO`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Motion {
    /// Pose of the twin at the start.
    start: Place,
    /// Turn, rad, and distance, m, of the order.
    ordered: [f64; 2],
    /// Its heading at the end of the turn, rad, once it advances.
    turned: Option<f64>,
    /// Time of the order, s.
    since: f64,
    /// Its last pose without an obstructing contact, and the time since the order, s.
    free: Place,
    free_after: f64,
    /// Distance that the robot has covered according to its replies, m; `None` without one.
    way: Option<f64>,
    /// Whether the twin has touched an object.
    bumped: bool,
    /// Whether the robot has completed the order.
    arrived: bool,
    /// Estimated motion of the robot beyond that pose until it was halted: a turn, rad, or a distance, m.
    beyond: f64,
}

impl Motion {
    fn new(start: Place, [angle, distance]: [f64; 2], since: f64) -> Self {
        let ordered = [angle.to_radians(), distance / 100.0];
        let (free, free_after, beyond) = (start, 0.0, 0.0);
        Self { start, ordered, turned: None, since, free, free_after, way: None, bumped: false, arrived: false, beyond }
    }

    /// Updates it with a pose of the twin without an obstructing contact.
    fn moved(&mut self, to: Place, time: f64) {
        if self.turned.is_none() && self.start.distance_to(&to) > ADVANCING {
            self.turned = Some(to.heading);
        }
        (self.free, self.free_after) = (to, time - self.since);
    }

    /// Returns whether the twin has not completed its turn at a pose.
    fn is_turning(&self, at: &Place) -> bool {
        let [ordered, _] = self.ordered;
        self.turned.is_none() && wrap_angle(at.heading - self.start.heading - ordered).abs() > TURN_STEP
    }

    /// Returns the actual turn, rad: that of the twin if it has turned as commanded, because a robot turns in discrete steps, or if both
    /// were stopped during the turn.
    fn turn(&self, at: &Place) -> f64 {
        let [ordered, _] = self.ordered;
        let heading = self.turned.unwrap_or(if self.bumped { self.free.heading } else { at.heading });
        let actual = wrap_angle(heading - self.start.heading);
        let stopped = self.bumped && !self.arrived && self.is_turning(&self.free);
        match stopped {
            true => actual + ordered.signum() * self.beyond,
            false if wrap_angle(actual - ordered).abs() <= TURN_STEP => actual,
            false => ordered,
        }
    }

    /// Returns the distance covered by a twin at this pose, m.
    fn covered(&self, at: &Place) -> f64 {
        let (sin, cos) = math::sin_cos(self.start.heading + self.turn(at));
        cos * (at.at[0] - self.start.at[0]) + sin * (at.at[1] - self.start.at[1])
    }

    /// Returns the distance covered by the robot, m: that of the twin if both have arrived.
    fn way(&self, at: &Place) -> f64 {
        let (actual, [_, ordered]) = (self.covered(at), self.ordered);
        let alike = |way: f64| way == ordered && (way - actual).abs() <= WAY_STEP;
        let way = self.way.filter(|way| !alike(*way)).unwrap_or(actual);
        if self.is_turning(&self.free) { way } else { way + self.beyond }
    }
}

/// Dead reckoning of the robot.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Agreement {
    /// Estimated pose of the robot at the start of the current order, and after the last one.
    estimate: Option<[Place; 2]>,
    /// Pose of the twin after the last order.
    twin: Place,
    motion: Option<Motion>,
    /// Whether the comparison is due.
    due: bool,
    /// Distance, m, and angle, rad, from the twin to the estimated pose of the robot.
    pub error: [f64; 2],
    /// Number of orders after which the error was above the limits.
    pub deflections: u64,
    /// Number of readings of mapped objects in the current scan, and of those that contradict the map.
    scan: [u32; 2],
}

impl Agreement {
    /// Starts an order at this time, s, with the twin at this pose. Returns the estimated pose of the robot.
    pub fn begin(&mut self, order: &Order, twin: Place, time: f64) -> Place {
        // A twin that was moved by something else than an order is where its robot is.
        let followed = self.estimate.filter(|_| self.twin.is_near(&twin, ROUNDING));
        let start = followed.map_or(twin, |[_, after]| if after.is_near(&twin, ROUNDING) { twin } else { after });
        (self.estimate, self.twin) = (Some([start; 2]), twin);
        self.motion = match *order {
            Order::Go { angle, distance } => Some(Motion::new(twin, [angle, distance], time)),
            _ => None,
        };
        self.due = false;
        if *order == Order::Sonar {
            self.scan = [0; 2];
        }
        start
    }

    /// Records a reading in whose direction the twin sees a mapped object.
    pub fn looked(&mut self, result: LookResult) {
        let contradicts = matches!(result, LookResult::TwinOnly | LookResult::Nearer | LookResult::Farther);
        self.scan[0] += 1;
        self.scan[1] += u32::from(contradicts);
    }

    /// An order is about to be sent.
    pub fn prepare(&mut self) {
        (self.motion, self.due) = (None, false);
    }

    /// Returns the current order if it is a `GO` that was sent.
    pub fn ordered(&self) -> Option<Order> {
        let [turn, distance] = self.motion.as_ref()?.ordered;
        Some(Order::Go { angle: turn.to_degrees(), distance: distance * 100.0 })
    }

    /// Records the distance that the robot still had to cover when it stopped, cm.
    pub fn stopped(&mut self, remaining: f64) {
        if let Some(motion) = &mut self.motion {
            motion.way = Some(motion.ordered[1] - remaining / 100.0);
            self.due = true;
        }
    }

    /// Records a response of the robot to the current order.
    pub fn answered(&mut self, answer: &Answer) {
        self.record(answer);
        if let Some(motion) = self.motion.as_mut().filter(|motion| motion.way.is_some()) {
            motion.beyond = 0.0;
        }
    }

    /// The robot is halted at this time, s, after a bump of its twin. It moves with these rates, rad/s and m/s, which are
    /// `scale` times those of its twin.
    pub fn halted(&mut self, time: f64, [turn_rate, speed]: [f64; 2], scale: f64) {
        let Some(motion) = self.motion.as_mut().filter(|motion| motion.bumped && motion.way.is_none()) else { return };
        let late = (time - motion.since - motion.free_after / scale).max(0.0) * scale;
        motion.beyond = late * if motion.is_turning(&motion.free) { turn_rate } else { speed };
    }

    /// Records a response of the robot to the current order, or of its twin on its behalf.
    fn record(&mut self, answer: &Answer) {
        let Some(motion) = &mut self.motion else { return };
        motion.arrived |= *answer == Answer::GoOk;
        motion.way = match *answer {
            Answer::GoOk => Some(motion.ordered[1]),
            Answer::Blocked { remaining, .. } => Some(motion.ordered[1] - remaining / 100.0),
            Answer::GoHalted { travelled: Some(travelled) } => Some(travelled / 100.0),
            _ => motion.way,
        };
    }

    /// Records the reply to the current order.
    pub fn replied(&mut self, reply: &Reply) {
        if let (Reply::Answer(answer), Some(Motion { way: None, .. })) = (reply, &self.motion) {
            self.record(answer);
        }
        self.due = self.motion.is_some();
    }

    /// Returns the estimated pose of the robot at the start of the current order.
    pub fn start(&self) -> Option<Place> {
        self.estimate.map(|[start, _]| start)
    }

    /// Returns the estimated pose of the robot after the current order, with the twin at this pose.
    pub fn expected(&self, twin: &Place) -> Option<Place> {
        let (motion, [start, _]) = (self.motion.as_ref()?, self.estimate?);
        let turned = Place { heading: wrap_angle(start.heading + motion.turn(twin)), ..start };
        Some(turned.advanced(motion.way(twin)))
    }

    /// The twin was moved to this pose, which is that of the robot.
    pub fn matched(&mut self, at: Place) {
        if let Some([_, after]) = &mut self.estimate {
            *after = at;
        }
        (self.twin, self.error) = (at, [0.0; 2]);
    }
}

impl TwinLink {
    /// Whether the twin moves.
    pub(super) fn twin_moves(&self, io: &ServiceIo) -> Result<bool> {
        let Some(robot) = self.world.robot else { return Ok(self.replayed_moves) };
        let state = io.robot_state(robot)?;
        Ok(state.linear_velocity.norm() > STANDS || state.angular_velocity.norm() > STANDS)
    }

    /// Stops a twin that has touched an object which its sonar does not see.
    pub(super) fn watch_twin(&mut self, io: &mut ServiceIo) -> Result {
        let Some(robot) = self.world.robot.filter(|_| self.link.is_twin_underway()) else { return Ok(()) };
        let (place, Some(motion)) = (self.place(io)?, self.agreement.motion) else { return Ok(()) };
        let Some(object) = obstructing(io, robot, &motion, &place)? else {
            self.agreement.motion.iter_mut().for_each(|motion| motion.moved(place, io.time()));
            return Ok(());
        };
        let free = motion.free;
        let covered = motion.covered(&free).clamp(0.0, motion.ordered[1]);
        self.agreement.motion.iter_mut().for_each(|motion| motion.bumped = true);
        self.world.put(io, &free)?;
        self.chain.place = Some(free);
        self.report_change(&format!("the twin touches `{object}` and stops"), io);
        let turned = wrap_angle(free.heading - motion.start.heading).to_degrees();
        let turned = motion.is_turning(&free).then_some(turned);
        self.link.bumped(turned, (motion.ordered[1] - covered) * 100.0, io.time());
        Ok(())
    }

    /// Compares the twin with the estimated pose of the robot after an order, and moves it there if the difference is above the limits.
    pub(super) fn compare(&mut self, io: &mut ServiceIo) -> Result {
        if !std::mem::take(&mut self.agreement.due) {
            return Ok(());
        }
        let twin = self.chain.place.unwrap_or(self.place(io)?);
        let (Some(start), Some(expected)) = (self.agreement.start(), self.agreement.expected(&twin)) else {
            return Ok(());
        };
        self.world.map.drove(start.at, expected.at);
        if let Some([_, after]) = &mut self.agreement.estimate {
            *after = expected;
        }
        self.agreement.twin = twin;
        self.agreement.error = [twin.distance_to(&expected), wrap_angle(twin.heading - expected.heading).abs()];
        let [distance, turn] = self.agreement.error;
        if distance <= self.params.max_pose_error && turn <= self.params.max_heading_error {
            return Ok(());
        }
        self.agreement.deflections += 1;
        let apart = format!("twin_deflected: the twin is {distance:.3} m and {:.1}° from its robot", turn.to_degrees());
        let moves = self.params.deflected_policy == DeflectedPolicy::Reposition;
        let obstacles = if moves { self.world.in_the_way(io, &expected)? } else { Vec::new() };
        if moves && obstacles.is_empty() {
            self.world.put(io, &expected)?;
            self.chain.place = Some(expected);
            self.agreement.matched(expected);
            self.report_change(&format!("{apart} and is moved to {}", format_place(&expected)), io);
            return Ok(());
        }
        self.chain.world(&apart);
        let why = match obstacles.first() {
            Some(object) => format!("{apart}, where `{object}` is in its way"),
            None => apart,
        };
        let ends = if self.pilot.is_active() { "; the route ends" } else { "" };
        self.pilot.stop();
        io.log(LogLevel::Warn, format!("{why}{ends}"));
        Ok(())
    }

    /// Reports a scan that contradicts the map: the robot has been deflected and has not noticed, or its room has changed.
    pub(super) fn check_scan(&mut self, io: &ServiceIo) {
        let [readings, contradicting] = std::mem::take(&mut self.agreement.scan);
        if contradicting >= CONTRADICTING && 2 * contradicting > readings {
            self.agreement.deflections += 1;
            let text = format!(
                "twin_deflected: {contradicting} of {readings} readings of mapped objects contradict the map: the robot was deflected and has not noticed, or its room has changed"
            );
            self.chain.world(&text);
            io.log(LogLevel::Warn, text);
        }
    }
}

/// Returns the name of an object that the twin drives or turns into.
fn obstructing(io: &ServiceIo, robot: u32, motion: &Motion, place: &Place) -> Result<Option<String>> {
    let mut contacts = Vec::new();
    io.contacts(robot, &mut contacts)?;
    let turns = motion.turned.is_none() && motion.ordered[0].abs() > TURN_STEP;
    let (sin, cos) = math::sin_cos(place.heading);
    let obstructs = |contact: &&Contact| {
        let normal = contact.normal;
        let lever = [contact.point.x - place.at[0], contact.point.y - place.at[1]];
        let along = |[x, y]: [f64; 2]| (x * normal.x + y * normal.y) / math::hypot(x, y).max(ROUNDING);
        let side = motion.ordered[0].signum();
        let turning = along([-side * lever[1], side * lever[0]]);
        let approach = if turns { turning.min(along([cos, sin])) } else { along([cos, sin]) };
        let presses = contact.impulse > 0.0 || contact.depth > OVERLAP;
        presses && normal.z.abs() < UPRIGHT && approach < -OBSTRUCTS
    };
    Ok(contacts.iter().find(obstructs).map(|contact| io.world().object_name(contact.object).to_string()))
}
