//! Controllers, most of them for two-wheeled robots.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod constant;
mod diffusion;
mod keyboard;
mod sequence;
mod wander;
mod wheels;

pub use diffusion::Diffusion;

sim_abi::export! {
    texts { "es": include_str!("../texts/es.json"), "ca": include_str!("../texts/ca.json") }

    /// Writes the same commands at every step.
    controller "control/constant" = constant::Constant;
    /// Drives straight and turns away from obstacles: the usual workload of swarm simulators.
    controller "control/diffusion" = Diffusion;
    /// Drives with the arrow keys or the axes `forward` and `turn`.
    controller "control/keyboard" = keyboard::Keyboard;
    /// Writes commands at given times.
    controller "control/sequence" = sequence::Sequence;
    /// Wanders at random and avoids obstacles.
    controller "control/wander" = wander::Wander;
}
