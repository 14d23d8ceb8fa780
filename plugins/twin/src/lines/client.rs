//! An outgoing connection that is reopened when it ends.

use super::port::Opener;
use super::pump::{Pump, TAKES_NOTHING};
use super::{LineEvent, UNREAD, WAITING};
use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Time between two connection attempts.
const BETWEEN_ATTEMPTS: Duration = Duration::from_secs(2);

/// A line for the connection with this number.
type Addressed = (u64, String);

/// A connection with its thread, which ends when this is dropped.
pub struct Client {
    out: SyncSender<Addressed>,
    events: Receiver<LineEvent>,
    /// The latest reported connection.
    connection: Cell<u64>,
    /// The last connection whose output queue overflowed.
    overrun: Arc<AtomicU64>,
    ended: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Client {
    /// Starts to open a connection.
    ///
    /// # Errors
    /// If the system cannot create a thread.
    pub fn new(opener: Opener) -> std::io::Result<Self> {
        let ((out, to_send), (sender, events)) = (sync_channel(UNREAD), sync_channel(WAITING));
        let (overrun, ended) = (Arc::<AtomicU64>::default(), Arc::<AtomicBool>::default());
        let worker = Worker { opener, to_send, sender, overrun: overrun.clone(), ended: ended.clone() };
        let thread = std::thread::Builder::new().name("lines".into()).spawn(move || worker.run())?;
        Ok(Self { out, events, connection: Cell::new(0), overrun, ended, thread: Some(thread) })
    }

    /// Queues a line for the connection last reported by [`Client::next`]. If that has ended, the line is dropped. A connection whose peer
    /// does not read is closed when too many lines are queued.
    pub fn send(&self, line: &str) {
        let connection = self.connection.get();
        // The thread lives as long as this client, so the only possible error is a full queue.
        if let Err(TrySendError::Full(_)) = self.out.try_send((connection, line.to_string())) {
            self.overrun.store(connection, Ordering::Relaxed);
        }
    }

    /// Returns the next event, if any.
    pub fn next(&self) -> Option<LineEvent> {
        let event = self.events.try_recv().ok()?;
        if let LineEvent::Opened(number, _) = event {
            self.connection.set(number);
        }
        Some(event)
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        self.ended.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            // A panic was already reported when it occurred.
            let _ = thread.join();
        }
    }
}

struct Worker {
    opener: Opener,
    to_send: Receiver<Addressed>,
    sender: SyncSender<LineEvent>,
    overrun: Arc<AtomicU64>,
    ended: Arc<AtomicBool>,
}

impl Worker {
    fn run(self) {
        let (mut connection, mut reported_failure) = (0, false);
        while !self.has_ended() {
            let began = Instant::now();
            match self.opener.open() {
                Ok((port, name)) => {
                    connection += 1;
                    reported_failure = false;
                    let mut pump = Pump::new(port, connection, name, self.sender.clone());
                    let why = self.serve(&mut pump, connection);
                    pump.close(why, || !self.has_ended());
                }
                Err(error) if !reported_failure => {
                    let event = LineEvent::Closed(connection, error.to_string());
                    reported_failure = self.sender.try_send(event).is_ok();
                }
                Err(_) => {}
            }
            while !self.has_ended() && began.elapsed() < BETWEEN_ATTEMPTS {
                self.empty();
                std::thread::sleep(Duration::from_millis(20));
            }
        }
    }

    fn has_ended(&self) -> bool {
        self.ended.load(Ordering::Relaxed)
    }

    /// Drops lines for a connection that has ended.
    fn empty(&self) {
        while self.to_send.try_recv().is_ok() {}
    }

    /// Reads and writes until the connection ends; returns the reason.
    fn serve(&self, pump: &mut Pump, connection: u64) -> String {
        while !self.has_ended() {
            if self.overrun.load(Ordering::Relaxed) == connection {
                return TAKES_NOTHING.into();
            }
            if pump.is_clear() {
                let own = |(number, _): &Addressed| *number == connection;
                self.to_send.try_iter().filter(own).for_each(|(_, line)| pump.leave(&line));
            }
            if let Err(why) = pump.turn() {
                return why;
            }
        }
        String::new()
    }
}

#[cfg(test)]
mod tests;
