//! What is edited: the document with its simulation, what is selected, what can be inserted.

pub mod by_numbers;
pub mod editor;
mod furniture;
pub mod insertion;
pub mod moving;
pub mod offers;
pub mod placements;
pub mod selection;
