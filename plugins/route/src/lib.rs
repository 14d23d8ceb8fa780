//! Controllers that follow a scene's routes.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod follow;

sim_abi::export! {
    texts { "es": include_str!("../texts/es.json"), "ca": include_str!("../texts/ca.json") }

    /// Moves to the poses of the robot's route, one after another.
    controller "route/follow" = follow::Follow;
}
