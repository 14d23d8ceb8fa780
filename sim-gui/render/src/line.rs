//! Lines drawn over a scene.

use nalgebra::Point3;

/// A straight line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// One end, m.
    pub from: Point3<f64>,
    /// The other end, m.
    pub to: Point3<f64>,
    /// Red, green, blue, opacity as sRGB.
    pub color: [f32; 4],
    /// Width, pixels.
    pub width: f32,
    /// Whether it is visible through things in front of it.
    pub on_top: bool,
}
