//! Actuators that move a robot or make it seen.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod led;
mod led_index;
mod servo;
mod thruster;
mod wheel_motor;

use led::Led;
use led_index::LedIndex;
use servo::Servo;
use thruster::Thruster;
use wheel_motor::WheelMotor;

sim_abi::export! {
    /// Turns a joint at a commanded speed.
    actuator "drive/wheel-motor" = WheelMotor;
    /// Pushes along its x axis, after a thrust curve and a lag.
    actuator "drive/thruster" = Thruster;
    /// Turns a joint to a commanded position, as fast as it can.
    actuator "drive/servo" = Servo;
    /// A colored light.
    actuator "drive/led" = Led;
    /// A light whose color is a whole number: 0 is off, 1 white.
    actuator "drive/led-index" = LedIndex;
}
