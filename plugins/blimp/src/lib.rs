//! An airship: model and dynamics.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod airship;
mod autopilot;
mod standard;

use airship::Airship;
use autopilot::Autopilot;
use standard::Standard;

sim_abi::export! {
    texts { "es": include_str!("../texts/es.json"), "ca": include_str!("../texts/ca.json") }

    /// An airship of 1.1 m with three propellers.
    robot "blimp/standard" = Standard;
    /// Six degrees of freedom of an airship: added mass, damping, weight and buoyancy, thrusters where the model mounts them.
    dynamics "blimp/airship" = Airship;
    /// Flies a mission around known obstacles into a dock, and lets a person fly: P changes between the two.
    controller "blimp/autopilot" = Autopilot;
}
