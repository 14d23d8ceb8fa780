//! Rigid-body reactions to contacts.
//!
//! [`solver::resolve`] takes the contacts of [`crate::geometry`] and corrects velocities and poses.

pub mod body;
pub mod solver;

#[cfg(test)]
mod tests;

pub use body::{Body, Freedom};
pub use solver::{ContactImpulse, SolverConfig, SolverReport, SolverScratch, resolve};
