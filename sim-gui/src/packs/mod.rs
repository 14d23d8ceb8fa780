//! Packs: the list of installed and available packs, background operations on them, and packs missing from a scene.

pub mod icon;
pub mod list;
pub mod missing;
pub mod pictures;
pub mod place;
pub mod work;
