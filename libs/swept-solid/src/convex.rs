//! Convex solids, defined by their support points.

use nalgebra::Vector3;

use crate::bounds::Bounds;

/// A convex body: a set defined by its support points, extended by a radius.
pub(crate) trait Support {
    /// Returns the point of the set that is furthest along a direction of any length, m.
    fn support(&self, direction: &Vector3<f64>) -> Vector3<f64>;

    /// Returns the radius around the set, m.
    fn radius(&self) -> f64;

    /// Returns a point of the set, m.
    fn middle(&self) -> Vector3<f64>;
}

/// A convex solid in the frame of the scene, m.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Convex {
    /// Center, and the vectors from it to the centers of three faces.
    Cuboid { center: Vector3<f64>, arms: [Vector3<f64>; 3] },
    /// A triangle.
    Triangle([Vector3<f64>; 3]),
    /// The convex hull of some points, extended by a radius: balls, capsules, hulls.
    Hull { points: Box<[Vector3<f64>]>, radius: f64 },
    /// Center, the vector from it to the center of an end, two radii that are perpendicular to it and to each other.
    Cylinder { center: Vector3<f64>, end: Vector3<f64>, radii: [Vector3<f64>; 2] },
}

/// Returns the furthest of some points along a direction.
fn farthest(points: &[Vector3<f64>], direction: &Vector3<f64>) -> Vector3<f64> {
    let mut best = points[0];
    let mut reach = best.dot(direction);
    for point in &points[1..] {
        let further = point.dot(direction);
        if further > reach {
            (best, reach) = (*point, further);
        }
    }
    best
}

/// Returns the vector from the center of a disk to its furthest point, from two of its radii; zero if all its points are equally far. The
/// point is in the disk regardless of rounding errors in the direction.
fn rim(radii: &[Vector3<f64>; 2], direction: &Vector3<f64>) -> Vector3<f64> {
    let [x, y] = radii.map(|radius| radius.dot(direction));
    let length = (x * x + y * y).sqrt();
    if length > 0.0 { radii[0] * (x / length) + radii[1] * (y / length) } else { Vector3::zeros() }
}

impl Support for Convex {
    fn support(&self, direction: &Vector3<f64>) -> Vector3<f64> {
        match self {
            Self::Cuboid { center, arms } => {
                arms.iter().fold(*center, |at, arm| if arm.dot(direction) >= 0.0 { at + arm } else { at - arm })
            }
            Self::Triangle(corners) => farthest(corners, direction),
            Self::Hull { points, .. } => farthest(points, direction),
            Self::Cylinder { center, end, radii } => {
                let middle = if end.dot(direction) >= 0.0 { center + end } else { center - end };
                middle + rim(radii, direction)
            }
        }
    }

    fn radius(&self) -> f64 {
        if let Self::Hull { radius, .. } = self { *radius } else { 0.0 }
    }

    fn middle(&self) -> Vector3<f64> {
        match self {
            Self::Cuboid { center, .. } | Self::Cylinder { center, .. } => *center,
            Self::Triangle(corners) => (corners[0] + corners[1] + corners[2]) / 3.0,
            Self::Hull { points, .. } => points[0],
        }
    }
}

impl Convex {
    /// Returns the bounding box of the solid.
    pub(crate) fn bounds(&self) -> Bounds {
        let mut bounds = Bounds { min: Vector3::zeros(), max: Vector3::zeros() };
        for axis in 0..3 {
            let direction = Vector3::ith(axis, 1.0);
            bounds.max[axis] = self.support(&direction)[axis] + self.radius();
            bounds.min[axis] = self.support(&-direction)[axis] - self.radius();
        }
        bounds
    }
}
