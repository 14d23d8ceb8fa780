use sim_abi::prelude::*;

/// Parameters of the geared motor.
#[params]
struct GearedParams {
    /// Joint that it turns.
    joint: String,
    /// Turns of the motor for one turn of the joint.
    #[param(default = 3.0, unit = "1", min = 0.1, max = 1000.0)]
    ratio: f64,
    /// Largest speed of the motor in either direction.
    #[param(default = 60.0, unit = "rad/s", min = 0.1)]
    max_speed: f64,
}

/// A geared motor: the command sets the speed of the motor; the joint turns more slowly.
struct Geared {
    ratio: f64,
    velocity: EffectOut,
}

impl Actuator for Geared {
    type Params = GearedParams;

    fn new(params: GearedParams, setup: &mut ActuatorSetup) -> Result<Self> {
        setup.joint(&params.joint)?; // fails here, with the closest name, if the robot lacks it
        setup.command(Channel::new("speed", "rad/s").range(-params.max_speed, params.max_speed));
        let velocity = setup.effect(EffectKind::JointVelocity {
            joint: params.joint,
        });
        Ok(Self {
            ratio: params.ratio,
            velocity,
        })
    }

    fn act(&mut self, io: &mut ActuatorIo) -> Result {
        let speed = io.commands()[0] / self.ratio;
        io.set(self.velocity, speed);
        Ok(())
    }
}

sim_abi::export! {
    /// A motor behind a gear.
    actuator "my/{{name}}" = Geared;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn motor() -> ActuatorRig<Geared> {
        let wheel = Joint {
            name: "wheel".into(),
            ..Joint::default()
        };
        ActuatorRig::new(json!({"joint": "wheel", "ratio": 4.0}), &[wheel]).unwrap()
    }

    #[test]
    fn it_conforms() {
        testing::conformance::actuator(motor);
    }

    #[test]
    fn the_joint_turns_slower_than_the_motor() {
        assert_eq!(motor().act(&[20.0]).unwrap(), [5.0]);
    }
}
