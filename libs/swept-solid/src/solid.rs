//! Obstacle solids.

use nalgebra::{Isometry3, Point3, Vector3};

use crate::TOL;
use crate::bounds::Bounds;
use crate::convex::{Convex, Support};
use crate::error::{self, Invalid, LARGEST};
use crate::nearness::{Nearness, compare};
use crate::surface::Surface;

/// A closed solid in the frame of the scene, whose floor is z = 0: one convex solid, or several, or the interior of a mesh.
///
/// Sizes are full sizes, not half sizes, in m. `pose` transforms from the frame of the solid to that of the scene.
#[derive(Clone, Debug, PartialEq)]
pub struct Solid {
    pub(crate) pieces: Vec<Convex>,
    pub(crate) surfaces: Vec<Surface>,
}

/// Creates a solid of one piece, whose corners must be within the limits.
fn one(piece: Convex) -> Result<Solid, Invalid> {
    let Bounds { min, max } = piece.bounds();
    let corner = ["x of a corner", "y of a corner", "z of a corner"];
    error::point(corner, &min)?;
    error::point(corner, &max)?;
    Ok(Solid { pieces: vec![piece], surfaces: Vec::new() })
}

/// Returns vectors of given lengths along the axes of a solid, in the frame of the scene.
fn axes(pose: &Isometry3<f64>, lengths: [f64; 3]) -> [Vector3<f64>; 3] {
    [0, 1, 2].map(|axis| pose * Vector3::ith(axis, lengths[axis]))
}

/// Transforms points to the frame of the scene.
fn placed(points: &[Point3<f64>], pose: &Isometry3<f64>) -> Result<Vec<Vector3<f64>>, Invalid> {
    error::pose(pose)?;
    if points.is_empty() {
        return Err(Invalid::NoPoints);
    }
    let place = |point: &Point3<f64>| {
        error::point(["x of a point", "y of a point", "z of a point"], &point.coords)?;
        Ok((pose * point).coords)
    };
    points.iter().map(place).collect()
}

impl Solid {
    /// Creates a cuboid centered at the origin of its frame, with edges along its axes.
    ///
    /// # Errors
    /// If a number is not finite or too large, or a length is less than [`TOL`].
    pub fn cuboid(size: Vector3<f64>, pose: &Isometry3<f64>) -> Result<Self, Invalid> {
        error::pose(pose)?;
        for (axis, what) in ["the cuboid's length", "the cuboid's width", "the cuboid's height"].into_iter().enumerate()
        {
            error::length(what, size[axis])?;
        }
        one(Convex::Cuboid { center: pose.translation.vector, arms: axes(pose, (size / 2.0).into()) })
    }

    /// Creates a ball around a point.
    ///
    /// # Errors
    /// If a number is not finite or too large, or the radius is less than [`TOL`].
    pub fn ball(center: Point3<f64>, radius: f64) -> Result<Self, Invalid> {
        let points = placed(&[center], &Isometry3::identity())?.into();
        one(Convex::Hull { points, radius: error::length("the ball's radius", radius)? })
    }

    /// Creates a capsule: all points within a radius of a segment between two points, which may be equal.
    ///
    /// # Errors
    /// If a number is not finite or too large, or the radius is less than [`TOL`].
    pub fn capsule(ends: [Point3<f64>; 2], radius: f64) -> Result<Self, Invalid> {
        let points = placed(&ends, &Isometry3::identity())?.into();
        one(Convex::Hull { points, radius: error::length("the capsule's radius", radius)? })
    }

    /// Creates a cylinder centered at the origin of its frame; its axis is z.
    ///
    /// # Errors
    /// If a number is not finite or too large, or a length is less than [`TOL`].
    pub fn cylinder(radius: f64, height: f64, pose: &Isometry3<f64>) -> Result<Self, Invalid> {
        error::pose(pose)?;
        let radius = error::length("the cylinder's radius", radius)?;
        let half = error::length("the cylinder's height", height)? / 2.0;
        let [x, y, end] = axes(pose, [radius, radius, half]);
        one(Convex::Cylinder { center: pose.translation.vector, end, radii: [x, y] })
    }

    /// Creates the convex hull of points in the frame of the solid. It may be degenerate: points may coincide, or be collinear or coplanar.
    /// Points within the hull are harmless but cost time.
    ///
    /// # Errors
    /// If there are no points, or a number is not finite or too large.
    pub fn hull(points: &[Point3<f64>], pose: &Isometry3<f64>) -> Result<Self, Invalid> {
        one(Convex::Hull { points: placed(points, pose)?.into(), radius: 0.0 })
    }

    /// Creates the solid enclosed by triangles, given as point indices.
    ///
    /// If the triangles form a closed, consistently oriented surface (each edge is traversed equally often in both directions), the
    /// interior belongs to the solid. Otherwise the solid is the surface alone, and an object entirely on one side does not touch it.
    /// Points at the same position are merged.
    ///
    /// # Errors
    /// If there are no triangles, a triangle refers to a nonexistent point, or a number is not finite or too large.
    pub fn mesh(points: &[Point3<f64>], triangles: &[[u32; 3]], pose: &Isometry3<f64>) -> Result<Self, Invalid> {
        let points = placed(points, pose)?;
        if triangles.is_empty() {
            return Err(Invalid::NoPoints);
        }
        let corner = |number: u32| points.get(number as usize).copied();
        let mut corners = Vec::with_capacity(triangles.len());
        for numbers in triangles {
            let wrong = || numbers.iter().find(|number| corner(**number).is_none());
            let [Some(a), Some(b), Some(c)] = numbers.map(corner) else {
                return Err(Invalid::NoSuchPoint(wrong().copied().unwrap_or_default(), points.len()));
            };
            corners.push([a, b, c]);
        }
        let mut solid = Self { pieces: corners.iter().copied().map(Convex::Triangle).collect(), surfaces: Vec::new() };
        let Bounds { min, max } = solid.bounds();
        for (what, value) in
            [("the minimum coordinate of the mesh", min.min()), ("the maximum coordinate of the mesh", max.max())]
        {
            error::coordinate(what, value)?;
        }
        solid.surfaces.extend(Surface::closed(corners));
        Ok(solid)
    }

    /// Combines several solids into one.
    ///
    /// # Errors
    /// If there are no solids.
    pub fn compound(parts: impl IntoIterator<Item = Self>) -> Result<Self, Invalid> {
        let mut whole = Self { pieces: Vec::new(), surfaces: Vec::new() };
        for part in parts {
            whole.pieces.extend(part.pieces);
            whole.surfaces.extend(part.surfaces);
        }
        if whole.pieces.is_empty() { Err(Invalid::NoPoints) } else { Ok(whole) }
    }

    /// Returns the bounding box of the solid.
    fn bounds(&self) -> Bounds {
        self.pieces.iter().fold(Bounds::EMPTY, |whole, piece| whole.with(&piece.bounds()))
    }

    /// Returns whether two closed solids are at most [`TOL`] apart: whether they touch, intersect, or one is inside the other.
    ///
    /// It tests all pairs of pieces: [`crate::Obstacles`] are faster for many solids.
    #[must_use]
    pub fn meets(&self, other: &Self) -> bool {
        let near = |one: &Convex, two: &Convex| {
            let guess = two.middle() - one.middle();
            one.bounds().meets(&two.bounds(), TOL + crate::SLACK)
                && matches!(compare(one, two, &guess, TOL), Nearness::Near { .. })
        };
        // If one solid contains the other, each piece is inside as a whole.
        let inside = |surfaces: &[Surface], pieces: &[Convex]| {
            let is_inside =
                |piece: &Convex| surfaces.iter().any(|surface| surface.encloses(&piece.support(&Vector3::x())));
            pieces.iter().any(is_inside)
        };
        self.pieces.iter().any(|one| other.pieces.iter().any(|two| near(one, two)))
            || inside(&self.surfaces, &other.pieces)
            || inside(&other.surfaces, &self.pieces)
    }
}

/// Below [`LARGEST`], rounding errors are far smaller than [`crate::SLACK`].
const _: () = assert!(LARGEST * f64::EPSILON < crate::SLACK / 10.0);
