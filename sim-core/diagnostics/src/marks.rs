//! Colors and sizes of markers for bodiless elements of a scene, the same in windows and in viewers of recordings.

/// Beacon: red, green, blue, opacity, each 0 … 1. The green of Okabe and Ito ("Color Universal Design", 2008).
pub const BEACON: [f32; 4] = [0.0, 158.0 / 255.0, 115.0 / 255.0, 1.0];
/// Route. Its contrast to the default sky and the default floor is at least 3:1 (WCAG 2.2, 1.4.11).
pub const ROUTE: [f32; 4] = [0.5, 0.15, 0.75, 1.0];
/// Text of a note, on a light background.
pub const NOTE: [f32; 4] = [0.1, 0.1, 0.1, 1.0];
/// Width of routes and trails, pixels.
pub const LINE_WIDTH: f32 = 2.0;
/// Height of the text of a note with a size in the world, m.
pub const TEXT_HEIGHT: f64 = 0.12;
/// Radius of a lamp or a beacon with a size in the world, m.
pub const RADIUS: f64 = 0.03;
