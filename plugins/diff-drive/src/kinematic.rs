//! Wheels that roll without slip.

use crate::{Wheels, arc};
use sim_abi::prelude::*;

/// Parameters of the kinematic drive.
#[params]
pub struct KinematicParams {
    /// Radius of the wheels.
    #[param(default = 0.021, unit = "m", min = 1e-4)]
    wheel_radius: f64,
    /// Distance of the wheels from each other, with the robot's origin in the middle; 0: as the model places the joints,
    /// wherever that is.
    #[param(default = 0.0, unit = "m", min = 0.0)]
    track: f64,
    /// Joint of the left wheel.
    #[param(default = "left_wheel".to_string())]
    left: String,
    /// Joint of the right wheel.
    #[param(default = "right_wheel".to_string())]
    right: String,
}

/// Exact arc of constant wheel speeds; no mass, no slip. Wheels may sit before or behind the origin, and one farther out
/// than the other.
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
        // Velocity of the origin from that of the middle m between the wheels: v − ω × m. For one axle at x this is
        // vx = vL + ω·yL, vy = −ω·x.
        let (speed, sideways) = match self.wheels.middle {
            None => (speed, 0.0),
            Some([x, y]) => (speed + turn_rate * y, -turn_rate * x),
        };
        arc::advance(&mut io.body, speed, sideways, turn_rate, dt);
        self.wheels.turn(io, [left, right], dt);
        io.publish(self.speed, speed);
        io.publish(self.turn_rate, turn_rate);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rig::{close, on_wheels, robot};
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

    /// Speed per unit of a Butiá's motors, m/s.
    const UNIT: f64 = 1.38167e-4;

    /// A robot with wheels of 3.5 cm radius at these places (cm), driven at these units.
    fn butia(wheels: [[f64; 2]; 2], units: [f64; 2], step: f64) -> DynamicsRig<Kinematic> {
        let wheels = wheels.map(|place| place.map(|cm| cm / 100.0));
        let mut rig = on_wheels(json!({"wheel_radius": 0.035}), step, wheels).unwrap();
        rig.effects = units.map(|units| units * UNIT / 0.035).into();
        rig
    }

    const AXLE: [[f64; 2]; 2] = [[0.0, 14.0], [0.0, -14.0]];

    #[test]
    fn bu_30_equal_units_drive_straight_and_unequal_ones_the_arc_of_the_table() {
        for step in [0.05, 0.001] {
            let mut rig = butia(AXLE, [600.0, 600.0], step);
            rig.run(5.0).unwrap();
            close(rig.body.pose.translation.x, 0.4145, 0.0005);
            assert_eq!((rig.body.pose.translation.y, rig.body.yaw()), (0.0, 0.0));

            let mut rig = butia(AXLE, [600.0, 300.0], step);
            rig.run(5.0).unwrap();
            let place = rig.body.pose.translation.vector;
            close(place.x, 0.2833, 0.0005);
            close(place.y, -0.1099, 0.0005);
            close(rig.body.yaw().to_degrees(), -42.41, 0.05);
        }
    }

    #[test]
    fn bu_30_opposite_units_turn_a_quarter_clockwise_in_2_653_s() {
        let mut rig = butia(AXLE, [600.0, -600.0], 0.001);
        rig.run(2.653).unwrap();
        close(rig.body.angular_velocity.z.to_degrees(), -33.93, 0.005);
        close(rig.body.yaw().to_degrees(), -90.0, 0.05);
        assert!(rig.body.pose.translation.vector.norm() < 1e-12);
    }

    #[test]
    fn bu_40_wheels_behind_the_origin_swing_it_sideways() {
        let mut rig = butia([[-5.0, 14.0], [-5.0, -14.0]], [600.0, -600.0], 0.001);
        rig.step().unwrap();
        close(rig.body.angular_velocity.z.to_degrees(), -33.93, 0.005);
        close(rig.body.linear_velocity_body().x, 0.0, 1e-12);
        close(rig.body.linear_velocity_body().y, -0.0296, 0.00005);
        rig.run(2.652).unwrap();
        close(rig.body.yaw().to_degrees(), -90.0, 0.05);
        let axle = rig.body.pose * na::Point3::new(-0.05, 0.0, 0.0);
        assert!((axle.coords - Vec3::new(-0.05, 0.0, 0.0)).norm() < 1e-12, "it turns about the middle of the axle");
    }

    #[test]
    fn bu_40_asymmetric_wheels_turn_about_a_point_beside_the_origin() {
        let mut rig = butia([[0.0, 10.0], [0.0, -18.0]], [600.0, -600.0], 0.05);
        rig.step().unwrap();
        close(rig.body.angular_velocity.z.to_degrees(), -33.93, 0.005);
        close(rig.body.linear_velocity_body().x, 0.0237, 0.00005);
        close(rig.body.linear_velocity_body().y, 0.0, 1e-12);
        close(rig.published("speed"), 0.0237, 0.00005);
    }

    #[test]
    fn bu_40_wheels_one_before_the_other_move_the_origin_as_their_middle_says() {
        let mut rig = butia([[4.0, 14.0], [-10.0, -14.0]], [600.0, -600.0], 0.01);
        rig.step().unwrap();
        let rate = rig.body.angular_velocity.z;
        close(rig.body.linear_velocity_body().y, -rate * -0.03, 1e-12);
    }

    #[test]
    fn bu_30_without_speed_the_pose_stays() {
        for wheels in [AXLE, [[-5.0, 14.0], [-5.0, -14.0]], [[0.0, 10.0], [0.0, -18.0]]] {
            let mut rig = butia(wheels, [0.0, 0.0], 0.05);
            rig.body.pose = Pose::new(Vec3::new(1.0, -2.0, 0.1), Vec3::z() * 0.7);
            let before = rig.body.pose;
            rig.run(60.0).unwrap();
            assert!((rig.body.pose.translation.vector - before.translation.vector).norm() < 1e-9);
            close(rig.body.yaw(), 0.7, 1e-9);
        }
    }

    #[test]
    fn bu_40_a_given_track_puts_the_origin_in_the_middle() {
        let drive = |params: Value, wheels| {
            let mut rig = on_wheels::<Kinematic>(params, 0.05, wheels).unwrap();
            rig.effects = vec![4.0, 7.0];
            rig.run(1.0).unwrap();
            rig.body
        };
        let shifted = drive(json!({"track": 0.14}), [[0.05, 0.1], [0.05, -0.04]]);
        assert_eq!(shifted, drive(json!({"track": 0.14}), [[0.0, 0.07], [0.0, -0.07]]));
        assert_eq!(shifted, drive(Value::Null, [[0.0, 0.07], [0.0, -0.07]]));
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
