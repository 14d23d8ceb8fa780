//! Points drawn over a scene.

use nalgebra::Point3;

/// A point, such as a lidar return.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Position, m.
    pub at: Point3<f64>,
    /// Red, green, blue and opacity as sRGB, each 0 … 255.
    pub color: [u8; 4],
}
