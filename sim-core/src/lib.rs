//! The deterministic core of the simulator.
#![deny(missing_docs)]

pub mod diagnostic;
pub mod scene;
pub mod schema;
