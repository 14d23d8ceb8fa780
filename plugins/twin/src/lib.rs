//! A real robot and its virtual twin.
//!
//! `link` is the service that sends both the same commands; its logic is in the crate `twin-link`, the line format in `l0-protocol`. `l0`
//! accesses a robot of the scene whose controller implements that protocol. `ghost` draws the pose of the real robot.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod delayed;
mod ghost;
mod l0;
mod lines;
mod link;
mod pace;
mod sparing;
mod stand_in;

sim_abi::export! {
    texts { "es": include_str!("../texts/es.json"), "ca": include_str!("../texts/ca.json") }

    /// Sends the same orders to a robot and its virtual twin, and maps objects that only the real one sees (grants
    /// `Command`, `Edit`).
    service "twin/link" = link::TwinLink;
    /// Lets other programs control a robot as if it were a real one: over TCP, a serial line or a pseudo-terminal
    /// (grants `Command`, `Network` or `Files`).
    service "twin/stand-in" = stand_in::StandIn;
    /// Draws the real robot in its twin's world, from ground truth: for tests and views only (grant `Network` with
    /// `address`).
    service "twin/ghost" = ghost::Ghost;
}
