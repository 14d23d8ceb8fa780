//! Colors and sizes of what a scene has without a body, the same in windows and in what recordings show in viewers.

/// A beacon: red, green, blue, opacity, each 0 … 1. The green of Okabe and Ito ("Color Universal Design", 2008).
pub const BEACON: [f32; 4] = [0.0, 158.0 / 255.0, 115.0 / 255.0, 1.0];
/// A route. It has a contrast of 3 to 1 or more with the usual sky and the usual floor (WCAG 2.2, 1.4.11).
pub const ROUTE: [f32; 4] = [0.5, 0.15, 0.75, 1.0];
/// The text of a note, on a light ground.
pub const NOTE: [f32; 4] = [0.1, 0.1, 0.1, 1.0];
/// Width of routes and trails, pixels.
pub const LINE_WIDTH: f32 = 2.0;
/// Height of the text of a note that has a size in the world, m.
pub const TEXT_HEIGHT: f64 = 0.12;
/// Radius of a lamp or a beacon that has a size in the world, m.
pub const RADIUS: f64 = 0.03;
