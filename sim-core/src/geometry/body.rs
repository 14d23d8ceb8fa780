//! Bodies of the index by their ids.

use serde::{Deserialize, Serialize};

/// Names a body of a [`SpatialIndex`](super::SpatialIndex). Ids are dense from 0; the id of a removed body is given out again, lowest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BodyId(pub u32);

impl BodyId {
    /// The id as an index into a list of bodies.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Whether a body moves in normal running. Only the cost of a change differs: two fixed bodies never touch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mobility {
    /// Walls, floors, furniture: moved by an editor at most.
    Fixed,
    /// Robots, balls, doors: expected to move at every tick.
    Moving,
}
