//! Fans of rays from one sensor: the hot path of a swarm.
//!
//! A short fan queries the trees once for all items in its bounding box, rejects by bounding boxes for eight rays at once (f32, with a
//! margin above its rounding), and tests the rest exactly. A long fan does the same segment by segment while neighboring rays stay close
//! together, and otherwise follows each ray alone. A short fan of a sensor with a neighbor list queries no tree while the list is valid.

use arrayvec::ArrayVec;
use fearless_simd::{Simd, dispatch};
use nalgebra::{Isometry3, Matrix3, Vector3};

use super::bounds::Bounds;
use super::error::{GeometryError, check_direction, check_pose, check_reach};
use super::index::{QueryFilter, SpatialIndex};
use super::lanes::WIDTH;
use super::neighbors::{self, MAX_RAYS, NeighborList};
use super::placed::{Kind, SENSED};
use super::ray::Target;
use super::ray_packet::Packet;
use super::tree::{PAD, Picked, Tree, WideBounds};

/// Packets processed together.
const PACKETS: usize = 4;
/// Maximum number of candidates for these packets before they fall back to one tree traversal per ray.
const CANDIDATES: usize = 64 + WIDTH;
/// Capacity for a whole list, plus one.
const NEIGHBORS: usize = neighbors::MAX_COLLIDERS + 1;
/// Offset of places in the second tree.
const SECOND: u32 = 1 << 31;
/// Below this number, rays are followed one by one.
const FEWEST_TOGETHER: usize = 3;
/// Expected number of candidates above which one traversal per ray was measured to be faster.
const WORTH_GATHERING: f32 = 40.0;
/// Maximum range for gathering, m: beyond it f32 is not precise enough.
const MAX_GATHERING_RANGE: f64 = 1e6;

/// Maximum difference of directions in any component for following rays together.
const COHERENT: f64 = 0.4;
/// First segment of such rays, and their maximum range, in mean distances between items.
const FIRST_STRETCH: f64 = 1.5;
const MAX_MARCH: f64 = 100.0;

/// A requested fan.
pub(super) struct Rays<'a> {
    pub world_from_sensor: &'a Isometry3<f64>,
    /// Unit vectors, frame of the sensor.
    pub directions: &'a [Vector3<f64>],
    /// m; may be infinite.
    pub reach: f64,
    pub filter: &'a QueryFilter,
    /// Number of results that fit into the output.
    pub places: usize,
}

/// Data shared by all rays from one point.
struct Fan<'a> {
    index: &'a SpatialIndex,
    /// World frame, m.
    origin: Vector3<f64>,
    /// m.
    reach: f64,
    filter: &'a QueryFilter,
    trees: ArrayVec<&'a Tree, 2>,
}

impl SpatialIndex {
    /// Casts a fan; calls `emit` with the distances of each eight rays, in order, m; infinite for misses.
    pub(super) fn fan(
        &self,
        rays: &Rays<'_>,
        neighbors: Option<&mut NeighborList>,
        emit: &mut dyn FnMut(usize, &[f64; WIDTH]),
    ) -> Result<(), GeometryError> {
        let &Rays { world_from_sensor, directions, reach, filter, places } = rays;
        if places != directions.len() {
            return Err(GeometryError::OutputLength { given: places, needed: directions.len() });
        }
        check_pose("world_from_sensor", world_from_sensor)?;
        check_reach("max", reach)?;
        let origin = world_from_sensor.translation.vector;
        let fan = Fan { index: self, origin, reach, filter, trees: self.trees(filter) };
        let rotation = *world_from_sensor.rotation.to_rotation_matrix().matrix();
        let near = neighbors
            .filter(|_| directions.len() <= MAX_RAYS)
            .and_then(|neighbors| neighbors.around(self, &origin, reach, filter));
        if near.is_none() && directions.len() < FEWEST_TOGETHER {
            return fan.cast_alone(&rotation, directions, emit);
        }
        dispatch!(self.processor.0, simd => match near {
            Some(near) => fan.cast_near(simd, near, &rotation, directions, emit),
            None => fan.cast(simd, &rotation, directions, emit),
        })
    }
}

impl Fan<'_> {
    fn cast_alone(
        &self,
        world_from_sensor: &Matrix3<f64>,
        directions: &[Vector3<f64>],
        emit: &mut dyn FnMut(usize, &[f64; WIDTH]),
    ) -> Result<(), GeometryError> {
        let mut distances = [f64::INFINITY; WIDTH];
        for (lane, direction) in directions.iter().enumerate() {
            check_direction(direction)?;
            let best = self.index.first_hit(&self.origin, &(world_from_sensor * direction), self.reach, self.filter);
            if best.is_hit() {
                distances[lane] = best.distance;
            }
        }
        emit(0, &distances);
        Ok(())
    }

    /// Tests each ray against all neighbors of the sensor.
    #[inline(always)]
    fn cast_near<S: Simd>(
        &self,
        simd: S,
        near: &[u32],
        world_from_sensor: &Matrix3<f64>,
        directions: &[Vector3<f64>],
        emit: &mut dyn FnMut(usize, &[f64; WIDTH]),
    ) -> Result<(), GeometryError> {
        let mut within = Picked::<NEIGHBORS>::new();
        for &slot in near {
            // Branchless, because the branch would often be mispredicted.
            let placed = &self.index.placed[slot as usize];
            let far = (self.reach + placed.radius) * (1.0 + 1e-9);
            within.add_if(slot, (placed.center - self.origin).norm_squared() <= far * far);
        }
        for (number, directions) in directions.chunks(WIDTH).enumerate() {
            let mut fine = true;
            let mut packet = Packet::new(simd, world_from_sensor, directions, self.reach, &mut fine);
            if !fine {
                directions.iter().try_for_each(check_direction)?;
            }
            for &slot in within.as_slice() {
                let placed = &self.index.placed[slot as usize];
                // Bounding spheres of long boxes are too loose.
                let beyond = placed.kind == Kind::Box && Target::new(placed, &self.origin).box_is_beyond(self.reach);
                if !beyond && self.filter.passes(placed, SENSED) {
                    packet.try_placed(self.index, slot, placed, &self.origin, (u8::MAX, self.reach));
                }
            }
            self.try_unbounded(std::slice::from_mut(&mut packet));
            emit(number * WIDTH, &packet.distances());
        }
        Ok(())
    }

    #[inline(always)]
    fn cast<S: Simd>(
        &self,
        simd: S,
        world_from_sensor: &Matrix3<f64>,
        directions: &[Vector3<f64>],
        emit: &mut dyn FnMut(usize, &[f64; WIDTH]),
    ) -> Result<(), GeometryError> {
        for (number, chunk) in directions.chunks(PACKETS * WIDTH).enumerate() {
            let mut packets = ArrayVec::<Packet<S>, PACKETS>::new();
            let mut fine = true;
            for directions in chunk.chunks(WIDTH) {
                packets.push(Packet::new(simd, world_from_sensor, directions, self.reach, &mut fine));
            }
            if !fine {
                directions.iter().try_for_each(check_direction)?;
            }
            self.cast_together(simd, &mut packets);
            for (place, packet) in packets.iter().enumerate() {
                emit((number * PACKETS + place) * WIDTH, &packet.distances());
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn cast_together<S: Simd>(&self, simd: S, packets: &mut [Packet<S>]) {
        if self.gather(simd, packets, (0.0, self.reach)) {
            self.try_unbounded(packets);
            return;
        }
        let spacing = spacing(&self.trees);
        for packet in packets {
            packet.forget(self.reach);
            if !self.march(simd, packet, spacing) {
                packet.set(|along| self.index.first_hit(&self.origin, along, self.reach, self.filter));
            }
        }
    }

    /// Tests all unbounded shapes against all rays.
    #[inline(always)]
    fn try_unbounded<S: Simd>(&self, packets: &mut [Packet<S>]) {
        for slot in self.index.unbounded(self.filter) {
            let placed = &self.index.placed[slot as usize];
            if self.filter.passes(placed, SENSED) {
                for packet in &mut *packets {
                    packet.try_half_space(slot, placed, &self.origin);
                }
            }
        }
    }

    /// Follows eight nearly parallel rays outward, segment by segment, until all have hit. False if they spread too far or there are too
    /// many candidates; then nothing is decided.
    #[inline(always)]
    fn march<S: Simd>(&self, simd: S, packet: &mut Packet<S>, spacing: f64) -> bool {
        let (low, high) = packet.range();
        if (high - low).max() > COHERENT || self.reach > spacing * MAX_MARCH {
            return false;
        }
        let packet = std::slice::from_mut(packet);
        self.try_unbounded(packet);
        let (mut from, mut stretch) = (0.0, spacing * FIRST_STRETCH);
        loop {
            let to = if from + stretch < self.reach { from + stretch } else { self.reach };
            if !self.gather(simd, packet, (from, to)) {
                return false;
            }
            if to >= self.reach || packet[0].all_hit_closer_than(to) {
                return true;
            }
            (from, stretch) = (to, stretch * 1.5);
        }
    }

    /// Tests the rays against all items whose box overlaps the box of the rays between two distances, m. False if there are too many
    /// candidates for this method; then some hits may be missing.
    #[inline(always)]
    fn gather<S: Simd>(&self, simd: S, packets: &mut [Packet<S>], stretch: (f64, f64)) -> bool {
        // A separate function: it is large and called from several places.
        simd.vectorize(
            #[inline(always)]
            || self.gather_inline(simd, packets, stretch),
        )
    }

    #[inline(always)]
    fn gather_inline<S: Simd>(&self, simd: S, packets: &mut [Packet<S>], (from, to): (f64, f64)) -> bool {
        if to > MAX_GATHERING_RANGE {
            return false;
        }
        let start = self.origin - self.index.center;
        let query = box_around(packets, &start, (from, to));
        let expected = || self.trees.iter().map(|tree| tree.expected_overlap(&query)).sum::<f32>();
        if most_items(&self.trees) as f32 > WORTH_GATHERING && expected() > WORTH_GATHERING {
            return false;
        }
        let wide = WideBounds::new(simd, &query);
        let (mut found, mut nodes) = (Picked::new(), [Picked::new(), Picked::new()]);
        for (number, tree) in self.trees.iter().enumerate() {
            if !tree.places_overlapping(&wide, number as u32 * SECOND, &mut nodes, &mut found) {
                return false;
            }
        }
        for packet in packets {
            self.test(packet, &found, &start);
        }
        true
    }

    /// Tests eight rays against the items at these places.
    #[inline(always)]
    fn test<S: Simd>(&self, packet: &mut Packet<S>, found: &Picked<CANDIDATES>, start: &Vector3<f64>) {
        let extent = self.trees.iter().fold(start.amax() as f32, |extent, tree| extent.max(tree.extent()));
        let boxes = packet.boxes(start, extent * PAD);
        let mut crossed = Picked::<CANDIDATES>::new();
        let mut lanes = [0_u8; CANDIDATES];
        for &place in found.as_slice() {
            let (tree, place) = (self.trees[(place / SECOND) as usize], place % SECOND);
            let item = tree.item(place);
            // Testing a round shape exactly takes fewer instructions than testing its box.
            let round = matches!(self.index.placed[item.slot as usize].kind, Kind::UprightCylinder | Kind::Sphere);
            let crossing = if round { u8::MAX } else { boxes.crossed(&tree.bounds(place)) };
            lanes[crossed.len()] = crossing;
            crossed.add_if(item.slot, (crossing != 0) & self.filter.may_pass(item, SENSED));
        }
        for (&slot, &lanes) in crossed.as_slice().iter().zip(&lanes) {
            let placed = &self.index.placed[slot as usize];
            if placed.is_in(self.filter.categories) {
                packet.try_placed(self.index, slot, placed, &self.origin, (lanes, self.reach));
            }
        }
    }
}

/// A box around rays between two distances, m.
#[inline(always)]
fn box_around<S: Simd>(packets: &[Packet<S>], start: &Vector3<f64>, (from, to): (f64, f64)) -> Bounds {
    let (mut low, mut high) = packets[0].range();
    for packet in &packets[1..] {
        let (lower, higher) = packet.range();
        (low, high) = (least(&low, &lower), most(&high, &higher));
    }
    // The segment of each ray lies between its two ends.
    let (low, high) = (least(&(low * from), &(low * to)), most(&(high * from), &(high * to)));
    let slack = Vector3::repeat(1e-9 * (1.0 + to));
    Bounds::around(&(start + (low + high) / 2.0), &((high - low) / 2.0 + slack))
}

/// Componentwise minimum of vectors of finite numbers: `Vector3::inf` also checks for NaN and takes four times as many instructions.
#[inline(always)]
fn least(a: &Vector3<f64>, b: &Vector3<f64>) -> Vector3<f64> {
    a.zip_map(b, |a, b| if b < a { b } else { a })
}

/// Componentwise maximum, like [`least`].
#[inline(always)]
fn most(a: &Vector3<f64>, b: &Vector3<f64>) -> Vector3<f64> {
    a.zip_map(b, |a, b| if b > a { b } else { a })
}

/// Maximum number of items in the trees.
#[inline(always)]
fn most_items(trees: &[&Tree]) -> usize {
    WIDTH * trees.iter().map(|tree| tree.leaf_count()).sum::<usize>()
}

/// Mean distance between the items of all trees if they were spread evenly over half of the surface of their common bounds, m; infinite
/// for empty trees.
fn spacing(trees: &[&Tree]) -> f64 {
    let bounds = trees.iter().filter_map(|tree| tree.root().copied()).reduce(Bounds::union);
    bounds.map_or(f64::INFINITY, |bounds| (bounds.half_surface() / most_items(trees) as f64).sqrt())
}
