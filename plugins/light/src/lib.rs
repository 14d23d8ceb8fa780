//! Light sensors.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod sensor;

sim_abi::export! {
    texts { "es": include_str!("../texts/es.json"), "ca": include_str!("../texts/ca.json") }

    /// Brightness of the incident light, converted to a response by a table; optionally with shadows.
    sensor "light/sensor" = sensor::LightSensor;
}
