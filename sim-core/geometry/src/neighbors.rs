//! Neighbor lists: the colliders that the rays of a sensor can hit during the next ticks.
//!
//! Most objects near a sensor stay near it. A list of all colliders within the range of its rays plus a skin is complete until the sensor
//! and the fastest collider together have moved by the skin (L. Verlet, Phys. Rev. 159, 98, 1967); until then no tree is queried. Rays are
//! tested exactly against the whole list, so hits do not depend on when it was made.

use arrayvec::ArrayVec;
use fearless_simd::{Simd, dispatch};
use nalgebra::Vector3;

use super::body::BodyId;
use super::bounds::Bounds;
use super::index::{QueryFilter, SpatialIndex};
use super::tree::{Picked, WIDTH, WideBounds};

/// Maximum number of colliders in a list.
pub(super) const MAX_COLLIDERS: usize = 24;
/// Maximum number of rays for which testing the whole list pays off.
pub(super) const MAX_RAYS: usize = 2 * WIDTH;
/// Skin as a fraction of the range.
const SKIN: f64 = 0.3;
/// Maximum range, m.
const MAX_RANGE: f64 = 1e6;
/// A list used by fewer fans than this costs more than it saves.
const MIN_FANS: u32 = 3;
/// Number of fans without a list after one did not pay off.
const PAUSE: u32 = 64;

/// Colliders around one sensor. The list belongs to the sensor and may be used with any index.
#[derive(Debug, Default)]
pub struct NeighborList {
    /// Structure of the index for which it was made; see [`SpatialIndex::structure`].
    structure: u64,
    filter: QueryFilter,
    /// Center of the sphere that contains or touches all listed colliders, world frame, m.
    pub(super) middle: Vector3<f64>,
    /// Its radius, minus possible rounding errors, m.
    radius: f64,
    /// [`SpatialIndex::travel`] when it was made, m.
    travel: f64,
    slots: ArrayVec<u32, MAX_COLLIDERS>,
    /// Number of fans that have used it.
    served: u32,
    /// Remaining fans without a list.
    pause: u32,
}

impl NeighborList {
    /// All colliders, and perhaps more, that rays of this range from this point can hit; `None` if a list does not pay off.
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

    /// Whether the list contains everything within range.
    #[inline]
    fn covers(&self, index: &SpatialIndex, origin: &Vector3<f64>, reach: f64, filter: &QueryFilter) -> bool {
        // Written so that a NaN does not pass.
        let room = self.radius - reach - (index.travel - self.travel);
        let near = room >= 0.0 && (origin - self.middle).norm_squared() <= room * room;
        near && self.structure == index.structure && self.filter == *filter
    }

    /// Rebuilds the list; false if that does not pay off.
    #[cold]
    fn renew(&mut self, index: &SpatialIndex, origin: &Vector3<f64>, reach: f64, filter: &QueryFilter) -> bool {
        let paid = self.structure != index.structure || self.served >= MIN_FANS;
        let found = paid
            && reach <= MAX_RANGE
            && dispatch!(index.processor.0, simd => self.collect(simd, index, origin, reach * (1.0 + SKIN), filter));
        (self.structure, self.served) = (index.structure, 0);
        // Without a list, nothing is covered.
        self.radius = if found { reach * (1.0 + SKIN) - slack(origin, reach) } else { f64::NEG_INFINITY };
        self.pause = if found { 0 } else { PAUSE };
        (self.filter, self.middle, self.travel) = (*filter, *origin, index.travel);
        found
    }

    /// Lists all items whose box touches a sphere; false if there are too many.
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
        let middle = middle - index.center;
        let query = WideBounds::new(simd, &Bounds::around(&middle, &Vector3::repeat(radius)));
        let (mut found, mut nodes) = (Picked::<{ 3 * MAX_COLLIDERS }>::new(), [Picked::new(), Picked::new()]);
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

/// Upper bound of the rounding of the distances that decide whether a list is complete, m.
fn slack(origin: &Vector3<f64>, reach: f64) -> f64 {
    1e-9 * (1.0 + reach) + 1e-14 * origin.amax()
}
