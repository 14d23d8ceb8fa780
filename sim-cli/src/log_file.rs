//! Log file, written during a run.

use crate::console::{Console, log_text};
use sim_abi::ffi::types::LogLevel;
use sim_core::diagnostic::{Code, Diagnostic};
use sim_core::engine::{Fault, LogLine};
use std::fs::File;
use std::io::{BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A file to which all log lines, regardless of level, and all faults are appended in order, one line each.
///
/// If the file cannot be written, a warning is shown once and the run continues without it.
pub struct LogFile {
    path: PathBuf,
    /// None after a write error.
    file: Option<BufWriter<File>>,
}

impl LogFile {
    /// Opens or creates a file. If its last line is incomplete, a line break is appended first.
    pub fn open(path: &Path, console: &Console) -> Self {
        let mut log = Self { path: path.to_path_buf(), file: None };
        let is_partial = ends_in_partial_line(path);
        match File::options().append(true).create(true).open(path) {
            Ok(file) => log.file = Some(BufWriter::new(file)),
            Err(error) => console.show(&log.unwritten(&error)),
        }
        if is_partial && let Some(warning) = log.append(|file| file.write_all(b"\n")) {
            console.show(&warning);
        }
        log
    }

    /// The path, while the file is writable.
    pub fn written(&self) -> Option<&Path> {
        self.file.is_some().then_some(&*self.path)
    }

    /// Appends a line. Returns a warning on the first write error.
    #[must_use]
    pub fn line(&mut self, line: &LogLine) -> Option<Diagnostic> {
        self.append(|file| writeln!(file, "{}", log_text(line)))
    }

    /// Appends a fault as a line.
    #[must_use]
    pub fn fault(&mut self, fault: &Fault) -> Option<Diagnostic> {
        let (robot, component) = (Arc::from(&*fault.robot), Arc::from(&*fault.component));
        let (time, text) = (fault.time, fault.message.clone());
        self.line(&LogLine { time, robot, component, level: LogLevel::Error, text })
    }

    /// Flushes the buffer, so that other programs see the appended lines.
    #[must_use]
    pub fn flush(&mut self) -> Option<Diagnostic> {
        self.append(BufWriter::flush)
    }

    fn append(&mut self, write: impl FnOnce(&mut BufWriter<File>) -> std::io::Result<()>) -> Option<Diagnostic> {
        let error = write(self.file.as_mut()?).err()?;
        // The buffered data cannot be written either; do not retry on drop.
        if let Some(file) = self.file.take() {
            drop(file.into_parts());
        }
        Some(self.unwritten(&error))
    }

    fn unwritten(&self, error: &std::io::Error) -> Diagnostic {
        Diagnostic::warning(Code::ConfigOutput, "the log file cannot be written; the run continues without it")
            .with_file(self.path.display().to_string())
            .with_found(error.to_string())
            .with_help("choose a file in an existing, writable folder")
    }
}

/// Whether the last line of a file is incomplete.
fn ends_in_partial_line(path: &Path) -> bool {
    let last = || -> std::io::Result<u8> {
        let (mut file, mut last) = (File::open(path)?, [b'\n']);
        if file.seek(SeekFrom::End(0))? > 0 {
            file.seek(SeekFrom::End(-1))?;
            file.read_exact(&mut last)?;
        }
        Ok(last[0])
    };
    // Files that cannot be read, and devices, which have no end, are appended to as they are.
    std::fs::metadata(path).is_ok_and(|there| there.is_file()) && last().is_ok_and(|last| last != b'\n')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(time: f64, text: &str) -> LogLine {
        let text = text.to_string();
        LogLine { time, robot: Arc::from("anna"), component: Arc::from("pilot"), level: LogLevel::Debug, text }
    }

    /// BL-87: The log shows all messages with time, source and level, and fills a file.
    #[test]
    fn lines_in_the_file_are_the_lines_of_the_log_in_their_order() {
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
    fn every_text_is_one_line_without_control_characters_whatever_the_file_ended_with() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.log");
        for (before, lines) in [("cut o", 4), ("whole\n", 4), ("", 3)] {
            std::fs::write(&path, before).unwrap();
            let mut log = LogFile::open(&path, &Console::new(false));
            for text in ["a\u{1b}[2Jb\u{7}\tc", "d\r\ne\u{2028}f\u{202e}g", &"é".repeat(5000)] {
                assert!(log.line(&line(0.0, text)).is_none());
            }
            assert!(log.flush().is_none());
            let text = std::fs::read_to_string(&path).unwrap();
            let found: Vec<&str> = text.lines().collect();
            assert_eq!(found.len(), lines, "{text:?}");
            assert!(text.starts_with(before));
            let ends = ["pilot: a\\u{1b}[2Jb\\u{7}\\tc", "pilot: d\\r\\ne\\u{2028}f\\u{202e}g", "ééé…"];
            for (line, end) in found[lines - 3..].iter().zip(ends) {
                assert!(line.ends_with(end) && !line.contains(char::is_control), "{line:?}");
            }
            assert_eq!(found[lines - 1].chars().filter(|c| *c == 'é').count(), 2000);
        }
    }

    /// BL-87: The log shows all messages with time, source and level, and fills a file.
    #[test]
    #[cfg(target_os = "linux")]
    fn a_full_disk_is_reported_once() {
        let mut log = LogFile::open(Path::new("/dev/full"), &Console::new(false));
        let mut warnings = 0;
        for _ in 0..3 {
            warnings += usize::from(log.line(&line(0.0, "text")).is_some()) + usize::from(log.flush().is_some());
        }
        assert_eq!((warnings, log.written()), (1, None));
    }
}
