//! Nonblocking line I/O over one connection.

use super::port::Port;
use super::{LineEvent, PATIENCE, TURN, cut};
use l0_protocol::LineReader;
use std::collections::VecDeque;
use std::io::{ErrorKind, Read as _, Write as _};
use std::sync::mpsc::{SyncSender, TrySendError};
use std::time::Instant;

/// Reason for closing a connection whose peer does not read.
pub const TAKES_NOTHING: &str = "it does not read";

/// A connection with its input and output buffers. Both are bounded: more bytes are read only after the previous lines
/// were fetched, and more lines are accepted only after the previous ones were written.
pub struct Pump {
    port: Box<dyn Port>,
    number: u64,
    reader: LineReader,
    sender: SyncSender<LineEvent>,
    /// Received events that did not fit into `sender`.
    held: VecDeque<LineEvent>,
    out: Vec<u8>,
    /// Number of bytes of `out` already written.
    written: usize,
    /// When the peer last accepted data, while data is pending.
    moved: Instant,
}

impl Pump {
    /// Creates a pump for an open connection, with its number and its name.
    pub fn new(port: Box<dyn Port>, number: u64, name: String, sender: SyncSender<LineEvent>) -> Self {
        let held = VecDeque::from([LineEvent::Opened(number, name)]);
        Self {
            port,
            number,
            reader: LineReader::new(),
            sender,
            held,
            out: Vec::new(),
            written: 0,
            moved: Instant::now(),
        }
    }

    /// Returns whether everything has been written.
    pub fn is_clear(&self) -> bool {
        self.out.is_empty()
    }

    /// Queues a line for writing.
    pub fn leave(&mut self, line: &str) {
        if self.is_clear() {
            self.moved = Instant::now();
        }
        self.out.extend_from_slice(line.as_bytes());
        self.out.push(b'\n');
    }

    /// Writes and reads without blocking, and sleeps briefly if idle.
    ///
    /// # Errors
    /// The reason for the end of the connection.
    pub fn turn(&mut self) -> Result<(), String> {
        let mut at_work = self.write()?;
        if hand_over(&mut self.held, &self.sender) {
            at_work |= self.read()?;
            hand_over(&mut self.held, &self.sender);
        }
        if !at_work {
            std::thread::sleep(TURN);
        }
        Ok(())
    }

    /// Closes the connection, and reports this after the earlier events were fetched, unless it is no longer wanted.
    pub fn close(self, why: String, is_wanted: impl Fn() -> bool) {
        let Self { port, number, sender, mut held, .. } = self;
        drop(port);
        held.push_back(LineEvent::Closed(number, why));
        while is_wanted() && !hand_over(&mut held, &sender) {
            std::thread::sleep(TURN);
        }
    }

    /// Returns whether any data was written.
    fn write(&mut self) -> Result<bool, String> {
        let before = self.written;
        while self.written < self.out.len() {
            match self.port.write(&self.out[self.written..]) {
                Ok(0) => break,
                Ok(count) => self.written += count,
                Err(error) if is_pause(error.kind()) => break,
                Err(error) => return Err(error.to_string()),
            }
        }
        let has_moved = self.written > before;
        if self.written == self.out.len() {
            self.out.clear();
            self.written = 0;
        } else if has_moved {
            self.moved = Instant::now();
        } else if self.moved.elapsed() > PATIENCE {
            return Err(TAKES_NOTHING.into());
        }
        Ok(has_moved)
    }

    /// Returns whether any data was received.
    fn read(&mut self) -> Result<bool, String> {
        let mut bytes = [0; 4096];
        match self.port.read(&mut bytes) {
            Ok(0) => Err("the other side has closed it".into()),
            Ok(count) => {
                let (held, number) = (&mut self.held, self.number);
                cut(&mut self.reader, &bytes[..count], number, |event| held.push_back(event));
                Ok(true)
            }
            Err(error) if is_pause(error.kind()) => Ok(false),
            Err(error) => Err(error.to_string()),
        }
    }
}

/// Forwards as many events as fit; returns whether all did.
fn hand_over(held: &mut VecDeque<LineEvent>, sender: &SyncSender<LineEvent>) -> bool {
    while let Some(event) = held.pop_front() {
        match sender.try_send(event) {
            Ok(()) => {}
            Err(TrySendError::Full(event)) => {
                held.push_front(event);
                return false;
            }
            // The receiver is gone.
            Err(TrySendError::Disconnected(_)) => held.clear(),
        }
    }
    true
}

/// Returns whether an error only means that the operation would block.
fn is_pause(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted)
}
