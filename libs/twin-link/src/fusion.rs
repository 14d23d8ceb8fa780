//! Matching the responses of a robot and its twin, and selecting the one to forward.

use l0_protocol::Answer;
use serde::{Deserialize, Serialize};
use std::mem::discriminant;

/// Maximum angle between two responses to the same sonar reading, degrees.
const SAME_ANGLE: f64 = 0.5;

/// Tolerances for comparing distances.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerance {
    /// Distances beyond this count as no echo, cm.
    pub max_distance: f64,
    /// Distances that differ by at most this are equal, cm.
    pub min_difference: f64,
}

impl Default for Tolerance {
    fn default() -> Self {
        Self { max_distance: 60.0, min_difference: 5.0 }
    }
}

/// Result of comparing sonar readings of the same direction in both worlds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LookResult {
    /// Neither detects an object.
    Nothing,
    /// Both detect the same.
    Agreement,
    /// Only the real robot detects an object.
    RealOnly,
    /// Only the twin detects an object.
    TwinOnly,
    /// The real robot's object is nearer than the twin's.
    Nearer,
    /// The real robot's object is further away than the twin's.
    Farther,
}

impl Tolerance {
    /// Returns the distance used for comparison, cm; `None` without an echo or beyond the maximum distance.
    pub fn seen(&self, distance: f64) -> Option<f64> {
        (distance > 0.0 && distance <= self.max_distance).then_some(distance)
    }

    /// Compares the distances that both measured in one direction, cm.
    pub fn compare(&self, real: f64, twin: f64) -> LookResult {
        match (self.seen(real), self.seen(twin)) {
            (None, None) => LookResult::Nothing,
            (Some(_), None) => LookResult::RealOnly,
            (None, Some(_)) => LookResult::TwinOnly,
            (Some(real), Some(twin)) if (real - twin).abs() <= self.min_difference => LookResult::Agreement,
            (Some(real), Some(twin)) if real < twin => LookResult::Nearer,
            (Some(_), Some(_)) => LookResult::Farther,
        }
    }

    /// Returns whether two [compatible] responses are equal.
    pub fn equal(&self, real: &Answer, twin: &Answer) -> bool {
        match (*real, *twin) {
            (Answer::Ray { distance: real, .. }, Answer::Ray { distance: twin, .. }) => {
                matches!(self.compare(real, twin), LookResult::Nothing | LookResult::Agreement)
            }
            (Answer::Blocked { remaining: real, .. }, Answer::Blocked { remaining: twin, .. }) => {
                (real - twin).abs() <= self.min_difference
            }
            _ => true,
        }
    }
}

/// Returns whether two responses are of the same kind, and sonar readings of the same direction.
///
/// A scan never has two readings in flight, so the angle alone identifies matching responses, even if the list of angles contains one of
/// them twice.
pub fn compatible(one: &Answer, other: &Answer) -> bool {
    match (one, other) {
        (Answer::Ray { angle: one, .. }, Answer::Ray { angle: other, .. }) => (one - other).abs() <= SAME_ANGLE,
        _ => discriminant(one) == discriminant(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ray(angle: f64, distance: f64) -> Answer {
        Answer::Ray { angle, distance }
    }

    /// MR-23: Two distances are equal within 5 cm; readings beyond 60 cm count as none.
    #[test]
    fn replies_of_one_kind_are_compatible_and_rays_in_one_direction() {
        let blocked = |remaining| Answer::Blocked { remaining, echo: None };
        let halted = Answer::GoHalted { travelled: Some(3.0) };
        for (one, other, expected) in [
            (ray(15.0, 0.0), ray(15.4, 30.0), true),
            (ray(15.0, 0.0), ray(15.6, 0.0), false),
            (ray(40.0, 20.0), ray(-40.0, 20.0), false),
            (Answer::GoOk, Answer::GoOk, true),
            (Answer::GoOk, blocked(40.0), false),
            (blocked(1.0), blocked(90.0), true),
            (Answer::SonarOk, Answer::SonarOk, true),
            (Answer::SonarOk, Answer::GoOk, false),
            (halted, Answer::GoHalted { travelled: None }, true),
            (Answer::SonarHalted, Answer::RayHalted, false),
            (Answer::BadAngle, Answer::BadDistance, false),
        ] {
            assert_eq!(compatible(&one, &other), expected, "{one} and {other}");
            assert_eq!(compatible(&other, &one), expected, "{other} and {one}");
        }
    }

    /// MR-23: Two distances are equal within 5 cm; readings beyond 60 cm count as none.
    #[test]
    fn distances_are_equal_up_to_the_minimum_difference_and_beyond_the_maximum_distance() {
        let tolerance = Tolerance::default();
        for (real, twin, expected) in [
            (0.0, 0.0, true),
            (0.0, 61.0, true),
            (60.5, 61.0, true),
            (44.25, 0.0, false),
            (0.0, 44.25, false),
            (44.25, 49.25, true),
            (44.25, 49.26, false),
            (49.26, 44.25, false),
            (60.0, 60.01, false),
        ] {
            assert_eq!(tolerance.equal(&ray(0.0, real), &ray(0.0, twin)), expected, "{real} and {twin}");
        }
        let blocked = |remaining| Answer::Blocked { remaining, echo: None };
        assert!(tolerance.equal(&blocked(40.75), &blocked(45.75)) && !tolerance.equal(&blocked(40.0), &blocked(45.01)));
    }

    /// MR-24: Obstacles seen only by the real robot are added; virtual ones are only reported.
    #[test]
    fn readings_are_compared_as_in_the_table() {
        let tolerance = Tolerance::default();
        for (real, twin, expected) in [
            (0.0, 0.0, LookResult::Nothing),
            (70.0, 0.0, LookResult::Nothing),
            (40.0, 43.0, LookResult::Agreement),
            (40.0, 0.0, LookResult::RealOnly),
            (40.0, 61.0, LookResult::RealOnly),
            (30.0, 40.0, LookResult::Nearer),
            (40.0, 30.0, LookResult::Farther),
            (0.0, 30.0, LookResult::TwinOnly),
        ] {
            assert_eq!(tolerance.compare(real, twin), expected, "{real} and {twin}");
        }
    }
}
