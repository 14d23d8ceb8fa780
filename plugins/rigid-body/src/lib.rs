//! Dynamics of arbitrary bodies.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod fixed;
mod rigid;

sim_abi::export! {
    texts { "es": include_str!("../texts/es.json"), "ca": include_str!("../texts/ca.json") }

    /// A fixed body that never moves.
    dynamics "body/static" = fixed::Static;
    /// A rigid body under gravity, thrusters, damping and buoyancy.
    dynamics "body/rigid" = rigid::Rigid;
}
