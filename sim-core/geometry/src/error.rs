//! Errors of shapes and of index queries, and their checks.

use super::body::BodyId;
use nalgebra::{Isometry3, Point3, Vector3};

/// A shape could not be built from the given values.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ShapeError {
    /// A length is not finite and positive.
    #[error("{field} is {value}, but must be a finite length above 0 m")]
    Length {
        /// Name of the offending field.
        field: &'static str,
        /// The given value.
        value: f64,
    },
    /// A coefficient is outside its range.
    #[error("{field} is {value}, but must be in [{least}, {most}]")]
    Coefficient {
        /// Name of the offending field.
        field: &'static str,
        /// The value that was given.
        value: f64,
        /// Smallest value allowed.
        least: f64,
        /// Largest value allowed.
        most: f64,
    },
    /// A pose, a vertex or a height is not finite.
    #[error("{field} is not finite: {value}")]
    NotFinite {
        /// Name of the offending field.
        field: &'static str,
        /// The first value that is not finite.
        value: f64,
    },
    /// A triangle refers to a missing vertex.
    #[error("triangle {triangle} refers to vertex {vertex}, but the mesh has {vertices} vertices")]
    VertexIndex {
        /// Index of the triangle in the list.
        triangle: usize,
        /// The missing index.
        vertex: u32,
        /// Number of vertices.
        vertices: usize,
    },
    /// A list has the wrong number of entries.
    #[error("{field} has {count} entries, but {expected}")]
    Count {
        /// Name of the offending field.
        field: &'static str,
        /// Number of given entries.
        count: usize,
        /// The requirement, as the end of a sentence.
        expected: &'static str,
    },
    /// The points of a convex shape do not span a volume.
    #[error("the {count} points of a convex shape do not enclose a volume")]
    NoVolume {
        /// Number of given points.
        count: usize,
    },
    /// No hull suitable for contacts can be built from the points.
    #[error("cannot compute a convex hull of the {count} points for contacts: it is too thin for its length")]
    NoHull {
        /// Number of given points.
        count: usize,
    },
}

/// An operation of the index failed.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum GeometryError {
    /// A shape, a pose or a material is not valid.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// The body does not exist or was removed.
    #[error("unknown body {}", .0.0)]
    UnknownBody(BodyId),
    /// The body does not have this collider.
    #[error("unknown collider {collider}: body {} has {count} colliders", .body.0)]
    UnknownCollider {
        /// The body.
        body: BodyId,
        /// The requested index.
        collider: usize,
        /// Number of colliders of the body.
        count: usize,
    },
    /// A body has too many colliders for their index type.
    #[error("a body may have at most 65535 colliders, not {0}")]
    TooManyColliders(usize),
    /// Too many bodies overlap.
    #[error("more than {0} simultaneous contacts")]
    TooManyContacts(usize),
    /// A direction is not a unit vector.
    #[error("direction ({x}, {y}, {z}) is not a unit vector")]
    Direction {
        /// x component.
        x: f64,
        /// y component.
        y: f64,
        /// z component.
        z: f64,
    },
    /// A range is negative or NaN.
    #[error("{field} is {value}, but must be 0 m or more")]
    Reach {
        /// Name of the argument.
        field: &'static str,
        /// The value that was given.
        value: f64,
    },
    /// The output has a different length than the input.
    #[error("result buffer has {given} entries for {needed} rays")]
    OutputLength {
        /// Length of the output.
        given: usize,
        /// Length of the input.
        needed: usize,
    },
}

/// Fails if a pose contains a number that is not finite.
#[inline]
pub(crate) fn check_pose(field: &'static str, pose: &Isometry3<f64>) -> Result<(), ShapeError> {
    // Zero times a number is zero unless the number is not finite.
    if pose.translation.vector.sum() * 0.0 + pose.rotation.coords.sum() * 0.0 == 0.0 {
        return Ok(());
    }
    let numbers = pose.translation.vector.iter().chain(pose.rotation.coords.iter());
    match numbers.copied().find(|number| !number.is_finite()) {
        Some(value) => Err(ShapeError::NotFinite { field, value }),
        None => Ok(()),
    }
}

pub(crate) fn check_direction(direction: &Vector3<f64>) -> Result<(), GeometryError> {
    // Written so that a NaN fails.
    if (direction.norm_squared() - 1.0).abs() <= 1e-6 {
        return Ok(());
    }
    Err(GeometryError::Direction { x: direction.x, y: direction.y, z: direction.z })
}

pub(crate) fn check_point(field: &'static str, point: &Point3<f64>) -> Result<(), GeometryError> {
    match point.iter().copied().find(|value| !value.is_finite()) {
        Some(value) => Err(ShapeError::NotFinite { field, value }.into()),
        None => Ok(()),
    }
}

pub(crate) fn check_reach(field: &'static str, value: f64) -> Result<(), GeometryError> {
    if value >= 0.0 { Ok(()) } else { Err(GeometryError::Reach { field, value }) }
}
