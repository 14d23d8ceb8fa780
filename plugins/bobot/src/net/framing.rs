//! Splits the incoming bytes into lines.

use crate::protocol::Received;

/// Maximum length of a request without its line end, bytes.
pub const MAX_LINE: usize = 1024;

/// Splits a stream of bytes into requests: LF ends a request, CR and NUL are dropped. A request that is too long is
/// discarded.
#[derive(Clone, Debug, Default)]
pub struct Framer {
    line: Vec<u8>,
    too_long: bool,
}

impl Framer {
    /// Feeds a byte; returns the request that it ends, if any.
    pub fn push(&mut self, byte: u8) -> Option<Received> {
        match byte {
            b'\n' => {
                let line = std::mem::take(&mut self.line);
                Some(if std::mem::take(&mut self.too_long) { Received::TooLong } else { Received::Line(line) })
            }
            b'\r' | b'\0' => None,
            _ if self.line.len() == MAX_LINE => {
                self.too_long = true;
                None
            }
            _ => {
                self.line.push(byte);
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<Received> {
        let mut framer = Framer::default();
        bytes.iter().filter_map(|byte| framer.push(*byte)).collect()
    }

    fn line(text: &str) -> Received {
        Received::Line(text.into())
    }

    /// BU-04: Requests end with a line feed and may arrive in pieces or joined.
    #[test]
    fn joined_and_partial_lines() {
        assert_eq!(lines(b"LIST\r\nLIST\n\nLI"), [line("LIST"), line("LIST"), line("")]);
        assert_eq!(lines(b"L\0I\rST\n"), [line("LIST")]);
        assert_eq!(lines(b"\xff\x80\n"), [Received::Line(vec![0xff, 0x80])]);
    }

    /// BU-04: Requests end with a line feed and may arrive in pieces or joined.
    #[test]
    fn a_line_of_more_than_1024_bytes_is_discarded_to_its_end() {
        let long = |length: usize| [vec![b'a'; length], b"\nLIST\n".to_vec()].concat();
        assert_eq!(lines(&long(1024)), [Received::Line(vec![b'a'; 1024]), line("LIST")]);
        assert_eq!(lines(&long(1025)), [Received::TooLong, line("LIST")]);
        assert_eq!(lines(&long(100_000)), [Received::TooLong, line("LIST")]);
        assert_eq!(lines(&[b'a'; 5000]), []);
    }
}
