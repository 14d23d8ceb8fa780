//! The traffic log: a line per request in the run's log, and in a file if so wished.

use crate::protocol::{Received, printable};
use sim_abi::prelude::*;
use std::fs::{File, OpenOptions};
use std::io::{BufWriter, Write};
use std::net::SocketAddr;
use std::path::PathBuf;

/// Name of the file in the service's folder.
const FILE: &str = "traffic.log";

/// Where requests and answers are written down.
#[derive(Default)]
pub struct Traffic {
    folder: Option<PathBuf>,
    file: Option<BufWriter<File>>,
    /// A warning of answers that were too long has been given.
    warned: bool,
}

impl Traffic {
    /// Writes into `traffic.log` in a folder, or only into the run's log.
    pub fn new(folder: Option<PathBuf>) -> Self {
        Self { folder, ..Self::default() }
    }

    /// Writes down a request and its answer, the line without its LF. Fields are separated by tabs; bytes that cannot be
    /// printed are written as `\xNN`.
    pub fn tell(&mut self, io: &ServiceIo, client: SocketAddr, received: &Received, answer: &[u8]) {
        let request = match received {
            Received::Line(bytes) => printable(bytes),
            Received::TooLong => "(line too long)".to_string(),
        };
        let line = format!("{client}\t{request}\t{}", printable(answer));
        io.log(LogLevel::Debug, format!("traffic\t{line}"));
        if self.folder.is_some()
            && let Err(error) = self.write(io.time(), &line)
        {
            io.log(LogLevel::Error, format!("{FILE} cannot be written and is closed: {error}"));
            (self.folder, self.file) = (None, None);
        }
    }

    /// Tells that something was left out of an answer: as a warning once.
    pub fn truncated(&mut self, io: &ServiceIo, client: SocketAddr, received: &Received) {
        let Received::Line(bytes) = received else { return };
        let level = if std::mem::replace(&mut self.warned, true) { LogLevel::Debug } else { LogLevel::Warn };
        io.log(level, format!("truncated\t{client}\t{}", printable(bytes)));
    }

    /// Sees to it that what has been told is in the file.
    pub fn flush(&mut self, io: &ServiceIo) {
        if let Some(Err(error)) = self.file.as_mut().map(Write::flush) {
            io.log(LogLevel::Error, format!("{FILE} cannot be written and is closed: {error}"));
            (self.folder, self.file) = (None, None);
        }
    }

    fn write(&mut self, time: f64, line: &str) -> std::io::Result<()> {
        let file = match (&mut self.file, &self.folder) {
            (Some(file), _) => file,
            (none, Some(folder)) => {
                std::fs::create_dir_all(folder)?;
                let file = OpenOptions::new().create(true).append(true).open(folder.join(FILE))?;
                none.insert(BufWriter::new(file))
            }
            _ => return Ok(()),
        };
        writeln!(file, "{time:.3}\t{line}")
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
    }

    /// Tells of a request with every step.
    struct Probe(Traffic);

    impl Service for Probe {
        type Params = ProbeParams;

        fn new(params: ProbeParams, _: &mut ServiceSetup) -> Result<Self> {
            Ok(Self(Traffic::new(Some(params.folder.into()))))
        }

        fn step(&mut self, io: &mut ServiceIo) -> Result {
            let (client, request) = (([127, 0, 0, 1], 5).into(), Received::Line(b"CALL\tlback send \xff".into()));
            self.0.tell(io, client, &request, b"\xff");
            self.0.tell(io, client, &Received::TooLong, b"-1");
            self.0.truncated(io, client, &request);
            self.0.flush(io);
            Ok(())
        }
    }

    #[test]
    fn bu_14_the_file_has_time_client_request_and_answer_and_is_written_on() {
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

    #[test]
    fn bu_03_the_first_answer_that_is_cut_is_a_warning() {
        let parent = tempfile::tempdir().unwrap();
        let mut rig = ServiceRig::<Probe>::new(json!({"folder": parent.path()}), &[], &[]).unwrap();
        rig.step().unwrap();
        rig.step().unwrap();
        let log = rig.world.log.get_mut();
        let cut: Vec<_> = log.iter().filter(|(_, line)| line.starts_with("truncated\t127.0.0.1:5\tCALL")).collect();
        assert_eq!(cut.iter().map(|(level, _)| *level).collect::<Vec<_>>(), [LogLevel::Warn, LogLevel::Debug]);
    }

    #[test]
    fn a_file_that_cannot_be_written_is_told_once() {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("file");
        std::fs::write(&folder, "").unwrap();
        let mut rig = ServiceRig::<Probe>::new(json!({"folder": folder}), &[], &[]).unwrap();
        rig.step().unwrap();
        rig.step().unwrap();
        let errors = rig.log().into_iter().filter(|line| line.contains("cannot be written")).count();
        assert_eq!(errors, 1);
    }
}
