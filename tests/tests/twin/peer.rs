//! The other side of a connection: sends and receives lines, with the arrival time of each.

use sim_tests::live::PATIENCE;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// A connection, over TCP or a terminal.
pub struct Peer {
    out: Out,
    lines: Receiver<(String, Instant)>,
    seen: Vec<String>,
}

enum Out {
    Stream(TcpStream),
    Terminal(File),
}

impl Peer {
    /// Connects to a port of this computer.
    #[track_caller]
    pub fn connect(port: u16) -> Self {
        Self::of(TcpStream::connect(("127.0.0.1", port)).unwrap())
    }

    /// A connection that has been made.
    pub fn of(stream: TcpStream) -> Self {
        stream.set_nodelay(true).unwrap();
        let lines = read(stream.try_clone().unwrap());
        Self { out: Out::Stream(stream), lines, seen: Vec::new() }
    }

    /// Opens a terminal like any program, without changing its settings.
    #[track_caller]
    pub fn open(path: &Path) -> Self {
        let file = OpenOptions::new().read(true).write(true).open(path).unwrap();
        let lines = read(file.try_clone().unwrap());
        Self { out: Out::Terminal(file), lines, seen: Vec::new() }
    }

    /// Sends bytes.
    #[track_caller]
    pub fn write(&mut self, bytes: &[u8]) {
        match &mut self.out {
            Out::Stream(stream) => stream.write_all(bytes).unwrap(),
            Out::Terminal(file) => file.write_all(bytes).unwrap(),
        }
    }

    /// Sends a line.
    #[track_caller]
    pub fn send(&mut self, line: &str) {
        self.write(format!("{line}\n").as_bytes());
    }

    /// Waits for the next line; returns it with its arrival time.
    #[track_caller]
    pub fn next(&mut self) -> (String, Instant) {
        let line = self.lines.recv_timeout(PATIENCE);
        let (line, at) = line.unwrap_or_else(|error| panic!("no line ({error}) after {:#?}", self.last()));
        self.seen.push(line.clone());
        (line, at)
    }

    /// The next line, if it arrives within a time.
    pub fn next_before(&mut self, time: Duration) -> Option<(String, Instant)> {
        match self.lines.recv_timeout(time) {
            Ok((line, at)) => {
                self.seen.push(line.clone());
                Some((line, at))
            }
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => panic!("it was closed after {:#?}", self.last()),
        }
    }

    /// Sends a line and waits for the next one.
    #[track_caller]
    pub fn ask(&mut self, line: &str) -> String {
        self.send(line);
        self.next().0
    }

    /// Fails if a line comes within this time.
    #[track_caller]
    pub fn expect_no_line(&mut self, time: Duration) {
        let line = self.next_before(time);
        assert!(line.is_none(), "{line:?}");
    }

    /// Waits until the other side has closed the connection.
    #[track_caller]
    pub fn closes(self) {
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(_) => {}
                Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) => panic!("it is never closed"),
            }
        }
    }

    fn last(&self) -> &[String] {
        &self.seen[self.seen.len().saturating_sub(20)..]
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        if let Out::Stream(stream) = &self.out {
            // The reader keeps it open, too; if it was closed before, this does no harm.
            let _ = stream.shutdown(Shutdown::Both);
        }
    }
}

fn read(source: impl Read + Send + 'static) -> Receiver<(String, Instant)> {
    let (sender, lines) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(source).lines().map_while(Result::ok) {
            if sender.send((line, Instant::now())).is_err() {
                return;
            }
        }
    });
    lines
}
