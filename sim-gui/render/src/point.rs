//! Points over a scene.

use nalgebra::Point3;

/// A point, such as one that a lidar has hit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Where, m.
    pub at: Point3<f64>,
    /// Red, green, blue and opacity as sRGB, each 0 … 255.
    pub color: [u8; 4],
}
