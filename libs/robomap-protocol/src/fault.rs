//! Errors in datagrams.

use crate::{MAX_DATAGRAM_LENGTH, MAX_ID};
use std::fmt;

/// Why a datagram is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It is empty.
    Empty,
    /// It has this number of bytes, more than [`MAX_DATAGRAM_LENGTH`].
    TooLong(usize),
    /// A value extends past the end of the datagram.
    Truncated,
    /// It contains the reserved code `c1`.
    Reserved,
    /// Its value is not an array.
    NoArray,
    /// This number of bytes follows the array.
    Trailing(usize),
    /// The array is too short for id and type.
    NoType,
    /// The id is not an integer from 0 to [`MAX_ID`].
    Id,
    /// The type is not an integer.
    Type,
    /// The dialect does not have this type.
    UnknownType(i128),
    /// The length of the array does not match the type.
    Length {
        /// Expected length.
        expected: u32,
        /// Actual length.
        found: u32,
    },
    /// A field is not a number, or not an integer where one is required; counted from 0, the id.
    Kind(u8),
    /// A field is not finite.
    NotFinite(u8),
    /// A field is out of range.
    Range(u8),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("empty datagram"),
            Self::TooLong(bytes) => write!(f, "{bytes} bytes, the maximum is {MAX_DATAGRAM_LENGTH}"),
            Self::Truncated => f.write_str("it ends inside a value"),
            Self::Reserved => f.write_str("it contains the reserved byte c1"),
            Self::NoArray => f.write_str("not an array"),
            Self::Trailing(bytes) => write!(f, "extra bytes after the packet: {bytes}"),
            Self::NoType => f.write_str("missing id and type"),
            Self::Id => write!(f, "the id is not an integer from 0 to {MAX_ID}"),
            Self::Type => f.write_str("the type is not an integer"),
            Self::UnknownType(number) => write!(f, "unknown packet type {number}"),
            Self::Length { expected, found } => write!(f, "{found} fields instead of {expected}"),
            Self::Kind(field) => write!(f, "field {field} has the wrong type"),
            Self::NotFinite(field) => write!(f, "field {field} is not finite"),
            Self::Range(field) => write!(f, "field {field} is out of range"),
        }
    }
}

impl std::error::Error for Fault {}
