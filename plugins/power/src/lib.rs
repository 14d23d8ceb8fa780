//! Batteries and charging stations.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod battery;
mod charger;

sim_abi::export! {
    texts { "es": include_str!("../texts/es.json"), "ca": include_str!("../texts/ca.json") }

    /// Remaining energy, drained by time, by moving joints and by the work of their drives.
    sensor "power/battery" = battery::Battery;
    /// Charges the batteries of robots near charging places, drains them by commands, and holds robots with an empty
    /// battery.
    service "power/charger" = charger::Charger;
}
