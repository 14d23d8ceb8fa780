//! Sizes that are changed by dragging.

pub const ACTION: &str = "Resize with handles";
pub const ACTION_HELP: &str = "Changes the size of what is selected along its own axes, or all together.";
pub const ROBOTS: &str = "Robots cannot be resized: their size is that of their model.";
pub const NO_SIZE: &str = "What is selected has no size that could be changed.";

/// The size of something, m.
pub fn size([x, y, z]: [f64; 3]) -> String {
    format!("{x:.3} × {y:.3} × {z:.3} m")
}

/// How many times as large as before something is.
pub fn factor(factor: f64) -> String {
    format!("× {factor:.3}")
}
