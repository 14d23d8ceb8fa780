//! Rigid-body contact response, and the motion of bodies without any other drive.
//!
//! [`solver::resolve`] takes the contacts of [`sim_geometry`] and corrects velocities and poses; [`warm`] stores their impulses for the
//! next step. [`rotation`] rotates free bodies, [`immersion`] computes buoyancy and drag in water and air.
//!
//! Contacts must not depend on the integrator of a body, the kind of ground, or the step size:
//!
//! - Rest: poses follow the change of velocity by the fraction with which the step advanced the pose (`Body::after_step`). Contacts at rest
//!   keep an anchor on both bodies, except those of robots with moving links ([`warm`]).
//! - Pressing: a body that presses moves forward in each step and is pushed back, by g·dt² at rest, by v·dt while its wheels drive. The
//!   margin for finding its contacts grows by this distance (`engine/collide.rs`).
//! - Gaps: contacts are found after the forces of the step; a gap that only forces have closed is kept (`Row::gap_left`).
//! - Speed: CCD clamps motions of more than 40 % of the thickness, rotation included (`engine/ccd.rs`).
//! - Energy: bounded per group (`energy.rs`), and for bodies that CCD has stopped by the work over the distance traveled.
//! - Media: the step of a light body is split until its terminal speed is right (`engine/rigid_body.rs`).
//! - Ground: contacts at edges between pieces of a surface are dropped (`geometry/internal_edges.rs`). Round edges of cylinders
//!   (`geometry/contact.rs`) and parallel capsules (`geometry/capsules.rs`) have contacts of their own. Lever arms end on the surface.
//! - Wheels are solved with contacts (`engine/wheels.rs`), and squeezed bodies are pressed like springs (`engine/squeeze.rs`).
//! - Mass ratios: slow groups continue along conjugate directions (`contact_row.rs`).
//!
//! `docs/decisions/0005-own-contact-solver.md` and `0006-wheels-are-solved-with-contacts.md` explain why.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![deny(missing_docs)]

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
pub use energy::limit_alone_to_work;
pub use immersion::Immersible;
pub use rotation::torque_free;
pub use solver::{ContactImpulse, SolverReport, SolverScratch, resolve, resolve_from};
pub use warm::{CachedContact, ContactCache};
