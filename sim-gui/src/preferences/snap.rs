//! Snapping of dragged items.

use serde::{Deserialize, Serialize};

/// Snapping of positions and angles.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Snap {
    /// Whether snapping is enabled.
    pub on: bool,
    /// Position increment, m.
    pub grid: f64,
    /// Angle increment, degrees.
    pub angle: f64,
}

impl Default for Snap {
    fn default() -> Self {
        Self { on: false, grid: 0.1, angle: 15.0 }
    }
}
