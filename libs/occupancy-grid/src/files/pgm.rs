//! Portable graymaps: <https://netpbm.sourceforge.net/doc/pgm.html>.

use super::gray::{Corner, Size, row_of};
use super::{FileError, Place, excerpt, gray};
use crate::grid::{Cell, Grid};

/// Largest value for white in the format.
const WHITEST: u32 = 65_535;

/// Expected header.
const HEAD: &str = "start the header with P5 (or P2), columns, rows and maximum value, such as `P5 200 100 255`";

/// Encodes an image in the binary form, one byte per pixel.
pub(super) fn write(grid: &Grid) -> Vec<u8> {
    let mut bytes = format!("P5\n{} {}\n255\n", grid.columns(), grid.rows()).into_bytes();
    bytes.reserve_exact(grid.cells().len());
    for row in grid.row_slices().rev() {
        bytes.extend(row.iter().copied().map(gray));
    }
    bytes
}

/// Returns whether a file has the signature of this format.
pub(super) fn is_one(bytes: &[u8]) -> bool {
    bytes.starts_with(b"P5") || bytes.starts_with(b"P2")
}

/// Decodes an image; `cell` converts a value and the value of white to a cell.
pub(super) fn read(bytes: &[u8], corner: &Corner, cell: impl Fn(u32, u32) -> Cell) -> Result<Grid, FileError> {
    let mut text = Text { bytes, at: 0 };
    let binary = match bytes.get(..2) {
        Some(b"P5") => true,
        Some(b"P2") => false,
        _ => return Err(FileError::new(Place::Byte(0), "not a PGM image", HEAD)),
    };
    text.at = 2;
    let size_at = text.next_place();
    let [columns, rows] = [text.number("columns")?, text.number("rows")?];
    let white_at = text.next_place();
    let white = text.number("the maximum value")?;
    if !(1..=WHITEST).contains(&white) {
        return Err(FileError::new(white_at, format!("the maximum value is {white}"), "use a value from 1 to 65535"));
    }
    let size = Size { columns, rows, place: size_at };
    corner.check(size)?;
    let count = columns as usize * rows as usize;
    let meaning: Vec<Cell> = (0..=white).map(|value| cell(value, white)).collect();
    if binary {
        let bytes_each = if white > 255 { 2 } else { 1 };
        // One whitespace character ends the header; binary data follows.
        if bytes.get(text.at).is_some_and(|byte| !byte.is_ascii_whitespace()) {
            let cause = "no whitespace after the maximum value";
            return Err(FileError::new(text.place(), cause, "separate header and pixels with one space or newline"));
        }
        let begin = (text.at + 1).min(bytes.len());
        let have = bytes.len() - begin;
        if have < count * bytes_each {
            return Err(short(Place::Byte(bytes.len()), columns, rows, have / bytes_each));
        }
        let (pixels, rest) = bytes[begin..].split_at(count * bytes_each);
        if let Some(more) = rest.iter().position(|byte| !byte.is_ascii_whitespace()) {
            return Err(long(Place::Byte(begin + pixels.len() + more), columns, rows));
        }
        let mut values =
            pixels.chunks_exact(bytes_each).map(|value| value.iter().fold(0, |all, byte| all << 8 | u32::from(*byte)));
        fill(corner.grid(size)?, &meaning, || Ok(values.next().unwrap_or(0)))
    } else {
        // Each value takes at least a digit and a space: a short file must not allocate the memory of a large image.
        if bytes.len() - text.at < 2 * count {
            return Err(short(Place::Byte(bytes.len()), columns, rows, (bytes.len() - text.at) / 2));
        }
        let grid = fill(corner.grid(size)?, &meaning, || text.number("a pixel"))?;
        text.skip();
        if text.at < bytes.len() { Err(long(text.place(), columns, rows)) } else { Ok(grid) }
    }
}

/// Fills the cells of a grid from values, first row first.
fn fill(mut grid: Grid, meaning: &[Cell], mut next: impl FnMut() -> Result<u32, FileError>) -> Result<Grid, FileError> {
    for row in 0..grid.rows() {
        for (column, cell) in (1..).zip(row_of(&mut grid, row)) {
            let value = next()?;
            *cell = *meaning.get(value as usize).ok_or_else(|| {
                let white = meaning.len() - 1;
                let cause = format!("the value {value} is above the maximum, {white}");
                FileError::new(
                    Place::Pixel { row: row + 1, column },
                    cause,
                    "fix the value, or the maximum in the header",
                )
            })?;
        }
    }
    Ok(grid)
}

fn short(place: Place, columns: u32, rows: u32, have: usize) -> FileError {
    let cause = format!("the file has at most {have} of {columns} × {rows} pixels");
    FileError::new(place, cause, "copy the image again, or fix columns and rows in its header")
}

fn long(place: Place, columns: u32, rows: u32) -> FileError {
    let cause = format!("extra data after {columns} × {rows} pixels");
    FileError::new(place, cause, "fix columns and rows in the header, or keep only one image in the file")
}

/// Parses numbers separated by whitespace and comments.
struct Text<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Text<'_> {
    /// Skips whitespace and comments.
    fn skip(&mut self) {
        let mut comment = false;
        while let Some(byte) = self.bytes.get(self.at) {
            comment = if comment { !matches!(byte, b'\n' | b'\r') } else { *byte == b'#' };
            if !comment && !byte.is_ascii_whitespace() {
                return;
            }
            self.at += 1;
        }
    }

    fn place(&self) -> Place {
        let before = &self.bytes[..self.at.min(self.bytes.len())];
        let line = before.iter().filter(|byte| **byte == b'\n').count();
        let begin = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        Place::Text { line: line + 1, column: before.len() - begin + 1 }
    }

    /// Returns the position of the next number.
    fn next_place(&mut self) -> Place {
        self.skip();
        self.place()
    }

    /// Returns the next number; `what` names it in errors.
    fn number(&mut self, what: &str) -> Result<u32, FileError> {
        self.skip();
        let rest = &self.bytes[self.at..];
        let length = rest.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(rest.len());
        // Only digits, which are valid UTF-8; an empty string is not a number.
        let number = std::str::from_utf8(&rest[..length]).ok().and_then(|digits| digits.parse().ok());
        number.inspect(|_| self.at += length).ok_or_else(|| {
            let end = rest
                .iter()
                .position(u8::is_ascii_whitespace)
                .unwrap_or(rest.len())
                .clamp(1.min(rest.len()), 60.min(rest.len()));
            let found = String::from_utf8_lossy(&rest[..end]);
            let cause = match rest {
                [] => format!("expected {what}, found the end of the file"),
                _ => format!("expected {what}, found {}", excerpt(&found)),
            };
            FileError::new(self.place(), cause, format!("use whole numbers below 2^32; {HEAD}"))
        })
    }
}
