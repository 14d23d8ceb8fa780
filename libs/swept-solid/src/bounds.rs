//! Axis-aligned bounding boxes.

use nalgebra::Vector3;

/// An axis-aligned box, m.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Bounds {
    pub(crate) min: Vector3<f64>,
    pub(crate) max: Vector3<f64>,
}

impl Bounds {
    /// An empty box; extend it with [`Self::with`].
    pub(crate) const EMPTY: Self = Self {
        min: Vector3::new(f64::INFINITY, f64::INFINITY, f64::INFINITY),
        max: Vector3::new(f64::NEG_INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY),
    };

    /// Returns the smallest box that contains both.
    pub(crate) fn with(&self, other: &Self) -> Self {
        Self { min: self.min.inf(&other.min), max: self.max.sup(&other.max) }
    }

    pub(crate) fn middle(&self) -> Vector3<f64> {
        (self.min + self.max) / 2.0
    }

    /// Returns the vector from the center to the faces.
    pub(crate) fn half(&self) -> Vector3<f64> {
        (self.max - self.min) / 2.0
    }

    /// Returns whether a point is in the box or within a distance of it along each axis.
    pub(crate) fn holds(&self, point: &Vector3<f64>, within: f64) -> bool {
        (0..3).all(|axis| point[axis] >= self.min[axis] - within && point[axis] <= self.max[axis] + within)
    }

    /// Returns whether two boxes are within a distance of each other along each axis.
    pub(crate) fn meets(&self, other: &Self, within: f64) -> bool {
        (0..3).all(|axis| self.min[axis] - within <= other.max[axis] && other.min[axis] - within <= self.max[axis])
    }
}
