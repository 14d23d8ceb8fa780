//! Sizes that are changed by dragging.

use super::{Text, text};

pub const ACTION: Text = text("resize-action");
pub const ACTION_HELP: Text = text("resize-action-help");
pub const ROBOTS: Text = text("resize-robots");
pub const NO_SIZE: Text = text("resize-no-size");

/// The size of something, m.
pub fn size([x, y, z]: [f64; 3]) -> String {
    say!("resize-size", x = format!("{x:.3}"), y = format!("{y:.3}"), z = format!("{z:.3}"))
}

/// How many times as large as before something is.
pub fn factor(factor: f64) -> String {
    say!("resize-factor", factor = format!("{factor:.3}"))
}
