//! Light sensors.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod sensor;

use sensor::LightSensor;

sim_abi::export! {
    texts { "es": include_str!("../texts/es.json"), "ca": include_str!("../texts/ca.json") }

    /// Brightness of what shines on it, as a response by a table, with shadows if asked for.
    sensor "light/sensor" = LightSensor;
}
