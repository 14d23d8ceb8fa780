//! A light.

use sim_abi::prelude::*;

/// Parameters of a light.
#[params]
pub struct LedParams {
    /// Maximum intensity; 1 is a reference lamp.
    #[param(default = 1.0, unit = "1", min = 1e-6)]
    max_intensity: f64,
}

/// A colored light at the mount, off until commanded.
pub struct Led(EffectOut);

impl Actuator for Led {
    type Params = LedParams;

    fn new(params: LedParams, setup: &mut ActuatorSetup) -> Result<Self> {
        for color in ["red", "green", "blue"] {
            setup.command(Channel::new(color, "1").range(0.0, 1.0));
        }
        setup.command(Channel::new("intensity", "1").range(0.0, params.max_intensity).help("0 is off"));
        Ok(Self(setup.effect(EffectKind::Light)))
    }

    fn act(&mut self, io: &mut ActuatorIo) -> Result {
        let [red, green, blue, intensity] = *io.commands() else {
            return Err(Fault::new(format!("{} commands instead of 4", io.commands().len())));
        };
        io.effect(self.0).copy_from_slice(&[red, green, blue, intensity]);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_conforms() {
        testing::conformance::actuator(|| ActuatorRig::<Led>::new(Value::Null, &[]).unwrap());
    }

    #[test]
    fn color_and_intensity_shine_as_commanded() {
        let mut rig = ActuatorRig::<Led>::new(Value::Null, &[]).unwrap();
        assert_eq!(rig.act(&[1.0, 0.5, 0.25, 0.75]).unwrap(), [1.0, 0.5, 0.25, 0.75]);
        assert!(rig.declaration().channels.iter().all(|channel| channel.neutral == 0.0));
    }
}
