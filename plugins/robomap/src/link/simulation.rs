//! Simulation of a plan: the robot of the scene follows its route and is then restored to its initial state.

use crate::driven::{Driven, pose_of};
use robomap_protocol::{Pose, Radians, TOLERANCE};
use serde::{Deserialize, Serialize};
use sim_abi::ffi::types;
use sim_abi::prelude::*;

/// A plan that is being simulated.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Simulation {
    /// State of the robot before the simulation: position, quaternion (x, y, z, w), velocity, angular velocity.
    before: [f64; 13],
    /// Target poses; the first one may be the approach to the start of the route.
    poses: Vec<Pose>,
    /// Number of approach poses among them.
    approach: usize,
    /// Index of the target pose.
    target: usize,
    paused: bool,
}

fn numbers(state: &BodyState) -> [f64; 13] {
    let (at, turn) = (state.pose.translation.vector, state.pose.rotation.coords);
    let (v, w) = (state.linear_velocity, state.angular_velocity);
    [at.x, at.y, at.z, turn.x, turn.y, turn.z, turn.w, v.x, v.y, v.z, w.x, w.y, w.z]
}

fn state([x, y, z, i, j, k, w, vx, vy, vz, wx, wy, wz]: [f64; 13]) -> BodyState {
    let pose = types::Pose { position: types::Vec3 { x, y, z }, orientation: types::Quat { x: i, y: j, z: k, w } };
    BodyState {
        // Restored bit-exactly: it was a unit quaternion.
        pose: math::Pose::from(pose),
        linear_velocity: Vec3::new(vx, vy, vz),
        angular_velocity: Vec3::new(wx, wy, wz),
    }
}

impl Simulation {
    /// Starts the simulation of a non-empty route from the robot's current pose.
    pub fn begin(route: &[Pose], robot: u32, driven: &mut Driven, io: &mut ServiceIo) -> Result<Self> {
        let now = io.robot_state(robot)?;
        let stands = pose_of(&now);
        let apart = math::hypot(stands.x - route[0].x, stands.y - route[0].y);
        let turned = Radians::from(stands.heading.apart(route[0].heading)).0;
        // If the robot is already at the first pose, it starts with the second one.
        let approach = apart >= TOLERANCE || turned >= 10.0 * TOLERANCE || route.len() == 1;
        let poses: Vec<Pose> = route.iter().copied().skip(usize::from(!approach)).collect();
        let simulation =
            Self { before: numbers(&now), poses, approach: usize::from(approach), target: 0, paused: false };
        simulation.go(driven, io)?;
        Ok(simulation)
    }

    /// Returns whether it is paused.
    pub fn is_paused(&self) -> bool {
        self.paused
    }

    /// Returns the number of reached poses of the route, and of all poses.
    pub fn progress(&self) -> (usize, usize) {
        let first = 1 - self.approach;
        (self.target + first, self.poses.len() + first)
    }

    /// Returns the poses that are not reached yet.
    pub fn remaining(&self) -> &[Pose] {
        &self.poses[self.target..]
    }

    /// Sends the robot to its target.
    pub fn go(&self, driven: &mut Driven, io: &mut ServiceIo) -> Result {
        driven.go_to(&self.poses[self.target], io)
    }

    /// Pauses or resumes it.
    pub fn pause(&mut self, driven: &mut Driven, io: &mut ServiceIo) -> Result {
        self.paused = !self.paused;
        if self.paused { driven.stand(io) } else { self.go(driven, io) }
    }

    /// Checks whether the target is reached. Returns whether it was the last one.
    pub fn step(&mut self, driven: &mut Driven, io: &mut ServiceIo) -> Result<bool> {
        if self.paused || !driven.has_arrived(io)? {
            return Ok(false);
        }
        self.target += 1;
        if self.target == self.poses.len() {
            return Ok(true);
        }
        self.go(driven, io)?;
        Ok(false)
    }

    /// Restores the robot's state from before the simulation.
    pub fn end(self, robot: u32, driven: &mut Driven, io: &mut ServiceIo) -> Result {
        driven.stand(io)?;
        io.set_robot_state(robot, state(self.before))
    }
}
