//! A collider in the world frame, in a memory layout for the exact tests.

use nalgebra::{Isometry3, Matrix3, Vector3};
use sim_abi::math;

use super::body::Mobility;
use super::bounds::{Bounds, rotated_half_extents};
use super::shape::{Collider, Shape};

/// The exact test for a placed collider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Box,
    Sphere,
    /// A cylinder whose axis is parallel to the world's z.
    UprightCylinder,
    Cylinder,
    Capsule,
    HalfSpace,
    /// A mesh, a terrain or a hull: handled by parry.
    Other,
}

pub(crate) const SOLID: u8 = 1;
pub(crate) const SENSED: u8 = 2;
const MOVING: u8 = 4;
/// Has any category at all: most queries accept all categories and need not read them.
const CATEGORISED: u8 = 8;

/// A collider in the world frame. The first cache line contains everything needed for an upright shape or a sphere.
#[derive(Debug, Clone, Copy)]
#[repr(C, align(64))]
pub(crate) struct PlacedCollider {
    /// Center of the shape (for a half-space: a point of its surface).
    pub center: Vector3<f64>,
    /// Half extents of a box; (radius, half length along the axis, 0) for round shapes.
    pub dims: Vector3<f64>,
    /// Radius of the bounding sphere about `center`.
    pub radius: f64,
    pub body: u32,
    pub collider: u16,
    pub kind: Kind,
    pub flags: u8,
    /// Rotation from the shape's frame to the world.
    pub rotation: Matrix3<f64>,
    pub category: u32,
}

impl PlacedCollider {
    pub fn new(body: u32, collider: u16, mobility: Mobility, source: &Collider, pose: &Isometry3<f64>) -> Self {
        let rotation = *pose.rotation.to_rotation_matrix().matrix();
        let mut center = pose.translation.vector;
        let round = |radius: f64, half: f64| Vector3::new(radius, half, 0.0);
        let (kind, dims, radius) = match &source.shape {
            Shape::Box { half_extents } => (Kind::Box, *half_extents, half_extents.norm()),
            Shape::Sphere { radius } => (Kind::Sphere, round(*radius, 0.0), *radius),
            Shape::Cylinder { radius, half_height } => {
                (cylinder_kind(&rotation), round(*radius, *half_height), math::hypot(*radius, *half_height))
            }
            Shape::Capsule { radius, half_length } => {
                (Kind::Capsule, round(*radius, *half_length), radius + half_length)
            }
            Shape::HalfSpace => (Kind::HalfSpace, Vector3::zeros(), f64::INFINITY),
            Shape::TriMesh(_) | Shape::HeightField(_) | Shape::Convex(_) => {
                let (middle, half) = bounds_of(&source.shape);
                center += rotation * middle;
                // Slightly more than the rounding of bounds and vertices.
                let half = half * (1.0 + 1e-6) + Vector3::repeat(1e-9);
                (Kind::Other, half, half.norm())
            }
        };
        let bit = |set: bool, bit: u8| if set { bit } else { 0 };
        let flags = bit(source.category != 0, CATEGORISED)
            | bit(source.solid, SOLID)
            | bit(source.detectable, SENSED)
            | bit(mobility == Mobility::Moving, MOVING);
        Self {
            center,
            dims,
            radius: radius * (1.0 + 1e-12),
            body,
            collider,
            kind,
            flags,
            rotation,
            category: source.category,
        }
    }

    /// Whether the body is a moving one.
    pub fn is_moving(&self) -> bool {
        self.flags & MOVING != 0
    }

    /// Whether the categories share a bit with a mask.
    #[inline]
    pub fn is_in(&self, categories: u32) -> bool {
        if categories == u32::MAX { self.flags & CATEGORISED != 0 } else { categories & self.category != 0 }
    }

    /// Changes position and orientation of a collider; returns the same as [`PlacedCollider::moved_squared`].
    #[inline]
    pub fn move_to(&mut self, pose: &Isometry3<f64>, shape: &Shape) -> f64 {
        let before = (self.center, self.rotation, self.kind);
        self.center = pose.translation.vector;
        self.rotation = *pose.rotation.to_rotation_matrix().matrix();
        match self.kind {
            Kind::Cylinder | Kind::UprightCylinder => self.kind = cylinder_kind(&self.rotation),
            Kind::Other => self.center += self.rotation * bounds_of(shape).0,
            _ => {}
        }
        self.moved_squared(before)
    }

    /// Square of the maximum distance that any of its points has moved since it had this center, rotation and kind, m².
    #[inline]
    pub fn moved_squared(&self, (center, rotation, kind): (Vector3<f64>, Matrix3<f64>, Kind)) -> f64 {
        let shift = (self.center - center).norm_squared();
        let upright = self.kind == Kind::UprightCylinder && kind == Kind::UprightCylinder;
        if upright || self.kind == Kind::Sphere || self.kind == Kind::HalfSpace {
            return shift;
        }
        // The Frobenius norm of the difference of two rotations is an upper bound for its effect on a unit vector.
        let turn = (self.rotation - rotation).norm() * self.radius;
        let moved = shift.sqrt() + turn;
        moved * moved
    }

    /// Its box relative to the center of the index.
    #[inline]
    pub fn bounds(&self, center: &Vector3<f64>) -> Bounds {
        Bounds::around(&(self.center - center), &self.half_extents())
    }

    /// The shape's z axis in the world.
    pub fn axis(&self) -> Vector3<f64> {
        self.rotation.column(2).into_owned()
    }

    /// Half extents of the world-aligned bounding box about `center`.
    pub fn half_extents(&self) -> Vector3<f64> {
        let (radius, half) = (self.dims.x, self.dims.y);
        match self.kind {
            Kind::Box | Kind::Other => rotated_half_extents(&self.rotation, &self.dims),
            Kind::Sphere => Vector3::repeat(radius),
            Kind::UprightCylinder => Vector3::new(radius, radius, half),
            Kind::Cylinder => self.axis().map(|a| half * a.abs() + radius * (1.0 - a * a).max(0.0).sqrt()),
            Kind::Capsule => self.axis().map(|a| half * a.abs() + radius),
            Kind::HalfSpace => Vector3::repeat(f64::INFINITY),
        }
    }

    /// A world vector in the shape's frame.
    #[inline]
    pub fn in_shape(&self, v: &Vector3<f64>) -> Vector3<f64> {
        self.rotation.tr_mul(v)
    }
}

#[inline]
fn cylinder_kind(rotation: &Matrix3<f64>) -> Kind {
    let upright = rotation.m13.abs() < 1e-14 && rotation.m23.abs() < 1e-14;
    if upright { Kind::UprightCylinder } else { Kind::Cylinder }
}

/// Center and half extents of a shape handled by parry, in its own frame; zeros for other shapes.
fn bounds_of(shape: &Shape) -> (Vector3<f64>, Vector3<f64>) {
    match shape {
        Shape::TriMesh(mesh) => mesh.bounds(),
        Shape::HeightField(field) => field.bounds(),
        Shape::Convex(convex) => convex.bounds(),
        _ => Default::default(),
    }
}
