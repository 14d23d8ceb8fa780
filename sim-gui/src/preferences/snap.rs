//! Round numbers that what is dragged snaps to.

use serde::{Deserialize, Serialize};

/// Whether places and angles snap to round numbers, and to which.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Snap {
    /// Whether they do.
    pub on: bool,
    /// Places snap to multiples of this, m.
    pub grid: f64,
    /// Angles snap to multiples of this, degrees.
    pub angle: f64,
}

impl Default for Snap {
    fn default() -> Self {
        Self { on: false, grid: 0.1, angle: 15.0 }
    }
}
