//! A speed-controlled motor.

use sim_abi::prelude::*;

/// Parameters of a wheel motor.
#[params]
pub struct WheelMotorParams {
    /// Joint to move.
    joint: String,
    /// Maximum speed in either direction.
    #[param(default = 30.0, unit = "rad/s", min = 1e-6)]
    max_speed: f64,
    /// Maximum acceleration; 0: unlimited.
    #[param(default = 0.0, unit = "rad/s²", min = 0.0)]
    max_acceleration: f64,
}

/// Turns a joint at the commanded speed, with limited acceleration.
pub struct WheelMotor {
    velocity: EffectOut,
    max_acceleration: f64,
    speed: f64,
}

impl Actuator for WheelMotor {
    type Params = WheelMotorParams;

    fn new(params: WheelMotorParams, setup: &mut ActuatorSetup) -> Result<Self> {
        let joint = setup.joint(&params.joint)?;
        let of_joint = setup.joint_spec(joint).max_velocity.unwrap_or(f64::INFINITY);
        let limit = params.max_speed.min(of_joint);
        setup.command(
            Channel::new("speed", "rad/s").range(-limit, limit).help("speed of the wheel; forward is positive"),
        );
        Ok(Self {
            velocity: setup.effect(EffectKind::JointVelocity { joint: params.joint }),
            max_acceleration: if params.max_acceleration > 0.0 { params.max_acceleration } else { f64::INFINITY },
            speed: 0.0,
        })
    }

    fn act(&mut self, io: &mut ActuatorIo) -> Result {
        let change = self.max_acceleration * io.dt();
        self.speed += (io.commands()[0] - self.speed).clamp(-change, change);
        io.set(self.velocity, self.speed);
        Ok(())
    }

    save_fields!(speed);

    fn datasheet() -> Datasheet {
        Datasheet::default().example(
            r#"robots: [(name: "a", model: "scout/standard",
    actuators: {"left_wheel": (id: "drive/wheel-motor", params: (joint: "left_wheel"))})]"#,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn motor(params: Value, max_velocity: Option<f64>) -> Result<ActuatorRig<WheelMotor>> {
        ActuatorRig::new(params, &[Joint { name: "left_wheel".into(), max_velocity, ..Joint::default() }])
    }

    #[test]
    fn it_conforms() {
        let params = json!({"joint": "left_wheel", "max_acceleration": 100.0});
        testing::conformance::actuator(|| motor(params.clone(), None).unwrap());
    }

    #[test]
    fn the_command_reaches_the_joint_at_once_unless_acceleration_is_limited() {
        let mut free = motor(json!({"joint": "left_wheel"}), None).unwrap();
        assert_eq!(free.act(&[7.0]).unwrap(), [7.0]);
        let mut slow = motor(json!({"joint": "left_wheel", "max_acceleration": 50.0}), None).unwrap();
        let speeds: Vec<f64> = [0.8, 0.8, -0.8].iter().map(|speed| slow.act(&[*speed]).unwrap()[0]).collect();
        assert_eq!(speeds, [0.5, 0.8, 0.8 - 0.5]);
    }

    #[test]
    fn the_joint_may_be_slower_than_the_motor() {
        let rig = motor(json!({"joint": "left_wheel", "max_speed": 20.0}), Some(5.0)).unwrap();
        assert_eq!((rig.declaration().channels[0].min, rig.declaration().channels[0].max), (Some(-5.0), Some(5.0)));
    }

    #[test]
    fn its_speed_survives_a_reload() {
        let params = json!({"joint": "left_wheel", "max_acceleration": 50.0});
        let mut old = motor(params.clone(), None).unwrap();
        old.act(&[10.0]).unwrap();
        let mut new = motor(params, None).unwrap();
        new.restore(&old.save().unwrap().unwrap()).unwrap();
        assert_eq!(new.act(&[10.0]).unwrap(), [1.0]);
    }

    #[test]
    fn an_unknown_joint_is_refused_with_the_nearest() {
        let fault = motor(json!({"joint": "left_whel"}), None).err().unwrap();
        assert!(fault.advice().starts_with("did you mean `left_wheel`?"), "{}", fault.advice());
    }
}
