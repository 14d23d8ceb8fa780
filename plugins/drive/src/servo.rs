//! A servo.

use sim_abi::prelude::*;

/// Parameters of a servo.
#[params]
pub struct ServoParams {
    /// Joint that it turns.
    joint: String,
    /// Largest speed; 0: the joint's own, or none.
    #[param(default = 0.0, unit = "rad/s", min = 0.0)]
    max_speed: f64,
}

/// Moves a joint towards the commanded position; where it is now, the joint itself knows.
pub struct Servo {
    joint: JointIndex,
    position: EffectOut,
    max_speed: f64,
}

impl Actuator for Servo {
    type Params = ServoParams;

    fn new(params: ServoParams, setup: &mut ActuatorSetup) -> Result<Self> {
        let joint = setup.joint(&params.joint)?;
        let spec = setup.joint_spec(joint);
        let [low, high] = spec.limits.unwrap_or([f64::NEG_INFINITY, f64::INFINITY]);
        let own = if params.max_speed > 0.0 { params.max_speed } else { f64::INFINITY };
        let max_speed = spec.max_velocity.unwrap_or(f64::INFINITY).min(own);
        let unit = if spec.motion == JointMotion::Prismatic { "m" } else { "rad" };
        let command = Channel::new("position", unit).range(low, high).neutral(spec.initial.clamp(low, high));
        setup.command(command.help("wanted position of the joint"));
        Ok(Self { joint, position: setup.effect(EffectKind::JointPosition { joint: params.joint }), max_speed })
    }

    fn act(&mut self, io: &mut ActuatorIo) -> Result {
        let now = io.joint(self.joint).position;
        let reach = self.max_speed * io.dt();
        io.set(self.position, now + (io.commands()[0] - now).clamp(-reach, reach));
        Ok(())
    }
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
    }

    #[test]
    fn it_moves_no_faster_than_motor_and_joint_allow() {
        let close = |found: &[f64], expected: f64| assert!((found[0] - expected).abs() < 1e-12, "{found:?}");
        close(servo(json!({"joint": "turret"})).act(&[1.0]).unwrap(), 0.54);
        close(servo(json!({"joint": "turret", "max_speed": 2.0})).act(&[-1.0]).unwrap(), 0.48);
        close(servo(json!({"joint": "turret"})).act(&[0.51]).unwrap(), 0.51);
    }

    #[test]
    fn its_command_has_the_limits_of_the_joint_and_rests_where_the_joint_starts() {
        let rig = servo(json!({"joint": "turret"}));
        let command = &rig.declaration().channels[0];
        assert_eq!((command.min, command.max, command.neutral), (Some(-1.5), Some(1.0), 0.5));
    }
}
