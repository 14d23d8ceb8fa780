//! Shape casts and body sweeps: the distance a moving shape travels until it touches something.

use nalgebra::{Isometry3, Point3, Translation3, Vector3};
use std::cell::RefCell;

use super::body::{BodyId, Mobility};
use super::bounds::Bounds;
use super::contact::{Side, touch};
use super::error::{GeometryError, check_direction, check_pose, check_reach};
use super::index::{QueryFilter, SpatialIndex};
use super::parry_queries::{self, ManifoldScratch};
use super::placed::{Kind, PlacedCollider, SOLID};
use super::shape::{Collider, Shape};

/// Paths longer than this, m, are skipped where there is nothing to touch, instead of being walked.
const FAR: f64 = 1e3;

/// Maximum path length, m: beyond every valid position of a body.
const MAX_DISTANCE: f64 = 1e12;

/// Fraction of its smallest extent that a body may move, or another towards it, without a sweep: its center then stays on its side of the
/// body that it touches, even for a sheet and with some initial overlap.
pub const UNSWEPT: f64 = 0.4;

/// The first contact of a moving shape with a body.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ShapeHit {
    /// Distance moved until contact, m.
    pub distance: f64,
    /// A contact point, world frame.
    pub point: Point3<f64>,
    /// Unit outward normal of the body that is hit, world frame.
    pub normal: Vector3<f64>,
    /// The body that is hit.
    pub body: BodyId,
    /// Index of its collider.
    pub collider: usize,
}

/// A collider of a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ColliderId {
    /// The body.
    pub body: BodyId,
    /// Index of the collider within the body.
    pub collider: usize,
}

impl ColliderId {
    fn of(placed: &PlacedCollider) -> Self {
        Self { body: BodyId(placed.body), collider: placed.collider as usize }
    }
}

impl ShapeHit {
    /// The collider that is hit.
    pub fn collider_id(&self) -> ColliderId {
        ColliderId { body: self.body, collider: self.collider }
    }
}

/// The first contact of a body on its path to a new pose.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SweepHit {
    /// Fraction of the path before the contact, 0 to 1.
    pub fraction: f64,
    /// The contact.
    pub hit: ShapeHit,
}

impl SpatialIndex {
    /// Moves a shape along a unit direction until it touches a solid collider, at most `max` (m, finite).
    ///
    /// The shape keeps its orientation. A shape that starts in contact may separate freely, and hits at 0 if it would go deeper.
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
        Ok(self.first_touch(shape, world_from_shape, direction, max, filter, &[]))
    }

    /// Bodies whose solid colliders overlap a shape by more than `depth` (m, 0 or more), each once, in order of id.
    pub fn overlapped_bodies(
        &self,
        shape: &Shape,
        world_from_shape: &Isometry3<f64>,
        depth: f64,
        filter: &QueryFilter,
    ) -> Result<Vec<BodyId>, GeometryError> {
        shape.validate()?;
        check_pose("world_from_shape", world_from_shape)?;
        check_reach("depth", depth)?;
        let (mut scratch, mut found) = (ManifoldScratch::default(), Vec::new());
        self.each_overlap(
            &Collider::new(shape.clone()),
            world_from_shape,
            filter,
            &mut scratch,
            &mut |target, deepest| {
                found.extend((deepest > depth).then_some(target.body));
            },
        );
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }

    fn first_touch(
        &self,
        shape: &Shape,
        world_from_shape: &Isometry3<f64>,
        direction: &Vector3<f64>,
        max: f64,
        filter: &QueryFilter,
        skip: &[ColliderId],
    ) -> Option<ShapeHit> {
        let max = max.min(MAX_DISTANCE);
        let source = Collider::new(shape.clone());
        let mover = PlacedCollider::new(u32::MAX, 0, Mobility::Moving, &source, world_from_shape);
        let mut best: Option<(u32, ShapeHit)> = None;
        let mut consider = |slot: u32| {
            let placed = &self.placed[slot as usize];
            if filter.passes(placed, SOLID) && !skip.contains(&ColliderId::of(placed)) {
                let reach = best.as_ref().map_or(max, |(_, hit)| hit.distance);
                if let Some(hit) = self.touch_of_slot(slot, (&mover, shape, world_from_shape), direction, (reach, max))
                {
                    let nearer = best.as_ref().is_none_or(|(other, known)| {
                        hit.distance < known.distance || hit.distance == known.distance && slot < *other
                    });
                    if nearer {
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
            let displacement = direction * (max / 2.0);
            let middle = mover.center - self.center + displacement;
            let slack = Vector3::repeat(1e-6 * (1.0 + max));
            let query = Bounds::around(&middle, &(mover.half_extents() + displacement.abs() + slack));
            self.overlapping(&query, filter, &mut consider);
        }
        best.map(|(_, hit)| hit)
    }

    /// Where a shape that moves along a unit direction first touches one collider, at most `max` (m) away. Hits beyond `near` may be found
    /// or not: `near` is only a hint, so the order of tests does not matter.
    fn touch_of_slot(
        &self,
        slot: u32,
        (mover, shape, world_from_shape): (&PlacedCollider, &Shape, &Isometry3<f64>),
        direction: &Vector3<f64>,
        (near, max): (f64, f64),
    ) -> Option<ShapeHit> {
        let placed = &self.placed[slot as usize];
        // The range in which the two may touch at all: parry walks over the cells of a terrain for the whole given distance.
        let ahead = (placed.center - mover.center).dot(direction);
        let around = placed.radius + mover.radius + 1e-3;
        let bounded = placed.kind != Kind::HalfSpace && mover.kind != Kind::HalfSpace;
        let (reach, skipped) = match bounded {
            true if ahead + around < 0.0 => return None,
            true => (near.min(ahead + around), if ahead - around > FAR { ahead - around } else { 0.0 }),
            false => (near, 0.0),
        };
        if skipped > reach {
            return None;
        }
        let start = Translation3::from(direction * skipped) * world_from_shape;
        let touch = parry_queries::cast_shape(self.shape_of(slot), (shape, &start), direction, reach - skipped)?;
        Some(ShapeHit {
            distance: (touch.distance + skipped).clamp(0.0, max),
            point: touch.point.into(),
            normal: touch.normal,
            body: BodyId(placed.body),
            collider: placed.collider as usize,
        })
    }

    /// The first obstacle on the straight path of a body that does not rotate: the first solid collider that passes the filter and is
    /// touched by one of its own, including overlaps at either end of the path. The body itself is never hit.
    pub fn cast_body(
        &self,
        body: BodyId,
        world_from_start: &Isometry3<f64>,
        displacement: &Vector3<f64>,
        filter: &QueryFilter,
    ) -> Result<Option<SweepHit>, GeometryError> {
        check_pose("world_from_start", world_from_start)?;
        let filter = QueryFilter { exclude: Some(body), ..*filter };
        let length = displacement.norm();
        let along = displacement.try_normalize(1e-12).unwrap_or_else(Vector3::x);
        let mut first: Option<SweepHit> = None;
        for collider in self.colliders(body)?.iter().filter(|collider| collider.solid) {
            let start = world_from_start * collider.body_from_collider;
            let end = Translation3::from(*displacement) * start;
            // A collider that overlaps at the start may be left freely; a sweep from the other end runs into it.
            let ahead =
                self.first_touch(&collider.shape, &start, &along, length, &filter, &[]).map(|hit| (hit.distance, hit));
            let back = || self.first_touch(&collider.shape, &end, &-along, length, &filter, &[]);
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

    /// Whether a body that moves from one pose to another in one step passes through something on the path.
    ///
    /// Only tests bodies that move by more than 40 % of their smallest extent (slower ones cannot tunnel), and returns the first contact.
    /// Every solid collider moves along the straight line between its two positions, in its final orientation, for which contacts are then
    /// found; the body itself and the colliders in `skip` are never hit.
    pub fn sweep_body(
        &self,
        body: BodyId,
        world_from_old: &Isometry3<f64>,
        world_from_new: &Isometry3<f64>,
        filter: &QueryFilter,
        skip: &[ColliderId],
    ) -> Result<Option<SweepHit>, GeometryError> {
        check_pose("world_from_old", world_from_old)?;
        check_pose("world_from_new", world_from_new)?;
        let filter = QueryFilter { exclude: Some(body), ..*filter };
        let mut first: Option<SweepHit> = None;
        for collider in self.colliders(body)?.iter().filter(|collider| collider.solid) {
            let end = world_from_new * collider.body_from_collider;
            let start = Isometry3 { rotation: end.rotation, ..world_from_old * collider.body_from_collider };
            let displacement = end.translation.vector - start.translation.vector;
            let length = displacement.norm();
            if length <= UNSWEPT * collider.shape.smallest_extent() || length < 1e-9 {
                continue;
            }
            let touch = self.first_touch(&collider.shape, &start, &(displacement / length), length, &filter, skip);
            if let Some(hit) = touch {
                let fraction = (hit.distance / length).clamp(0.0, 1.0);
                if first.is_none_or(|other| fraction < other.fraction) {
                    first = Some(SweepHit { fraction, hit });
                }
            }
        }
        Ok(first)
    }

    /// Smallest extent of a collider, m; infinity for sheets and for an invalid collider index.
    pub fn thickness(&self, collider: ColliderId) -> f64 {
        let colliders = self.colliders(collider.body).unwrap_or_default();
        let extent = colliders.get(collider.collider).map_or(0.0, |collider| collider.shape.smallest_extent());
        if extent > 0.0 { extent } else { f64::INFINITY }
    }

    /// Where a body at `world_from_body` touches a collider, or is at most `margin` (m) away: the normal of the collider closest to a
    /// guess, world frame, and the depth there, m; `None` if there is no contact with about that normal. More exact than a sweep, which
    /// iterates.
    pub fn touch_near(
        &self,
        body: BodyId,
        world_from_body: &Isometry3<f64>,
        target: ColliderId,
        margin: f64,
        guess: &Vector3<f64>,
    ) -> Option<(Vector3<f64>, f64)> {
        /// Difference of cosines below which normals are equal.
        const SAME: f64 = 1e-9;
        thread_local! {
            static SCRATCH: RefCell<ManifoldScratch> = RefCell::default();
        }
        let colliders = self.colliders(body).ok()?;
        let slot = self.slots_of(target.body).start + target.collider as u32;
        let (shape, pose) = self.shape_of(slot);
        let still = Side::new(&self.placed[slot as usize], shape, pose);
        let (mut best, mut found) = (0.5, None);
        for collider in colliders.iter().filter(|collider| collider.solid) {
            let pose = world_from_body * collider.body_from_collider;
            let placed = PlacedCollider::new(u32::MAX, 0, Mobility::Moving, collider, &pose);
            let moving = Side::new(&placed, &collider.shape, &pose);
            SCRATCH.with_borrow_mut(|scratch| {
                touch(moving, still, margin, scratch, &mut |point| {
                    let alike = point.normal.dot(guess);
                    let is_same = found.is_some_and(|(_, depth)| (alike - best).abs() < SAME && depth < point.depth);
                    if is_same || alike > best + SAME {
                        (best, found) = (alike, Some((point.normal, point.depth)));
                    }
                });
            });
        }
        found
    }

    /// Distance of the furthest point of a body's colliders from its origin, m, or slightly more.
    pub fn reach(&self, body: BodyId) -> f64 {
        let Ok(pose) = self.pose(body) else { return 0.0 };
        let placed = self.slots_of(body).map(|slot| &self.placed[slot as usize]);
        placed.fold(0.0, |reach, placed| reach.max((placed.center - pose.translation.vector).norm() + placed.radius))
    }

    /// Penetration of a body at `world_from_body` into fixed bodies, as a multiple of the slop allowed between the two; negative if it
    /// touches nothing. `slop` returns the slop (m) for the thickness of a fixed collider (m).
    pub fn slops_in_fixed(&self, body: BodyId, world_from_body: &Isometry3<f64>, slop: impl Fn(f64) -> f64) -> f64 {
        thread_local! {
            static SCRATCH: RefCell<ManifoldScratch> = RefCell::default();
        }
        let filter = QueryFilter { moving: false, exclude: Some(body), ..QueryFilter::default() };
        let mut deepest = f64::NEG_INFINITY;
        for collider in self.colliders(body).unwrap_or_default().iter().filter(|collider| collider.solid) {
            let pose = world_from_body * collider.body_from_collider;
            SCRATCH.with_borrow_mut(|scratch| {
                self.each_overlap(collider, &pose, &filter, scratch, &mut |target, depth| {
                    deepest = deepest.max(depth / slop(self.thickness(target)));
                });
            });
        }
        deepest
    }

    /// Calls `found` for each solid collider that a collider at `world_from_collider` touches, with the largest depth, m; also, with a
    /// depth of −∞, for some that are only nearby.
    fn each_overlap(
        &self,
        collider: &Collider,
        world_from_collider: &Isometry3<f64>,
        filter: &QueryFilter,
        scratch: &mut ManifoldScratch,
        found: &mut dyn FnMut(ColliderId, f64),
    ) {
        let probe = PlacedCollider::new(u32::MAX, 0, Mobility::Moving, collider, world_from_collider);
        let mut consider = |slot: u32| {
            let placed = &self.placed[slot as usize];
            if filter.passes(placed, SOLID) {
                let (shape, pose) = self.shape_of(slot);
                let mut deepest = f64::NEG_INFINITY;
                let probe = Side::new(&probe, &collider.shape, world_from_collider);
                let other = Side::new(placed, shape, pose);
                touch(probe, other, 0.0, scratch, &mut |point| deepest = deepest.max(point.depth));
                found(ColliderId::of(placed), deepest);
            }
            true
        };
        for slot in self.unbounded(filter) {
            consider(slot);
        }
        let query = Bounds::around(&(probe.center - self.center), &probe.half_extents());
        self.overlapping(&query, filter, &mut consider);
    }

    /// Whether a collider is a mesh or a height field: a surface with many normals that bodies may be on any side of.
    pub fn is_surface(&self, collider: ColliderId) -> bool {
        let colliders = self.colliders(collider.body).unwrap_or_default();
        colliders.get(collider.collider).is_some_and(|collider| parry_queries::is_composite(&collider.shape))
    }

    /// Whether a solid collider of a moving body may cross the path of a body that moves by `displacement` (m) from its pose in the
    /// index, provided that the other body moves no further itself.
    pub fn is_moving_near_path(&self, body: BodyId, displacement: &Vector3<f64>) -> bool {
        let filter = QueryFilter { exclude: Some(body), fixed: false, ..QueryFilter::default() };
        let mut near = false;
        if !displacement.sum().is_finite() {
            return false;
        }
        for slot in self.slots_of(body) {
            self.overlapping(&self.around_path(slot, displacement), &filter, &mut |other| {
                near = filter.passes(&self.placed[other as usize], SOLID);
                !near
            });
            if near {
                break;
            }
        }
        near
    }

    /// The first contact of a body that moves from its pose in the index to `world_from_new` in one step with another body that moves in
    /// the same step. `displacement_of` returns the displacement of the other body, m, or `None` to ignore it; the colliders in `skip`
    /// are ignored, too.
    ///
    /// The fraction refers to the step. Like [`SpatialIndex::sweep_body`], only tests bodies that move relative to each other by more than
    /// 40 % of the smallest extent of the smaller one.
    pub fn sweep_among_moving(
        &self,
        body: BodyId,
        world_from_new: &Isometry3<f64>,
        displacement_of: impl Fn(BodyId) -> Option<Vector3<f64>>,
        skip: &[ColliderId],
    ) -> Result<Option<SweepHit>, GeometryError> {
        check_pose("world_from_new", world_from_new)?;
        let filter = QueryFilter { exclude: Some(body), fixed: false, ..QueryFilter::default() };
        let colliders = self.colliders(body)?;
        let mut first: Option<(u32, SweepHit)> = None;
        for (collider, slot) in colliders.iter().zip(self.slots_of(body)).filter(|(collider, _)| collider.solid) {
            let end = world_from_new * collider.body_from_collider;
            let start = Isometry3 { rotation: end.rotation, ..self.poses()[slot as usize] };
            let mover = PlacedCollider::new(u32::MAX, 0, Mobility::Moving, collider, &start);
            let displacement = end.translation.vector - start.translation.vector;
            if !displacement.sum().is_finite() {
                continue;
            }
            let extent = collider.shape.smallest_extent();
            self.overlapping(&self.around_path(slot, &displacement), &filter, &mut |other| {
                let placed = &self.placed[other as usize];
                let counts = filter.passes(placed, SOLID) && !skip.contains(&ColliderId::of(placed));
                let Some(others) = displacement_of(BodyId(placed.body)).filter(|_| counts) else {
                    return true;
                };
                let between = displacement - others;
                let length = between.norm();
                let min_thickness = extent.min(self.thickness(ColliderId::of(placed)));
                if length > (UNSWEPT * min_thickness).max(1e-9) {
                    let source = (&mover, &collider.shape, &start);
                    if let Some(hit) = self.touch_of_slot(other, source, &(between / length), (length, length)) {
                        let fraction = hit.distance / length;
                        let sooner = first.as_ref().is_none_or(|(known, found)| {
                            fraction < found.fraction || fraction == found.fraction && other < *known
                        });
                        if sooner {
                            first = Some((other, SweepHit { fraction, hit }));
                        }
                    }
                }
                true
            });
        }
        Ok(first.map(|(_, hit)| hit))
    }

    /// A box around the path of a collider, widened by the length of the path, in the frame of the trees.
    fn around_path(&self, slot: u32, displacement: &Vector3<f64>) -> Bounds {
        let placed = &self.placed[slot as usize];
        let wide = displacement.abs() / 2.0 + Vector3::repeat(displacement.norm() * (1.0 + 1e-6) + 1e-3);
        Bounds::around(&(placed.center - self.center + displacement / 2.0), &(placed.half_extents() + wide))
    }
}
