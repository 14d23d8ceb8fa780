//! Poses and axes: from the frame of the file to that of the scene, in which z is up.

use nalgebra::{Matrix3, Matrix4, Rotation3, Unit, Vector3};
use serde_json::{Map, Value, json};
use std::f64::consts::{FRAC_PI_2, PI, TAU};

/// Position, orientation and scale, in the axes of the file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Frame(pub(super) Matrix4<f64>);

impl Frame {
    /// The root frame of the file.
    pub(super) fn identity() -> Self {
        Self(Matrix4::identity())
    }

    /// Composes this frame with a child frame.
    pub(super) fn then(&self, inner: &Self) -> Self {
        Self(self.0 * inner.0)
    }

    /// A translation.
    pub(super) fn shift(by: Vector3<f64>) -> Self {
        Self(Matrix4::new_translation(&by))
    }

    /// A rotation about an axis by an angle, rad.
    pub(super) fn turn([x, y, z, angle]: [f64; 4]) -> Self {
        Self(turn([x, y, z, angle]).to_homogeneous())
    }

    /// Scale factors along the axes.
    pub(super) fn scale(by: Vector3<f64>) -> Self {
        Self(Matrix4::new_nonuniform_scaling(&by))
    }

    /// The linear part: rotation and scale.
    pub(super) fn linear(&self) -> Matrix3<f64> {
        self.0.fixed_view::<3, 3>(0, 0).into_owned()
    }

    /// Position of the origin.
    pub(super) fn origin(&self) -> Vector3<f64> {
        self.0.fixed_view::<3, 1>(0, 3).into_owned()
    }

    /// Transforms a point.
    pub(super) fn point(&self, point: Vector3<f64>) -> Vector3<f64> {
        self.linear() * point + self.origin()
    }

    /// Whether all numbers are finite.
    pub(super) fn is_finite(&self) -> bool {
        self.0.iter().all(|number| number.is_finite())
    }
}

/// A rotation about an axis with positive length by an angle, rad.
pub(super) fn turn([x, y, z, angle]: [f64; 4]) -> Rotation3<f64> {
    Rotation3::from_axis_angle(&Unit::new_normalize(Vector3::new(x, y, z)), angle)
}

/// The quarter turn about x that converts y-up to z-up: (x, y, z) becomes (x, −z, y).
pub(super) fn y_up() -> Matrix3<f64> {
    Matrix3::new(1.0, 0.0, 0.0, 0.0, 0.0, -1.0, 0.0, 1.0, 0.0)
}

/// A pose in the scene.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pose {
    pub(super) rotation: Matrix3<f64>,
    pub(super) position: Vector3<f64>,
}

impl Pose {
    /// The same pose relative to another one.
    pub(super) fn seen_from(&self, other: &Pose) -> Pose {
        let back = other.rotation.transpose();
        Pose { rotation: back * self.rotation, position: back * (self.position - other.position) }
    }

    /// Whether its rotation differs from the identity, up to rounding.
    pub(super) fn is_turned(&self) -> bool {
        (self.rotation - Matrix3::identity()).amax() > 1e-9
    }

    /// Writes the fields `at` and `rpy` or `yaw` of a scene; fields with zero values are omitted.
    pub(super) fn write(&self, fields: &mut Map<String, Value>) {
        let at = tidy(self.position);
        if at != [0.0; 3] {
            fields.insert("at".into(), json!(at));
        }
        match angles(&self.rotation) {
            [0.0, 0.0, 0.0] => {}
            [0.0, 0.0, yaw] => _ = fields.insert("yaw".into(), json!(yaw)),
            angles => _ = fields.insert("rpy".into(), json!(angles)),
        }
    }
}

/// Roll, pitch and yaw of a rotation, the simplest of the equivalent triples.
fn angles(rotation: &Matrix3<f64>) -> [f64; 3] {
    let (roll, pitch, yaw) = Rotation3::from_matrix_unchecked(*rotation).euler_angles();
    let first = [roll, pitch, yaw];
    // In gimbal lock (pitch ±90°), only the difference or sum of roll and yaw is determined.
    let upright = [0.0, pitch.signum() * FRAC_PI_2, (-rotation[(0, 1)]).atan2(rotation[(1, 1)])];
    let others = [[roll + PI, PI - pitch, yaw + PI], upright];
    let is_same = |angles: &[f64; 3]| {
        let [roll, pitch, yaw] = *angles;
        (Rotation3::from_euler_angles(roll, pitch, yaw).matrix() - rotation).amax() < 1e-9
    };
    let length = |angles: &[f64; 3]| -> f64 { angles.iter().map(|angle| angle.abs()).sum() };
    let others = others.map(|angles| angles.map(tidy_angle));
    let mut best = first.map(tidy_angle);
    for angles in others.into_iter().filter(is_same) {
        if length(&angles) < length(&best) - 1e-9 {
            best = angles;
        }
    }
    best
}

/// An angle between −π and π, rad, without rounding errors: snaps to quarter turns nearby.
fn tidy_angle(angle: f64) -> f64 {
    let angle = if angle > PI + 1e-9 {
        angle - TAU
    } else if angle < -PI - 1e-9 {
        angle + TAU
    } else {
        angle
    };
    let quarters = (angle / FRAC_PI_2).round();
    if (angle - quarters * FRAC_PI_2).abs() < 1e-9 { quarters * FRAC_PI_2 + 0.0 } else { tidy_number(angle) }
}

/// Decomposes a matrix into a rotation and scale factors along its axes, if possible; a reflection negates the third axis.
pub(super) fn decomposed(matrix: &Matrix3<f64>) -> Option<(Matrix3<f64>, Vector3<f64>, bool)> {
    let scale = Vector3::from_fn(|column, _| matrix.column(column).norm());
    if scale.min() <= 0.0 || !scale.max().is_finite() {
        return None;
    }
    let mut axes = Matrix3::from_fn(|row, column| matrix[(row, column)] / scale[column]);
    let skew = |a: usize, b: usize| axes.column(a).dot(&axes.column(b)).abs() > 1e-9;
    if skew(0, 1) || skew(0, 2) || skew(1, 2) {
        return None;
    }
    let reflected = axes.determinant() < 0.0;
    if reflected {
        axes.column_mut(2).neg_mut();
    }
    Some((axes, scale, reflected))
}

/// Removes rounding errors: rounds to multiples of 10⁻¹², and −0 to 0.
pub(super) fn tidy_number(number: f64) -> f64 {
    let rounded = (number * 1e12).round() / 1e12;
    if number.abs() < 1e3 { rounded + 0.0 } else { number }
}

/// Removes rounding errors of a vector.
pub(super) fn tidy(vector: Vector3<f64>) -> [f64; 3] {
    [vector.x, vector.y, vector.z].map(tidy_number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn y_becomes_z_and_z_becomes_minus_y() {
        assert_eq!(y_up() * Vector3::new(1.0, 2.0, 3.0), Vector3::new(1.0, -3.0, 2.0));
        assert_eq!(y_up().determinant(), 1.0);
    }

    #[test]
    fn angles_of_a_pose_are_those_of_scenes() {
        let written = |rotation: Rotation3<f64>| {
            let mut fields = Map::new();
            Pose { rotation: rotation.into_inner(), position: Vector3::zeros() }.write(&mut fields);
            Value::Object(fields)
        };
        assert_eq!(written(Rotation3::identity()), json!({}));
        assert_eq!(written(turn([0.0, 0.0, 2.0, 0.5])), json!({"yaw": 0.5}));
        assert_eq!(written(turn([1.0, 0.0, 0.0, FRAC_PI_2]))["rpy"][0], json!(FRAC_PI_2));
        // Two angles at once, and gimbal lock.
        for [roll, pitch, yaw] in [[0.3, -0.4, 1.2], [0.2, FRAC_PI_2, 0.7], [3.0, 1.0, -3.0]] {
            let rotation = Rotation3::from_euler_angles(roll, pitch, yaw);
            let value = written(rotation);
            let angle = |at: usize| value["rpy"][at].as_f64().unwrap();
            let again = Rotation3::from_euler_angles(angle(0), angle(1), angle(2));
            assert!(again.angle_to(&rotation) < 1e-7, "{roll} {pitch} {yaw}: {value}");
        }
        // The shorter one of two equivalent triples.
        assert_eq!(
            written(Rotation3::from_euler_angles(PI, -FRAC_PI_2 - 4e-13, PI))["rpy"],
            json!([0.0, -FRAC_PI_2, 0.0])
        );
        assert_eq!(written(Rotation3::from_euler_angles(0.0, PI, 0.0))["rpy"], json!([0.0, PI, 0.0]));
    }

    #[test]
    fn a_skewed_matrix_is_no_rotation_with_factors_and_a_mirror_is_found() {
        let turned = turn([1.0, 2.0, 3.0, 0.7]).into_inner();
        let scaled = turned * Matrix3::from_diagonal(&Vector3::new(1.0, 2.0, 3.0));
        let (axes, scale, reflected) = decomposed(&scaled).unwrap();
        assert!((axes - turned).amax() < 1e-12 && (scale - Vector3::new(1.0, 2.0, 3.0)).amax() < 1e-12 && !reflected);
        assert!(decomposed(&(Matrix3::from_diagonal(&Vector3::new(1.0, 2.0, 3.0)) * turned)).is_none());
        let mirrored = Matrix3::from_diagonal(&Vector3::new(-1.0, 1.0, 1.0));
        let (axes, _, reflected) = decomposed(&mirrored).unwrap();
        assert!(reflected && axes.determinant() > 0.0);
        assert!(decomposed(&Matrix3::zeros()).is_none());
    }
}
