//! User preferences that persist between sessions.

pub mod axes;
pub mod drawing;
pub mod folded;
pub mod folder;
pub mod language;
pub mod layout;
pub mod named_layouts;
pub mod overlays;
pub mod snap;
