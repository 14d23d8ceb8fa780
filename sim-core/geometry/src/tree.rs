//! The broad phase: a tree of bounding boxes, eight children wide, in f32 and always conservative.
//!
//! The tree is implicit: leaf `k` holds lanes `8k … 8k+7`, node `k` of each level covers nodes `8k … 8k+7` of the level below. Only the
//! order of the items determines its quality. That order comes from recursive splits at the median; between rebuilds boxes are refitted in
//! place, and the tree is rebuilt once the boxes have grown. The tree never affects results: items found are always tested exactly.

use arrayvec::ArrayVec;
use fearless_simd::{Simd, f32x8, mask32x8, prelude::*};
use nalgebra::Vector3;
use rayon::prelude::*;

use self::build::BuildItem;
use super::bounds::{Bounds, FAR};
pub(crate) use super::lanes::WIDTH;

mod build;

const MAX_LEVELS: usize = 11;
/// Stack capacity: pending nodes of each level, and padding behind the last one.
const STACK: usize = WIDTH * (MAX_LEVELS + 1);
const NONE: u32 = u32::MAX;
/// Padding of boxes per extent of the tree in ray tests: well above the rounding of f32, small enough not to cost time.
pub(crate) const PAD: f32 = 1.0 / 524_288.0;
/// Position of the level in a stack entry; the bits below are the index of the node within its level.
const LEVEL_SHIFT: u32 = 28;
const NODE_MASK: u32 = (1 << LEVEL_SHIFT) - 1;

/// Contents of a leaf lane: the slot, and the data that queries check before the collider itself.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Item {
    pub slot: u32,
    pub body: u32,
    pub flags: u8,
}

const NO_ITEM: Item = Item { slot: NONE, body: NONE, flags: 0 };

/// Eight boxes, one per lane.
#[derive(Debug, Clone, Copy)]
#[repr(C, align(32))]
struct Node {
    low: [[f32; WIDTH]; 3],
    high: [[f32; WIDTH]; 3],
}

const EMPTY_NODE: Node = Node { low: [[FAR; WIDTH]; 3], high: [[-FAR; WIDTH]; 3] };

impl Node {
    fn set(&mut self, lane: usize, bounds: &Bounds) {
        for axis in 0..3 {
            self.low[axis][lane] = bounds.low[axis];
            self.high[axis][lane] = bounds.high[axis];
        }
    }

    #[inline]
    fn lane(&self, lane: usize) -> Bounds {
        // By reference: `self.low.map` would copy all lanes.
        let of = |lanes: &[[f32; WIDTH]; 3]| [lanes[0][lane], lanes[1][lane], lanes[2][lane]];
        Bounds { low: of(&self.low), high: of(&self.high) }
    }

    fn union(&self) -> Bounds {
        let least = |lanes: &[f32; WIDTH]| lanes.iter().copied().fold(FAR, |a, b| if b < a { b } else { a });
        let most = |lanes: &[f32; WIDTH]| lanes.iter().copied().fold(-FAR, |a, b| if b > a { b } else { a });
        Bounds {
            low: [least(&self.low[0]), least(&self.low[1]), least(&self.low[2])],
            high: [most(&self.high[0]), most(&self.high[1]), most(&self.high[2])],
        }
    }

    /// Lanes whose box touches the query, as a bit mask.
    #[inline(always)]
    fn overlaps<S: Simd>(&self, query: &WideBounds<S>) -> u32 {
        let simd = query.low[0].token();
        let mut touches = mask32x8::splat(simd, true);
        for axis in 0..3 {
            touches &= f32x8::simd_from(simd, self.low[axis]).simd_le(query.high[axis]);
            touches &= f32x8::simd_from(simd, self.high[axis]).simd_ge(query.low[axis]);
        }
        touches.to_bitmask() as u32
    }

    /// Lanes whose box the ray crosses before `best`, and the entry distance of each.
    #[inline(always)]
    fn ray<S: Simd>(&self, ray: &WideRay<S>, best: f32) -> (u32, [f32; WIDTH]) {
        let simd = ray.near[0].token();
        let mut enter = f32x8::splat(simd, 0.0);
        let mut leave = f32x8::splat(simd, best);
        for axis in 0..3 {
            let (near, far) = if ray.backward[axis] {
                (&self.high[axis], &self.low[axis])
            } else {
                (&self.low[axis], &self.high[axis])
            };
            enter = enter.max((f32x8::simd_from(simd, *near) - ray.near[axis]) * ray.inverse[axis]);
            leave = leave.min((f32x8::simd_from(simd, *far) - ray.far[axis]) * ray.inverse[axis]);
        }
        (enter.simd_le(leave).to_bitmask() as u32, enter.into())
    }
}

/// A box broadcast to all lanes.
pub(crate) struct WideBounds<S: Simd> {
    low: [f32x8<S>; 3],
    high: [f32x8<S>; 3],
}

impl<S: Simd> WideBounds<S> {
    #[inline(always)]
    pub fn new(simd: S, bounds: &Bounds) -> Self {
        // No `map`: vectors must not leave the function that is compiled for their instruction set.
        let ([x, y, z], [higher_x, higher_y, higher_z]) = (bounds.low, bounds.high);
        Self {
            low: [f32x8::splat(simd, x), f32x8::splat(simd, y), f32x8::splat(simd, z)],
            high: [f32x8::splat(simd, higher_x), f32x8::splat(simd, higher_y), f32x8::splat(simd, higher_z)],
        }
    }
}

/// A ray that starts within the tree's bounds, prepared for eight boxes at once.
struct WideRay<S: Simd> {
    near: [f32x8<S>; 3],
    far: [f32x8<S>; 3],
    inverse: [f32x8<S>; 3],
    backward: [bool; 3],
}

/// The indices of the set bits of each mask, in order; the entries after them are meaningless.
static PICKS: [[u8; WIDTH]; 1 << WIDTH] = {
    let mut picks = [[0; WIDTH]; 1 << WIDTH];
    let mut mask = 0;
    while mask < picks.len() {
        let (mut lane, mut count) = (0, 0);
        while lane < WIDTH {
            if mask >> lane & 1 == 1 {
                picks[mask][count] = lane as u8;
                count += 1;
            }
            lane += 1;
        }
        mask += 1;
    }
    picks
};

/// A list of at most `N` numbers with padding for all lanes behind the last: adds the set bits of a mask without a branch.
pub(crate) struct Picked<const N: usize> {
    codes: [u32; N],
    count: usize,
}

impl<const N: usize> Picked<N> {
    #[inline(always)]
    pub fn new() -> Self {
        Self { codes: [0; N], count: 0 }
    }

    /// Adds `base` plus the index of each set bit; false if there may be no room for more.
    #[inline(always)]
    fn add(&mut self, base: u32, lanes: u32) -> bool {
        let places = &mut self.codes[self.count..self.count + WIDTH];
        for (place, pick) in places.iter_mut().zip(&PICKS[lanes as usize]) {
            *place = base + u32::from(*pick);
        }
        self.count += lanes.count_ones() as usize;
        self.count + WIDTH <= N
    }

    #[inline(always)]
    fn pop(&mut self) -> Option<u32> {
        self.count = self.count.checked_sub(1)?;
        Some(self.codes[self.count])
    }

    #[inline(always)]
    pub fn clear(&mut self) {
        self.count = 0;
    }

    /// Adds a number if `wanted`, without a branch.
    #[inline(always)]
    pub fn add_if(&mut self, code: u32, wanted: bool) {
        self.codes[self.count] = code;
        self.count += usize::from(wanted);
    }

    #[inline(always)]
    pub fn len(&self) -> usize {
        self.count
    }

    #[inline(always)]
    pub fn as_slice(&self) -> &[u32] {
        &self.codes[..self.count]
    }
}

/// A bounding-box tree over slots (placed colliders).
#[derive(Debug, Default)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
    /// Start of each level in `nodes`; level 0 contains the leaves.
    offsets: [u32; MAX_LEVELS],
    levels: usize,
    leaves: usize,
    /// The item of each leaf lane.
    items: Vec<Item>,
    /// Leaf lane of each slot, `NONE` for slots that are not in this tree.
    lane_of: Vec<u32>,
    root: Option<Bounds>,
    /// Largest absolute coordinate of the root.
    extent: f32,
    /// Surface of the inner boxes now and right after the last rebuild.
    cost: f64,
    built_cost: f64,
    build: Vec<BuildItem>,
    build_bounds: Vec<Bounds>,
}

impl Tree {
    /// Writes the box of one slot; `refit` must follow.
    pub fn set(&mut self, slot: u32, bounds: &Bounds) {
        let lane = self.lane_of[slot as usize] as usize;
        self.nodes[lane / WIDTH].set(lane % WIDTH, bounds);
    }

    /// Updates the flags of a slot.
    pub fn set_flags(&mut self, slot: u32, flags: u8) {
        // Half-spaces are not in any tree.
        if let Some(item) = self.items.get_mut(self.lane_of[slot as usize] as usize) {
            item.flags = flags;
        }
    }

    /// Whether it is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.levels == 0
    }

    /// Writes the boxes of all slots, leaf by leaf, on all threads of the current rayon pool; `refit` must follow.
    pub fn refresh_leaves(&mut self, bounds: impl Fn(u32) -> Bounds + Sync) {
        /// Minimum number of leaves per task.
        const LEAVES_PER_TASK: usize = 16;
        let leaves = self.nodes[..self.leaves].par_iter_mut().zip(self.items.par_chunks(WIDTH));
        leaves.with_min_len(LEAVES_PER_TASK).for_each(|(leaf, items)| {
            for (lane, item) in items.iter().enumerate().filter(|(_, item)| item.slot != NONE) {
                leaf.set(lane, &bounds(item.slot));
            }
        });
    }

    /// Makes every inner box the union of its children.
    pub fn refit(&mut self) {
        self.cost = 0.0;
        for level in 1..self.levels {
            let start = self.offsets[level] as usize;
            let below = self.offsets[level - 1] as usize;
            for (child, index) in (below..start).enumerate() {
                let union = self.nodes[index].union();
                self.cost += union.half_surface();
                self.nodes[start + child / WIDTH].set(child % WIDTH, &union);
            }
        }
        self.root = self.nodes.last().map(Node::union).filter(|bounds| !bounds.is_empty());
        self.extent =
            self.root.iter().flat_map(|root| root.low.iter().chain(&root.high)).fold(0.0, |a, b| a.max(b.abs()));
    }

    /// Whether boxes have grown so much since the last rebuild that a rebuild pays off.
    pub fn is_worn(&self) -> bool {
        self.cost > 1.5 * self.built_cost + 1e-12
    }

    /// Bounds of all items, or `None` for an empty tree.
    pub fn root(&self) -> Option<&Bounds> {
        self.root.as_ref()
    }

    /// Approximate number of items that a box query would find if items were spread evenly over the bounds of the tree.
    pub fn expected_overlap(&self, query: &Bounds) -> f32 {
        let Some(root) = &self.root else { return 0.0 };
        // `f32::min` and `max` also check for NaN.
        let (lesser, greater) =
            (|a: f32, b: f32| if b < a { b } else { a }, |a: f32, b: f32| if b > a { b } else { a });
        let mut share = 1.0;
        for axis in 0..3 {
            let span = root.high[axis] - root.low[axis];
            let common = lesser(root.high[axis], query.high[axis]) - greater(root.low[axis], query.low[axis]);
            share *= if span > 0.0 { (common / span).clamp(0.0, 1.0) } else { 1.0 };
        }
        share * (self.leaves * WIDTH) as f32
    }

    /// Number of leaves.
    pub fn leaf_count(&self) -> usize {
        self.leaves
    }

    /// Calls `found` with each slot whose box touches the query, until it returns false.
    #[inline(always)]
    pub fn overlapping<S: Simd>(&self, query: &WideBounds<S>, mut found: impl FnMut(u32) -> bool) {
        self.visit(query, |leaf, mut lanes| {
            while lanes != 0 {
                let lane = lanes.trailing_zeros() as usize;
                lanes &= lanes - 1;
                if !found(self.items[leaf * WIDTH + lane].slot) {
                    return false;
                }
            }
            true
        });
    }

    /// Collects the places of all items whose box touches the query, for [`Tree::item`] and [`Tree::bounds`], plus `base`; `nodes` is
    /// scratch memory. Returns false if there are too many.
    #[inline(always)]
    pub fn places_overlapping<S: Simd, const N: usize>(
        &self,
        query: &WideBounds<S>,
        base: u32,
        [nodes, below]: &mut [Picked<N>; 2],
        found: &mut Picked<N>,
    ) -> bool {
        if self.levels == 0 {
            return true;
        }
        // Level by level: branch mispredictions cost more than all comparisons.
        let (mut nodes, mut below) = (nodes, below);
        nodes.clear();
        nodes.add_if(0, true);
        for level in (1..self.levels).rev() {
            below.clear();
            for &index in nodes.as_slice() {
                let lanes = self.nodes[(self.offsets[level] + index) as usize].overlaps(query);
                if !below.add(index * WIDTH as u32, lanes) {
                    return false;
                }
            }
            std::mem::swap(&mut nodes, &mut below);
        }
        for &leaf in nodes.as_slice() {
            let lanes = self.nodes[leaf as usize].overlaps(query);
            if !found.add(base + leaf * WIDTH as u32, lanes) {
                return false;
            }
        }
        true
    }

    /// The item at a place.
    #[inline(always)]
    pub fn item(&self, place: u32) -> &Item {
        &self.items[place as usize]
    }

    /// The box at a place, relative to the center of the index.
    #[inline(always)]
    pub fn bounds(&self, place: u32) -> Bounds {
        self.nodes[place as usize / WIDTH].lane(place as usize % WIDTH)
    }

    /// Largest absolute coordinate in the tree.
    pub fn extent(&self) -> f32 {
        self.extent
    }

    /// Depth-first visit of the leaves that touch the query; `leaf` receives each leaf with its lanes and returns whether to continue.
    #[inline(always)]
    fn visit<S: Simd>(&self, query: &WideBounds<S>, mut leaf: impl FnMut(usize, u32) -> bool) {
        if self.levels == 0 {
            return;
        }
        let mut stack = Picked::<STACK>::new();
        stack.add(((self.levels - 1) as u32) << LEVEL_SHIFT, 1);
        while let Some(code) = stack.pop() {
            let (level, index) = (code >> LEVEL_SHIFT, code & NODE_MASK);
            let lanes = self.nodes[(self.offsets[level as usize] + index) as usize].overlaps(query);
            if level > 0 {
                stack.add((level - 1) << LEVEL_SHIFT | (index * WIDTH as u32), lanes);
            } else if lanes != 0 && !leaf(index as usize, lanes) {
                return;
            }
        }
    }

    /// Calls `found` with each pair (slot of leaf `leaf` of this tree, slot of `other`) whose boxes touch. Both trees share one frame. If
    /// `other` is this same tree, each pair is reported once.
    #[inline(always)]
    pub fn pairs_of_leaf<S: Simd>(
        &self,
        simd: S,
        leaf: usize,
        other: &Self,
        margin: f32,
        mut found: impl FnMut(u32, u32),
    ) {
        let same = std::ptr::eq(self, other);
        let node = &self.nodes[leaf];
        let union = node.union();
        if union.is_empty() {
            return;
        }
        other.visit(
            &WideBounds::new(simd, &union.grown(margin)),
            #[inline(always)]
            |second, lanes| {
                if same && second < leaf {
                    return true;
                }
                for lane in 0..WIDTH {
                    let mine = self.items[leaf * WIDTH + lane].slot;
                    if mine == NONE {
                        continue;
                    }
                    let query = WideBounds::new(simd, &node.lane(lane).grown(margin));
                    let mut hits = other.nodes[second].overlaps(&query) & lanes;
                    if same && second == leaf {
                        hits &= !((2_u32 << lane) - 1);
                    }
                    while hits != 0 {
                        found(mine, other.items[second * WIDTH + hits.trailing_zeros() as usize].slot);
                        hits &= hits - 1;
                    }
                }
                true
            },
        );
    }

    /// Follows a ray from near to far. `test(slot, best)` returns the distance of a hit, or anything above `best`.
    ///
    /// `origin` is relative to the center of the index. Returns the smallest distance found, at most `best`.
    #[inline(always)]
    pub fn ray<S: Simd>(
        &self,
        simd: S,
        origin: &Vector3<f64>,
        direction: &Vector3<f64>,
        mut best: f64,
        mut test: impl FnMut(u32, f64) -> f64,
    ) -> f64 {
        let Some((ray, skip, pad)) = self.prepare_ray(simd, origin, direction, best) else {
            return best;
        };
        // Distances within the tree start where the ray enters it.
        let local = |best: f64| ((best - skip) * (1.0 + 1e-6)) as f32 + pad;
        let mut limit = local(best);
        let mut stack = ArrayVec::<(f32, u32), STACK>::new();
        stack.push((0.0, ((self.levels - 1) as u32) << LEVEL_SHIFT));
        while let Some((entry, code)) = stack.pop() {
            if entry > limit {
                continue;
            }
            let (level, index) = (code >> LEVEL_SHIFT, code & NODE_MASK);
            let node = &self.nodes[(self.offsets[level as usize] + index) as usize];
            let (mut lanes, entries) = node.ray(&ray, limit);
            let floor = stack.len();
            while lanes != 0 {
                let lane = lanes.trailing_zeros();
                lanes &= lanes - 1;
                let code = level.wrapping_sub(1) << LEVEL_SHIFT | (index * WIDTH as u32 + lane);
                push_sorted(&mut stack, floor, (entries[lane as usize], code));
            }
            if level > 0 {
                continue;
            }
            while stack.len() > floor {
                let Some((near, code)) = stack.pop() else {
                    break;
                };
                if near <= limit {
                    let distance = test(self.items[(code & NODE_MASK) as usize].slot, best);
                    if distance < best {
                        best = distance;
                        limit = local(best);
                    }
                }
            }
        }
        best
    }

    /// Converts a ray to f32: moves its start to the bounds of the tree, so that its numbers stay as small as the tree.
    #[inline(always)]
    fn prepare_ray<S: Simd>(
        &self,
        simd: S,
        origin: &Vector3<f64>,
        direction: &Vector3<f64>,
        max: f64,
    ) -> Option<(WideRay<S>, f64, f32)> {
        let root = self.root.as_ref()?;
        let inside = (0..3).all(|axis| origin[axis] >= root.low[axis] as f64 && origin[axis] <= root.high[axis] as f64);
        let enter = if inside { 0.0 } else { enter_root(root, origin, direction, max)? };
        let start = origin + direction * enter;
        let extent = self.extent.max(start.amax() as f32);
        let pad = extent * PAD + f32::MIN_POSITIVE;
        let mut ray = WideRay {
            near: [f32x8::splat(simd, 0.0); 3],
            far: [f32x8::splat(simd, 0.0); 3],
            inverse: [f32x8::splat(simd, 0.0); 3],
            backward: [false; 3],
        };
        for axis in 0..3 {
            let along = direction[axis] as f32;
            // Never exactly zero: 0 × infinity is NaN, and this is sufficient for an axis-parallel ray.
            let along = if along.abs() < 1e-18 { 1e-18_f32.copysign(along) } else { along };
            let backward = along < 0.0;
            let (plus, minus) = (start[axis] as f32 + pad, start[axis] as f32 - pad);
            let (near, far) = if backward { (minus, plus) } else { (plus, minus) };
            ray.near[axis] = f32x8::splat(simd, near);
            ray.far[axis] = f32x8::splat(simd, far);
            ray.inverse[axis] = f32x8::splat(simd, 1.0 / along);
            ray.backward[axis] = backward;
        }
        Some((ray, enter, pad))
    }

    /// Visits slots in order of the distance of their boxes from a point, until none can be nearer than `best`.
    pub fn nearest(&self, point: &Vector3<f64>, mut best: f64, mut test: impl FnMut(u32, f64) -> f64) -> f64 {
        if self.levels == 0 {
            return best;
        }
        let mut stack = ArrayVec::<(f64, u32), STACK>::new();
        stack.push((0.0, ((self.levels - 1) as u32) << LEVEL_SHIFT));
        while let Some((near, code)) = stack.pop() {
            if near > best {
                continue;
            }
            let (level, index) = (code >> LEVEL_SHIFT, code & NODE_MASK);
            let node = &self.nodes[(self.offsets[level as usize] + index) as usize];
            let floor = stack.len();
            for lane in 0..WIDTH {
                let bounds = node.lane(lane);
                let near = bounds.distance_to(point);
                if bounds.is_empty() || near > best {
                    continue;
                }
                if level == 0 {
                    best = best.min(test(self.items[index as usize * WIDTH + lane].slot, best));
                    continue;
                }
                let code = (level - 1) << LEVEL_SHIFT | (index * WIDTH as u32 + lane as u32);
                push_sorted(&mut stack, floor, (near, code));
            }
        }
        best
    }
}

/// Inserts into the part of a stack above `floor`, nearest on top.
#[inline]
fn push_sorted<T: Copy + PartialOrd>(stack: &mut ArrayVec<(T, u32), STACK>, floor: usize, entry: (T, u32)) {
    let mut place = stack.len();
    stack.push(entry);
    while place > floor && stack[place - 1].0 < entry.0 {
        stack[place] = stack[place - 1];
        place -= 1;
    }
    stack[place] = entry;
}

/// Where a ray that starts outside the bounds enters them (with a little slack), if it does within `max`.
fn enter_root(root: &Bounds, origin: &Vector3<f64>, direction: &Vector3<f64>, max: f64) -> Option<f64> {
    let (mut enter, mut leave) = (0.0_f64, max);
    for axis in 0..3 {
        let (low, high) = (root.low[axis] as f64, root.high[axis] as f64);
        let slack = 1e-6 * (high - low) + 1e-9;
        let (low, high) = (low - slack - origin[axis], high + slack - origin[axis]);
        if direction[axis].abs() < 1e-12 {
            if low > max * 1e-12 || high < -max * 1e-12 {
                return None;
            }
            continue;
        }
        let (one, two) = (low / direction[axis], high / direction[axis]);
        enter = enter.max(one.min(two));
        leave = leave.min(one.max(two));
    }
    (enter <= leave).then_some(enter)
}
