//! Rigid bodies with added mass of water or air: underwater vehicles, airships.
//!
//! The crate contains only the parts common to such vehicles: spatial velocities and forces ([`Spatial`]), the mass of a body and the added
//! mass of the medium ([`Inertia`]), and time integration ([`Motion`]). Damping, buoyancy and thrust are specific to each vehicle.
//!
//! SI units. Body axes are right-handed, with any orientation; angles in radians. A step does not allocate, and results are the same on
//! every machine, since all functions are computed by `libm`.

#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

mod inertia;
mod motion;
mod spatial;

pub use inertia::{Indefinite, Inertia, Matrix6, rigid_body};
pub use motion::{Motion, Rates, Stage};
pub use spatial::{Spatial, Vector6};
