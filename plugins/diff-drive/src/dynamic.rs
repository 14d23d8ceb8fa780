//! Wheels with motor lag on a floor with limited friction.

use crate::motion::{Motion, ROUNDING};
use crate::stance::Stance;
use crate::{Wheels, arc};
use sim_abi::prelude::*;

/// Maximum substep, s: short compared with the time in which a small robot turns or stops.
const SUBSTEP: f64 = 0.01;

/// Parameters of the dynamic drive. Steps of more than 10 ms are divided into equal substeps of at most 10 ms, so runs
/// with steps of 10 and of 20 ms are identical if their commands are.
#[params]
pub struct DynamicParams {
    /// Radius of the wheels.
    #[param(default = 0.021, unit = "m", min = 1e-4)]
    pub(crate) wheel_radius: f64,
    /// Distance between the wheels; 0: from the joints of the model. The robot's origin is midway between them.
    #[param(default = 0.0, unit = "m", min = 0.0)]
    track: f64,
    /// Joint of the left wheel.
    #[param(default = "left_wheel".to_string())]
    left: String,
    /// Joint of the right wheel.
    #[param(default = "right_wheel".to_string())]
    right: String,
    /// Time constant of the wheel speed.
    #[param(default = 0.08, unit = "s", min = 0.0)]
    motor_lag: f64,
    /// Coulomb friction coefficient of the wheels along their rolling direction.
    #[param(default = 0.8, unit = "1", min = 0.0, formerly = "grip")]
    pub(crate) friction: f64,
    /// Coulomb friction coefficient of the wheels across it.
    #[param(default = 0.8, unit = "1", min = 0.0, formerly = "side_grip")]
    pub(crate) lateral_friction: f64,
    /// Rolling resistance, as a fraction of the weight.
    #[param(default = 0.01, unit = "1", min = 0.0)]
    pub(crate) rolling_resistance: f64,
    /// Maximum torque of each motor at its wheel; 0: unlimited.
    #[param(default = 0.0, unit = "N·m", min = 0.0)]
    pub(crate) max_torque: f64,
    /// Distance of the front and rear supports (casters or skids) from the origin; 0: half the length of the collision
    /// box.
    #[param(default = 0.0, unit = "m", min = 0.0)]
    support: f64,
    /// Maximum height of a step of the ground that the wheels climb; 0: half their radius.
    #[param(default = 0.0, unit = "m", min = 0.0)]
    step_height: f64,
}

/// A body on two driven wheels that carry its full weight in equal parts, with the center of mass above the middle of
/// the axle.
///
/// The motors track their speed commands with a first-order lag, regardless of the floor. Each substep computes the
/// friction impulses that would end all slip and clamps them to the limits of the floor; so it is stable at any step,
/// and friction never adds energy. Traction and lateral grip share the available friction in proportion to their
/// demands (Kamm's circle; an ellipse for unequal grips).
///
/// On uneven ground, gravity pulls along the slope, and the ground supports the weight on it: grip is the geometric
/// mean of the wheels' and the ground's. A robot without ground under both wheels falls, without tipping over.
///
/// Against obstacles, the wheels hold with the grip and torque that remain in a step, so the robot pushes at the speed
/// of its wheels as long as they can. After a step in which contacts have changed its velocity, the published speeds
/// and slips are those at the start of the step.
pub struct Dynamic {
    pub(crate) wheels: Wheels,
    pub(crate) params: DynamicParams,
    pub(crate) mass: f64,
    /// Moment of inertia about the vertical axis through the origin, kg·m².
    pub(crate) inertia: f64,
    speeds: [Memory; 2],
    /// Forward speed (m/s) and turn rate (rad/s) of the body after the last step.
    given: [Memory; 2],
    slips: [Published; 2],
    speed: Published,
    turn_rate: Published,
    stalled: Published,
    pub(crate) stance: Stance,
}

impl Dynamics for Dynamic {
    type Params = DynamicParams;

    fn new(params: DynamicParams, setup: &mut DynamicsSetup) -> Result<Self> {
        setup.freedom(Freedom::Planar);
        let MassProperties { mass, center: [x, y, _], inertia: [_, _, zz, ..] } = setup.mass();
        let inertia = zz + mass * (x * x + y * y);
        if mass <= 0.0 || inertia <= 0.0 {
            return Err(Fault::new(format!("the robot has mass {mass} kg and yaw inertia {inertia} kg·m²"))
                .help("give the model's links a mass and an inertia, or use `diff-drive/kinematic`"));
        }
        let slip = |side: &str| Channel::new(format!("{side}_slip"), "m/s").help("tread speed minus ground speed");
        let names = [params.left.as_str(), params.right.as_str()];
        let wheels = Wheels::bind(setup, names, params.track)?;
        let axles = wheels.axles(setup, names);
        wheels.declare(setup, axles, params.wheel_radius, |joint| Wheel {
            friction: params.friction,
            lateral_friction: params.lateral_friction,
            rolling_resistance: params.rolling_resistance,
            max_torque: (params.max_torque > 0.0).then_some(params.max_torque),
            ..Wheel::on(joint)
        });
        Ok(Self {
            stance: Stance::new(setup, axles, params.wheel_radius, params.support, params.step_height),
            wheels,
            mass,
            inertia,
            speeds: ["left_speed", "right_speed"].map(|name| setup.memory(Channel::new(name, "rad/s"))),
            given: [("given_speed", "m/s"), ("given_turn_rate", "rad/s")]
                .map(|(name, unit)| setup.memory(Channel::new(name, unit))),
            slips: [setup.publish(slip("left")), setup.publish(slip("right"))],
            speed: setup.publish(Channel::new("speed", "m/s").help("forward speed")),
            turn_rate: setup.publish(Channel::new("turn_rate", "rad/s").help("yaw rate, counterclockwise")),
            stalled: setup.publish(
                Channel::new("stalled", "1")
                    .exact()
                    .help("1 if torque, a step, an obstacle, or grip (on uneven ground or with `max_torque`) prevents the commanded motion"),
            ),
            params,
        })
    }

    fn step(&self, io: &mut DynamicsIo) -> Result {
        let substeps = (io.dt() / SUBSTEP).ceil().max(1.0);
        let h = io.dt() / substeps;
        let lag = self.params.motor_lag;
        let keep = if lag > 0.0 { math::exp(-h / lag) } else { 0.0 };
        let wanted = self.wheels.wanted(io);
        let mut wheels = self.speeds.map(|memory| io.memory(memory));
        let (mut motion, start, turned) = (Motion::default(), Motion::of(&io.body), wheels);
        let even = io.environment().level_ground && self.params.max_torque == 0.0;
        let (mut kept, before) = (true, io.body.pose.rotation * Vec3::z());
        for _ in 0..substeps as usize {
            for (speed, wanted) in wheels.iter_mut().zip(wanted) {
                *speed = wanted + (*speed - wanted) * keep;
            }
            if even {
                motion = self.substep(io, wheels, h);
                arc::advance(&mut io.body, motion.forward, motion.sideways, motion.turn_rate, h);
            } else {
                (motion, kept) = self.slope_substep(io, &mut wheels, h);
            }
            self.wheels.turn(io, wheels, h);
        }
        if !even {
            let up = io.body.pose.rotation * Vec3::z();
            io.body.angular_velocity += before.cross(&up) / io.dt();
        }
        let ahead = 0.5 * self.params.wheel_radius * (wanted[0] + wanted[1]);
        let is_held = start.is_held(io.memory(self.given[0]), ahead);
        let stalled = is_held || !kept && motion.stalls(ahead);
        io.publish(self.stalled, f64::from(u8::from(stalled)));
        // At an obstacle, contacts have changed the velocity of the last step: publish that velocity and its slips.
        let (given, last) = ([motion.forward, motion.turn_rate], [start.forward, start.turn_rate]);
        let is_free = (0..2).all(|part| (last[part] - io.memory(self.given[part])).abs() <= ROUNDING);
        let (shown, slips) = match is_free {
            true => (given, self.slips(&motion, wheels)),
            false => (last, self.slips(&start, turned)),
        };
        for part in 0..2 {
            io.set_memory(self.speeds[part], wheels[part]);
            io.publish(self.slips[part], slips[part]);
            io.set_memory(self.given[part], given[part]);
        }
        io.publish(self.speed, shown[0]);
        io.publish(self.turn_rate, shown[1]);
        Ok(())
    }
}

impl Dynamic {
    /// Speed of each tread relative to the ground under it, m/s; positive for a spinning wheel.
    pub(crate) fn slips(&self, motion: &Motion, wheels: [f64; 2]) -> [f64; 2] {
        let arm = 0.5 * self.wheels.track * motion.turn_rate;
        let tread = wheels.map(|speed| speed * self.params.wheel_radius);
        [tread[0] - (motion.forward - arm), tread[1] - (motion.forward + arm)]
    }

    /// Motion after a substep of `h` seconds with these wheel speeds (rad/s), in the axes at its end.
    fn substep(&self, io: &DynamicsIo, wheels: [f64; 2], h: f64) -> Motion {
        let environment = io.environment();
        let turn_rate = io.body.angular_velocity.z + environment.external_torque.z / self.inertia * h;
        let velocity = io.body.linear_velocity + environment.external_force / self.mass * h;
        let axes = Rotation::from_axis_angle(&Vec3::z_axis(), io.body.yaw() + turn_rate * h);
        let velocity = axes.inverse_transform_vector(&velocity);
        let mut motion = Motion { forward: velocity.x, sideways: velocity.y, turn_rate };

        let params = &self.params;
        let load = self.mass * (-environment.gravity.z).max(0.0) * h;
        motion.forward -= clamp_magnitude(motion.forward, params.rolling_resistance * load / self.mass);

        let slips = self.slips(&motion, wheels);
        let free = self.free_impulses(slips);
        let (side_wanted, side_limit) = (-self.mass * motion.sideways, params.lateral_friction * load);
        let limit = 0.5 * params.friction * load;
        let ahead = free[0].abs().max(free[1].abs());
        let share = |wanted: f64, limit: f64| if limit > 0.0 { wanted / limit } else { 0.0 };
        let demand = math::hypot(share(side_wanted, side_limit), share(ahead, limit));
        let (side_limit, limit) = match demand > 1.0 {
            true => (side_limit.min(side_wanted.abs() / demand), limit.min(ahead / demand)),
            false => (side_limit, limit),
        };
        let [left, right] = self.traction(slips, free, [limit; 2]);
        motion.sideways += clamp_magnitude(side_wanted, side_limit) / self.mass;
        motion.forward += (left + right) / self.mass;
        motion.turn_rate += 0.5 * self.wheels.track * (right - left) / self.inertia;
        motion
    }

    /// Change of the slip of a wheel per impulse on the same wheel and on the other one, 1/kg.
    fn mobility(&self) -> (f64, f64) {
        let arm = 0.5 * self.wheels.track;
        let turning = arm * arm / self.inertia;
        (1.0 / self.mass + turning, 1.0 / self.mass - turning)
    }

    /// Floor impulses on the wheels (N·s, positive forward) that would end these slips (m/s).
    pub(crate) fn free_impulses(&self, slips: [f64; 2]) -> [f64; 2] {
        let (own, other) = self.mobility();
        let determinant = own * own - other * other;
        [(own * slips[0] - other * slips[1]) / determinant, (own * slips[1] - other * slips[0]) / determinant]
    }

    /// The part of the free impulses allowed by a limit (N·s) on each wheel.
    ///
    /// Minimizes the kinetic energy of the slip, ½ pᵀAp − sᵀp with |p| ≤ limit (Moreau's principle of maximum
    /// dissipation). If the free minimum is outside the bounds, the bounded one is on a bound that the free one
    /// violates.
    pub(crate) fn traction(&self, slips: [f64; 2], free: [f64; 2], limits: [f64; 2]) -> [f64; 2] {
        let (own, other) = self.mobility();
        let energy = |p: [f64; 2]| {
            0.5 * own * (p[0] * p[0] + p[1] * p[1]) + other * p[0] * p[1] - slips[0] * p[0] - slips[1] * p[1]
        };
        let bounded = |held: usize| {
            let mut p = [clamp_magnitude(free[held], limits[held]); 2];
            p[1 - held] = clamp_magnitude((slips[1 - held] - other * p[held]) / own, limits[1 - held]);
            p
        };
        match [0_usize, 1].map(|wheel| free[wheel].abs() > limits[wheel]) {
            [false, false] => free,
            [true, false] => bounded(0),
            [false, true] => bounded(1),
            [true, true] => {
                let (a, b) = (bounded(0), bounded(1));
                if energy(a) <= energy(b) { a } else { b }
            }
        }
    }
}

/// Clamps a value to ± limit.
pub(crate) fn clamp_magnitude(value: f64, limit: f64) -> f64 {
    value.clamp(-limit, limit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinematic::Kinematic;
    use crate::rig::{close, robot};

    fn driven(params: Value, wheels: [f64; 2], step: f64) -> DynamicsRig<Dynamic> {
        let mut rig = robot(params, step);
        rig.effects = wheels.to_vec();
        rig
    }

    fn energy(rig: &DynamicsRig<Dynamic>) -> f64 {
        0.5 * rig.body.linear_velocity.norm_squared() + 0.5 * 0.0036 * rig.body.angular_velocity.norm_squared()
    }

    #[test]
    fn it_conforms() {
        testing::conformance::dynamics(|| driven(Value::Null, [3.0, 5.0], 0.02));
    }

    #[test]
    fn the_terminal_speed_is_the_commanded_one_at_any_step() {
        for step in [0.001, 0.01, 0.1] {
            let mut rig = driven(Value::Null, [10.0, 10.0], step);
            rig.run(3.0).unwrap();
            close(rig.body.linear_velocity.x, 0.21, 1e-9);
            close(rig.published("left_slip"), 0.0, 1e-9);
            assert!(rig.body.pose.translation.y.abs() < 1e-12, "a straight command leaves the line");
        }
    }

    /// Longer steps are split into substeps of at most 10 ms.
    #[test]
    fn a_step_of_20_ms_is_two_of_10_and_another_one_is_not() {
        let end = |step: f64| {
            let mut rig = driven(Value::Null, [20.0, 5.0], step);
            rig.run(0.6).unwrap();
            (rig.body, rig.memory.clone())
        };
        assert_eq!(end(0.02), end(0.01));
        assert_ne!(end(0.015), end(0.01));
    }

    #[test]
    fn a_wheel_reaches_63_percent_of_its_command_after_the_lag() {
        for step in [0.001, 0.01, 0.1] {
            let mut rig = driven(json!({"motor_lag": 0.2}), [10.0, 10.0], step);
            rig.run(0.2).unwrap();
            close(rig.memory[0], 10.0 * (1.0 - (-1.0_f64).exp()), 1e-9);
        }
    }

    /// With zero motor lag, the commanded acceleration is infinite: the body gains μ·g·t and the wheels spin.
    #[test]
    fn wheels_slip_when_more_than_the_grip_is_asked_for() {
        let params = json!({"friction": 0.1, "motor_lag": 0.0, "rolling_resistance": 0.0});
        let mut rig = driven(params, [20.0, 20.0], 0.01);
        rig.run(0.2).unwrap();
        close(rig.body.linear_velocity.x, 0.1 * 9.81 * 0.2, 1e-9);
        close(rig.published("left_slip"), 0.42 - 0.1 * 9.81 * 0.2, 1e-9);
        rig.run(1.0).unwrap();
        close(rig.body.linear_velocity.x, 0.42, 1e-9);
    }

    /// On level ground, and with the uneven-ground solver under a torque limit that is not reached.
    #[test]
    fn wheels_that_roll_laterally_drive_forward_with_full_grip() {
        for torque in [0.0, 100.0] {
            let params = json!({"lateral_friction": 0.0, "max_torque": torque, "rolling_resistance": 0.0});
            let mut rig = driven(params, [10.0, 10.0], 0.01);
            rig.body.linear_velocity = Vec3::new(0.0, 0.1, 0.0);
            rig.run(3.0).unwrap();
            close(rig.body.linear_velocity.x, 0.21, 1e-9);
            close(rig.body.linear_velocity.y, 0.1, 1e-9);
        }
    }

    #[test]
    fn lateral_grip_stops_a_lateral_drift_by_coulomb_friction() {
        let mut rig = driven(json!({"lateral_friction": 0.5}), [0.0, 0.0], 0.01);
        rig.body.linear_velocity = Vec3::new(0.0, 1.0, 0.0);
        rig.run(0.1).unwrap();
        close(rig.body.linear_velocity.y, 1.0 - 0.5 * 9.81 * 0.1, 1e-9);
        rig.run(0.3).unwrap();
        assert_eq!(rig.body.linear_velocity.norm(), 0.0);
    }

    /// At 0.47 m/s and 0.75 rad/s, the curve requires 0.35 m/s² of lateral acceleration from the wheels, 0.036 of the
    /// weight.
    #[test]
    fn a_curve_that_is_too_fast_is_left_outwards() {
        let drift = |lateral_friction: f64| {
            let mut rig = driven(json!({"lateral_friction": lateral_friction}), [20.0, 25.0], 0.01);
            rig.run(2.0).unwrap();
            rig.body.linear_velocity_body().y
        };
        assert!(drift(0.05).abs() < 1e-9);
        assert!(drift(0.02) < -0.01, "{} m/s to the right in a left turn", drift(0.02));
    }

    #[test]
    fn with_grip_and_without_lag_it_drives_the_exact_arc() {
        let params = json!({"friction": 1e6, "lateral_friction": 1e6, "motor_lag": 0.0, "rolling_resistance": 0.0});
        let mut slipping = driven(params, [4.0, 7.0], 0.05);
        let mut exact = robot::<Kinematic>(Value::Null, 0.05);
        exact.effects = vec![4.0, 7.0];
        slipping.run(3.0).unwrap();
        exact.run(3.0).unwrap();
        let apart = slipping.body.pose.translation.vector - exact.body.pose.translation.vector;
        assert!(apart.norm() < 1e-9, "{apart}");
        close(slipping.body.yaw(), exact.body.yaw(), 1e-9);
    }

    #[test]
    fn without_command_kinetic_energy_never_grows() {
        for (x, y, turn, grip) in [(0.5, -0.8, 30.0, 0.3), (-1.0, 0.1, 80.0, 0.05), (0.0, 2.0, -50.0, 1.0)] {
            for step in [0.001, 0.02, 0.1] {
                let mut rig = driven(json!({"friction": grip, "lateral_friction": 0.4}), [0.0, 0.0], step);
                rig.body.linear_velocity = Vec3::new(x, y, 0.0);
                rig.body.angular_velocity.z = turn;
                let mut before = energy(&rig);
                for _ in 0..200 {
                    rig.step().unwrap();
                    let now = energy(&rig);
                    assert!(now <= before + 1e-15, "{before} J became {now} J at step {step}");
                    before = now;
                }
            }
        }
    }

    #[test]
    fn a_push_moves_it_only_when_it_beats_the_grip() {
        let speed_after = |force: f64| {
            let mut rig = driven(json!({"friction": 0.5, "rolling_resistance": 0.0}), [0.0, 0.0], 0.01);
            rig.environment.external_force.x = force;
            rig.run(0.5).unwrap();
            rig.body.linear_velocity.x
        };
        close(speed_after(0.4 * 9.81), 0.0, 1e-12);
        close(speed_after(0.7 * 9.81), 0.2 * 9.81 * 0.5, 1e-9);
    }

    #[test]
    fn a_robot_that_a_contact_has_stopped_is_stalled_and_its_wheels_slip() {
        let mut rig = driven(json!({"max_torque": 0.05}), [10.0, 10.0], 0.01);
        let wheel = rig.declaration().wheels[1];
        assert_eq!((wheel.friction, wheel.lateral_friction, wheel.rolling_resistance), (0.8, 0.8, 0.01));
        assert_eq!((wheel.joint, wheel.max_torque), (1, Some(0.05)));
        rig.run(2.0).unwrap();
        assert_eq!(rig.published("stalled"), 0.0);
        rig.body.linear_velocity = Vec3::zeros();
        rig.step().unwrap();
        assert_eq!((rig.published("stalled"), rig.published("speed")), (1.0, 0.0));
        close(rig.published("left_slip"), 0.21, 1e-9);
    }

    #[test]
    fn a_model_without_mass_is_refused_with_advice() {
        let fault = DynamicsRig::<Dynamic>::body(MassProperties::default()).build().err().unwrap();
        assert!(fault.message().contains("mass 0 kg") && fault.advice().contains("diff-drive/kinematic"), "{fault}");
    }
}
