//! What remains of a running plan is checked for obstacles that were not there when it started.

use super::user_requests::{Plan, PlannedRequest, UserRequest};
use super::{Link, pose_of};
use robomap_link::client::{Level, PlanState};
use robomap_protocol::{Mode, Pose, Radians};
use sim_abi::prelude::*;
use std::time::Duration;

/// Ending of the name of an obstacle that a plan touches without entering it.
const TOUCHED: &str = " (touched)";
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
    /// Returns the route, and its obstacles if relevant.
    pub(super) fn plan(&self, request: &UserRequest, io: &mut ServiceIo) -> Result<Plan> {
        let mut plan = Plan { poses: self.route.clone(), revision: self.revision, ..Plan::default() };
        let finite = self.route.iter().all(Pose::is_finite);
        if *request != UserRequest::Play || !finite {
            return Ok(plan);
        }
        plan.legs = self.contacts(&self.route, io)?;
        let stands = match self.client.mode() {
            Mode::Robot => self.client.pose(),
            Mode::Editor => Some(pose_of(&io.robot_state(self.robot)?)),
        };
        if let (Some(from), Some(first)) = (stands, self.route.first()) {
            plan.approach = self.contacts(&[from, *first], io)?;
        }
        Ok(plan)
    }

    /// Returns the distinct names of the obstacles that the robot would touch between consecutive poses.
    fn contacts(&self, poses: &[Pose], io: &mut ServiceIo) -> Result<Vec<String>> {
        let poses: Vec<[f64; 3]> = poses.iter().map(|pose| [pose.x, pose.y, Radians::from(pose.heading).0]).collect();
        let mut names: Vec<String> = Vec::new();
        for contact in io.leg_contacts(self.robot, &poses)? {
            let name = if contact.touches { format!("{}{TOUCHED}", contact.name) } else { contact.name };
            if !names.contains(&name) {
                names.push(name);
            }
        }
        Ok(names)
    }

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

    /// Pauses or cancels the running plan, or only warns, because of obstacles that have appeared on it.
    pub(super) fn block(&mut self, now: Duration, names: &[String], io: &mut ServiceIo) -> Result {
        let (request, what) = match self.params.on_obstacle {
            OnObstacle::Pause => (Some(UserRequest::Play), "the plan is paused"),
            OnObstacle::Cancel => (Some(UserRequest::Cancel), "the plan is canceled"),
            OnObstacle::Warn => (None, "the plan continues"),
        };
        let text = format!("the rest of the plan would touch {}: {what}", names.join(", "));
        self.report(io, Level::Warning, text);
        match request {
            None => self.guard.accepted.extend_from_slice(names),
            Some(request) => {
                let news = self.news.clone();
                self.execute(now, &PlannedRequest { request, plan: Plan::default() }, io)?;
                self.news = news;
            }
        }
        Ok(())
    }
}
