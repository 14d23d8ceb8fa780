//! What a flight remembers between two cycles: its state, its stack, its leg.

use super::course::{Kind, Target};
use super::laws::{Leg, Motion};
use super::manual::Keyed;
use sim_abi::params::serde::{Deserialize, Serialize};
use sim_abi::prelude::*;
use std::fmt;

/// Writes a line to the log.
pub type Log<'l> = &'l dyn Fn(LogLevel, &str);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(crate = "sim_abi::params::serde", rename_all = "snake_case")]
pub enum State {
    /// Turns to the leg.
    SeekAngle,
    /// Flies along the leg.
    Advance,
    /// Stays at a destination until it has reached it.
    Hold,
    /// Flies into the dock, or out of it backward.
    Dock,
    /// Has docked.
    Rest,
    /// Finds no way, and stays.
    Blocked,
    /// A person flies.
    Manual,
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::SeekAngle => "SEEK_ANGLE",
            Self::Advance => "ADVANCE",
            Self::Hold => "HOLD",
            Self::Dock => "DOCK",
            Self::Rest => "REST",
            Self::Blocked => "BLOCKED",
            Self::Manual => "MANUAL",
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(crate = "sim_abi::params::serde", rename_all = "snake_case")]
pub enum Emergency {
    Low,
    High,
}

/// How a place is held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(crate = "sim_abi::params::serde")]
pub struct Holding {
    /// For how long, s.
    pub time: f64,
    /// Whether it flies backward.
    pub reverse: bool,
    /// The wanted heading, rad, and its filtered rate, rad/s; none at the beginning.
    pub heading: Option<f64>,
    pub rate: f64,
}

/// What a flight remembers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "sim_abi::params::serde")]
pub struct Memory {
    pub state: State,
    pub emergency: Option<Emergency>,
    /// The next point last.
    pub stack: Vec<Target>,
    pub leg: Leg,
    /// None before the first cycle.
    pub motion: Option<Motion>,
    /// Of the front, bottom and tail motors in the last cycle.
    pub commands: [f64; 3],
    pub holding: Holding,
    pub integrals: [f64; 2],
    /// Cycles for which the way has been blocked.
    pub blocked: u32,
    /// Time since the last plan, s.
    pub planned: f64,
    /// Whether the mission or the obstacles are others than those of the last plan.
    pub outdated: bool,
    pub retries: u32,
    pub keyed: Keyed,
    /// Another mission has taken the place of the one before, and nobody has been told yet.
    pub is_exchanged: bool,
    /// The mission and the obstacles that this was begun with.
    pub mission: Vec<Target>,
    pub obstacles: Vec<[f64; 8]>,
}

impl Memory {
    /// Where it flies to now, m.
    pub fn target(&self) -> Option<[f64; 3]> {
        self.stack.last().map(|target| target.at).filter(|_| self.state != State::Manual)
    }

    /// Points still to be flown, the next one last.
    pub fn stack(&self) -> &[Target] {
        &self.stack
    }

    /// Where the leg began, m.
    pub fn leg_from(&self) -> [f64; 3] {
        self.leg.from
    }

    /// The state as a published value.
    pub fn state_number(&self) -> f64 {
        let emergency = match self.emergency {
            None => 0.0,
            Some(Emergency::Low) => 10.0,
            Some(Emergency::High) => 20.0,
        };
        emergency + f64::from(self.state as u8)
    }

    /// Whether the next point is the last one of a dock.
    pub fn is_last(&self) -> bool {
        matches!(self.stack.as_slice(), [Target { kind: Kind::Dock, .. }])
    }

    /// Goes to a state and says so.
    pub fn go(&mut self, state: State, why: &str, log: Log<'_>) {
        if self.state != state {
            log(LogLevel::Info, &format!("{} to {state}: {why}", self.state));
            self.state = state;
        }
    }
}
