//! Level crossings of a signal, and the samples that they trigger.

use crate::signal::{Inputs, Scope, Signal, about};
use sim_abi::params::Params;
use sim_abi::params::serde::{Deserialize, Serialize};
use sim_abi::prelude::*;
use std::cmp::Ordering;
use std::collections::VecDeque;

/// Maximum number of pending samples per trigger.
pub const MAX_PENDING: usize = 1024;

/// Direction of a crossing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Way {
    Up,
    Down,
}

/// Side of the level on which a signal last was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(crate = "sim_abi::params::serde")]
pub struct Passing {
    /// `None` while it has only been on the level itself.
    above: Option<bool>,
}

impl Passing {
    /// Adds a sample. The first sample beyond the level reports the crossing; samples on the level report nothing.
    pub fn pass(&mut self, value: f64, level: f64) -> Option<Way> {
        let (above, way) = match value.partial_cmp(&level)? {
            Ordering::Equal => return None,
            Ordering::Greater => (true, Way::Up),
            Ordering::Less => (false, Way::Down),
        };
        let last = self.above.replace(above)?;
        (last != above).then_some(way)
    }
}

/// Which passages of a level count.
#[params]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Direction {
    /// Either direction.
    #[default]
    Either,
    /// Upward.
    Rises,
    /// Downward.
    Falls,
}

impl Direction {
    fn admits(self, way: Way) -> bool {
        match self {
            Direction::Either => true,
            Direction::Rises => way == Way::Up,
            Direction::Falls => way == Way::Down,
        }
    }
}

/// Selects samples at level crossings of a signal.
#[params]
pub struct TriggerParams {
    /// The signal, in the same form as that of a measure.
    of: Vec<(String, f64)>,
    /// The level.
    level: f64,
    /// Time from the crossing to the sample.
    #[param(unit = "s", min = 0.0)]
    delay: f64,
    /// Direction of the crossings.
    direction: Direction,
}

/// Selects the samples of another signal that count.
pub struct Trigger {
    pub of: Signal,
    level: f64,
    /// Time from the crossing to the sample, s.
    delay: f64,
    direction: Direction,
    pub memory: Memory,
}

/// State of a trigger.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "sim_abi::params::serde")]
pub struct Memory {
    passing: Passing,
    /// Times of the pending samples, s.
    due: VecDeque<f64>,
}

impl Default for Memory {
    fn default() -> Self {
        Self { passing: Passing::default(), due: VecDeque::with_capacity(MAX_PENDING) }
    }
}

impl Memory {
    /// Restores a saved state, with capacity for the maximum number of pending samples.
    pub fn restore(&mut self, saved: &Memory) {
        self.passing = saved.passing;
        self.due.clear();
        self.due.extend(saved.due.iter().take(MAX_PENDING));
    }
}

impl Trigger {
    /// `subject` is the prefix of error messages.
    pub fn new(params: TriggerParams, subject: &str, scope: &mut Scope) -> Result<Self> {
        params.check().map_err(|fault| about(subject, &fault).because(Cause::Parameters))?;
        let of = Signal::new(&params.of, 0.0, false, subject, scope)?;
        let TriggerParams { level, delay, direction, .. } = params;
        Ok(Self { of, level, delay, direction, memory: Memory::default() })
    }

    /// Whether a sample is due now. Fails if too many samples are pending.
    pub fn step(&mut self, now: &Inputs) -> Result<bool> {
        let Memory { passing, due } = &mut self.memory;
        let passed = self.of.read(now)?.and_then(|value| passing.pass(value, self.level));
        if passed.is_some_and(|way| self.direction.admits(way)) {
            if due.len() == MAX_PENDING {
                return Err(Fault::new(format!("its level is crossed more than {MAX_PENDING} times within its delay"))
                    .help("shorten `delay`, or choose a `level` that the signal crosses less often"));
            }
            due.push_back(now.time + self.delay);
        }
        let waiting = due.len();
        while due.front().is_some_and(|time| now.has_come(*time)) {
            due.pop_front();
        }
        Ok(due.len() < waiting)
    }
}
