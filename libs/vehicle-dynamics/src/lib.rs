//! Rigid bodies that carry water or air along: underwater vehicles, airships.
//!
//! What such vehicles have in common, and no more: velocities and forces with their turning parts ([`Spatial`]), the mass of a
//! body with that of the medium it carries ([`Inertia`]), and their motion in time ([`Motion`]). Damping, buoyancy and thrust
//! differ from vehicle to vehicle.
//!
//! SI units. Axes of the body are right-handed, whichever way they point; angles in radians. Nothing here allocates in a step,
//! and results are the same on every machine, since all functions are computed by `libm`.

#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

mod inertia;
mod motion;
mod spatial;

pub use inertia::{Indefinite, Inertia, Matrix6, rigid_body};
pub use motion::{Motion, Rates, Stage};
pub use spatial::{Spatial, Vector6};
