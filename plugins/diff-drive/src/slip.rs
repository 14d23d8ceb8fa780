//! Slip of wheels that roll exactly until something outside stops the body.

use crate::Wheels;
use sim_abi::prelude::*;

/// Difference of what are the same speeds, m/s or rad/s.
pub const ROUNDING: f64 = 1e-9;

/// Velocity of the origin over the ground, body axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Velocity {
    /// m/s.
    pub forward: f64,
    /// m/s, to the left.
    pub sideways: f64,
    /// rad/s, counter-clockwise.
    pub turn_rate: f64,
}

impl Velocity {
    pub const STANDING: Self = Self { forward: 0.0, sideways: 0.0, turn_rate: 0.0 };

    /// That of a body, along the plane on which it stands.
    #[inline]
    pub fn of(body: &BodyState) -> Self {
        let (linear, angular) = (body.linear_velocity_body(), body.angular_velocity_body());
        Self { forward: linear.x, sideways: linear.y, turn_rate: angular.z }
    }

    /// That of wheels of this radius (m) that roll at these speeds (rad/s), from the velocity of the middle m between them: v − ω × m.
    /// For one axle at x this is vx = vL + ω·yL, vy = −ω·x.
    #[inline]
    pub fn rolling(wheels: &Wheels, radius: f64, [left, right]: [f64; 2]) -> Self {
        let turn_rate = radius * (right - left) / wheels.track;
        let [x, y] = wheels.middle.unwrap_or_default();
        Self { forward: radius * 0.5 * (left + right) + turn_rate * y, sideways: 0.0 - turn_rate * x, turn_rate }
    }

    /// Largest speed at a wheel, m/s.
    fn at_wheels(&self, wheels: &Wheels) -> f64 {
        let [x, y] = wheels.middle.unwrap_or_default();
        let half = 0.5 * wheels.track;
        let speed = |y: f64| math::hypot(self.forward - self.turn_rate * y, self.sideways + self.turn_rate * x);
        speed(y - half).max(speed(y + half))
    }

    fn combine(&self, other: &Self, share: f64) -> Self {
        Self {
            forward: self.forward + other.forward * share,
            sideways: self.sideways + other.sideways * share,
            turn_rate: self.turn_rate + other.turn_rate * share,
        }
    }

    /// Whether this is, but for rounding, the velocity `other` of the same body.
    pub fn is(&self, other: &Self, wheels: &Wheels) -> bool {
        self.combine(other, -1.0).at_wheels(wheels) <= ROUNDING
    }

    /// As near to `wanted` as wheels come that can change the speed of the ground under them by `most` (m/s).
    pub fn towards(&self, wanted: &Self, most: f64, wheels: &Wheels) -> Self {
        let change = wanted.combine(self, -1.0);
        let size = change.at_wheels(wheels);
        if size <= most { *wanted } else { self.combine(&change, most / size) }
    }
}
