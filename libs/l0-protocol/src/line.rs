//! Splits a byte stream into lines.

/// Maximum length of a line without its terminator, bytes.
pub const MAX_LINE_LENGTH: usize = 128;

/// A received line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line<'a> {
    /// A line without its terminator.
    Text(&'a [u8]),
    /// A line longer than [`MAX_LINE_LENGTH`]; its contents are discarded.
    TooLong,
}

/// Splits a byte stream into lines. LF terminates a line, a preceding CR is not part of the line, and empty or blank lines are skipped.
#[derive(Clone, Debug)]
pub struct LineReader {
    bytes: [u8; MAX_LINE_LENGTH],
    /// Number of bytes in the line so far; [`TOO_LONG`] after an overflow.
    length: usize,
    /// Whether a CR was received that may belong to the line terminator.
    carriage_return: bool,
}

const TOO_LONG: usize = usize::MAX;

impl Default for LineReader {
    fn default() -> Self {
        Self::new()
    }
}

impl LineReader {
    /// Creates a reader at the start of a line.
    pub const fn new() -> Self {
        Self { bytes: [0; MAX_LINE_LENGTH], length: 0, carriage_return: false }
    }

    /// Processes a byte; returns a line if the byte completes one.
    pub fn push(&mut self, byte: u8) -> Option<Line<'_>> {
        if byte == b'\n' {
            let length = core::mem::take(&mut self.length);
            self.carriage_return = false;
            if length == TOO_LONG {
                return Some(Line::TooLong);
            }
            let line = &self.bytes[..length];
            return (!line.trim_ascii().is_empty()).then_some(Line::Text(line));
        }
        if core::mem::replace(&mut self.carriage_return, byte == b'\r') {
            self.keep(b'\r');
        }
        if byte != b'\r' {
            self.keep(byte);
        }
        None
    }

    fn keep(&mut self, byte: u8) {
        match self.bytes.get_mut(self.length) {
            Some(place) => {
                *place = byte;
                self.length += 1;
            }
            None => self.length = TOO_LONG,
        }
    }
}
