//! NinjUAB: a scout robot on two wheel servos and a caster, with a sonar on a servo, that executes the orders of a line
//! protocol.
//!
//! The controller's data sheet has the label `twin.l0` with the names of its two functions: the first takes a line, the
//! second returns the replies. Clients find robots that implement the protocol by this label.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod beam;
mod caster;
mod continuous_servo;
mod l0;
mod position_servo;
mod robot;
mod sonar;

use caster::{Caster, CasterForce};

sim_abi::export! {
    texts { "es": include_str!("../texts/es.json"), "ca": include_str!("../texts/ca.json") }

    /// A scout robot on two wheel servos and a caster, with a sonar on a servo.
    robot "ninjuab/standard" = robot::NinjUab;
    /// A continuous-rotation servo whose speed depends on the deviation of the pulse width from 1500 µs.
    actuator "ninjuab/continuous-servo" = continuous_servo::ContinuousServo;
    /// A position servo.
    actuator "ninjuab/position-servo" = position_servo::PositionServo;
    /// A caster that follows the motion of two wheels.
    actuator "ninjuab/caster" = Caster;
    /// Distance to the nearest surface within a flat beam.
    sensor "ninjuab/sonar" = sonar::Sonar;
    /// Normal force on the caster.
    sensor "ninjuab/caster-force" = CasterForce;
    /// Turns, advances and scans, controlled by a line protocol.
    controller "ninjuab/l0" = l0::L0;
}
