//! Snapping.

use super::{Text, text};

pub const MENU: Text = text("snap-menu");
pub const ON: Text = text("snap-on");
pub const ON_HELP: Text = text("snap-on-help");
pub const GRID: Text = text("snap-grid");
pub const ANGLE: Text = text("snap-angle");

/// The increments, with units.
pub fn steps(grid: &str, angle: &str) -> String {
    say!("snap-steps", grid, angle)
}
