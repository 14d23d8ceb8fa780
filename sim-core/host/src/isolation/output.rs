//! Standard output and standard error of the process of a library, as lines for the log of the run.

use std::collections::VecDeque;

/// Maximum output of a process, bytes; it is ended beyond that.
pub(super) const MAX_WRITTEN: usize = 64 << 20;
/// Maximum number of pending lines; further lines are only counted.
const MAX_LINES: usize = 200;
/// Maximum length of a line, bytes; longer lines are truncated.
const MAX_LINE_LEN: usize = 1 << 10;

/// Output of a process.
#[derive(Default)]
pub(super) struct Output {
    written: usize,
    line: Vec<u8>,
    lines: VecDeque<String>,
    left_out: u64,
    last: String,
}

impl Output {
    /// Adds output. Returns whether the process has exceeded its limit.
    pub(super) fn receive(&mut self, bytes: &[u8]) -> bool {
        self.written = self.written.saturating_add(bytes.len());
        for byte in bytes {
            match byte {
                b'\n' => self.end_line(),
                byte if self.line.len() < MAX_LINE_LEN => self.line.push(*byte),
                _ => {}
            }
        }
        self.written > MAX_WRITTEN
    }

    /// Completes an unfinished last line when the process has ended.
    pub(super) fn end_line(&mut self) {
        let text = String::from_utf8_lossy(&self.line);
        let text: String = text.trim_end().chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        self.line.clear();
        if text.is_empty() {
            return;
        }
        // Hints of the Rust runtime do not describe the error.
        if !text.starts_with("note: ") {
            self.last.clone_from(&text);
        }
        if self.lines.len() < MAX_LINES {
            self.lines.push_back(text);
        } else {
            self.left_out += 1;
        }
    }

    /// Takes the pending lines, and the number of lines dropped since the last call.
    pub(super) fn take(&mut self) -> (VecDeque<String>, u64) {
        (std::mem::take(&mut self.lines), std::mem::take(&mut self.left_out))
    }

    /// The last line.
    pub(super) fn last(&self) -> &str {
        &self.last
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_whole_however_they_are_written_and_too_many_are_counted() {
        let mut output = Output::default();
        assert!(!output.receive(b"one\ntw") && !output.receive(b"o\n\n\x1b[31mred"));
        assert_eq!(output.take(), (VecDeque::from(["one".to_string(), "two".to_string()]), 0));
        output.end_line();
        assert_eq!(output.last(), " [31mred", "no control characters reach a terminal");
        for _ in 0..MAX_LINES + 5 {
            output.receive(b"x\n");
        }
        let (lines, left_out) = output.take();
        assert_eq!((lines.len(), left_out), (MAX_LINES, 6));
    }

    #[test]
    fn output_without_lines_uses_bounded_memory_and_floods_are_reported() {
        let mut output = Output::default();
        let piece = vec![b'x'; 1 << 20];
        assert!(!(0..64).any(|_| output.receive(&piece)));
        assert!(output.receive(b"x"));
        assert_eq!(output.line.len(), MAX_LINE_LEN);
    }
}
