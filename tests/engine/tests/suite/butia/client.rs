//! A client like those of student programs: it only knows the protocol.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// Time limit for a reply before a test fails.
const PATIENCE: Duration = Duration::from_secs(60);

/// Sends one line and receives one reply with a single `recv(1024)`, dropping the last byte, like the client of the
/// TurtleBots.
pub struct Client(TcpStream);

impl Client {
    /// Connects.
    pub fn new(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_nodelay(true).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        Self(stream)
    }

    /// Sends raw bytes.
    pub fn send(&mut self, bytes: &[u8]) {
        self.0.write_all(bytes).unwrap();
    }

    /// A single `recv(1024)`; `None` if the connection is closed.
    pub fn receive(&mut self) -> Option<Vec<u8>> {
        let mut buffer = [0; 1024];
        let count = self.0.read(&mut buffer).unwrap();
        (count > 0).then(|| buffer[..count].to_vec())
    }

    /// Returns the reply to a request.
    #[track_caller]
    pub fn ask(&mut self, request: &str) -> String {
        self.send(format!("{request}\n").as_bytes());
        let mut reply = self.receive().unwrap_or_else(|| panic!("`{request}` closed the connection"));
        assert_eq!(reply.pop(), Some(b'\n'), "`{request}`");
        String::from_utf8(reply).unwrap()
    }

    /// Returns the reply to a request as a number.
    #[track_caller]
    pub fn number(&mut self, request: &str) -> f64 {
        let reply = self.ask(request);
        reply.parse().unwrap_or_else(|_| panic!("`{request}` → `{reply}`"))
    }

    /// Calls a function with `CALL`.
    #[track_caller]
    pub fn call(&mut self, call: &str) -> f64 {
        self.number(&format!("CALL {call}"))
    }

    /// The stream itself.
    pub fn stream(&self) -> &TcpStream {
        &self.0
    }
}
