//! Neighbour lists: what the rays of a sensor can meet during the next ticks.
//!
//! Most of what is near a sensor stays near it. A list of all that lies within the reach of its rays and a skin around it is
//! complete until the sensor and the fastest collider together have moved by the skin (L. Verlet, Phys. Rev. 159, 98, 1967);
//! until then no tree is asked. Rays are tested exactly against all of the list, so what they meet does not depend on when
//! it was made.

use arrayvec::ArrayVec;
use fearless_simd::{Simd, dispatch};
use nalgebra::Vector3;

use super::body::BodyId;
use super::bounds::Bounds;
use super::index::{QueryFilter, SpatialIndex};
use super::tree::{Picked, WIDTH, WideBounds};

/// Most colliders of a list.
pub(super) const MOST: usize = 24;
/// Most rays for which it pays to test all of the list.
pub(super) const MOST_RAYS: usize = 2 * WIDTH;
/// Skin per reach.
const SKIN: f64 = 0.3;
/// Longest reach, m.
const FARTHEST: f64 = 1e6;
/// A list that served fewer fans than this costs more than it saves.
const FEWEST_FANS: u32 = 3;
/// Fans that go without a list after one did not pay.
const PAUSE: u32 = 64;

/// What lies around one sensor. It belongs to the sensor, and may be used with any index.
#[derive(Debug, Default)]
pub(crate) struct NeighbourList {
    /// Of the index that it was made with; see [`SpatialIndex::structure`].
    structure: u64,
    filter: QueryFilter,
    /// Middle of the sphere that holds or touches everything listed, world frame, m.
    pub(super) middle: Vector3<f64>,
    /// Its radius, less what may have been rounded, m.
    radius: f64,
    /// [`SpatialIndex::travel`] when it was made, m.
    travel: f64,
    slots: ArrayVec<u32, MOST>,
    /// Fans that it has served.
    served: u32,
    /// Fans that still go without.
    pause: u32,
}

impl NeighbourList {
    /// Everything that rays of this reach from this point can meet, and perhaps more; nothing when a list does not pay.
    #[inline]
    pub fn around(
        &mut self,
        index: &SpatialIndex,
        origin: &Vector3<f64>,
        reach: f64,
        filter: &QueryFilter,
    ) -> Option<&[u32]> {
        if self.pause > 0 {
            self.pause -= 1;
            return None;
        }
        if !self.covers(index, origin, reach, filter) && !self.renew(index, origin, reach, filter) {
            return None;
        }
        self.served += 1;
        Some(&self.slots)
    }

    /// Whether nothing that lies within reach can be missing.
    #[inline]
    fn covers(&self, index: &SpatialIndex, origin: &Vector3<f64>, reach: f64, filter: &QueryFilter) -> bool {
        // Written so that a NaN does not pass.
        let room = self.radius - reach - (index.travel - self.travel);
        let near = room >= 0.0 && (origin - self.middle).norm_squared() <= room * room;
        near && self.structure == index.structure && self.filter == *filter
    }

    /// Makes the list anew; false when that is not worth it.
    #[cold]
    fn renew(&mut self, index: &SpatialIndex, origin: &Vector3<f64>, reach: f64, filter: &QueryFilter) -> bool {
        let paid = self.structure != index.structure || self.served >= FEWEST_FANS;
        let found = paid
            && reach <= FARTHEST
            && dispatch!(index.processor.0, simd => self.collect(simd, index, origin, reach * (1.0 + SKIN), filter));
        (self.structure, self.served) = (index.structure, 0);
        // Without a list, nothing is covered.
        self.radius = if found { reach * (1.0 + SKIN) - slack(origin, reach) } else { f64::NEG_INFINITY };
        self.pause = if found { 0 } else { PAUSE };
        (self.filter, self.middle, self.travel) = (*filter, *origin, index.travel);
        found
    }

    /// Lists all whose box touches a sphere; false when those are too many.
    #[inline(always)]
    fn collect<S: Simd>(
        &mut self,
        simd: S,
        index: &SpatialIndex,
        middle: &Vector3<f64>,
        radius: f64,
        filter: &QueryFilter,
    ) -> bool {
        self.slots.clear();
        let middle = middle - index.centre;
        let query = WideBounds::new(simd, &Bounds::around(&middle, &Vector3::repeat(radius)));
        let (mut found, mut nodes) = (Picked::<{ 3 * MOST }>::new(), [Picked::new(), Picked::new()]);
        for tree in index.trees(filter) {
            found.clear();
            if !tree.places_overlapping(&query, 0, &mut nodes, &mut found) {
                return false;
            }
            for &place in found.as_slice() {
                let item = tree.item(place);
                let wanted =
                    filter.exclude != Some(BodyId(item.body)) && tree.bounds(place).distance_to(&middle) <= radius;
                if wanted && self.slots.try_push(item.slot).is_err() {
                    return false;
                }
            }
        }
        true
    }
}

/// More than the rounding of the distances that decide whether a list is complete, m.
fn slack(origin: &Vector3<f64>, reach: f64) -> f64 {
    1e-9 * (1.0 + reach) + 1e-14 * origin.amax()
}
