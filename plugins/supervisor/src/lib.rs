//! A supervisor: functions that change the world.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod arguments;
mod control;
mod labels;

sim_abi::export! {
    texts { "es": include_str!("../texts/es.json"), "ca": include_str!("../texts/ca.json") }

    /// Finds, reads, moves, adds and removes robots and objects, holds and restarts controllers, shows labels, ends the run.
    service "supervisor/control" = control::Control;
}
