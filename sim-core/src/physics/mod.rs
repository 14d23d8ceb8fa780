//! Rigid-body contact response, and the motion of bodies without any other drive.
//!
//! [`solver::resolve`] takes the contacts of [`crate::geometry`] and corrects velocities and poses; [`warm`] stores their impulses for the
//! next step. [`rotation`] rotates free bodies, [`immersion`] computes buoyancy and drag in water and air.

pub mod body;
mod contact_row;
mod energy;
pub mod immersion;
mod memory;
pub mod rotation;
pub mod solver;
pub mod warm;

#[cfg(test)]
mod stack_tests;
#[cfg(test)]
mod tests;

pub use body::{Body, Freedom, StepMotion};
pub use contact_row::{ContactStart, Grip, SolverConfig, Wheel};
pub(crate) use energy::limit_alone_to_work;
pub use immersion::Immersible;
pub use rotation::torque_free;
pub use solver::{ContactImpulse, SolverReport, SolverScratch, resolve, resolve_from};
pub use warm::{CachedContact, ContactCache};
