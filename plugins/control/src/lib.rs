//! Controllers, most of them for two-wheeled robots.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod constant;
mod diffusion;
mod keyboard;
mod sequence;
mod wander;
mod wheels;

use constant::Constant;
pub use diffusion::Diffusion;
use keyboard::Keyboard;
use sequence::Sequence;
use wander::Wander;

sim_abi::export! {
    texts { "es": include_str!("../texts/es.json"), "ca": include_str!("../texts/ca.json") }

    /// Writes the same commands at every step.
    controller "control/constant" = Constant;
    /// Drives straight and turns away from obstacles: the usual workload of swarm simulators.
    controller "control/diffusion" = Diffusion;
    /// Drives by the arrow keys or the axes `forward` and `turn`.
    controller "control/keyboard" = Keyboard;
    /// Writes commands at given times.
    controller "control/sequence" = Sequence;
    /// Wanders at random and avoids obstacles.
    controller "control/wander" = Wander;
}
