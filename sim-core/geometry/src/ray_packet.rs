//! Eight rays from one point, tested together.

use fearless_simd::{Simd, f32x8, f64x8, mask64x8, prelude::*};
use nalgebra::{Matrix3, Vector3};

use super::bounds::Bounds;
use super::index::SpatialIndex;
use super::lanes::{Real, WIDTH};
use super::placed::{Kind, PlacedCollider};
use super::ray::{Along, Best, Target, dot, half_space};

/// Up to eight rays from one point and their hits so far. Unused lanes repeat the first ray.
#[derive(Clone, Copy)]
pub(super) struct Packet<S: Simd> {
    /// Unit directions, world frame.
    along: Along<f64x8<S>>,
    /// Distance of the nearest hit so far, or the range, m.
    distance: f64x8<S>,
    /// Slot of that hit, or [`Best::NO_SLOT`]: numbers below 2³² are exact in an f64.
    slot: f64x8<S>,
    rays: usize,
}

impl<S: Simd> Packet<S> {
    /// One to eight rays along these directions of a sensor's frame. `fine` becomes false if one is not a unit vector.
    #[inline(always)]
    pub fn new(
        simd: S,
        world_from_sensor: &Matrix3<f64>,
        directions: &[Vector3<f64>],
        reach: f64,
        fine: &mut bool,
    ) -> Self {
        let mut repeated = [directions[0]; WIDTH];
        let local = match <&[_; WIDTH]>::try_from(directions) {
            Ok(all) => all,
            Err(_) => {
                repeated[..directions.len()].copy_from_slice(directions);
                &repeated
            }
        };
        let lanes = |axis: usize| std::array::from_fn(|lane| local[lane][axis]);
        let (x, y, z): (f64x8<S>, f64x8<S>, f64x8<S>) =
            (lanes(0).simd_into(simd), lanes(1).simd_into(simd), lanes(2).simd_into(simd));
        let off = SimdBase::abs(x * x + y * y + z * z - x.constant(1.0));
        *fine &= off.simd_le(x.constant(1e-6)).all_true();
        // No `map`, here and below: vectors must not leave the function that is compiled for their instruction set.
        let row = |axis: usize| world_from_sensor.row(axis).transpose();
        let local = [x, y, z];
        let along = [dot(&local, &row(0)), dot(&local, &row(1)), dot(&local, &row(2))];
        let (distance, slot) = (x.constant(reach), x.constant(f64::from(Best::NO_SLOT)));
        Self { along, distance, slot, rays: directions.len() }
    }

    /// Clears all hits.
    #[inline(always)]
    pub fn forget(&mut self, reach: f64) {
        self.distance = self.distance.constant(reach);
        self.slot = self.slot.constant(f64::from(Best::NO_SLOT));
    }

    /// Distances of the hits, m; infinite for misses.
    #[inline(always)]
    pub fn distances(&self) -> [f64; WIDTH] {
        let hit = self.slot.simd_lt(self.slot.constant(f64::from(Best::NO_SLOT)));
        hit.select(self.distance, self.distance.constant(f64::INFINITY)).into()
    }

    /// World directions, ray by ray.
    #[inline(always)]
    fn directions(&self) -> [Vector3<f64>; WIDTH] {
        let [x, y, z] = self.along;
        let (x, y, z): ([f64; WIDTH], [f64; WIDTH], [f64; WIDTH]) = (x.into(), y.into(), z.into());
        std::array::from_fn(|lane| Vector3::new(x[lane], y[lane], z[lane]))
    }

    /// Minimum and maximum of each component of the directions.
    #[inline(always)]
    pub fn range(&self) -> (Vector3<f64>, Vector3<f64>) {
        let [x, y, z] = self.along;
        let low = Vector3::new(x.reduce_min(), y.reduce_min(), z.reduce_min());
        (low, Vector3::new(x.reduce_max(), y.reduce_max(), z.reduce_max()))
    }

    /// Whether each ray has hit something within a distance, m.
    #[inline(always)]
    pub fn all_hit_closer_than(&self, distance: f64) -> bool {
        self.distance.simd_le(self.distance.constant(distance)).all_true()
    }

    /// Takes the hits of one traversal per ray.
    #[inline(always)]
    pub fn set(&mut self, first_hit: impl Fn(&Vector3<f64>) -> Best) {
        let (mut distances, mut slots) = (<[f64; WIDTH]>::from(self.distance), <[f64; WIDTH]>::from(self.slot));
        for (lane, along) in self.directions().iter().enumerate().take(self.rays) {
            let best = first_hit(along);
            (distances[lane], slots[lane]) = (best.distance, f64::from(best.slot));
        }
        let simd = self.distance.token();
        (self.distance, self.slot) = (distances.simd_into(simd), slots.simd_into(simd));
    }

    /// The rays for tests against boxes of a tree; `start` is relative to the center of the index, m, and `pad` exceeds the rounding of all
    /// numbers of the tree.
    #[inline(always)]
    pub fn boxes(&self, start: &Vector3<f64>, pad: f32) -> BoxRays<S> {
        let simd = self.distance.token();
        let [x, y, z] = self.along;
        let (low, high) = simd.split_f64x8(self.distance);
        BoxRays {
            low_from: [start.x as f32 + pad, start.y as f32 + pad, start.z as f32 + pad],
            high_from: [start.x as f32 - pad, start.y as f32 - pad, start.z as f32 - pad],
            inverse: [inverse(x), inverse(y), inverse(z)],
            // A box that starts beyond a ray's first hit cannot change it.
            limit: low.narrow(high) * f32x8::splat(simd, 1.0 + 1e-6),
        }
    }

    /// Keeps the nearer of the hits so far and these; ties go to the lower slot.
    #[inline(always)]
    fn take(&mut self, distance: f64x8<S>, slot: u32) {
        let slot = self.slot.constant(f64::from(slot));
        let tie = distance.simd_eq(self.distance) & slot.simd_lt(self.slot);
        let nearer: mask64x8<S> = distance.simd_lt(self.distance) | tie;
        self.distance = nearer.select(distance, self.distance);
        self.slot = nearer.select(slot, self.slot);
    }

    /// Tests a half-space.
    #[inline(always)]
    pub fn try_half_space(&mut self, slot: u32, placed: &PlacedCollider, origin: &Vector3<f64>) {
        let distance = half_space(&(origin - placed.center), &self.along, &placed.axis());
        self.take(distance, slot);
    }

    /// Tests a collider exactly.
    #[inline(always)]
    pub fn try_placed(
        &mut self,
        index: &SpatialIndex,
        slot: u32,
        placed: &PlacedCollider,
        origin: &Vector3<f64>,
        (lanes, reach): (u8, f64),
    ) {
        let distance = if placed.kind == Kind::Other {
            let mut distances = [f64::INFINITY; WIDTH];
            for (lane, along) in self.directions().iter().enumerate().filter(|(lane, _)| lanes >> lane & 1 == 1) {
                distances[lane] = index.slot_distance(slot, placed, origin, along, reach);
            }
            f64x8::simd_from(self.distance.token(), distances)
        } else {
            Target::new(placed, origin).distance(&self.along)
        };
        self.take(distance, slot);
    }
}

/// 1 / direction in f32, never infinite.
#[inline(always)]
fn inverse<S: Simd>(along: f64x8<S>) -> f32x8<S> {
    /// Minimum absolute value of a component: 0 × infinity is NaN.
    const LEAST: f32 = 1e-18;
    let simd = along.token();
    let (low, high) = simd.split_f64x8(along);
    let part: f32x8<S> = low.narrow(high);
    let least = f32x8::splat(simd, LEAST);
    let part = part.abs().simd_lt(least).select(least.copysign(part), part);
    f32x8::splat(simd, 1.0) / part
}

/// Eight rays for tests against boxes of a tree. The boxes are padded by more than the rounding of f32.
pub(super) struct BoxRays<S: Simd> {
    low_from: [f32; 3],
    high_from: [f32; 3],
    /// 1 / direction, never infinite.
    inverse: [f32x8<S>; 3],
    limit: f32x8<S>,
}

impl<S: Simd> BoxRays<S> {
    /// The rays that cross a box, as a bit mask.
    #[inline(always)]
    pub fn crossed(&self, bounds: &Bounds) -> u8 {
        let simd = self.limit.token();
        let (mut enter, mut leave) = (f32x8::splat(simd, 0.0), self.limit);
        for axis in 0..3 {
            let one = self.inverse[axis] * f32x8::splat(simd, bounds.low[axis] - self.low_from[axis]);
            let two = self.inverse[axis] * f32x8::splat(simd, bounds.high[axis] - self.high_from[axis]);
            enter = enter.max(one.min(two));
            leave = leave.min(one.max(two));
        }
        enter.simd_le(leave).to_bitmask() as u8
    }
}
