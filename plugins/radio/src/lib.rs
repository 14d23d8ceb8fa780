//! Messages between robots.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod emitter;
mod receiver;

sim_abi::export! {
    texts { "es": include_str!("../texts/es.json"), "ca": include_str!("../texts/ca.json") }

    /// Sends a few numbers to nearby receivers.
    actuator "radio/emitter" = emitter::Emitter;
    /// Receives messages, with the distance and bearing of their senders.
    sensor "radio/receiver" = receiver::Receiver;
}
