//! Actuators that move a robot or light it up.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod joint_effort;
mod joint_target;
mod led;
mod led_index;
mod link_wrench;
mod servo;
mod thruster;
mod wheel_motor;

sim_abi::export! {
    texts { "es": include_str!("../texts/es.json"), "ca": include_str!("../texts/ca.json") }

    /// Turns a joint at a commanded speed.
    actuator "drive/wheel-motor" = wheel_motor::WheelMotor;
    /// Pushes along its x axis, with a thrust curve and a lag.
    actuator "drive/thruster" = thruster::Thruster;
    /// Moves a joint to a commanded position as fast as possible.
    actuator "drive/servo" = servo::Servo;
    /// Drives a joint with a commanded torque or force.
    actuator "drive/joint-effort" = joint_effort::JointEffort;
    /// Drives a joint to a target position and velocity by a spring and a damper with limited effort.
    actuator "drive/joint-target" = joint_target::JointTarget;
    /// Force and torque on a link, in its own axes.
    actuator "drive/link-wrench" = link_wrench::LinkWrench;
    /// A colored light.
    actuator "drive/led" = led::Led;
    /// A light with a color index: 0 is off, 1 white.
    actuator "drive/led-index" = led_index::LedIndex;
}
