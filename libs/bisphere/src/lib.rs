//! Exact distance of a moving sphere to bi-spheres, and detours around them.
//!
//! A **bi-sphere** is the convex hull of two spheres: a capsule whose ends may differ in radius. A **leg** is a sphere that moves along a
//! straight line while its radius changes linearly. [`swept_vs_bisphere`] computes the clearance of a leg from a bi-sphere, or its
//! penetration depth, with the position and the direction of separation. [`plan`] uses it to fly around obstacles that are known in
//! advance: every returned point and leg has been checked against all obstacles.
//!
//! Lengths are in any consistent unit; z is up. Nothing here allocates, reads a clock or uses random numbers, and no function panics.
//!
//! # Source
//!
//! The Minkowski difference of a leg and a bi-sphere as a hull of four spheres, the intermediate point at the position of deepest
//! penetration, and the stack of detours are from the thesis of H. Díaz Bachiller (Universitat Politècnica de València, 2010), after E.
//! Bernabeu. The exact minimum replaces the case table printed there, which is wrong for spheres of unequal radii and for oblique
//! obstacles.

#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

mod detour;
mod distance;

pub use detour::{Clearance, Detour, Direction, First, MAX_DETOURS, Plan, Settings, clear_point, first_obstacle, plan};
pub use distance::{Closest, Invalid, TOUCHING, clearance, swept_vs_bisphere};

use nalgebra::Point3;

/// A sphere. A radius of 0 makes it a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sphere {
    /// Center.
    pub center: Point3<f64>,
    /// Radius, 0 or more.
    pub radius: f64,
}

/// The convex hull of two spheres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BiSphere {
    /// The spheres at its ends. One may contain the other.
    pub ends: [Sphere; 2],
}

/// A sphere that moves along a straight line while its radius changes linearly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Leg {
    /// Start.
    pub from: Sphere,
    /// End.
    pub to: Sphere,
}

impl Sphere {
    /// Creates a sphere.
    #[must_use]
    pub const fn new(center: Point3<f64>, radius: f64) -> Self {
        Self { center, radius }
    }
}

impl BiSphere {
    /// Creates a bi-sphere whose centers are `half_length` away from `center` in both directions of `axis`, with the radii of the end in the
    /// negative and in the positive direction. The axis need not be a unit vector; if it is zero, both centers are `center`.
    #[must_use]
    pub fn tapered(center: Point3<f64>, axis: nalgebra::Vector3<f64>, half_length: f64, radii: [f64; 2]) -> Self {
        let reach = axis.try_normalize(0.0).unwrap_or_default() * half_length;
        Self { ends: [Sphere::new(center - reach, radii[0]), Sphere::new(center + reach, radii[1])] }
    }
}

impl Leg {
    /// Creates a leg of a sphere of constant radius from one point to another.
    #[must_use]
    pub const fn new(from: Point3<f64>, to: Point3<f64>, radius: f64) -> Self {
        Self { from: Sphere::new(from, radius), to: Sphere::new(to, radius) }
    }

    /// Returns the center of the sphere at a fraction of the leg, 0 … 1.
    #[must_use]
    pub fn at(&self, part: f64) -> Point3<f64> {
        self.from.center + (self.to.center - self.from.center) * part
    }
}
