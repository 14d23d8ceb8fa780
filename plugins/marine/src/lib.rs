//! Dynamics of underwater vehicles, and their motors.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod fossen6;
mod modelo0;
mod motor;
#[cfg(test)]
mod tests;

pub use fossen6::Fossen6;
pub use modelo0::Modelo0;
pub use motor::effect;

sim_abi::export! {
    texts { "es": include_str!("../texts/es.json"), "ca": include_str!("../texts/ca.json") }

    /// A motor with a propeller: passes its command to the dynamics of the vehicle.
    actuator "marine/motor" = motor::Motor;
    /// The four-degree-of-freedom model of the NAUTILUS thesis: motor lag, buoyancy, dry friction.
    dynamics "marine/modelo0" = Modelo0;
    /// Fossen's six-degree-of-freedom model: added mass, damping, buoyancy, currents, and thrusters at the mounts of
    /// the model.
    dynamics "marine/fossen6" = Fossen6;
}
