//! Views of the world: in three dimensions and as a plan, with what both draw over it.

pub mod content;
pub mod faults;
pub mod ghosts;
pub mod labels;
pub mod markers;
pub mod overlays;
pub mod plan;
pub mod several;
pub mod view3d;

/// What is seen of a new scene, in which a room can be drawn, m.
const NEW_SCENE: [[f64; 3]; 2] = [[-2.75, -2.25, 0.0], [2.75, 2.25, 0.5]];
