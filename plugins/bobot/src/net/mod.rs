//! Sockets: a thread that accepts clients, two threads per client, and a queue of requests in order of arrival.
//!
//! The service takes requests and sends replies without ever waiting for a socket.

mod framing;
#[cfg(test)]
mod fuzz;
mod link;
#[cfg(test)]
mod tests;

use crate::protocol::{ClientId, Received};
use link::Link;
use std::collections::{BTreeMap, VecDeque};
use std::io::ErrorKind;
use std::net::{IpAddr, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle, Scope};
use std::time::{Duration, Instant};

/// Polling period of the accepting thread without new clients: at first, and after a long time without any.
const NOBODY: [Duration; 2] = [Duration::from_micros(100), Duration::from_millis(10)];

/// Time for pending replies to be written when the server ends.
const LAST_WORDS: Duration = Duration::from_millis(200);

/// Limits on the number of clients and on waiting times.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Maximum number of clients; further clients are rejected unless an idle one is dropped.
    pub clients: usize,
    /// Time after which a client that does not read its replies is dropped.
    pub patience: Duration,
    /// Time without requests after which a client may be dropped for a new one, once `clients` is reached.
    pub idle: Duration,
}

/// An event from the clients.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A request.
    Request(ClientId, Received),
    /// A client is gone; follows its requests.
    Gone(ClientId),
    /// A client was dropped in favor of another.
    Replaced {
        /// The client that has been idle longest.
        replaced: SocketAddr,
        /// The new client.
        newcomer: SocketAddr,
    },
}

/// A listening server. Dropping it ends all its threads and connections.
pub struct Net {
    shared: Arc<Shared>,
    gate: Option<JoinHandle<()>>,
    address: SocketAddr,
}

struct Shared {
    limits: Limits,
    connections: Mutex<Connections>,
}

/// Connections and their events.
#[derive(Default)]
struct Connections {
    closed: bool,
    next: ClientId,
    links: BTreeMap<ClientId, Arc<Link>>,
    events: VecDeque<Event>,
}

impl Connections {
    /// Closes the connection that has been silent longest, if silent for at least `idle`.
    fn replace_idle(&mut self, newcomer: SocketAddr, idle: Duration) -> bool {
        let Some(link) = self.links.values().max_by_key(|link| link.idle_time()).cloned() else { return false };
        if link.idle_time() < idle {
            return false;
        }
        // Its own thread reports that it is gone.
        self.links.remove(&link.id);
        self.events.push_back(Event::Replaced { replaced: link.peer, newcomer });
        link.abandon();
        true
    }
}

impl Shared {
    fn connections(&self) -> MutexGuard<'_, Connections> {
        self.connections.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Creates a link for a client, if there is room or an idle client can be dropped.
    fn admit(&self, stream: TcpStream, peer: SocketAddr) -> Option<Arc<Link>> {
        let mut connections = self.connections();
        if connections.closed
            || (connections.links.len() >= self.limits.clients && !connections.replace_idle(peer, self.limits.idle))
        {
            return None;
        }
        connections.next += 1;
        let link = Arc::new(Link::new(connections.next, peer, stream, self.limits.patience).ok()?);
        connections.links.insert(link.id, link.clone());
        Some(link)
    }

    fn serve(&self, link: &Link) {
        let id = link.id;
        link.run(|request| self.connections().events.push_back(Event::Request(id, request)));
        let mut connections = self.connections();
        connections.links.remove(&id);
        connections.events.push_back(Event::Gone(id));
    }

    /// Accepts clients until the hall is closed.
    fn receive<'scope>(&'scope self, listener: &TcpListener, scope: &'scope Scope<'scope, '_>) {
        let [shortest, longest] = NOBODY;
        let mut nap = shortest;
        while !self.connections().closed {
            match listener.accept() {
                Ok((stream, peer)) => {
                    nap = shortest;
                    let Some(link) = self.admit(stream, peer) else { continue };
                    let (id, name) = (link.id, thread::current().name().unwrap_or_default().to_string());
                    if thread::Builder::new().name(name).spawn_scoped(scope, move || self.serve(&link)).is_err() {
                        self.connections().links.remove(&id);
                    }
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                // No client is waiting, or the system has no sockets left.
                Err(_) => {
                    thread::park_timeout(nap);
                    nap = (nap * 2).min(longest);
                }
            }
        }
    }
}

impl Net {
    /// Listens; port 0 selects any free port.
    ///
    /// # Errors
    /// Fails if the address or the port is not available.
    pub fn listen(address: IpAddr, port: u16, limits: Limits) -> std::io::Result<Self> {
        let listener = TcpListener::bind((address, port))?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let shared = Arc::new(Shared { limits, connections: Mutex::default() });
        let inside = shared.clone();
        // Systems truncate long names; the port distinguishes servers.
        let gate = thread::Builder::new().name(format!("bobot {}", address.port()));
        let gate = gate.spawn(move || thread::scope(|scope| inside.receive(&listener, scope)))?;
        Ok(Self { shared, gate: Some(gate), address })
    }

    /// Listening address.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Connected clients.
    pub fn clients(&self) -> Vec<(ClientId, SocketAddr)> {
        let connections = self.shared.connections();
        connections.links.values().filter(|link| !link.leaving()).map(|link| (link.id, link.peer)).collect()
    }

    /// The address of a client.
    pub fn peer(&self, client: ClientId) -> Option<SocketAddr> {
        self.shared.connections().links.get(&client).map(|link| link.peer)
    }

    /// Returns the next event, if any.
    pub fn next(&self) -> Option<Event> {
        let mut connections = self.shared.connections();
        while let Some(event) = connections.events.pop_front() {
            match &event {
                // The client no longer waits for a reply.
                Event::Request(client, _) if connections.links.get(client).is_none_or(|link| link.leaving()) => {}
                _ => return Some(event),
            }
        }
        None
    }

    /// Sends a reply to a client's request, with the LF added here; the `last` reply ends the connection.
    pub fn answer(&self, client: ClientId, mut line: Vec<u8>, last: bool) {
        line.push(b'\n');
        let link = self.shared.connections().links.get(&client).cloned();
        if let Some(link) = link {
            link.answer(line, last);
        }
    }

    /// Stops accepting clients.
    fn close(&self) -> Vec<Arc<Link>> {
        let mut connections = self.shared.connections();
        connections.closed = true;
        connections.links.values().cloned().collect()
    }
}

impl Drop for Net {
    fn drop(&mut self) {
        let links = self.close();
        links.iter().for_each(|link| link.leave());
        let began = Instant::now();
        while links.iter().any(|link| link.busy()) && began.elapsed() < LAST_WORDS {
            thread::sleep(Duration::from_millis(1));
        }
        links.iter().for_each(|link| link.abandon());
        if let Some(gate) = self.gate.take() {
            gate.thread().unpark();
            // A panicked thread has already reported its panic.
            let _ = gate.join();
        }
    }
}
