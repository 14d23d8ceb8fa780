//! Random packets survive a round trip, and no datagram causes a panic. `SIM_SOAK=1` runs ten million datagrams.

use robomap_protocol::{
    Beacon, Degrees, Dialect, MAX_DATAGRAM_LENGTH, MAX_ID, Message, Mode, Packet, PacketType, Pose, Radians, Status,
    Turn, decode, encode,
};
use sim_fuzz::{Depth, Random, fuzz};

fn real(random: &mut Random) -> f64 {
    match random.below(8) {
        0 => *random.pick(&[0.0, -0.0, f64::MAX, f64::MIN, f64::MIN_POSITIVE, 5e-324, 0.1 + 0.2, 33.3f32 as f64]),
        1 => loop {
            let value = f64::from_bits(random.bits());
            if value.is_finite() {
                return value;
            }
        },
        _ => (random.bits() % 2_000_001) as f64 / 1000.0 - 1000.0,
    }
}

fn speed(random: &mut Random) -> f64 {
    (random.bits() % 1_000_001) as f64 / 10_000.0
}

fn unsigned(random: &mut Random) -> u32 {
    let bound = *random.pick(&[128, 256, 65_536, u64::from(MAX_ID) + 1]);
    (random.bits() % bound) as u32
}

fn pose(random: &mut Random) -> Pose {
    Pose { x: real(random), y: real(random), heading: Degrees(real(random)) }
}

fn message(packet_type: PacketType, random: &mut Random) -> Message {
    match packet_type {
        PacketType::Ack => {
            Message::Ack { acked: unsigned(random), status: *random.pick(&[Status::Correct, Status::Refused]) }
        }
        PacketType::Mode => Message::Mode { mode: *random.pick(&[Mode::Editor, Mode::Robot]), speed: speed(random) },
        PacketType::Trace => Message::Trace(pose(random)),
        PacketType::OpenPlan => Message::OpenPlan { poses: unsigned(random).max(1) },
        PacketType::AddPose => Message::AddPose(pose(random)),
        PacketType::ClosePlan => Message::ClosePlan,
        PacketType::StartPlan => Message::StartPlan,
        PacketType::StopPlan => Message::StopPlan,
        PacketType::PausePlan => Message::PausePlan,
        PacketType::ResumePlan => Message::ResumePlan,
        PacketType::ReachedPose => Message::ReachedPose(pose(random)),
        PacketType::ChangeSpeed => Message::ChangeSpeed { speed: speed(random) },
        PacketType::CalibrationRequest => Message::CalibrationRequest,
        PacketType::CalibrationStart => Message::CalibrationStart { beacons: unsigned(random) },
        PacketType::UltrasoundBeacon => Message::UltrasoundBeacon(Beacon {
            id: unsigned(random),
            position: std::array::from_fn(|_| real(random)),
            rotation: std::array::from_fn(|_| Radians(real(random))),
        }),
        PacketType::CalibrationEnd => Message::CalibrationEnd,
        PacketType::ManualTranslation => {
            Message::ManualTranslation { dx: real(random), dy: real(random), speed: speed(random) }
        }
        PacketType::ManualRotation => Message::ManualRotation {
            turn: *random.pick(&[Turn::CounterClockwise, Turn::None, Turn::Clockwise]),
            speed: speed(random),
        },
        PacketType::ManualStop => Message::ManualStop,
        PacketType::EndOfPlan => Message::EndOfPlan,
        PacketType::CaptureStarted => Message::CaptureStarted,
        PacketType::CaptureEnded => Message::CaptureEnded,
    }
}

fn packet(random: &mut Random) -> Packet {
    let packet_type = *random.pick(PacketType::ALL);
    Packet { id: unsigned(random), message: message(packet_type, random) }
}

/// RM-CT1: All packet types are decoded as encoded, and wrong types or lengths are rejected.
#[test]
fn random_packets_of_every_type_are_read_as_they_were_written() {
    let mut random = Random::new(1);
    for round in 0..2_200 {
        let packet_type = PacketType::ALL[round % PacketType::ALL.len()];
        let packet = Packet { id: unsigned(&mut random), message: message(packet_type, &mut random) };
        let bytes = encode(&packet, Dialect::Later).unwrap();
        assert!(bytes.len() <= 66, "{packet:?} takes {} bytes", bytes.len());
        let read = decode(&bytes, Dialect::Later).unwrap_or_else(|error| panic!("{packet:?}: {error}"));
        // Equality would be too weak: 0 and −0 are equal.
        assert_eq!(format!("{read:?}"), format!("{packet:?}"));

        // A packet with another type or length is not decoded as the same message.
        let number = 1 + (packet_type.number() + random.below(21) as u8) % 22;
        let mut other = bytes.clone();
        let place = bytes.len() - without_id(&packet);
        other[place] = number;
        if number != packet_type.number() {
            assert_ne!(decode(&other, Dialect::Later), Ok(packet));
        }
        let mut longer = bytes.clone();
        longer[0] += 1;
        longer.push(0);
        let mut shorter = bytes[..place + 1].to_vec();
        shorter[0] = 0x92;
        let few = packet_type.fields() == 2;
        assert!(decode(&longer, Dialect::Later).is_err() && (few || decode(&shorter, Dialect::Later).is_err()));
    }
}

/// Bytes of a packet from its type on.
fn without_id(packet: &Packet) -> usize {
    encode(&Packet { id: 0, ..*packet }, Dialect::Later).unwrap().len() - 2
}

#[test]
fn the_forms_of_another_writer_of_messagepack_are_ours() {
    let mut random = Random::new(2);
    for _ in 0..500 {
        let (id, pose) = (unsigned(&mut random), pose(&mut random));
        let ours = encode(&Packet { id, message: Message::AddPose(pose) }, Dialect::Thesis).unwrap();
        assert_eq!(ours, rmp_serde::to_vec(&(id, 5, pose.x, pose.y, pose.heading.0)).unwrap());
        let acked = unsigned(&mut random);
        let ours =
            encode(&Packet { id, message: Message::Ack { acked, status: Status::Correct } }, Dialect::Thesis).unwrap();
        assert_eq!(ours, rmp_serde::to_vec(&(id, 1, acked, 1)).unwrap());
    }
}

/// RM-01: Lengths are in meters, and angles are entered in degrees, counterclockwise from +X.
#[test]
fn degrees_survive_the_protocol_and_the_conversion_to_radians() {
    let mut random = Random::new(3);
    for _ in 0..10_000 {
        let degrees = (random.bits() % 7_200_001) as f64 / 10_000.0 - 360.0;
        let stored = Radians::from(Degrees(degrees));
        let message = Message::Trace(Pose { x: 0.0, y: 0.0, heading: stored.into() });
        let bytes = encode(&Packet { id: 1, message }, Dialect::Thesis).unwrap();
        let Ok(Packet { message: Message::Trace(pose), .. }) = decode(&bytes, Dialect::Thesis) else {
            panic!("{degrees}°")
        };
        assert!((pose.heading.0 - degrees).abs() < 1e-9, "{degrees}° became {}°", pose.heading.0);
    }
}

/// Bytes that begin values or end them.
const MARKERS: &[u8] = &[
    0x00, 0x01, 0x7f, 0x80, 0x90, 0x92, 0x95, 0x99, 0x9f, 0xa1, 0xbf, 0xc0, 0xc1, 0xc2, 0xc4, 0xc6, 0xc7, 0xc9, 0xca,
    0xcb, 0xcc, 0xcd, 0xce, 0xcf, 0xd0, 0xd1, 0xd2, 0xd3, 0xd4, 0xd8, 0xd9, 0xdb, 0xdc, 0xdd, 0xde, 0xdf, 0xe0, 0xff,
];

/// Complete values, few of which are valid at a given position.
const VALUES: &[&[u8]] = &[
    &[0],
    &[1],
    &[2],
    &[100],
    &[101],
    &[0xff],
    &[0xc0],
    &[0xc3],
    &[0xca, 0x42, 0xc8, 0, 0],
    &[0xca, 0x7f, 0xc0, 0, 0],
    &[0xcb, 0x7f, 0xf0, 0, 0, 0, 0, 0, 0],
    &[0xcb, 0x40, 0x59, 0x20, 0, 0, 0, 0, 0],
    &[0xcf, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
    &[0xd3, 0x80, 0, 0, 0, 0, 0, 0, 0],
    &[0xa1, 0x31],
    &[0x92, 1, 2],
    &[0x81, 1, 2],
    &[0xd4, 1, 2],
];

/// A packet with up to three changes, an array of arbitrary values, or nonsense.
fn datagram(random: &mut Random) -> Vec<u8> {
    match random.below(20) {
        0 => return (0..random.below(2 * MAX_DATAGRAM_LENGTH)).map(|_| random.bits() as u8).collect(),
        1..5 => {
            let packet_type = *random.pick(PacketType::ALL);
            let length = if random.below(4) == 0 { 2 + random.below(9) as u32 } else { packet_type.fields() };
            let mut bytes = vec![0x90 | length as u8, random.below(128) as u8, packet_type.number()];
            (2..length).for_each(|_| bytes.extend(*random.pick(VALUES)));
            return bytes;
        }
        _ => {}
    }
    let mut bytes = encode(&packet(random), Dialect::Later).unwrap();
    for _ in 0..random.below(4) {
        let place = random.below(bytes.len() + 1);
        match random.below(6) {
            0 => bytes.truncate(place),
            1 => bytes.insert(place, *random.pick(MARKERS)),
            2 => bytes.extend(encode(&packet(random), Dialect::Later).unwrap()),
            3 if place < bytes.len() => _ = bytes.remove(place),
            4 if place < bytes.len() => bytes[place] = random.bits() as u8,
            _ if place < bytes.len() => bytes[place] = *random.pick(MARKERS),
            _ => bytes.push(*random.pick(MARKERS)),
        }
    }
    bytes
}

#[test]
fn fuzz_no_datagram_causes_a_panic_and_what_is_read_is_written_and_read_again_as_the_same() {
    let sample = if std::env::var_os("SIM_SOAK").is_some() { 10_000_000 } else { 50_000 };
    fuzz("fuzz_robomap_protocol", sample, [0.4, 0.25], datagram, |bytes| {
        for dialect in [Dialect::Thesis, Dialect::Later] {
            match decode(bytes, dialect) {
                Ok(packet) => {
                    let written = encode(&packet, dialect).unwrap_or_else(|error| panic!("{packet:?}: {error}"));
                    assert!(written.len() <= 66, "{} bytes for {packet:?}", written.len());
                    assert_eq!(decode(&written, dialect), Ok(packet));
                }
                Err(error) => {
                    assert!(!error.to_string().is_empty());
                    assert!(error.refused_id().is_none_or(|id| id <= MAX_ID && error.id == Some(id)));
                }
            }
        }
        match decode(bytes, Dialect::Later) {
            Ok(_) => Depth::Accepted,
            Err(error) if error.id.is_some() => Depth::Meaning,
            Err(_) => Depth::Form,
        }
    });
}
