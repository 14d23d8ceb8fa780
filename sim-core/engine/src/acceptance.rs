//! Acceptance conditions of a scene, checked after every tick.

use super::mover::Mover;
use super::services::ServiceSlot;
use nalgebra::Vector3;
use serde::Serialize;
use sim_abi::math::{wrap_angle, yaw};
use sim_diagnostics::words::counted;
use sim_scene::{Condition, When};

/// Outcome of a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Passed.
    Passed,
    /// Failed, or not passed in time.
    Failed,
}

/// The result of one condition.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Verdict {
    /// Its name, or a description of the condition.
    pub name: String,
    /// Whether it passed.
    pub outcome: Outcome,
    /// The observed result, with numbers.
    pub observed: String,
    /// Time of the tick that decided it, s; `None` if it is undecided or the end of the run decides.
    pub at: Option<f64>,
    /// Names of the robots and objects that it refers to.
    pub robots: Vec<String>,
}

/// A condition with its robot and channel resolved.
pub(super) struct Watch {
    pub(super) condition: Condition,
    subject: Subject,
    /// Obstacle of a robot: its name, and the distance to it, m.
    blocked: Option<(String, f64)>,
    memory: Memory,
}

/// Subject of a condition.
#[derive(Clone, Debug)]
pub(super) enum Subject {
    /// Robots, by index.
    Robots(Vec<usize>),
    /// A value in the telemetry of a robot.
    Telemetry { robot: usize, channel: usize },
    /// A value that a service publishes.
    Service { service: usize, channel: usize },
}

/// Data that conditions check.
#[derive(Clone, Copy)]
pub(super) struct Inputs<'a> {
    pub(super) movers: &'a [Mover],
    pub(super) services: &'a [ServiceSlot],
}

/// State of a condition during the run.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Deserialize, Serialize)]
pub(super) struct Memory {
    /// Time of the first tick at which it held, s.
    held: Option<f64>,
    /// Time of the first tick at which it did not hold, s, and the value then.
    broken: Option<(f64, f64)>,
}

/// All conditions of a scene.
#[derive(Default)]
pub(super) struct Acceptance(pub(super) Vec<Watch>);

impl Watch {
    pub(super) fn new(condition: Condition, subject: Subject) -> Self {
        Self { condition, subject, blocked: None, memory: Memory::default() }
    }

    /// Marks it as a condition that an obstacle prevents from passing.
    pub(super) fn blocked(self, blocked: Option<(String, f64)>) -> Self {
        Self { blocked, ..self }
    }

    /// Indices of the robots that it refers to.
    fn robots(&self) -> &[usize] {
        match &self.subject {
            Subject::Robots(robots) => robots,
            Subject::Telemetry { robot, .. } => std::slice::from_ref(robot),
            Subject::Service { .. } => &[],
        }
    }

    /// The value that it refers to.
    fn value(&self, inputs: Inputs<'_>) -> f64 {
        match self.subject {
            Subject::Telemetry { robot, channel } => inputs.movers[robot].telemetry.values[channel],
            Subject::Service { service, channel } => inputs.services[service].published[channel],
            Subject::Robots(_) => 0.0,
        }
    }

    /// Its robots and objects that are out of bounds: time, s, and name.
    fn out_of_bounds<'a>(&self, movers: &'a [Mover]) -> impl Iterator<Item = (f64, &'a str)> {
        self.robots()
            .iter()
            .filter_map(|mover| Some((movers[*mover].statistics.out_of_bounds?, &*movers[*mover].identity.name)))
    }

    /// Whether the condition holds now, and the number that it refers to.
    fn now(&self, inputs: Inputs<'_>) -> (bool, f64) {
        let movers = inputs.movers;
        let robot = |number: usize| &movers[self.robots()[number]];
        let inside = |min: Option<f64>, max: Option<f64>| {
            let value = self.value(inputs);
            (min.is_none_or(|min| value >= min) && max.is_none_or(|max| value <= max), value)
        };
        match &self.condition {
            Condition::NoCollision(_) => {
                let touches: u64 = self.robots().iter().map(|robot| movers[*robot].statistics.collisions).sum();
                (touches == 0, touches as f64)
            }
            Condition::InBounds(_) => {
                let count = self.out_of_bounds(movers).count();
                (count == 0, count as f64)
            }
            Condition::PoseWithin(wanted) => {
                let mover = robot(0);
                let distance = distance(mover, wanted.at.0);
                let turned = match (wanted.yaw, wanted.yaw_within) {
                    (Some(heading), Some(within)) => {
                        let state = sim_abi::math::BodyState::from(mover.motion.state);
                        wrap_angle(yaw(&state.pose.rotation) - heading).abs() <= within
                    }
                    _ => true,
                };
                (distance <= wanted.within && turned, distance)
            }
            Condition::Passes(_) => {
                (self.blocked.is_none(), self.blocked.as_ref().map_or(0.0, |(_, distance)| *distance))
            }
            Condition::ValueWithin(wanted) => inside(wanted.min, wanted.max),
            Condition::ServiceValueWithin(wanted) => inside(wanted.min, wanted.max),
            Condition::ReachedBy(wanted) => {
                let distance = distance(robot(0), wanted.at.0);
                (distance <= wanted.within, distance)
            }
        }
    }

    /// Time of the tick at which it passed or failed, s.
    fn decided(&self, inputs: Inputs<'_>) -> Option<f64> {
        let broken = self.memory.broken.map(|(at, _)| at);
        let when = match &self.condition {
            Condition::NoCollision(_) => return broken,
            Condition::InBounds(_) => {
                return self.out_of_bounds(inputs.movers).map(|(at, _)| at).min_by(f64::total_cmp);
            }
            Condition::ReachedBy(_) => return self.memory.held,
            Condition::Passes(_) => return self.blocked.is_some().then_some(0.0),
            Condition::PoseWithin(wanted) => &wanted.when,
            Condition::ValueWithin(wanted) => &wanted.when,
            Condition::ServiceValueWithin(wanted) => &wanted.when,
        };
        match when {
            When::End => None,
            When::By(_) => self.memory.held,
            When::Always => broken,
        }
    }

    fn outcome(&self, inputs: Inputs<'_>, time: f64) -> (bool, String) {
        let (holds, number) = self.now(inputs);
        let now = || match &self.condition {
            Condition::ValueWithin(_) | Condition::ServiceValueWithin(_) => figure(number),
            _ => format!("{number:.4} m away"),
        };
        let seconds = |time: f64| format!("{time:.3}");
        let reached = |limit: f64| match self.memory.held.map(|at| (at <= limit, seconds(at))) {
            Some((true, at)) => (true, format!("reached at {at} s")),
            Some((false, at)) => (false, format!("reached at {at} s, after {limit} s")),
            None => {
                let (time, now) = (seconds(time), now());
                (false, format!("not reached by {time} s; now {now}"))
            }
        };
        let when = match &self.condition {
            Condition::NoCollision(_) => {
                let count = number as u64;
                return (holds, counted(count, "contact"));
            }
            Condition::InBounds(_) => {
                let first = self.out_of_bounds(inputs.movers).min_by(|a, b| a.0.total_cmp(&b.0));
                let observed = first.map(|(time, name)| {
                    let count = number as u64;
                    format!("{count} out of bounds, first {name} at {at} s", at = seconds(time))
                });
                return (holds, observed.unwrap_or_else(|| "none out of bounds".to_string()));
            }
            Condition::ReachedBy(wanted) => return reached(wanted.by),
            Condition::Passes(_) => {
                let observed = self.blocked.as_ref().map_or_else(|| "path clear".to_string(), blocked_by);
                return (holds, observed);
            }
            Condition::PoseWithin(wanted) => &wanted.when,
            Condition::ValueWithin(wanted) => &wanted.when,
            Condition::ServiceValueWithin(wanted) => &wanted.when,
        };
        match when {
            When::End => {
                let (value, time) = (figure(number), seconds(time));
                (holds, format!("{value} at the end ({time} s)"))
            }
            When::By(limit) => reached(*limit),
            When::Always => match self.memory.broken {
                Some((at, value)) => (false, format!("{value} at {at} s", value = figure(value), at = seconds(at))),
                None => (true, format!("held for {time} s", time = seconds(time))),
            },
        }
    }

    fn title(&self, movers: &[Mover]) -> String {
        if let Some(name) = self.condition.name() {
            return name.into();
        }
        let robot = self.robots().first().map_or("", |robot| &*movers[*robot].identity.name);
        let place = |at: [f64; 3]| format!("{at:?}");
        match &self.condition {
            Condition::NoCollision(wanted) if wanted.robots.is_empty() => "no collision".to_string(),
            Condition::NoCollision(wanted) => {
                format!("no collision: {robots}", robots = wanted.robots.join(", "))
            }
            Condition::InBounds(wanted) if wanted.robots.is_empty() => "all in bounds".to_string(),
            Condition::InBounds(wanted) => {
                format!("in bounds: {robots}", robots = wanted.robots.join(", "))
            }
            Condition::PoseWithin(wanted) => {
                let (within, place) = (wanted.within, place(wanted.at.0));
                format!("{robot} within {within} m of {place}")
            }
            Condition::ValueWithin(wanted) => value_title(robot, &wanted.channel),
            Condition::ServiceValueWithin(wanted) => value_title(&wanted.service, &wanted.channel),
            Condition::ReachedBy(wanted) => {
                let (place, time) = (place(wanted.at.0), wanted.by);
                format!("{robot} reaches {place} by {time} s")
            }
            Condition::Passes(wanted) => {
                let (from, to) = (place(wanted.from.0), place(wanted.to.0));
                format!("{robot} passes from {from} to {to}")
            }
        }
    }
}

/// The first obstacle of a robot, and the distance to it, m.
pub(super) fn blocked_by((name, distance): &(String, f64)) -> String {
    format!("blocked by `{name}` after {distance:.3} m")
}

/// Description of a condition on a value.
fn value_title(owner: &str, channel: &str) -> String {
    format!("{owner}.{channel} in range")
}

/// A number with its significant digits: a deviation of 1e-9 is not shown as 0.
fn figure(number: f64) -> String {
    if number != 0.0 && number.abs() < 1e-3 { format!("{number:.3e}") } else { format!("{number:.6}") }
}

fn distance(mover: &Mover, at: [f64; 3]) -> f64 {
    (Vector3::from(mover.motion.state.pose.position) - Vector3::from(at)).norm()
}

impl Acceptance {
    /// Checks all conditions after a tick.
    pub(super) fn update(&mut self, inputs: Inputs<'_>, time: f64) {
        for watch in &mut self.0 {
            let (holds, number) = watch.now(inputs);
            if holds {
                watch.memory.held.get_or_insert(time);
            } else {
                watch.memory.broken.get_or_insert((time, number));
            }
        }
    }

    /// Results so far.
    pub(super) fn verdicts(&self, inputs: Inputs<'_>, time: f64) -> Vec<Verdict> {
        let verdict = |watch: &Watch| {
            let (passed, observed) = watch.outcome(inputs, time);
            let outcome = if passed { Outcome::Passed } else { Outcome::Failed };
            let robots = watch.robots().iter().map(|robot| inputs.movers[*robot].identity.name.to_string()).collect();
            Verdict { name: watch.title(inputs.movers), outcome, observed, at: watch.decided(inputs), robots }
        };
        self.0.iter().map(verdict).collect()
    }

    /// State of the conditions, for a snapshot.
    pub(super) fn save(&self) -> Vec<Memory> {
        self.0.iter().map(|watch| watch.memory).collect()
    }

    /// Restores the state from [`Acceptance::save`].
    pub(super) fn restore(&mut self, saved: &[Memory]) {
        for (watch, memory) in self.0.iter_mut().zip(saved) {
            watch.memory = *memory;
        }
    }

    /// Migrates the state of conditions that another scene has as well, for robots of the same names.
    pub(super) fn migrate(&mut self, old: &Self, old_movers: &[Mover], movers: &[Mover]) {
        fn names<'a>(watch: &'a Watch, movers: &'a [Mover]) -> impl Iterator<Item = &'a str> {
            watch.robots().iter().map(|robot| &*movers[*robot].identity.name)
        }
        for watch in &mut self.0 {
            let same = |other: &&Watch| {
                other.condition == watch.condition && names(other, old_movers).eq(names(watch, movers))
            };
            if let Some(other) = old.0.iter().find(same) {
                watch.memory = other.memory;
            }
        }
    }
}
