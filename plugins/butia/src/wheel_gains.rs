//! Motor gains from measured drives.

use sim_abi::prelude::*;

/// A measured drive as an equation: the coefficients of the left and the right gain, and the measurement.
pub type Drive = ([f64; 2], f64);

/// A drive of `distance` (m) in `time` (s) at `units` on both wheels: distance = time·units·(left + right)/2.
pub fn driven([distance, time, units]: [f64; 3]) -> Drive {
    ([0.5 * time * units; 2], distance)
}

/// A turn by `angle` (°, counterclockwise) in `time` (s) with these units on the left and the right wheel, which are
/// `track` (m) apart: angle·track = time·(right·units − left·units).
pub fn turned([angle, time, left, right]: [f64; 4], track: f64) -> Drive {
    ([-time * left, time * right], angle.to_radians() * track)
}

/// Least-squares fit of the gains (m/s per unit) to all drives; if the drives do not determine the difference or the
/// sum of the two, it keeps its value from `now`.
pub fn fit(drives: &[Drive], now: [f64; 2]) -> Result<[f64; 2]> {
    // Normal equations of the change. Their matrix is singular if all drives are alike, so the pseudoinverse is used,
    // which gives the smallest change.
    let (mut matrix, mut right) = (na::Matrix2::<f64>::zeros(), na::Vector2::<f64>::zeros());
    for (counts, measured) in drives {
        let counts = na::Vector2::from(*counts);
        matrix += counts * counts.transpose();
        right += counts * (measured - counts.dot(&na::Vector2::from(now)));
    }
    let help = "measure drives that last more than 0 s at more than 0 units";
    let inverse = matrix
        .pseudo_inverse(1e-9 * matrix.trace())
        .map_err(|_| Fault::new("the measurements do not determine the gains").help(help))?;
    let gains = na::Vector2::from(now) + inverse * right;
    if matrix.trace() == 0.0 || !gains.iter().all(|gain| gain.is_finite() && *gain > 0.0) {
        return Err(Fault::new("the measurements do not give positive gains").help(help));
    }
    Ok(gains.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: [f64; 2] = [1e-4, 1e-4];

    fn close(found: Result<[f64; 2]>, [left, right]: [f64; 2]) {
        let found = found.unwrap();
        assert!((found[0] / left - 1.0).abs() < 1e-6 && (found[1] / right - 1.0).abs() < 1e-6, "{found:?}");
    }

    #[test]
    fn a_straight_drive_determines_the_sum_and_keeps_the_difference() {
        close(fit(&[driven([0.0829, 1.0, 600.0])], NOW), [0.0829 / 600.0; 2]);
        close(fit(&[driven([0.12, 1.0, 1000.0])], [1.1e-4, 0.9e-4]), [1.3e-4, 1.1e-4]);
        close(fit(&[driven([-0.12, 1.0, -1000.0])], NOW), [1.2e-4; 2]);
    }

    #[test]
    fn a_turn_on_the_spot_determines_the_sum_and_a_drift_the_difference() {
        let angle = (2.0 * 600.0 * 1.4e-4 / 0.28_f64).to_degrees();
        close(fit(&[turned([-angle, 1.0, 600.0, -600.0], 0.28)], NOW), [1.4e-4; 2]);
        let drift = (1000.0 * 0.1e-4 / 0.28_f64).to_degrees();
        close(fit(&[turned([drift, 1.0, 1000.0, 1000.0], 0.28)], NOW), [0.95e-4, 1.05e-4]);
    }

    #[test]
    fn both_together_determine_both_gains() {
        let drift = (1000.0 * 0.2e-4 / 0.28_f64).to_degrees();
        let drives = [driven([0.12, 1.0, 1000.0]), turned([drift, 1.0, 1000.0, 1000.0], 0.28)];
        close(fit(&drives, NOW), [1.1e-4, 1.3e-4]);
    }

    #[test]
    fn uninformative_or_invalid_measurements_are_rejected() {
        assert!(fit(&[driven([0.1, 0.0, 600.0])], NOW).is_err());
        assert!(fit(&[driven([-0.1, 1.0, 600.0])], NOW).is_err());
    }
}
