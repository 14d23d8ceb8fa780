//! Read access to a robot of a simulation between ticks.

use super::Simulation;
use super::layout::{self, TelemetryChannel};
use super::mover::Mover;
use super::reload::no_robot;
use super::world::Operator;
use crate::diagnostic::Diagnostic;
use crate::geometry::BodyId;
use sim_abi::ffi::types as abi;
use sim_abi::model::RobotModelSpec;
use sim_abi::service::RobotLayout;
use std::sync::Arc;

/// A robot between two ticks.
#[derive(Clone, Copy)]
pub struct RobotView<'a> {
    simulation: &'a Simulation,
    number: usize,
    mover: &'a Mover,
}

impl Simulation {
    /// A robot by its index.
    ///
    /// # Errors
    /// If the index is out of range.
    pub fn robot(&self, robot: usize) -> Result<RobotView<'_>, Diagnostic> {
        let mover = self.movers[..self.robots].get(robot).ok_or_else(|| no_robot(robot))?;
        Ok(RobotView { simulation: self, number: robot, mover })
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
        &self.mover.name
    }

    /// Its model: links, joints and visuals.
    pub fn model(&self) -> Option<&'a Arc<RobotModelSpec>> {
        self.mover.model.as_ref()
    }

    /// Its position, m.
    pub fn position(&self) -> [f64; 3] {
        let abi::Vec3 { x, y, z } = self.mover.state.pose.position;
        [x, y, z]
    }

    /// Whether any of its components has failed and was stopped.
    pub fn is_faulty(&self) -> bool {
        self.mover.any_stopped()
    }

    /// Its body in the index.
    pub fn body(&self) -> BodyId {
        self.mover.body
    }

    /// Ticks between two readings of a sensor; 1 for a sensor that it does not have.
    pub fn sensor_ticks(&self, sensor: &str) -> u32 {
        let slots = self.mover.sensors.iter().map(|sensor| &sensor.slot);
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
        &self.mover.telemetry
    }

    /// Values of the last scan of each sensor, in their order; empty for a sensor that declares none. See
    /// [`ScanData`](sim_abi::declare::ScanData).
    pub fn scans(&self) -> impl ExactSizeIterator<Item = &'a [f64]> + use<'a> {
        self.mover.sensors.iter().map(|sensor| &*sensor.scan)
    }

    /// State memory of its dynamics, in the order of its declaration.
    pub fn memory(&self) -> &'a [f64] {
        &self.mover.memory
    }

    /// Its operator input: keys and axes.
    pub fn operator(&self) -> &'a Operator {
        self.simulation.world.operator_of(self.number)
    }
}
