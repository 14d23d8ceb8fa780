//! Diffusion: the controller used to benchmark swarm simulators.

use crate::wheels::{Ring, Wheels};
use sim_abi::prelude::*;
use std::f64::consts::FRAC_PI_2;

/// Parameters of the diffusion.
#[params]
pub struct DiffusionParams {
    /// Speed on a free path; in a turn, one wheel stops and the other keeps its speed.
    #[param(default = 0.1, unit = "m/s", min = 0.0)]
    speed: f64,
    /// Radius of the wheels.
    #[param(default = 0.021, unit = "m", min = 1e-4)]
    wheel_radius: f64,
    /// Half-angle ahead within which the direction of obstacles is ignored.
    #[param(default = 0.13, unit = "rad", min = 0.0, max = FRAC_PI_2 - 1e-6)]
    alpha: f64,
    /// Length of the mean proximity vector (0 … 1) above which it turns regardless of the direction.
    #[param(default = 0.1, unit = "1", min = 0.0)]
    delta: f64,
    /// Distance within which obstacles are considered.
    #[param(default = 1.0, unit = "m", min = 1e-6, formerly = "reach")]
    max_range: f64,
}

/// Drives straight while the proximity vector is short and points ahead, otherwise turns away from its side.
pub struct Diffusion {
    ring: Ring,
    wheels: Wheels,
    speed: f64,
    tangent: f64,
    delta_squared: f64,
    inverse_range: f64,
}

impl Controller for Diffusion {
    type Params = DiffusionParams;

    fn new(params: DiffusionParams, robot: &mut ControllerSetup) -> Result<Self> {
        let ring = Ring::bind(robot)?;
        Ok(Self {
            wheels: Wheels::bind(robot, params.wheel_radius)?,
            speed: params.speed,
            tangent: math::tan(params.alpha),
            delta_squared: math::powi(params.delta * ring.directions.len() as f64, 2),
            inverse_range: 1.0 / params.max_range,
            ring,
        })
    }

    fn step(&mut self, io: &mut ControllerIo) -> Result {
        let (mut x, mut y) = (0.0, 0.0);
        for ([cos, sin], distance) in self.ring.rays(io) {
            let proximity = (1.0 - distance * self.inverse_range).max(0.0);
            x += proximity * cos;
            y += proximity * sin;
        }
        let ahead = y.abs() <= x * self.tangent;
        if ahead && x * x + y * y <= self.delta_squared {
            self.wheels.roll(io, self.speed, self.speed);
        } else if y > 0.0 {
            self.wheels.roll(io, self.speed, 0.0);
        } else {
            self.wheels.roll(io, 0.0, self.speed);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FREE: [f64; 8] = [1.0; 8];

    fn robot() -> ControllerRig<Diffusion> {
        let builder =
            ControllerRig::robot().sensor("range", &FREE).actuator("left_wheel", 1).actuator("right_wheel", 1);
        builder.params(json!({"speed": 0.21, "wheel_radius": 0.021})).build().unwrap()
    }

    /// Wheel speeds with some rays shortened.
    fn wheels(near: &[(usize, f64)]) -> [f64; 2] {
        let mut reading = FREE;
        near.iter().for_each(|(ray, distance)| reading[*ray] = *distance);
        let mut rig = robot();
        rig.read("range", &reading);
        rig.step().unwrap();
        ["left_wheel", "right_wheel"].map(|wheel| (rig.command(wheel)[0] * 1e9).round() / 1e9)
    }

    #[test]
    fn it_conforms() {
        testing::conformance::controller(robot, &["left_wheel", "right_wheel"]);
    }

    #[test]
    fn it_drives_straight_on_a_free_path_and_toward_faint_obstacles() {
        assert_eq!(wheels(&[]), [10.0, 10.0]);
        assert_eq!(wheels(&[(0, 0.5)]), [10.0, 10.0]);
        assert_eq!(wheels(&[(1, 0.6), (7, 0.6)]), [10.0, 10.0]);
    }

    #[test]
    fn it_turns_to_the_side_opposite_to_an_obstacle() {
        assert_eq!(wheels(&[(2, 0.9)]), [10.0, 0.0], "right of an obstacle on the left");
        assert_eq!(wheels(&[(6, 0.9)]), [0.0, 10.0], "left of an obstacle on the right");
    }

    #[test]
    fn an_obstacle_close_ahead_makes_it_turn() {
        assert_eq!(wheels(&[(0, 0.1)]), [0.0, 10.0]);
    }
}
