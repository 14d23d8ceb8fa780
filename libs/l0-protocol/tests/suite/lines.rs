//! Splitting a byte stream into lines.

use l0_protocol::{Line, LineReader, MAX_LINE_LENGTH};

/// Lines that a reader extracts from bytes; `None` for a line that is too long.
fn lines(bytes: &[u8]) -> Vec<Option<Vec<u8>>> {
    let mut reader = LineReader::default();
    let mut lines = Vec::new();
    for byte in bytes {
        match reader.push(*byte) {
            Some(Line::Text(text)) => lines.push(Some(text.to_vec())),
            Some(Line::TooLong) => lines.push(None),
            None => {}
        }
    }
    lines
}

fn line(text: &str) -> Option<Vec<u8>> {
    Some(text.into())
}

/// MR-19: The L0 controller runs as a plugin, as a process, and on a board.
#[test]
fn pieces_are_put_together_and_empty_lines_left_out() {
    assert_eq!(lines(b"GO 0 20\r\n\n\r\n  \nHALT\nSO"), [line("GO 0 20"), line("HALT")]);
    assert_eq!(lines(b"\xff\0\n"), [Some(vec![0xff, 0])]);
}

#[test]
fn a_carriage_return_is_left_out_before_the_end_only() {
    assert_eq!(lines(b"A\rB\r\r\nC\r\n\rD\n"), [line("A\rB\r"), line("C"), line("\rD")]);
}

/// MR-19: The L0 controller runs as a plugin, as a process, and on a board.
#[test]
fn a_line_of_more_than_128_bytes_is_discarded_to_its_end() {
    let ended = |length: usize, end: &str| [&b"x".repeat(length), end.as_bytes(), b"HALT\n"].concat();
    let longest = Some(b"x".repeat(MAX_LINE_LENGTH));
    assert_eq!(MAX_LINE_LENGTH, 128);
    assert_eq!(lines(&ended(128, "\n")), [longest.clone(), line("HALT")]);
    assert_eq!(lines(&ended(128, "\r\n")), [longest, line("HALT")]);
    assert_eq!(lines(&ended(128, "\r\r\n")), [None, line("HALT")]);
    assert_eq!(lines(&ended(129, "\n")), [None, line("HALT")]);
    assert_eq!(lines(&ended(100_000, "\n")), [None, line("HALT")]);
    assert_eq!(lines(&b"x".repeat(100_000)), []);
}
