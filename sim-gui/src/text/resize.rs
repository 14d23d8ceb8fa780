//! Sizes that are changed by dragging.

use super::{Text, text};

pub const ACTION: Text = text("resize-action");
pub const ACTION_HELP: Text = text("resize-action-help");
pub const ROBOTS: Text = text("resize-robots");
pub const NO_SIZE: Text = text("resize-no-size");

/// The size of something, the last of its parts with the unit.
pub fn size(x: &str, y: &str, z: &str) -> String {
    say!("resize-size", x, y, z)
}

/// How many times as large as before something is.
pub fn factor(factor: f64) -> String {
    say!("resize-factor", factor = format!("{factor:.3}"))
}
