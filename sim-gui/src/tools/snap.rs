//! Round numbers for places and angles that a pointing device gives.

use std::f64::consts::PI;

/// Distance of the grid that places snap to, m.
const GRID: f64 = 0.1;
/// Angles snap to multiples of this, rad.
const ANGLE: f64 = PI / 12.0;
/// What a pointing device can mean at its finest, m and rad.
const FINEST: [f64; 2] = [0.001, PI / 1800.0];

/// A coordinate on the grid, or as finely as anybody means it, m.
pub fn place(value: f64, snap: bool) -> f64 {
    nearest(value, if snap { GRID } else { FINEST[0] })
}

/// An angle in round steps, or as finely as anybody means it, rad.
pub fn angle(value: f64, snap: bool) -> f64 {
    nearest(value, if snap { ANGLE } else { FINEST[1] })
}

fn nearest(value: f64, step: f64) -> f64 {
    (value / step).round() * step
}
