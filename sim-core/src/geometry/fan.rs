//! Fans of rays from one sensor: the hot path of a swarm.
//!
//! A short fan asks the trees once for all that lies in its box, rejects by bounding boxes for eight rays at
//! once (f32, with a margin above its rounding), and tests what is left exactly. A long fan does the same stretch by
//! stretch where neighbouring rays stay close together, and follows each ray alone where they do not.

use arrayvec::ArrayVec;
use nalgebra::{Isometry3, Vector3};
use wide::f32x8;

use super::bounds::Bounds;
use super::index::{GeometryError, QueryFilter, SpatialIndex};
use super::placed::{Kind, SENSED};
use super::query::{Best, check_directions, check_reach};
use super::ray::Target;
use super::shape::check_pose;
use super::tree::{PAD, Tree, WIDTH};
use crate::prefetch::fetch_line;

/// Rays handled together; a chunk's directions and results live on the stack.
const CHUNK: usize = 32;
/// Candidates that a chunk can hold before it falls back to one walk per ray.
const CANDIDATES: usize = 64;
/// Expected number of candidates above which a walk per ray was measured to be cheaper.
const WORTH_GATHERING: f32 = 40.0;

/// What may be hit by a chunk of rays: a box relative to the sensor.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    low: [f32; 3],
    high: [f32; 3],
    slot: u32,
}

type Candidates = ArrayVec<Candidate, CANDIDATES>;

/// Most that directions may differ in any component to be followed together.
const COHERENT: f64 = 0.4;
/// First stretch of such rays, and their longest reach, in mean distances between items.
const FIRST_STRETCH: f64 = 1.5;
const FARTHEST_MARCH: f64 = 100.0;

/// The lesser of each component, of vectors of finite numbers: `Vector3::inf` looks for NaN, too, in four times
/// as many instructions.
#[inline]
fn least(a: &Vector3<f64>, b: &Vector3<f64>) -> Vector3<f64> {
    a.zip_map(b, |a, b| if b < a { b } else { a })
}

/// The greater of each component, as [`least`].
#[inline]
fn most(a: &Vector3<f64>, b: &Vector3<f64>) -> Vector3<f64> {
    a.zip_map(b, |a, b| if b > a { b } else { a })
}

/// Least and greatest of each component.
#[inline]
fn range(directions: &[Vector3<f64>]) -> (Vector3<f64>, Vector3<f64>) {
    let (mut low, mut high) = (directions[0], directions[0]);
    for along in &directions[1..] {
        low = least(&low, along);
        high = most(&high, along);
    }
    (low, high)
}

/// Mean distance between the items of all trees, were they spread evenly over the largest side of their common bounds, m;
/// infinite when there are none.
fn spacing(trees: &[&Tree]) -> f64 {
    let bounds = trees.iter().filter_map(|tree| tree.root().copied()).reduce(Bounds::union);
    let items = WIDTH * trees.iter().map(|tree| tree.leaf_count()).sum::<usize>();
    bounds.map_or(f64::INFINITY, |bounds| (bounds.half_surface() / items as f64).sqrt())
}

impl SpatialIndex {
    /// Runs a fan and hands `(number of the ray, world direction, best hit)` to `emit`.
    #[inline]
    pub(crate) fn fan(
        &self,
        world_from_sensor: &Isometry3<f64>,
        directions: &[Vector3<f64>],
        max: f64,
        filter: &QueryFilter,
        places: usize,
        mut emit: impl FnMut(usize, &Vector3<f64>, Best),
    ) -> Result<(), GeometryError> {
        if places != directions.len() {
            return Err(GeometryError::OutputLength { given: places, needed: directions.len() });
        }
        check_pose("world_from_sensor", world_from_sensor)?;
        check_reach("max", max)?;
        check_directions(directions)?;
        let origin = world_from_sensor.translation.vector;
        let rotation = *world_from_sensor.rotation.to_rotation_matrix().matrix();
        for (number, chunk) in directions.chunks(CHUNK).enumerate() {
            // Filled in place: collecting would move them.
            let (mut world, mut best) = (ArrayVec::<_, CHUNK>::new(), ArrayVec::<_, CHUNK>::new());
            world.extend(chunk.iter().map(|local| rotation * local));
            best.extend(chunk.iter().map(|_| Best::up_to(max)));
            self.fan_chunk(&origin, &world, max, filter, &mut best);
            for (ray, along) in world.iter().enumerate() {
                emit(number * CHUNK + ray, along, best[ray]);
            }
        }
        Ok(())
    }

    #[inline]
    fn fan_chunk(
        &self,
        origin: &Vector3<f64>,
        world: &[Vector3<f64>],
        max: f64,
        filter: &QueryFilter,
        best: &mut [Best],
    ) {
        let mut candidates = Candidates::new();
        if world.len() < 3 {
            self.one_by_one(origin, world, max, filter, best);
            return;
        }
        if self.gather(origin, world, (0.0, max), filter, &mut candidates) {
            self.try_unbounded(origin, world, max, filter, best);
            for (rays, best) in world.chunks(WIDTH).zip(best.chunks_mut(WIDTH)) {
                self.test_eight(origin, rays, max, filter, &candidates, best);
            }
            return;
        }
        let spacing = spacing(&self.trees(filter));
        for (rays, best) in world.chunks(WIDTH).zip(best.chunks_mut(WIDTH)) {
            if !self.march(origin, rays, max, spacing, filter, best) {
                self.one_by_one(origin, rays, max, filter, best);
            }
        }
    }

    fn one_by_one(
        &self,
        origin: &Vector3<f64>,
        world: &[Vector3<f64>],
        max: f64,
        filter: &QueryFilter,
        best: &mut [Best],
    ) {
        for (along, best) in world.iter().zip(best) {
            *best = self.first_hit(origin, along, max, filter);
        }
    }

    fn try_unbounded(
        &self,
        origin: &Vector3<f64>,
        world: &[Vector3<f64>],
        max: f64,
        filter: &QueryFilter,
        best: &mut [Best],
    ) {
        for slot in self.unbounded(filter) {
            let placed = &self.placed[slot as usize];
            if filter.passes(placed, SENSED) {
                for (along, best) in world.iter().zip(&mut *best) {
                    best.take(self.slot_distance(slot, placed, origin, along, max), slot);
                }
            }
        }
    }

    /// Follows up to eight rays that stay close together outwards, stretch by stretch, until all have hit.
    /// False when they spread too far or meet too much at once; then nothing is decided.
    fn march(
        &self,
        origin: &Vector3<f64>,
        rays: &[Vector3<f64>],
        max: f64,
        spacing: f64,
        filter: &QueryFilter,
        best: &mut [Best],
    ) -> bool {
        let (low, high) = range(rays);
        if rays.len() < 4 || (high - low).max() > COHERENT || max > spacing * FARTHEST_MARCH {
            return false;
        }
        self.try_unbounded(origin, rays, max, filter, best);
        let mut candidates = Candidates::new();
        let (mut from, mut stretch) = (0.0, spacing * FIRST_STRETCH);
        loop {
            let to = if from + stretch < max { from + stretch } else { max };
            candidates.clear();
            if !self.gather(origin, rays, (from, to), filter, &mut candidates) {
                best.fill(Best::up_to(max));
                return false;
            }
            self.test_eight(origin, rays, max, filter, &candidates, best);
            if to >= max || best.iter().all(|best| best.distance <= to) {
                return true;
            }
            (from, stretch) = (to, stretch * 1.5);
        }
    }

    /// Collects what the chunk's rays may hit. False when there is too much for this way to pay.
    #[inline]
    fn gather(
        &self,
        origin: &Vector3<f64>,
        world: &[Vector3<f64>],
        (from, to): (f64, f64),
        filter: &QueryFilter,
        candidates: &mut Candidates,
    ) -> bool {
        if to > 1e6 {
            return false;
        }
        let (low, high) = range(world);
        // The stretch of each ray lies between its two ends.
        let (low, high) = (least(&(low * from), &(low * to)), most(&(high * from), &(high * to)));
        let middle = origin - self.centre + (low + high) / 2.0;
        let trees = self.trees(filter);
        let slack = Vector3::repeat(1e-9 * (1.0 + to));
        let query = Bounds::around(&middle, &((high - low) / 2.0 + slack));
        if trees.iter().map(|tree| tree.expected_overlap(&query)).sum::<f32>() > WORTH_GATHERING {
            return false;
        }
        let start = origin - self.centre;
        let mut fits = true;
        for tree in &trees {
            let pad = tree.extent().max(start.amax() as f32) * PAD;
            // Boxes count from the sensor and grow by the pad.
            let low_from = [0, 1, 2].map(|axis| start[axis] as f32 + pad);
            let high_from = [0, 1, 2].map(|axis| start[axis] as f32 - pad);
            tree.boxes_overlapping(&query, |item, bounds| {
                if !filter.may_pass(item, SENSED) {
                    return true;
                }
                let slot = item.slot;
                // The exact test will want it.
                fetch_line(&self.placed[slot as usize]);
                let candidate = Candidate {
                    low: [0, 1, 2].map(|axis| bounds.low[axis] - low_from[axis]),
                    high: [0, 1, 2].map(|axis| bounds.high[axis] - high_from[axis]),
                    slot,
                };
                fits = candidates.try_push(candidate).is_ok();
                fits
            });
            if !fits {
                return false;
            }
        }
        true
    }

    /// Up to eight rays against all candidates.
    #[inline]
    fn test_eight(
        &self,
        origin: &Vector3<f64>,
        rays: &[Vector3<f64>],
        max: f64,
        filter: &QueryFilter,
        candidates: &Candidates,
        best: &mut [Best],
    ) {
        let mut lanes = [[1.0_f32; WIDTH]; 3];
        for (lane, along) in rays.iter().enumerate() {
            for axis in 0..3 {
                let part = along[axis] as f32;
                // Never a true zero: 0 × infinity is not a number.
                lanes[axis][lane] = if part.abs() < 1e-18 { 1e-18_f32.copysign(part) } else { part };
            }
        }
        let inverse = lanes.map(|lanes| f32x8::splat(1.0) / f32x8::new(lanes));
        let used = (1_u32 << rays.len()) - 1;
        // What begins beyond a ray's first hit cannot change it.
        let limit = |distance: f64| distance as f32 * (1.0 + 1e-6);
        let mut reach = [0.0_f32; WIDTH];
        for (reach, best) in reach.iter_mut().zip(&*best) {
            *reach = limit(best.distance);
        }
        for candidate in candidates {
            let (mut enter, mut leave) = (f32x8::splat(0.0), f32x8::new(reach));
            for (axis, inverse) in inverse.iter().enumerate() {
                let one = f32x8::splat(candidate.low[axis]) * *inverse;
                let two = f32x8::splat(candidate.high[axis]) * *inverse;
                enter = enter.fast_max(one.fast_min(two));
                leave = leave.fast_min(one.fast_max(two));
            }
            let mut hits = enter.simd_le(leave).to_bitmask() & used;
            if hits == 0 {
                continue;
            }
            let placed = &self.placed[candidate.slot as usize];
            if !placed.is_in(filter.categories) {
                continue;
            }
            let target = Target::new(placed, origin);
            while hits != 0 {
                let lane = hits.trailing_zeros() as usize;
                hits &= hits - 1;
                let distance = match placed.kind {
                    Kind::Other => self.slot_distance(candidate.slot, placed, origin, &rays[lane], max),
                    _ => target.distance(&rays[lane]),
                };
                best[lane].take(distance, candidate.slot);
                reach[lane] = limit(best[lane].distance);
            }
        }
    }
}
