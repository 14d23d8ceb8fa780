//! Server load of a class of thirty students.

use super::client::Client;
use super::school::{School, text};
use sim_engine_tests::{shared_plugins, simulate};
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;

/// A simple generator: the tests need variety, not quality (Marsaglia, Xorshift RNGs, 2003).
struct Dice(u64);

impl Dice {
    fn roll(&mut self, below: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % below
    }
}

/// A malformed or nearly malformed line that does not move anything or end the connection.
fn nonsense(dice: &mut Dice) -> Vec<u8> {
    const WORDS: [&str; 18] = [
        "LIST",
        "LISTI",
        "CALL",
        "OPEN",
        "CLOSE",
        "DESCRIBE",
        "HELP",
        "grey:2",
        "distanc@0:3",
        "motors",
        "a:b:c",
        "__doc__",
        "getValue",
        "x",
        "-1",
        "99999999999999999999",
        "1e400",
        "CLIENTS",
    ];
    let mut line = match dice.roll(3) {
        0 => (0..dice.roll(60)).map(|_| dice.roll(256) as u8).collect(),
        1 => {
            let words: Vec<&str> = (0..dice.roll(7)).map(|_| WORDS[dice.roll(18) as usize]).collect();
            words.join([" ", "  ", "\t"][dice.roll(3) as usize]).into_bytes()
        }
        _ => vec![b'A' + dice.roll(26) as u8; dice.roll(1500) as usize],
    };
    line.retain(|byte| *byte != b'\n');
    line.push(b'\n');
    line
}

/// BS-8: Random input, 10,000 connections and silent clients leave the server working and its memory stable.
/// BU-08: No request, however malformed, stalls the simulation or closes other connections.
#[test]
fn every_line_of_nonsense_has_one_answer_and_the_run_is_as_it_was() {
    const LINES: usize = 100_000;
    const BATCH: usize = 50;
    let mut school = School::open(&text("", ""));
    let hash = school.simulation.state_hash();
    school.teach(|pupil| {
        let stream = pupil.client.stream();
        let mut answers = BufReader::new(stream.try_clone().unwrap());
        let mut writer: &TcpStream = stream;
        let mut dice = Dice(0x2545_F491_4F6C_DD1D);
        let mut answer = Vec::new();
        for _ in 0..LINES / BATCH {
            let batch: Vec<Vec<u8>> = (0..BATCH).map(|_| nonsense(&mut dice)).collect();
            writer.write_all(&batch.concat()).unwrap();
            for line in batch {
                answer.clear();
                let read = answers.read_until(b'\n', &mut answer);
                let shown = String::from_utf8_lossy(&line).into_owned();
                assert!(read.is_ok_and(|count| count > 0), "no reply to {shown:?}");
                assert!(answer.len() <= 1024, "{} bytes to {shown:?}", answer.len());
            }
        }
        // Nothing is left over: the next reply belongs to the next request.
        writer.write_all(b"CALL lback send end\n").unwrap();
        answer.clear();
        answers.read_until(b'\n', &mut answer).unwrap();
        assert_eq!(answer, b"end\n");
    });
    assert_eq!(school.simulation.state_hash(), hash);
    school.teach(|pupil| pupil.wait(1.0));
    let mut alone = simulate(&text("", ""), &shared_plugins(), 1);
    alone.steps(school.simulation.tick()).unwrap();
    assert_eq!(school.simulation.state_hash(), alone.state_hash());
}

/// BU-02: Up to 16 clients get their own answers in order; the seventeenth is rejected.
#[test]
fn sixteen_clients_at_once_get_their_own_answers_and_the_seventeenth_is_closed() {
    let mut school = School::open(&text("", ""));
    let address = school.address;
    std::thread::scope(|scope| {
        let mut clients: Vec<Client> = (0..16).map(|_| Client::new(address)).collect();
        // All are connected before the one in excess arrives.
        let first = scope.spawn(move || {
            clients.iter_mut().for_each(|client| assert_eq!(client.ask("BUTIA_COUNT"), "1"));
            let mut late = Client::new(address);
            assert_eq!(late.receive(), None, "the seventeenth");
            clients
        });
        while !first.is_finished() {
            school.simulation.idle();
            std::thread::yield_now();
        }
        let clients = first.join().unwrap().into_iter().enumerate().map(|(number, mut client)| {
            scope.spawn(move || {
                for request in 0..1000 {
                    let text = format!("{number}-{request}");
                    assert_eq!(client.ask(&format!("CALL lback@0:0 send {text}")), text);
                }
            })
        });
        let clients: Vec<_> = clients.collect();
        while !clients.iter().all(|client| client.is_finished()) {
            school.simulation.idle();
            std::thread::yield_now();
        }
    });
}

/// BU-04: Requests end with a line feed and may arrive in pieces or joined.
/// BU-06: Text passes through unchanged, byte by byte.
#[test]
fn lines_come_in_pieces_and_joined_and_bytes_come_back() {
    let mut school = School::open(&text("", ""));
    school.teach(|mut pupil| {
        for byte in b"CALL grey:2 getValue\n" {
            pupil.client.send(&[*byte]);
        }
        assert_eq!(pupil.client.receive().unwrap(), b"0\n");
        pupil.client.send(b"  BUTIA_COUNT \t \r\nVERSION\nCALL   lback\tsend   hola\n");
        let mut joined = Vec::new();
        while joined.iter().filter(|byte| **byte == b'\n').count() < 3 {
            joined.extend(pupil.client.receive().unwrap());
        }
        assert_eq!(joined, b"1\n0.29.0\nhola\n");
        let bytes: Vec<u8> = (0x80..=0xFF).collect();
        pupil.client.send(&[b"CALL lback send \0", bytes.as_slice(), b"\n"].concat());
        assert_eq!(pupil.client.receive().unwrap(), [bytes.as_slice(), b"\n"].concat());
        pupil.client.send(&[vec![b'x'; 5000], b"\n".to_vec()].concat());
        assert_eq!(pupil.client.receive().unwrap(), b"-1\n");
        assert_eq!(pupil.client.ask(""), "Unknown command ''");
    });
}

#[test]
fn half_open_and_idle_clients_do_not_stall_others() {
    let mut school = School::open(&text("", ""));
    let idle: Vec<Client> = (0..5)
        .map(|number| {
            let mut client = Client::new(school.address);
            client.send(&b"CALL grey:2 get"[..3 * number]);
            client
        })
        .collect();
    school.teach(|mut pupil| {
        for _ in 0..100 {
            assert_eq!(pupil.client.ask("BUTIA_COUNT"), "1");
        }
        pupil.wait(1.0);
    });
    drop(idle);
    school.teach(|mut pupil| assert_eq!(pupil.client.ask("BUTIA_COUNT"), "1"));
}

#[test]
fn a_client_that_never_reads_its_answers_stalls_nobody() {
    let mut school = School::open(&text("", ""));
    let deaf = TcpStream::connect(school.address).unwrap();
    deaf.set_nonblocking(true).unwrap();
    let mut sent = 0;
    school.teach(move |mut pupil| {
        for _ in 0..300 {
            // It requests the longest reply as often as the connection accepts the request.
            let request = b"DESCRIBE motors\n".repeat(64);
            sent += (&deaf).write(&request).unwrap_or(0);
            assert_eq!(pupil.client.ask("BUTIA_COUNT"), "1");
        }
        assert!(sent > 100_000, "{sent}");
    });
}
