//! Tests of the index as a whole: against brute force, against parry, at large coordinates, on bad input.

mod contacts;
mod neighbors;
mod rays;
mod replicas;
mod space;
mod surfaces;

use nalgebra::{Isometry3, Point3, Translation3, UnitQuaternion, Vector3};
use proptest::prelude::*;

use super::*;

pub(crate) fn pose(x: f64, y: f64, z: f64, roll: f64, pitch: f64, yaw: f64) -> Isometry3<f64> {
    Isometry3::from_parts(Translation3::new(x, y, z), UnitQuaternion::from_euler_angles(roll, pitch, yaw))
}

pub(crate) fn any_pose(reach: f64) -> impl Strategy<Value = Isometry3<f64>> {
    let place = -reach..reach;
    let turn = -3.0..3.0;
    (place.clone(), place.clone(), place, turn.clone(), -1.5..1.5, turn)
        .prop_map(|(x, y, z, roll, pitch, yaw)| pose(x, y, z, roll, pitch, yaw))
}

pub(crate) fn wedge() -> Shape {
    Shape::try_ramp(1.2, 0.8, 0.5).expect("valid ramp")
}

pub(crate) fn primitive() -> impl Strategy<Value = Shape> {
    let size = || 0.05..1.5_f64;
    prop_oneof![
        (size(), size(), size()).prop_map(|(x, y, z)| Shape::Box { half_extents: Vector3::new(x, y, z) }),
        size().prop_map(|radius| Shape::Sphere { radius }),
        (size(), size()).prop_map(|(radius, half_height)| Shape::Cylinder { radius, half_height }),
        (size(), size()).prop_map(|(radius, half_length)| Shape::Capsule { radius, half_length }),
    ]
}

pub(crate) fn any_shape() -> impl Strategy<Value = Shape> {
    prop_oneof![8 => primitive(), 1 => Just(Shape::HalfSpace), 1 => Just(wedge())]
}

#[derive(Debug, Clone)]
pub(crate) struct Piece {
    pub shape: Shape,
    pub pose: Isometry3<f64>,
    pub moving: bool,
}

pub(crate) fn any_piece(reach: f64) -> impl Strategy<Value = Piece> {
    (any_shape(), any_pose(reach), any::<bool>(), any::<bool>()).prop_map(|(shape, mut pose, moving, upright)| {
        if upright {
            let yaw = pose.rotation.euler_angles().2;
            pose.rotation = UnitQuaternion::from_euler_angles(0.0, 0.0, yaw);
        }
        if matches!(shape, Shape::HalfSpace) {
            // Keep most of the scene above the ground.
            pose = Isometry3::translation(0.0, 0.0, -2.0 * pose.translation.z.abs());
        }
        Piece { shape, pose, moving }
    })
}

pub(crate) fn build(pieces: &[Piece]) -> SpatialIndex {
    let mut index = SpatialIndex::new();
    for piece in pieces {
        let mobility = if piece.moving { Mobility::Moving } else { Mobility::Fixed };
        let colliders = vec![Collider::new(piece.shape.clone())];
        index.add_body(mobility, colliders, piece.pose).expect("valid piece");
    }
    index.refresh(false);
    index
}

pub(crate) fn ball(radius: f64) -> Collider {
    Collider::new(Shape::try_sphere(radius).expect("valid radius"))
}

pub(crate) fn cuboid(x: f64, y: f64, z: f64) -> Collider {
    Collider::new(Shape::try_box(Vector3::new(x, y, z)).expect("valid half extents"))
}

pub(crate) fn drum(radius: f64, half_height: f64) -> Collider {
    Collider::new(Shape::try_cylinder(radius, half_height).expect("valid cylinder"))
}

pub(crate) fn at(x: f64, y: f64, z: f64) -> Isometry3<f64> {
    Isometry3::translation(x, y, z)
}

pub(crate) fn unit(x: f64, y: f64, z: f64) -> Vector3<f64> {
    Vector3::new(x, y, z).normalize()
}

pub(crate) fn point(x: f64, y: f64, z: f64) -> Point3<f64> {
    Point3::new(x, y, z)
}
