//! Mathematics for components: nalgebra in `f64`, converted at the ABI to the plain types of [`crate::ffi`].
//!
//! Right-handed, z up, x forward (REP 103); meters, radians.
//!
//! Components whose results must be the same on every machine use `math::sin(x)` instead of `x.sin()`:
//!
//! ```
//! use sim_abi::prelude::*;
//!
//! let (sin, cos) = math::sin_cos(0.5);
//! assert_eq!(math::atan2(2.0 * sin, 2.0 * cos), 0.5);
//! ```

mod elementary;

use crate::ffi::types as abi;
pub use elementary::*;
pub use nalgebra as na;

/// 3D vector.
pub type Vec3 = nalgebra::Vector3<f64>;
/// Rotation.
pub type Rotation = nalgebra::UnitQuaternion<f64>;
/// Position and orientation of a frame in another: `parent_from_frame`.
pub type Pose = nalgebra::Isometry3<f64>;

/// Pose and velocity of a body's origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyState {
    /// `world_from_body`.
    pub pose: Pose,
    /// Velocity of the origin, world axes, m/s.
    pub linear_velocity: Vec3,
    /// Angular velocity, world axes, rad/s.
    pub angular_velocity: Vec3,
}

impl Default for BodyState {
    fn default() -> Self {
        Self { pose: Pose::identity(), linear_velocity: Vec3::zeros(), angular_velocity: Vec3::zeros() }
    }
}

impl BodyState {
    /// A body at rest.
    pub fn at(pose: Pose) -> Self {
        Self { pose, ..Self::default() }
    }

    /// Heading of the body's x axis about world z, rad in (−π, π].
    pub fn yaw(&self) -> f64 {
        yaw(&self.pose.rotation)
    }

    /// Velocity of the origin in the body's axes, m/s.
    pub fn linear_velocity_body(&self) -> Vec3 {
        self.pose.rotation.inverse_transform_vector(&self.linear_velocity)
    }

    /// Angular velocity in the body's axes, rad/s.
    pub fn angular_velocity_body(&self) -> Vec3 {
        self.pose.rotation.inverse_transform_vector(&self.angular_velocity)
    }
}

/// Heading of a rotation's x axis about world z, rad in (−π, π].
pub fn yaw(rotation: &Rotation) -> f64 {
    let q = rotation.quaternion();
    atan2(2.0 * (q.w * q.k + q.i * q.j), 1.0 - 2.0 * (q.j * q.j + q.k * q.k))
}

/// Wraps an angle to (−π, π]. The result is not finite if the input is not.
pub fn wrap_angle(angle: f64) -> f64 {
    use std::f64::consts::{PI, TAU};
    let wrapped = angle.rem_euclid(TAU);
    if wrapped > PI { wrapped - TAU } else { wrapped }
}

impl From<abi::Vec3> for Vec3 {
    #[inline]
    fn from(v: abi::Vec3) -> Self {
        Vec3::new(v.x, v.y, v.z)
    }
}

impl From<Vec3> for abi::Vec3 {
    #[inline]
    fn from(v: Vec3) -> Self {
        Self { x: v.x, y: v.y, z: v.z }
    }
}

impl From<abi::Pose> for Pose {
    /// The orientation must be a unit quaternion, which the host guarantees.
    #[inline]
    fn from(p: abi::Pose) -> Self {
        let q = p.orientation;
        Pose::from_parts(
            Vec3::from(p.position).into(),
            Rotation::new_unchecked(nalgebra::Quaternion::new(q.w, q.x, q.y, q.z)),
        )
    }
}

impl From<Pose> for abi::Pose {
    #[inline]
    fn from(p: Pose) -> Self {
        let q = p.rotation.quaternion();
        Self { position: p.translation.vector.into(), orientation: abi::Quat { x: q.i, y: q.j, z: q.k, w: q.w } }
    }
}

impl From<abi::BodyState> for BodyState {
    #[inline]
    fn from(b: abi::BodyState) -> Self {
        Self {
            pose: b.pose.into(),
            linear_velocity: b.linear_velocity.into(),
            angular_velocity: b.angular_velocity.into(),
        }
    }
}

impl From<BodyState> for abi::BodyState {
    #[inline]
    fn from(b: BodyState) -> Self {
        Self {
            pose: b.pose.into(),
            linear_velocity: b.linear_velocity.into(),
            angular_velocity: b.angular_velocity.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn poses_cross_the_boundary_unchanged_with_three_angles() {
        let pose = Pose::from_parts(Vec3::new(1.0, -2.0, 3.0).into(), Rotation::from_euler_angles(0.5, -0.4, 2.0));
        let back = Pose::from(abi::Pose::from(pose));
        assert_eq!(pose, back);
        let plain = abi::Pose::from(pose);
        assert_eq!(plain.orientation.w, pose.rotation.w);
        assert_eq!(plain.orientation.x, pose.rotation.i);
    }

    #[test]
    fn yaw_reads_the_heading_of_x_when_rolled_and_pitched() {
        let rotation = Rotation::from_euler_angles(0.3, -0.2, 2.5);
        let x = rotation * Vec3::x();
        assert!((yaw(&rotation) - x.y.atan2(x.x)).abs() < 1e-12);
    }

    #[test]
    fn angles_wrap_into_one_turn() {
        assert!((wrap_angle(3.1 + 3.1) - (6.2 - std::f64::consts::TAU)).abs() < 1e-12);
        assert_eq!(wrap_angle(std::f64::consts::PI), std::f64::consts::PI);
        assert!((wrap_angle(-std::f64::consts::PI) - std::f64::consts::PI).abs() < 1e-15);
    }

    /// BL-26: Orientation angles are always wrapped into one turn, from −π to π.
    #[test]
    fn differences_of_ten_thousand_angles_lie_in_one_turn_and_are_the_same_angles() {
        let mut state = crate::ffi::types::RandomState::derive(26, &["angles"]);
        let mut random = crate::random::Random::from_state(&mut state);
        for _ in 0..10_000 {
            let [a, b] = [(); 2].map(|()| random.uniform(-20.0, 20.0));
            let wrapped = wrap_angle(a - b);
            assert!(wrapped > -std::f64::consts::PI && wrapped <= std::f64::consts::PI, "{a} {b}");
            let turns = (a - b - wrapped) / std::f64::consts::TAU;
            assert!((turns - turns.round()).abs() < 1e-9, "{a} {b}");
        }
    }
}
