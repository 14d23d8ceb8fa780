//! What remains of a running plan is checked for obstacles that were not there when it started.

use super::{Link, TOUCHED, pose_of};
use robomap_link::client::PlanState;
use robomap_protocol::{Mode, Pose};
use sim_abi::prelude::*;

/// Interval of the checks while the scene does not change, s.
const INTERVAL: f64 = 0.15;

/// What happens if an obstacle appears on the rest of a running plan.
#[params]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnObstacle {
    #[default]
    Pause,
    Cancel,
    Warn,
}

/// Progress of the checks.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Guard {
    /// Whether the scene has changed since the last check.
    pub is_due: bool,
    /// Time of the last check, s: simulated in a simulation, real in robot mode.
    last: f64,
    /// Obstacles that the plan was started with, or that have been reported.
    pub accepted: Vec<String>,
}

impl Link {
    /// The running plan from the robot's current pose; `None` if none is running.
    fn remaining(&self, io: &ServiceIo) -> Result<Option<Vec<Pose>>> {
        let (from, left) = match (&self.simulation, self.client.mode()) {
            // Its robot stands while the run waits.
            (Some(simulation), Mode::Editor) if !simulation.is_paused() && !self.is_idle => {
                (Some(pose_of(&io.robot_state(self.robot)?)), simulation.remaining())
            }
            (_, Mode::Robot) if self.client.plan() == PlanState::Running && !self.client.is_waiting() => {
                (self.client.pose(), self.client.remaining_poses())
            }
            _ => return Ok(None),
        };
        Ok(from.map(|from| std::iter::once(from).chain(left.iter().copied()).collect()))
    }

    /// Obstacles that have appeared on the rest of the running plan, if a check is due. Other robots do not count.
    pub(super) fn appeared(&mut self, io: &mut ServiceIo) -> Result<Vec<String>> {
        let Some(path) = self.remaining(io)? else { return Ok(Vec::new()) };
        let now = if self.client.mode() == Mode::Robot { self.batches.now().as_secs_f64() } else { io.time() };
        if !self.guard.is_due && (0.0..INTERVAL).contains(&(now - self.guard.last)) {
            return Ok(Vec::new());
        }
        (self.guard.is_due, self.guard.last) = (false, now);
        let mut met = self.contacts(&path, io)?;
        met.retain(|name| {
            !self.guard.accepted.contains(name) && !self.robots.contains(name) && !name.ends_with(TOUCHED)
        });
        Ok(met)
    }
}
