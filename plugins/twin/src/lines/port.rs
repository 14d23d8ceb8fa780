//! Transports for lines.

use super::TURN;
use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream, ToSocketAddrs};
use std::path::PathBuf;
use std::time::Duration;

/// Timeout for establishing a connection.
const CONNECTING: Duration = Duration::from_millis(500);

/// A serial line: 8 data bits, no parity, 1 stop bit, no flow control.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SerialLine {
    /// Device name, such as /dev/ttyUSB0 or COM3.
    pub name: String,
    /// Bits per second.
    pub baud: u32,
}

impl SerialLine {
    /// Returns its display name, with the baud rate that the driver has set, if it reports one: some round an unusual one.
    fn named(&self, baud: Option<u32>) -> String {
        let Self { name, baud: wanted } = self;
        match baud {
            Some(baud) if baud != *wanted => format!("{name} ({baud} baud, because it does not support {wanted} baud)"),
            _ => format!("{name} ({wanted} baud)"),
        }
    }
}

/// A byte stream. Reads and writes return almost immediately.
pub trait Port: Read + Write + Send {}

impl<T: Read + Write + Send> Port for T {}

/// A transport to open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opener {
    /// A TCP connection to this address and port.
    Tcp(String),
    /// A serial line.
    Serial(SerialLine),
    /// A pseudo-terminal, with a symbolic link to its other end.
    Terminal(PathBuf),
}

impl Opener {
    /// Opens the transport; also returns its display name.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub fn open(&self) -> io::Result<(Box<dyn Port>, String)> {
        match self {
            Self::Tcp(address) => {
                let stream = connect(address)?;
                limit(&stream)?;
                Ok((Box::new(stream), address.clone()))
            }
            Self::Serial(line) => {
                let mut port = serial2::SerialPort::open(&line.name, line.baud)?;
                port.set_read_timeout(TURN)?;
                port.set_write_timeout(TURN)?;
                port.discard_buffers()?;
                let name = line.named(port.get_configuration().and_then(|set| set.get_baud_rate()).ok());
                Ok((Box::new(port), name))
            }
            Self::Terminal(link) => terminal(link),
        }
    }
}

fn connect(address: &str) -> io::Result<TcpStream> {
    let mut last = io::Error::new(io::ErrorKind::AddrNotAvailable, "unknown host");
    for candidate in address.to_socket_addrs()? {
        match TcpStream::connect_timeout(&candidate, CONNECTING) {
            Ok(stream) if is_itself(&stream, candidate) => {
                last = io::Error::new(io::ErrorKind::ConnectionRefused, "nothing listens there");
            }
            Ok(stream) => return Ok(stream),
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// Detects a TCP self-connection, which can occur on one machine when no program listens on the port.
fn is_itself(stream: &TcpStream, to: SocketAddr) -> bool {
    stream.local_addr().is_ok_and(|own| own == to)
}

/// Makes a TCP connection nonblocking. Timeouts are not an alternative: some systems round them up to half a second.
///
/// # Errors
/// If the system rejects the operation.
pub fn limit(stream: &TcpStream) -> io::Result<()> {
    stream.set_nodelay(true)?;
    stream.set_nonblocking(true)
}

/// A pseudo-terminal that is removed together with its link.
#[cfg(unix)]
struct Terminal {
    port: serial2::SerialPort,
    /// The other end, held open: if its last handle were closed, this end would close, too.
    _other: serial2::SerialPort,
    link: PathBuf,
}

#[cfg(unix)]
impl Read for Terminal {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.port.read(bytes)
    }
}

#[cfg(unix)]
impl Write for Terminal {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.port.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(unix)]
impl Drop for Terminal {
    fn drop(&mut self) {
        // The link may already be gone.
        let _ = std::fs::remove_file(&self.link);
    }
}

#[cfg(unix)]
fn terminal(link: &std::path::Path) -> io::Result<(Box<dyn Port>, String)> {
    use std::os::unix::ffi::OsStrExt;
    let (one, two) = serial2::SerialPort::pair()?;
    let name = |port: &serial2::SerialPort| rustix::pty::ptsname(port, Vec::new());
    let (mut port, other, name) = match name(&one) {
        Ok(name) => (one, two, name),
        Err(_) => {
            let name = name(&two)?;
            (two, one, name)
        }
    };
    port.set_read_timeout(TURN)?;
    port.set_write_timeout(TURN)?;
    let target = std::ffi::OsStr::from_bytes(name.as_bytes());
    // A stale link of a killed program leads nowhere, or to this very terminal, which has reused its number.
    if link.is_symlink() && (!link.exists() || std::fs::read_link(link).is_ok_and(|known| known == target)) {
        std::fs::remove_file(link)?;
    }
    std::os::unix::fs::symlink(target, link).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => {
            let why = format!("`{}` is there already: remove it, or choose another name", link.display());
            io::Error::new(error.kind(), why)
        }
        _ => error,
    })?;
    let label = format!("{} ({})", link.display(), target.display());
    Ok((Box::new(Terminal { port, _other: other, link: link.to_path_buf() }), label))
}

#[cfg(not(unix))]
fn terminal(_link: &std::path::Path) -> io::Result<(Box<dyn Port>, String)> {
    Err(io::Error::new(
        io::ErrorKind::Unsupported,
        "this system does not support pseudo-terminals; use TCP or a serial line",
    ))
}

#[cfg(test)]
mod tests;
