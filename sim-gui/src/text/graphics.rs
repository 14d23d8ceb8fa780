//! What the graphics device tells.

pub const REFUSED: &str = "the graphics device cannot draw what is shown";
pub const REFUSED_REMEDY: &str = "the run goes on; draw less (View → Efficient drawing, smaller panels), or start with another device (WGPU_BACKEND, WGPU_ADAPTER_NAME)";
pub const LOST: &str = "the graphics device was lost";
pub const LOST_REMEDY: &str = "start the window again: work that no file has is offered then";
