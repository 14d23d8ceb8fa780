//! Resizing by dragging.

pub use super::generated::resize::*;

/// The scale factor relative to the previous size.
pub fn factor(factor: f64) -> String {
    super::generated::resize::factor(format!("{factor:.3}"))
}
