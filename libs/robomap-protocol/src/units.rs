//! Angles in two units, and planar poses.

use serde::{Deserialize, Serialize};

/// Lengths (m) and angles (rad) that differ by at most this are equal.
pub const TOLERANCE: f64 = 0.001;

/// An angle in degrees, counterclockwise, not normalized.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Degrees(pub f64);

/// An angle in radians, counterclockwise, not normalized.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Radians(pub f64);

impl From<Degrees> for Radians {
    fn from(angle: Degrees) -> Self {
        Self(angle.0.to_radians())
    }
}

impl From<Radians> for Degrees {
    fn from(angle: Radians) -> Self {
        Self(angle.0.to_degrees())
    }
}

impl Degrees {
    /// Returns the angle between two directions, 0 … 180°; NaN if either is not finite.
    pub fn apart(self, other: Self) -> Self {
        let turn = (self.0 - other.0).rem_euclid(360.0);
        // Not `min`, which would hide NaN.
        Self(if turn > 180.0 { 360.0 - turn } else { turn })
    }
}

/// Pose of a robot on the floor, in the frame of the scenario.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Pose {
    /// Along +x, m.
    pub x: f64,
    /// Along +y, m.
    pub y: f64,
    /// Direction that the robot faces; 0 is +x.
    pub heading: Degrees,
}

impl Pose {
    /// Returns whether all three values are finite.
    pub fn is_finite(&self) -> bool {
        [self.x, self.y, self.heading.0].iter().all(|value| value.is_finite())
    }

    /// Returns whether both are equal within [`TOLERANCE`], headings modulo 360°.
    pub fn is_same(&self, other: &Self) -> bool {
        let turned = Radians::from(self.heading.apart(other.heading));
        (self.x - other.x).abs() <= TOLERANCE && (self.y - other.y).abs() <= TOLERANCE && turned.0 <= TOLERANCE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RM-02: Points and poses are equal within 0.001 m and rad, headings modulo 360°.
    #[test]
    fn poses_are_equal_up_to_the_tolerance_and_headings_modulo_a_turn() {
        let origin = Pose::default();
        let at = |x, y, heading| Pose { x, y, heading };
        for (near, far) in [
            (at(0.0009, 0.0, Degrees(0.0)), at(0.0011, 0.0, Degrees(0.0))),
            (at(0.0, -0.0009, Degrees(0.0)), at(0.0, -0.0011, Degrees(0.0))),
            (at(0.0, 0.0, Radians(0.0009).into()), at(0.0, 0.0, Radians(0.0011).into())),
            (at(0.0, 0.0, Radians(-0.0009).into()), at(0.0, 0.0, Radians(-0.0011).into())),
        ] {
            assert!(origin.is_same(&near) && near.is_same(&origin), "{near:?}");
            assert!(!origin.is_same(&far) && !far.is_same(&origin), "{far:?}");
        }
        assert!(at(1.0, 2.0, Degrees(359.99)).is_same(&at(1.0, 2.0, Degrees(-0.01))));
        assert!(!at(1.0, 2.0, Degrees(180.0)).is_same(&at(1.0, 2.0, Degrees(0.0))));
        assert!(!origin.is_same(&at(f64::NAN, 0.0, Degrees(0.0))) && !origin.is_same(&at(0.0, 0.0, Degrees(f64::NAN))));
        assert!(!at(0.0, 0.0, Degrees(f64::MAX)).is_same(&at(0.0, 0.0, Degrees(f64::MIN))), "no overflow");
    }

    #[test]
    fn angles_are_converted_in_both_directions() {
        assert_eq!(Radians::from(Degrees(180.0)), Radians(std::f64::consts::PI));
        assert_eq!(Degrees::from(Radians(std::f64::consts::FRAC_PI_2)), Degrees(90.0));
        assert_eq!(Degrees(350.0).apart(Degrees(10.0)), Degrees(20.0));
        assert_eq!(Degrees(-170.0).apart(Degrees(530.0)), Degrees(20.0));
    }
}
