//! What stands in the way.

use nalgebra::{Isometry3, Point3, Vector3};

use crate::TOL;
use crate::bounds::Bounds;
use crate::convex::{Convex, Support};
use crate::error::{self, Invalid, LARGEST};
use crate::nearness::{Nearness, compare};
use crate::surface::Surface;

/// A closed solid in the frame of the scene, whose floor is z = 0: one convex solid, or several, or what a mesh encloses.
///
/// Sizes are whole ones, not halves, in m. `pose` leads from the frame of the solid to that of the scene.
#[derive(Clone, Debug, PartialEq)]
pub struct Solid {
    pub(crate) pieces: Vec<Convex>,
    pub(crate) surfaces: Vec<Surface>,
}

/// A solid of one piece, whose corners must be within the limits.
fn one(piece: Convex) -> Result<Solid, Invalid> {
    let Bounds { min, max } = piece.bounds();
    let corner = ["x of a corner", "y of a corner", "z of a corner"];
    error::point(corner, &min)?;
    error::point(corner, &max)?;
    Ok(Solid { pieces: vec![piece], surfaces: Vec::new() })
}

/// Vectors of some lengths along the axes of a solid, in the frame of the scene.
fn axes(pose: &Isometry3<f64>, lengths: [f64; 3]) -> [Vector3<f64>; 3] {
    [0, 1, 2].map(|axis| pose * Vector3::ith(axis, lengths[axis]))
}

/// Points in the frame of the scene.
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
    /// A cuboid around the origin of its frame, with edges along its axes.
    ///
    /// # Errors
    /// When a number is not finite or too large, or a length is less than [`TOL`].
    pub fn cuboid(size: Vector3<f64>, pose: &Isometry3<f64>) -> Result<Self, Invalid> {
        error::pose(pose)?;
        for (axis, what) in ["the cuboid's length", "the cuboid's width", "the cuboid's height"].into_iter().enumerate()
        {
            error::length(what, size[axis])?;
        }
        one(Convex::Cuboid { center: pose.translation.vector, arms: axes(pose, (size / 2.0).into()) })
    }

    /// A ball around a point.
    ///
    /// # Errors
    /// When a number is not finite or too large, or the radius is less than [`TOL`].
    pub fn ball(center: Point3<f64>, radius: f64) -> Result<Self, Invalid> {
        let points = placed(&[center], &Isometry3::identity())?.into();
        one(Convex::Hull { points, radius: error::length("the ball's radius", radius)? })
    }

    /// All that is within a radius of a segment between two points, which may be the same.
    ///
    /// # Errors
    /// When a number is not finite or too large, or the radius is less than [`TOL`].
    pub fn capsule(ends: [Point3<f64>; 2], radius: f64) -> Result<Self, Invalid> {
        let points = placed(&ends, &Isometry3::identity())?.into();
        one(Convex::Hull { points, radius: error::length("the capsule's radius", radius)? })
    }

    /// A cylinder around the origin of its frame; its axis is z.
    ///
    /// # Errors
    /// When a number is not finite or too large, or a length is less than [`TOL`].
    pub fn cylinder(radius: f64, height: f64, pose: &Isometry3<f64>) -> Result<Self, Invalid> {
        error::pose(pose)?;
        let radius = error::length("the cylinder's radius", radius)?;
        let half = error::length("the cylinder's height", height)? / 2.0;
        let [x, y, end] = axes(pose, [radius, radius, half]);
        one(Convex::Cylinder { center: pose.translation.vector, end, radii: [x, y] })
    }

    /// A cone whose base, of a radius, is half the height below the origin of its frame and whose tip is as far above it; its
    /// axis is z.
    ///
    /// # Errors
    /// When a number is not finite or too large, or a length is less than [`TOL`].
    pub fn cone(radius: f64, height: f64, pose: &Isometry3<f64>) -> Result<Self, Invalid> {
        error::pose(pose)?;
        let radius = error::length("the cone's radius", radius)?;
        let height = error::length("the cone's height", height)?;
        let [x, y, tip] = axes(pose, [radius, radius, height]);
        one(Convex::Cone { base: pose.translation.vector - tip / 2.0, tip, radii: [x, y] })
    }

    /// The convex hull of some points in the frame of the solid. It needs no thickness: points may coincide, lie on a line or in
    /// a plane. Points within the hull do no harm but cost time.
    ///
    /// # Errors
    /// When there is no point, or a number is not finite or too large.
    pub fn hull(points: &[Point3<f64>], pose: &Isometry3<f64>) -> Result<Self, Invalid> {
        one(Convex::Hull { points: placed(points, pose)?.into(), radius: 0.0 })
    }

    /// What triangles enclose, which name points by their numbers.
    ///
    /// When the triangles are closed, with all their outsides on the same side (each edge is passed as often in one direction as
    /// in the other), what is inside belongs to the solid. Else the solid is the surface alone, and what is wholly on one side of it
    /// does not touch it. Points at the same place count as one.
    ///
    /// # Errors
    /// When there is no triangle or a triangle names a point that there is not, or a number is not finite or too large.
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
        for (what, value) in [("the least coordinate of the mesh", min.min()), ("the greatest one", max.max())] {
            error::coordinate(what, value)?;
        }
        solid.surfaces.extend(Surface::closed(corners));
        Ok(solid)
    }

    /// Several solids as one.
    ///
    /// # Errors
    /// When there is none.
    pub fn compound(parts: impl IntoIterator<Item = Self>) -> Result<Self, Invalid> {
        let mut whole = Self { pieces: Vec::new(), surfaces: Vec::new() };
        for part in parts {
            whole.pieces.extend(part.pieces);
            whole.surfaces.extend(part.surfaces);
        }
        if whole.pieces.is_empty() { Err(Invalid::NoPoints) } else { Ok(whole) }
    }

    /// The smallest box along the axes of the frame that holds the solid.
    fn bounds(&self) -> Bounds {
        self.pieces.iter().fold(Bounds::EMPTY, |whole, piece| whole.with(&piece.bounds()))
    }

    /// Whether two solids, both closed, are at most [`TOL`] apart: whether they touch, cross, or one is in the other.
    ///
    /// It tries each piece of one with each piece of the other: [`crate::Obstacles`] are faster for many.
    #[must_use]
    pub fn meets(&self, other: &Self) -> bool {
        let near = |one: &Convex, two: &Convex| {
            let guess = two.middle() - one.middle();
            one.bounds().meets(&two.bounds(), TOL + crate::SLACK)
                && matches!(compare(one, two, &guess, TOL), Nearness::Near { .. })
        };
        // Of two solids of which one has the other inside, each piece is inside as a whole.
        let inside = |surfaces: &[Surface], pieces: &[Convex]| {
            let within =
                |piece: &Convex| surfaces.iter().any(|surface| surface.encloses(&piece.support(&Vector3::x())));
            pieces.iter().any(within)
        };
        self.pieces.iter().any(|one| other.pieces.iter().any(|two| near(one, two)))
            || inside(&self.surfaces, &other.pieces)
            || inside(&other.surfaces, &self.pieces)
    }
}

/// Numbers stay below [`LARGEST`] by far more than their own rounding.
const _: () = assert!(LARGEST * f64::EPSILON < crate::SLACK / 10.0);
