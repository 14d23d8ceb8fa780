#![deny(missing_docs)]
//! The deterministic core of the simulator.

pub mod geometry;
pub mod physics;
