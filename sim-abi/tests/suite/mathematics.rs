//! The functions of `sim_abi::math` have the same bits everywhere, and nalgebra's rotations use them.

use sim_abi::math::{self, na};
use sim_abi::prelude::*;
use sim_abi::random::Random;

/// Numbers of all magnitudes in a simulation, with both signs. Uses exact operations only.
fn numbers(count: usize) -> Vec<f64> {
    let mut state = sim_abi::ffi::types::RandomState::derive(1, &["mathematics"]);
    let mut random = Random::from_state(&mut state);
    let magnitude = |exponent: u64| if exponent < 40 { (1_u64 << exponent) as f64 / 1_048_576.0 } else { 1.0 };
    (0..count).map(|_| random.uniform(-1.0, 1.0) * magnitude(random.bits() % 48)).collect()
}

/// FNV-1a of the bits of results. All NaNs count as one value: their bits are not significant.
fn digest(results: impl Iterator<Item = f64>) -> u64 {
    let bits = results.map(|x| if x.is_nan() { u64::MAX } else { x.to_bits() });
    bits.flat_map(u64::to_le_bytes)
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

type Unary = fn(f64) -> f64;
type Binary = fn(f64, f64) -> f64;

/// The function of `libm` has no lower limit; neither does nalgebra's.
fn acosh_of_nalgebra(x: f64) -> f64 {
    if x < 1.0 { f64::NAN } else { na::ComplexField::acosh(x) }
}

/// acosh x = 2 asinh √((x − 1)/2): the standard library's sum in the logarithm loses digits near 1.
fn acosh_of_the_system(x: f64) -> f64 {
    2.0 * ((x - 1.0) / 2.0).sqrt().asinh()
}

/// An odd function; the standard library's quotient 2x/(1 − x) loses digits near −1.
fn atanh_of_the_system(x: f64) -> f64 {
    x.abs().atanh().copysign(x)
}

/// Name, function, the function of nalgebra's `ComplexField`, the system's, and the digest of `numbers(4000)`.
const UNARY: [(&str, Unary, Unary, Unary, u64); 20] = [
    ("sin", math::sin, na::ComplexField::sin, f64::sin, 0xebed_3107_9dd6_934c),
    ("cos", math::cos, na::ComplexField::cos, f64::cos, 0x909a_e947_00e2_b98d),
    ("tan", math::tan, na::ComplexField::tan, f64::tan, 0x4e09_1bef_cdb8_d42d),
    ("asin", math::asin, na::ComplexField::asin, f64::asin, 0x7bab_300b_3cdf_c11a),
    ("acos", math::acos, na::ComplexField::acos, f64::acos, 0xe4e1_5873_9e40_b2cd),
    ("atan", math::atan, na::ComplexField::atan, f64::atan, 0x9655_d4d3_13d5_2e1a),
    ("sinh", math::sinh, na::ComplexField::sinh, f64::sinh, 0xebde_b125_58f3_0784),
    ("cosh", math::cosh, na::ComplexField::cosh, f64::cosh, 0x2098_4776_e332_1417),
    ("tanh", math::tanh, na::ComplexField::tanh, f64::tanh, 0x6850_edeb_30a7_1502),
    ("asinh", math::asinh, na::ComplexField::asinh, f64::asinh, 0x139f_9705_8e74_cfcf),
    ("acosh", math::acosh, acosh_of_nalgebra, acosh_of_the_system, 0x66ec_9f47_7545_37d0),
    ("atanh", math::atanh, na::ComplexField::atanh, atanh_of_the_system, 0x2057_30bb_44b7_c4ca),
    ("exp", math::exp, na::ComplexField::exp, f64::exp, 0x08e6_ff3d_4e99_8f86),
    ("exp2", math::exp2, na::ComplexField::exp2, f64::exp2, 0x34e5_27bd_4043_3018),
    ("exp_m1", math::exp_m1, na::ComplexField::exp_m1, f64::exp_m1, 0x31c2_c5cf_c2b5_d90c),
    ("ln", math::ln, na::ComplexField::ln, f64::ln, 0x2f80_dc57_a534_d8c8),
    ("ln_1p", math::ln_1p, na::ComplexField::ln_1p, f64::ln_1p, 0x30bf_4ad0_5d13_eab3),
    ("log2", math::log2, na::ComplexField::log2, f64::log2, 0x958b_eaf1_fbee_629b),
    ("log10", math::log10, na::ComplexField::log10, f64::log10, 0x55ce_13c6_387f_c40f),
    ("cbrt", math::cbrt, na::ComplexField::cbrt, f64::cbrt, 0xe914_5bd3_7566_9bc7),
];

/// The same for functions of two numbers.
const BINARY: [(&str, Binary, Binary, Binary, u64); 3] = [
    ("atan2", math::atan2, na::RealField::atan2, f64::atan2, 0x7370_055b_121b_3d1f),
    ("hypot", math::hypot, na::ComplexField::hypot, f64::hypot, 0x8d49_04ed_3850_6870),
    ("powf", math::powf, na::ComplexField::powf, f64::powf, 0x1f7c_884d_9969_078b),
];

fn pairs(count: usize) -> Vec<(f64, f64)> {
    let all = numbers(2 * count);
    all.chunks(2).map(|pair| (pair[0], pair[1])).collect()
}

/// Digests computed on x86-64; they must be the same on every machine.
#[test]
fn every_function_has_the_bits_that_are_written_down() {
    let (numbers, pairs) = (numbers(4000), pairs(4000));
    let mut wrong = Vec::new();
    for (name, function, _, _, expected) in UNARY {
        let found = digest(numbers.iter().map(|x| function(*x)));
        wrong.extend((found != expected).then(|| format!("{name} {found:#018x}")));
    }
    for (name, function, _, _, expected) in BINARY {
        let found = digest(pairs.iter().map(|(x, y)| function(*x, *y)));
        wrong.extend((found != expected).then(|| format!("{name} {found:#018x}")));
    }
    let powers = digest(pairs.iter().map(|(x, y)| math::powi(*x, (y % 12.0) as i32)));
    wrong.extend((powers != POWERS).then(|| format!("powi {powers:#018x}")));
    assert!(wrong.is_empty(), "{wrong:#?}");
}

const POWERS: u64 = 0x6519_dd37_85e6_b1ef;

/// Number of representable `f64` values between two results.
fn apart(a: f64, b: f64) -> u64 {
    let place = |x: f64| if x.is_sign_negative() { -(x.abs().to_bits() as i64) } else { x.to_bits() as i64 };
    if a.is_nan() && b.is_nan() { 0 } else { place(a).abs_diff(place(b)) }
}

#[test]
fn every_function_is_the_one_of_its_name_to_three_last_bits() {
    for x in numbers(4000) {
        for (name, function, _, system, _) in UNARY {
            assert!(apart(function(x), system(x)) <= 3, "{name}({x}) = {} and {}", function(x), system(x));
        }
        let ((sin, cos), near) = (math::sin_cos(x), math::powi(x, -3));
        assert_eq!((sin.to_bits(), cos.to_bits()), (math::sin(x).to_bits(), math::cos(x).to_bits()), "{x}");
        assert!(apart(near, 1.0 / (x * x * x)) <= 3, "{x}");
    }
    for (x, y) in pairs(4000) {
        for (name, function, _, system, _) in BINARY {
            assert!(apart(function(x, y), system(x, y)) <= 3, "{name}({x}, {y})");
        }
    }
}

#[test]
fn whole_powers_are_products_in_a_fixed_order() {
    for x in numbers(1000) {
        let square = x * x;
        let products = [1.0, x, square, x * square, square * square, x * (square * square)];
        for (n, product) in (0..).zip(products) {
            assert_eq!(math::powi(x, n).to_bits(), product.to_bits(), "{x} to the power of {n}");
            assert_eq!(math::powi(x, -n).to_bits(), (1.0 / product).to_bits(), "{x} to the power of -{n}");
        }
    }
    assert_eq!(math::powi(1.0, i32::MIN), 1.0);
    assert_eq!(math::powi(2.0, i32::MIN), 0.0);
}

#[test]
fn numbers_of_nalgebra_use_the_same_functions() {
    for x in numbers(4000) {
        for (name, function, of_nalgebra, ..) in UNARY {
            let (ours, theirs) = (function(x), of_nalgebra(x));
            assert!(ours.to_bits() == theirs.to_bits() || ours.is_nan() && theirs.is_nan(), "{name}({x}): {theirs}");
        }
    }
    for (x, y) in pairs(4000) {
        for (name, function, of_nalgebra, ..) in BINARY {
            let (ours, theirs) = (function(x, y), of_nalgebra(x, y));
            assert!(ours.to_bits() == theirs.to_bits() || ours.is_nan() && theirs.is_nan(), "{name}({x}, {y})");
        }
    }
}

/// About the z axis, nalgebra's formulas reduce to single functions, so that their bits can be predicted.
#[test]
fn rotations_of_nalgebra_use_the_same_functions() {
    for angle in numbers(4000).into_iter().filter(|angle| angle.abs() > 1e-9 && angle.abs() < 1e6) {
        let (sin, cos) = math::sin_cos(angle / 2.0);
        let turned = Rotation::from_axis_angle(&Vec3::z_axis(), angle);
        assert_eq!((turned.w.to_bits(), turned.k.to_bits()), (cos.to_bits(), sin.to_bits()), "axis and angle {angle}");
        let euler = Rotation::from_euler_angles(0.0, 0.0, angle);
        assert_eq!((euler.w.to_bits(), euler.k.to_bits()), (cos.to_bits(), sin.to_bits()), "yaw {angle}");

        // The exponential of a vector (0, 0, v): (cos |v|, v · (sin |v| / |v|)), in the order of nalgebra.
        let half = (angle / 2.0 * (angle / 2.0)).sqrt();
        let scaled = Rotation::from_scaled_axis(Vec3::new(0.0, 0.0, angle));
        let along = angle / 2.0 * (math::exp(0.0) * math::sin(half) / half);
        assert_eq!((scaled.w.to_bits(), scaled.k.to_bits()), (math::cos(half).to_bits(), along.to_bits()), "{angle}");

        let turned = 2.0 * math::atan2((euler.k * euler.k).sqrt(), euler.w.abs());
        assert_eq!(euler.angle().to_bits(), turned.to_bits(), "angle of {angle}");
        let (roll, pitch, yaw) = euler.euler_angles();
        assert_eq!((roll.abs(), pitch.abs()), (0.0, 0.0), "roll and pitch of {angle}");
        assert!((wrap_angle(yaw - angle)).abs() < 1e-9, "yaw of {angle}");
    }
}

/// Slerp by its formula (Shoemake, 1985) in the order of nalgebra.
#[test]
fn interpolated_rotations_of_nalgebra_use_the_same_functions() {
    let angles: Vec<f64> = numbers(4000).into_iter().filter(|a| (1e-3..3.0).contains(&a.abs())).collect();
    assert!(angles.len() > 500);
    for angle in angles {
        let (from, to) = (Rotation::identity(), Rotation::from_axis_angle(&Vec3::z_axis(), angle));
        let between = from.slerp(&to, 0.3);
        let (sin, cos) = math::sin_cos(angle / 2.0);
        let (apart, whole) = (math::acos(cos), (1.0 - cos * cos).sqrt());
        let (a, b) = (math::sin((1.0 - 0.3) * apart) / whole, math::sin(0.3 * apart) / whole);
        let expected = [a + cos * b, sin * b];
        assert_eq!([between.w.to_bits(), between.k.to_bits()], expected.map(f64::to_bits), "{angle}");
    }
}
