//! Wheels that roll without slip unless an obstacle stops them.

use crate::motion::Motion;
use crate::stance::{Stance, glide};
use crate::{Wheels, arc};
use sim_abi::prelude::*;
use sim_abi::world::Ground;

/// Parameters of the kinematic drive.
#[params]
pub struct KinematicParams {
    /// Radius of the wheels.
    #[param(default = 0.021, unit = "m", min = 1e-4)]
    wheel_radius: f64,
    /// Distance between the wheels, with the robot's origin midway between them; 0: from the joints of the model,
    /// wherever the origin is.
    #[param(default = 0.0, unit = "m", min = 0.0)]
    track: f64,
    /// Joint of the left wheel.
    #[param(default = "left_wheel".to_string())]
    left: String,
    /// Joint of the right wheel.
    #[param(default = "right_wheel".to_string())]
    right: String,
    /// Distance of the front and rear supports (casters or skids) from the origin; 0: half the length of the collision
    /// box.
    #[param(default = 0.0, unit = "m", min = 0.0)]
    support: f64,
    /// Maximum height of a step of the ground, up or down; 0: half the wheel radius.
    #[param(default = 0.0, unit = "m", min = 0.0)]
    step_height: f64,
    /// Maximum slope.
    #[param(default = std::f64::consts::FRAC_PI_4, unit = "rad", min = 0.0, max = 1.5)]
    max_slope: f64,
    /// Coulomb friction coefficient between wheels and ground: it limits the pushing force to this fraction of the
    /// weight. 0 disables the limit.
    #[param(default = 0.8, unit = "1", min = 0.0)]
    traction: f64,
}

/// Exact arc of constant wheel speeds. Wheels may be ahead of or behind the origin, and at different distances from it.
///
/// On free ground, its motion is unlimited. Against a wall or a pushed object, the wheels hold with at most `traction`
/// times the weight: Coulomb's law for two wheels that carry half of the mass each. Up to that force, it keeps the
/// speed of its wheels. Beyond it, the wheels slip, and friction brings the robot back to their speed. After a step in
/// which contacts have changed its velocity, the published speeds are those at the start of the step. Without gravity
/// or with a traction of 0, the wheels never slip, pushed objects slow the robot down by the impulse of one step, and
/// `stalled` does not detect obstacles.
///
/// On uneven ground, the arc lies in the plane under the robot. The robot stops before a slope steeper than its limit,
/// and before a step or an edge higher than its limit, and then publishes speeds of 0; it can always return the way it
/// came.
pub struct Kinematic {
    wheels: Wheels,
    radius: f64,
    speed: Published,
    turn_rate: Published,
    stalled: Published,
    /// Number of ticks in which the ground stopped the robot.
    stops: Memory,
    stance: Stance,
    /// Cosine and tangent of the maximum slope.
    steepest: (f64, f64),
    traction: f64,
}

/// Reason for a stop by the ground.
enum Stop {
    Slope,
    Step,
}

impl Dynamics for Kinematic {
    type Params = KinematicParams;

    fn new(params: KinematicParams, setup: &mut DynamicsSetup) -> Result<Self> {
        setup.freedom(Freedom::Planar);
        let names = [params.left.as_str(), params.right.as_str()];
        let wheels = Wheels::bind(setup, names, params.track)?;
        let axles = wheels.axles(setup, names);
        if params.traction > 0.0 {
            let (friction, lateral_friction) = (params.traction, params.traction);
            wheels.declare(setup, axles, params.wheel_radius, |joint| Wheel {
                friction,
                lateral_friction,
                ..Wheel::on(joint)
            });
        }
        Ok(Self {
            stance: Stance::new(setup, axles, params.wheel_radius, params.support, params.step_height),
            steepest: (math::cos(params.max_slope), math::tan(params.max_slope)),
            stops: setup.memory(Channel::new("stops", "1")),
            wheels,
            radius: params.wheel_radius,
            traction: params.traction,
            speed: setup.publish(Channel::new("speed", "m/s").help("forward speed")),
            turn_rate: setup.publish(Channel::new("turn_rate", "rad/s").help("yaw rate, counterclockwise")),
            stalled: setup
                .publish(Channel::new("stalled", "1").exact().help("1 if stopped by a slope, step, edge or obstacle")),
        })
    }

    fn step(&self, io: &mut DynamicsIo) -> Result {
        let dt = io.dt();
        let wheels = self.wheels.wanted(io);
        let rolling = Motion::rolling(&self.wheels, self.radius, wheels);
        let (motion, shown, is_held) = self.slip(io, rolling);
        let stop = if io.environment().level_ground {
            arc::advance(&mut io.body, motion.forward, motion.sideways, motion.turn_rate, dt);
            None
        } else {
            self.advance(io, &motion)
        };
        if let Some(stop) = &stop {
            self.report(io, stop);
        }
        let shown = if stop.is_some() { Motion::default() } else { shown };
        self.wheels.turn(io, wheels, dt);
        io.publish(self.stalled, f64::from(u8::from(stop.is_some() || is_held)));
        io.publish(self.speed, shown.forward);
        io.publish(self.turn_rate, shown.turn_rate);
        Ok(())
    }
}

impl Kinematic {
    /// Returns the motion of the step, the motion to publish, and whether contacts hold the robot, given the motion of
    /// the wheels. Wheels slip if the body does not move as they last turned.
    #[inline]
    fn slip(&self, io: &DynamicsIo, wanted: Motion) -> (Motion, Motion, bool) {
        let (start, speeds) = (Motion::of(&io.body), self.wheels.speeds(io));
        if start.is_rolling(&self.wheels, self.radius, speeds) {
            return (wanted, wanted, false);
        }
        let most = self.traction * io.environment().gravity.norm() * io.dt();
        if most <= 0.0 {
            return (wanted, wanted, false);
        }
        let given = Motion::rolling(&self.wheels, self.radius, speeds).forward;
        (start.towards(&wanted, most, &self.wheels), start, start.is_held(given, wanted.forward))
    }

    /// Moves over uneven ground; returns the reason if the robot is stopped.
    fn advance(&self, io: &mut DynamicsIo, motion: &Motion) -> Option<Stop> {
        let (dt, before) = (io.dt(), io.body.pose);
        let (speeds, turn_rate) = ([motion.forward, motion.sideways], motion.turn_rate);
        let (foot, attitude) = glide((self.stance.foot(&before), before.rotation), speeds, turn_rate, dt);
        let moved = foot - self.stance.foot(&before);
        let ahead = Pose::from_parts((before.translation.vector + moved).into(), attitude);
        let ground = self.stance.ground(io, &ahead);
        let Some(footing) = self.stance.footing(&ahead, &ground, [false; 4]) else {
            let stop = self.step_between(io, &before, &ahead, &ground).then_some(Stop::Step);
            io.body.pose = if stop.is_some() { before } else { ahead };
            self.set_speed(io, &before, if stop.is_some() { ([0.0; 2], 0.0) } else { (speeds, turn_rate) });
            return stop;
        };
        let up = before.rotation * Vec3::z();
        let stop = if footing.normal.z < self.steepest.0 && footing.normal.z < up.z - 1e-9 {
            Some(Stop::Slope)
        } else if self.step_between(io, &before, &ahead, &ground) {
            Some(Stop::Step)
        } else {
            None
        };
        if stop.is_none() {
            io.body.pose = self.stance.standing(&footing, &ahead);
        }
        self.set_speed(io, &before, if stop.is_some() { ([0.0; 2], 0.0) } else { (speeds, turn_rate) });
        stop
    }

    /// Whether the ground below a point changes by more than a step between two poses.
    fn step_between(&self, io: &DynamicsIo, before: &Pose, ahead: &Pose, ground: &[Ground; 4]) -> bool {
        let (from, to) = (self.stance.at(before), self.stance.at(ahead));
        let allowed = |point: usize| self.stance.step + self.steepest.1 * (to[point] - from[point]).xy().norm();
        let suspect = |point: usize| (ground[point].height - to[point].z).abs() > allowed(point);
        if !(0..4).any(suspect) {
            return false;
        }
        let old = self.stance.ground(io, before);
        (0..4).any(|point| (ground[point].height - old[point].height).abs() > allowed(point))
    }

    /// Sets the velocities after a step from these speeds in body axes and from the change of tilt.
    fn set_speed(&self, io: &mut DynamicsIo, before: &Pose, ([forward, sideways], turn_rate): ([f64; 2], f64)) {
        let rotation = io.body.pose.rotation;
        let (old, up) = (before.rotation * Vec3::z(), rotation * Vec3::z());
        io.body.linear_velocity = rotation * Vec3::new(forward, sideways, 0.0);
        io.body.angular_velocity = up * turn_rate + old.cross(&up) / io.dt();
    }

    /// Logs a stop, once per reason and run.
    fn report(&self, io: &mut DynamicsIo, stop: &Stop) {
        let stops = io.memory(self.stops);
        io.set_memory(self.stops, stops + 1.0);
        if stops == 0.0 {
            let (what, parameter) = match stop {
                Stop::Slope => ("the slope ahead is too steep", "max_slope"),
                Stop::Step => ("the step or the edge ahead is too high", "step_height"),
            };
            io.log(LogLevel::Warn, format!("{what}; it stops there (parameter `{parameter}`)"));
        }
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

    /// A robot with wheels of 3.5 cm radius at these positions (cm), with these command units.
    fn butia(wheels: [[f64; 2]; 2], units: [f64; 2], step: f64) -> DynamicsRig<Kinematic> {
        let wheels = wheels.map(|place| place.map(|cm| cm / 100.0));
        let mut rig = on_wheels(json!({"wheel_radius": 0.035}), step, wheels).unwrap();
        rig.effects = units.map(|units| units * UNIT / 0.035).into();
        rig
    }

    const AXLE: [[f64; 2]; 2] = [[0.0, 14.0], [0.0, -14.0]];

    /// BU-30: `motors` drives two wheels.
    #[test]
    fn equal_units_drive_straight_and_unequal_ones_the_arc_of_the_table() {
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

    /// BU-30: `motors` drives two wheels.
    #[test]
    fn opposite_units_turn_a_quarter_clockwise_in_2_653_s() {
        let mut rig = butia(AXLE, [600.0, -600.0], 0.001);
        rig.run(2.653).unwrap();
        close(rig.body.angular_velocity.z.to_degrees(), -33.93, 0.005);
        close(rig.body.yaw().to_degrees(), -90.0, 0.05);
        assert!(rig.body.pose.translation.vector.norm() < 1e-12);
    }

    /// BU-40: Wheels may be off-center and asymmetric, but not at the same lateral position.
    #[test]
    fn wheels_behind_the_origin_swing_it_laterally() {
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

    /// BU-40: Wheels may be off-center and asymmetric, but not at the same lateral position.
    #[test]
    fn asymmetric_wheels_turn_about_a_point_beside_the_origin() {
        let mut rig = butia([[0.0, 10.0], [0.0, -18.0]], [600.0, -600.0], 0.05);
        rig.step().unwrap();
        close(rig.body.angular_velocity.z.to_degrees(), -33.93, 0.005);
        close(rig.body.linear_velocity_body().x, 0.0237, 0.00005);
        close(rig.body.linear_velocity_body().y, 0.0, 1e-12);
        close(rig.published("speed"), 0.0237, 0.00005);
    }

    /// BU-40: Wheels may be off-center and asymmetric, but not at the same lateral position.
    #[test]
    fn wheels_one_before_the_other_move_the_origin_as_their_middle_says() {
        let mut rig = butia([[4.0, 14.0], [-10.0, -14.0]], [600.0, -600.0], 0.01);
        rig.step().unwrap();
        let rate = rig.body.angular_velocity.z;
        close(rig.body.linear_velocity_body().y, -rate * -0.03, 1e-12);
    }

    /// BU-30: `motors` drives two wheels.
    #[test]
    fn without_speed_the_pose_stays() {
        for wheels in [AXLE, [[-5.0, 14.0], [-5.0, -14.0]], [[0.0, 10.0], [0.0, -18.0]]] {
            let mut rig = butia(wheels, [0.0, 0.0], 0.05);
            rig.body.pose = Pose::new(Vec3::new(1.0, -2.0, 0.1), Vec3::z() * 0.7);
            let before = rig.body.pose;
            rig.run(60.0).unwrap();
            assert!((rig.body.pose.translation.vector - before.translation.vector).norm() < 1e-9);
            close(rig.body.yaw(), 0.7, 1e-9);
        }
    }

    /// BU-40: Wheels may be off-center and asymmetric, but not at the same lateral position.
    #[test]
    fn a_given_track_puts_the_origin_in_the_middle() {
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
    fn wheels_with_traction_are_declared_where_the_model_has_them() {
        let wheels = [[0.05, 0.1], [0.05, -0.04]];
        let params = |traction: f64| json!({"wheel_radius": 0.03, "traction": traction});
        let rig = on_wheels::<Kinematic>(params(0.5), 0.01, wheels).unwrap();
        assert_eq!(rig.declaration().wheels.len(), 2);
        for ((number, wheel), [x, y]) in rig.declaration().wheels.iter().enumerate().zip(wheels) {
            assert_eq!((wheel.joint, wheel.radius, wheel.load), (number, 0.03, 0.5));
            assert_eq!((wheel.friction, wheel.lateral_friction, wheel.max_torque), (0.5, 0.5, None));
            for (found, expected) in wheel.at.into_iter().zip([x, y, -0.009]) {
                close(found, expected, 1e-12);
            }
        }
        let without = on_wheels::<Kinematic>(params(0.0), 0.01, wheels).unwrap();
        assert!(without.declaration().wheels.is_empty());
    }

    #[test]
    fn a_robot_that_a_contact_has_stopped_is_stalled_while_it_wants_to_drive() {
        let mut rig = driven(5.0, 5.0, 0.01);
        rig.run(0.1).unwrap();
        close(rig.published("speed"), 0.105, 1e-12);
        assert_eq!(rig.published("stalled"), 0.0);
        rig.body.linear_velocity = Vec3::zeros();
        rig.step().unwrap();
        assert_eq!((rig.published("stalled"), rig.published("speed")), (1.0, 0.0));
        rig.body.linear_velocity = Vec3::zeros();
        rig.effects = vec![0.0, 0.0];
        rig.step().unwrap();
        assert_eq!(rig.published("stalled"), 0.0, "it need not move");
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
