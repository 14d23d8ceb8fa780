//! Input errors.

use nalgebra::{Isometry3, Vector3};
use std::fmt;

use crate::TOL;

/// Largest coordinate and length, m; up to it, rounding errors are below [`crate::SLACK`].
pub const LARGEST: f64 = 1e5;

/// Largest angle, rad; up to it, rounding errors are below 1e-9 rad.
pub const LARGEST_ANGLE: f64 = 1e6;

/// An invalid input. [`Self::remedy`] returns how to fix it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Invalid {
    /// This number is not finite.
    NotFinite(&'static str, f64),
    /// This coordinate or length, m, exceeds [`LARGEST`].
    Far(&'static str, f64),
    /// This angle, rad, exceeds [`LARGEST_ANGLE`].
    Angle(&'static str, f64),
    /// This length, m, is less than [`TOL`].
    Thin(&'static str, f64),
    /// A hull, or a part of a mesh, has no points.
    NoPoints,
    /// A triangle of a mesh refers to a nonexistent point: its index, and the number of points.
    NoSuchPoint(u32, usize),
}

impl Invalid {
    /// Returns how to fix it.
    #[must_use]
    pub fn remedy(&self) -> &'static str {
        match self {
            Self::NotFinite(..) => "use a finite number",
            Self::Far(..) => "use at most 100000 m; move the scene closer to the origin",
            Self::Angle(..) => "use an angle of at most 1000000 rad",
            Self::Thin(..) => "use at least 0.001 m",
            Self::NoPoints => "add at least one point, or one triangle",
            Self::NoSuchPoint(..) => "use indices of the point list, from 0",
        }
    }
}

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFinite(what, value) => write!(f, "{what} is {value}"),
            Self::Far(what, value) | Self::Thin(what, value) => write!(f, "{what} is {value} m"),
            Self::Angle(what, value) => write!(f, "{what} is {value} rad"),
            Self::NoPoints => write!(f, "there are no points"),
            Self::NoSuchPoint(number, count) => write!(f, "a triangle uses point {number} of {count}"),
        }
    }
}

impl std::error::Error for Invalid {}

/// Validates a coordinate, m.
pub(crate) fn coordinate(what: &'static str, value: f64) -> Result<f64, Invalid> {
    if !value.is_finite() {
        Err(Invalid::NotFinite(what, value))
    } else if value.abs() > LARGEST {
        Err(Invalid::Far(what, value))
    } else {
        Ok(value)
    }
}

/// Validates the length of a solid, m.
pub(crate) fn length(what: &'static str, value: f64) -> Result<f64, Invalid> {
    if coordinate(what, value)? < TOL { Err(Invalid::Thin(what, value)) } else { Ok(value) }
}

/// Validates an angle, rad.
pub(crate) fn angle(what: &'static str, value: f64) -> Result<f64, Invalid> {
    if !value.is_finite() {
        Err(Invalid::NotFinite(what, value))
    } else if value.abs() > LARGEST_ANGLE {
        Err(Invalid::Angle(what, value))
    } else {
        Ok(value)
    }
}

/// Validates three coordinates, m.
pub(crate) fn point(what: [&'static str; 3], at: &Vector3<f64>) -> Result<(), Invalid> {
    (0..3).try_for_each(|axis| coordinate(what[axis], at[axis]).map(drop))
}

/// Validates a position and an orientation.
pub(crate) fn pose(at: &Isometry3<f64>) -> Result<(), Invalid> {
    point(["x of the position", "y of the position", "z of the position"], &at.translation.vector)?;
    let unit = at.rotation.coords.norm();
    if (unit - 1.0).abs() < 1e-6 { Ok(()) } else { Err(Invalid::NotFinite("the orientation quaternion", unit)) }
}
