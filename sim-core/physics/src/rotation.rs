//! Rotation of a free rigid body: conserves angular momentum and energy.

use nalgebra::{Matrix3, UnitQuaternion, Vector3};

/// Maximum rotation per substep, rad: the attitude error is of second order in it.
const LARGEST_TURN: f64 = 0.1;
/// Maximum number of substeps.
const MAX_PARTS: f64 = 256.0;
/// Maximum number of iterations per substep; each gains at least one digit at [`LARGEST_TURN`].
const MAX_ROUNDS: usize = 40;

/// Attitude and angular velocity (world axes, rad/s) of a rigid body after `dt` seconds without torque.
///
/// `inertia` is about the center of mass in the body's axes, kg·m², and `inverse` its inverse. An infinite moment of inertia (a zero
/// `inverse`) keeps its angular velocity.
///
/// The body's angular momentum Π = J·Ω is carried to the next attitude by the same rotation that rotates the body: Θ = h/2·(Ω₀ + Ω₁), R₁ =
/// R₀·exp Θ, J·Ω₁ = exp(−Θ)·J·Ω₀. So the angular momentum R·J·Ω is conserved, and since exp Θ leaves Θ unchanged, so is the energy: Ω₁·JΩ₁
/// − Ω₀·JΩ₀ = 2/h·Θ·(exp(−Θ) − 1)·JΩ₀ = 0. The implicit equation is solved by Newton's method: for a slender body, whose moments differ by
/// a factor of a thousand, a fixed-point iteration would not converge.
///
/// Source: J. C. Simo and K. K. Wong, "Unconditionally stable algorithms for rigid body dynamics that exactly preserve energy and
/// momentum", Int. J. Numerical Methods in Engineering 31 (1991), the algorithm of the midpoint rule in convective form.
pub fn torque_free(
    rotation: &UnitQuaternion<f64>,
    angular_velocity: &Vector3<f64>,
    inertia: &Matrix3<f64>,
    inverse: &Matrix3<f64>,
    dt: f64,
) -> (UnitQuaternion<f64>, Vector3<f64>) {
    let start = rotation.inverse_transform_vector(angular_velocity);
    let momentum = inertia * start;
    if *inverse == Matrix3::zeros() || start.cross(&momentum) == Vector3::zeros() {
        // It rotates about a principal axis, which is constant.
        return (turned(rotation, &(start * dt)), *angular_velocity);
    }
    // Upper bound of the angular speed after the gyroscopic acceleration: limited by the energy about the axis of the smallest moment.
    let time = dt.abs();
    let accelerated = 0.5 * (inverse * start.cross(&momentum)).norm() * time;
    let fastest = (start.dot(&momentum) * inverse.trace()).sqrt();
    let rate = start.norm() + accelerated.min(fastest);
    let parts = (rate * time / LARGEST_TURN).ceil().clamp(1.0, MAX_PARTS);
    let h = dt / parts;
    let (mut rotation, mut spin, mut momentum) = (*rotation, start, momentum);
    for _ in 0..parts as usize {
        let (turn, next) = part(&spin, &momentum, inverse, h);
        rotation = turned(&rotation, &turn);
        (spin, momentum) = (inverse * next, next);
    }
    (rotation, rotation * spin)
}

/// One substep: the rotation vector Θ and the angular momentum after it, both in the body's axes.
fn part(spin: &Vector3<f64>, momentum: &Vector3<f64>, inverse: &Matrix3<f64>, h: f64) -> (Vector3<f64>, Vector3<f64>) {
    let mut turn = spin * h;
    let mut next = UnitQuaternion::from_scaled_axis(-turn) * momentum;
    let mut last = f64::INFINITY;
    for _ in 0..MAX_ROUNDS {
        let error = turn - (spin + inverse * next) * (0.5 * h);
        // exp(−Θ−δ)·Π ≈ exp(−Θ)·Π − δ×exp(−Θ)·Π.
        let slope = Matrix3::identity() - inverse * next.cross_matrix() * (0.5 * h);
        let step = slope.try_inverse().map_or(error, |inverse| inverse * error);
        let change = step.norm();
        if change >= last {
            break;
        }
        turn -= step;
        next = UnitQuaternion::from_scaled_axis(-turn) * momentum;
        // Until only rounding changes it.
        if change <= f64::EPSILON * turn.norm() {
            break;
        }
        last = change;
    }
    (turn, next)
}

/// A rotation followed by a rotation vector in the body's axes, rad.
fn turned(rotation: &UnitQuaternion<f64>, turn: &Vector3<f64>) -> UnitQuaternion<f64> {
    UnitQuaternion::new_normalize((rotation * UnitQuaternion::from_scaled_axis(*turn)).into_inner())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn energy(rotation: &UnitQuaternion<f64>, spin: &Vector3<f64>, inertia: &Matrix3<f64>) -> f64 {
        let own = rotation.inverse_transform_vector(spin);
        0.5 * own.dot(&(inertia * own))
    }

    fn momentum(rotation: &UnitQuaternion<f64>, spin: &Vector3<f64>, inertia: &Matrix3<f64>) -> Vector3<f64> {
        rotation * (inertia * rotation.inverse_transform_vector(spin))
    }

    #[test]
    fn a_torque_free_body_keeps_energy_and_angular_momentum() {
        let full = Matrix3::new(0.4, 0.03, -0.02, 0.03, 0.5, 0.05, -0.02, 0.05, 0.6);
        let diagonal = |x: f64, y: f64, z: f64| Matrix3::from_diagonal(&Vector3::new(x, y, z));
        for inertia in [diagonal(0.1, 0.2, 0.3), diagonal(0.01, 1.0, 1.005), diagonal(1.0, 1.2, 1e-4), full] {
            let inverse = inertia.try_inverse().unwrap();
            // Close to the intermediate axis, about which it tumbles.
            let (mut rotation, mut spin) =
                (UnitQuaternion::from_euler_angles(0.3, -0.2, 1.0), Vector3::new(0.1, 5.0, 0.2));
            let (before, turning) = (energy(&rotation, &spin, &inertia), momentum(&rotation, &spin, &inertia));
            for _ in 0..6000 {
                (rotation, spin) = torque_free(&rotation, &spin, &inertia, &inverse, 0.01);
            }
            let (after, turned) = (energy(&rotation, &spin, &inertia), momentum(&rotation, &spin, &inertia));
            assert!((after / before - 1.0).abs() < 1e-10, "{after} J of {before} J");
            assert!((turned - turning).norm() < 1e-10 * turning.norm(), "{turned} of {turning}");
        }
    }

    /// Poinsot's motion of a symmetrical top: its axis precesses about the angular momentum at L/I₁.
    #[test]
    fn a_symmetrical_top_precesses_as_poinsot_says() {
        let (across, along) = (0.2, 0.35);
        let inertia = Matrix3::from_diagonal(&Vector3::new(across, across, along));
        let inverse = inertia.try_inverse().unwrap();
        let start = Vector3::new(1.0, 0.0, 4.0);
        let turning = inertia * start;
        let error = |steps: usize| {
            let dt = 10.0 / steps as f64;
            let (mut rotation, mut spin) = (UnitQuaternion::identity(), start);
            for _ in 0..steps {
                (rotation, spin) = torque_free(&rotation, &spin, &inertia, &inverse, dt);
            }
            let about = nalgebra::Unit::new_normalize(turning);
            let expected = UnitQuaternion::from_axis_angle(&about, turning.norm() / across * 10.0) * Vector3::z();
            (rotation * Vector3::z() - expected).norm()
        };
        let (coarse, fine) = (error(1000), error(4000));
        assert!(coarse < 1e-2, "{coarse}");
        assert!((coarse / fine - 16.0).abs() < 1.0, "of second order: {coarse} and {fine}");
    }

    #[test]
    fn an_infinite_inertia_turns_on() {
        let spin = Vector3::new(0.0, 0.0, 1.0);
        let zero = Matrix3::zeros();
        let (rotation, after) = torque_free(&UnitQuaternion::identity(), &spin, &zero, &zero, 0.5);
        assert_eq!(after, spin);
        assert!((rotation.angle() - 0.5).abs() < 1e-12);
    }
}
