//! State of a flight between two cycles: its mode, its stack, its leg.

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
    /// Holds a destination until it counts as reached.
    Hold,
    /// Flies into the dock, or out of it backward.
    Dock,
    /// Has docked.
    Rest,
    /// Finds no path, and holds its position.
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

/// State of holding a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(crate = "sim_abi::params::serde")]
pub struct Holding {
    /// Duration, s.
    pub time: f64,
    /// Whether the blimp flies backward.
    pub reverse: bool,
    /// Desired heading, rad, and its filtered rate, rad/s; `None` at the start.
    pub heading: Option<f64>,
    pub rate: f64,
}

/// State of a flight.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "sim_abi::params::serde")]
pub struct Memory {
    pub state: State,
    pub emergency: Option<Emergency>,
    /// Points still to be flown; the next point is last.
    pub stack: Vec<Target>,
    pub leg: Leg,
    /// `None` before the first cycle.
    pub motion: Option<Motion>,
    /// Commands of the front, bottom and tail motors in the last cycle.
    pub commands: [f64; 3],
    pub holding: Holding,
    pub integrals: [f64; 2],
    /// Cycles for which the path has been blocked.
    pub blocked: u32,
    /// Time since the last plan, s.
    pub planned: f64,
    /// Whether the mission or the obstacles differ from those of the last plan.
    pub outdated: bool,
    pub retries: u32,
    pub keyed: Keyed,
    /// Another mission has replaced the previous one, and this has not been reported yet.
    pub is_exchanged: bool,
    /// The mission and the obstacles at the start of this flight.
    pub mission: Vec<Target>,
    pub obstacles: Vec<[f64; 8]>,
}

impl Memory {
    /// Current destination, m.
    pub fn target(&self) -> Option<[f64; 3]> {
        self.stack.last().map(|target| target.at).filter(|_| self.state != State::Manual)
    }

    /// Points still to be flown, the next one last.
    pub fn stack(&self) -> &[Target] {
        &self.stack
    }

    /// Start of the leg, m.
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

    /// Whether the next point is the last point of a dock.
    pub fn is_last(&self) -> bool {
        matches!(self.stack.as_slice(), [Target { kind: Kind::Dock, .. }])
    }

    /// Enters a state and logs it.
    pub fn go(&mut self, state: State, why: &str, log: Log<'_>) {
        if self.state != state {
            log(LogLevel::Info, &format!("{} to {state}: {why}", self.state));
            self.state = state;
        }
    }
}
