//! Resizing by dragging.

use super::{Text, text};

pub const ACTION: Text = text("resize-action");
pub const ACTION_HELP: Text = text("resize-action-help");
pub const ROBOTS: Text = text("resize-robots");
pub const NO_SIZE: Text = text("resize-no-size");

/// The size of an item; only the last component has the unit.
pub fn size(x: &str, y: &str, z: &str) -> String {
    say!("resize-size", x, y, z)
}

/// The scale factor relative to the previous size.
pub fn factor(factor: f64) -> String {
    say!("resize-factor", factor = format!("{factor:.3}"))
}
