//! Fans of rays from one sensor: the hot path of a swarm.
//!
//! A short fan asks the trees once for all that lies in its box, rejects by bounding boxes for eight rays at
//! once (f32, with a margin above its rounding), and tests what is left exactly. A long fan follows each ray.

use arrayvec::ArrayVec;
use nalgebra::{Isometry3, Vector3};
use wide::f32x8;

use super::index::{GeometryError, QueryFilter, SpatialIndex};
use super::placed::SENSED;
use super::query::{Best, check_direction, check_reach};
use super::shape::check_pose;
use super::tree::{Bounds, PAD, WIDTH};

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
        for direction in directions {
            check_direction(direction)?;
        }
        let origin = world_from_sensor.translation.vector;
        let rotation = *world_from_sensor.rotation.to_rotation_matrix().matrix();
        let mut world = [Vector3::zeros(); CHUNK];
        for (number, chunk) in directions.chunks(CHUNK).enumerate() {
            for (out, local) in world.iter_mut().zip(chunk) {
                *out = rotation * local;
            }
            let world = &world[..chunk.len()];
            let mut best = [Best::up_to(max); CHUNK];
            self.fan_chunk(&origin, world, max, filter, &mut best);
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
        best: &mut [Best; CHUNK],
    ) {
        let mut candidates = Candidates::new();
        if world.len() < 3 || !self.gather(origin, world, max, filter, &mut candidates) {
            for (along, best) in world.iter().zip(best) {
                *best = self.first_hit(origin, along, max, filter);
            }
            return;
        }
        for slot in self.unbounded(filter) {
            let placed = &self.placed[slot as usize];
            if filter.passes(placed, SENSED) {
                for (along, best) in world.iter().zip(&mut *best) {
                    best.take(self.slot_distance(slot, placed, origin, along, max), slot);
                }
            }
        }
        for (number, rays) in world.chunks(WIDTH).enumerate() {
            self.test_eight(origin, rays, max, filter, &candidates, &mut best[number * WIDTH..]);
        }
    }

    /// Collects what the chunk's rays may hit. False when there is too much for this way to pay.
    #[inline]
    fn gather(
        &self,
        origin: &Vector3<f64>,
        world: &[Vector3<f64>],
        max: f64,
        filter: &QueryFilter,
        candidates: &mut Candidates,
    ) -> bool {
        if max > 1e6 {
            return false;
        }
        let (mut low, mut high) = (Vector3::zeros(), Vector3::zeros());
        for along in world {
            low = low.inf(along);
            high = high.sup(along);
        }
        let middle = origin - self.centre + (low + high) * (max / 2.0);
        let slack = Vector3::repeat(1e-9 * (1.0 + max));
        let query = Bounds::around(&middle, &((high - low) * (max / 2.0) + slack));
        if self.trees(filter).map(|tree| tree.expected_overlap(&query)).sum::<f32>() > WORTH_GATHERING {
            return false;
        }
        let start = origin - self.centre;
        let mut fits = true;
        for tree in self.trees(filter) {
            let pad = tree.extent().max(start.amax() as f32) * PAD;
            let from = [0, 1, 2].map(|axis| start[axis] as f32);
            tree.boxes_overlapping(&query, |slot, bounds| {
                let candidate = Candidate {
                    low: [0, 1, 2].map(|axis| bounds.low[axis] - from[axis] - pad),
                    high: [0, 1, 2].map(|axis| bounds.high[axis] - from[axis] + pad),
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
        let reach = f32x8::splat(max as f32 * (1.0 + 1e-6));
        for candidate in candidates {
            let (mut enter, mut leave) = (f32x8::splat(0.0), reach);
            for axis in 0..3 {
                let one = f32x8::splat(candidate.low[axis]) * inverse[axis];
                let two = f32x8::splat(candidate.high[axis]) * inverse[axis];
                enter = enter.fast_max(one.fast_min(two));
                leave = leave.fast_min(one.fast_max(two));
            }
            let mut hits = enter.simd_le(leave).to_bitmask() & used;
            if hits == 0 {
                continue;
            }
            let placed = &self.placed[candidate.slot as usize];
            if !filter.passes(placed, SENSED) {
                continue;
            }
            while hits != 0 {
                let lane = hits.trailing_zeros() as usize;
                hits &= hits - 1;
                let distance = self.slot_distance(candidate.slot, placed, origin, &rays[lane], max);
                best[lane].take(distance, candidate.slot);
            }
        }
    }
}
