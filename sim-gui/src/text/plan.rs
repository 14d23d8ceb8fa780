//! The plan.

pub use super::generated::plan::*;

pub fn too_large(width: u32, height: u32) -> String {
    super::generated::plan::too_large(height.to_string(), width.to_string())
}
