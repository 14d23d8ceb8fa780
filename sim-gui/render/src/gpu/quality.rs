//! How much work goes into an image.

/// How well an image is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quality {
    /// Whether edges are smooth.
    pub smooth: bool,
    /// Whether the sun throws shadows.
    pub shadows: bool,
    /// Columns and rows of the shadow map.
    pub shadow_pixels: u32,
}

impl Default for Quality {
    fn default() -> Self {
        Self { smooth: true, shadows: true, shadow_pixels: 2048 }
    }
}

impl Quality {
    /// For many things or a slow machine.
    pub const LOW: Self = Self { smooth: false, shadows: false, shadow_pixels: 1 };
}
