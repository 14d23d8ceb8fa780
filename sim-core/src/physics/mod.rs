//! Rigid-body reactions to contacts, and the motion of bodies that nothing else drives.
//!
//! [`solver::resolve`] takes the contacts of [`crate::geometry`] and corrects velocities and poses; [`warm`] remembers their impulses
//! for the next step. [`rotation`] turns free bodies, [`immersion`] tells what water and air do to them.

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
pub use warm::{ContactCache, KeptContact};
