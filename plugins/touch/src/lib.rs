//! Touch sensors.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod bumper;
mod force;
mod ground_color;

sim_abi::export! {
    texts { "es": include_str!("../texts/es.json"), "ca": include_str!("../texts/ca.json") }

    /// Detects on which sides the robot is bumped, and how hard.
    sensor "touch/bumper" = bumper::Bumper;
    /// Force of contacts on the robot or on the part around the mount.
    sensor "touch/force" = force::Force;
    /// Color of the floor under the mount.
    sensor "touch/ground-color" = ground_color::GroundColor;
}
