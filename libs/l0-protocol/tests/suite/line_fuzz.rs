//! Arbitrary input: no panic, at most one line per line feed, and each parsed line is serialized so that it parses to the same value.

use l0_protocol::{Answer, Line, LineReader, MAX_LINE_LENGTH, Order};
use sim_fuzz::{Depth, Random, fuzz, mutate};

/// Lines that are commands or responses.
const LINES: &[&str] = &[
    "GO 90 50",
    "GO -45.25 1000",
    "go 0 0.1",
    "SONAR",
    "RESUME",
    "HALT",
    "GO 30",
    "FLY",
    "E: GO -",
    "E: GO A -",
    "W: GO00",
    "D: GO HALTed",
    "D: GO HALTed s=12.5",
    "D: GO OK",
    "D: SONAR HALTed",
    "D: RAY -15 44.25",
    "D:RAY 40 57.76",
    "D: SONAR OK",
    "D: SONAR RAY HALTed",
    "D: ECHO HALTed",
    "D: RESUME Halted",
    "W: BLOCKED 40.75",
    "W: BLOCKED, cm to go 40 q=14.9",
    "D: BLOCKED HALTed",
    "W: Ignored command",
    "E: Undefined state!",
    "E: wrong command",
    "E: line too long",
];

/// Difficult input for parsers.
const WORDS: &[&str] = &[
    "\n",
    "\r\n",
    "\r",
    "\0",
    "\t",
    " ",
    ":",
    ",",
    "-",
    "+",
    ".",
    "=",
    "s=",
    "q=1",
    "é",
    "\u{85}",
    "nan",
    "inf",
    "1e9",
    "-0",
    "0.005",
    "999999.995",
    "00000000000000000000001",
    ".99999999999999999999",
    "GO ",
    "HALTed ",
    "RAY ",
    "BLOCKED ",
];

fn lines(random: &mut Random) -> Vec<u8> {
    let mut text = String::new();
    for _ in 0..=random.below(4) {
        text += random.pick::<&str>(LINES);
        text += random.pick::<&str>(&["\n", "\n", "\r\n", "\n\n"]);
    }
    let mut bytes = match random.below(10) {
        0 => [&b"9".repeat(random.below(3 * MAX_LINE_LENGTH)), b"\n".as_slice(), text.as_bytes()].concat(),
        1 => (0..random.below(200)).map(|_| random.bits() as u8).collect(),
        _ => mutate(text.as_bytes(), random.pick::<&str>(LINES).as_bytes(), WORDS, random),
    };
    bytes.push(b'\n');
    bytes
}

/// Parses a line, and its serialization again.
fn read(line: &[u8]) -> Depth {
    let order = Order::read(line).ok().map(|order| {
        let written = order.to_string();
        let again = Order::read(written.as_bytes()).unwrap_or_else(|bad| panic!("{written}: {bad:?}"));
        assert_eq!(again.to_string(), written);
        assert!(written.len() <= MAX_LINE_LENGTH);
        if let (Order::Go { angle, distance }, Order::Go { angle: turned, distance: advanced }) = (order, again) {
            assert!((angle - turned).abs() <= 0.005_000_1 && (distance - advanced).abs() <= 0.005_000_1, "{written}");
        } else {
            assert_eq!(again, order);
        }
    });
    let answer = Answer::read(line).map(|answer| {
        let written = answer.to_string();
        let again = Answer::read(written.as_bytes()).unwrap_or_else(|| panic!("{written} is not a valid reply"));
        assert_eq!(again.to_string(), written);
        assert_eq!(std::mem::discriminant(&again), std::mem::discriminant(&answer));
        assert!(written.len() <= MAX_LINE_LENGTH);
    });
    assert!(order.is_none() || answer.is_none(), "{} is both", line.escape_ascii());
    match (order, answer) {
        (None, None) if line.is_ascii() => Depth::Meaning,
        (None, None) => Depth::Form,
        _ => Depth::Accepted,
    }
}

#[test]
fn fuzz_l0_protocol_never_panics() {
    fuzz("fuzz_l0_protocol", 50_000, [0.8, 0.5], lines, |bytes| {
        let (mut reader, mut depth) = (LineReader::new(), Depth::Form);
        for byte in bytes {
            match reader.push(*byte) {
                Some(_) if *byte != b'\n' => panic!("a line contains a line end"),
                Some(Line::Text(line)) => {
                    assert!((1..=MAX_LINE_LENGTH).contains(&line.len()));
                    depth = depth.max(read(line));
                }
                Some(Line::TooLong) | None => {}
            }
        }
        depth
    });
}
