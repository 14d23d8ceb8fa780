//! Read access to a robot of a simulation between ticks.

use super::Simulation;
use super::handles::{ActuatorHandle, ChannelHandle, Owner, RobotHandle, RobotKey, SensorHandle, unknown};
use super::layout::{self, TelemetryChannel};
use super::mover::Mover;
use super::world::Operator;
use sim_abi::ffi::types as abi;
use sim_abi::math::BodyState;
use sim_abi::model::RobotModelSpec;
use sim_abi::service::RobotLayout;
use sim_diagnostics::Diagnostic;
use sim_geometry::BodyId;
use std::sync::Arc;

/// State and statistics of one robot so far.
#[derive(Clone, Debug, PartialEq)]
pub struct RobotReport<'a> {
    /// Its name.
    pub name: &'a str,
    /// True state.
    pub state: BodyState,
    /// Distance traveled, m.
    pub distance: f64,
    /// Number of times it began to touch anything but ground.
    pub collisions: u64,
    /// Number of commands that were out of range and were clamped, regardless of their source.
    pub clamped_commands: u64,
    /// Its controller has failed, or it was halted: commands stay neutral.
    pub halted: bool,
    /// Time at which it left the bounds of the scene, s; `None` if it has not.
    pub out_of_bounds: Option<f64>,
}

/// A robot between two ticks.
#[derive(Clone, Copy)]
pub struct RobotView<'a> {
    simulation: &'a Simulation,
    number: usize,
    mover: &'a Mover,
}

impl Simulation {
    /// A robot by its name, index or handle.
    ///
    /// # Errors
    /// If the robot does not exist.
    pub fn robot(&self, robot: impl RobotKey) -> Result<RobotView<'_>, Diagnostic> {
        let number = robot.index_in(self)?;
        Ok(RobotView { simulation: self, number, mover: &self.movers[number] })
    }

    /// All robots, in scene order.
    pub fn robot_views(&self) -> impl DoubleEndedIterator<Item = RobotView<'_>> + ExactSizeIterator {
        let robots = self.movers[..self.robots].iter().enumerate();
        robots.map(|(number, mover)| RobotView { simulation: self, number, mover })
    }
}

impl<'a> RobotView<'a> {
    /// Its index.
    pub fn index(&self) -> usize {
        self.number
    }

    /// Its name, shared.
    pub fn name(&self) -> &'a Arc<str> {
        &self.mover.identity.name
    }

    /// Its handle.
    pub fn handle(&self) -> RobotHandle {
        RobotHandle { simulation: self.simulation.setup.id, robot: self.number }
    }

    /// State and statistics so far.
    pub fn report(&self) -> RobotReport<'a> {
        self.mover.report()
    }

    /// An actuator by its name, or one command of an actuator that has several: `arm.left`.
    ///
    /// # Errors
    /// If the robot has no such actuator.
    pub fn actuator(&self, name: &str) -> Result<ActuatorHandle, Diagnostic> {
        let commands = self.mover.components.actuators.iter().flat_map(|actuator| {
            let (own, channels) = (&actuator.slot.origin.name, &actuator.slot.instance.declaration().channels);
            let paths = channels.iter().map(move |channel| match channels.len() {
                1 => own.to_string(),
                _ => format!("{own}.{}", channel.name),
            });
            paths.zip(actuator.commands.range())
        });
        let commands: Vec<(String, usize)> = commands.collect();
        let found = commands.iter().find(|(path, _)| path == name);
        let (_, command) = found.ok_or_else(|| {
            unknown("actuator", name, &self.mover.identity.name, commands.iter().map(|(path, _)| path.as_str()))
        })?;
        Ok(ActuatorHandle { robot: self.handle(), command: *command })
    }

    /// All readings of a sensor.
    ///
    /// # Errors
    /// If the robot has no such sensor.
    pub fn sensor(&self, name: &str) -> Result<SensorHandle, Diagnostic> {
        let sensors = &self.mover.components.sensors;
        let found = sensors.iter().find(|sensor| *sensor.slot.origin.name == *name);
        let sensor = found.ok_or_else(|| {
            unknown("sensor", name, &self.mover.identity.name, sensors.iter().map(|sensor| &*sensor.slot.origin.name))
        })?;
        let range = sensor.readings.range();
        Ok(SensorHandle { robot: self.handle(), readings: (range.start, range.end) })
    }

    /// A value of its telemetry by its path, such as `range.ray_0`; [`RobotView::channels`] lists all.
    ///
    /// # Errors
    /// If the robot has no such channel.
    pub fn channel(&self, path: &str) -> Result<ChannelHandle, Diagnostic> {
        let channels = self.channels();
        let found = channels.iter().find(|channel| channel.path == path);
        let channel = found.ok_or_else(|| {
            unknown("channel", path, &self.mover.identity.name, channels.iter().map(|channel| channel.path.as_str()))
        })?;
        Ok(ChannelHandle {
            simulation: self.simulation.setup.id,
            owner: Owner::Robot(self.number),
            index: channel.index,
        })
    }

    /// Its model: links, joints and visuals.
    pub fn model(&self) -> Option<&'a Arc<RobotModelSpec>> {
        self.mover.identity.model.as_ref()
    }

    /// Its position, m.
    pub fn position(&self) -> [f64; 3] {
        let abi::Vec3 { x, y, z } = self.mover.motion.state.pose.position;
        [x, y, z]
    }

    /// Whether any of its components has failed and was stopped.
    pub fn is_faulty(&self) -> bool {
        self.mover.components.any_stopped()
    }

    /// Its body in the index.
    pub fn body(&self) -> BodyId {
        self.mover.identity.body
    }

    /// Ticks between two readings of a sensor; 1 for a sensor that it does not have.
    pub fn sensor_ticks(&self, sensor: &str) -> u32 {
        let slots = self.mover.components.sensors.iter().map(|sensor| &sensor.slot);
        slots.filter(|slot| *slot.origin.name == *sensor).map(|slot| slot.every).next().unwrap_or(1)
    }

    /// Parts with their channels and functions.
    pub fn layout(&self) -> RobotLayout {
        layout::of(self.mover, &self.simulation.world.links)
    }

    /// Whether another robot has the same components with the same channels at the same places.
    pub fn has_layout_of(&self, other: &Self) -> bool {
        layout::equal(self.mover, other.mover)
    }

    /// Description of each value of [`RobotView::telemetry`].
    pub fn channels(&self) -> Vec<TelemetryChannel> {
        layout::channels(self.mover)
    }

    /// Values of all its channels.
    pub fn telemetry(&self) -> &'a [f64] {
        &self.mover.telemetry.values
    }

    /// Values of the last scan of each sensor, in their order; empty for a sensor that declares none. See
    /// [`ScanData`](sim_abi::declare::ScanData).
    pub fn scans(&self) -> impl ExactSizeIterator<Item = &'a [f64]> + use<'a> {
        self.mover.components.sensors.iter().map(|sensor| &*sensor.scan)
    }

    /// State memory of its dynamics, in the order of its declaration.
    pub fn memory(&self) -> &'a [f64] {
        &self.mover.components.memory
    }

    /// Its operator input: keys and axes.
    pub fn operator(&self) -> &'a Operator {
        self.simulation.world.operator_of(self.number)
    }
}

impl Mover {
    /// State and statistics so far.
    pub(super) fn report(&self) -> RobotReport<'_> {
        RobotReport {
            name: &self.identity.name,
            state: self.motion.state.into(),
            distance: self.motion.traveled(),
            collisions: self.statistics.collisions,
            clamped_commands: self.statistics.clamped_commands,
            halted: self.commands.halted,
            out_of_bounds: self.statistics.out_of_bounds,
        }
    }
}
