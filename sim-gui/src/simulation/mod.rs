//! Current state of the simulation or of a recording.

pub mod acceptance;
pub mod calls;
pub mod faults;
pub mod ghosts;
pub mod playback;
pub mod questions;
pub mod route_checks;
pub mod saved_states;
pub mod world;
