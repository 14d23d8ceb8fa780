//! Corrects a robot's pose from sonar readings of objects at known positions, by least squares.

use nalgebra::{Matrix3, Vector3};

/// A sonar reading of a mapped object.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sighting {
    /// Angle of the sonar, rad.
    pub bearing: f64,
    /// Measured distance, m.
    pub distance: f64,
    /// Identifier of the detected object.
    pub object: u64,
}

/// Step sizes for finite differences: m, m, rad.
const STEPS: [f64; 3] = [0.001, 0.001, 0.003];

/// Residuals beyond this are down-weighted, m (Huber 1964).
const HUBER: f64 = 0.05;

/// Number of iterations.
const ROUNDS: usize = 12;

/// Corrects a pose (x and y, m; heading, rad) so that expected readings match the measured ones: Gauss-Newton with Levenberg damping.
/// `expected` returns the distance (m) and the object in a direction from a pose.
///
/// Returns `None` with fewer than two distinct objects, or without an improvement. Components that the readings do not determine are
/// unchanged.
pub fn correct(
    pose: [f64; 3],
    sightings: &[Sighting],
    mut expected: impl FnMut([f64; 3], f64) -> Option<(f64, u64)>,
) -> Option<[f64; 3]> {
    let mut objects: Vec<u64> = sightings.iter().map(|sighting| sighting.object).collect();
    objects.sort_unstable();
    objects.dedup();
    if objects.len() < 2 {
        return None;
    }
    let mut residual = |pose: Vector3<f64>, sighting: &Sighting| {
        let (distance, object) = expected(pose.into(), sighting.bearing)?;
        (object == sighting.object).then_some(sighting.distance - distance)
    };
    let start = Vector3::from(pose);
    let (mut best, mut damping) = (start, 1e-3);
    let mut cost = total(sightings.iter().map(|sighting| residual(start, sighting)));
    let before = cost;
    for _ in 0..ROUNDS {
        let (mut normal, mut slope) = (Matrix3::zeros(), Vector3::zeros());
        for sighting in sightings {
            let Some(now) = residual(best, sighting) else { continue };
            let mut row = Vector3::zeros();
            for axis in 0..3 {
                let mut aside = best;
                aside[axis] += STEPS[axis];
                // The derivative is undefined where another object occludes this one.
                row[axis] = residual(aside, sighting).map_or(0.0, |there| (there - now) / STEPS[axis]);
            }
            let weight = if now.abs() <= HUBER { 1.0 } else { HUBER / now.abs() };
            normal += row * row.transpose() * weight;
            slope += row * now * weight;
        }
        let damped = normal + Matrix3::from_diagonal(&Vector3::repeat(damping));
        let Some(step) = damped.try_inverse().map(|inverse| -(inverse * slope)) else { break };
        let candidate = best + step;
        let changed = total(sightings.iter().map(|sighting| residual(candidate, sighting)));
        if changed < cost {
            (best, cost, damping) = (candidate, changed, damping / 4.0);
            if step.norm() < 1e-6 {
                break;
            }
        } else {
            damping *= 8.0;
        }
    }
    (cost < before).then_some(best.into())
}

/// Returns the cost of all residuals; a reading of a different object costs as much as an error of 0.1 m.
fn total(residuals: impl Iterator<Item = Option<f64>>) -> f64 {
    let cost = |residual: Option<f64>| match residual.map_or(0.1, f64::abs) {
        small if small <= HUBER => 0.5 * small * small,
        large => HUBER * (large - 0.5 * HUBER),
    };
    residuals.map(cost).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Posts with a radius of 5 cm.
    const POSTS: [[f64; 2]; 3] = [[0.5, 0.05], [0.1, 0.45], [0.2, -0.5]];

    fn ray([x, y, heading]: [f64; 3], bearing: f64) -> Option<(f64, u64)> {
        let (sin, cos) = (heading + bearing).sin_cos();
        let hits = POSTS.iter().zip(0..).filter_map(|([px, py], number)| {
            let (dx, dy) = (px - x, py - y);
            let along = dx * cos + dy * sin;
            let beside = dy * cos - dx * sin;
            let depth = 0.05_f64.powi(2) - beside * beside;
            (depth > 0.0 && along > 0.0).then(|| (along - depth.sqrt(), number))
        });
        hits.min_by(|one, other| one.0.total_cmp(&other.0))
    }

    fn sightings(truth: [f64; 3]) -> Vec<Sighting> {
        let bearings = (-90..=90).map(|degrees| f64::from(degrees).to_radians());
        let seen =
            bearings.filter_map(|bearing| ray(truth, bearing).map(|(distance, object)| (bearing, distance, object)));
        seen.map(|(bearing, distance, object)| Sighting { bearing, distance, object }).collect()
    }

    /// MR-B6: At least two scene objects correct the twin's pose and halve a 5 cm error.
    #[test]
    fn an_error_of_5_cm_is_corrected() {
        for (dx, dy) in [(0.05, 0.0), (0.0, 0.05), (-0.05, 0.0), (0.035, -0.035)] {
            let truth = [dx, dy, 0.03];
            let found = correct([0.0; 3], &sightings(truth), ray).expect("three posts are seen");
            let left = (found[0] - dx).hypot(found[1] - dy);
            assert!(left < 0.025, "{left} m are left of ({dx}, {dy}): {found:?}");
        }
    }

    /// MR-B6: At least two scene objects correct the twin's pose and halve a 5 cm error.
    #[test]
    fn one_object_is_not_enough_and_a_pose_that_fits_stays() {
        let seen = sightings([0.05, 0.0, 0.0]);
        let one: Vec<Sighting> = seen.iter().filter(|sighting| sighting.object == 0).copied().collect();
        assert_eq!(correct([0.0; 3], &one, ray), None);
        assert_eq!(correct([0.05, 0.0, 0.0], &seen, ray), None);
        assert_eq!(correct([0.0; 3], &[], ray), None);
    }
}
