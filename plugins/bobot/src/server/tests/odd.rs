//! Large numbers of malformed requests.

use super::*;
use std::io::{BufRead, BufReader};

/// Malformed lines: random bytes, and words of the protocol in random order.
fn odd_lines(count: usize) -> Vec<Vec<u8>> {
    const WORDS: [&str; 24] = [
        "LIST",
        "LISTI",
        "OPEN",
        "CLOSE",
        "CALL",
        "DESCRIBE",
        "HELP",
        "CLIENTS",
        "REFRESH",
        "list",
        "motors",
        "grey:2",
        "grey@0:2",
        "a:b:c",
        "__doc__",
        "getValue",
        "setvel2mtr",
        "0",
        "-1",
        "600",
        "99999999999999999999",
        "@",
        ":",
        "\t",
    ];
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = move |below: u64| {
        // Xorshift, Marsaglia 2003.
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) % below
    };
    let mut line = || -> Vec<u8> {
        match random(8) {
            0 => (0..random(40)).map(|_| random(256) as u8).filter(|byte| *byte != b'\n').collect(),
            1 => vec![b'x'; 1000 + random(2000) as usize],
            _ => (0..random(7)).flat_map(|_| [WORDS[random(24) as usize].as_bytes(), b" "].concat()).collect(),
        }
    };
    (0..count).map(|_| line()).collect()
}

/// BU-08: No request, however malformed, stalls the simulation or closes other connections.
#[test]
fn every_odd_line_gets_exactly_one_answer() {
    const LINES: usize = 20_000;
    let mut rig = started(json!({}));
    serve(&mut rig, |address| {
        let client = Client::new(address);
        let mut writer = client.0.try_clone().unwrap();
        thread::scope(|scope| {
            scope.spawn(move || {
                for (number, line) in odd_lines(LINES).into_iter().enumerate() {
                    let marked = [line, format!("\nCALL admin send {number}\n").into_bytes()].concat();
                    writer.write_all(&marked).unwrap();
                }
            });
            let mut reader = BufReader::new(client.0);
            let mut line = Vec::new();
            for number in 0..LINES {
                for expected in [None, Some(format!("{number}\n"))] {
                    line.clear();
                    assert!(reader.read_until(b'\n', &mut line).unwrap() <= 1024);
                    assert!(expected.is_none_or(|expected| line == expected.as_bytes()), "after odd line {number}");
                }
            }
        });
    });
    assert_eq!(rig.published("answered"), 2.0 * LINES as f64);
}
