//! Sizes for drawing tools.

use serde::{Deserialize, Serialize};

/// Sizes for drawing tools.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Drawing {
    /// Height of walls, m.
    pub height: f64,
    /// Thickness of walls, m.
    pub thickness: f64,
    /// Width and height of doors, m.
    pub door: [f64; 2],
}

impl Default for Drawing {
    fn default() -> Self {
        Self { height: 1.0, thickness: 0.1, door: [0.9, 2.0] }
    }
}
