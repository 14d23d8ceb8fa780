//! Lines from bytes as they come.

/// Longest line, bytes, without its end.
pub const LONGEST_LINE: usize = 128;

/// What a line feed has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line<'a> {
    /// A line, without its end.
    Text(&'a [u8]),
    /// A line that was longer than [`LONGEST_LINE`]; nothing of it is kept.
    TooLong,
}

/// Makes lines of bytes that come one by one. LF ends a line, a CR before it does not belong to the line, and lines that are
/// empty or blank are left out.
#[derive(Clone, Debug)]
pub struct LineReader {
    bytes: [u8; LONGEST_LINE],
    /// Bytes of the line so far; [`TOO_LONG`] when it had more than fit.
    length: usize,
    /// A CR has come that may belong to the end of the line.
    carriage_return: bool,
}

const TOO_LONG: usize = usize::MAX;

impl Default for LineReader {
    fn default() -> Self {
        Self::new()
    }
}

impl LineReader {
    /// A reader at the beginning of a line.
    pub const fn new() -> Self {
        Self { bytes: [0; LONGEST_LINE], length: 0, carriage_return: false }
    }

    /// Takes a byte; a line when the byte ends one.
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
