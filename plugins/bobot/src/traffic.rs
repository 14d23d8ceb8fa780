//! The traffic log: one line per request in the run's log, and optionally in a file.

use crate::protocol::{Received, printable};
use sim_abi::prelude::*;
use std::fs::{File, OpenOptions};
use std::io::{BufWriter, Write};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

/// Name of the file in the service's folder.
const FILE: &str = "traffic.log";

/// Name of a rotated log file.
const FULL: &str = "traffic.1.log";

/// Logs requests and replies.
#[derive(Default)]
pub struct Traffic {
    folder: Option<PathBuf>,
    file: Option<BufWriter<File>>,
    /// Size of the file, bytes.
    size: u64,
    /// Maximum size of the file, bytes.
    limit: u64,
    /// The warning about truncated replies has been issued.
    warned: bool,
}

impl Traffic {
    /// Logs to `traffic.log` in a folder, or only to the run's log. Before the file exceeds `limit` bytes, it is
    /// renamed to `traffic.1.log`, replacing the previous one, and a new file is started.
    pub fn new(folder: Option<PathBuf>, limit: u64) -> Self {
        Self { folder, limit, ..Self::default() }
    }

    /// Logs a request and its reply, without its LF. Fields are separated by tabs; unprintable bytes are written as
    /// `\xNN`.
    pub fn record(&mut self, io: &ServiceIo, client: SocketAddr, received: &Received, answer: &[u8]) {
        let request = match received {
            Received::Line(bytes) => printable(bytes),
            Received::TooLong => "(line too long)".to_string(),
        };
        let line = format!("{client}\t{request}\t{}", printable(answer));
        io.log(LogLevel::Debug, format!("traffic\t{line}"));
        if self.folder.is_some()
            && let Err(error) = self.write(io.time(), &line)
        {
            io.log(LogLevel::Error, format!("cannot write {FILE}, logging stopped: {error}"));
            (self.folder, self.file) = (None, None);
        }
    }

    /// Logs that a reply was truncated; the first time as a warning.
    pub fn truncated(&mut self, io: &ServiceIo, client: SocketAddr, received: &Received) {
        let Received::Line(bytes) = received else { return };
        let level = if std::mem::replace(&mut self.warned, true) { LogLevel::Debug } else { LogLevel::Warn };
        io.log(level, format!("truncated\t{client}\t{}", printable(bytes)));
    }

    /// Flushes the file.
    pub fn flush(&mut self, io: &ServiceIo) {
        if let Some(Err(error)) = self.file.as_mut().map(Write::flush) {
            io.log(LogLevel::Error, format!("cannot write {FILE}, logging stopped: {error}"));
            (self.folder, self.file) = (None, None);
        }
    }

    fn write(&mut self, time: f64, line: &str) -> std::io::Result<()> {
        let Some(folder) = self.folder.clone() else { return Ok(()) };
        let line = format!("{time:.3}\t{line}\n");
        let length = line.len() as u64;
        if self.file.is_none() {
            self.open(&folder)?;
        }
        if self.size > 0 && self.size + length > self.limit {
            // Some systems cannot rename an open file.
            if let Some(mut full) = self.file.take() {
                full.flush()?;
            }
            std::fs::rename(folder.join(FILE), folder.join(FULL))?;
            self.open(&folder)?;
        }
        self.size += length;
        self.file.as_mut().map_or(Ok(()), |file| file.write_all(line.as_bytes()))
    }

    /// Opens the file, which may contain lines of earlier runs.
    fn open(&mut self, folder: &Path) -> std::io::Result<()> {
        std::fs::create_dir_all(folder)?;
        let file = OpenOptions::new().create(true).append(true).open(folder.join(FILE))?;
        self.size = file.metadata()?.len();
        self.file = Some(BufWriter::new(file));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Parameters of the probe.
    #[params]
    struct ProbeParams {
        /// Folder of the file.
        folder: String,
        /// Its largest size, bytes.
        #[param(default = 1_000_000)]
        limit: u64,
    }

    /// Logs a request in every step.
    struct Probe(Traffic);

    impl Service for Probe {
        type Params = ProbeParams;

        fn new(params: ProbeParams, _: &mut ServiceSetup) -> Result<Self> {
            Ok(Self(Traffic::new(Some(params.folder.into()), params.limit)))
        }

        fn step(&mut self, io: &mut ServiceIo) -> Result {
            let (client, request) = (([127, 0, 0, 1], 5).into(), Received::Line(b"CALL\tlback send \xff".into()));
            self.0.record(io, client, &request, b"\xff");
            self.0.record(io, client, &Received::TooLong, b"-1");
            self.0.truncated(io, client, &request);
            self.0.flush(io);
            Ok(())
        }
    }

    /// BU-14: Traffic is logged in the window and a file, with time, client, request and answer.
    #[test]
    fn the_file_has_time_client_request_and_answer_and_is_written_on() {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("new");
        let lines = |time: &str| {
            let from = format!("{time}\t127.0.0.1:5\t");
            format!("{from}CALL\\x09lback send \\xff\t\\xff\n{from}(line too long)\t-1\n")
        };
        for _ in 0..2 {
            let mut rig = ServiceRig::<Probe>::new(json!({"folder": folder}), &[], &[]).unwrap();
            rig.step().unwrap();
        }
        let text = std::fs::read_to_string(folder.join(FILE)).unwrap();
        assert_eq!(text, lines("0.010").repeat(2));
    }

    /// BU-14: Traffic is logged in the window and a file, with time, client, request and answer.
    #[test]
    fn a_file_that_is_full_takes_the_place_of_the_older_one() {
        let parent = tempfile::tempdir().unwrap();
        let steps = |count: usize| {
            // Two runs: the existing file counts toward the limit.
            let mut rig = ServiceRig::<Probe>::new(json!({"folder": parent.path(), "limit": 1000}), &[], &[]).unwrap();
            (0..count).for_each(|_| rig.step().unwrap());
            rig.log()
        };
        let logged = [steps(30), steps(30)].concat();
        let errors: Vec<_> = logged.iter().filter(|line| line.contains("cannot")).collect();
        assert!(errors.is_empty(), "{errors:?}");
        let mut names: Vec<String> = std::fs::read_dir(parent.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        assert_eq!(names, ["traffic.1.log", "traffic.log"]);
        let text = |name: &str| std::fs::read_to_string(parent.path().join(name)).unwrap();
        let (older, newer) = (text("traffic.1.log"), text("traffic.log"));
        assert!(older.len() <= 1000 && newer.len() <= 1000 && older.len() > 900, "{} {}", older.len(), newer.len());
        // No line is missing between the two files: every step writes two lines, the second with the same time.
        let whole = older + &newer;
        let lines: Vec<&str> = whole.lines().collect();
        let last = lines.last().unwrap();
        assert!(last.starts_with("0.300\t") && last.ends_with("(line too long)\t-1"), "{last}");
        let kinds: Vec<bool> = lines.iter().map(|line| line.contains("too long")).collect();
        assert!(kinds.windows(2).all(|pair| pair[0] != pair[1]), "{whole}");
    }

    /// BU-14: Traffic is logged in the window and a file, with time, client, request and answer.
    #[test]
    fn a_line_that_is_longer_than_the_limit_is_written_all_the_same() {
        let parent = tempfile::tempdir().unwrap();
        let mut rig = ServiceRig::<Probe>::new(json!({"folder": parent.path(), "limit": 1}), &[], &[]).unwrap();
        rig.step().unwrap();
        let text = |name: &str| std::fs::read_to_string(parent.path().join(name)).unwrap();
        assert!(text("traffic.1.log").contains("lback") && text("traffic.log").ends_with("(line too long)\t-1\n"));
    }

    /// BU-03: Each request gets exactly one answer line, at most 1024 bytes in the pybot dialect.
    #[test]
    fn the_first_answer_that_is_cut_is_a_warning() {
        let parent = tempfile::tempdir().unwrap();
        let mut rig = ServiceRig::<Probe>::new(json!({"folder": parent.path()}), &[], &[]).unwrap();
        rig.step().unwrap();
        rig.step().unwrap();
        let log = rig.world.log.get_mut();
        let cut: Vec<_> = log.iter().filter(|(_, line)| line.starts_with("truncated\t127.0.0.1:5\tCALL")).collect();
        assert_eq!(cut.iter().map(|(level, _)| *level).collect::<Vec<_>>(), [LogLevel::Warn, LogLevel::Debug]);
    }

    #[test]
    fn a_write_error_is_reported_once() {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("file");
        std::fs::write(&folder, "").unwrap();
        let mut rig = ServiceRig::<Probe>::new(json!({"folder": folder}), &[], &[]).unwrap();
        rig.step().unwrap();
        rig.step().unwrap();
        let errors = rig.log().into_iter().filter(|line| line.contains("cannot write")).count();
        assert_eq!(errors, 1);
    }
}
