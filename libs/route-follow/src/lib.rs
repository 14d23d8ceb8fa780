//! Route following: computes the velocity command for a robot and detects when it has reached a pose.
//!
//! A route is a list of [`Stop`]s. Call [`Follower::step`] once per time step with the pose of the robot; it returns the velocity until the
//! next step. Two kinds of robots are supported: those that move in any direction and turn independently ([`Drive::Holonomic`]), and those
//! that move only in the direction of their heading ([`Drive::Differential`]).
//!
//! Lengths are in meters, times in seconds, angles in radians counterclockwise. The crate is independent of the simulator.
//!
//! ```
//! use route_follow::{Drive, Follower, Limits, Place, Stop};
//!
//! let goal = Place { at: [1.0, 0.0], heading: 0.0 };
//! let mut follower = Follower::new(Drive::Holonomic, vec![Stop::at(goal)], false, &Place::default());
//! let step = follower.step(&Place::default(), 0.02, &Limits::default());
//! assert_eq!(step.velocity, [0.2, 0.0]);
//! ```

#![forbid(unsafe_code)]
#![deny(missing_docs)]
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

use serde::{Deserialize, Serialize};
use std::f64::consts::PI;

/// Positions that differ by less are equal, m; the tolerance of headings is ten times this number, rad.
pub const TOLERANCE: f64 = 0.001;

/// Shorter distances count as zero, m: the result of rounding.
const ROUNDING: f64 = 1e-9;

/// Heading errors below this are corrected in one step, rad.
const TURNED: f64 = 0.01;

/// Direction error above which a differential robot turns in place before it drives on, rad.
const ASIDE: f64 = 0.02;

/// Pose of a robot in the plane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Place {
    /// x and y, m.
    pub at: [f64; 2],
    /// Heading, rad.
    pub heading: f64,
}

impl Place {
    /// Returns whether this pose differs from another one.
    fn differs(&self, other: &Self) -> bool {
        distance(self.at, other.at) >= TOLERANCE || turn(self.heading, other.heading).abs() >= 10.0 * TOLERANCE
    }
}

/// A pose of a route.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Stop {
    /// Pose.
    pub place: Place,
    /// Speed on the leg to it, m/s; `None` for the maximum speed.
    pub speed: Option<f64>,
    /// Time that the robot stays there, s.
    pub dwell: f64,
}

impl Stop {
    /// Creates a stop without dwell time.
    pub fn at(place: Place) -> Self {
        Self { place, ..Self::default() }
    }
}

/// Limits of a robot.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Limits {
    /// Maximum speed, m/s.
    pub speed: f64,
    /// Fraction of the heading error that is corrected per second, 0 … 1.
    pub turn_gain: f64,
    /// Maximum turn rate, rad/s.
    pub turn_rate: f64,
}

impl Default for Limits {
    /// Limits of the RoboMap platform.
    fn default() -> Self {
        Self { speed: 0.2, turn_gain: 0.05, turn_rate: f64::INFINITY }
    }
}

/// Drive type of a robot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Drive {
    /// Moves in any direction and turns at the same time.
    #[default]
    Holonomic,
    /// Moves only along its heading: it turns toward a pose, drives there, and turns to the heading of the pose.
    Differential,
}

/// Motion of the robot until the next step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Step {
    /// Velocity in the axes of the world, m/s.
    pub velocity: [f64; 2],
    /// Turn rate, rad/s.
    pub turn_rate: f64,
    /// Pose of the route that is reached at the end of this step.
    pub reached: Option<usize>,
}

/// Follows a route. It can be saved and restored between steps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Follower {
    drive: Drive,
    stops: Vec<Stop>,
    closed: bool,
    /// Current target stop; `None` when the route is complete.
    target: Option<usize>,
    /// Start of the current leg, m.
    start: [f64; 2],
    /// Remaining dwell time at the current stop, s.
    stays: f64,
}

impl Follower {
    /// Starts a route at the robot's current pose: with the second stop if the robot is already at the first one. A `closed` route repeats
    /// indefinitely.
    pub fn new(drive: Drive, stops: Vec<Stop>, closed: bool, from: &Place) -> Self {
        let target = (!stops.is_empty()).then_some(0);
        let mut follower = Self { drive, stops, closed, target, start: from.at, stays: 0.0 };
        if follower.stops.first().is_some_and(|first| !from.differs(&first.place)) {
            follower.arrive(0);
        }
        follower
    }

    /// Replaces the route and continues to the stop with the same index; the route is complete if the old one was or the new one has fewer
    /// stops.
    pub fn reroute(&mut self, stops: Vec<Stop>, closed: bool, from: &Place) {
        let count = stops.len();
        (self.stops, self.closed, self.start) = (stops, closed, from.at);
        self.target = self.target.filter(|target| *target < count);
    }

    /// Returns the current target stop; `None` when the route is complete.
    pub fn target(&self) -> Option<usize> {
        self.target
    }

    /// Returns whether the last stop leads back to the first.
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    /// Returns the stops.
    pub fn stops(&self) -> &[Stop] {
        &self.stops
    }

    /// Returns the distance from a pose to the end of the route, along the route, m; for a closed route to its last stop.
    pub fn left(&self, place: &Place) -> f64 {
        let Some(target) = self.target else { return 0.0 };
        let mut left = distance(place.at, self.stops[target].place.at);
        for pair in self.stops[target..].windows(2) {
            left += distance(pair[0].place.at, pair[1].place.at);
        }
        left
    }

    /// Returns the motion of a robot at a pose for a time step `dt`, s.
    pub fn step(&mut self, place: &Place, dt: f64, limits: &Limits) -> Step {
        if self.stays > 0.0 {
            self.stays = (self.stays - dt).max(0.0);
            return Step::default();
        }
        let Some(target) = self.target else { return Step::default() };
        let stop = self.stops[target];
        let speed = stop.speed.map_or(limits.speed, |speed| speed.min(limits.speed));
        let (mut step, there) = match self.drive {
            Drive::Holonomic => self.slide(&stop.place, place, speed, dt, limits),
            Drive::Differential => self.drive_to(&stop.place, place, speed, dt, limits),
        };
        if there {
            step.reached = Some(target);
            self.arrive(target);
        }
        step
    }

    /// Handles arrival at a stop: the next leg starts there.
    fn arrive(&mut self, stop: usize) {
        self.start = self.stops[stop].place.at;
        self.stays = self.stops[stop].dwell.max(0.0);
        let next = stop + 1;
        self.target = match next < self.stops.len() {
            true => Some(next),
            false => (self.closed && self.stops.len() > 1).then_some(0),
        };
    }

    /// Moves straight to a pose while turning. Returns whether the robot is there at the end of the step.
    fn slide(&self, goal: &Place, place: &Place, speed: f64, dt: f64, limits: &Limits) -> (Step, bool) {
        let (velocity, arrives) = self.straight(goal, place, speed, dt);
        let (turn_rate, turned) = turn_to(goal.heading, place.heading, dt, limits);
        (Step { velocity, turn_rate, reached: None }, arrives && turned)
    }

    /// Returns the velocity along the leg, and whether it reaches the goal: exactly, not within a tolerance.
    fn straight(&self, goal: &Place, place: &Place, speed: f64, dt: f64) -> ([f64; 2], bool) {
        let left = sub(goal.at, place.at);
        let leg = sub(goal.at, self.start);
        let along = match norm(leg) {
            length if length > ROUNDING => (left[0] * leg[0] + left[1] * leg[1]) / length,
            _ => 0.0,
        };
        // Past the goal, or reachable in this step: cover the remaining distance in both directions at once.
        if along <= speed * dt + ROUNDING && norm(left) <= speed * dt + ROUNDING {
            return (left.map(|part| part / dt), true);
        }
        let distance = norm(left);
        (left.map(|part| part / distance * speed), false)
    }

    /// Turns, drives, turns. Returns whether the robot is there at the end of the step.
    fn drive_to(&self, goal: &Place, place: &Place, speed: f64, dt: f64, limits: &Limits) -> (Step, bool) {
        let left = sub(goal.at, place.at);
        let distance = norm(left);
        if distance <= TOLERANCE {
            let (turn_rate, turned) = turn_to(goal.heading, place.heading, dt, limits);
            return (Step { turn_rate, ..Step::default() }, turned);
        }
        let direction = libm::atan2(left[1], left[0]);
        let aside = turn(direction, place.heading);
        let (turn_rate, _) = turn_to(direction, place.heading, dt, limits);
        if aside.abs() > ASIDE {
            return (Step { turn_rate, ..Step::default() }, false);
        }
        // The remaining distance along the current heading, so that the robot does not circle a goal to its side.
        let advance = (distance * libm::cos(aside)).min(speed * dt) / dt;
        let (sin, cos) = libm::sincos(place.heading);
        (Step { velocity: [advance * cos, advance * sin], turn_rate, reached: None }, false)
    }
}

/// Returns the turn rate toward a heading, and whether the heading is reached at the end of the step.
fn turn_to(goal: f64, heading: f64, dt: f64, limits: &Limits) -> (f64, bool) {
    let error = turn(goal, heading);
    if error.abs() < TURNED && error.abs() <= limits.turn_rate * dt {
        return (error / dt, true);
    }
    // Fraction corrected in `dt` by a gain of `turn_gain` per second.
    let share = 1.0 - libm::pow(1.0 - limits.turn_gain.clamp(0.0, 1.0), dt);
    ((share * error / dt).clamp(-limits.turn_rate, limits.turn_rate), false)
}

/// Returns the shortest turn from one heading to another, −π … π.
fn turn(to: f64, from: f64) -> f64 {
    let turn = (to - from).rem_euclid(2.0 * PI);
    if turn > PI { turn - 2.0 * PI } else { turn }
}

fn sub(one: [f64; 2], other: [f64; 2]) -> [f64; 2] {
    [one[0] - other[0], one[1] - other[1]]
}

fn norm(way: [f64; 2]) -> f64 {
    libm::hypot(way[0], way[1])
}

fn distance(one: [f64; 2], other: [f64; 2]) -> f64 {
    norm(sub(one, other))
}

#[cfg(test)]
mod tests;
