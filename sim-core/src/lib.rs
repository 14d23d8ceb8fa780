//! The core of the simulator: it knows no robot.

#![deny(missing_docs)]

pub mod diagnostic;
pub mod geometry;
pub mod physics;
pub mod plugins;
pub mod scene;
pub mod schema;
