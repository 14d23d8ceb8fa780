//! A listening port for incoming connections.

use super::port::limit;
use super::pump::{Pump, TAKES_NOTHING};
use super::{LineEvent, UNREAD, WAITING};
use std::collections::{BTreeSet, VecDeque};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// Maximum number of simultaneous connections.
const MAX_CLIENTS: usize = 8;

/// Output queue.
type Out = Arc<Mutex<VecDeque<String>>>;

/// An incoming connection.
struct Peer {
    number: u64,
    out: Out,
    ended: Arc<AtomicBool>,
    thread: JoinHandle<()>,
}

/// A port with its threads, which end when this is dropped.
pub struct Server {
    address: SocketAddr,
    events: Receiver<LineEvent>,
    peers: Arc<Mutex<Vec<Peer>>>,
    /// Connections that have sent HTTP and are being closed.
    barred: Mutex<BTreeSet<u64>>,
    ended: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    /// Listens at an address.
    ///
    /// # Errors
    /// If the port is in use, or the system rejects the operation.
    pub fn listen(address: &str) -> std::io::Result<Self> {
        let listener = TcpListener::bind(address)?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let (sender, events) = sync_channel(WAITING);
        let (peers, ended) = (Arc::<Mutex<Vec<Peer>>>::default(), Arc::new(AtomicBool::new(false)));
        let acceptor = Acceptor { listener, sender, peers: peers.clone(), ended: ended.clone() };
        let thread = std::thread::Builder::new().name("listener".into()).spawn(move || acceptor.run())?;
        Ok(Self { address, events, peers, barred: Mutex::default(), ended, thread: Some(thread) })
    }

    /// Returns the local address.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Queues a line for one connection, or for all.
    pub fn send(&self, to: Option<u64>, line: &str) {
        for peer in lock(&self.peers).iter().filter(|peer| to.is_none_or(|number| number == peer.number)) {
            let mut out = lock(&peer.out);
            if out.len() < UNREAD {
                out.push_back(line.to_string());
            } else {
                peer.ended.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Returns the next event, if any. A connection that sends HTTP is closed: a web page in a local browser must not be able to send
    /// commands.
    pub fn next(&self) -> Option<LineEvent> {
        loop {
            let event = self.events.try_recv().ok()?;
            let mut barred = lock(&self.barred);
            match &event {
                LineEvent::Line(number, line) if is_http(line) => {
                    barred.insert(*number);
                    let peers = lock(&self.peers);
                    peers
                        .iter()
                        .filter(|peer| peer.number == *number)
                        .for_each(|peer| peer.ended.store(true, Ordering::Relaxed));
                }
                LineEvent::Line(number, _) | LineEvent::TooLong(number) if barred.contains(number) => {}
                LineEvent::Closed(number, _) => {
                    barred.remove(number);
                    return Some(event);
                }
                _ => return Some(event),
            }
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.ended.store(true, Ordering::Relaxed);
        // A panic of a thread was already reported when it occurred.
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
        // No more are added at this point.
        let peers: Vec<Peer> = lock(&self.peers).drain(..).collect();
        for peer in peers {
            let _ = peer.thread.join();
        }
    }
}

/// Returns whether a line is the request line of HTTP/1.
fn is_http(line: &str) -> bool {
    line.trim_end().rsplit_once(' ').is_some_and(|(_, version)| version.starts_with("HTTP/1."))
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

struct Acceptor {
    listener: TcpListener,
    sender: SyncSender<LineEvent>,
    peers: Arc<Mutex<Vec<Peer>>>,
    ended: Arc<AtomicBool>,
}

impl Acceptor {
    fn run(self) {
        let mut number = 0;
        while !self.ended.load(Ordering::Relaxed) {
            lock(&self.peers).retain(|peer| !peer.thread.is_finished());
            match self.listener.accept() {
                // Reject the connection when there are too many.
                Ok(_) if lock(&self.peers).len() >= MAX_CLIENTS => {}
                Ok((stream, peer)) => {
                    number += 1;
                    // Hold the lock so that no reply is sent before the connection is registered.
                    let mut peers = lock(&self.peers);
                    peers.extend(self.take(stream, number, &peer.to_string()));
                }
                Err(_) => std::thread::sleep(Duration::from_millis(10)),
            }
        }
    }

    fn take(&self, stream: TcpStream, number: u64, name: &str) -> std::io::Result<Peer> {
        limit(&stream)?;
        let pump = Pump::new(Box::new(stream), number, name.to_string(), self.sender.clone());
        let (out, ended) = (Out::default(), Arc::new(AtomicBool::new(false)));
        let connection = Connection { out: out.clone(), ended: ended.clone(), all_ended: self.ended.clone() };
        let thread = std::thread::Builder::new().name("lines".into()).spawn(move || connection.run(pump))?;
        Ok(Peer { number, out, ended, thread })
    }
}

struct Connection {
    out: Out,
    ended: Arc<AtomicBool>,
    all_ended: Arc<AtomicBool>,
}

impl Connection {
    fn run(self, mut pump: Pump) {
        let why = self.serve(&mut pump);
        self.ended.store(true, Ordering::Relaxed);
        pump.close(why, || !self.all_ended.load(Ordering::Relaxed));
    }

    /// Reads and writes until the connection ends; returns the reason.
    fn serve(&self, pump: &mut Pump) -> String {
        while !self.all_ended.load(Ordering::Relaxed) {
            if self.ended.load(Ordering::Relaxed) {
                return TAKES_NOTHING.into();
            }
            if pump.is_clear() {
                lock(&self.out).drain(..).for_each(|line| pump.leave(&line));
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
