//! The caster: its swivel angle and its load.

use sim_abi::prelude::*;
use std::f64::consts::PI;

/// Ground deeper than this below the caster does not support it, m.
const GAP: f64 = 0.005;
/// A caster pushed exactly against its direction is deflected by this angle, rad: that is an unstable equilibrium.
const NUDGE: f64 = 1e-3;

/// Parameters of a caster.
#[params]
pub struct CasterParams {
    /// Swivel joint.
    #[param(default = "caster".to_string())]
    joint: String,
    /// Joint of the left wheel.
    #[param(default = "left_wheel".to_string())]
    left: String,
    /// Joint of the right wheel.
    #[param(default = "right_wheel".to_string())]
    right: String,
    /// Radius of the wheels.
    #[param(default = 0.033, unit = "m", min = 1e-3, max = 0.5)]
    wheel_radius: f64,
    /// Distance between the wheels.
    #[param(default = 0.12, unit = "m", min = 1e-3, max = 2.0)]
    wheel_base: f64,
    /// Distance of the swivel behind the axle of the wheels.
    #[param(default = 0.055, unit = "m", min = 0.0, max = 2.0)]
    distance: f64,
    /// Distance of the caster's wheel behind its swivel.
    #[param(default = 0.012, unit = "m", min = 1e-4, max = 0.5)]
    trail: f64,
}

/// Turns the swivel of a caster as it is dragged by the rolling wheels: without slip or mass.
pub struct Caster {
    swivel: JointIndex,
    wheels: [JointIndex; 2],
    position: EffectOut,
    params: CasterParams,
}

impl Actuator for Caster {
    type Params = CasterParams;

    fn new(params: CasterParams, setup: &mut ActuatorSetup) -> Result<Self> {
        let swivel = setup.joint(&params.joint)?;
        let wheels = [setup.joint(&params.left)?, setup.joint(&params.right)?];
        setup.command(Channel::new("lock", "1").range(0.0, 1.0).exact().help("1 locks the swivel"));
        let position = setup.effect(EffectKind::JointPosition { joint: params.joint.clone() });
        Ok(Self { swivel, wheels, position, params })
    }

    fn act(&mut self, io: &mut ActuatorIo) -> Result {
        let angle = io.joint(self.swivel).position;
        let [left, right] = self.wheels.map(|wheel| io.joint(wheel).velocity * self.params.wheel_radius);
        let turned = if io.commands()[0] < 0.5 { self.turned(angle, left, right, io.dt()) } else { angle };
        io.set(self.position, turned);
        Ok(())
    }
}

impl Caster {
    /// Swivel angle (rad, 0 with the wheel behind it) after a time (s) at constant wheel speeds (m/s).
    ///
    /// The wheel of the caster only moves along its own direction. With the speed u of the swivel in the robot's frame,
    /// its direction φ and the robot's turn rate ω, the angle θ obeys θ' = −(u/trail)·sin(θ − φ) − ω: the kinematics of
    /// a trailer, as in J.-P. Laumond (ed.), "Robot Motion Planning and Control", 1998. The first term is integrated
    /// exactly.
    fn turned(&self, angle: f64, left: f64, right: f64, dt: f64) -> f64 {
        let CasterParams { wheel_base, distance, trail, .. } = self.params;
        let (ahead, turn_rate) = (0.5 * (left + right), (right - left) / wheel_base);
        let lateral = -turn_rate * distance;
        let speed = math::hypot(ahead, lateral);
        if speed == 0.0 {
            return angle - turn_rate * dt;
        }
        let direction = math::atan2(lateral, ahead);
        let mut beside = wrap_angle(angle - direction);
        if PI - beside.abs() < 1e-9 {
            beside = PI - NUDGE;
        }
        let keep = math::exp(-speed * dt / trail);
        let half = 0.5 * beside;
        let after = 2.0 * math::atan2(keep * math::sin(half), math::cos(half));
        wrap_angle(direction + after - turn_rate * dt)
    }
}

/// Parameters of the force on a caster.
#[params]
pub struct CasterForceParams {
    /// Swivel joint of the caster.
    #[param(default = "caster".to_string())]
    joint: String,
    /// Mass of the robot.
    #[param(default = 1.0, unit = "kg", min = 1e-6, max = 1000.0)]
    mass: f64,
    /// Center of mass: ahead of the axle of the wheels, to the left, above the ground.
    #[param(default = [-0.01, 0.0, 0.04], unit = "m")]
    center: [f64; 3],
    /// Distance of the swivel behind the axle of the wheels.
    #[param(default = 0.055, unit = "m", min = 1e-3, max = 2.0)]
    distance: f64,
    /// Distance of the caster's wheel behind its swivel.
    #[param(default = 0.012, unit = "m", min = 0.0, max = 0.5)]
    trail: f64,
}

/// Load of a robot on its caster, by static balance. The mount is the ground point below the swivel.
pub struct CasterForce {
    swivel: JointIndex,
    params: CasterForceParams,
}

impl Sensor for CasterForce {
    type Params = CasterForceParams;

    fn new(params: CasterForceParams, setup: &mut SensorSetup) -> Result<Self> {
        if params.trail >= params.distance {
            let message = format!(
                "the caster's wheel reaches the axle: `trail` ({} m) is not below `distance` ({} m)",
                params.trail, params.distance
            );
            return Err(Fault::new(message).help("shorten `trail` or move the swivel back").because(Cause::Parameters));
        }
        let swivel = setup.joint(&params.joint)?;
        let force = Channel::new("force", "N").range(0.0, f64::INFINITY).frame("body");
        setup.channel(force.help("normal force on the caster; 0 without ground contact"));
        Ok(Self { swivel, params })
    }

    fn sense(&mut self, io: &mut SensorIo, reading: &mut [f64]) -> Result {
        let angle = io.joint(self.swivel).position;
        let back = Vec3::new(-math::cos(angle), -math::sin(angle), 0.0) * self.params.trail;
        let contact = (io.pose() * na::Point3::from(back)).coords;
        let up = io.pose().rotation * Vec3::z();
        let mut ground = [Ground::default()];
        io.world().ground(&[contact + up * GAP], &mut ground);
        let carried = contact.z - ground[0].height <= GAP;
        let gravity = io.body().pose.rotation.inverse() * io.gravity();
        reading[0] = if carried { self.force(gravity, back.x) } else { 0.0 };
        Ok(())
    }
}

impl CasterForce {
    /// Force under gravity (body axes, m/s²) with the caster's wheel this far ahead of its swivel (m).
    ///
    /// The moments about the contact line of the wheels are in balance: static axle loads in T. D. Gillespie,
    /// "Fundamentals of Vehicle Dynamics", 1992, equations 1-6 and 1-7, without trailer, drag and acceleration.
    fn force(&self, gravity: Vec3, ahead: f64) -> f64 {
        let CasterForceParams { mass, center: [x, _, z], distance, .. } = self.params;
        let lever = distance - ahead;
        (mass * (x * gravity.z - z * gravity.x) / lever).max(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::FRAC_PI_2;

    fn joints() -> [Joint; 3] {
        let joint = |name: &str| Joint { name: name.into(), motion: JointMotion::Continuous, ..Joint::default() };
        ["caster", "left_wheel", "right_wheel"].map(joint)
    }

    fn caster(angle: f64, wheels: [f64; 2]) -> ActuatorRig<Caster> {
        let mut rig = ActuatorRig::new(Value::Null, &joints()).unwrap();
        rig.joints[0].position = angle;
        [rig.joints[1].velocity, rig.joints[2].velocity] = wheels.map(|speed| speed / 0.033);
        rig
    }

    /// Angle after a number of 10 ms ticks.
    fn after(rig: &mut ActuatorRig<Caster>, ticks: usize) -> f64 {
        (0..ticks).for_each(|_| rig.joints[0].position = rig.act(&[0.0]).unwrap()[0]);
        rig.joints[0].position
    }

    fn force(params: Value) -> SensorRig<CasterForce> {
        let mount = Placement::at(-0.055, 0.0, -0.005);
        let mut rig = SensorRig::<CasterForce>::mounted(params, mount, &joints()).unwrap();
        rig.body.pose.translation.z = 0.005;
        rig.world.planes.push((Vec3::zeros(), Vec3::z()));
        rig
    }

    #[test]
    fn they_conform() {
        testing::conformance::actuator(|| caster(0.3, [0.1, 0.05]));
        testing::conformance::sensor(|| force(Value::Null));
    }

    /// MR-03: The NinjUAB model has two driven wheels, a rear caster and a servo-mounted sonar.
    #[test]
    fn the_caster_turns_behind_a_robot_that_drives_ahead() {
        for angle in [0.0, 1.0, -2.0, 3.1] {
            // After the distance s, the tangent of half the angle is smaller by the factor exp(−s/trail).
            let found = after(&mut caster(angle, [0.1, 0.1]), 50);
            let expected = 2.0 * ((0.5 * angle).tan() * (-0.05_f64 / 0.012).exp()).atan();
            assert!((found - expected).abs() < 1e-12, "{angle}: {found}");
        }
    }

    /// MR-03: The NinjUAB model has two driven wheels, a rear caster and a servo-mounted sonar.
    #[test]
    fn the_caster_swings_round_when_the_robot_drives_back() {
        let mut rig = caster(0.0, [-0.1, -0.1]);
        assert!(after(&mut rig, 1000).abs() > PI - 1e-6);
    }

    /// MR-03: The NinjUAB model has two driven wheels, a rear caster and a servo-mounted sonar.
    #[test]
    fn the_caster_of_a_robot_that_turns_on_the_spot_stands_across() {
        // The swivel moves on a circle of 5.5 cm; the wheel trails by the angle whose sine is trail/5.5 cm.
        let found = after(&mut caster(0.0, [-0.1, 0.1]), 1000);
        let expected = -FRAC_PI_2 - (0.012_f64 / 0.055).asin();
        assert!((found - expected).abs() < 0.02, "{found} instead of {expected}");
        let other = after(&mut caster(0.0, [0.1, -0.1]), 1000);
        assert!((found + other).abs() < 1e-9, "{found} {other}");
    }

    /// MR-03: The NinjUAB model has two driven wheels, a rear caster and a servo-mounted sonar.
    #[test]
    fn the_caster_of_a_robot_that_stands_or_is_locked_stays() {
        assert_eq!(after(&mut caster(0.7, [0.0, 0.0]), 10), 0.7);
        assert_eq!(caster(0.7, [0.1, 0.1]).act(&[1.0]).unwrap(), [0.7]);
    }

    /// MR-03: The NinjUAB model has two driven wheels, a rear caster and a servo-mounted sonar.
    #[test]
    fn the_force_on_the_caster_is_that_of_a_beam_on_two_supports() {
        let mut rig = force(Value::Null);
        let lever = 0.055 + 0.012;
        assert!((rig.sense().unwrap()[0] - 9.81 * 0.01 / lever).abs() < 1e-9);
        rig.joints[0].position = PI;
        assert!((rig.sense().unwrap()[0] - 9.81 * 0.01 / (0.055 - 0.012)).abs() < 1e-9, "with its wheel ahead");
        let front = json!({"center": [0.01, 0.0, 0.04]});
        assert_eq!(force(front).sense().unwrap(), [0.0], "the robot would tip over");
    }

    /// MR-03: The NinjUAB model has two driven wheels, a rear caster and a servo-mounted sonar.
    #[test]
    fn the_caster_carries_more_uphill_and_no_load_without_ground() {
        let mut rig = force(Value::Null);
        // Nose up by 0.1 rad, on a slope with the same angle.
        let turn = Vec3::y() * -0.1;
        rig.world.planes = vec![(Vec3::zeros(), Rotation::from_scaled_axis(turn) * Vec3::z())];
        rig.body.pose = Pose::rotation(turn) * Pose::translation(0.0, 0.0, 0.005);
        let expected = 9.81 * (0.01 * 0.1_f64.cos() + 0.04 * 0.1_f64.sin()) / 0.067;
        let found = rig.sense().unwrap()[0];
        assert!((found - expected).abs() < 1e-9, "{found} instead of {expected}");
        rig.body.pose.translation.z += 0.02;
        assert_eq!(rig.sense().unwrap(), [0.0], "lifted");
        rig.world.planes.clear();
        assert_eq!(rig.sense().unwrap(), [0.0]);
    }

    #[test]
    fn a_trail_that_reaches_the_axle_is_refused() {
        let made = SensorRig::<CasterForce>::mounted(json!({"trail": 0.06}), Placement::default(), &joints());
        let fault = made.err().unwrap();
        assert!(fault.message().contains("`trail`") && fault.cause() == Cause::Parameters, "{fault}");
    }
}
