//! Exact motion of a planar body with constant velocity in its own axes.

use sim_abi::prelude::*;

/// Moves an upright body for a time `dt` (s) at constant forward and sideways speed (m/s, body axes) and yaw rate
/// (rad/s).
///
/// The path is a circular arc. Its chord has the length `speed · dt · sin(h)/h` and the direction of half the turn, `h
/// = rate · dt / 2`. All angles follow from the sine and cosine of `h`; a straight line is not a special case.
#[inline]
pub fn advance(body: &mut BodyState, forward: f64, sideways: f64, rate: f64, dt: f64) {
    let half = 0.5 * rate * dt;
    let (sin, cos) = math::sin_cos(half);
    // Below the threshold, the series is exact to rounding: its next term is h⁴/120.
    let sinc = if half.abs() < 1e-4 { 1.0 - half * half / 6.0 } else { sin / half };

    let q = body.pose.rotation.quaternion();
    let start = [1.0 - 2.0 * (q.j * q.j + q.k * q.k), 2.0 * (q.i * q.j + q.w * q.k)];
    let turned = |[x, y]: [f64; 2]| [x * cos - y * sin, x * sin + y * cos];
    let middle = turned(start);
    let end = turned(middle);
    let velocity = |[x, y]: [f64; 2]| Vec3::new(forward * x - sideways * y, forward * y + sideways * x, 0.0);

    body.pose.translation.vector += velocity(middle) * (dt * sinc);
    let turn =
        na::Quaternion::new(cos * q.w - sin * q.k, cos * q.i - sin * q.j, cos * q.j + sin * q.i, cos * q.k + sin * q.w);
    // One Newton step toward unit norm suffices for a quaternion that is off by a rounding error.
    body.pose.rotation = Rotation::new_unchecked(turn * (1.5 - 0.5 * turn.norm_squared()));
    body.linear_velocity = velocity(end);
    body.angular_velocity = Vec3::new(0.0, 0.0, rate);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rig::close;

    #[test]
    fn a_laterally_moving_body_ends_where_fine_steps_end() {
        let mut coarse = BodyState::at(Pose::rotation(Vec3::z() * 2.0));
        let mut fine = coarse;
        advance(&mut coarse, 0.3, -0.2, 1.7, 1.0);
        for _ in 0..1000 {
            advance(&mut fine, 0.3, -0.2, 1.7, 1e-3);
        }
        assert!((coarse.pose.translation.vector - fine.pose.translation.vector).norm() < 1e-12);
        close(coarse.yaw(), wrap_angle(2.0 + 1.7), 1e-12);
        assert!((coarse.linear_velocity - coarse.pose.rotation * Vec3::new(0.3, -0.2, 0.0)).norm() < 1e-12);
    }

    #[test]
    fn the_series_and_the_quotient_meet_at_the_threshold() {
        let at = |rate: f64| {
            let mut body = BodyState::default();
            advance(&mut body, 1.0, 0.0, rate, 1.0);
            body.pose.translation.vector
        };
        assert!((at(1.999_999_999e-4) - at(2.000_000_001e-4)).norm() < 1e-12);
    }

    #[test]
    fn the_quaternion_stays_unit_over_a_million_steps() {
        let mut body = BodyState::default();
        for _ in 0..1_000_000 {
            advance(&mut body, 0.1, 0.0, 3.0, 0.01);
        }
        close(body.pose.rotation.norm(), 1.0, 1e-12);
    }
}
