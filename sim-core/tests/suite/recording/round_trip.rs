//! Recorded data reads back as equal, whether complete or truncated.

use super::support::{bits, body, channel, events, frame, info, mcap, places, push, record, recorded, summary};
use proptest::prelude::*;
use sim_core::output_lock::Existing;
use sim_core::recording::{
    ChannelKind, Compression, Ending, Frame, FrameView, ObjectLayout, Place, Recorder, RecorderOptions, Recording,
    RecordingError, RobotLayout, RunInfo, RunSummary, Target, incomplete,
};
use std::time::Duration;

fn read_all(recording: &Recording) -> Vec<Vec<u64>> {
    recording.frames().map(|frame| bits(&frame.unwrap())).collect()
}

#[test]
fn run_frames_events_and_summary_read_back_equal() {
    let folder = tempfile::tempdir().unwrap();
    for compression in [Compression::Lz4, Compression::None] {
        let path = mcap(folder.path(), RecorderOptions { compression, ..RecorderOptions::default() });
        let recording = Recording::open(&path).unwrap();
        assert_eq!(*recording.info(), info());
        assert_eq!(recording.summary(), Some(&summary()));
        assert_eq!(*recording.ending(), Ending::Complete);
        let expected: Vec<_> = (1..=30).map(|tick| bits(&recorded(frame(tick)))).collect();
        assert_eq!(read_all(&recording), expected);
        assert_eq!(recording.events().map(Result::unwrap).collect::<Vec<_>>(), events());
        assert_eq!(recording.time_range().unwrap(), Some((0.01, 0.3)));
    }
}

#[test]
fn digest_and_state_at_the_end_read_back_where_they_were_given() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.mcap");
    let end: Option<Vec<u8>> = Some((0..=255).collect());
    for (digest, end) in [(Some("00ff".to_string()), end), (None, None)] {
        let summary = RunSummary { digest, end, ..summary() };
        let options = RecorderOptions { existing: Existing::Replaced, ..RecorderOptions::default() };
        Recorder::create(&path, info(), options).unwrap().finish(&summary).unwrap();
        assert_eq!(Recording::open(&path).unwrap().summary(), Some(&summary));
    }
}

#[test]
fn every_tenth_tick_is_recorded_and_no_event_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let path = mcap(folder.path(), RecorderOptions { every_ticks: 10, ..RecorderOptions::default() });
    let recording = Recording::open(path).unwrap();
    assert_eq!(recording.every_ticks(), 10);
    assert_eq!(recording.frames().map(|frame| frame.unwrap().tick).collect::<Vec<_>>(), [10, 20, 30]);
    assert_eq!(recording.events().count(), 5);
}

#[test]
fn other_readers_find_the_topics_and_json_messages() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = std::fs::read(mcap(folder.path(), RecorderOptions::default())).unwrap();
    let summary = mcap::Summary::read(&bytes).unwrap().unwrap();
    assert_eq!(summary.attachment_indexes.len(), 12);
    assert_eq!(
        summary.metadata_indexes.iter().map(|m| m.name.as_str()).collect::<Vec<_>>(),
        ["sim.run", "sim.run", "sim.summary"]
    );
    let messages: Vec<_> = mcap::MessageStream::new(&bytes).unwrap().map(Result::unwrap).collect();
    let topic = |name: &str| messages.iter().filter(|message| message.channel.topic == name).collect::<Vec<_>>();
    assert_eq!(topic("/robots/stone/state").len(), 30);
    assert_eq!(topic("/robots/stone/telemetry").len(), 0);
    let object = topic("/objects/stone/state");
    assert_eq!((object.len(), object[2].log_time), (30, 30_000_000));
    assert_eq!(object[2].channel.schema.as_ref().unwrap().name, "foxglove.PoseInFrame");
    let value: serde_json::Value = serde_json::from_slice(&object[2].data).unwrap();
    assert_eq!(value["pose"]["position"]["x"], frame(3).objects[0].pose.translation.x);
    assert_eq!(topic("/events").len(), 5);
    let message = topic("/robots/scout/ä \"1\"/telemetry")[2];
    assert_eq!(message.log_time, 30_000_000);
    assert_eq!(message.channel.message_encoding, "json");
    let value: serde_json::Value = serde_json::from_slice(&message.data).unwrap();
    assert_eq!(value["channels"]["range"]["distance_clean"], -3.0 / 7.0);
    assert_eq!(value["channels"]["left \"wheel\", big"]["speed"], "Infinity");
    let schema: serde_json::Value = serde_json::from_slice(&message.channel.schema.as_ref().unwrap().data).unwrap();
    let distance = &schema["properties"]["channels"]["properties"]["range"]["properties"]["distance"];
    assert_eq!(distance["description"], "m");
}

#[test]
fn robots_of_one_kind_share_a_schema() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("many.mcap");
    let robot = |index: usize, unit| {
        let channels = vec![channel("range", ChannelKind::Sensor, "distance", unit, 0)];
        RobotLayout { name: format!("r{index}"), telemetry_len: 1, channels, ..RobotLayout::default() }
    };
    let robots = vec![robot(0, "m"), robot(1, "m"), robot(2, "mm")];
    let run = RunInfo { robots, ..RunInfo::default() };
    Recorder::create(&path, run, RecorderOptions::default()).unwrap().finish(&summary()).unwrap();
    let read = mcap::Summary::read(&std::fs::read(path).unwrap()).unwrap().unwrap();
    let schema = |topic: &str| {
        let channel = read.channels.values().find(|channel| channel.topic == topic).unwrap();
        channel.schema.as_ref().unwrap().name.clone()
    };
    assert_eq!(schema("/robots/r0/telemetry"), schema("/robots/r1/telemetry"));
    assert_ne!(schema("/robots/r0/telemetry"), schema("/robots/r2/telemetry"));
}

#[test]
fn times_are_found_at_random() {
    let folder = tempfile::tempdir().unwrap();
    // A flush after every frame: about thirty chunks.
    let options = RecorderOptions { flush_interval: Duration::ZERO, ..RecorderOptions::default() };
    let recording = Recording::open(mcap(folder.path(), options)).unwrap();
    let at = |time| recording.frame_at(time).unwrap().map(|frame| frame.tick);
    assert_eq!((at(0.0), at(0.01), at(0.099), at(0.1), at(9.0)), (None, Some(1), Some(9), Some(10), Some(30)));
    let from = |time| recording.frames_from(time).map(|frame| frame.unwrap().tick).collect::<Vec<_>>();
    assert_eq!(from(0.275), [28, 29, 30]);
    assert_eq!(from(0.3), [30]);
    assert_eq!(from(0.31), [0_u64; 0]);
}

#[test]
fn one_channel_and_the_places_of_all_robots_are_read_without_the_rest() {
    let folder = tempfile::tempdir().unwrap();
    let options = RecorderOptions { flush_interval: Duration::ZERO, ..RecorderOptions::default() };
    let recording = Recording::open(mcap(folder.path(), options)).unwrap();
    let frames: Vec<Frame> = recording.frames().map(Result::unwrap).collect();
    for index in [0, 1, 3] {
        let wanted: Vec<[f64; 2]> = frames.iter().map(|frame| [frame.time, frame.telemetry[0][index]]).collect();
        assert_eq!(recording.channel(0, index).map(Result::unwrap).collect::<Vec<_>>(), wanted, "{index}");
    }
    // Frames without some telemetry are otherwise the same.
    for block in 0..recording.blocks().len() {
        let without = |mut frame: Frame| {
            frame.telemetry[0].clear();
            frame
        };
        let wanted: Vec<Frame> = recording.block(block).unwrap().into_iter().map(without).collect();
        assert_eq!(recording.block_with(block, |robot| robot != 0).unwrap(), wanted);
    }
    // Value 2 has no channel, robot 1 has no telemetry, and there is no robot 7.
    assert_eq!([(0, 2), (1, 0), (7, 0)].map(|(robot, index)| recording.channel(robot, index).count()), [0; 3]);
    let place = |frame: &Frame, robot: usize| {
        let position = frame.bodies[robot].pose.translation.vector.into();
        Place { robot, time: frame.time, position }
    };
    let wanted: Vec<Place> = frames.iter().flat_map(|frame| [0, 1].map(|robot| place(frame, robot))).collect();
    assert_eq!(recording.places().map(Result::unwrap).collect::<Vec<_>>(), wanted);
}

#[test]
fn a_dropped_recorder_closes_its_file_without_a_summary() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.mcap");
    std::fs::write(&path, "of an earlier run").unwrap();
    record(&[Target::Mcap(path.clone())], RecorderOptions::default(), None);
    assert_eq!(std::fs::read(&path).unwrap(), b"of an earlier run");
    let recording = Recording::open(incomplete(&path)).unwrap();
    assert_eq!((recording.summary(), recording.ending()), (None, &Ending::Complete));
    assert_eq!((recording.frames().count(), recording.events().count()), (30, 5));
}

#[test]
fn a_file_cut_off_anywhere_reads_up_to_a_whole_frame_or_says_why_not() {
    let folder = tempfile::tempdir().unwrap();
    let options = RecorderOptions { flush_interval: Duration::ZERO, ..RecorderOptions::default() };
    let bytes = std::fs::read(mcap(folder.path(), options)).unwrap();
    let mut longest = 0;
    // Including the ends of all chunks.
    let around = chunk_places(&bytes).into_iter().flat_map(|place| place - 10..place + 2);
    let mut lengths: Vec<usize> = around.chain(places(bytes.len())).chain([bytes.len() - 1]).collect();
    lengths.sort();
    for len in lengths {
        match Recording::from_bytes("cut.mcap", bytes[..len].to_vec()) {
            Ok(recording) => {
                assert!(matches!(recording.ending(), Ending::Truncated { at } if *at <= len as u64));
                let ticks: Vec<u64> = recording.frames().map(|frame| frame.unwrap().tick).collect();
                assert_eq!(ticks, (1..=ticks.len() as u64).collect::<Vec<_>>());
                assert!(ticks.len() >= longest, "more bytes, fewer frames");
                longest = ticks.len();
            }
            Err(RecordingError::NotMcap { .. }) => assert!(len < 8),
            Err(error) => assert!(longest == 0, "{error}"),
        }
    }
    assert_eq!(longest, 30);
}

#[test]
fn files_that_are_no_recordings_are_refused_with_the_reason() {
    let open = |bytes: &[u8]| Recording::from_bytes("x.mcap", bytes.to_vec()).unwrap_err();
    assert_eq!(open(b"").to_string(), "x.mcap: not an MCAP file (it is empty)");
    let text = open(b"hello, world").to_string();
    assert_eq!(text, "x.mcap: not an MCAP file (it begins with \"hello, w\")");
    let mut foreign = mcap::Writer::new(std::io::Cursor::new(Vec::new())).unwrap();
    foreign.finish().unwrap();
    let error = open(&foreign.into_inner().into_inner());
    assert!(matches!(&error, RecordingError::NotARecording { .. }), "{error}");
    assert!(!error.remedy().is_empty());
    let absent = Recording::open("no/such/file.mcap").unwrap_err();
    assert!(absent.to_string().starts_with("no/such/file.mcap: cannot open: "), "{absent}");
    assert_eq!(absent.remedy(), "check the path");
}

#[test]
fn a_file_of_a_newer_version_is_refused_with_both_versions() {
    let mut newer = mcap::Writer::new(std::io::Cursor::new(Vec::new())).unwrap();
    let metadata = [("format_version", "9"), ("program_version", "7.1.0")];
    let metadata = metadata.map(|(key, value)| (key.to_owned(), value.to_owned())).into();
    newer.write_metadata(&mcap::records::Metadata { name: "sim.run".into(), metadata }).unwrap();
    newer.finish().unwrap();
    let error = Recording::from_bytes("x.mcap", newer.into_inner().into_inner()).unwrap_err();
    let expected = "x.mcap: made by a newer version (recording format 9, program 7.1.0); this program supports up to 1";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn a_damaged_chunk_is_named_by_its_place_and_the_others_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let options = RecorderOptions { flush_interval: Duration::ZERO, ..RecorderOptions::default() };
    let mut bytes = std::fs::read(mcap(folder.path(), options)).unwrap();
    let chunks = chunk_places(&bytes);
    let middle = chunks[chunks.len() / 2];
    bytes[middle + 60] ^= 1;
    let recording = Recording::from_bytes("x.mcap", bytes).unwrap();
    let (good, bad): (Vec<_>, Vec<_>) = recording.frames().partition(Result::is_ok);
    assert_eq!(bad.len(), 1);
    assert!(good.len() > 20 && good.len() < 30, "{}", good.len());
    let error = bad.into_iter().next().unwrap().unwrap_err();
    assert!(matches!(error, RecordingError::Damaged { at, .. } if at == middle as u64), "{error}");
}

/// Starts of the bodies of the chunk records.
pub fn chunk_places(bytes: &[u8]) -> Vec<usize> {
    let (mut places, mut at) = (Vec::new(), mcap::MAGIC.len());
    while at + 9 <= bytes.len() {
        let len = u64::from_le_bytes(bytes[at + 1..at + 9].try_into().unwrap()) as usize;
        if bytes[at] == mcap::records::op::CHUNK {
            places.push(at + 9);
        }
        at += 9 + len;
    }
    places
}

#[test]
fn frames_of_another_shape_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.mcap");
    let mut recorder = Recorder::create(&path, info(), RecorderOptions::default()).unwrap();
    let mut short = frame(1);
    short.telemetry[0].pop();
    let error = push(&mut recorder, &short).unwrap_err().to_string();
    assert_eq!(error, "tick 1: telemetry of robot 0: expected 4, found 3");
    let none = FrameView { tick: 1, time: 0.01, bodies: &[], objects: &[], telemetry: &|_| &[], scan: &|_, _| &[] };
    assert_eq!(recorder.frame(&none).unwrap_err().to_string(), "tick 1: bodies: expected 2, found 0");
    let bare = Frame { objects: Vec::new(), ..frame(1) };
    assert_eq!(push(&mut recorder, &bare).unwrap_err().to_string(), "tick 1: objects: expected 1, found 0");
    push(&mut recorder, &frame(2)).unwrap();
    recorder.finish(&summary()).unwrap();
    let ticks: Vec<u64> = Recording::open(path).unwrap().frames().map(|frame| frame.unwrap().tick).collect();
    assert_eq!(ticks, [2]);
}

#[test]
fn more_robots_than_topics_are_rejected_before_writing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.mcap");
    let robots = (0..32_768).map(|i| RobotLayout { name: i.to_string(), ..RobotLayout::default() }).collect();
    let run = RunInfo { robots, ..RunInfo::default() };
    let error = Recorder::create(&path, run, RecorderOptions::default()).unwrap_err();
    assert!(
        error.to_string().contains("32768 robots exceed the topics of an MCAP file (at most 32764 robots)"),
        "{error}"
    );
    assert!(!path.exists());
    let objects = (0..65_535).map(|i| ObjectLayout { name: i.to_string() }).collect();
    let error =
        Recorder::create(&path, RunInfo { objects, ..RunInfo::default() }, RecorderOptions::default()).unwrap_err();
    assert!(
        error.to_string().contains("65535 movable objects exceed the topics of an MCAP file (at most 0 robots)"),
        "{error}"
    );
}

#[test]
fn a_recording_without_movable_objects_reads_as_one_from_before_they_were_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.mcap");
    let run = RunInfo { objects: Vec::new(), ..info() };
    let mut recorder = Recorder::create(&path, run, RecorderOptions::default()).unwrap();
    push(&mut recorder, &Frame { objects: Vec::new(), ..frame(1) }).unwrap();
    recorder.finish(&summary()).unwrap();
    // Older versions write no list of objects: hide the name of the attachment, and its checksum.
    let mut bytes = std::fs::read(path).unwrap();
    let places = bytes.windows(12).enumerate().filter(|(_, window)| *window == b"objects.json");
    let places: Vec<usize> = places.map(|(place, _)| place).take(2).collect();
    for place in places {
        bytes[place..place + 12].copy_from_slice(b"unknown.json");
        let data = place + 12 + 4 + "application/json".len() + 8;
        bytes[data + 2..data + 6].fill(0);
    }
    let recording = Recording::from_bytes("old.mcap", bytes).unwrap();
    assert!(recording.info().objects.is_empty());
    assert_eq!(read_all(&recording), [bits(&Frame { objects: Vec::new(), ..recorded(frame(1)) })]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported_once_and_never_blocks_the_simulation() {
    // Every write to this device fails due to lack of space. Even the description does not fit.
    let error = Recorder::create("/dev/full", info(), RecorderOptions::default()).unwrap_err();
    assert!(error.to_string().starts_with("/dev/full: cannot write: "), "{error}");
    assert!(error.remedy().starts_with("free disk space"), "{}", error.remedy());

    // A list that disappears during the run fails in the writer's thread, and the next frames report it.
    let folder = tempfile::tempdir().unwrap();
    let target = Target::JsonFolder(folder.path().join("out"));
    let options = RecorderOptions { flush_interval: Duration::ZERO, ..RecorderOptions::default() };
    let mut recorder = Recorder::start(&[target], info(), options).unwrap();
    std::fs::remove_file(folder.path().join("out/robot-stone.json")).unwrap();
    let first = (1..1_000_000).find_map(|tick| push(&mut recorder, &frame(tick)).err()).unwrap();
    assert!(first.to_string().contains("robot-stone.json: cannot write"), "{first}");
    assert!(matches!(push(&mut recorder, &frame(1_000_001)), Err(RecordingError::Stopped { .. })));
}

#[test]
fn recordings_of_equal_runs_hold_equal_frames_whatever_the_flushes() {
    let folder = tempfile::tempdir().unwrap();
    let slow = Recording::open(mcap(folder.path(), RecorderOptions::default())).unwrap();
    let slow = read_all(&slow);
    let options = RecorderOptions { flush_interval: Duration::ZERO, ..RecorderOptions::default() };
    assert_eq!(read_all(&Recording::open(mcap(folder.path(), options)).unwrap()), slow);
}

fn odd() -> impl Strategy<Value = f64> {
    prop_oneof![
        any::<u64>().prop_map(f64::from_bits),
        Just(f64::NAN),
        Just(f64::INFINITY),
        Just(f64::NEG_INFINITY),
        Just(-0.0),
        Just(5e-324),
        -1e3..1e3,
    ]
    // The payload of a NaN is not kept.
    .prop_map(|value| if value.is_nan() { f64::NAN } else { value })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn frames_of_any_numbers_read_back_to_the_same_bits(
        // Numbers of one frame: 13 of each of two bodies, 4 of telemetry, 13 of an object. An array of strategies
        // would not fit on the stack of a test without optimization.
        frames in prop::collection::vec((prop::collection::vec(odd(), 43), 0.0..1e6), 1..20),
        lz4: bool,
    ) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.mcap");
        let compression = if lz4 { Compression::Lz4 } else { Compression::None };
        let options = RecorderOptions { compression, flush_interval: Duration::ZERO, ..RecorderOptions::default() };
        let mut recorder = Recorder::create(&path, info(), options).unwrap();
        let frames: Vec<Frame> = frames
            .iter()
            .enumerate()
            .map(|(tick, (values, time))| Frame {
                tick: tick as u64 * 3_000_000_000,
                time: *time,
                bodies: vec![body(values[..13].try_into().unwrap()), body(values[13..26].try_into().unwrap())],
                objects: vec![body(values[30..].try_into().unwrap())],
                telemetry: vec![values[26..30].to_vec(), vec![]],
            })
            .collect();
        for frame in &frames {
            push(&mut recorder, frame).unwrap();
        }
        recorder.finish(&summary()).unwrap();
        let expected: Vec<_> = frames.into_iter().map(|frame| bits(&recorded(frame))).collect();
        prop_assert_eq!(read_all(&Recording::open(&path).unwrap()), expected);
    }
}

#[test]
fn a_recording_replaces_no_other_one_unless_that_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.mcap");
    let options = RecorderOptions { existing: Existing::Replaced, ..RecorderOptions::default() };
    let create = |options| Recorder::create(&path, info(), options);
    // It existed before, or was created meanwhile.
    std::fs::write(&path, "mine").unwrap();
    let error = create(RecorderOptions::default()).unwrap_err().diagnostic().to_string();
    assert!(error.contains("rename the existing file"), "{error}");
    assert!(!incomplete(&path).exists());
    std::fs::remove_file(&path).unwrap();
    let recorder = create(RecorderOptions::default()).unwrap();
    std::fs::write(&path, "mine").unwrap();
    let error = recorder.finish(&summary()).unwrap_err();
    assert!(matches!(&error, RecordingError::Occupied { file, .. } if *file == path), "{error}");
    assert_eq!(Recording::open(incomplete(&path)).unwrap().summary(), Some(&summary()));
    assert_eq!(std::fs::read(&path).unwrap(), b"mine");
    create(options).unwrap().finish(&summary()).unwrap();
    assert_eq!(Recording::open(&path).unwrap().summary(), Some(&summary()));
    let error = Recorder::create(incomplete(&path), info(), options).unwrap_err();
    assert!(matches!(error, RecordingError::Reserved { .. }), "{error}");
}
