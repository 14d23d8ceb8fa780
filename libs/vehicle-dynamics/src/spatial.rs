//! Spatial vectors: velocities, accelerations and forces with linear and angular parts.

use nalgebra::Vector3;
use std::ops::{Add, Mul, Sub};

/// The three linear components, then the three angular ones.
pub type Vector6 = nalgebra::Vector6<f64>;

/// Linear and angular parts in body axes: m/s and rad/s, N and N·m, or similar.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spatial {
    /// Along x, y and z.
    pub linear: Vector3<f64>,
    /// About x, y and z.
    pub angular: Vector3<f64>,
}

impl Spatial {
    /// Combines two vectors component by component.
    #[inline]
    #[must_use]
    pub fn map(&self, other: &Self, of: impl Fn(f64, f64) -> f64) -> Self {
        Self { linear: self.linear.zip_map(&other.linear, &of), angular: self.angular.zip_map(&other.angular, &of) }
    }

    /// Returns the dot product, e.g. the power of a force at a velocity.
    #[inline]
    #[must_use]
    pub fn dot(&self, other: &Self) -> f64 {
        self.linear.dot(&other.linear) + self.angular.dot(&other.angular)
    }
}

impl From<Vector6> for Spatial {
    #[inline]
    fn from(v: Vector6) -> Self {
        Self { linear: Vector3::new(v[0], v[1], v[2]), angular: Vector3::new(v[3], v[4], v[5]) }
    }
}

impl From<[f64; 6]> for Spatial {
    fn from(values: [f64; 6]) -> Self {
        Vector6::from(values).into()
    }
}

impl From<Spatial> for Vector6 {
    #[inline]
    fn from(v: Spatial) -> Self {
        Self::new(v.linear.x, v.linear.y, v.linear.z, v.angular.x, v.angular.y, v.angular.z)
    }
}

impl Add for Spatial {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self { linear: self.linear + other.linear, angular: self.angular + other.angular }
    }
}

impl Sub for Spatial {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self { linear: self.linear - other.linear, angular: self.angular - other.angular }
    }
}

impl Mul<f64> for Spatial {
    type Output = Self;
    #[inline]
    fn mul(self, factor: f64) -> Self {
        Self { linear: self.linear * factor, angular: self.angular * factor }
    }
}
