//! What components ask about the solids around them, in the terms of the contract. The program and the processes of libraries answer
//! by the same functions.

use crate::geometry::{BodyId, NeighbourList, QueryFilter, RayHit, Shape, SpatialIndex};
use nalgebra::{Isometry3, Point3, Vector3};
use sim_abi::ffi::types::{Filter, Ground, Hit, NO_OBJECT, Pose, ProbeShape, Ray, Vec3};

/// A bit of the categories: the floor and other ground that one stands on.
pub(crate) const GROUND: u32 = 1 << 1;

/// A component has asked with a shape of a kind that there is not.
pub(crate) struct UnknownShape;

/// Solids, and of which categories they are.
pub(crate) trait Surroundings {
    /// All solids.
    fn solids(&self) -> &SpatialIndex;

    /// Category bits of a body of them.
    fn category(&self, body: BodyId) -> u32;

    /// Distances along rays from a pose, m; infinity where a ray meets nothing. See `sim_world_api`, as for all of these.
    fn fan(
        &self,
        neighbours: Option<&mut NeighbourList>,
        pose: &Isometry3<f64>,
        directions: &[Vector3<f64>],
        reach: f64,
        filter: &QueryFilter,
        out: &mut [f64],
    ) {
        let cast = self.solids().cast_fan_near(neighbours, pose, directions, reach, filter, out);
        if cast.is_err() {
            // A ray that is not valid meets nothing; the core never hands out such poses, so the sensor computed one.
            out.fill(f64::INFINITY);
        }
    }

    /// The first thing that a ray meets.
    fn ray(&self, ray: &Ray, filter: &QueryFilter) -> Hit {
        let hit = self.first_on_ray(&ray.origin.into(), &ray.direction.into(), ray.reach, filter);
        hit.map_or_else(Hit::default, |hit| self.hit(hit.distance, &hit.point, &hit.normal, hit.body))
    }

    /// The first thing that a shape touches on its way.
    ///
    /// # Errors
    /// When there is no such kind of shape.
    fn shape_on_way(
        &self,
        shape: &ProbeShape,
        pose: Pose,
        direction: Vec3,
        reach: f64,
        filter: &QueryFilter,
    ) -> Result<Hit, UnknownShape> {
        let extent = shape.extent;
        let shape = match shape.kind {
            0 => Shape::try_sphere(extent.x),
            1 => Shape::try_box(extent.into()),
            2 => Shape::try_cylinder(extent.x, extent.z),
            3 => Shape::try_capsule(extent.x, extent.z),
            _ => return Err(UnknownShape),
        };
        let cast = |shape| self.solids().cast_shape(&shape, &pose.into(), &direction.into(), reach, filter).ok();
        let hit = shape.ok().and_then(cast).flatten();
        Ok(hit.map_or_else(Hit::default, |hit| self.hit(hit.distance, &hit.point, &hit.normal, hit.body)))
    }

    /// The nearest point of anything around a point.
    fn nearest(&self, point: Vec3, radius: f64, filter: &QueryFilter) -> Hit {
        match self.solids().nearest(&Vector3::from(point).into(), radius, filter) {
            Ok(Some(hit)) => self.hit(hit.distance.max(0.0), &hit.point, &hit.normal, hit.body),
            _ => Hit::default(),
        }
    }

    /// What a point lies in.
    fn object_at(&self, point: Vec3, filter: &QueryFilter) -> u32 {
        let found = self.solids().point_inside(&Vector3::from(point).into(), filter);
        found.ok().flatten().map_or(NO_OBJECT, |body| body.0)
    }

    /// The first ground at or below a point.
    fn ground_under(&self, point: &Vector3<f64>, own: BodyId) -> Ground {
        let filter = QueryFilter { categories: GROUND, ..QueryFilter::without(own) };
        let hit = self.first_on_ray(point, &-Vector3::z(), f64::INFINITY, &filter);
        hit.map_or_else(Ground::default, |hit| Ground {
            height: hit.point.z,
            normal: hit.normal.into(),
            friction: self.solids().colliders(hit.body).map_or(0.0, |list| list[hit.collider].material.friction),
            object: hit.body.0,
            category: self.category(hit.body),
        })
    }

    #[doc(hidden)]
    fn first_on_ray(
        &self,
        origin: &Vector3<f64>,
        direction: &Vector3<f64>,
        reach: f64,
        filter: &QueryFilter,
    ) -> Option<RayHit> {
        self.solids().cast_ray(&(*origin).into(), direction, reach, filter).ok().flatten()
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

/// What a component's filter means in a query of its own.
#[inline]
pub(crate) fn filter_of(filter: Filter, own: BodyId) -> QueryFilter {
    QueryFilter {
        exclude: (filter.own_body == 0).then_some(own),
        categories: filter.categories,
        fixed: filter.fixed != 0,
        moving: filter.moving != 0,
    }
}

/// The same memory as nalgebra's vectors.
#[inline]
pub(crate) fn vectors(plain: &[Vec3]) -> &[Vector3<f64>] {
    const _: () = assert!(size_of::<Vec3>() == size_of::<Vector3<f64>>());
    const _: () = assert!(align_of::<Vec3>() == align_of::<Vector3<f64>>());
    // SAFETY: both are three consecutive f64, as asserted.
    unsafe { std::slice::from_raw_parts(plain.as_ptr().cast(), plain.len()) }
}
