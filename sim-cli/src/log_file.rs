//! The log of a run, written to a file while the run goes on.

use crate::console::{Console, log_text};
use sim_abi::ffi::types::LogLevel;
use sim_core::diagnostic::{Code, Diagnostic};
use sim_core::engine::{Fault, LogLine};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A file to which every line of the log is appended, whatever its level, and every fault: one line each, in their order.
///
/// A file that cannot be written is told once, and the run goes on without it.
pub struct LogFile {
    path: PathBuf,
    /// None once it could not be written.
    file: Option<BufWriter<File>>,
}

impl LogFile {
    /// Opens a file, which is made where it is not there.
    pub fn open(path: &Path, console: &Console) -> Self {
        let mut log = Self { path: path.to_path_buf(), file: None };
        match File::options().append(true).create(true).open(path) {
            Ok(file) => log.file = Some(BufWriter::new(file)),
            Err(error) => console.show(&log.unwritten(&error)),
        }
        log
    }

    /// Where it is, while it can be written.
    pub fn written(&self) -> Option<&Path> {
        self.file.is_some().then_some(&*self.path)
    }

    /// Appends a line. What comes back is a warning that it cannot be written, once.
    #[must_use]
    pub fn line(&mut self, line: &LogLine) -> Option<Diagnostic> {
        let text = one_line(&log_text(line));
        self.append(|file| writeln!(file, "{text}"))
    }

    /// Appends a fault, as a line.
    #[must_use]
    pub fn fault(&mut self, fault: &Fault) -> Option<Diagnostic> {
        let (robot, component) = (Arc::from(&*fault.robot), Arc::from(&*fault.component));
        let (time, text) = (fault.time, fault.message.clone());
        self.line(&LogLine { time, robot, component, level: LogLevel::Error, text })
    }

    /// Lets others read what has been appended.
    #[must_use]
    pub fn flush(&mut self) -> Option<Diagnostic> {
        self.append(BufWriter::flush)
    }

    fn append(&mut self, write: impl FnOnce(&mut BufWriter<File>) -> std::io::Result<()>) -> Option<Diagnostic> {
        let error = write(self.file.as_mut()?).err()?;
        // What is still in its memory cannot be written either, and is not tried again when it is dropped.
        if let Some(file) = self.file.take() {
            drop(file.into_parts());
        }
        Some(self.unwritten(&error))
    }

    fn unwritten(&self, error: &std::io::Error) -> Diagnostic {
        let message = say!("log-file-unwritten", "the log cannot be written to its file; the run goes on without it");
        let help = say!("log-file-unwritten-help", "name another file, in a folder that exists and may be written");
        Diagnostic::warning(Code::ConfigOutput, message)
            .with_file(self.path.display().to_string())
            .with_found(error.to_string())
            .with_help(help)
    }
}

/// The text in one line, however many it has.
fn one_line(text: &str) -> String {
    text.replace('\r', "\\r").replace('\n', "\\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_core::diagnostic::Sentence;

    fn line(time: f64, text: &str) -> LogLine {
        let text = Sentence::from(text.to_string());
        LogLine { time, robot: Arc::from("anna"), component: Arc::from("pilot"), level: LogLevel::Debug, text }
    }

    #[test]
    fn bl_87_lines_in_the_file_are_the_lines_of_the_log_in_their_order() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.log");
        std::fs::write(&path, "an earlier run\n").unwrap();
        let mut log = LogFile::open(&path, &Console::new(false));
        for number in 0..10_000 {
            assert!(log.line(&line(f64::from(number) / 100.0, &format!("line {number}\nwith a second one"))).is_none());
        }
        assert!(log.flush().is_none());
        let text = std::fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!((lines.len(), lines[0]), (10_001, "an earlier run"));
        for (number, line) in lines[1..].iter().enumerate() {
            assert!(line.ends_with(&format!("  anna/pilot: line {number}\\nwith a second one")), "{line}");
        }
        assert!(lines[1].starts_with("     0.000 s  debug  "), "{}", lines[1]);
        assert_eq!(log.written(), Some(&*path));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn bl_87_a_disk_that_is_full_is_told_once() {
        let mut log = LogFile::open(Path::new("/dev/full"), &Console::new(false));
        let mut told = 0;
        for _ in 0..3 {
            told += usize::from(log.line(&line(0.0, "text")).is_some()) + usize::from(log.flush().is_some());
        }
        assert_eq!((told, log.written()), (1, None));
    }
}
