//! Bodies of the index by their ids.

use serde::{Deserialize, Serialize};

/// Identifies a body of a [`SpatialIndex`](super::SpatialIndex). Ids are dense from 0; ids of removed bodies are reused, lowest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BodyId(pub u32);

impl BodyId {
    /// The id as an index into a list of bodies.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Whether a body moves during a run. It only affects the cost of a change, except that two fixed bodies never touch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mobility {
    /// Walls, floors, furniture: moved only by an editor.
    Fixed,
    /// Robots, balls, doors: expected to move in every tick.
    Moving,
}
