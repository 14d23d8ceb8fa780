//! One client: a thread that reads requests, a thread that writes answers, and what they share with the service.

use super::framing::Framer;
use crate::protocol::{ClientId, Received};
use std::collections::VecDeque;
use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// Requests of a client that are under way at a time: beyond these its bytes stay in the socket, so that it is the client who
/// waits.
const UNDER_WAY: usize = 64;

/// Time for a client to close its side after it has taken its leave.
const FAREWELL: Duration = Duration::from_secs(1);

/// A connection.
pub struct Link {
    /// Its number.
    pub id: ClientId,
    /// The client's address.
    pub peer: SocketAddr,
    stream: TcpStream,
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
}

impl Link {
    /// A connection that no thread serves yet. A client that takes in nothing for as long as `patience` is dropped.
    pub fn new(id: ClientId, peer: SocketAddr, stream: TcpStream, patience: Duration) -> std::io::Result<Self> {
        // Some systems hand on that the listener does not block.
        stream.set_nonblocking(false)?;
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(patience))?;
        Ok(Self { id, peer, stream, flow: Mutex::default(), changed: Condvar::new() })
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
            if !broken && (&self.stream).write_all(&answer).is_err() {
                broken = true;
                self.hang_up();
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
