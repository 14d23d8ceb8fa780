//! Dynamics of airships.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod airship;

use airship::Airship;

sim_abi::export! {
    texts { "es": include_str!("../texts/es.json"), "ca": include_str!("../texts/ca.json") }

    /// Six degrees of freedom of an airship: added mass, damping, weight and buoyancy, thrusters where the model mounts them.
    dynamics "blimp/airship" = Airship;
}
