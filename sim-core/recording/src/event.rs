//! Events of a run: faults, log lines, contacts, notes.

use super::real;
use nalgebra::{Isometry3, Quaternion, Translation3, UnitQuaternion};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;

/// An event.
///
/// Names are shared (`Arc<str>`), so that the engine can report a contact in every tick without allocating.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// Tick in which it happened.
    pub tick: u64,
    /// Simulated time, s.
    #[serde(with = "real::one")]
    pub time: f64,
    /// Kind and details.
    #[serde(flatten)]
    pub kind: EventKind,
}

/// Level of a log line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LogLevel {
    /// Per tick.
    Trace,
    /// Per event.
    Debug,
    /// Once per run.
    Info,
    /// The result may differ from the expectation.
    Warn,
    /// The user must act.
    Error,
}

/// Kind of an event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum EventKind {
    /// A component failed and was stopped.
    Fault {
        /// Robot, or empty for a service.
        robot: Arc<str>,
        /// Name of the component within its robot, or of the service.
        component: Arc<str>,
        /// Message.
        message: String,
        /// Help, or empty.
        help: String,
        /// `file:line:column` in the component's source, or empty.
        place: String,
        /// Whether it panicked.
        panicked: bool,
        /// Code, such as `EN001`; empty in recordings of older versions.
        #[serde(default)]
        code: String,
    },
    /// A line that a component or the core logged.
    Log {
        /// Level.
        level: LogLevel,
        /// Robot, or empty.
        robot: Arc<str>,
        /// Component, or empty.
        component: Arc<str>,
        /// Text.
        message: String,
    },
    /// Two bodies started touching.
    ContactBegin {
        /// Robot or object.
        a: Arc<str>,
        /// The other one.
        b: Arc<str>,
        /// Position in the world frame, m.
        #[serde(with = "real::three")]
        position: [f64; 3],
        /// Approach speed, m/s.
        #[serde(with = "real::one")]
        speed: f64,
    },
    /// Two bodies stopped touching.
    ContactEnd {
        /// Robot or object.
        a: Arc<str>,
        /// The other one.
        b: Arc<str>,
    },
    /// A fixed object was added to the world; replaces an object with the same name.
    ObjectAdded {
        /// The object as in a scene, as JSON.
        object: Value,
    },
    /// A fixed object was removed from the world.
    ObjectRemoved {
        /// Name.
        name: Arc<str>,
    },
    /// A service moved a robot.
    RobotPlaced {
        /// The robot.
        robot: Arc<str>,
        /// `world_from_robot` before.
        from: EventPose,
        /// `world_from_robot` after.
        to: EventPose,
        /// The service.
        service: Arc<str>,
    },
    /// A service received input from outside the simulation.
    #[serde(alias = "outside")]
    ExternalInput {
        /// The service.
        service: Arc<str>,
        /// The input, in order.
        lines: Vec<String>,
    },
    /// A note: an edit, a reloaded plugin, a remark.
    Note {
        /// The text.
        text: String,
    },
}

/// A pose in an event.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct EventPose {
    /// Position, m.
    #[serde(with = "real::three")]
    pub position: [f64; 3],
    /// Quaternion: x, y, z, w.
    pub orientation: [f64; 4],
}

impl From<&Isometry3<f64>> for EventPose {
    fn from(pose: &Isometry3<f64>) -> Self {
        let q = pose.rotation.quaternion();
        Self { position: pose.translation.vector.into(), orientation: [q.i, q.j, q.k, q.w] }
    }
}

impl From<&EventPose> for Isometry3<f64> {
    fn from(pose: &EventPose) -> Self {
        let [x, y, z, w] = pose.orientation;
        let rotation = UnitQuaternion::new_unchecked(Quaternion::new(w, x, y, z));
        Self::from_parts(Translation3::from(pose.position), rotation)
    }
}

impl EventKind {
    /// Whether the event is a change of the world that frames do not contain; a player needs it at all later times.
    pub fn is_edit(&self) -> bool {
        matches!(self, Self::ObjectAdded { .. } | Self::ObjectRemoved { .. } | Self::RobotPlaced { .. })
    }
}
