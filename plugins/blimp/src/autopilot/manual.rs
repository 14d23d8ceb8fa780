//! Manual flight with keys.

use sim_abi::params::serde::{Deserialize, Serialize};
use sim_abi::prelude::*;

/// Keyboard control.
#[params]
#[derive(Clone, Debug, PartialEq)]
pub struct Manual {
    /// Change of a command per cycle while a key is held.
    #[param(default = 0.05, min = 0.01, max = 1.0)]
    pub step: f64,
    /// Whether commands return to 0, and the lift to its trim, when keys are released. Otherwise they keep their
    /// values.
    pub momentary: bool,
    /// Whether the low-altitude emergency also acts in manual flight.
    #[param(default = true)]
    pub low_emergency: bool,
}

/// Keys of each motor's command: those that raise it and those that lower it.
const MOTORS: [[&[u32]; 2]; 3] = [
    [&[keys::UP], &[keys::DOWN]],
    // A positive command pushes down.
    [&['Z' as u32, keys::PAGE_DOWN], &['A' as u32, keys::PAGE_UP]],
    // A positive command moves the tail to the left, which turns the nose right.
    [&[keys::RIGHT], &[keys::LEFT]],
];

/// Key that switches between automatic and manual flight.
const TOGGLE: u32 = 'P' as u32;

/// Commands set by the keys.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(crate = "sim_abi::params::serde")]
pub struct Keyed {
    /// Commands of the front, bottom and tail motors.
    pub commands: [f64; 3],
    was_held: bool,
}

impl Keyed {
    /// Whether the mode key was just pressed.
    pub fn toggled(&mut self, held: impl Fn(u32) -> bool) -> bool {
        let held = held(TOGGLE);
        !std::mem::replace(&mut self.was_held, held) && held
    }

    /// Applies the keys for a cycle.
    pub fn follow(&mut self, manual: &Manual, trim: f64, held: impl Fn(u32) -> bool) {
        let rest = [0.0, trim, 0.0];
        for ((command, rest), keys) in self.commands.iter_mut().zip(rest).zip(MOTORS) {
            let pressed = |keys: &[u32]| f64::from(u8::from(keys.iter().any(|key| held(*key))));
            let change = pressed(keys[0]) - pressed(keys[1]);
            *command = match change {
                0.0 if manual.momentary => rest,
                change => (*command + change * manual.step).clamp(-1.0, 1.0),
            };
        }
        if held(keys::SPACE) {
            self.commands = [0.0; 3];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn held(keys: &[u32]) -> impl Fn(u32) -> bool + '_ {
        |key| keys.contains(&key)
    }

    fn flown(manual: &Manual, keys: &[u32], cycles: usize) -> [f64; 3] {
        let mut keyed = Keyed::default();
        (0..cycles).for_each(|_| keyed.follow(manual, -0.2, held(keys)));
        keyed.commands
    }

    /// BL-66: Each key press toggles the mode exactly once, however long it lasts.
    #[test]
    fn each_press_toggles_once_however_long_it_is() {
        for cycles in [1, 2, 3, 20, 313] {
            let mut keyed = Keyed::default();
            let presses = (0..cycles).filter(|_| keyed.toggled(held(&[TOGGLE]))).count();
            assert_eq!(presses, 1, "{cycles} cycles");
            assert!(!keyed.toggled(held(&[])) && keyed.toggled(held(&[TOGGLE])));
        }
    }

    /// BL-67: Arrow keys, A and Z command the motors; Space sets all commands to zero.
    #[test]
    fn keys_command_their_motor_in_their_direction() {
        let sign =
            |key: u32| flown(&Manual::default(), &[key], 1).map(|command| command.signum() * command.abs().ceil());
        for (key, commands) in [
            (keys::UP, [1.0, 0.0, 0.0]),
            (keys::DOWN, [-1.0, 0.0, 0.0]),
            ('A' as u32, [0.0, -1.0, 0.0]),
            (keys::PAGE_UP, [0.0, -1.0, 0.0]),
            ('Z' as u32, [0.0, 1.0, 0.0]),
            (keys::PAGE_DOWN, [0.0, 1.0, 0.0]),
            (keys::LEFT, [0.0, 0.0, -1.0]),
            (keys::RIGHT, [0.0, 0.0, 1.0]),
        ] {
            assert_eq!(sign(key), commands, "{key}");
        }
    }

    /// BL-68: A held key changes its command by 0.05 per cycle; the value stays on release.
    #[test]
    fn commands_grow_while_keys_are_held_and_stay_unless_they_are_momentary() {
        let manual = Manual::default();
        assert!((flown(&manual, &[keys::UP], 10)[0] - 0.5).abs() < 1e-12);
        assert_eq!(flown(&manual, &[keys::UP], 313)[0], 1.0);
        let mut keyed = Keyed::default();
        keyed.follow(&manual, -0.2, held(&[keys::UP]));
        keyed.follow(&manual, -0.2, held(&[]));
        assert_eq!(keyed.commands, [0.05, 0.0, 0.0]);
        keyed.follow(&manual, -0.2, held(&[keys::SPACE]));
        assert_eq!(keyed.commands, [0.0; 3]);
        let momentary = Manual { momentary: true, ..manual };
        keyed.follow(&momentary, -0.2, held(&[keys::UP]));
        keyed.follow(&momentary, -0.2, held(&[]));
        assert_eq!(keyed.commands, [0.0, -0.2, 0.0]);
    }

    /// BL-69: At least seven keys act at once.
    #[test]
    fn several_keys_act_together() {
        let commands = flown(&Manual::default(), &[keys::UP, 'A' as u32, keys::RIGHT], 2);
        assert_eq!(commands, [0.1, -0.1, 0.1]);
    }
}
