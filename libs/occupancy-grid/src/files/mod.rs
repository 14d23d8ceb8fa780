//! Maps as files: bytes and texts in memory. Reading and writing of files is up to the caller, as is telling their names.
//!
//! [`described`] is a picture (PNG) with a description (JSON): grid and mapped boxes are read back exactly as they were.
//! [`ros`] is the pair of files that `map_server` of ROS reads and `map_saver` writes.
//!
//! Reading takes two steps, since the description names the picture: [`described::read`] and [`described::Description::grid`],
//! [`ros::read`] and [`ros::Description::grid`]. Whatever a file says, reading takes at most the memory of the largest grid and
//! what the file itself takes a few times over.

pub mod described;
mod gray;
mod pgm;
mod png;
pub mod ros;
mod yaml;

use crate::grid::{Cell, Invalid};
use std::fmt;

/// The gray of free cells in pictures that are written: `map_saver`'s.
pub const FREE: u8 = 254;

/// The gray of unknown cells.
pub const UNKNOWN: u8 = 205;

/// The gray of occupied cells.
pub const OCCUPIED: u8 = 0;

/// The gray of a cell.
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
    /// The picture. Its first row is at the largest y.
    pub picture: Vec<u8>,
    /// The text that describes it.
    pub text: String,
}

/// Where in a file something is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In a text, or the head of a picture; both count from 1.
    Text {
        /// Line.
        line: usize,
        /// Column, in characters.
        column: usize,
    },
    /// At a byte, from 0.
    Byte(usize),
    /// At a pixel of the picture; both count from 1, the first row is the uppermost.
    Pixel {
        /// Row.
        row: u32,
        /// Column.
        column: u32,
    },
    /// In what is to be written.
    Written,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text { line, column } => write!(f, "line {line}, column {column}"),
            Self::Byte(byte) => write!(f, "byte {byte}"),
            Self::Pixel { row, column } => write!(f, "row {row}, column {column} of the picture"),
            Self::Written => f.write_str("what is to be written"),
        }
    }
}

/// Why a file cannot be read, or written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileError {
    /// Where it is.
    pub place: Place,
    /// What is wrong.
    pub cause: String,
    /// How to mend it.
    pub remedy: String,
}

impl FileError {
    fn new(place: Place, cause: impl Into<String>, remedy: impl Into<String>) -> Self {
        // Readers of other formats tell parts of a file as they are.
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

/// A piece of a text as it can be told: short, without control characters.
fn told(text: &str) -> String {
    let cut: String = text.chars().take(60).flat_map(char::escape_debug).collect();
    if text.chars().nth(60).is_some() { format!("`{cut}…`") } else { format!("`{cut}`") }
}
