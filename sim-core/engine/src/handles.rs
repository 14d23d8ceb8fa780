//! Typed handles: names that are looked up once, then used in every tick.
//!
//! A handle belongs to one simulation. Another one rejects it, even if both are of the same scene.

use super::Simulation;
use sim_diagnostics::{Code, Diagnostic};
use std::sync::atomic::{AtomicU64, Ordering};

/// Number of a new simulation.
pub(super) fn next_simulation() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// A robot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RobotHandle {
    pub(super) simulation: u64,
    pub(super) robot: usize,
}

/// A command of an actuator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ActuatorHandle {
    pub(super) robot: RobotHandle,
    /// Index among the commands of the robot.
    pub(super) command: usize,
}

/// The readings of a sensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SensorHandle {
    pub(super) robot: RobotHandle,
    /// Range in the telemetry of the robot.
    pub(super) readings: (usize, usize),
}

/// A value of the telemetry of a robot, or one that a service publishes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChannelHandle {
    pub(super) simulation: u64,
    pub(super) owner: Owner,
    pub(super) index: usize,
}

/// The owner of a channel, by index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    Robot(usize),
    Service(usize),
}

/// Identifies a robot of a simulation: its name, its index, or its handle.
pub trait RobotKey: sealed::Sealed {
    /// Its index in a simulation.
    ///
    /// # Errors
    /// If the simulation has no such robot.
    fn index_in(&self, simulation: &Simulation) -> Result<usize, Diagnostic>;
}

mod sealed {
    /// Not implemented elsewhere, because the engine relies on the indices.
    pub trait Sealed {}
    impl Sealed for usize {}
    impl Sealed for &str {}
    impl Sealed for &String {}
    impl Sealed for super::RobotHandle {}
}

impl RobotKey for usize {
    fn index_in(&self, simulation: &Simulation) -> Result<usize, Diagnostic> {
        if *self < simulation.robots { Ok(*self) } else { Err(no_robot(*self)) }
    }
}

impl RobotKey for &str {
    fn index_in(&self, simulation: &Simulation) -> Result<usize, Diagnostic> {
        let names = simulation.robots().map(|robot| robot.name);
        simulation.robot_index(self).ok_or_else(|| unknown("robot", self, "", names))
    }
}

impl RobotKey for &String {
    fn index_in(&self, simulation: &Simulation) -> Result<usize, Diagnostic> {
        self.as_str().index_in(simulation)
    }
}

impl RobotKey for RobotHandle {
    fn index_in(&self, simulation: &Simulation) -> Result<usize, Diagnostic> {
        if self.simulation == simulation.setup.id { Ok(self.robot) } else { Err(foreign()) }
    }
}

impl Simulation {
    /// The current value of a channel.
    ///
    /// # Errors
    /// If the handle belongs to another simulation.
    pub fn read(&self, channel: ChannelHandle) -> Result<f64, Diagnostic> {
        let ChannelHandle { simulation, owner, index } = channel;
        let values = match owner {
            _ if simulation != self.setup.id => return Err(foreign()),
            Owner::Robot(robot) => &self.movers[robot].telemetry.values,
            Owner::Service(service) => &self.services[service].published,
        };
        values.get(index).copied().ok_or_else(foreign)
    }

    /// The current readings of a sensor.
    ///
    /// # Errors
    /// If the handle belongs to another simulation.
    pub fn readings(&self, sensor: SensorHandle) -> Result<&[f64], Diagnostic> {
        let robot = sensor.robot.index_in(self)?;
        Ok(&self.movers[robot].telemetry.values[sensor.readings.0..sensor.readings.1])
    }
}

/// The error for an invalid robot index.
pub(super) fn no_robot(robot: usize) -> Diagnostic {
    let message = format!("unknown robot {robot}");
    Diagnostic::error(Code::SceneReference, message).with_help("the scene has changed; select the robot again")
}

/// The error for a handle of another simulation or robot.
pub(super) fn foreign() -> Diagnostic {
    Diagnostic::error(Code::SceneReference, "the handle belongs to another simulation or robot")
        .with_help("look up the name in the simulation and the robot that you use it with")
}

/// The error for an unknown name of a robot or service; `of` is empty for items of the scene.
pub(super) fn unknown<'a>(what: &str, name: &str, of: &str, known: impl Iterator<Item = &'a str>) -> Diagnostic {
    /// Maximum number of names to list.
    const MAX_NAMES: usize = 12;
    let known: Vec<&str> = known.collect();
    let message = match of {
        "" => format!("unknown {what} `{name}`"),
        of => format!("unknown {what} `{name}` of `{of}`"),
    };
    let listed = known.iter().take(MAX_NAMES).copied().collect::<Vec<_>>().join(", ");
    let more = if known.len() > MAX_NAMES { ", …" } else { "" };
    let diagnostic = Diagnostic::error(Code::SceneReference, message).with_nearest_of(name, known.iter().copied());
    if known.is_empty() { diagnostic } else { diagnostic.with_expected(format!("one of {listed}{more}")) }
}
