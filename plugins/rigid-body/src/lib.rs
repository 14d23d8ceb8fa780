//! Dynamics of bodies of any shape.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod fixed;
mod rigid;

use fixed::Static;
use rigid::Rigid;

sim_abi::export! {
    /// Never moves, whatever touches it.
    dynamics "body/static" = Static;
    /// A rigid body under gravity, thrusters, damping and buoyancy.
    dynamics "body/rigid" = Rigid;
}
