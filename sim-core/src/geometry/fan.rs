//! Fans of rays from one sensor: the hot path of a swarm.
//!
//! A short fan asks the trees once for all that lies in its box, rejects by bounding spheres for eight rays at
//! once (f32, with a margin above its rounding), and tests what is left exactly. A long fan follows each ray.

use nalgebra::{Isometry3, Vector3};
use wide::f32x8;

use super::index::{GeometryError, QueryFilter, SpatialIndex};
use super::placed::SENSED;
use super::query::{Best, check_direction, check_reach};
use super::shape::check_pose;
use super::tree::{Bounds, WIDTH};

/// Rays handled together; a chunk's directions and results live on the stack.
const CHUNK: usize = 32;
/// Candidates that a chunk can hold before it falls back to one walk per ray.
const CANDIDATES: usize = 64;
/// Expected number of candidates above which a walk per ray was measured to be cheaper.
const WORTH_GATHERING: f32 = 40.0;

/// What may be hit by a chunk of rays: bounding spheres relative to the sensor.
struct Candidates {
    centre: [[f32; 3]; CANDIDATES],
    squared_radius: [f32; CANDIDATES],
    slot: [u32; CANDIDATES],
    count: usize,
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
        let mut candidates = Candidates {
            centre: [[0.0; 3]; CANDIDATES],
            squared_radius: [0.0; CANDIDATES],
            slot: [0; CANDIDATES],
            count: 0,
        };
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
            self.test_eight(origin, rays, max, &candidates, &mut best[number * WIDTH..]);
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
        let mut fits = true;
        for tree in self.trees(filter) {
            tree.overlapping(&query, |slot| {
                let placed = &self.placed[slot as usize];
                if !filter.passes(placed, SENSED) {
                    return true;
                }
                let to = placed.centre - origin;
                let squared = to.norm_squared();
                let reach = max + placed.radius;
                if squared > reach * reach {
                    return true;
                }
                if candidates.count == CANDIDATES {
                    fits = false;
                    return false;
                }
                // The margin is several times the rounding of the f32 test below.
                let radius = placed.radius * (1.0 + 1e-5) + 4e-6 * (squared.sqrt() + 1e-9);
                candidates.centre[candidates.count] = [to.x as f32, to.y as f32, to.z as f32];
                candidates.squared_radius[candidates.count] = (radius * radius) as f32;
                candidates.slot[candidates.count] = slot;
                candidates.count += 1;
                true
            });
        }
        fits
    }

    /// Up to eight rays against all candidates.
    #[inline]
    fn test_eight(
        &self,
        origin: &Vector3<f64>,
        rays: &[Vector3<f64>],
        max: f64,
        candidates: &Candidates,
        best: &mut [Best],
    ) {
        let mut lanes = [[0.0_f32; WIDTH]; 3];
        for (lane, along) in rays.iter().enumerate() {
            for axis in 0..3 {
                lanes[axis][lane] = along[axis] as f32;
            }
        }
        let [dx, dy, dz] = lanes.map(f32x8::new);
        let used = (1_u32 << rays.len()) - 1;
        let (zero, far) = (f32x8::splat(0.0), f32x8::splat(max as f32));
        for candidate in 0..candidates.count {
            let [x, y, z] = candidates.centre[candidate].map(f32x8::splat);
            let along = (x * dx + y * dy + z * dz).fast_max(zero).fast_min(far);
            let (ex, ey, ez) = (x - along * dx, y - along * dy, z - along * dz);
            let squared = ex * ex + ey * ey + ez * ez;
            let near = squared.simd_le(f32x8::splat(candidates.squared_radius[candidate]));
            let mut hits = near.to_bitmask() & used;
            if hits == 0 {
                continue;
            }
            let slot = candidates.slot[candidate];
            let placed = &self.placed[slot as usize];
            while hits != 0 {
                let lane = hits.trailing_zeros() as usize;
                hits &= hits - 1;
                let distance = self.slot_distance(slot, placed, origin, &rays[lane], max);
                best[lane].take(distance, slot);
            }
        }
    }
}
