use sim_abi::prelude::*;

/// Parameters of the twin drive.
#[params]
struct TwinParams {
    /// Joint of the left wheel.
    #[param(default = "left_wheel".to_string())]
    left: String,
    /// Joint of the right wheel.
    #[param(default = "right_wheel".to_string())]
    right: String,
    /// Radius of the wheels.
    #[param(default = 0.021, unit = "m", min = 1e-4)]
    wheel_radius: f64,
    /// Distance between the wheels.
    #[param(default = 0.14, unit = "m", min = 1e-4)]
    track: f64,
}

/// One drive for two wheels: commanded as forward speed and turn rate.
struct Twin {
    wheel_radius: f64,
    track: f64,
    wheels: [EffectOut; 2],
}

impl Actuator for Twin {
    type Params = TwinParams;

    fn new(params: TwinParams, setup: &mut ActuatorSetup) -> Result<Self> {
        setup.joint(&params.left)?; // fails with the nearest name when the robot lacks it
        setup.joint(&params.right)?;
        // Commands outside their range are clamped and counted; when the robot is halted, 0 is commanded.
        setup.command(Channel::new("speed", "m/s").range(-0.5, 0.5));
        setup.command(Channel::new("turn_rate", "rad/s").range(-6.0, 6.0).help("counterclockwise"));
        let wheels = [params.left, params.right].map(|joint| setup.effect(EffectKind::JointVelocity { joint }));
        Ok(Self { wheel_radius: params.wheel_radius, track: params.track, wheels })
    }

    fn act(&mut self, io: &mut ActuatorIo) -> Result {
        let (speed, half) = (io.commands()[0], 0.5 * self.track * io.commands()[1]);
        io.set(self.wheels[0], (speed - half) / self.wheel_radius);
        io.set(self.wheels[1], (speed + half) / self.wheel_radius);
        Ok(())
    }
}

sim_abi::export! {
    /// Turns two wheels for a forward speed and a turn rate.
    actuator "demo/twin-drive" = Twin;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drive() -> ActuatorRig<Twin> {
        let wheels = ["left_wheel", "right_wheel"].map(|name| Joint { name: name.into(), ..Joint::default() });
        ActuatorRig::new(json!({"wheel_radius": 0.02, "track": 0.1}), &wheels).unwrap()
    }

    #[test]
    fn it_conforms() {
        testing::conformance::actuator(drive);
    }

    #[test]
    fn the_outer_wheel_turns_faster() {
        let wheels = drive().act(&[0.2, 2.0]).unwrap().to_vec();
        assert!((wheels[0] - 5.0).abs() < 1e-12 && (wheels[1] - 15.0).abs() < 1e-12, "{wheels:?}");
    }
}
