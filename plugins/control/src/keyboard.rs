//! Manual driving.

use crate::wheels::Wheels;
use sim_abi::prelude::*;

/// Parameters of the keyboard drive.
#[params]
pub struct KeyboardParams {
    /// Speed with the key held down or the axis at full deflection.
    #[param(default = 0.2, unit = "m/s", min = 0.0)]
    speed: f64,
    /// Turn rate with the key held down or the axis at full deflection.
    #[param(default = 2.0, unit = "rad/s", min = 0.0)]
    turn_rate: f64,
    /// Radius of the wheels.
    #[param(default = 0.021, unit = "m", min = 1e-4)]
    wheel_radius: f64,
    /// Distance between the wheels.
    #[param(default = 0.14, unit = "m", min = 1e-4)]
    track: f64,
}

/// Maps the arrow keys, or the operator axes `forward` and `turn` (left is positive), to wheel speeds.
pub struct Keyboard {
    wheels: Wheels,
    params: KeyboardParams,
}

impl Controller for Keyboard {
    type Params = KeyboardParams;

    fn new(params: KeyboardParams, robot: &mut ControllerSetup) -> Result<Self> {
        Ok(Self { wheels: Wheels::bind(robot, params.wheel_radius)?, params })
    }

    fn step(&mut self, io: &mut ControllerIo) -> Result {
        let stick = |axis: &str, plus: u32, minus: u32| {
            let keys = f64::from(u8::from(io.key(plus))) - f64::from(u8::from(io.key(minus)));
            (io.axis(axis) + keys).clamp(-1.0, 1.0)
        };
        let (forward, turn) = (stick("forward", keys::UP, keys::DOWN), stick("turn", keys::LEFT, keys::RIGHT));
        let KeyboardParams { speed, turn_rate, track, .. } = self.params;
        self.wheels.drive(io, forward * speed, turn * turn_rate, track);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn robot() -> ControllerRig<Keyboard> {
        let builder = ControllerRig::robot().actuator("left_wheel", 1).actuator("right_wheel", 1);
        builder.params(json!({"speed": 0.2, "turn_rate": 1.0, "wheel_radius": 0.02, "track": 0.1})).build().unwrap()
    }

    fn wheels(keys: &[u32], axes: &[(&str, f64)]) -> [f64; 2] {
        let mut rig = robot();
        rig.world.keys = keys.to_vec();
        rig.world.axes = axes.iter().map(|(name, value)| (name.to_string(), *value)).collect();
        rig.step().unwrap();
        ["left_wheel", "right_wheel"].map(|wheel| (rig.command(wheel)[0] * 1e9).round() / 1e9)
    }

    #[test]
    fn it_conforms() {
        testing::conformance::controller(robot, &["left_wheel", "right_wheel"]);
    }

    #[test]
    fn arrows_drive_and_steer() {
        assert_eq!(wheels(&[], &[]), [0.0, 0.0]);
        assert_eq!(wheels(&[keys::UP], &[]), [10.0, 10.0]);
        assert_eq!(wheels(&[keys::DOWN], &[]), [-10.0, -10.0]);
        assert_eq!(wheels(&[keys::LEFT], &[]), [-2.5, 2.5]);
        assert_eq!(wheels(&[keys::UP, keys::RIGHT], &[]), [12.5, 7.5]);
    }

    #[test]
    fn axes_do_the_same_in_between_and_keys_do_not_exceed_them() {
        assert_eq!(wheels(&[], &[("forward", 0.5), ("turn", -1.0)]), [7.5, 2.5]);
        assert_eq!(wheels(&[keys::UP], &[("forward", 1.0)]), [10.0, 10.0]);
    }
}
