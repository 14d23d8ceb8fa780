//! Following a route: which way a robot goes next, and when it has reached a pose.
//!
//! A route is a list of [`Stop`]s. A [`Follower`] is asked once in each step of time, with the pose of the robot, and answers with the
//! velocity until the next step. Two kinds of robots are known: those that move in any direction and turn independently of it
//! ([`Drive::Holonomic`]), and those that go where they head ([`Drive::Differential`]).
//!
//! Lengths are in metres, times in seconds, angles in radians counter-clockwise. Nothing here knows a simulator.
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

/// Places that differ by less are the same, m; headings by ten times as much, rad.
pub const TOLERANCE: f64 = 0.001;

/// A way that is shorter is no way, m: what is left of it by rounding.
const ROUNDING: f64 = 1e-9;

/// An error of the heading below this is taken away at once, rad.
const TURNED: f64 = 0.01;

/// Above this error of its direction a robot that goes where it heads turns before it goes on, rad.
const ASIDE: f64 = 0.02;

/// Where a robot is in the plane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Place {
    /// x and y, m.
    pub at: [f64; 2],
    /// Heading, rad.
    pub heading: f64,
}

impl Place {
    /// Whether it is another one than this one.
    fn differs(&self, other: &Self) -> bool {
        distance(self.at, other.at) >= TOLERANCE || turn(self.heading, other.heading).abs() >= 10.0 * TOLERANCE
    }
}

/// A pose of a route.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Stop {
    /// Where it is.
    pub place: Place,
    /// Speed on the way to it, m/s; none for the largest one.
    pub speed: Option<f64>,
    /// How long the robot stays there, s.
    pub dwell: f64,
}

impl Stop {
    /// One that the robot passes without staying.
    pub fn at(place: Place) -> Self {
        Self { place, ..Self::default() }
    }
}

/// What a robot can do.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Limits {
    /// Largest speed, m/s.
    pub speed: f64,
    /// Share of the error of the heading that is taken away in a second, 0 … 1.
    pub turn_gain: f64,
    /// Largest turn rate, rad/s.
    pub turn_rate: f64,
}

impl Default for Limits {
    /// Those of the RoboMap platform.
    fn default() -> Self {
        Self { speed: 0.2, turn_gain: 0.05, turn_rate: f64::INFINITY }
    }
}

/// How a robot moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Drive {
    /// In any direction, and it turns at the same time.
    #[default]
    Holonomic,
    /// Where it heads: it turns towards a pose, goes there, and turns to the heading of the pose.
    Differential,
}

/// What the robot does until the next step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Step {
    /// Velocity in the axes of the world, m/s.
    pub velocity: [f64; 2],
    /// Turn rate, rad/s.
    pub turn_rate: f64,
    /// The pose of the route that is reached at the end of this step.
    pub reached: Option<usize>,
}

/// Follows a route. It is saved and taken up again between steps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Follower {
    drive: Drive,
    stops: Vec<Stop>,
    closed: bool,
    /// The stop that is being gone to; none when the route is done.
    target: Option<usize>,
    /// Where the leg began, m.
    start: [f64; 2],
    /// How long the robot has still to stay where it is, s.
    stays: f64,
}

impl Follower {
    /// Begins a route from where the robot is: at the second stop, if it stands at the first one. One that is `closed` begins again
    /// and again.
    pub fn new(drive: Drive, stops: Vec<Stop>, closed: bool, from: &Place) -> Self {
        let target = (!stops.is_empty()).then_some(0);
        let mut follower = Self { drive, stops, closed, target, start: from.at, stays: 0.0 };
        if follower.stops.first().is_some_and(|first| !from.differs(&first.place)) {
            follower.arrive(0);
        }
        follower
    }

    /// Takes another route in the place of its own, in which it goes on to the stop of the same number; none where that is done, or where
    /// the route has fewer.
    pub fn reroute(&mut self, stops: Vec<Stop>, closed: bool, from: &Place) {
        let count = stops.len();
        (self.stops, self.closed, self.start) = (stops, closed, from.at);
        self.target = self.target.filter(|target| *target < count);
    }

    /// The stop that is being gone to; none when the route is done.
    pub fn target(&self) -> Option<usize> {
        self.target
    }

    /// Whether the last stop leads back to the first.
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    /// The stops.
    pub fn stops(&self) -> &[Stop] {
        &self.stops
    }

    /// How far it is from a place to the end of the route, along the route, m; of a closed route to its last stop.
    pub fn left(&self, place: &Place) -> f64 {
        let Some(target) = self.target else { return 0.0 };
        let mut left = distance(place.at, self.stops[target].place.at);
        for pair in self.stops[target..].windows(2) {
            left += distance(pair[0].place.at, pair[1].place.at);
        }
        left
    }

    /// What the robot at a place does for a time `dt`, s.
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

    /// A stop is reached: the next leg begins there.
    fn arrive(&mut self, stop: usize) {
        self.start = self.stops[stop].place.at;
        self.stays = self.stops[stop].dwell.max(0.0);
        let next = stop + 1;
        self.target = match next < self.stops.len() {
            true => Some(next),
            false => (self.closed && self.stops.len() > 1).then_some(0),
        };
    }

    /// Straight to a place, whatever the heading, which turns meanwhile. Returns whether the robot is there at the end of the step.
    fn slide(&self, goal: &Place, place: &Place, speed: f64, dt: f64, limits: &Limits) -> (Step, bool) {
        let (velocity, arrives) = self.straight(goal, place, speed, dt);
        let (turn_rate, turned) = turn_to(goal.heading, place.heading, dt, limits);
        (Step { velocity, turn_rate, reached: None }, arrives && turned)
    }

    /// The velocity along the leg, and whether the goal is reached with it: exactly, not by a distance that is small enough.
    fn straight(&self, goal: &Place, place: &Place, speed: f64, dt: f64) -> ([f64; 2], bool) {
        let left = sub(goal.at, place.at);
        let leg = sub(goal.at, self.start);
        let along = match norm(leg) {
            length if length > ROUNDING => (left[0] * leg[0] + left[1] * leg[1]) / length,
            _ => 0.0,
        };
        // Past the goal, or within reach of this step: what is left in both directions is gone at once.
        if along <= speed * dt + ROUNDING && norm(left) <= speed * dt + ROUNDING {
            return (left.map(|part| part / dt), true);
        }
        let way = norm(left);
        (left.map(|part| part / way * speed), false)
    }

    /// Turn, go, turn. Returns whether the robot is there at the end of the step.
    fn drive_to(&self, goal: &Place, place: &Place, speed: f64, dt: f64, limits: &Limits) -> (Step, bool) {
        let left = sub(goal.at, place.at);
        let way = norm(left);
        if way <= TOLERANCE {
            let (turn_rate, turned) = turn_to(goal.heading, place.heading, dt, limits);
            return (Step { turn_rate, ..Step::default() }, turned);
        }
        let direction = libm::atan2(left[1], left[0]);
        let aside = turn(direction, place.heading);
        let (turn_rate, _) = turn_to(direction, place.heading, dt, limits);
        if aside.abs() > ASIDE {
            return (Step { turn_rate, ..Step::default() }, false);
        }
        // What is left of the way in the direction in which it heads: no circle around a goal that lies beside it.
        let advance = (way * libm::cos(aside)).min(speed * dt) / dt;
        let (sin, cos) = libm::sincos(place.heading);
        (Step { velocity: [advance * cos, advance * sin], turn_rate, reached: None }, false)
    }
}

/// The turn rate towards a heading, and whether it is reached at the end of the step.
fn turn_to(goal: f64, heading: f64, dt: f64, limits: &Limits) -> (f64, bool) {
    let error = turn(goal, heading);
    if error.abs() < TURNED && error.abs() <= limits.turn_rate * dt {
        return (error / dt, true);
    }
    // What a gain of `turn_gain` in each second takes away in a part of a second.
    let share = 1.0 - libm::pow(1.0 - limits.turn_gain.clamp(0.0, 1.0), dt);
    ((share * error / dt).clamp(-limits.turn_rate, limits.turn_rate), false)
}

/// The shortest turn from one heading to another, −π … π.
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
