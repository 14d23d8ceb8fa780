//! Packs: those that are installed and those that can be had, what is done to them beside the window, and what a scene misses
//! of them.

pub mod icon;
pub mod list;
pub mod missing;
pub mod pictures;
pub mod place;
pub mod work;
