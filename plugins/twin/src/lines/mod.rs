//! Text lines to and from other programs and boards: over TCP, serial lines and pseudo-terminals.
//!
//! A separate thread reads and writes; services fetch input and queue output without blocking.

mod client;
mod port;
mod pump;
mod server;

pub use client::Client;
pub use port::{Opener, SerialLine};
pub use server::Server;

use l0_protocol::{Line, LineReader};
use sim_abi::prelude::*;
use std::time::Duration;

/// Sleep time of an idle thread.
const TURN: Duration = Duration::from_millis(2);

/// Time after which a connection is closed if its peer does not accept any data.
const PATIENCE: Duration = Duration::from_secs(2);

/// Maximum number of queued output lines per connection; beyond it, the connection is dropped.
const UNREAD: usize = 4096;

/// Maximum number of queued input lines; beyond it, no more bytes are read, so that the sender waits.
const WAITING: usize = 1024;

/// An event of a connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineEvent {
    /// A line of the connection with this number, or an empty one for blank lines. It is printable ASCII: whitespace is converted to spaces, and other bytes to question
    /// marks, so that it is safe to display and does not grow.
    Line(u64, String),
    /// A line that was too long and has been dropped.
    TooLong(u64),
    /// A connection was opened; with its name.
    Opened(u64, String),
    /// A connection has ended or could not be opened; with the reason.
    Closed(u64, String),
}

impl LineEvent {
    /// Returns whether it is a blank line, which only shows that the peer is there.
    pub fn is_blank(&self) -> bool {
        matches!(self, Self::Line(_, line) if line.is_empty())
    }

    /// Serializes it as a line of a recording: a word, the connection number, and the rest.
    pub fn write(&self) -> String {
        match self {
            Self::Line(number, line) => format!("line {number} {line}"),
            Self::TooLong(number) => format!("too_long {number} "),
            Self::Opened(number, name) => format!("opened {number} {name}"),
            Self::Closed(number, why) => format!("closed {number} {why}"),
        }
    }

    /// Parses such a line; `None` if it is invalid.
    pub fn read(line: &str) -> Option<Self> {
        let mut parts = line.splitn(3, ' ');
        let (word, number, rest) = (parts.next()?, parts.next()?.parse().ok()?, parts.next()?);
        Some(match word {
            "line" => Self::Line(number, rest.to_string()),
            "too_long" => Self::TooLong(number),
            "opened" => Self::Opened(number, rest.to_string()),
            "closed" => Self::Closed(number, rest.to_string()),
            _ => return None,
        })
    }

    /// Passes events through the host, so that a recorded run can be replayed; returns the events to process.
    ///
    /// # Errors
    /// Outside of a service's start and step.
    pub fn through(io: &mut ServiceIo, events: impl Iterator<Item = Self>) -> Result<Vec<Self>> {
        let lines = io.external_input(events.map(|event| event.write()).collect())?;
        Ok(lines.iter().filter_map(|line| Self::read(line)).collect())
    }
}

/// Splits bytes into lines. Blank lines without others are one empty line, which shows that the peer is there.
fn cut(reader: &mut LineReader, bytes: &[u8], connection: u64, mut take: impl FnMut(LineEvent)) {
    let (mut others, mut blank) = (false, false);
    for byte in bytes {
        let event = match reader.push(*byte) {
            Some(Line::Text(text)) => LineEvent::Line(connection, text.iter().map(printable).collect()),
            Some(Line::TooLong) => LineEvent::TooLong(connection),
            None => {
                blank |= *byte == b'\n';
                continue;
            }
        };
        others = true;
        take(event);
    }
    if blank && !others {
        take(LineEvent::Line(connection, String::new()));
    }
}

/// Converts a byte of a line to a printable character.
fn printable(byte: &u8) -> char {
    match byte {
        b' '..=b'~' => char::from(*byte),
        byte if byte.is_ascii_whitespace() => ' ',
        _ => '?',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_come_is_read_as_it_was_written() {
        let text = || "D: RAY 15  0".to_string();
        let all = [LineEvent::Line(1, text()), LineEvent::Line(2, String::new()), LineEvent::TooLong(u64::MAX)];
        for one in all.into_iter().chain([LineEvent::Opened(3, text()), LineEvent::Closed(4, String::new())]) {
            assert_eq!(LineEvent::read(&one.write()), Some(one));
        }
        for nonsense in ["", "line", "line 1", "line x y", "lime 1 x"] {
            assert_eq!(LineEvent::read(nonsense), None, "{nonsense}");
        }
    }

    #[test]
    fn lines_are_text_that_can_be_printed_and_get_no_longer() {
        let mut events = Vec::new();
        let bytes =
            [b"GO\t90\r10\x0b\r\n \r\n\x1b[2J\0\xff\xc3\xa9\n".as_slice(), &[0xff; 128], b"\n", &[b'x'; 129], b"\n"];
        let mut reader = LineReader::new();
        bytes.iter().for_each(|bytes| cut(&mut reader, bytes, 7, |one| events.push(one)));
        let line = |text: &str| LineEvent::Line(7, text.into());
        // Blank lines alone show that the peer is there.
        for (bytes, expected) in [(&b"\n \r\n"[..], vec![line("")]), (b" ", vec![]), (b"\nGO\n", vec![line("GO")])] {
            let mut events = Vec::new();
            cut(&mut reader, bytes, 7, |one| events.push(one));
            assert_eq!(events, expected);
        }
        assert_eq!(events, [line("GO 90 10?"), line("?[2J????"), line(&"?".repeat(128)), LineEvent::TooLong(7)]);
    }
}
