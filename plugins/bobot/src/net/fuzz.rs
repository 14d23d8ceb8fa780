//! Whatever clients send, the server splits it into requests and replies in the form of the protocol, without a panic.

use super::framing::{Framer, MAX_LINE};
use crate::protocol::fake::Fake;
use crate::protocol::{Catalogue, ClientId, Dialect, Engine, Options, Received, Robots};
use sim_abi::prelude::*;
use sim_fuzz::{Depth, Random, fuzz, mutate};
use std::net::SocketAddr;
use std::sync::Arc;

/// Words likely to break the parsers.
const WORDS: &[&str] = &[
    "\n",
    "\r\n",
    "\0",
    "\t",
    " ",
    ":",
    "@",
    "#",
    ",",
    "@0:",
    "@1:0",
    ":99999999999",
    "@18446744073709551616",
    "#2",
    "INIT\n",
    "QUIT\n",
    "CLOSEALL\n",
    "CALL ",
    "DESCRIBE ",
    "OPEN ",
    "LISTI ",
    "HELP ",
    "motors",
    "motores",
    "grises2",
    "boton0",
    "dist",
    "luz99999999999999999999",
    "getValue",
    "nan",
    "inf",
    "1e308",
    "-9223372036854775808",
    "é",
    "\u{85}",
];

/// Robots whose boards are surveyed once: they do not change, and a survey takes longer than a reply.
struct Steady {
    robots: Fake,
    catalogue: Arc<Catalogue>,
}

impl Robots for Steady {
    fn catalogue(&mut self) -> Arc<Catalogue> {
        self.catalogue.clone()
    }

    fn refresh(&mut self) {}

    fn call(&mut self, robot: u32, part: &str, function: &str, arguments: &[Value]) -> Result<Value> {
        self.robots.call(robot, part, function, arguments)
    }

    fn command(&mut self, robot: u32, index: u32, value: f64) {
        assert!(value.is_finite(), "the command {value}");
        self.robots.command(robot, index, value);
    }

    fn running(&self) -> bool {
        self.robots.running()
    }

    fn clients(&self) -> Vec<(ClientId, SocketAddr)> {
        self.robots.clients()
    }

    fn note(&self, text: &str) {
        self.robots.note(text);
    }
}

/// Requests from the dialogues of other tests: the first string of lines such as `("LIST", "motors:9"),`.
fn requests() -> Vec<&'static str> {
    let dialogues = [include_str!("../protocol/transcripts.rs"), include_str!("../protocol/dialogues.rs")];
    let lines = dialogues.iter().flat_map(|text| text.lines());
    let first = |line: &'static str| Some(line.trim().strip_prefix("(\"")?.split_once("\", \"")?.0);
    lines.filter_map(first).filter(|request| !request.contains('\\')).collect()
}

/// A byte for the options, then the clients' input.
fn conversation(requests: &[&str], random: &mut Random) -> Vec<u8> {
    let mut lines = String::new();
    for _ in 0..=random.below(6) {
        lines += random.pick::<&str>(requests);
        lines += random.pick::<&str>(&["\n", "\n", "\n", "\r\n", "\n\n"]);
    }
    let mut bytes = match random.below(8) {
        0 => lines.into_bytes(),
        1 => [lines.as_bytes(), &b"x".repeat(random.below(2 * MAX_LINE)), b"\nLIST\n"].concat(),
        _ => mutate(lines.as_bytes(), random.pick::<&str>(requests).as_bytes(), WORDS, random),
    };
    bytes.push(b'\n');
    bytes.insert(0, random.bits() as u8);
    bytes
}

/// Server options encoded by the byte before a conversation.
fn options(byte: u8) -> Options {
    Options {
        dialect: [Dialect::Auto, Dialect::Pybot, Dialect::Bobot][usize::from(byte % 3)],
        version: "0.29.0".into(),
        list_empty_ports: byte & 0x10 != 0,
        stop_on_disconnect: byte & 0x20 != 0,
    }
}

/// Lets three clients send; the length of each line selects the client. Returns how deep the input got.
fn converse(input: &[u8], boards: &[(Vec<[f64; 2]>, Arc<Catalogue>); 2]) -> Depth {
    let [setting, bytes @ ..] = input else { return Depth::Form };
    let (commands, catalogue) = &boards[usize::from(setting & 0x40 != 0)];
    let address = SocketAddr::from(([127, 0, 0, 1], 4000));
    let robots = Fake {
        layouts: Vec::new(),
        components: Vec::new(),
        commands: commands.clone(),
        running: setting & 0x80 == 0,
        clients: (1..=usize::from(setting & 3)).map(|number| (number as ClientId, address)).collect(),
        notes: Default::default(),
        calls: Vec::new(),
    };
    let mut robots = Steady { robots, catalogue: catalogue.clone() };
    let (mut engine, mut framer, mut depth) = (Engine::new(options(*setting)), Framer::default(), Depth::Form);
    for request in bytes.iter().filter_map(|byte| framer.push(*byte)) {
        let length = match &request {
            Received::Line(line) => line.len(),
            Received::TooLong => MAX_LINE + 1,
        };
        assert!(length <= MAX_LINE || request == Received::TooLong, "a request of {length} bytes");
        let client = (length % 3) as ClientId;
        let reply = engine.request(client, &request, &mut robots);
        let line = reply.line().bytes;
        assert!(!line.iter().any(|byte| b"\n\r\0".contains(byte)), "{}", line.escape_ascii());
        assert!(reply.longest.is_none_or(|longest| line.len() < longest), "{} bytes", line.len());
        let refusals: [&[u8]; 6] = [b"", b"-1", b"fail", b"missing call", b"missing parameter", b"{}"];
        if !refusals.contains(&line.as_slice()) && !line.starts_with(b"Unknown command") {
            depth = depth.max(Depth::Meaning);
        }
        if reply.quit {
            engine.gone(client, &mut robots);
        }
    }
    if robots.robots.calls.is_empty() { depth } else { Depth::Accepted }
}

#[test]
fn fuzz_bobot_never_panics() {
    let requests = requests();
    assert!(requests.len() > 60, "only {} requests were found", requests.len());
    let boards = [&["butia"][..], &["butia", "second"]].map(|names| {
        let mut robots = Fake::new(names);
        let catalogue = robots.catalogue();
        (robots.commands, catalogue)
    });
    fuzz("fuzz_bobot", 20_000, [0.6, 0.4], |random| conversation(&requests, random), |input| converse(input, &boards));
}
