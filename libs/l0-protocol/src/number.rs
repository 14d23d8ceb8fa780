//! Decimal numbers of the protocol, parsed and written without `std`.

use core::fmt;

/// Maximum magnitude of numbers. Larger numbers are written as this one, with their sign.
pub const LARGEST: f64 = 999_999.99;

/// Number of decimals that are parsed; further ones must be digits and are ignored.
const DECIMALS: usize = 9;

/// A number as the protocol writes it: rounded to two decimals, without trailing zeros. NaN is written as 0.
pub(crate) struct Decimal(pub f64);

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Casting NaN gives 0.
        let hundredths = self.0.abs().min(LARGEST) * 100.0 + 0.5;
        let hundredths = if self.0.is_nan() { 0 } else { hundredths as u32 };
        if self.0 < 0.0 && hundredths > 0 {
            f.write_str("-")?;
        }
        write!(f, "{}", hundredths / 100)?;
        match hundredths % 100 {
            0 => Ok(()),
            tenths if tenths % 10 == 0 => write!(f, ".{}", tenths / 10),
            rest => write!(f, ".{rest:02}"),
        }
    }
}

/// Parses a decimal number: an optional sign, digits, and optionally a decimal point with optional further digits. Exponents and words such
/// as `inf` are not accepted. The result is the nearest `f64` for up to nine decimals.
pub(crate) fn read(text: &[u8]) -> Option<f64> {
    let (negative, digits) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    };
    let point = digits.iter().position(|byte| *byte == b'.').unwrap_or(digits.len());
    let (whole, decimals) = (&digits[..point], digits.get(point + 1..).unwrap_or_default());
    if whole.is_empty() && decimals.is_empty() {
        return None;
    }
    let mut mantissa: u64 = 0;
    for byte in whole {
        mantissa = mantissa * 10 + digit(*byte)?;
        if mantissa > LARGEST as u64 {
            return None;
        }
    }
    let mut scale = 1.0;
    for (place, byte) in decimals.iter().enumerate() {
        let digit = digit(*byte)?;
        if place < DECIMALS {
            mantissa = mantissa * 10 + digit;
            scale *= 10.0;
        }
    }
    // Both are integers below 2^53, so the quotient is rounded only once: Clinger, "How to read floating point numbers accurately", PLDI
    // 1990.
    let value = mantissa as f64 / scale;
    match value <= LARGEST {
        true if negative && mantissa > 0 => Some(-value),
        true => Some(value),
        false => None,
    }
}

fn digit(byte: u8) -> Option<u64> {
    byte.is_ascii_digit().then(|| u64::from(byte - b'0'))
}
