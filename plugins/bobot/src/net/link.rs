//! One client: a thread that reads requests, a thread that writes answers, and what they share with the service.

use super::framing::Framer;
use crate::protocol::{ClientId, Received};
use socket2::{SockRef, TcpKeepalive};
use std::collections::VecDeque;
use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Requests of a client that are under way at a time: beyond these its bytes stay in the socket, so that it is the client who
/// waits.
const UNDER_WAY: usize = 64;

/// Bytes that are written with one patience: longer answers are delivered in parts.
const PART: usize = 65_536;

/// Silence after which the system looks whether the client's machine is still there, and time between further looks: one that
/// has lost its power or its network says no goodbye.
const LOOK: [Duration; 2] = [Duration::from_secs(30), Duration::from_secs(10)];

/// Time for a client to close its side after it has taken its leave.
const FAREWELL: Duration = Duration::from_secs(1);

/// A connection.
pub struct Link {
    /// Its number.
    pub id: ClientId,
    /// The client's address.
    pub peer: SocketAddr,
    stream: TcpStream,
    patience: Duration,
    came: Instant,
    flow: Mutex<Flow>,
    changed: Condvar,
}

/// How far a client's requests have come.
#[derive(Default)]
struct Flow {
    /// Requests that have been taken in and whose answers are not written yet.
    pending: usize,
    /// Answers to be written, each with its LF.
    out: VecDeque<Vec<u8>>,
    /// An answer that has left `out` is being written.
    writing: bool,
    /// The connection ends when `out` is written; what the client sends is not heeded.
    leaving: bool,
    /// Nobody serves any more.
    abandoned: bool,
    /// Nothing more comes from the client.
    read_out: bool,
    /// When the client has sent something for the last time.
    heard: Option<Instant>,
}

/// Writes bytes, all of them within `patience`, however many writes it takes; `write` is told how long it may take at most.
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
    /// A connection that no thread serves yet. A client is dropped when an answer could not be delivered within `patience`,
    /// whatever part of it was taken in.
    pub fn new(id: ClientId, peer: SocketAddr, stream: TcpStream, patience: Duration) -> std::io::Result<Self> {
        // Some systems hand on that the listener does not block.
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

    /// Serves the client until it is gone or [`Link::abandon`] is called; hands each request to `take`. The thread that
    /// writes gets the name of this one.
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
        // A client may close its side as soon as it has asked.
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
                    // What it has asked meanwhile, which may be much, is not heeded either.
                    ErrorKind::TimedOut | ErrorKind::WouldBlock => self.abandon(),
                    _ => self.hang_up(),
                }
            }
            self.change(|flow| (flow.writing, flow.pending) = (false, flow.pending.saturating_sub(1)));
        }
        if !broken && self.flow().leaving {
            // What has been written must not be lost because there is something left to be read.
            let _ = self.stream.shutdown(Shutdown::Write);
            let waits = |flow: &mut Flow| !flow.read_out && !flow.abandoned;
            drop(self.changed.wait_timeout_while(self.flow(), FAREWELL, waits));
        }
        self.hang_up();
    }

    /// Writes a part of an answer within the patience. The timeout of the socket holds for one write, and a write ends with it
    /// even when it has written something, so that the next one gets what is left of the time.
    fn deliver(&self, part: &[u8]) -> std::io::Result<()> {
        deliver(part, self.patience, Instant::now, |bytes, left| {
            self.stream.set_write_timeout(Some(left))?;
            (&self.stream).write(bytes)
        })
    }

    /// How long the client has sent nothing.
    pub fn silent(&self) -> Duration {
        self.flow().heard.unwrap_or(self.came).elapsed()
    }

    /// Lets an answer be written, and the connection end after it.
    pub fn answer(&self, line: Vec<u8>, last: bool) {
        self.change(|flow| {
            flow.out.push_back(line);
            flow.leaving |= last;
        });
    }

    /// Whether the connection ends soon, so that what it has asked since is not answered.
    pub fn leaving(&self) -> bool {
        self.flow().leaving
    }

    /// Lets the connection end when what has been answered is written.
    pub fn leave(&self) {
        self.change(|flow| flow.leaving = true);
    }

    /// Whether there is something to be written.
    pub fn busy(&self) -> bool {
        let flow = self.flow();
        flow.writing || !flow.out.is_empty()
    }

    /// Ends the connection at once.
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

    /// Delivers 1000 bytes to a client that takes in that many with each write, each of which takes the given share of the
    /// time that it may take; how it ended, and after how many seconds.
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

    #[test]
    fn bs_8_the_patience_holds_for_an_answer_however_it_is_written() {
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
