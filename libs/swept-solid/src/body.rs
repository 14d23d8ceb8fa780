//! The moving body: a box, and the leg that it moves along.

use nalgebra::Vector3;
use std::f64::consts::{PI, TAU};

use crate::error::{Invalid, angle, coordinate, length};

/// A box that rests on the floor, z = 0, and moves over it. Its position is the center of its base, its x axis is its heading.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Body {
    size: Vector3<f64>,
}

impl Body {
    /// Creates a box from its size: length along the heading, width, height, m.
    ///
    /// # Errors
    /// If a length is not finite, is less than [`crate::TOL`], or exceeds [`crate::LARGEST`].
    pub fn new(size: Vector3<f64>) -> Result<Self, Invalid> {
        for (axis, what) in ["the body's length", "the body's width", "the body's height"].into_iter().enumerate() {
            length(what, size[axis])?;
        }
        Ok(Self { size })
    }

    /// Returns the size, m.
    #[must_use]
    pub fn size(&self) -> Vector3<f64> {
        self.size
    }
}

/// A position on the floor with a heading.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PlanarPose {
    /// m.
    pub x: f64,
    /// m.
    pub y: f64,
    /// Angle from the x axis of the frame, counterclockwise seen from above, rad. It may span multiple turns.
    pub heading: f64,
}

impl PlanarPose {
    /// Creates a pose from meters and radians.
    #[must_use]
    pub const fn new(x: f64, y: f64, heading: f64) -> Self {
        Self { x, y, heading }
    }
}

/// When a body turns from its start heading to its end heading on a leg. It takes the shorter direction; half a turn is counterclockwise.
/// To turn before moving, use two legs: one in place, and one with the new heading.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Turning {
    /// Never: the body is swept with its start heading only.
    Ignored,
    /// At the end: the body is swept with its start heading, then turns in place. A leg of zero length is a turn in place.
    #[default]
    AtEnd,
    /// Anywhere on the leg: the body is swept with every heading between the two, along the entire leg. This is conservative: contacts are
    /// found for any combination of turning and driving.
    OnTheWay,
}

/// A straight leg from one pose to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Leg {
    pub(crate) start: PlanarPose,
    pub(crate) travel: [f64; 2],
    pub(crate) turn: f64,
    pub(crate) turning: Turning,
}

impl Leg {
    /// Creates a leg between two poses, which may be equal.
    ///
    /// # Errors
    /// If a number is not finite or beyond [`crate::LARGEST`] or [`crate::LARGEST_ANGLE`].
    pub fn new(start: PlanarPose, end: PlanarPose, turning: Turning) -> Result<Self, Invalid> {
        coordinate("x of the start", start.x)?;
        coordinate("y of the start", start.y)?;
        angle("the heading at the start", start.heading)?;
        coordinate("x of the end", end.x)?;
        coordinate("y of the end", end.y)?;
        angle("the heading at the end", end.heading)?;
        let turn = shortest(end.heading - start.heading);
        // Normalized to the equivalent heading with the highest precision.
        let start = PlanarPose { heading: shortest(start.heading), ..start };
        Ok(Self { start, travel: [end.x - start.x, end.y - start.y], turn, turning })
    }

    /// Returns the length of the leg, m.
    #[must_use]
    pub fn length(&self) -> f64 {
        let [x, y] = self.travel;
        (x * x + y * y).sqrt()
    }

    /// Returns the pose of the body at a distance along the leg (m) and an angle of its turn (rad), such as those of a [`crate::Hit`].
    #[must_use]
    pub fn pose(&self, along: f64, turned: f64) -> PlanarPose {
        let length = self.length();
        let part = if length > 0.0 { along / length } else { 0.0 };
        let PlanarPose { x, y, heading } = self.start;
        PlanarPose::new(x + part * self.travel[0], y + part * self.travel[1], heading + turned)
    }

    /// Returns the angle of the turn, rad: greater than −π, at most π, counterclockwise seen from above.
    #[must_use]
    pub fn turn(&self) -> f64 {
        self.turn
    }
}

/// Normalizes an angle to greater than −π, at most π.
fn shortest(angle: f64) -> f64 {
    let rest = angle - TAU * (angle / TAU).round();
    if rest <= -PI { rest + TAU } else { rest.min(PI) }
}

#[cfg(test)]
mod tests {
    use super::shortest;
    use std::f64::consts::PI;

    #[test]
    fn turns_take_the_shorter_direction() {
        for (degrees, wanted) in
            [(0.0, 0.0), (90.0, 90.0), (270.0, -90.0), (-270.0, 90.0), (340.0, -20.0), (180.0, 180.0), (-180.0, 180.0)]
        {
            let found = shortest(f64::to_radians(degrees)).to_degrees();
            assert!((found - wanted).abs() < 1e-9, "{degrees}°: {found}° for {wanted}°");
        }
        for number in 0..10_000 {
            let found = shortest(f64::from(number) * 1.7 - 8000.0);
            assert!(found > -PI && found <= PI, "{found}");
        }
    }
}
