//! Exact distance of a moving sphere to bi-spheres, and detours around them.
//!
//! A **bi-sphere** is the convex hull of two spheres: a capsule whose ends may differ in radius. A **leg** is a sphere that moves
//! along a straight line while its radius changes evenly. [`swept_vs_bisphere`] says how far a leg stays from a bi-sphere, or how
//! deep it enters it, where that is, and in which direction the sphere would have to be moved. [`plan`] uses this to fly around
//! obstacles that are known in advance: every point and every leg that it returns has been checked against all obstacles.
//!
//! Lengths are in any one unit; z is up. Nothing here allocates, reads a clock or draws a number, and no function panics.
//!
//! # Source
//!
//! The idea of the Minkowski difference of a leg and a bi-sphere as a hull of four spheres, the intermediate point at the place of
//! greatest penetration, and the stack of detours are those of the thesis of H. Díaz Bachiller (Universitat Politècnica de València,
//! 2010), after E. Bernabeu. The exact minimum replaces the table of cases that is printed there, which is wrong for spheres of
//! unequal radii and for oblique obstacles.

#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

mod detour;
mod distance;
mod polysphere;

pub use detour::{
    Clearance, Detour, Direction, First, MOST_DETOURS, Plan, Settings, clear_point, first_obstacle, plan,
};
pub use distance::{Closest, Invalid, TOUCHING, clearance, swept_vs_bisphere};
pub use polysphere::{MOST_SPHERES, point_to_polysphere};

use nalgebra::Point3;

/// A sphere. A radius of 0 makes it a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sphere {
    /// Its centre.
    pub center: Point3<f64>,
    /// Its radius, 0 or more.
    pub radius: f64,
}

/// The convex hull of two spheres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BiSphere {
    /// The spheres at its ends. One may lie within the other.
    pub ends: [Sphere; 2],
}

/// A sphere that moves along a straight line, while its radius changes evenly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Leg {
    /// Where it starts.
    pub from: Sphere,
    /// Where it ends.
    pub to: Sphere,
}

impl Sphere {
    /// A sphere of this centre and radius.
    #[must_use]
    pub const fn new(center: Point3<f64>, radius: f64) -> Self {
        Self { center, radius }
    }
}

impl BiSphere {
    /// Two equal spheres whose centres lie `half_length` along `axis` on both sides of `center`. The axis need not be a unit
    /// vector; where it is zero, the bi-sphere is one sphere.
    #[must_use]
    pub fn capsule(center: Point3<f64>, axis: nalgebra::Vector3<f64>, half_length: f64, radius: f64) -> Self {
        Self::tapered(center, axis, half_length, [radius, radius])
    }

    /// As [`BiSphere::capsule`], with the radii of the end against the axis and of the end along it.
    #[must_use]
    pub fn tapered(center: Point3<f64>, axis: nalgebra::Vector3<f64>, half_length: f64, radii: [f64; 2]) -> Self {
        let reach = axis.try_normalize(0.0).unwrap_or_default() * half_length;
        Self { ends: [Sphere::new(center - reach, radii[0]), Sphere::new(center + reach, radii[1])] }
    }
}

impl Leg {
    /// A sphere of constant radius that moves from one point to another.
    #[must_use]
    pub const fn new(from: Point3<f64>, to: Point3<f64>, radius: f64) -> Self {
        Self { from: Sphere::new(from, radius), to: Sphere::new(to, radius) }
    }

    /// The centre of the sphere at a part of the way, 0 … 1.
    #[must_use]
    pub fn at(&self, part: f64) -> Point3<f64> {
        self.from.center + (self.to.center - self.from.center) * part
    }
}
