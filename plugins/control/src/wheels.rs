//! Shared code of the controllers for two-wheeled robots.

use sim_abi::prelude::*;
use std::f64::consts::TAU;
use std::sync::Arc;

/// The actuators `left_wheel` and `right_wheel`.
pub struct Wheels {
    left: Output,
    right: Output,
    radius: f64,
}

impl Wheels {
    /// Binds the wheels of a robot; `radius` in m.
    pub fn bind(robot: &ControllerSetup, radius: f64) -> Result<Self> {
        Ok(Self { left: robot.actuator("left_wheel")?, right: robot.actuator("right_wheel")?, radius })
    }

    /// Commands the rolling speed of each wheel, m/s.
    #[inline]
    pub fn roll(&self, io: &mut ControllerIo, left: f64, right: f64) {
        io.set(self.left, left / self.radius);
        io.set(self.right, right / self.radius);
    }

    /// Commands the forward speed (m/s) and turn rate (rad/s, counterclockwise) of a robot with this track (m).
    pub fn drive(&self, io: &mut ControllerIo, speed: f64, turn_rate: f64, track: f64) {
        let across = 0.5 * track * turn_rate;
        self.roll(io, speed - across, speed + across);
    }
}

/// The sensor `range`: rays over a full circle, counterclockwise from the front.
pub struct Ring {
    input: Input,
    /// Unit direction of each ray in the robot's frame.
    pub directions: Arc<[[f64; 2]]>,
}

impl Ring {
    /// Binds the ring of a robot.
    pub fn bind(robot: &ControllerSetup) -> Result<Self> {
        let input = robot.sensor("range")?;
        static KNOWN: Shared<usize, [[f64; 2]]> = Shared::new();
        let rays = input.len();
        let direction = |index| math::sin_cos(TAU / rays as f64 * index as f64);
        let directions = || (0..rays).map(direction).map(|(sin, cos)| [cos, sin]).collect();
        Ok(Self { input, directions: KNOWN.get(rays, directions) })
    }

    /// Direction and distance (m) of each ray.
    #[inline]
    pub fn rays<'a>(&'a self, io: &'a ControllerIo) -> impl Iterator<Item = ([f64; 2], f64)> + 'a {
        self.directions.iter().copied().zip(io.read(self.input).iter().copied())
    }
}
