//! Batteries and charging stations.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod battery;
mod charger;

use battery::Battery;
use charger::Charger;

sim_abi::export! {
    texts { "es": include_str!("../texts/es.json"), "ca": include_str!("../texts/ca.json") }

    /// Energy that is left: drains with time, with joints that move and with the work of their drives.
    sensor "power/battery" = Battery;
    /// Charges batteries of robots near places, drains them by commands, and holds robots whose battery is empty.
    service "power/charger" = Charger;
}
