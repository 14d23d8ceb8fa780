//! Numbers in JSON: the shortest text that parses to the same bits, and strings for numbers that JSON lacks.
//!
//! NaN and the infinities are the strings `"NaN"`, `"Infinity"` and `"-Infinity"`; the payload of a NaN is not
//! kept.

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::ser::{Serialize, Serializer};
use std::fmt;

/// One number.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Real(pub f64);

/// The string for a number that JSON cannot represent.
pub(super) fn word(value: f64) -> Option<&'static str> {
    if value.is_finite() {
        None
    } else if value.is_nan() {
        Some("NaN")
    } else if value > 0.0 {
        Some("Infinity")
    } else {
        Some("-Infinity")
    }
}

/// Appends a number.
pub(super) fn push(out: &mut Vec<u8>, value: f64) {
    match word(value) {
        None => push_json(out, &value),
        Some(word) => {
            out.push(b'"');
            out.extend_from_slice(word.as_bytes());
            out.push(b'"');
        }
    }
}

/// Appends a value that always has a JSON representation.
pub(super) fn push_json<T: Serialize + ?Sized>(out: &mut Vec<u8>, value: &T) {
    serde_json::to_writer(out, value).expect("invariant: plain data can be serialized to JSON");
}

impl Serialize for Real {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match word(self.0) {
            None => serializer.serialize_f64(self.0),
            Some(word) => serializer.serialize_str(word),
        }
    }
}

impl<'de> Deserialize<'de> for Real {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Number;
        impl Visitor<'_> for Number {
            type Value = Real;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number, \"NaN\", \"Infinity\" or \"-Infinity\"")
            }

            fn visit_f64<E: Error>(self, value: f64) -> Result<Real, E> {
                Ok(Real(value))
            }

            fn visit_u64<E: Error>(self, value: u64) -> Result<Real, E> {
                Ok(Real(value as f64))
            }

            fn visit_i64<E: Error>(self, value: i64) -> Result<Real, E> {
                Ok(Real(value as f64))
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Real, E> {
                parse_word(text).map(Real).ok_or_else(|| E::invalid_value(serde::de::Unexpected::Str(text), &self))
            }
        }
        deserializer.deserialize_any(Number)
    }
}

fn parse_word(text: &str) -> Option<f64> {
    match text {
        "NaN" => Some(f64::NAN),
        "Infinity" => Some(f64::INFINITY),
        "-Infinity" => Some(f64::NEG_INFINITY),
        _ => None,
    }
}

/// `#[serde(with = "one")]` for a field of type `f64`.
pub(super) mod one {
    use super::{Deserialize, Deserializer, Real, Serialize, Serializer};

    pub fn serialize<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
        Real(*value).serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
        Real::deserialize(deserializer).map(|real| real.0)
    }
}

/// `#[serde(with = "three")]` for a field of type `[f64; 3]`.
pub(super) mod three {
    use super::{Deserialize, Deserializer, Real, Serialize, Serializer};

    pub fn serialize<S: Serializer>(value: &[f64; 3], serializer: S) -> Result<S::Ok, S::Error> {
        value.map(Real).serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[f64; 3], D::Error> {
        <[Real; 3]>::deserialize(deserializer).map(|reals| reals.map(|real| real.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn round_trip(value: f64) -> f64 {
        let mut text = Vec::new();
        push(&mut text, value);
        serde_json::from_slice::<Real>(&text).unwrap().0
    }

    #[test]
    fn odd_numbers_survive() {
        for value in [0.0, -0.0, f64::MIN_POSITIVE, 5e-324, f64::MAX, f64::MIN, 1e22, 0.1 + 0.2, 1e16, 1e-7] {
            assert_eq!(round_trip(value).to_bits(), value.to_bits(), "{value:?}");
        }
        assert!(round_trip(f64::NAN).is_nan());
        assert_eq!(round_trip(f64::INFINITY), f64::INFINITY);
        assert_eq!(round_trip(f64::NEG_INFINITY), f64::NEG_INFINITY);
        assert!(serde_json::from_str::<Real>("\"nought\"").is_err());
    }

    proptest! {
        #[test]
        fn every_finite_number_reads_back_to_the_same_bits(bits: u64) {
            let value = f64::from_bits(bits);
            if value.is_finite() {
                prop_assert_eq!(round_trip(value).to_bits(), bits);
            }
        }
    }
}
