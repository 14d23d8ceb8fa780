//! Component queries about surrounding solids, in the types of the ABI. Shared by the program and the processes of isolated
//! libraries.

use crate::{BodyId, GeometryError, NeighborList, QueryFilter, RayHit, Shape, SpatialIndex};
use nalgebra::{Isometry3, Point3, Vector3};
use sim_abi::Fault;
use sim_abi::ffi::types::{Filter, Ground, Hit, NO_OBJECT, Pose, ProbeShape, Ray, Vec3};

/// Category bit: the floor and other ground to stand on.
pub const GROUND: u32 = 1 << 1;

/// Error in a component's query about solids.
#[derive(Debug)]
pub enum InvalidQuery {
    /// Unknown kind of shape.
    UnknownShape(u32),
    /// Invalid number, direction or shape.
    Geometry(GeometryError),
}

impl From<GeometryError> for InvalidQuery {
    fn from(error: GeometryError) -> Self {
        Self::Geometry(error)
    }
}

impl InvalidQuery {
    /// As a fault of the component.
    #[cold]
    pub fn fault(&self) -> Fault {
        match self {
            Self::UnknownShape(kind) => Fault::new(format!("it passed a shape of unknown kind {kind}")),
            Self::Geometry(error) => {
                let what = error.to_string();
                Fault::new(format!("invalid query: {what}")).help(
                    "check the points, directions (unit vectors), ranges and shapes that the component computes, for \
                     example for a division by zero",
                )
            }
        }
    }
}

/// Solids and their categories.
pub trait Surroundings {
    /// All solids.
    fn solids(&self) -> &SpatialIndex;

    /// Category bits of one of the bodies.
    fn category(&self, body: BodyId) -> u32;

    /// Distances along rays from a pose, m; infinite without a hit. See `sim_world_api` for this and the following functions.
    ///
    /// # Errors
    /// If the pose, a direction or the range is not valid. The same holds for the functions below.
    fn fan(
        &self,
        neighbors: Option<&mut NeighborList>,
        pose: &Isometry3<f64>,
        directions: &[Vector3<f64>],
        max_distance: f64,
        filter: &QueryFilter,
        out: &mut [f64],
    ) -> Result<(), InvalidQuery> {
        let cast = self.solids().cast_fan_near(neighbors, pose, directions, max_distance, filter, out);
        cast.map_err(|error| {
            out.fill(f64::INFINITY);
            error.into()
        })
    }

    /// First hit of a ray.
    fn ray(&self, ray: &Ray, filter: &QueryFilter) -> Result<Hit, InvalidQuery> {
        let hit = self.first_on_ray(&ray.origin.into(), &ray.direction.into(), ray.max_distance, filter)?;
        Ok(hit.map_or_else(Hit::default, |hit| self.hit(hit.distance, &hit.point, &hit.normal, hit.body)))
    }

    /// First hit of a shape on its path.
    fn cast_shape(
        &self,
        shape: &ProbeShape,
        pose: Pose,
        direction: Vec3,
        max_distance: f64,
        filter: &QueryFilter,
    ) -> Result<Hit, InvalidQuery> {
        let extent = shape.extent;
        let shape = match shape.kind {
            0 => Shape::try_sphere(extent.x),
            1 => Shape::try_box(extent.into()),
            2 => Shape::try_cylinder(extent.x, extent.z),
            3 => Shape::try_capsule(extent.x, extent.z),
            kind => return Err(InvalidQuery::UnknownShape(kind)),
        };
        let shape = shape.map_err(GeometryError::from)?;
        let hit = self.solids().cast_shape(&shape, &pose.into(), &direction.into(), max_distance, filter)?;
        Ok(hit.map_or_else(Hit::default, |hit| self.hit(hit.distance, &hit.point, &hit.normal, hit.body)))
    }

    /// Nearest point of a solid around a point.
    fn nearest(&self, point: Vec3, radius: f64, filter: &QueryFilter) -> Result<Hit, InvalidQuery> {
        let hit = self.solids().nearest(&Vector3::from(point).into(), radius, filter)?;
        Ok(hit.map_or_else(Hit::default, |hit| self.hit(hit.distance.max(0.0), &hit.point, &hit.normal, hit.body)))
    }

    /// Object that contains a point.
    fn object_at(&self, point: Vec3, filter: &QueryFilter) -> Result<u32, InvalidQuery> {
        let found = self.solids().point_inside(&Vector3::from(point).into(), filter)?;
        Ok(found.map_or(NO_OBJECT, |body| body.0))
    }

    /// First ground at or below a point.
    fn ground_under(&self, point: &Vector3<f64>, own: BodyId) -> Result<Ground, InvalidQuery> {
        let filter = QueryFilter { categories: GROUND, ..QueryFilter::without(own) };
        let hit = self.first_on_ray(point, &-Vector3::z(), f64::INFINITY, &filter)?;
        Ok(hit.map_or_else(Ground::default, |hit| Ground {
            height: hit.point.z,
            normal: hit.normal.into(),
            friction: self.solids().colliders(hit.body).map_or(0.0, |list| list[hit.collider].material.friction),
            object: hit.body.0,
            category: self.category(hit.body),
        }))
    }

    #[doc(hidden)]
    fn first_on_ray(
        &self,
        origin: &Vector3<f64>,
        direction: &Vector3<f64>,
        max_distance: f64,
        filter: &QueryFilter,
    ) -> Result<Option<RayHit>, InvalidQuery> {
        Ok(self.solids().cast_ray(&(*origin).into(), direction, max_distance, filter)?)
    }

    #[doc(hidden)]
    fn hit(&self, distance: f64, point: &Point3<f64>, normal: &Vector3<f64>, body: BodyId) -> Hit {
        Hit {
            distance,
            point: point.coords.into(),
            normal: (*normal).into(),
            object: body.0,
            category: self.category(body),
        }
    }
}

/// Converts a component's filter to a query filter.
#[inline]
pub fn filter_of(filter: Filter, own: BodyId) -> QueryFilter {
    QueryFilter {
        exclude: (filter.own_body == 0).then_some(own),
        categories: filter.categories,
        fixed: filter.fixed != 0,
        moving: filter.moving != 0,
    }
}

/// The same memory as nalgebra vectors.
#[inline]
pub fn vectors(plain: &[Vec3]) -> &[Vector3<f64>] {
    const _: () = assert!(size_of::<Vec3>() == size_of::<Vector3<f64>>());
    const _: () = assert!(align_of::<Vec3>() == align_of::<Vector3<f64>>());
    // SAFETY: both are three consecutive f64, as asserted.
    unsafe { std::slice::from_raw_parts(plain.as_ptr().cast(), plain.len()) }
}
