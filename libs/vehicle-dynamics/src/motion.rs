//! Time integration: fourth-order Runge-Kutta method on the rotation group.

use crate::Spatial;
use nalgebra::{Quaternion, UnitQuaternion, Vector3};

/// The integrated state.
#[derive(Clone, Copy, Debug)]
pub struct Motion {
    /// Position of the origin, world axes, m.
    pub place: Vector3<f64>,
    /// `world_from_body`.
    pub attitude: UnitQuaternion<f64>,
    /// Velocity relative to the medium, body axes.
    pub velocity: Spatial,
}

/// Time derivatives of a motion.
#[derive(Clone, Copy, Debug)]
pub struct Rates {
    /// Velocity of the origin, world axes, m/s.
    pub way: Vector3<f64>,
    /// Angular velocity, body axes, rad/s.
    pub turn: Vector3<f64>,
    /// Acceleration relative to the medium, body axes.
    pub change: Spatial,
}

impl Motion {
    /// Returns the motion after a time `h` (s), from the rates at its start, its midpoint (evaluated twice) and its
    /// end.
    ///
    /// The rotations of the stages are exponentials, with the commutator that preserves the order (Munthe-Kaas, Appl.
    /// Numer. Math. 29, 1999).
    #[inline]
    #[must_use]
    pub fn after(&self, h: f64, rates: impl Fn(Stage, &Self) -> Rates) -> Self {
        let stage = |stage: Stage, part: f64, last: &Rates, turn: &Vector3<f64>| {
            let (place, velocity) = (self.place + last.way * (part * h), self.velocity + last.change * (part * h));
            rates(stage, &Self { place, attitude: turned(&self.attitude, turn), velocity })
        };
        let first = rates(Stage::Begin, self);
        let turn1 = first.turn * h;
        let second = stage(Stage::Middle, 0.5, &first, &(turn1 * 0.5));
        let turn2 = second.turn * h;
        let third = stage(Stage::Middle, 0.5, &second, &(turn2 * 0.5 + turn1.cross(&turn2) / 8.0));
        let turn3 = third.turn * h;
        let fourth = stage(Stage::End, 1.0, &third, &turn3);
        let turn4 = fourth.turn * h;
        let turn = (turn1 + (turn2 + turn3) * 2.0 + turn4 + turn1.cross(&turn4) * 0.5) / 6.0;
        let mut attitude = turned(&self.attitude, &turn);
        attitude.renormalize();
        Self {
            place: self.place + (first.way + (second.way + third.way) * 2.0 + fourth.way) * (h / 6.0),
            attitude,
            velocity: self.velocity + (first.change + (second.change + third.change) * 2.0 + fourth.change) * (h / 6.0),
        }
    }
}

/// Stage of a step at which rates are evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// At the start.
    Begin,
    /// At the midpoint, evaluated twice.
    Middle,
    /// At the end.
    End,
}

/// Returns the attitude after a rotation in body axes, rad.
#[inline]
fn turned(attitude: &UnitQuaternion<f64>, turn: &Vector3<f64>) -> UnitQuaternion<f64> {
    let square = turn.norm_squared() * 0.25;
    // Cosine of the half angle, and its sine divided by the angle. The series is as accurate as the functions for
    // rotations up to 0.5 rad.
    let (cos, sinc) = if square < 0.0625 {
        // Even and odd powers are separate, so that they are computed in parallel.
        let fourth = square * square;
        let series =
            |[a, b, c, d, e, f]: [f64; 6]| (a + fourth * (c + fourth * e)) + square * (b + fourth * (d + fourth * f));
        (
            series([1.0, -1.0 / 2.0, 1.0 / 24.0, -1.0 / 720.0, 1.0 / 40_320.0, -1.0 / 3_628_800.0]),
            series([1.0, -1.0 / 6.0, 1.0 / 120.0, -1.0 / 5040.0, 1.0 / 362_880.0, -1.0 / 39_916_800.0]),
        )
    } else {
        let half = square.sqrt();
        let (sin, cos) = libm::sincos(half);
        (cos, sin / half)
    };
    let axis = turn * (0.5 * sinc);
    attitude * UnitQuaternion::new_unchecked(Quaternion::new(cos, axis.x, axis.y, axis.z))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_and_large_turns_are_those_of_the_exponential() {
        let attitude = UnitQuaternion::from_euler_angles(0.3, -0.8, 2.0);
        for angle in [0.0, 1e-9, 1e-3, 0.2, 0.4999, 0.5001, 2.0, 6.0] {
            let turn = Vector3::new(2.0, -1.0, 2.0) / 3.0 * angle;
            let exact = attitude * UnitQuaternion::from_scaled_axis(turn);
            assert!((turned(&attitude, &turn).coords - exact.coords).norm() < 4e-16, "{angle}");
        }
    }
}
