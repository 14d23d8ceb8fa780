//! The base of an omnidirectional robot.

use crate::planar_velocity;
use sim_abi::prelude::*;

/// Parameters of the base.
#[params]
pub struct BaseParams {
    /// Maximum speed in any direction.
    #[param(default = 0.2, unit = "m/s", min = 1e-4, max = 100.0)]
    speed: f64,
    /// Maximum turn rate.
    #[param(default = 4.0, unit = "rad/s", min = 1e-4, max = 100.0)]
    turn_rate: f64,
}

/// Forwards its commands, clamped to the maximum speed.
pub struct Base {
    params: BaseParams,
    effect: EffectOut,
}

impl Actuator for Base {
    type Params = BaseParams;

    fn new(params: BaseParams, setup: &mut ActuatorSetup) -> Result<Self> {
        for name in ["forward", "left"] {
            setup.command(Channel::new(name, "m/s").range(-params.speed, params.speed));
        }
        let help = "counterclockwise";
        setup.command(Channel::new("turn", "rad/s").range(-params.turn_rate, params.turn_rate).help(help));
        let (kind, channels) = planar_velocity();
        Ok(Self { effect: setup.effect_with(kind, channels), params })
    }

    fn act(&mut self, io: &mut ActuatorIo) -> Result {
        let (forward, left, turn) = (io.commands()[0], io.commands()[1], io.commands()[2]);
        let speed = math::hypot(forward, left);
        // Each component is within its range, but the resulting speed may be too high.
        let share = if speed > self.params.speed { self.params.speed / speed } else { 1.0 };
        io.effect(self.effect).copy_from_slice(&[forward * share, left * share, turn]);
        Ok(())
    }

    fn datasheet() -> Datasheet {
        Datasheet::default()
            .example(r#"robots: [(name: "a", model: "robomap/platform", actuators: {"base": "robomap/base"})]"#)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn base() -> ActuatorRig<Base> {
        ActuatorRig::new(json!({"speed": 0.5}), &[]).unwrap()
    }

    #[test]
    fn it_conforms() {
        testing::conformance::actuator(base);
    }

    /// RM-38: The platform moves straight in any direction, independently of its heading.
    #[test]
    fn the_largest_speed_is_the_same_in_all_directions() {
        let mut rig = base();
        for (command, expected) in [
            ([0.5, 0.0, 1.0], [0.5, 0.0, 1.0]),
            ([0.3, 0.4, 0.0], [0.3, 0.4, 0.0]),
            ([-0.5, 0.5, 0.0], [-0.5 / 2_f64.sqrt(), 0.5 / 2_f64.sqrt(), 0.0]),
        ] {
            let effect = rig.act(&command).unwrap();
            assert!(effect.iter().zip(expected).all(|(one, other)| (one - other).abs() < 1e-12), "{effect:?}");
        }
    }
}
