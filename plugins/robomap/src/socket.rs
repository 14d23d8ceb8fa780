//! A UDP socket that receives datagrams on its own thread; calls never block.

use robomap_link::Datagram;
use sim_abi::prelude::*;
use std::io::ErrorKind;
use std::net::{SocketAddr, SocketAddrV4, UdpSocket};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// Maximum number of queued datagrams; beyond it, new ones are dropped and counted.
const WAITING: usize = 4096;

/// Read limit for a datagram, bytes: larger than any packet, so that oversized datagrams are detected.
const MAX_DATAGRAM: usize = 2048;

/// Receive timeout after which the thread checks whether to stop.
const TURN: Duration = Duration::from_millis(50);

/// The socket.
pub struct Socket {
    socket: UdpSocket,
    received: Receiver<Datagram>,
    lost: Arc<AtomicU64>,
    ends: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Socket {
    /// Opens a socket at a local address and port.
    ///
    /// # Errors
    /// If the address is not local, or the port is in use.
    pub fn open(address: &str) -> std::io::Result<Self> {
        let socket = UdpSocket::bind(address)?;
        let reader = socket.try_clone()?;
        reader.set_read_timeout(Some(TURN))?;
        let (sender, received) = sync_channel(WAITING);
        let (lost, ends) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicBool::new(false)));
        let (lost_there, ends_there) = (lost.clone(), ends.clone());
        let receive = move || receive(&reader, &sender, &lost_there, &ends_there);
        let thread = Some(std::thread::Builder::new().name("robomap socket".into()).spawn(receive)?);
        Ok(Self { socket, received, lost, ends, thread })
    }

    /// Returns the local address.
    pub fn address(&self) -> Option<SocketAddr> {
        self.socket.local_addr().ok()
    }

    /// Returns the next received datagram.
    pub fn next(&self) -> Option<Datagram> {
        self.received.try_recv().ok()
    }

    /// Returns the number of datagrams dropped because they were not fetched in time.
    pub fn lost(&self) -> u64 {
        self.lost.load(Ordering::Relaxed)
    }

    /// Sends a datagram. Datagrams that cannot be sent are dropped, as they could be on the network.
    pub fn send(&self, datagram: &Datagram) {
        let _ = self.socket.send_to(&datagram.bytes, datagram.peer);
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        self.ends.store(true, Ordering::Relaxed);
        self.thread.take().into_iter().for_each(|thread| _ = thread.join());
    }
}

fn receive(socket: &UdpSocket, sender: &SyncSender<Datagram>, lost: &AtomicU64, ends: &AtomicBool) {
    let mut buffer = [0; MAX_DATAGRAM];
    while !ends.load(Ordering::Relaxed) {
        match socket.recv_from(&mut buffer) {
            Ok((length, SocketAddr::V4(peer))) => {
                match sender.try_send(Datagram { peer, bytes: buffer[..length].into() }) {
                    Ok(()) => {}
                    Err(TrySendError::Full(_)) => _ = lost.fetch_add(1, Ordering::Relaxed),
                    Err(TrySendError::Disconnected(_)) => return,
                }
            }
            Ok((_, SocketAddr::V6(_))) => {}
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
            // For example an ICMP "port unreachable" from an earlier send: later datagrams may arrive.
            Err(_) => std::thread::sleep(Duration::from_millis(1)),
        }
    }
}

/// Parses the address and the port of a parameter.
///
/// # Errors
/// If it is not an address with a port.
pub fn address(parameter: &str, text: &str) -> Result<SocketAddrV4> {
    text.parse().map_err(|_| {
        Fault::new(format!("`{parameter}` is not an IPv4 address with a port: `{text}`"))
            .help("use four numbers from 0 to 255 and a port from 1 to 65535, as in 192.168.1.20:1999")
            .parameter(parameter)
    })
}

/// Returns the error for a socket that cannot be opened at the address of a parameter.
pub fn refused(parameter: &str, address: &str, error: &std::io::Error) -> Fault {
    let help = match error.kind() {
        ErrorKind::AddrInUse => "stop the program that uses this port, or choose another one",
        ErrorKind::PermissionDenied => "choose a port of 1024 or more",
        _ => "use an address of this computer and a port, as in 127.0.0.1:1999",
    };
    Fault::new(format!("cannot open a socket at `{address}`: {error}")).help(help).parameter(parameter)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    fn wait(socket: &Socket) -> Datagram {
        let end = Instant::now() + Duration::from_secs(10);
        while Instant::now() < end {
            if let Some(datagram) = socket.next() {
                return datagram;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        panic!("nothing came");
    }

    #[test]
    fn what_is_sent_comes_with_the_address_of_the_sender() {
        let [one, other] = [Socket::open("127.0.0.1:0").unwrap(), Socket::open("127.0.0.1:0").unwrap()];
        let peer = |socket: &Socket| -> SocketAddrV4 { socket.address().unwrap().to_string().parse().unwrap() };
        for length in [0, 1, 128, 129, 2000] {
            one.send(&Datagram { peer: peer(&other), bytes: vec![7; length] });
            assert_eq!(wait(&other), Datagram { peer: peer(&one), bytes: vec![7; length] });
        }
        let taken = Socket::open(&peer(&one).to_string()).err().unwrap();
        let message = refused("bind", "x", &taken).to_string();
        assert!(message.contains("another program") || message.contains("stop the program"), "{message}");
    }

    /// RM-76: Packets are acknowledged within 20 ms, and receive buffers are bounded.
    #[test]
    fn a_flood_is_bounded_and_counted() {
        let [one, other] = [Socket::open("127.0.0.1:0").unwrap(), Socket::open("127.0.0.1:0").unwrap()];
        let peer: SocketAddrV4 = other.address().unwrap().to_string().parse().unwrap();
        let end = Instant::now() + Duration::from_secs(20);
        while other.lost() == 0 && Instant::now() < end {
            (0..1000).for_each(|_| one.send(&Datagram { peer, bytes: vec![1] }));
        }
        assert!(other.lost() > 0);
        let count = std::iter::from_fn(|| other.next()).count();
        assert!((WAITING..3 * WAITING).contains(&count), "{count}");
    }
}
