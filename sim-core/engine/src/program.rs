//! Robots that are commanded by the program around the simulation, in place of their controllers.
//!
//! Such commands are not part of a [snapshot](super::Snapshot): restoring one changes neither which robots the program commands nor the
//! variables that a closure has captured.

use super::handles::{ActuatorHandle, ChannelHandle, Owner, RobotHandle, SensorHandle, foreign};
use super::tick::Tick;
use sim_abi::ffi::types as abi;
use sim_abi::math::BodyState;
use sim_diagnostics::Diagnostic;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

/// Name of the program as the source of commands.
pub(super) const PROGRAM: &str = "program";

/// A closure that controls a robot.
pub(super) type Function = dyn FnMut(&ControlInput<'_>, &mut ControlOutput<'_>) -> Result<(), Diagnostic> + Send;

/// What commands a robot in place of its controller.
pub(super) struct Program {
    robot: RobotHandle,
    /// Called in every tick; `None` if commands are set between ticks. The mutex is never locked: it makes the closure `Sync`.
    function: Option<Mutex<Box<Function>>>,
    /// Commands of the current step.
    commands: Vec<f64>,
}

impl Program {
    /// Commands a robot, by a closure or between ticks.
    pub(super) fn new(robot: RobotHandle, function: Option<Box<Function>>) -> Self {
        Self { robot, function: function.map(Mutex::new), commands: Vec::new() }
    }

    /// Calls the closure, if there is one, with the telemetry and the current commands of the robot; returns its commands.
    pub(super) fn step(
        &mut self,
        tick: Tick,
        telemetry: &[f64],
        commands: Range<usize>,
        state: &abi::BodyState,
    ) -> Option<Result<&[f64], Diagnostic>> {
        let Self { robot, function: Some(function), commands: own } = self else { return None };
        own.clear();
        own.extend_from_slice(&telemetry[commands]);
        let input = ControlInput { robot: *robot, tick, telemetry, state };
        let mut output = ControlOutput { robot: *robot, commands: own };
        let function = function.get_mut().unwrap_or_else(PoisonError::into_inner);
        Some(function(&input, &mut output).map(|()| &own[..]))
    }
}

/// What a closure that controls a robot can read.
pub struct ControlInput<'a> {
    robot: RobotHandle,
    tick: Tick,
    telemetry: &'a [f64],
    state: &'a abi::BodyState,
}

impl ControlInput<'_> {
    /// Simulated time at the start of the tick, s.
    pub fn time(&self) -> f64 {
        self.tick.time()
    }

    /// Step, s.
    pub fn dt(&self) -> f64 {
        self.tick.dt
    }

    /// True state of the robot, which controllers of plugins do not know.
    pub fn state(&self) -> BodyState {
        (*self.state).into()
    }

    /// A value of the telemetry of the robot.
    ///
    /// # Errors
    /// If the handle belongs to another robot or simulation.
    pub fn read(&self, channel: ChannelHandle) -> Result<f64, Diagnostic> {
        let ChannelHandle { simulation, owner, index } = channel;
        let is_own = simulation == self.robot.simulation && owner == Owner::Robot(self.robot.robot);
        self.telemetry.get(index).copied().filter(|_| is_own).ok_or_else(foreign)
    }

    /// The readings of a sensor of the robot.
    ///
    /// # Errors
    /// As for [`ControlInput::read`].
    pub fn readings(&self, sensor: SensorHandle) -> Result<&[f64], Diagnostic> {
        if sensor.robot == self.robot {
            Ok(&self.telemetry[sensor.readings.0..sensor.readings.1])
        } else {
            Err(foreign())
        }
    }
}

/// The commands of a closure that controls a robot. A command that it does not set keeps its value.
pub struct ControlOutput<'a> {
    robot: RobotHandle,
    commands: &'a mut [f64],
}

impl ControlOutput<'_> {
    /// Sets the command of an actuator. It is clamped to its range after the call.
    ///
    /// # Errors
    /// If the handle belongs to another robot or simulation.
    pub fn command(&mut self, actuator: ActuatorHandle, value: f64) -> Result<(), Diagnostic> {
        if actuator.robot != self.robot {
            return Err(foreign());
        }
        self.commands[actuator.command] = value;
        Ok(())
    }
}
