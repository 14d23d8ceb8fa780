//! The document and its simulation, the selection, and items to insert.

pub mod by_numbers;
pub mod editor;
mod furniture;
pub mod insertion;
pub mod moving;
pub mod offers;
pub mod placements;
pub mod selection;
