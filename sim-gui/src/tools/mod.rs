//! Tools for the pointer: what a click or a drag in a view does.

pub mod drag;
pub mod gizmo;
pub mod handle;
pub mod height;
pub mod measure;
pub mod rectangle;
pub mod snap;
pub mod viewport;
