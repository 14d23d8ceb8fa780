//! Commands and wrenches of the program around the simulation.

use super::Simulation;
use super::command_limits::CommandSource;
use super::handles::{ActuatorHandle, RobotHandle, RobotKey, unknown};
use super::program::{ControlInput, ControlOutput, Function, PROGRAM, Program};
use nalgebra::Vector3;
use sim_diagnostics::{Code, Diagnostic};
use std::sync::Arc;

impl Simulation {
    /// Controls a robot with a closure, which is called once per tick in place of the robot's controller, until [`Simulation::release`].
    /// A halted robot continues, unless one of its components has failed or it is out of bounds. If the closure returns an error or sets a
    /// command that is not finite, a fault is recorded and the robot is halted. A panic is not caught.
    ///
    /// Results are reproducible if the closure depends only on its input.
    ///
    /// # Errors
    /// If the robot does not exist.
    pub fn control(
        &mut self,
        robot: impl RobotKey,
        function: impl FnMut(&ControlInput<'_>, &mut ControlOutput<'_>) -> Result<(), Diagnostic> + Send + 'static,
    ) -> Result<(), Diagnostic> {
        let robot = robot.index_in(self)?;
        self.take_control(robot, Some(Box::new(function)));
        Ok(())
    }

    /// Sets the command of an actuator from the next tick on. From then on, the controller of the robot is not called, until
    /// [`Simulation::release`]. A command out of its range is clamped, and counted as in [`RobotReport`](super::RobotReport).
    ///
    /// # Errors
    /// If the handle belongs to another simulation, or the value is not finite.
    pub fn command(&mut self, actuator: ActuatorHandle, value: f64) -> Result<(), Diagnostic> {
        let robot = actuator.robot.index_in(self)?;
        if self.movers[robot].commands.program.is_none() {
            self.take_control(robot, None);
        }
        let name = Arc::from(PROGRAM);
        let time = self.time();
        let mut source = CommandSource { name: Some(&name), time, limited: &mut self.report.limited };
        let set = self.movers[robot].set_command(actuator.command, value, &mut source);
        set.map_err(|message| Diagnostic::error(Code::EngineCommand, message))
    }

    /// Returns a robot to its controller; without one, its commands become neutral.
    ///
    /// # Errors
    /// If the robot does not exist.
    pub fn release(&mut self, robot: impl RobotKey) -> Result<(), Diagnostic> {
        let robot = robot.index_in(self)?;
        let mover = &mut self.movers[robot];
        mover.commands.program = None;
        mover.command_neutral();
        mover.wake_sensors();
        mover.commands.halted = mover.must_halt();
        Ok(())
    }

    fn take_control(&mut self, robot: usize, function: Option<Box<Function>>) {
        let handle = RobotHandle { simulation: self.setup.id, robot };
        let mover = &mut self.movers[robot];
        mover.commands.program = Some(Box::new(Program::new(handle, function)));
        mover.wake_sensors();
        mover.commands.halted = mover.must_halt();
    }

    /// Applies a force, N, and a torque, N·m, at the origin of a robot or movable object during the next tick, world axes. Wrenches add up.
    ///
    /// # Errors
    /// If the robot or movable object does not exist, or the total is not finite.
    pub fn apply_wrench(&mut self, body: &str, force: [f64; 3], torque: [f64; 3]) -> Result<(), Diagnostic> {
        let names = || self.movers.iter().map(|mover| &*mover.identity.name);
        let Some(mover) = names().position(|name| name == body) else {
            return Err(unknown("robot or movable object", body, "", names()));
        };
        match self.movers[mover].environment.push(Vector3::from(force), Vector3::from(torque)) {
            true => Ok(()),
            false => {
                let message = format!("the total wrench on `{body}` is not finite");
                Err(Diagnostic::error(Code::EngineState, message))
            }
        }
    }
}
