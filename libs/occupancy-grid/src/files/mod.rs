//! Map files as in-memory bytes and text. The caller reads and writes the files and reports their names.
//!
//! [`described`] is an image (PNG) with a description (JSON): grid and mapped boxes are restored exactly. [`ros`] is the pair of files that
//! `map_server` of ROS reads and `map_saver` writes.
//!
//! Reading takes two steps, since the description names the image: [`described::read`] and [`described::Description::grid`], [`ros::read`]
//! and [`ros::Description::grid`]. For any input, reading uses at most the memory of the largest grid plus a small multiple of the file
//! size.

pub mod described;
mod gray;
mod pgm;
mod png;
pub mod ros;
mod yaml;

use crate::grid::{Cell, Invalid};
use std::fmt;

/// Gray of free cells in written images, as in `map_saver`.
pub const FREE: u8 = 254;

/// Gray of unknown cells.
pub const UNKNOWN: u8 = 205;

/// Gray of occupied cells.
pub const OCCUPIED: u8 = 0;

/// Returns the gray of a cell.
fn gray(cell: Cell) -> u8 {
    match cell {
        Cell::Unknown => UNKNOWN,
        Cell::Free => FREE,
        Cell::Occupied => OCCUPIED,
    }
}

/// A map as two files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The image. Its first row is at the largest y.
    pub picture: Vec<u8>,
    /// The description.
    pub text: String,
}

/// Position of an error in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In a text, or the header of an image; both count from 1.
    Text {
        /// Line.
        line: usize,
        /// Column, in characters.
        column: usize,
    },
    /// At a byte, from 0.
    Byte(usize),
    /// At a pixel of the image; both count from 1, the first row is at the top.
    Pixel {
        /// Row.
        row: u32,
        /// Column.
        column: u32,
    },
    /// In the data to be written.
    Written,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text { line, column } => write!(f, "line {line}, column {column}"),
            Self::Byte(byte) => write!(f, "byte {byte}"),
            Self::Pixel { row, column } => write!(f, "row {row}, column {column} of the image"),
            Self::Written => f.write_str("output"),
        }
    }
}

/// Why a file cannot be read or written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileError {
    /// Position.
    pub place: Place,
    /// The problem.
    pub cause: String,
    /// The fix.
    pub remedy: String,
}

impl FileError {
    fn new(place: Place, cause: impl Into<String>, remedy: impl Into<String>) -> Self {
        // Parsers of other formats quote parts of a file verbatim.
        let letters = cause.into();
        let plain = letters.chars().flat_map(|letter| {
            let (escaped, letter) =
                if letter.is_control() { (Some(letter.escape_default()), None) } else { (None, Some(letter)) };
            escaped.into_iter().flatten().chain(letter)
        });
        Self { place, cause: plain.collect(), remedy: remedy.into() }
    }

    fn invalid(place: Place, invalid: Invalid) -> Self {
        Self::new(place, invalid.to_string(), invalid.remedy())
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}; {}", self.place, self.cause, self.remedy)
    }
}

impl std::error::Error for FileError {}

/// Returns an excerpt suitable for messages: short, without control characters.
fn excerpt(text: &str) -> String {
    let cut: String = text.chars().take(60).flat_map(char::escape_debug).collect();
    if text.chars().nth(60).is_some() { format!("`{cut}…`") } else { format!("`{cut}`") }
}
