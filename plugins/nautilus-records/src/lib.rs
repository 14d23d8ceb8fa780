//! The files of the NAUTILUS simulator, and a monitor for overlapping bodies.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod columns;
mod digits;
mod folder;
mod overlap;
mod records;
mod writer;

sim_abi::export! {
    texts { "es": include_str!("../texts/es.json"), "ca": include_str!("../texts/ca.json") }

    /// Writes a folder per run with a JSON list per robot, as the NAUTILUS simulator does (grant `Files`).
    service "nautilus/records" = records::Records;
    /// Detects overlapping bodies in scenes that allow overlaps, and logs the time, the bodies and the depth.
    service "monitor/overlap" = overlap::Monitor;
}
