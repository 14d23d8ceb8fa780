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
    /// Goes straight while nothing is near, else turns away: the usual workload of swarm simulators.
    controller "control/diffusion" = Diffusion;
    /// Drives as the arrow keys or the axes `forward` and `turn` say.
    controller "control/keyboard" = Keyboard;
    /// Writes commands at given times.
    controller "control/sequence" = Sequence;
    /// Strolls about at random and keeps clear of obstacles.
    controller "control/wander" = Wander;
}
