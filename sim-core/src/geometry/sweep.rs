//! Moving shapes: how far until something is touched.

use nalgebra::{Isometry3, Point3, Translation3, Vector3};

use super::body::{BodyId, Mobility};
use super::bounds::Bounds;
use super::error::{GeometryError, check_direction, check_pose, check_reach};
use super::index::{QueryFilter, SpatialIndex};
use super::parry_queries;
use super::placed::{Kind, Placed, SOLID};
use super::shape::{Collider, Shape};

/// Ways beyond this length, m, are not walked but left out where there is nothing to touch on them.
const FAR: f64 = 1e3;

/// Longest way, m: beyond every place that a body may have.
const FARTHEST: f64 = 1e12;

/// Where a moving shape first touches a body.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ShapeHit {
    /// Distance moved until the touch, m.
    pub distance: f64,
    /// A point of the touch, world frame.
    pub point: Point3<f64>,
    /// Unit outward normal of the body that is touched, world frame.
    pub normal: Vector3<f64>,
    /// The body that is touched.
    pub body: BodyId,
    /// Number of its collider.
    pub collider: usize,
}

/// Where a body would touch something on its way to a new pose.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SweepHit {
    /// Share of the way that is free, 0 to 1.
    pub fraction: f64,
    /// The touch itself.
    pub hit: ShapeHit,
}

impl SpatialIndex {
    /// Moves a shape along a unit direction until it touches a solid collider, at most `max` (m, finite).
    ///
    /// The shape keeps its orientation. A shape that starts in contact may leave it freely, and hits at 0 when it
    /// would go deeper. Precision is that of f32 over the distance moved.
    pub fn cast_shape(
        &self,
        shape: &Shape,
        world_from_shape: &Isometry3<f64>,
        direction: &Vector3<f64>,
        max: f64,
        filter: &QueryFilter,
    ) -> Result<Option<ShapeHit>, GeometryError> {
        shape.validate()?;
        check_pose("world_from_shape", world_from_shape)?;
        check_direction(direction)?;
        check_reach("max", max)?;
        if !max.is_finite() {
            return Err(GeometryError::Reach { field: "max", value: max });
        }
        Ok(self.first_touch(shape, world_from_shape, direction, max, filter))
    }

    fn first_touch(
        &self,
        shape: &Shape,
        world_from_shape: &Isometry3<f64>,
        direction: &Vector3<f64>,
        max: f64,
        filter: &QueryFilter,
    ) -> Option<ShapeHit> {
        let max = max.min(FARTHEST);
        let source = Collider::new(shape.clone());
        let mover = Placed::new(u32::MAX, 0, Mobility::Moving, &source, world_from_shape);
        let mut best: Option<(u32, ShapeHit)> = None;
        let mut consider = |slot: u32| {
            let placed = &self.placed[slot as usize];
            if filter.passes(placed, SOLID) {
                let reach = best.as_ref().map_or(max, |(_, hit)| hit.distance);
                // Where the two may touch at all: parry walks over the cells of a terrain as far as it is told to.
                let ahead = (placed.centre - mover.centre).dot(direction);
                let around = placed.radius + mover.radius + 1e-3;
                let bounded = placed.kind != Kind::HalfSpace && mover.kind != Kind::HalfSpace;
                let (reach, skipped) = match bounded {
                    true if ahead + around < 0.0 => return true,
                    true => (reach.min(ahead + around), if ahead - around > FAR { ahead - around } else { 0.0 }),
                    false => (reach, 0.0),
                };
                if skipped > reach {
                    return true;
                }
                let start = Translation3::from(direction * skipped) * world_from_shape;
                let still = self.shape_of(slot);
                if let Some(touch) = parry_queries::cast_shape(still, (shape, &start), direction, reach - skipped) {
                    let touch = parry_queries::Touch { distance: touch.distance + skipped, ..touch };
                    let nearer = best.as_ref().is_none_or(|(other, hit)| {
                        touch.distance < hit.distance || touch.distance == hit.distance && slot < *other
                    });
                    if nearer {
                        let hit = ShapeHit {
                            distance: touch.distance.clamp(0.0, max),
                            point: touch.point.into(),
                            normal: touch.normal,
                            body: BodyId(placed.body),
                            collider: placed.collider as usize,
                        };
                        best = Some((slot, hit));
                    }
                }
            }
            true
        };
        for slot in self.unbounded(filter) {
            consider(slot);
        }
        if mover.kind == Kind::HalfSpace {
            (0..self.placed.len() as u32).for_each(|slot| _ = consider(slot));
        } else {
            let way = direction * (max / 2.0);
            let middle = mover.centre - self.centre + way;
            let slack = Vector3::repeat(1e-6 * (1.0 + max));
            let query = Bounds::around(&middle, &(mover.half_extents() + way.abs() + slack));
            self.overlapping(&query, filter, &mut consider);
        }
        best.map(|(_, hit)| hit)
    }

    /// What is in the way of a body that goes along a straight line without turning: the first of all solid colliders that pass
    /// the filter and that one of its own touches, also where they overlap at an end of the way. The body itself is never hit.
    pub fn way_of_body(
        &self,
        body: BodyId,
        world_from_start: &Isometry3<f64>,
        way: &Vector3<f64>,
        filter: &QueryFilter,
    ) -> Result<Option<SweepHit>, GeometryError> {
        check_pose("world_from_start", world_from_start)?;
        let filter = QueryFilter { exclude: Some(body), ..*filter };
        let length = way.norm();
        let along = way.try_normalize(1e-12).unwrap_or_else(Vector3::x);
        let mut first: Option<SweepHit> = None;
        for collider in self.colliders(body)?.iter().filter(|collider| collider.solid) {
            let start = world_from_start * collider.body_from_collider;
            let end = Translation3::from(*way) * start;
            // What overlaps at the start may leave freely: seen from the other end it is run into.
            let ahead =
                self.first_touch(&collider.shape, &start, &along, length, &filter).map(|hit| (hit.distance, hit));
            let back = || self.first_touch(&collider.shape, &end, &-along, length, &filter);
            let touch = ahead.or_else(|| back().map(|hit| (length - hit.distance, hit)));
            if let Some((distance, hit)) = touch {
                let fraction = if length > 0.0 { (distance / length).clamp(0.0, 1.0) } else { 0.0 };
                if first.is_none_or(|other| fraction < other.fraction) {
                    first = Some(SweepHit { fraction, hit });
                }
            }
        }
        Ok(first)
    }

    /// Whether a body that goes from one pose to another in one step passes through something on the way.
    ///
    /// Looks only at bodies that travel more than half of their smallest extent (slower ones cannot pass through
    /// unnoticed) and answers where the first touch is. Every solid collider moves along the straight line between
    /// its two places in the orientation it started with; the body itself is never hit.
    pub fn sweep_body(
        &self,
        body: BodyId,
        world_from_old: &Isometry3<f64>,
        world_from_new: &Isometry3<f64>,
        filter: &QueryFilter,
    ) -> Result<Option<SweepHit>, GeometryError> {
        check_pose("world_from_old", world_from_old)?;
        check_pose("world_from_new", world_from_new)?;
        let filter = QueryFilter { exclude: Some(body), ..*filter };
        let mut first: Option<SweepHit> = None;
        for collider in self.colliders(body)?.iter().filter(|collider| collider.solid) {
            let start = world_from_old * collider.body_from_collider;
            let end = world_from_new * collider.body_from_collider;
            let way = end.translation.vector - start.translation.vector;
            let length = way.norm();
            if length <= 0.5 * collider.shape.smallest_extent() || length < 1e-9 {
                continue;
            }
            let touch = self.first_touch(&collider.shape, &start, &(way / length), length, &filter);
            if let Some(hit) = touch {
                let fraction = (hit.distance / length).clamp(0.0, 1.0);
                if first.is_none_or(|other| fraction < other.fraction) {
                    first = Some(SweepHit { fraction, hit });
                }
            }
        }
        Ok(first)
    }
}
