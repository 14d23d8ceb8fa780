//! Bounding boxes of the broad phase: f32, conservative.

use nalgebra::{Matrix3, Vector3};

/// Bounds of an empty lane: inverted, so that it overlaps nothing and adds nothing to a union.
pub(crate) const FAR: f32 = 1e30;

/// A world-aligned box in the tree's frame (f32, relative to the center of the index).
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Bounds {
    pub low: [f32; 3],
    pub high: [f32; 3],
}

/// More than the relative rounding from f64 to f32. Branchless, because branches would be unpredictable.
const ROUNDING: f32 = 2.0 * f32::EPSILON;

fn down(value: f64) -> f32 {
    let near = value as f32;
    near - near.abs() * ROUNDING
}

fn up(value: f64) -> f32 {
    let near = value as f32;
    near + near.abs() * ROUNDING
}

impl Bounds {
    /// The smallest f32 box around a box given by its center (relative to the center of the tree) and half extents.
    pub fn around(middle: &Vector3<f64>, half: &Vector3<f64>) -> Self {
        let mut bounds = Self { low: [0.0; 3], high: [0.0; 3] };
        for axis in 0..3 {
            bounds.low[axis] = down(middle[axis] - half[axis]).clamp(-FAR, FAR);
            bounds.high[axis] = up(middle[axis] + half[axis]).clamp(-FAR, FAR);
        }
        bounds
    }

    /// Whether this is the box of an empty lane.
    pub fn is_empty(&self) -> bool {
        self.low[0] > self.high[0]
    }

    /// The smallest box around two.
    pub fn union(self, other: Self) -> Self {
        Self {
            low: [0, 1, 2].map(|axis| self.low[axis].min(other.low[axis])),
            high: [0, 1, 2].map(|axis| self.high[axis].max(other.high[axis])),
        }
    }

    /// Half of the surface area, the usual estimate of the cost of visiting a box.
    pub fn half_surface(&self) -> f64 {
        if self.is_empty() {
            return 0.0;
        }
        let [x, y, z] = [0, 1, 2].map(|axis| (self.high[axis] - self.low[axis]) as f64);
        x * y + y * z + z * x
    }

    /// The same box, grown by a margin on every side.
    pub fn grown(mut self, margin: f32) -> Self {
        for axis in 0..3 {
            self.low[axis] -= margin;
            self.high[axis] += margin;
        }
        self
    }

    /// Distance from a point to a box, in f64 so that a far point loses no precision; slightly less than the true one.
    pub fn distance_to(&self, point: &Vector3<f64>) -> f64 {
        let mut squared = 0.0;
        for axis in 0..3 {
            let below = self.low[axis] as f64 - point[axis];
            let above = point[axis] - self.high[axis] as f64;
            let gap = below.max(above).max(0.0);
            squared += gap * gap;
        }
        squared.sqrt() * (1.0 - 1e-12)
    }
}

/// Half extents of the world-aligned box of a rotated local box.
pub(crate) fn rotated_half_extents(rotation: &Matrix3<f64>, half: &Vector3<f64>) -> Vector3<f64> {
    rotation.abs() * half
}
