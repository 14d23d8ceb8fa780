//! Dynamics of arbitrary bodies.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod fixed;
mod rigid;

use fixed::Static;
use rigid::Rigid;

sim_abi::export! {
    texts { "es": include_str!("../texts/es.json"), "ca": include_str!("../texts/ca.json") }

    /// A fixed body that never moves.
    dynamics "body/static" = Static;
    /// A rigid body under gravity, thrusters, damping and buoyancy.
    dynamics "body/rigid" = Rigid;
}
