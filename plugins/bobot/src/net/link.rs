//! One client: a thread that reads requests, a thread that writes replies, and the state they share with the service.

use super::framing::Framer;
use crate::protocol::{ClientId, Received};
use socket2::{SockRef, TcpKeepalive};
use std::collections::VecDeque;
use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Maximum number of pending requests of a client. Beyond it, further bytes stay in the socket, so that the client
/// waits.
const UNDER_WAY: usize = 64;

/// Maximum number of bytes per write timeout; longer replies are sent in parts.
const PART: usize = 65_536;

/// TCP keepalive: idle time before the first probe, and interval between probes. They detect clients that lost power or
/// network without closing the connection.
const LOOK: [Duration; 2] = [Duration::from_secs(30), Duration::from_secs(10)];

/// Time for a client to close its side after `QUIT`.
const FAREWELL: Duration = Duration::from_secs(1);

/// A connection.
pub struct Link {
    /// Its id.
    pub id: ClientId,
    /// The client's address.
    pub peer: SocketAddr,
    stream: TcpStream,
    patience: Duration,
    came: Instant,
    flow: Mutex<Flow>,
    changed: Condvar,
}

/// State of a client's requests.
#[derive(Default)]
struct Flow {
    /// Requests received whose replies are not written yet.
    pending: usize,
    /// Replies to be written, each with its LF.
    out: VecDeque<Vec<u8>>,
    /// A reply that was taken from `out` is being written.
    writing: bool,
    /// The connection ends when `out` is written; further input is ignored.
    leaving: bool,
    /// The connection was abandoned.
    abandoned: bool,
    /// The client sends nothing more.
    read_out: bool,
    /// Time of the last input from the client.
    heard: Option<Instant>,
}

/// Writes all bytes within `patience`, in as many writes as needed; `write` receives the remaining time as its timeout.
fn deliver(
    mut bytes: &[u8],
    patience: Duration,
    clock: impl Fn() -> Instant,
    mut write: impl FnMut(&[u8], Duration) -> std::io::Result<usize>,
) -> std::io::Result<()> {
    let began = clock();
    while !bytes.is_empty() {
        let left = patience.saturating_sub(clock().duration_since(began));
        if left.is_zero() {
            return Err(ErrorKind::TimedOut.into());
        }
        match write(bytes, left) {
            Ok(0) => return Err(ErrorKind::WriteZero.into()),
            Ok(count) => bytes = &bytes[count..],
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

impl Link {
    /// Creates a connection that no thread serves yet. A client is dropped if a reply cannot be written within
    /// `patience`, even if part of it was accepted.
    pub fn new(id: ClientId, peer: SocketAddr, stream: TcpStream, patience: Duration) -> std::io::Result<Self> {
        // On some systems, the socket inherits the listener's non-blocking mode.
        stream.set_nonblocking(false)?;
        stream.set_nodelay(true)?;
        let [first, further] = LOOK;
        SockRef::from(&stream).set_tcp_keepalive(&TcpKeepalive::new().with_time(first).with_interval(further))?;
        let (flow, changed) = (Mutex::default(), Condvar::new());
        Ok(Self { id, peer, stream, patience, came: Instant::now(), flow, changed })
    }

    /// The socket.
    #[cfg(test)]
    pub fn stream(&self) -> &TcpStream {
        &self.stream
    }

    /// Serves the client until it is gone or [`Link::abandon`] is called; passes each request to `take`. The writer
    /// thread gets the name of this one.
    pub fn run(&self, take: impl FnMut(Received)) {
        thread::scope(|scope| {
            let name = thread::current().name().unwrap_or_default().to_string();
            if thread::Builder::new().name(name).spawn_scoped(scope, || self.write()).is_ok() {
                self.read(take);
            }
            self.change(|flow| flow.read_out = true);
        });
        self.hang_up();
    }

    fn read(&self, mut take: impl FnMut(Received)) {
        let (mut framer, mut chunk) = (Framer::default(), [0; 4096]);
        loop {
            let length = match (&self.stream).read(&mut chunk) {
                Ok(0) => break,
                Ok(length) => length,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(_) => break,
            };
            self.flow().heard = Some(Instant::now());
            for request in chunk[..length].iter().filter_map(|byte| framer.push(*byte)) {
                let mut flow = self.wait(|flow| flow.pending < UNDER_WAY || flow.leaving || flow.abandoned);
                if flow.abandoned {
                    return;
                }
                if !flow.leaving {
                    flow.pending += 1;
                    drop(flow);
                    take(request);
                }
            }
        }
        // A client may close its side right after its last request.
        drop(self.wait(|flow| flow.pending == 0 || flow.leaving || flow.abandoned));
    }

    fn write(&self) {
        let mut broken = false;
        loop {
            let mut flow = self.wait(|flow| !flow.out.is_empty() || flow.leaving || flow.abandoned || flow.read_out);
            let Some(answer) = flow.out.pop_front() else { break };
            flow.writing = true;
            drop(flow);
            if !broken && let Err(error) = answer.chunks(PART).try_for_each(|part| self.deliver(part)) {
                broken = true;
                match error.kind() {
                    // Input that arrived in the meantime, possibly a lot, is ignored too.
                    ErrorKind::TimedOut | ErrorKind::WouldBlock => self.abandon(),
                    _ => self.hang_up(),
                }
            }
            self.change(|flow| (flow.writing, flow.pending) = (false, flow.pending.saturating_sub(1)));
        }
        if !broken && self.flow().leaving {
            // Unread input must not cause the loss of data already written.
            let _ = self.stream.shutdown(Shutdown::Write);
            let waits = |flow: &mut Flow| !flow.read_out && !flow.abandoned;
            drop(self.changed.wait_timeout_while(self.flow(), FAREWELL, waits));
        }
        self.hang_up();
    }

    /// Writes a part of a reply within the patience. The socket timeout applies per write, and a write may time out
    /// after a partial write, so the next one gets the remaining time.
    fn deliver(&self, part: &[u8]) -> std::io::Result<()> {
        deliver(part, self.patience, Instant::now, |bytes, left| {
            self.stream.set_write_timeout(Some(left))?;
            (&self.stream).write(bytes)
        })
    }

    /// Time since the last input from the client.
    pub fn idle_time(&self) -> Duration {
        self.flow().heard.unwrap_or(self.came).elapsed()
    }

    /// Queues a reply; `last` ends the connection after it.
    pub fn answer(&self, line: Vec<u8>, last: bool) {
        self.change(|flow| {
            flow.out.push_back(line);
            flow.leaving |= last;
        });
    }

    /// Whether the connection is about to end; pending requests then get no reply.
    pub fn leaving(&self) -> bool {
        self.flow().leaving
    }

    /// Ends the connection when all queued replies are written.
    pub fn leave(&self) {
        self.change(|flow| flow.leaving = true);
    }

    /// Whether replies remain to be written.
    pub fn busy(&self) -> bool {
        let flow = self.flow();
        flow.writing || !flow.out.is_empty()
    }

    /// Ends the connection immediately.
    pub fn abandon(&self) {
        self.change(|flow| flow.abandoned = true);
        self.hang_up();
    }

    fn hang_up(&self) {
        // It may be closed already.
        let _ = self.stream.shutdown(Shutdown::Both);
    }

    fn flow(&self) -> MutexGuard<'_, Flow> {
        self.flow.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut Flow)) {
        change(&mut self.flow());
        self.changed.notify_all();
    }

    fn wait(&self, until: impl Fn(&Flow) -> bool) -> MutexGuard<'_, Flow> {
        let waited = self.changed.wait_while(self.flow(), |flow| !until(flow));
        waited.unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    const PATIENCE: Duration = Duration::from_secs(5);

    /// Delivers 1000 bytes to a client that accepts `count` bytes per write, each of which takes `share` of its allowed
    /// time. Returns whether it succeeded, and the elapsed time in seconds.
    fn delivered(count: usize, share: f64) -> (bool, f64) {
        let (start, passed) = (Instant::now(), Cell::new(Duration::ZERO));
        let written = deliver(
            &[0; 1000],
            PATIENCE,
            || start + passed.get(),
            |bytes, left| {
                assert!(left <= PATIENCE);
                passed.set(passed.get() + left.mul_f64(share));
                Ok(count.min(bytes.len()))
            },
        );
        (written.is_ok(), passed.get().as_secs_f64())
    }

    /// BS-8: Random input, 10,000 connections and silent clients leave the server working and its memory stable.
    #[test]
    fn the_patience_holds_for_an_answer_however_it_is_written() {
        assert_eq!(delivered(1000, 0.0), (true, 0.0));
        assert_eq!(delivered(1000, 1.0), (true, 5.0), "all in one write that had to wait");
        assert_eq!(delivered(999, 1.0), (false, 5.0), "a byte was left");
        let (whole, seconds) = delivered(1, 0.5);
        assert!(!whole && (4.9..=5.0).contains(&seconds), "byte by byte: {seconds} s");
        assert_eq!(delivered(0, 0.0), (false, 0.0), "nothing more can be written");
    }

    #[test]
    fn a_write_that_is_interrupted_is_tried_again() {
        let mut interrupted = false;
        let written =
            deliver(&[0; 10], PATIENCE, Instant::now, |bytes, _| match std::mem::replace(&mut interrupted, true) {
                false => Err(ErrorKind::Interrupted.into()),
                true => Ok(bytes.len()),
            });
        assert!(written.is_ok() && interrupted);
    }
}
