//! Decimal numbers of the protocol, read and written without `std`.

use core::fmt;

/// Largest number that is read or written. Beyond it a number is written as this one, with its sign.
pub const LARGEST: f64 = 999_999.99;

/// Decimals that are read; further ones must be digits and are left out.
const DECIMALS: usize = 9;

/// A number as the protocol writes it: rounded to two decimals, without zeros at the end. What is no number is written as 0.
pub(crate) struct Decimal(pub f64);

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A cast of a NaN gives 0.
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

/// Reads a decimal number: a sign or none, digits, and a decimal point with further digits or none. Neither exponents nor words
/// such as `inf` are numbers here. The result is the nearest `f64` for up to nine decimals.
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
    // Both are whole numbers below 2^53, so the quotient is rounded once: Clinger, "How to read floating point numbers
    // accurately", PLDI 1990.
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
