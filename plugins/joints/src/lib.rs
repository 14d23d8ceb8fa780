//! Joints with inertia and effort: dynamics of robots with a fixed base, and joint sensors.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod fixed_base;
mod matrix;
mod sensors;
mod tree;

use sensors::{Effort, State};

sim_abi::export! {
    texts { "es": include_str!("../texts/es.json"), "ca": include_str!("../texts/ca.json") }

    /// Joint dynamics of a robot on a fixed base: inertia, gravity, damping, friction, limits, effort and target
    /// drives.
    dynamics "joint/fixed-base" = fixed_base::FixedBase;
    /// Position, velocity and effort of a joint.
    sensor "joint/state" = State;
    /// Torque or force applied by the drive of a joint.
    sensor "joint/effort" = Effort;
}
