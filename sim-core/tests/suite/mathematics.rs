//! Numbers and rotations of the geometry library use the functions of `libm`: this is a feature of dependencies, and a
//! dependency that loses it would make runs depend on the machine without notice.

use glamx::{DRot3, Rot3};
use sim_abi::math;
use sim_abi::math::na;

/// Angles from a thousandth of a radian to a few hundred turns, with both signs.
fn angles() -> impl Iterator<Item = f64> {
    (1..4000).map(|i| f64::from(i) * 0.37).flat_map(|angle| [angle * 1e-3, angle, -angle])
}

#[test]
fn rotations_in_32_bits_have_the_bits_of_libm() {
    for angle in angles().map(|angle| angle as f32) {
        let turned = Rot3::from_rotation_z(angle);
        let (sin, cos) = libm::sincosf(angle * 0.5);
        assert_eq!([turned.z.to_bits(), turned.w.to_bits()], [sin.to_bits(), cos.to_bits()], "{angle}");
    }
}

#[test]
fn rotations_in_64_bits_have_the_bits_of_libm() {
    for angle in angles() {
        let turned = DRot3::from_rotation_z(angle);
        let (sin, cos) = math::sin_cos(angle * 0.5);
        assert_eq!([turned.z.to_bits(), turned.w.to_bits()], [sin.to_bits(), cos.to_bits()], "{angle}");
    }
}

#[test]
fn numbers_of_the_geometry_library_have_the_bits_of_libm() {
    for angle in angles() {
        let single = angle as f32;
        let (sin, cos) = na::ComplexField::sin_cos(single);
        assert_eq!(
            [sin.to_bits(), cos.to_bits()],
            [libm::sinf(single), libm::cosf(single)].map(f32::to_bits),
            "{angle}"
        );
        let (arc, expected) = (na::RealField::atan2(sin, cos), libm::atan2f(sin, cos));
        assert_eq!(arc.to_bits(), expected.to_bits(), "{angle}");
        let (root, expected) = (na::ComplexField::powf(single.abs(), 0.3), libm::powf(single.abs(), 0.3));
        assert_eq!(root.to_bits(), expected.to_bits(), "{angle}");
        assert_eq!(na::ComplexField::exp(-angle).to_bits(), math::exp(-angle).to_bits(), "{angle}");
    }
}
