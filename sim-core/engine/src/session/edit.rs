//! Changes of a running simulation by a user: poses of bodies, keys and axes, threads.

use crate::handles::no_robot;
use crate::script::Act;
use crate::threads::thread_pool;
use crate::{Simulation, body_state};
use sim_abi::ffi::types as abi;
use sim_abi::math::BodyState;
use sim_diagnostics::{Code, Diagnostic};

impl Simulation {
    /// Sets the state of a robot between ticks.
    ///
    /// # Errors
    /// If the robot does not exist, or the state is not finite.
    pub fn place_robot(&mut self, robot: usize, state: BodyState) -> Result<(), Diagnostic> {
        self.place(robot, self.robots, "robot", state)
    }

    /// Sets the state of a movable object, counted as in [`Simulation::movable_objects`], between ticks.
    ///
    /// # Errors
    /// If the object does not exist, or the state is not finite.
    pub fn place_object(&mut self, object: usize, state: BodyState) -> Result<(), Diagnostic> {
        self.place(self.robots.saturating_add(object), self.movers.len(), "movable object", state)
    }

    fn place(&mut self, mover: usize, end: usize, what: &'static str, state: BodyState) -> Result<(), Diagnostic> {
        let mut state: abi::BodyState = state.into();
        if let Some(fault) = body_state::normalize(&mut state) {
            return Err(fault.diagnostic());
        }
        if mover >= end {
            return Err(Diagnostic::error(Code::SceneReference, format!("unknown {what}"))
                .with_help("the scene has changed; select it again"));
        }
        self.movers[mover].place(state);
        self.follow_placed();
        Ok(())
    }

    /// Presses or releases a key, for one robot or for all. After the first key for a single robot, robots have separate operator input.
    ///
    /// # Errors
    /// If the robot does not exist.
    pub fn press(&mut self, robot: Option<usize>, code: u32, down: bool) -> Result<(), Diagnostic> {
        self.act(robot, &Act::Key(code, down))
    }

    /// Sets an axis, −1 … 1, for one robot or for all, like [`Simulation::press`] for keys.
    ///
    /// # Errors
    /// If the robot does not exist.
    pub fn move_axis(&mut self, robot: Option<usize>, name: &str, value: f64) -> Result<(), Diagnostic> {
        self.act(robot, &Act::Axis(name.to_string(), value))
    }

    fn act(&mut self, robot: Option<usize>, act: &Act) -> Result<(), Diagnostic> {
        if let Some(robot) = robot.filter(|robot| *robot >= self.robots) {
            return Err(no_robot(robot));
        }
        let world = &mut self.world;
        if robot.is_some() && world.robot_operators.is_empty() {
            world.robot_operators = vec![world.operator.clone(); self.robots];
        }
        act.play(robot, world);
        Ok(())
    }

    /// Changes the number of worker threads; 0 uses all cores. Results do not depend on it.
    ///
    /// # Errors
    /// If the system cannot start them; the old ones remain in use.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), Diagnostic> {
        self.pool = thread_pool(threads)?;
        Ok(())
    }
}
