//! Live numbers with fixed width and aligned decimal points.

/// Width of a number: a sign, four digits, the point and four decimals.
pub const WIDTH: usize = 10;
/// Maximum number written without an exponent.
const PLAIN: f64 = 9_999.0;

/// A number with the given decimals, left-padded with spaces to [`WIDTH`] characters for monospace alignment. A number that rounds to zero
/// has no sign.
pub fn column(value: f64, decimals: usize) -> String {
    let text = fixed(value, decimals);
    format!("{text:>WIDTH$}")
}

/// Several numbers in a row, such as a position. Each has room for a sign and three digits before the point.
pub fn several<const N: usize>(values: [f64; N], decimals: usize) -> String {
    let width = 5 + decimals;
    values.map(|value| format!("{:>width$}", fixed(value, decimals))).join(" ")
}

/// An integer, aligned with the integer digits of [`column`].
pub fn count(count: u64) -> String {
    format!("{count:>6}")
}

/// A unit as displayed; empty for dimensionless numbers.
pub fn unit(unit: &str) -> &str {
    if unit == "1" { "" } else { unit }
}

/// A number with its unit.
pub fn with_unit(number: &str, of: &str) -> String {
    match unit(of) {
        "" => number.to_owned(),
        unit => format!("{number} {unit}"),
    }
}

/// A number with the given decimals, without padding.
pub fn fixed(value: f64, decimals: usize) -> String {
    if !value.is_finite() {
        return if value.is_nan() { "–".into() } else { (if value > 0.0 { "∞" } else { "−∞" }).into() };
    }
    if value.abs() > PLAIN {
        return format!("{value:.3e}");
    }
    let text = format!("{value:.decimals$}");
    let zero = !text.bytes().any(|letter| (b'1'..=b'9').contains(&letter));
    if zero { text.trim_start_matches('-').to_string() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_any_size_take_the_same_room_and_zero_has_no_sign() {
        for value in [
            0.0,
            -0.0,
            -0.00001,
            1.0,
            -1234.5678,
            9_999.0,
            -9_999.0,
            -12345.678,
            1e9,
            -1.5e300,
            f64::MIN,
            f64::MAX,
            1e-300,
        ] {
            let text = column(value, 4);
            assert_eq!(text.chars().count(), WIDTH, "{text}");
        }
        for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert_eq!(column(value, 4).chars().count(), WIDTH);
        }
        assert_eq!((column(-0.00004, 4), column(0.00004, 4)), ("    0.0000".into(), "    0.0000".into()));
        assert_eq!((fixed(-0.04, 1), fixed(-0.06, 1), fixed(-1.0, 0)), ("0.0".into(), "-0.1".into(), "-1".into()));
    }

    #[test]
    fn decimal_points_stand_below_each_other() {
        let points = [0.5, -3.25, 1234.56789, -0.00001].map(|value| column(value, 4).find('.'));
        assert_eq!(points, [Some(5); 4]);
    }
}
