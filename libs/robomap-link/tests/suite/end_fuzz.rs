//! Arbitrary input in any state and at any time: neither end panics or exceeds its memory limits. `SIM_SOAK=1` runs ten million datagrams.

use crate::support::{pose, robot, s};
use crate::world::here;
use robomap_link::Datagram;
use robomap_link::client::{Client, Command, Motion, Settings, Situation};
use robomap_link::server::{self, Server};
use robomap_protocol::{
    Beacon, Degrees, Dialect, MAX_DATAGRAM_LENGTH, Message, Mode, Packet, Pose, Radians, Status, Turn, decode, encode,
};
use sim_fuzz::{Depth, Random, fuzz};
use std::time::Duration;

fn message(random: &mut Random) -> Message {
    let number = |random: &mut Random| *random.pick(&[0.0, 1.0, 0.5, -3.0, 1e300]);
    let place = |random: &mut Random| Pose { x: number(random), y: 0.0, heading: Degrees(0.0) };
    let few = |random: &mut Random| random.below(6) as u32;
    let speed = 50.0;
    match random.below(22) {
        0..5 => {
            Message::Ack { acked: few(random) + few(random), status: *random.pick(&[Status::Correct, Status::Refused]) }
        }
        5 => Message::Mode { mode: *random.pick(&[Mode::Editor, Mode::Robot, Mode::Robot, Mode::Robot]), speed },
        6 => Message::Trace(place(random)),
        7 => Message::OpenPlan { poses: 1 + few(random) },
        8 => Message::AddPose(place(random)),
        9 => Message::ClosePlan,
        10 => Message::StartPlan,
        11 => *random.pick(&[Message::StopPlan, Message::PausePlan, Message::ResumePlan]),
        12 | 13 => Message::ReachedPose(place(random)),
        14 => Message::ChangeSpeed { speed },
        15 => *random.pick(&[Message::CalibrationRequest, Message::CalibrationEnd, Message::ManualStop]),
        16 => Message::CalibrationStart { beacons: few(random) },
        17 => Message::UltrasoundBeacon(Beacon { id: few(random), position: [0.0; 3], rotation: [Radians(0.0); 3] }),
        18 => Message::ManualTranslation { dx: number(random), dy: 0.0, speed },
        19 => Message::ManualRotation { turn: Turn::Clockwise, speed },
        20 => Message::EndOfPlan,
        _ => *random.pick(&[Message::CaptureStarted, Message::CaptureEnded]),
    }
}

/// Consecutive datagrams, each preceded by a byte with its length.
fn datagrams(random: &mut Random) -> Vec<u8> {
    let mut all = Vec::new();
    for _ in 0..10 {
        let id = *random.pick(&[0, 1, 2, 3, 4, 5, 300, 70_000, 0x7fff_ffff]);
        let mut bytes = encode(&Packet { id, message: message(random) }, Dialect::Later).unwrap();
        if random.below(6) == 0 {
            let place = random.below(bytes.len());
            bytes[place] = random.bits() as u8;
        }
        if random.below(30) == 0 {
            bytes = (0..random.below(MAX_DATAGRAM_LENGTH + 10)).map(|_| random.bits() as u8).collect();
        }
        all.push(bytes.len() as u8);
        all.extend(bytes);
    }
    all
}

fn each(mut bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    while let Some((length, rest)) = bytes.split_first() {
        let (datagram, rest) = rest.split_at(usize::from(*length).min(rest.len()));
        all.push(datagram.to_vec());
        bytes = rest;
    }
    all
}

/// User actions in between, selected by a number.
fn disturb(client: &mut Client, now: Duration, number: u8) {
    let route = [pose(0.0, 0.0, 0.0), pose(1.0, 0.0, 0.0), pose(0.0, 0.0, 0.0)];
    let situation = Situation { route: &route, revision: u64::from(number / 64), ..Situation::default() };
    let command = match number % 12 {
        0..3 => Command::EnterRobotMode { speed: 1.0 },
        3..6 => Command::Play,
        6 => Command::Cancel,
        7 => Command::LeaveRobotMode,
        8 => Command::Calibrate,
        9 => Command::Drive { on: number < 128 },
        10 => Command::Abort,
        _ => Command::ChangeSpeed { speed: 3.0 },
    };
    _ = client.request(now, command, &situation);
    _ = client.steer((number < 64).then_some(Motion::Rotate { turn: Turn::None, speed: 1.0 }));
    client.socket_opened(now);
}

fn sample() -> u64 {
    if std::env::var_os("SIM_SOAK").is_some() { 1_000_000 } else { 5_000 }
}

/// Number of valid packets among the datagrams.
fn depth(all: &[Vec<u8>]) -> Depth {
    let packets = all.iter().filter(|bytes| decode(bytes, Dialect::Later).is_ok()).count();
    if packets * 2 > all.len() { Depth::Accepted } else { Depth::Form }
}

#[test]
fn fuzz_a_client_takes_whatever_comes() {
    fuzz("fuzz_robomap_client", sample(), [0.5, 0.5], datagrams, |bytes| {
        let all = each(bytes);
        let seed = bytes.iter().fold(7u8, |sum, byte| sum.wrapping_mul(31).wrapping_add(*byte));
        let mut settings = Settings { resend: seed & 1 == 1, ..Settings::new(robot()) };
        if seed & 6 == 6 {
            settings = Settings::strict(robot());
        }
        let mut client = Client::new(settings);
        let mut now = Duration::ZERO;
        client.request(now, Command::EnterRobotMode { speed: 50.0 }, &Situation::default()).unwrap();
        client.socket_opened(now);
        let accepted =
            encode(&Packet { id: 0, message: Message::Ack { acked: 0, status: Status::Correct } }, Dialect::Later);
        client.step(now, &[Datagram { peer: robot(), bytes: accepted.unwrap() }]);
        for (place, bytes) in all.iter().enumerate() {
            now += s(f64::from(bytes.len() as u8 % 20) / 5.0);
            disturb(&mut client, now, seed.wrapping_mul(place as u8 + 1));
            let out = client.step(now, &[Datagram { peer: robot(), bytes: bytes.clone() }]);
            assert!(out.datagrams.len() < 20 && out.reports.len() < 20 && out.changes.len() < 30);
            for sent in &out.datagrams {
                decode(&sent.bytes, client.settings().dialect).unwrap();
            }
            out.reports.iter().for_each(|report| assert!(!report.to_string().is_empty()));
        }
        client.step(Duration::MAX, &[]);
        client.step(Duration::MAX, &[Datagram { peer: robot(), bytes: all[0].clone() }]);
        depth(&all)
    });
}

#[test]
fn fuzz_a_server_takes_whatever_comes() {
    fuzz("fuzz_robomap_server", sample(), [0.5, 0.5], datagrams, |bytes| {
        let all = each(bytes);
        let dialect = if bytes.len() % 3 == 0 { Dialect::Thesis } else { Dialect::Later };
        let mut server = Server::new(server::Settings { dialect, ..Default::default() });
        let mut now = Duration::ZERO;
        let enter = Packet { id: 0, message: Message::Mode { mode: Mode::Robot, speed: 50.0 } };
        server.step(now, Pose::default(), &[Datagram { peer: here(), bytes: encode(&enter, dialect).unwrap() }]);
        for (place, bytes) in all.iter().enumerate() {
            now += s(f64::from(bytes.len() as u8 % 20) / 5.0);
            let peer = if place % 5 == 4 { robot() } else { here() };
            let heading = if place == 3 { f64::NAN } else { 0.0 };
            let out = server.step(now, pose(0.0, 0.0, heading), &[Datagram { peer, bytes: bytes.clone() }]);
            assert!(out.datagrams.len() < 10 && out.events.len() < 20);
            for sent in &out.datagrams {
                decode(&sent.bytes, dialect).unwrap();
            }
            if let Some((index, _)) = server.target() {
                server.reached(index);
            }
            server.capture(place % 2 == 0);
        }
        server.step(Duration::MAX, Pose::default(), &[]);
        server.step(Duration::MAX, Pose::default(), &[Datagram { peer: here(), bytes: all[0].clone() }]);
        depth(&all)
    });
}
