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

    /// Visits the items of all leaves for whose boxes `key` returns a number, smaller numbers first where two nodes are compared.
    ///
    /// `key` is called again before a node is opened, so that it can reject a node that has become too distant in the meantime. A visit
    /// that returns false ends the search. `stack` is working memory.
    pub(crate) fn visit<S>(
        &self,
        stack: &mut Vec<u32>,
        state: &mut S,
        key: impl Fn(&S, &Bounds) -> Option<f64>,
        mut item: impl FnMut(&mut S, u32) -> bool,
    ) {
        stack.clear();
        stack.extend((!self.nodes.is_empty()).then_some(0));
        while let Some(number) = stack.pop() {
            let node = &self.nodes[number as usize];
            if key(state, &node.bounds).is_none() {
                continue;
            }
            match node.below {
                Below::Items(first, end) => {
                    for number in &self.order[first as usize..end as usize] {
                        if !item(state, *number) {
                            return;
                        }
                    }
                }
                Below::Children(second) => {
                    let children = [number + 1, second];
                    let keys = children.map(|child| key(state, &self.nodes[child as usize].bounds));
                    // Pushed last, visited first.
                    let nearer = usize::from(keys[1].unwrap_or(f64::INFINITY) < keys[0].unwrap_or(f64::INFINITY));
                    for child in [1 - nearer, nearer] {
                        stack.extend(keys[child].map(|_| children[child]));
                    }
                }
            }
        }
    }
}
