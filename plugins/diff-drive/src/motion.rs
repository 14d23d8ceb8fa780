//! Motion of a robot over the ground, and rolling and slip of its wheels.

use crate::Wheels;
use sim_abi::prelude::*;

/// Tolerance below which two speeds count as equal, m/s or rad/s.
pub const ROUNDING: f64 = 1e-9;

/// Fraction of the commanded speed below which a robot counts as stalled.
const STALLED: f64 = 0.05;

/// Maximum change of speed by contacts that does not stall a robot, m/s.
const CONTACT: f64 = 1e-5;

/// Velocity of the origin over the ground, body axes.
#[derive(Clone, Copy, Default)]
pub struct Motion {
    /// Forward speed, m/s.
    pub forward: f64,
    /// Speed to the left, m/s.
    pub sideways: f64,
    /// Yaw rate, rad/s, counterclockwise.
    pub turn_rate: f64,
}

impl Motion {
    /// Motion of a body in the plane of its stance.
    #[inline]
    pub fn of(body: &BodyState) -> Self {
        let axes = body.pose.rotation.to_rotation_matrix();
        let along = |axis: usize, of: &Vec3| axes.matrix().column(axis).dot(of);
        Self {
            forward: along(0, &body.linear_velocity),
            sideways: along(1, &body.linear_velocity),
            turn_rate: along(2, &body.angular_velocity),
        }
    }

    /// Motion of wheels of this radius (m) that roll at these speeds (rad/s), from the velocity of the midpoint m
    /// between them: v − ω × m. For one axle at x, this is vx = vL + ω·yL, vy = −ω·x.
    #[inline]
    pub fn rolling(wheels: &Wheels, radius: f64, [left, right]: [f64; 2]) -> Self {
        let turn_rate = radius * (right - left) / wheels.track;
        let [x, y] = wheels.middle.unwrap_or_default();
        Self { forward: radius * 0.5 * (left + right) + turn_rate * y, sideways: 0.0 - turn_rate * x, turn_rate }
    }

    /// Ground speeds at the left wheel, at the right wheel, and of both to the left, m/s.
    #[inline]
    fn at_wheels(&self, wheels: &Wheels) -> [f64; 3] {
        let ([x, y], half) = (wheels.middle.unwrap_or_default(), 0.5 * wheels.track);
        let forward = |y: f64| self.forward - self.turn_rate * y;
        [forward(y + half), forward(y - half), self.sideways + self.turn_rate * x]
    }

    /// Whether wheels of this radius (m) and these speeds (rad/s) roll without slip at this velocity, up to rounding.
    #[inline]
    pub fn is_rolling(&self, wheels: &Wheels, radius: f64, [left, right]: [f64; 2]) -> bool {
        let ground = self.at_wheels(wheels);
        let slips = [ground[0] - radius * left, ground[1] - radius * right, ground[2]];
        slips.iter().all(|slip| slip.abs() <= ROUNDING)
    }

    /// Whether a robot with a commanded speed of `forward` (m/s) makes no headway at this velocity.
    pub fn stalls(&self, forward: f64) -> bool {
        self.forward * forward.signum() < STALLED * forward.abs()
    }

    /// Whether contacts hold a robot at this velocity, given the speed from its wheels, `given` (m/s), and the
    /// commanded speed `forward` (m/s).
    pub fn is_held(&self, given: f64, forward: f64) -> bool {
        forward != 0.0 && self.stalls(forward) && (given - self.forward) * forward.signum() > CONTACT
    }

    /// Moves this velocity toward `wanted`, changing the ground speeds at the wheels by at most `most` (m/s).
    pub fn towards(&self, wanted: &Self, most: f64, wheels: &Wheels) -> Self {
        let between = |share: f64| Self {
            forward: self.forward + (wanted.forward - self.forward) * share,
            sideways: self.sideways + (wanted.sideways - self.sideways) * share,
            turn_rate: self.turn_rate + (wanted.turn_rate - self.turn_rate) * share,
        };
        let (now, then) = (self.at_wheels(wheels), wanted.at_wheels(wheels));
        let [left, right, sideways] = [0, 1, 2].map(|part| then[part] - now[part]);
        let change = math::hypot(left.abs().max(right.abs()), sideways);
        if change <= most { *wanted } else { between(most / change) }
    }
}
