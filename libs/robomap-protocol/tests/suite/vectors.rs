//! Packets written by other programs, byte for byte, and invalid datagrams.

use robomap_protocol::{
    Acknowledged, Beacon, DecodeError, Degrees, Dialect, Direction, EncodeError, Fault, MAX_DATAGRAM_LENGTH, MAX_ID,
    Message, Mode, Packet, PacketType, Pose, Radians, Status, Turn, decode, encode,
};

fn bytes(hex: &str) -> Vec<u8> {
    hex.split_whitespace().map(|byte| u8::from_str_radix(byte, 16).unwrap()).collect()
}

fn pose(x: f64, y: f64, heading: f64) -> Pose {
    Pose { x, y, heading: Degrees(heading) }
}

fn packet(id: u32, message: Message) -> Packet {
    Packet { id, message }
}

/// Vectors V1a … V12 and W1 … W7.
fn thesis() -> Vec<(&'static str, Packet, &'static str)> {
    use Message::*;
    let (correct, refused) = (Status::Correct, Status::Refused);
    let mode = |mode, speed| Mode { mode, speed };
    let (editor, robot) = (robomap_protocol::Mode::Editor, robomap_protocol::Mode::Robot);
    vec![
        ("V1a", packet(300, Ack { acked: 41, status: correct }), "94 cd 01 2c 01 29 01"),
        ("V1b", packet(301, Ack { acked: 42, status: refused }), "94 cd 01 2d 01 2a 00"),
        ("V2a", packet(0, mode(robot, 100.0)), "94 00 02 01 cb 40 59 00 00 00 00 00 00"),
        ("V2b", packet(43, mode(editor, 25.0)), "94 2b 02 00 cb 40 39 00 00 00 00 00 00"),
        (
            "V3",
            packet(7, Trace(pose(0.75, -1.125, 45.0))),
            "95 07 03 cb 3f e8 00 00 00 00 00 00 cb bf f2 00 00 00 00 00 00 cb 40 46 80 00 00 00 00 00",
        ),
        ("V4", packet(1, OpenPlan { poses: 3 }), "93 01 04 03"),
        (
            "V5",
            packet(3, AddPose(pose(1.5, -2.25, 90.0))),
            "95 03 05 cb 3f f8 00 00 00 00 00 00 cb c0 02 00 00 00 00 00 00 cb 40 56 80 00 00 00 00 00",
        ),
        ("V6", packet(5, ClosePlan), "92 05 06"),
        ("V7", packet(6, StartPlan), "92 06 07"),
        ("V8", packet(11, StopPlan), "92 0b 08"),
        ("V9", packet(8, PausePlan), "92 08 09"),
        ("V10", packet(9, ResumePlan), "92 09 0a"),
        (
            "V11",
            packet(8, ReachedPose(pose(1.5, -2.25, 90.0))),
            "95 08 0b cb 3f f8 00 00 00 00 00 00 cb c0 02 00 00 00 00 00 00 cb 40 56 80 00 00 00 00 00",
        ),
        ("V12", packet(10, ChangeSpeed { speed: 33.3f32.into() }), "93 0a 0c cb 40 40 a6 66 60 00 00 00"),
        ("W1", packet(127, ClosePlan), "92 7f 06"),
        ("W2", packet(128, ClosePlan), "92 cc 80 06"),
        ("W3", packet(255, ClosePlan), "92 cc ff 06"),
        ("W4", packet(256, ClosePlan), "92 cd 01 00 06"),
        ("W5", packet(65535, ClosePlan), "92 cd ff ff 06"),
        ("W6", packet(65536, ClosePlan), "92 ce 00 01 00 00 06"),
        ("W7", packet(MAX_ID, ClosePlan), "92 ce 7f ff ff ff 06"),
    ]
}

/// Types 13 … 22.
fn later() -> Vec<(&'static str, Packet, &'static str)> {
    use Message::*;
    let beacon = Beacon {
        id: 4,
        position: [1.0, 2.0, 2.5],
        rotation: [Radians(0.0), Radians(std::f64::consts::FRAC_PI_2), Radians(0.0)],
    };
    vec![
        ("13", packet(20, CalibrationRequest), "92 14 0d"),
        ("14", packet(50, CalibrationStart { beacons: 2 }), "93 32 0e 02"),
        (
            "15",
            packet(51, UltrasoundBeacon(beacon)),
            "99 33 0f 04 cb 3f f0 00 00 00 00 00 00 cb 40 00 00 00 00 00 00 00 cb 40 04 00 00 00 00 00 00 cb 00 00 00 00 \
             00 00 00 00 cb 3f f9 21 fb 54 44 2d 18 cb 00 00 00 00 00 00 00 00",
        ),
        ("16", packet(53, CalibrationEnd), "92 35 10"),
        (
            "17",
            packet(21, ManualTranslation { dx: 0.0, dy: 1.0, speed: 50.0 }),
            "95 15 11 cb 00 00 00 00 00 00 00 00 cb 3f f0 00 00 00 00 00 00 cb 40 49 00 00 00 00 00 00",
        ),
        (
            "18",
            packet(22, ManualRotation { turn: Turn::CounterClockwise, speed: 50.0 }),
            "94 16 12 ff cb 40 49 00 00 00 00 00 00",
        ),
        ("19", packet(23, ManualStop), "92 17 13"),
        ("20", packet(60, EndOfPlan), "92 3c 14"),
        ("21", packet(61, CaptureStarted), "92 3d 15"),
        ("22", packet(62, CaptureEnded), "92 3e 16"),
    ]
}

#[test]
fn vectors_of_the_thesis_are_written_and_read_byte_for_byte() {
    for (name, packet, hex) in thesis() {
        for dialect in [Dialect::Thesis, Dialect::Later] {
            assert_eq!(encode(&packet, dialect), Ok(bytes(hex)), "{name}");
            assert_eq!(decode(&bytes(hex), dialect), Ok(packet), "{name}");
        }
    }
}

#[test]
fn vectors_of_later_additions_are_known_to_their_dialect_alone() {
    for (name, packet, hex) in later() {
        assert_eq!(encode(&packet, Dialect::Later), Ok(bytes(hex)), "{name}");
        assert_eq!(decode(&bytes(hex), Dialect::Later), Ok(packet), "{name}");

        let packet_type = packet.message.packet_type();
        assert_eq!(encode(&packet, Dialect::Thesis), Err(EncodeError::Unknown(packet_type)), "{name}");
        let fault = Fault::UnknownType(packet_type.number().into());
        let error = DecodeError { id: Some(packet.id), packet_type: None, fault };
        assert_eq!(decode(&bytes(hex), Dialect::Thesis), Err(error), "{name}");
        assert_eq!(error.refused_id(), None, "an unknown type is ignored");
    }
}

#[test]
fn there_is_a_vector_for_each_type() {
    let shown: Vec<PacketType> =
        thesis().iter().chain(&later()).map(|(_, packet, _)| packet.message.packet_type()).collect();
    let missing: Vec<_> = PacketType::ALL.iter().filter(|known| !shown.contains(known)).collect();
    assert!(missing.is_empty() && PacketType::ALL.len() == 22, "{missing:?}");
}

#[test]
fn other_forms_of_the_same_values_are_read() {
    for (name, hex, expected) in [
        (
            "A1",
            "95 07 03 ca 3f 40 00 00 ca bf 90 00 00 ca 42 34 00 00",
            packet(7, Message::Trace(pose(0.75, -1.125, 45.0))),
        ),
        ("A2", "95 07 03 01 02 5a", packet(7, Message::Trace(pose(1.0, 2.0, 90.0)))),
        ("A3", "dc 00 02 05 06", packet(5, Message::ClosePlan)),
        ("A4", "92 d2 00 00 00 05 06", packet(5, Message::ClosePlan)),
        ("array32", "dd 00 00 00 02 05 06", packet(5, Message::ClosePlan)),
        ("uint8", "92 cc 05 cc 06", packet(5, Message::ClosePlan)),
        ("uint16, uint32", "92 cd 00 05 ce 00 00 00 06", packet(5, Message::ClosePlan)),
        ("uint64, int64", "92 cf 00 00 00 00 00 00 00 05 d3 00 00 00 00 00 00 00 06", packet(5, Message::ClosePlan)),
        ("int8, int16", "92 d0 05 d1 00 06", packet(5, Message::ClosePlan)),
        (
            "negative integers as lengths",
            "95 07 03 ff d0 fe d1 ff a6",
            packet(7, Message::Trace(pose(-1.0, -2.0, -90.0))),
        ),
        (
            "a direction as int32",
            "94 16 12 d2 ff ff ff ff 32",
            packet(22, Message::ManualRotation { turn: Turn::CounterClockwise, speed: 50.0 }),
        ),
        ("no turn", "94 16 12 00 00", packet(22, Message::ManualRotation { turn: Turn::None, speed: 0.0 })),
        ("a speed as an integer", "94 00 02 01 64", packet(0, Message::Mode { mode: Mode::Robot, speed: 100.0 })),
        ("an angle of many turns", "95 07 03 00 00 cd 0e 10", packet(7, Message::Trace(pose(0.0, 0.0, 3600.0)))),
    ] {
        assert_eq!(decode(&bytes(hex), Dialect::Later), Ok(expected), "{name}");
    }
}

#[test]
fn datagrams_that_are_no_packets_are_rejected_for_the_right_reason() {
    let long = format!("92 05 06{}", " 00".repeat(MAX_DATAGRAM_LENGTH));
    let real = "cb 3f f0 00 00 00 00 00 00";
    let nan = "cb 7f f8 00 00 00 00 00 00";
    for (name, hex, fault, refused) in [
        ("N1", "92 04 63", Fault::UnknownType(99), None),
        ("N2", &format!("94 06 03 {real} {real}"), Fault::Length { expected: 5, found: 4 }, None),
        ("N3", &format!("96 06 05 {real} {real} {real} {real}"), Fault::Length { expected: 5, found: 6 }, Some(6)),
        ("N4", "91 06", Fault::NoType, None),
        ("N5", "92 ff 06", Fault::Id, None),
        ("N6", "92 ce 80 00 00 00 06", Fault::Id, None),
        ("N7", "92 cb 40 18 00 00 00 00 00 00 06", Fault::Id, None),
        ("N8", &format!("95 09 05 {nan} {real} {real}"), Fault::NotFinite(2), Some(9)),
        ("N9", "94 09 02 02 cb 40 49 00 00 00 00 00 00", Fault::Range(2), Some(9)),
        ("N10", "93 09 0c cb 40 59 20 00 00 00 00 00", Fault::Range(2), Some(9)),
        ("N11", "93 09 04 00", Fault::Range(2), Some(9)),
        ("N12", "81 00 01", Fault::NoArray, None),
        ("N13", "92 05 06 00", Fault::Trailing(1), None),
        ("N13, two packets", "92 05 06 92 06 07", Fault::Trailing(3), None),
        ("N14, reserved", "c1 ff", Fault::Reserved, None),
        ("N14, empty", "", Fault::Empty, None),
        ("N14, too long", &long, Fault::TooLong(131), None),
        ("an empty array", "90", Fault::NoType, None),
        ("type 0", "92 04 00", Fault::UnknownType(0), None),
        ("a negative type", "92 04 ff", Fault::UnknownType(-1), None),
        ("a 64-bit type", "92 04 cf ff ff ff ff ff ff ff ff", Fault::UnknownType(i128::from(u64::MAX)), None),
        ("a type equal to 4 modulo 256", "93 04 cd 01 04 05", Fault::UnknownType(260), None),
        ("a floating-point type", &format!("92 04 {real}"), Fault::Type, None),
        ("a nil id", "92 c0 06", Fault::Id, None),
        ("a pose without a value", "95 09 05 00 c0 00", Fault::Kind(3), Some(9)),
        ("a pose with a Boolean", "95 09 05 00 00 c3", Fault::Kind(4), Some(9)),
        ("a pose with a string", "95 09 05 00 00 a3 6f 6e 65", Fault::Kind(4), Some(9)),
        ("a pose with an array", "95 09 05 00 00 92 01 02", Fault::Kind(4), Some(9)),
        ("a pose with an infinite f32", "95 09 05 00 00 ca 7f 80 00 00", Fault::NotFinite(4), Some(9)),
        ("a trace that is not finite", &format!("95 09 03 {nan} 00 00"), Fault::NotFinite(2), None),
        ("a reached pose that is not finite", &format!("95 09 0b {nan} 00 00"), Fault::NotFinite(2), None),
        ("a fractional number of poses", &format!("93 09 04 {real}"), Fault::Kind(2), Some(9)),
        ("a negative number of poses", "93 09 04 ff", Fault::Range(2), Some(9)),
        ("a negative speed", "93 09 0c ff", Fault::Range(2), Some(9)),
        ("a speed that is not finite", &format!("94 09 02 01 {nan}"), Fault::NotFinite(3), Some(9)),
        ("an acknowledgement with status 2", "94 09 01 05 02", Fault::Range(3), None),
        ("an acknowledgement of an invalid id", "94 09 01 ff 01", Fault::Range(2), None),
        ("an acknowledgement without status", "93 09 01 05", Fault::Length { expected: 4, found: 3 }, None),
        ("a turn of 2", &format!("94 16 12 02 {real}"), Fault::Range(2), Some(22)),
        ("a packet that ends inside a field", "95 03 05 cb 3f", Fault::Truncated, None),
        ("a packet that ends before a field", "95 03 05 00 00", Fault::Truncated, None),
        ("half an id", "92 cd 01", Fault::Truncated, None),
        ("too many fields", "dd ff ff ff ff 05 06", Fault::Truncated, None),
        ("too many pairs", "92 05 df ff ff ff ff", Fault::Truncated, None),
        ("a string that is too long", "92 05 db ff ff ff ff", Fault::Truncated, None),
        ("an extension that is too long", "92 05 c9 ff ff ff ff 01", Fault::Truncated, None),
        ("a reserved byte in a field", "95 03 05 00 00 c1", Fault::Reserved, None),
        ("ten fields", "9a 03 05 00 00 00 00 00 00 00 00", Fault::Length { expected: 5, found: 10 }, Some(3)),
        ("a number", "05", Fault::NoArray, None),
    ] {
        let error = decode(&bytes(hex), Dialect::Later).expect_err(name);
        assert_eq!((error.fault, error.refused_id()), (fault, refused), "{name}: {error}");
    }
}

#[test]
fn arrays_in_arrays_end_with_the_datagram() {
    let mut nested = vec![0x91; MAX_DATAGRAM_LENGTH - 1];
    nested.push(0x05);
    let error = decode(&nested, Dialect::Later).unwrap_err();
    assert_eq!(error.fault, Fault::NoType);
    nested[MAX_DATAGRAM_LENGTH - 1] = 0x91;
    assert_eq!(decode(&nested, Dialect::Later).unwrap_err().fault, Fault::Truncated);
}

#[test]
fn what_no_receiver_would_take_is_not_written() {
    let value = |packet_type, fault| Err(EncodeError::Value { packet_type, fault });
    for (message, expected) in [
        (Message::AddPose(pose(0.0, f64::NAN, 0.0)), value(PacketType::AddPose, Fault::NotFinite(3))),
        (Message::Trace(pose(0.0, 0.0, f64::INFINITY)), value(PacketType::Trace, Fault::NotFinite(4))),
        (Message::ChangeSpeed { speed: 100.000_001 }, value(PacketType::ChangeSpeed, Fault::Range(2))),
        (Message::Mode { mode: Mode::Robot, speed: -1.0 }, value(PacketType::Mode, Fault::Range(3))),
        (Message::Mode { mode: Mode::Robot, speed: f64::NAN }, value(PacketType::Mode, Fault::NotFinite(3))),
        (Message::OpenPlan { poses: 0 }, value(PacketType::OpenPlan, Fault::Range(2))),
        (Message::OpenPlan { poses: MAX_ID + 1 }, value(PacketType::OpenPlan, Fault::Range(2))),
        (Message::Ack { acked: MAX_ID + 1, status: Status::Correct }, value(PacketType::Ack, Fault::Range(2))),
        (
            Message::UltrasoundBeacon(Beacon { id: 1, position: [0.0; 3], rotation: [Radians(f64::NAN); 3] }),
            value(PacketType::UltrasoundBeacon, Fault::NotFinite(6)),
        ),
    ] {
        assert_eq!(encode(&packet(1, message), Dialect::Later), expected, "{message:?}");
    }
    assert_eq!(encode(&packet(MAX_ID + 1, Message::ClosePlan), Dialect::Later), Err(EncodeError::Id(MAX_ID + 1)));
}

#[test]
fn types_know_their_directions_and_who_acknowledges_them() {
    let by = |who| {
        let known = PacketType::ALL.iter().filter(|known| known.acknowledged() == who);
        known.map(|known| known.number()).collect::<Vec<_>>()
    };
    assert_eq!(by(Acknowledged::Never), [1, 3]);
    assert_eq!(by(Acknowledged::ByClient), [11, 14, 15, 16, 20, 21, 22]);
    assert_eq!(by(Acknowledged::ByServer), [2, 4, 5, 6, 7, 8, 9, 10, 12, 13, 17, 18, 19]);
    for known in PacketType::ALL {
        let direction = match known.acknowledged() {
            Acknowledged::ByServer => Direction::ToServer,
            Acknowledged::ByClient => Direction::ToClient,
            Acknowledged::Never if *known == PacketType::Ack => Direction::Both,
            Acknowledged::Never => Direction::ToClient,
        };
        assert_eq!(known.direction(), direction, "{known}");
        assert_eq!(PacketType::from_number(known.number()), Some(*known));
        assert_eq!(known.is_in(Dialect::Thesis), known.number() <= 12);
    }
    assert_eq!(PacketType::from_number(0), None);
    assert_eq!(PacketType::from_number(23), None);
}

#[test]
fn the_longest_packets_are_as_long_as_is_said() {
    let longest = |packets: Vec<(&str, Packet, &str)>, dialect| {
        let lengths = packets.into_iter().map(|(_, Packet { message, .. }, _)| {
            let message = match message {
                Message::UltrasoundBeacon(beacon) => Message::UltrasoundBeacon(Beacon { id: MAX_ID, ..beacon }),
                message => message,
            };
            encode(&packet(MAX_ID, message), dialect).unwrap().len()
        });
        lengths.max().unwrap()
    };
    assert_eq!(longest(thesis(), Dialect::Thesis), 34);
    assert_eq!(longest(later(), Dialect::Later), 66);
}

/// The protocol documentation for robot developers.
const PAGE: &str = include_str!("../../../../docs/src/robomap-protocol.md");

/// Rows of its byte tables: the name, and the bytes in its last code span.
fn documented(names: &[char]) -> Vec<(&'static str, Vec<u8>)> {
    let row = |line: &'static str| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let name =
            cells.get(1).filter(|name| name.starts_with(names) && name.ends_with(|end: char| end.is_alphanumeric()))?;
        let number = name.trim_end_matches(['a', 'b']).get(1..)?;
        number.parse::<u32>().ok()?;
        let code = cells.iter().rev().find_map(|cell| cell.strip_prefix('`')?.strip_suffix('`'))?;
        Some((*name, bytes(code)))
    };
    PAGE.lines().filter_map(row).collect()
}

#[test]
fn the_page_for_robot_builders_shows_these_bytes() {
    let all: Vec<_> = thesis().into_iter().map(|(name, packet, hex)| (name.to_owned(), packet, hex)).collect();
    let later = later().into_iter().map(|(name, packet, hex)| (format!("L{name}"), packet, hex));
    let all: Vec<_> = all.into_iter().chain(later).collect();
    let shown = documented(&['V', 'W', 'L']);
    let names: Vec<&str> = shown.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, all.iter().map(|(name, ..)| name.as_str()).collect::<Vec<_>>());
    for ((name, packet, hex), (_, shown)) in all.iter().zip(&shown) {
        assert_eq!(shown, &bytes(hex), "{name}");
        assert_eq!(decode(shown, Dialect::Later), Ok(*packet), "{name}");
    }
}

#[test]
fn the_page_for_robot_builders_says_what_is_read_rejected_and_answered() {
    let forms = documented(&['A']);
    assert_eq!(forms.len(), 4);
    let close = packet(5, Message::ClosePlan);
    let expected = [pose(0.75, -1.125, 45.0), pose(1.0, 2.0, 90.0)].map(|pose| packet(7, Message::Trace(pose)));
    for ((name, shown), expected) in forms.iter().zip(expected.into_iter().chain([close, close])) {
        assert_eq!(decode(shown, Dialect::Thesis), Ok(expected), "{name}");
    }
    let rejected = documented(&['N']);
    assert_eq!(rejected.len(), 14);
    for (name, shown) in rejected {
        let refused = decode(&shown, Dialect::Thesis).expect_err(name).refused_id();
        let line = PAGE.lines().find(|line| line.starts_with(&format!("| {name} |"))).unwrap();
        assert_eq!(refused.is_some(), line.ends_with("| status 0 |"), "{name}");
    }
    // And the two tables of types.
    for known in PacketType::ALL {
        let row = PAGE.lines().find(|line| line.starts_with(&format!("| {} |", known.number())));
        let row = row.unwrap_or_else(|| panic!("{known} is not on the page"));
        let from = match known.direction() {
            Direction::Both => "both",
            Direction::ToServer => "client",
            Direction::ToClient => "robot",
        };
        let by = match known.acknowledged() {
            Acknowledged::Never => "–",
            Acknowledged::ByClient => "client",
            Acknowledged::ByServer => "robot",
        };
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        assert_eq!((cells[3], cells[5]), (from, by), "{row}");
    }
}
