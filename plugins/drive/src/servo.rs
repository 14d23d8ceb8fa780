//! A servo.

use sim_abi::prelude::*;

/// Parameters of a servo.
#[params]
pub struct ServoParams {
    /// Joint to move.
    joint: String,
    /// Maximum speed; 0: that of the joint, or unlimited.
    #[param(default = 0.0, unit = "rad/s", min = 0.0)]
    max_speed: f64,
    /// Proportional gain: target speed per position error; 0: maximum speed.
    #[param(default = 0.0, unit = "1/s", min = 0.0)]
    gain: f64,
    /// Maximum acceleration and deceleration, rad/s² or m/s²; 0: unlimited.
    #[param(default = 0.0, min = 0.0)]
    acceleration: f64,
    /// Minimum and maximum commanded position, rad or m, within the limits of the joint; both 0: the limits of the
    /// joint.
    range: [f64; 2],
}

/// Moves a joint toward the commanded position; the joint itself holds the current position.
pub struct Servo {
    joint: JointIndex,
    position: EffectOut,
    max_speed: f64,
    gain: f64,
    acceleration: f64,
    /// Speed in the last step, at which acceleration starts, rad/s or m/s.
    speed: f64,
}

impl Actuator for Servo {
    type Params = ServoParams;

    fn new(params: ServoParams, setup: &mut ActuatorSetup) -> Result<Self> {
        let joint = setup.joint(&params.joint)?;
        let spec = setup.joint_spec(joint);
        let [low, high] = range(params.range, spec.limits.unwrap_or([f64::NEG_INFINITY, f64::INFINITY]))?;
        let own = if params.max_speed > 0.0 { params.max_speed } else { f64::INFINITY };
        let max_speed = spec.max_velocity.unwrap_or(f64::INFINITY).min(own);
        let unit = if spec.motion == JointMotion::Prismatic { "m" } else { "rad" };
        let command = Channel::new("position", unit).range(low, high).neutral(spec.initial.clamp(low, high));
        setup.command(command.help("target position of the joint"));
        let position = setup.effect(EffectKind::JointPosition { joint: params.joint });
        let ServoParams { gain, acceleration, .. } = params;
        Ok(Self { joint, position, max_speed, gain, acceleration, speed: 0.0 })
    }

    fn act(&mut self, io: &mut ActuatorIo) -> Result {
        let now = io.joint(self.joint).position;
        let advance = self.advance(io.commands()[0] - now, io.dt());
        io.set(self.position, now + advance);
        Ok(())
    }

    fn save(&self) -> Option<Vec<u8>> {
        (self.acceleration > 0.0).then(|| state::save(&self.speed)).flatten()
    }

    fn restore(&mut self, bytes: &[u8]) -> Result {
        self.speed = state::load(bytes)?;
        Ok(())
    }

    fn datasheet() -> Datasheet {
        Datasheet::default().example(
            r#"robots: [(name: "a", model: "scout/standard",
    actuators: {"turret": (id: "drive/servo", params: (joint: "turret", max_speed: 1))})]"#,
        )
    }
}

impl Servo {
    /// Motion in one step of `dt` s toward a position that is `error` away, rad or m.
    fn advance(&mut self, error: f64, dt: f64) -> f64 {
        let reach = self.max_speed * dt;
        // More than the full error in one step would oscillate about the position.
        let asked = if self.gain > 0.0 { error * (self.gain * dt).min(1.0) } else { error };
        if self.acceleration <= 0.0 {
            return asked.clamp(-reach, reach);
        }
        // From the speed v, it stops within v·dt + v²/2a: the maximum v that fits into the remaining distance.
        let change = self.acceleration * dt;
        let braking = (change * change + 2.0 * self.acceleration * error.abs()).sqrt() - change;
        let wanted = (asked / dt).clamp(-self.max_speed, self.max_speed).clamp(-braking, braking);
        self.speed = wanted.clamp(self.speed - change, self.speed + change);
        self.speed * dt
    }
}

/// The part of the joint's limits within which the servo may be commanded.
fn range(own: [f64; 2], limits: [f64; 2]) -> Result<[f64; 2]> {
    let [low, high] = own;
    if own == [0.0; 2] {
        return Ok(limits);
    }
    if !(low < high && low >= limits[0] && high <= limits[1]) {
        let message = format!("`range` from {low} to {high} does not lie within {} … {}", limits[0], limits[1]);
        return Err(Fault::new(message)
            .help("put the lower position first, both within the limits of the joint")
            .because(Cause::Parameters));
    }
    Ok(own)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn servo(params: Value) -> ActuatorRig<Servo> {
        let turret = Joint {
            name: "turret".into(),
            motion: JointMotion::Revolute,
            limits: Some([-1.5, 1.0]),
            max_velocity: Some(4.0),
            initial: 0.5,
            ..Joint::default()
        };
        let mut rig = ActuatorRig::new(params, &[turret]).unwrap();
        rig.joints[0].position = 0.5;
        rig
    }

    #[test]
    fn it_conforms() {
        testing::conformance::actuator(|| servo(json!({"joint": "turret"})));
        testing::conformance::actuator(|| servo(json!({"joint": "turret", "gain": 10.0, "acceleration": 20.0})));
    }

    #[test]
    fn it_moves_no_faster_than_motor_and_joint_allow() {
        let close = |found: &[f64], expected: f64| assert!((found[0] - expected).abs() < 1e-12, "{found:?}");
        close(servo(json!({"joint": "turret"})).act(&[1.0]).unwrap(), 0.54);
        close(servo(json!({"joint": "turret", "max_speed": 2.0})).act(&[-1.0]).unwrap(), 0.48);
        close(servo(json!({"joint": "turret"})).act(&[0.51]).unwrap(), 0.51);
    }

    /// Positions, step by step, of a servo that moves as commanded.
    fn course(params: Value, command: f64, steps: usize) -> Vec<f64> {
        let mut rig = servo(params);
        let step = |_| {
            rig.joints[0].position = rig.act(&[command]).unwrap()[0];
            rig.joints[0].position
        };
        (0..steps).map(step).collect()
    }

    /// BL-30: The parts that Webots users expect can be inserted, with their fields and defaults.
    #[test]
    fn a_gain_makes_the_speed_proportional_to_the_deviation() {
        // Step 0.01 s: each step covers a tenth of the remaining distance.
        let found = course(json!({"joint": "turret", "gain": 10.0}), 0.6, 3);
        let expected = [0.51, 0.519, 0.5271];
        assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12), "{found:?}");
        let fast = course(json!({"joint": "turret", "gain": 1e6}), 0.52, 2);
        assert!(fast.iter().all(|position| (position - 0.52).abs() < 1e-12), "it does not swing: {fast:?}");
    }

    /// BL-30: The parts that Webots users expect can be inserted, with their fields and defaults.
    #[test]
    fn with_an_acceleration_it_starts_and_brakes_gently_and_arrives() {
        for command in [1.0, -1.5, 0.503] {
            let found = course(json!({"joint": "turret", "acceleration": 20.0}), command, 200);
            let advances: Vec<f64> = [0.5].iter().chain(&found).zip(&found).map(|(a, b)| b - a).collect();
            let speeds: Vec<f64> = advances.iter().map(|advance| advance / 0.01).collect();
            let changes = [0.0].iter().chain(&speeds).zip(&speeds).map(|(a, b)| (b - a).abs());
            assert!(changes.fold(0.0, f64::max) <= 0.2 + 1e-9, "{command}: {speeds:?}");
            assert!(speeds.iter().all(|speed| speed.abs() <= 4.0 + 1e-9));
            assert!((found[199] - command).abs() < 1e-6, "{command}: {}", found[199]);
            let past = found.iter().map(|at| (at - command) * (command - 0.5).signum()).fold(f64::MIN, f64::max);
            assert!(past < 1e-9, "{command}: {past} beyond");
        }
    }

    /// BL-30: The parts that Webots users expect can be inserted, with their fields and defaults.
    #[test]
    fn its_speed_survives_a_reload() {
        let params = || json!({"joint": "turret", "acceleration": 20.0});
        let mut old = servo(params());
        for _ in 0..5 {
            old.joints[0].position = old.act(&[-1.5]).unwrap()[0];
        }
        let mut new = servo(params());
        new.joints[0].position = old.joints[0].position;
        new.restore(&old.save().unwrap().unwrap()).unwrap();
        assert_eq!(new.act(&[-1.5]).unwrap(), old.act(&[-1.5]).unwrap());
        assert!(servo(json!({"joint": "turret"})).save().unwrap().is_none(), "no state without one");
    }

    /// BL-30: The parts that Webots users expect can be inserted, with their fields and defaults.
    #[test]
    fn its_range_must_be_inside_that_of_the_joint() {
        let rig = servo(json!({"joint": "turret", "range": [-0.5, 0.25]}));
        let command = &rig.declaration().channels[0];
        assert_eq!((command.min, command.max, command.neutral), (Some(-0.5), Some(0.25), 0.25));
        for wrong in [[-2.0, 0.0], [0.5, 0.5], [0.5, -0.5], [0.0, 1.5]] {
            let turret = || Joint { name: "turret".into(), limits: Some([-1.5, 1.0]), ..Joint::default() };
            let made = ActuatorRig::<Servo>::new(json!({"joint": "turret", "range": wrong}), &[turret()]);
            let fault = made.err().unwrap();
            assert!(fault.message().contains("`range`") && fault.cause() == Cause::Parameters, "{fault}");
        }
    }

    #[test]
    fn its_command_has_the_limits_of_the_joint_and_rests_where_the_joint_starts() {
        let rig = servo(json!({"joint": "turret"}));
        let command = &rig.declaration().channels[0];
        assert_eq!((command.min, command.max, command.neutral), (Some(-1.5), Some(1.0), 0.5));
    }
}
