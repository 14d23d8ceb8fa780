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
