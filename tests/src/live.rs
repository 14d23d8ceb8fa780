//! A program that runs while the test acts: tests wait for its lines, never for a time.

use crate::Ended;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Maximum wait for an expected line: far longer than needed, so that a busy machine does not fail tests.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// Returns the reply to a line by one send and one `recv(1024)`, with the last byte dropped, like clients of students.
///
/// # Panics
/// Panics if the connection is closed.
#[track_caller]
pub fn ask(mut stream: &TcpStream, request: &str) -> String {
    stream.write_all(format!("{request}\n").as_bytes()).expect("the connection is open");
    let mut buffer = [0; 1024];
    let count = stream.read(&mut buffer).expect("the connection is open");
    assert!(count > 0, "`{request}` closed the connection");
    String::from_utf8(buffer[..count - 1].to_vec()).expect("replies are text")
}

/// A running program.
pub struct Running {
    child: Child,
    lines: Receiver<String>,
    /// Thread that reads standard output until its end.
    output: Option<std::thread::JoinHandle<String>>,
    seen: Vec<String>,
}

impl Running {
    /// Starts a program.
    pub fn start(mut command: Command) -> Self {
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program can be started");
        let errors = BufReader::new(child.stderr.take().expect("standard error is a pipe"));
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in errors.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        let mut stdout = child.stdout.take().expect("standard output is a pipe");
        let output = std::thread::spawn(move || {
            let mut text = String::new();
            // Keep whatever was read before the pipe broke.
            let _ = stdout.read_to_string(&mut text);
            text
        });
        Self { child, lines, output: Some(output), seen: Vec::new() }
    }

    /// Waits for a line on standard error with all of these words, and returns it with the time until it came.
    #[track_caller]
    pub fn wait_for(&mut self, words: &[&str]) -> (String, Duration) {
        let start = Instant::now();
        loop {
            match self.lines.recv_timeout(PATIENCE.saturating_sub(start.elapsed())) {
                Ok(line) => {
                    self.seen.push(line.clone());
                    if words.iter().all(|word| line.contains(word)) {
                        return (line, start.elapsed());
                    }
                }
                Err(RecvTimeoutError::Timeout) => panic!("no line with {words:?}, but {:#?}", self.seen),
                Err(RecvTimeoutError::Disconnected) => {
                    panic!("it ended without a line with {words:?}: {:#?}", self.seen)
                }
            }
        }
    }

    /// Waits for the next line on standard error and returns it; `None` once the program has ended.
    pub fn next_line(&mut self) -> Option<String> {
        let line = match self.lines.recv_timeout(PATIENCE) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => panic!("no further line after {:#?}", self.seen),
            Err(RecvTimeoutError::Disconnected) => return None,
        };
        self.seen.push(line.clone());
        Some(line)
    }

    /// The lines written to standard error so far.
    pub fn stderr_lines(&mut self) -> &[String] {
        self.seen.extend(self.lines.try_iter());
        &self.seen
    }

    /// Ends the worker with `kill -9`, so that it cannot do anything more. Returns everything written to standard
    /// error.
    pub fn kill(mut self) -> Vec<String> {
        self.signal("-KILL", self.id());
        self.child.wait().expect("the program can be waited for");
        self.seen.extend(self.lines.iter());
        std::mem::take(&mut self.seen)
    }

    /// Waits for its end, and calls `look` periodically until then.
    pub fn watch(mut self, mut look: impl FnMut(u32)) -> Ended {
        let start = Instant::now();
        let status = loop {
            match self.child.try_wait().expect("the program can be waited for") {
                Some(status) => break status.code().unwrap_or(-1),
                None if start.elapsed() < 5 * PATIENCE => {
                    look(self.id());
                    std::thread::sleep(Duration::from_millis(10));
                }
                None => {
                    // Whether it could be killed does not matter anymore.
                    let _ = self.child.kill();
                    panic!("it never ends: {:#?}", self.seen);
                }
            }
        };
        self.ended(status)
    }

    fn ended(mut self, status: i32) -> Ended {
        self.seen.extend(self.lines.iter());
        let output = self.output.take().expect("its end is waited for once");
        let stdout = output.join().expect("the reader does not panic");
        Ended { status, stdout, stderr: self.seen.join("\n") }
    }

    /// Id of the worker process: the child of the started process, which only supervises it.
    pub fn id(&self) -> u32 {
        let own = self.child.id();
        let children = std::fs::read_to_string(format!("/proc/{own}/task/{own}/children")).unwrap_or_default();
        children.split_whitespace().next().and_then(|child| child.parse().ok()).unwrap_or(own)
    }

    /// Id of the started process.
    pub fn supervisor(&self) -> u32 {
        self.child.id()
    }

    /// Interrupts it like Ctrl-C, and waits for its end.
    pub fn interrupt(self) -> Ended {
        self.signal("-INT", self.child.id());
        self.watch(|_| {})
    }

    /// Sends a signal, such as `-STOP`, to one of its processes.
    #[track_caller]
    pub fn signal(&self, signal: &str, process: u32) {
        let sent = Command::new("kill").args([signal, &process.to_string()]).status().expect("`kill` can be started");
        assert!(sent.success(), "the program had ended already: {:#?}", self.seen);
    }
}

impl Drop for Running {
    /// A failing test must not leave a program behind.
    fn drop(&mut self) {
        if let Ok(None) = self.child.try_wait() {
            // The worker ends with its supervisor. A program that has already ended needs nothing more.
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}
