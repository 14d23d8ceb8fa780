//! A program that runs while the test does something: its lines are waited for, never a time.

use crate::Ended;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Longest wait for a line that must come: far more than it takes, so that a busy machine fails no test.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A running program.
pub struct Running {
    child: Child,
    lines: Receiver<String>,
    /// What reads standard output, until its end is waited for.
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
            // What was read until the pipe broke is what there is.
            let _ = stdout.read_to_string(&mut text);
            text
        });
        Self { child, lines, output: Some(output), seen: Vec::new() }
    }

    /// Waits for a line on standard error with all of these words and returns it with the time it took to come.
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
                Err(RecvTimeoutError::Timeout) => panic!("no line with {words:?} came, but {:#?}", self.seen),
                Err(RecvTimeoutError::Disconnected) => {
                    panic!("it ended without a line with {words:?}: {:#?}", self.seen)
                }
            }
        }
    }

    /// Waits for the next line on standard error and returns it; none when the program has ended.
    pub fn next_line(&mut self) -> Option<String> {
        let line = match self.lines.recv_timeout(PATIENCE) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => panic!("no further line came, after {:#?}", self.seen),
            Err(RecvTimeoutError::Disconnected) => return None,
        };
        self.seen.push(line.clone());
        Some(line)
    }

    /// The lines that it has written to standard error so far.
    pub fn said(&mut self) -> &[String] {
        self.seen.extend(self.lines.try_iter());
        &self.seen
    }

    /// Ends what works with `kill -9`, so that it can do nothing more. Returns all that was written to standard error.
    pub fn kill(mut self) -> Vec<String> {
        self.signal("-KILL", self.id());
        self.child.wait().expect("the program can be waited for");
        self.seen.extend(self.lines.iter());
        std::mem::take(&mut self.seen)
    }

    /// Waits for its end, and calls something now and then until it comes.
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
                    // Whether it could be killed does not matter any more.
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

    /// Number of the process that works: the child of the one that was started, which only supervises it.
    pub fn id(&self) -> u32 {
        let own = self.child.id();
        let children = std::fs::read_to_string(format!("/proc/{own}/task/{own}/children")).unwrap_or_default();
        children.split_whitespace().next().and_then(|child| child.parse().ok()).unwrap_or(own)
    }

    /// Number of the process that was started.
    pub fn supervisor(&self) -> u32 {
        self.child.id()
    }

    /// Interrupts it as Ctrl-C does, and waits for its end.
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
    /// A test that fails leaves no program behind.
    fn drop(&mut self) {
        if let Ok(None) = self.child.try_wait() {
            // The process that works ends with its supervisor. Whoever has ended before needs no more.
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}
