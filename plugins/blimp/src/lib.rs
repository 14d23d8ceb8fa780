//! An airship: model and dynamics.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod airship;
mod autopilot;
mod standard;

sim_abi::export! {
    texts { "es": include_str!("../texts/es.json"), "ca": include_str!("../texts/ca.json") }

    /// An airship of 1.1 m with three propellers.
    robot "blimp/standard" = standard::Standard;
    /// Six-degree-of-freedom airship dynamics: added mass, damping, weight, buoyancy, and thrusters at the mounts of
    /// the model.
    dynamics "blimp/airship" = airship::Airship;
    /// Flies a mission around known obstacles into a dock. P switches between automatic and manual flight.
    controller "blimp/autopilot" = autopilot::Autopilot;
}
