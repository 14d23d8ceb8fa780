//! Things that happen at a moment: faults, log lines, contacts, notes.

use super::real;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Something that happened.
///
/// Names are shared (`Arc<str>`), so that the engine can report a contact in every tick without allocating.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// Tick in which it happened.
    pub tick: u64,
    /// Simulated time, s.
    #[serde(with = "real::one")]
    pub time: f64,
    /// What happened.
    #[serde(flatten)]
    pub kind: EventKind,
}

/// Weight of a log line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LogLevel {
    /// Per tick.
    Trace,
    /// Per event.
    Debug,
    /// Once per run.
    Info,
    /// The result may differ from what is expected.
    Warn,
    /// The user must act.
    Error,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum EventKind {
    /// A component failed and was stopped.
    Fault {
        /// Robot, or empty for a service.
        robot: Arc<str>,
        /// Name of the component within its robot, or of the service.
        component: Arc<str>,
        /// What went wrong.
        message: String,
        /// What to do, or empty.
        help: String,
        /// `file:line:column` in the component's source, or empty.
        place: String,
        /// Whether it panicked.
        panicked: bool,
    },
    /// A line that a component or the core logged.
    Log {
        /// Weight.
        level: LogLevel,
        /// Robot, or empty.
        robot: Arc<str>,
        /// Component, or empty.
        component: Arc<str>,
        /// The line.
        message: String,
    },
    /// Two bodies began to touch.
    ContactBegin {
        /// Robot or object.
        a: Arc<str>,
        /// The other one.
        b: Arc<str>,
        /// Where, world frame, m.
        #[serde(with = "real::three")]
        position: [f64; 3],
        /// Speed at which they approached, m/s.
        #[serde(with = "real::one")]
        speed: f64,
    },
    /// Two bodies touch no more.
    ContactEnd {
        /// Robot or object.
        a: Arc<str>,
        /// The other one.
        b: Arc<str>,
    },
    /// Anything worth remembering: an edit, a reloaded plugin, a remark.
    Note {
        /// The text.
        text: String,
    },
}
