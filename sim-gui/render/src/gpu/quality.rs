//! Drawing quality.

/// The quality of an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quality {
    /// Whether edges are antialiased.
    pub smooth: bool,
    /// Whether the sun casts shadows.
    pub shadows: bool,
    /// Width and height of the shadow map, texels.
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
