//! A server for the line protocol of the Butiá robot.
//!
//! Three layers, each of which only knows the one below: `server` is the service and connects the others, `protocol`
//! replies to requests and knows neither sockets nor the simulator, `net` moves lines between sockets and the service
//! and does not know the protocol. `robots` finds the modules of the simulated robots by the labels of their data
//! sheets and is the protocol's interface to the simulator. Modules never see a socket: they are called through their
//! own functions.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod net;
mod protocol;
mod robots;
mod server;
mod traffic;

sim_abi::export! {
    texts { "es": include_str!("../texts/es.json"), "ca": include_str!("../texts/ca.json") }

    /// Serves the line protocol of a Butiá robot on its TCP port, 2009 (grants `Network`, `Command`).
    service "bobot/server" = server::Server;
}
