//! The simulation of a plan: the robot of the scene goes along its route, and is put back.

use crate::driven::{Driven, pose_of};
use robomap_protocol::{Pose, Radians, TOLERANCE};
use serde::{Deserialize, Serialize};
use sim_abi::ffi::types;
use sim_abi::prelude::*;

/// A plan that is being simulated.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Simulation {
    /// Where the robot was before: position, quaternion (x, y, z, w), velocity, angular velocity.
    before: [f64; 13],
    /// The poses to which it goes; the first one may be that of the route to which it went at first.
    poses: Vec<Pose>,
    /// So many of them are there for the way to the route.
    approach: usize,
    /// The pose that is gone to.
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
        // As it was to the bit: it was a unit quaternion.
        pose: math::Pose::from(pose),
        linear_velocity: Vec3::new(vx, vy, vz),
        angular_velocity: Vec3::new(wx, wy, wz),
    }
}

impl Simulation {
    /// Begins one of a route that has poses, with the robot where it is.
    pub fn begin(route: &[Pose], robot: u32, driven: &mut Driven, io: &mut ServiceIo) -> Result<Self> {
        let now = io.robot_state(robot)?;
        let stands = pose_of(&now);
        let apart = math::hypot(stands.x - route[0].x, stands.y - route[0].y);
        let turned = Radians::from(stands.heading.apart(route[0].heading)).0;
        // Where it stands at the first pose it begins with the way to the second one.
        let approach = apart >= TOLERANCE || turned >= 10.0 * TOLERANCE || route.len() == 1;
        let poses: Vec<Pose> = route.iter().copied().skip(usize::from(!approach)).collect();
        let simulation =
            Self { before: numbers(&now), poses, approach: usize::from(approach), target: 0, paused: false };
        simulation.go(driven, io)?;
        Ok(simulation)
    }

    /// Whether it is paused.
    pub fn is_paused(&self) -> bool {
        self.paused
    }

    /// Poses of the route that are reached, and how many there are.
    pub fn progress(&self) -> (usize, usize) {
        let first = 1 - self.approach;
        (self.target + first, self.poses.len() + first)
    }

    /// Sends the robot to where it goes.
    pub fn go(&self, driven: &mut Driven, io: &mut ServiceIo) -> Result {
        driven.go_to(&self.poses[self.target], io)
    }

    /// Pauses it, or goes on.
    pub fn pause(&mut self, driven: &mut Driven, io: &mut ServiceIo) -> Result {
        self.paused = !self.paused;
        if self.paused { driven.stand(io) } else { self.go(driven, io) }
    }

    /// Looks whether a pose is reached. Returns whether that was the last one.
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

    /// Puts the robot back to where it was before.
    pub fn end(self, robot: u32, driven: &mut Driven, io: &mut ServiceIo) -> Result {
        driven.stand(io)?;
        io.set_robot_state(robot, state(self.before))
    }
}
