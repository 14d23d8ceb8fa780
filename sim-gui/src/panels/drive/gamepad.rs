//! Gamepads.

/// Input state of a gamepad.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reading {
    /// Name of the device.
    pub name: String,
    /// Left stick forward and left, right stick forward and left, −1 … 1.
    pub sticks: [f64; 4],
    /// Simulation key codes of its pressed buttons: the D-pad maps to the arrow keys, the bottom button to the space bar.
    pub keys: Vec<u32>,
}

/// The position of a stick after applying the dead zone. The end position is preserved.
pub fn beyond(value: f64, dead_zone: f64) -> f64 {
    let zone = dead_zone.clamp(0.0, 0.99);
    value.signum() * ((value.abs() - zone) / (1.0 - zone)).clamp(0.0, 1.0)
}

#[cfg(feature = "gamepad")]
pub use real::Gamepads;

/// The gamepads of the system.
#[cfg(feature = "gamepad")]
mod real {
    use super::Reading;
    use gilrs::{Axis, Button, Gilrs};
    use sim_abi::keys;

    /// The system's gamepads; the first connected one is used.
    pub struct Gamepads(Option<Gilrs>);

    impl Gamepads {
        /// Whether gamepads are supported by this build.
        pub const KNOWN: bool = true;

        /// Opens the system's gamepads. If unavailable, there are none.
        pub fn new() -> Self {
            Self(Gilrs::new().ok())
        }

        /// The current input state.
        pub fn read(&mut self) -> Option<Reading> {
            let gilrs = self.0.as_mut()?;
            while gilrs.next_event().is_some() {}
            let (_, pad) = gilrs.gamepads().find(|(_, pad)| pad.is_connected())?;
            let axis = |axis| f64::from(pad.value(axis));
            let sticks =
                [axis(Axis::LeftStickY), -axis(Axis::LeftStickX), axis(Axis::RightStickY), -axis(Axis::RightStickX)];
            let buttons = [
                (Button::DPadUp, keys::UP),
                (Button::DPadDown, keys::DOWN),
                (Button::DPadLeft, keys::LEFT),
                (Button::DPadRight, keys::RIGHT),
                (Button::South, keys::SPACE),
            ];
            let keys = buttons.iter().filter(|(button, _)| pad.is_pressed(*button)).map(|(_, code)| *code).collect();
            Some(Reading { name: pad.name().to_string(), sticks, keys })
        }
    }
}

/// Gamepads, not supported by this build.
#[cfg(not(feature = "gamepad"))]
pub struct Gamepads;

#[cfg(not(feature = "gamepad"))]
impl Gamepads {
    /// Whether gamepads are supported by this build.
    pub const KNOWN: bool = false;

    /// Creates an empty set of gamepads.
    pub fn new() -> Self {
        Self
    }

    /// Always `None`.
    pub fn read(&mut self) -> Option<Reading> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stick_has_a_dead_zone_and_reaches_full_deflection() {
        assert_eq!(beyond(0.1, 0.15), 0.0);
        assert_eq!((beyond(1.0, 0.15), beyond(-1.0, 0.15)), (1.0, -1.0));
        assert!((beyond(-0.575, 0.15) + 0.5).abs() < 1e-12);
        assert_eq!((beyond(0.5, 0.0), beyond(0.999, 1.0) < 1.0), (0.5, true));
    }
}
