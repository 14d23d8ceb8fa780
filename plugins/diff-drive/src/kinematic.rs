//! Wheels that roll without slip.

use crate::{Wheels, arc};
use sim_abi::prelude::*;

/// Parameters of the kinematic drive.
#[params]
pub struct KinematicParams {
    /// Radius of the wheels.
    #[param(default = 0.021, unit = "m", min = 1e-4)]
    wheel_radius: f64,
    /// Distance of the wheels from each other; 0: as the model places the joints.
    #[param(default = 0.0, unit = "m", min = 0.0)]
    track: f64,
    /// Joint of the left wheel.
    #[param(default = "left_wheel".to_string())]
    left: String,
    /// Joint of the right wheel.
    #[param(default = "right_wheel".to_string())]
    right: String,
}

/// Exact arc of constant wheel speeds; no mass, no slip.
pub struct Kinematic {
    wheels: Wheels,
    radius: f64,
    speed: Published,
    turn_rate: Published,
}

impl Dynamics for Kinematic {
    type Params = KinematicParams;

    fn new(params: KinematicParams, setup: &mut DynamicsSetup) -> Result<Self> {
        setup.freedom(Freedom::Planar);
        Ok(Self {
            wheels: Wheels::bind(setup, [&params.left, &params.right], params.track)?,
            radius: params.wheel_radius,
            speed: setup.publish(Channel::new("speed", "m/s").help("forward speed")),
            turn_rate: setup.publish(Channel::new("turn_rate", "rad/s").help("yaw rate, counter-clockwise")),
        })
    }

    fn step(&self, io: &mut DynamicsIo) -> Result {
        let dt = io.dt();
        let [left, right] = self.wheels.wanted(io);
        let speed = self.radius * 0.5 * (left + right);
        let turn_rate = self.radius * (right - left) / self.wheels.track;
        arc::advance(&mut io.body, speed, 0.0, turn_rate, dt);
        self.wheels.turn(io, [left, right], dt);
        io.publish(self.speed, speed);
        io.publish(self.turn_rate, turn_rate);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rig::{close, robot};
    use std::f64::consts::TAU;

    fn driven(left: f64, right: f64, step: f64) -> DynamicsRig<Kinematic> {
        let mut rig = robot(Value::Null, step);
        rig.effects = vec![left, right];
        rig
    }

    #[test]
    fn it_conforms() {
        testing::conformance::dynamics(|| driven(3.0, 5.0, 0.1));
    }

    /// Closed form: a circle of radius track/2 · (r + l)/(r − l) about a point on the axle.
    #[test]
    fn unequal_wheels_drive_the_exact_arc_at_any_step() {
        let (left, right, seconds) = (4.0, 7.0, 3.0);
        let radius = 0.07 * (right + left) / (right - left);
        let angle: f64 = 0.021 * (right - left) / 0.14 * seconds;
        for step in [0.001, 0.1, 1.0] {
            let mut rig = driven(left, right, step);
            rig.run(seconds).unwrap();
            let position = rig.body.pose.translation.vector;
            close(position.x, radius * angle.sin(), 1e-12);
            close(position.y, radius * (1.0 - angle.cos()), 1e-12);
            close(rig.body.yaw(), angle, 1e-12);
            close(rig.body.linear_velocity_body().x, 0.021 * 5.5, 1e-12);
        }
    }

    #[test]
    fn equal_wheels_drive_straight_and_opposite_ones_spin_on_the_spot() {
        let mut rig = driven(5.0, 5.0, 0.1);
        rig.run(10.0).unwrap();
        close(rig.body.pose.translation.x, 10.0 * 5.0 * 0.021, 1e-12);
        assert_eq!((rig.body.pose.translation.y, rig.body.yaw()), (0.0, 0.0));

        let mut rig = driven(-5.0, 5.0, 0.1);
        rig.run(4.0).unwrap();
        close(rig.body.yaw(), wrap_angle(2.0 * 5.0 * 0.021 / 0.14 * 4.0), 1e-12);
        assert!(rig.body.pose.translation.vector.norm() < 1e-12);
        close(rig.published("turn_rate"), 1.5, 1e-12);
    }

    #[test]
    fn a_whole_circle_closes() {
        let (left, right) = (4.0, 7.0);
        let mut rig = driven(left, right, TAU / (0.021 * (right - left) / 0.14) / 500.0);
        for _ in 0..500 {
            rig.step().unwrap();
        }
        assert!(rig.body.pose.translation.vector.norm() < 1e-12);
        close(rig.body.yaw(), 0.0, 1e-12);
    }

    #[test]
    fn the_wheel_joints_turn_with_the_wheels() {
        let mut rig = driven(2.0, -3.0, 0.1);
        rig.run(2.0).unwrap();
        close(rig.joints[0].position, 4.0, 1e-12);
        close(rig.joints[1].position, -6.0, 1e-12);
        assert_eq!(rig.joints[1].velocity, -3.0);
    }
}
