//! Queries of the index: rays, nearest points and boxes.

use fearless_simd::{Simd, dispatch};
use nalgebra::{Isometry3, Point3, Vector3};

use super::body::BodyId;
use super::bounds::Bounds;
use super::error::{GeometryError, check_direction, check_point, check_reach};
use super::index::{QueryFilter, SpatialIndex};
use super::nearest::{Surface, surface};
use super::neighbors::NeighborList;
use super::parry_queries;
use super::placed::{Kind, PlacedCollider, SENSED, SOLID};
use super::ray::{self, Best};
use super::ray_fan::Rays;
use super::tree::WideBounds;

/// A hit of a ray on a body.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RayHit {
    /// Distance from the origin, m. A ray that starts inside a solid hits at 0.
    pub distance: f64,
    /// Point of the hit, world frame.
    pub point: Point3<f64>,
    /// Unit outward normal of the surface, world frame; opposite to the ray's direction if it starts inside.
    pub normal: Vector3<f64>,
    /// The body.
    pub body: BodyId,
    /// Index of the collider within the body.
    pub collider: usize,
}

/// The surface point nearest to a point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NearestHit {
    /// Distance to the surface, m; negative inside a solid (depth). Meshes and terrains have no interior.
    pub distance: f64,
    /// The nearest point of the surface, world frame.
    pub point: Point3<f64>,
    /// Unit outward normal there, world frame.
    pub normal: Vector3<f64>,
    /// The body.
    pub body: BodyId,
    /// Index of the collider within the body.
    pub collider: usize,
}

impl SpatialIndex {
    /// The first detectable collider that a ray hits. `direction` must be a unit vector; `max` in m may be infinite.
    pub fn cast_ray(
        &self,
        origin: &Point3<f64>,
        direction: &Vector3<f64>,
        max: f64,
        filter: &QueryFilter,
    ) -> Result<Option<RayHit>, GeometryError> {
        check_point("origin", origin)?;
        check_direction(direction)?;
        check_reach("max", max)?;
        let best = self.first_hit(&origin.coords, direction, max, filter);
        Ok(self.complete(&origin.coords, direction, best))
    }

    /// Slot and distance of the first hit, without the point and the normal.
    #[inline]
    pub(crate) fn first_hit(
        &self,
        origin: &Vector3<f64>,
        direction: &Vector3<f64>,
        max: f64,
        filter: &QueryFilter,
    ) -> Best {
        dispatch!(self.processor.0, simd => self.follow_ray(simd, origin, direction, max, filter))
    }

    #[inline(always)]
    fn follow_ray<S: Simd>(
        &self,
        simd: S,
        origin: &Vector3<f64>,
        direction: &Vector3<f64>,
        max: f64,
        filter: &QueryFilter,
    ) -> Best {
        let mut best = Best::up_to(max);
        for slot in self.unbounded(filter) {
            self.try_slot(slot, origin, direction, filter, &mut best);
        }
        let local = origin - self.center;
        for tree in self.trees(filter) {
            tree.ray(simd, &local, direction, best.distance, |slot, _| {
                self.try_slot(slot, origin, direction, filter, &mut best);
                best.distance
            });
        }
        best
    }

    #[inline]
    fn try_slot(
        &self,
        slot: u32,
        origin: &Vector3<f64>,
        direction: &Vector3<f64>,
        filter: &QueryFilter,
        best: &mut Best,
    ) {
        let placed = &self.placed[slot as usize];
        if filter.passes(placed, SENSED) {
            let distance = self.slot_distance(slot, placed, origin, direction, best.distance);
            best.take(distance, slot);
        }
    }

    #[inline]
    pub(crate) fn slot_distance(
        &self,
        slot: u32,
        placed: &PlacedCollider,
        origin: &Vector3<f64>,
        direction: &Vector3<f64>,
        max: f64,
    ) -> f64 {
        if placed.kind != Kind::Other {
            return ray::Target::new(placed, origin).distance(&[direction.x, direction.y, direction.z]);
        }
        let (shape, pose) = self.shape_of(slot);
        parry_queries::cast_ray(shape, pose, origin, direction, max).map_or(f64::INFINITY, |hit| hit.0)
    }

    /// Adds point, normal and ids to a first hit.
    pub(crate) fn complete(&self, origin: &Vector3<f64>, direction: &Vector3<f64>, best: Best) -> Option<RayHit> {
        if !best.is_hit() || best.distance == f64::INFINITY {
            return None;
        }
        let placed = &self.placed[best.slot as usize];
        let point = origin + direction * best.distance;
        let normal = if best.distance == 0.0 {
            -direction
        } else if placed.kind == Kind::Other {
            let (shape, pose) = self.shape_of(best.slot);
            let reach = best.distance * (1.0 + 1e-6) + 1e-6;
            parry_queries::cast_ray(shape, pose, origin, direction, reach).map_or(-direction, |hit| hit.1)
        } else {
            ray::normal(placed, &point)
        };
        Some(RayHit {
            distance: best.distance,
            point: point.into(),
            normal,
            body: BodyId(placed.body),
            collider: placed.collider as usize,
        })
    }

    /// The nearest surface point of any detectable collider within `max` (m) of a point, or of the collider that contains the point most
    /// deeply.
    pub fn nearest(
        &self,
        point: &Point3<f64>,
        max: f64,
        filter: &QueryFilter,
    ) -> Result<Option<NearestHit>, GeometryError> {
        self.nearest_with(point, max, filter, SENSED)
    }

    /// Like [`nearest`](Self::nearest), for solid colliders.
    pub fn nearest_solid(
        &self,
        point: &Point3<f64>,
        max: f64,
        filter: &QueryFilter,
    ) -> Result<Option<NearestHit>, GeometryError> {
        self.nearest_with(point, max, filter, SOLID)
    }

    fn nearest_with(
        &self,
        point: &Point3<f64>,
        max: f64,
        filter: &QueryFilter,
        needed: u8,
    ) -> Result<Option<NearestHit>, GeometryError> {
        check_point("point", point)?;
        check_reach("max", max)?;
        let mut best = Best::up_to(max);
        let mut found = None;
        let mut consider = |slot: u32| {
            let placed = &self.placed[slot as usize];
            if filter.passes(placed, needed) {
                let surface = self.slot_surface(slot, placed, &point.coords);
                best.take(surface.distance, slot);
                if best.slot == slot {
                    found = Some(surface);
                }
            }
            best.distance.max(0.0)
        };
        let mut reach = max;
        for slot in self.unbounded(filter) {
            reach = consider(slot);
        }
        let local = point.coords - self.center;
        for tree in self.trees(filter) {
            reach = tree.nearest(&local, reach, |slot, _| consider(slot));
        }
        Ok(found.map(|surface: Surface| {
            let placed = &self.placed[best.slot as usize];
            NearestHit {
                distance: surface.distance,
                point: surface.point.into(),
                normal: surface.normal,
                body: BodyId(placed.body),
                collider: placed.collider as usize,
            }
        }))
    }

    fn slot_surface(&self, slot: u32, placed: &PlacedCollider, point: &Vector3<f64>) -> Surface {
        if placed.kind != Kind::Other {
            return surface(placed, point);
        }
        let (shape, pose) = self.shape_of(slot);
        let (on_surface, inside) = parry_queries::nearest(shape, pose, point);
        let offset = point - on_surface;
        let distance = offset.norm();
        let outward = if inside { -offset } else { offset };
        let normal = outward.try_normalize(1e-9).unwrap_or_else(Vector3::z);
        Surface { distance: if inside { -distance } else { distance }, point: on_surface, normal }
    }

    /// Whether a point is inside (or on) a detectable solid, and the body: the lowest id that contains it.
    pub fn point_inside(&self, point: &Point3<f64>, filter: &QueryFilter) -> Result<Option<BodyId>, GeometryError> {
        check_point("point", point)?;
        let mut lowest: Option<u32> = None;
        let mut consider = |slot: u32| {
            let placed = &self.placed[slot as usize];
            if filter.passes(placed, SENSED)
                && lowest.is_none_or(|body| placed.body < body)
                && self.slot_surface(slot, placed, &point.coords).distance <= 0.0
            {
                lowest = Some(placed.body);
            }
            true
        };
        for slot in self.unbounded(filter) {
            consider(slot);
        }
        let bounds = self.bounds(point, point);
        self.overlapping(&bounds, filter, &mut consider);
        Ok(lowest.map(BodyId))
    }

    /// Calls `found(body, collider)` for each collider whose bounding box touches the world box, including half-spaces. The order is not
    /// defined. Flags are ignored; the filter is applied.
    pub fn bodies_in_aabb(
        &self,
        low: &Point3<f64>,
        high: &Point3<f64>,
        filter: &QueryFilter,
        mut found: impl FnMut(BodyId, usize),
    ) -> Result<(), GeometryError> {
        check_point("low", low)?;
        check_point("high", high)?;
        let mut consider = |slot: u32| {
            let placed = &self.placed[slot as usize];
            if filter.passes(placed, 0) {
                found(BodyId(placed.body), placed.collider as usize);
            }
            true
        };
        for slot in self.unbounded(filter) {
            consider(slot);
        }
        let bounds = self.bounds(low, high);
        self.overlapping(&bounds, filter, &mut consider);
        Ok(())
    }

    /// Casts a fan of rays from a sensor: writes the distance of the first detectable collider along each direction (unit vectors in the
    /// sensor's frame), or infinity if there is no hit within `max` (m). If one of the directions is not valid, `out` may be partially
    /// written.
    pub fn cast_fan(
        &self,
        world_from_sensor: &Isometry3<f64>,
        directions: &[Vector3<f64>],
        max: f64,
        filter: &QueryFilter,
        out: &mut [f64],
    ) -> Result<(), GeometryError> {
        self.cast_fan_near(None, world_from_sensor, directions, max, filter, out)
    }

    /// The same for a sensor with a neighbor list.
    pub(crate) fn cast_fan_near(
        &self,
        neighbors: Option<&mut NeighborList>,
        world_from_sensor: &Isometry3<f64>,
        directions: &[Vector3<f64>],
        max: f64,
        filter: &QueryFilter,
        out: &mut [f64],
    ) -> Result<(), GeometryError> {
        let rays = Rays { world_from_sensor, directions, reach: max, filter, places: out.len() };
        self.fan(&rays, neighbors, &mut |first, distances| {
            let rest = &mut out[first..];
            match rest.first_chunk_mut() {
                Some(all) => *all = *distances,
                None => rest.copy_from_slice(&distances[..rest.len()]),
            }
        })
    }

    /// Calls `found` with the slot of each item whose box touches a box, except half-spaces, until it returns false.
    pub(crate) fn overlapping(&self, bounds: &Bounds, filter: &QueryFilter, found: &mut dyn FnMut(u32) -> bool) {
        for tree in self.trees(filter) {
            dispatch!(self.processor.0, simd => tree.overlapping(&WideBounds::new(simd, bounds), &mut *found));
        }
    }
}
