//! Determines the order of items in a tree, and thus its quality.

use super::{EMPTY_NODE, Item, MAX_LEVELS, NO_ITEM, NONE, Tree, WIDTH};
use crate::bounds::Bounds;
use crate::placed::PlacedCollider;

#[derive(Debug, Clone, Copy)]
pub(super) struct BuildItem {
    middle: [f32; 3],
    slot: u32,
}

impl Tree {
    /// Rebuilds the tree over the slots that are given with their boxes.
    pub fn rebuild(&mut self, placed: &[PlacedCollider], entries: impl Iterator<Item = (u32, Bounds)>) {
        let slots = placed.len();
        self.build.clear();
        self.build_bounds.clear();
        self.lane_of.clear();
        self.lane_of.resize(slots, NONE);
        // Capacity for any layout of these items: a later rebuild must not allocate.
        let leaves = slots.div_ceil(WIDTH) + WIDTH + 1;
        self.items.reserve(leaves * WIDTH);
        self.nodes.reserve(leaves + leaves / (WIDTH - 1) + MAX_LEVELS);
        for (slot, bounds) in entries {
            // The lane table holds the position in the entry list until lanes are known.
            self.lane_of[slot as usize] = self.build_bounds.len() as u32;
            self.build_bounds.push(bounds);
            let middle = [0, 1, 2].map(|axis| 0.5 * bounds.low[axis] + 0.5 * bounds.high[axis]);
            self.build.push(BuildItem { middle, slot });
        }
        let small = self.set_large_apart();
        let large = self.build.len() - small;
        split(&mut self.build[..small]);
        split(&mut self.build[small..]);
        // Large items begin a new branch, so that none of them enlarges the boxes around its small neighbors.
        let large_lane = if large == 0 { 0 } else { small.next_multiple_of(WIDTH * WIDTH) };
        let lanes = if large == 0 { small } else { large_lane + large };
        self.lay_out(lanes.div_ceil(WIDTH));
        for place in 0..self.build.len() {
            let slot = self.build[place].slot;
            let lane = if place < small { place } else { large_lane + place - small };
            let bounds = self.build_bounds[self.lane_of[slot as usize] as usize];
            let PlacedCollider { body, flags, .. } = placed[slot as usize];
            self.items[lane] = Item { slot, body, flags };
            self.nodes[lane / WIDTH].set(lane % WIDTH, &bounds);
            self.lane_of[slot as usize] = lane as u32;
        }
        self.refit();
        self.built_cost = self.cost;
    }

    /// Moves items much larger than the median to the end and returns how many remain in front.
    fn set_large_apart(&mut self) -> usize {
        let count = self.build.len();
        if count < 2 * WIDTH {
            return count;
        }
        let (bounds, position) = (&self.build_bounds, &self.lane_of);
        let size = |item: &BuildItem| {
            let bounds = &bounds[position[item.slot as usize] as usize];
            [0, 1, 2].map(|axis| bounds.high[axis] - bounds.low[axis]).into_iter().fold(0.0, f32::max)
        };
        let order = |a: &BuildItem, b: &BuildItem| size(a).total_cmp(&size(b)).then(a.slot.cmp(&b.slot));
        let (_, median, _) = self.build.select_nth_unstable_by(count / 2, order);
        let limit = 6.0 * size(median);
        let mut small = 0;
        for place in 0..count {
            if size(&self.build[place]) <= limit {
                self.build.swap(small, place);
                small += 1;
            }
        }
        small
    }

    fn lay_out(&mut self, leaves: usize) {
        self.leaves = leaves;
        self.items.clear();
        self.items.resize(leaves * WIDTH, NO_ITEM);
        let (mut width, mut start) = (leaves, 0);
        self.levels = 0;
        while width > 0 {
            self.offsets[self.levels] = start as u32;
            self.levels += 1;
            start += width;
            width = if width == 1 { 0 } else { width.div_ceil(WIDTH) };
        }
        self.nodes.clear();
        self.nodes.resize(start, EMPTY_NODE);
    }
}

/// Orders items so that every aligned run of 8, 64, 512 … of them is compact: medians along the longest axis.
fn split(items: &mut [BuildItem]) {
    let leaves = items.len().div_ceil(WIDTH);
    if leaves <= 1 {
        return;
    }
    let mut branch = 1;
    while branch * WIDTH < leaves {
        branch *= WIDTH;
    }
    let front = leaves.div_ceil(branch) / 2 * branch * WIDTH;
    let mut low = [f32::INFINITY; 3];
    let mut high = [f32::NEG_INFINITY; 3];
    for item in items.iter() {
        for axis in 0..3 {
            low[axis] = low[axis].min(item.middle[axis]);
            high[axis] = high[axis].max(item.middle[axis]);
        }
    }
    let span = [0, 1, 2].map(|axis| high[axis] - low[axis]);
    let axis = (0..3).fold(0, |best, axis| if span[axis] > span[best] { axis } else { best });
    items.select_nth_unstable_by(front, |a, b| a.middle[axis].total_cmp(&b.middle[axis]).then(a.slot.cmp(&b.slot)));
    let (left, right) = items.split_at_mut(front);
    split(left);
    split(right);
}
