//! Lines of text to and from other programs and boards: over TCP, serial lines and pseudo-terminals.
//!
//! A thread of its own reads and writes; services take what has come and leave what is to go, without waiting.

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

/// How long a thread waits where there is nothing to read or to write.
const TURN: Duration = Duration::from_millis(2);

/// How long the other side may take in nothing of what is written before the connection is given up.
const PATIENCE: Duration = Duration::from_secs(2);

/// Lines that wait to be written to one connection: who takes in no more is dropped.
const UNREAD: usize = 4096;

/// Lines that wait to be taken: beyond these, bytes stay where they are, so that it is the sender who waits.
const WAITING: usize = 1024;

/// What has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// A line, of the connection with this number. It is ASCII that can be printed: blanks of any kind are spaces, and other bytes
    /// are question marks, so that nothing of it does harm to whoever shows it, and it gets no longer.
    Line(u64, String),
    /// A line that was too long, and thrown away.
    TooLong(u64),
    /// A connection is open; with its name.
    Opened(u64, String),
    /// A connection has ended, or could not be opened; why.
    Closed(u64, String),
}

impl Heard {
    /// As a line that a recording keeps: a word, the number of the connection, and the rest.
    pub fn write(&self) -> String {
        match self {
            Self::Line(number, line) => format!("line {number} {line}"),
            Self::TooLong(number) => format!("too_long {number} "),
            Self::Opened(number, name) => format!("opened {number} {name}"),
            Self::Closed(number, why) => format!("closed {number} {why}"),
        }
    }

    /// Reads such a line; none where it is none.
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

    /// Passes what has come through the host, so that a recorded run can be done again; returns what is to be taken for it.
    ///
    /// # Errors
    /// Outside of a service's start and step.
    pub fn through(io: &mut ServiceIo, heard: impl Iterator<Item = Self>) -> Result<Vec<Self>> {
        let lines = io.external_input(heard.map(|heard| heard.write()).collect())?;
        Ok(lines.iter().filter_map(|line| Self::read(line)).collect())
    }
}

/// Cuts bytes into lines.
fn cut(reader: &mut LineReader, bytes: &[u8], connection: u64, mut take: impl FnMut(Heard)) {
    for byte in bytes {
        match reader.push(*byte) {
            Some(Line::Text(text)) => take(Heard::Line(connection, text.iter().map(printable).collect())),
            Some(Line::TooLong) => take(Heard::TooLong(connection)),
            None => {}
        }
    }
}

/// A byte of a line as a character that can be printed.
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
        let all = [Heard::Line(1, text()), Heard::Line(2, String::new()), Heard::TooLong(u64::MAX)];
        for one in all.into_iter().chain([Heard::Opened(3, text()), Heard::Closed(4, String::new())]) {
            assert_eq!(Heard::read(&one.write()), Some(one));
        }
        for nonsense in ["", "line", "line 1", "line x y", "lime 1 x"] {
            assert_eq!(Heard::read(nonsense), None, "{nonsense}");
        }
    }

    #[test]
    fn lines_are_text_that_can_be_printed_and_get_no_longer() {
        let mut heard = Vec::new();
        let bytes =
            [b"GO\t90\r10\x0b\r\n \r\n\x1b[2J\0\xff\xc3\xa9\n".as_slice(), &[0xff; 128], b"\n", &[b'x'; 129], b"\n"];
        let mut reader = LineReader::new();
        bytes.iter().for_each(|bytes| cut(&mut reader, bytes, 7, |one| heard.push(one)));
        let line = |text: &str| Heard::Line(7, text.into());
        assert_eq!(heard, [line("GO 90 10?"), line("?[2J????"), line(&"?".repeat(128)), Heard::TooLong(7)]);
    }
}
