//! Snapping to round numbers.

pub const MENU: &str = "Snap";
pub const ON: &str = "Snap while dragging";
pub const ON_HELP: &str =
    "What is moved and turned by dragging comes to round numbers. Ctrl while dragging does so once.";
pub const GRID: &str = "Grid step";
pub const ANGLE: &str = "Angle step";

/// The steps, with their units.
pub fn steps(grid: &str, angle: &str) -> String {
    format!("Snap {grid}, {angle}")
}
