//! A static bounding volume hierarchy.

use crate::bounds::Bounds;

/// Maximum number of items in a leaf.
const LEAF: usize = 4;

#[derive(Clone, Copy, Debug)]
enum Below {
    /// The second child; the first one follows the node itself.
    Children(u32),
    /// A range of [`Tree::order`].
    Items(u32, u32),
}

#[derive(Clone, Copy, Debug)]
struct Node {
    bounds: Bounds,
    below: Below,
}

/// A bounding volume hierarchy that splits boxes by position into halves at each node (Ericson, "Real-Time Collision Detection", 2005,
/// chapter 6).
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
    /// Indices of the items, contiguous for each leaf.
    order: Vec<u32>,
}

impl Tree {
    pub(crate) fn new(bounds: &[Bounds]) -> Self {
        let mut tree = Self { nodes: Vec::new(), order: (0..bounds.len() as u32).collect() };
        if !bounds.is_empty() {
            tree.build(bounds, 0, bounds.len());
        }
        tree
    }

    /// Builds the node of a range of the order. Halving limits the depth to the logarithm of the number of items.
    fn build(&mut self, bounds: &[Bounds], first: usize, end: usize) {
        let items = &mut self.order[first..end];
        let whole = items.iter().fold(Bounds::EMPTY, |whole, item| whole.with(&bounds[*item as usize]));
        let number = self.nodes.len();
        self.nodes.push(Node { bounds: whole, below: Below::Items(first as u32, end as u32) });
        if end - first <= LEAF {
            return;
        }
        let axis = whole.half().imax();
        let half = (end - first) / 2;
        let place = |item: &u32| bounds[*item as usize].middle()[axis];
        items.select_nth_unstable_by(half, |one, two| place(one).total_cmp(&place(two)).then(one.cmp(two)));
        self.build(bounds, first, first + half);
        self.nodes[number].below = Below::Children(self.nodes.len() as u32);
        self.build(bounds, first + half, end);
    }

    /// Visits the items of all leaves whose boxes, and those of the nodes above, satisfy `is_near`. `stack` is working memory.
    pub(crate) fn visit(&self, stack: &mut Vec<u32>, is_near: impl Fn(&Bounds) -> bool, mut item: impl FnMut(u32)) {
        stack.clear();
        stack.extend((!self.nodes.is_empty()).then_some(0));
        while let Some(number) = stack.pop() {
            let node = &self.nodes[number as usize];
            if !is_near(&node.bounds) {
                continue;
            }
            match node.below {
                Below::Items(first, end) => {
                    self.order[first as usize..end as usize].iter().copied().for_each(&mut item)
                }
                Below::Children(second) => stack.extend([second, number + 1]),
            }
        }
    }
}
