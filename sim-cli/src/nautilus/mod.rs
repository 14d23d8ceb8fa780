//! What users of the NAUTILUS simulator know: its flags, configuration files and pools, as scenes of this program.

pub mod arena;
pub mod config;
#[cfg(test)]
mod fuzz;
pub mod names;
pub mod scene;
