//! A single wrong byte only affects its record, and is reported.
//!
//! `SIM_SOAK=1` tests every byte of the files instead of a sample.

use super::round_trip::chunk_places;
use super::support::{bits, events, frame, info, mcap, places, recorded, summary};
use sim_core::recording::{
    Compression, Ending, Gaps, RecorderOptions, Recording, RecordingError, Selection, export_csv, export_json,
};
use std::time::Duration;

/// Each frame in its own chunk, as far as the writer's thread keeps up.
fn options(compression: Compression) -> RecorderOptions {
    RecorderOptions { compression, flush_interval: Duration::ZERO, ..RecorderOptions::default() }
}

/// Readable part of a recording: the ticks of its frames, the number of its events, and all reports.
struct Readable {
    ticks: Vec<u64>,
    events: usize,
    reported: Vec<RecordingError>,
}

/// Reads everything; the frames that are read equal the recorded ones.
fn read(recording: &Recording) -> Readable {
    let mut gaps = Gaps::new();
    let mut ticks = Vec::new();
    for read in recording.frames() {
        let Some(read) = gaps.pass(read).unwrap() else { continue };
        assert_eq!(bits(&read), bits(&recorded(frame(read.tick))), "tick {} is another", read.tick);
        ticks.push(read.tick);
    }
    let mut found = 0;
    for event in recording.events() {
        found += usize::from(gaps.pass(event).unwrap().is_some());
    }
    let parts = (0..recording.blocks().len()).map(|block| recording.block(block));
    let by_block: usize = parts.map(|frames| frames.map_or(0, |frames| frames.len())).sum();
    assert_eq!(by_block, ticks.len(), "read block by block there are others");
    if let Some(last) = ticks.last() {
        assert_eq!(recording.frame_at(f64::INFINITY).unwrap().map(|frame| frame.tick), Some(*last));
        assert!(recording.time_range().unwrap().is_some());
    }
    let mut reported = Vec::new();
    reported.extend(recording.damage().iter().map(|error| (error.to_string(), error.remedy())));
    reported.extend(gaps.found().iter().map(|error| (error.to_string(), error.remedy())));
    reported.push((recording.ending().to_string(), String::new()));
    reported.iter().for_each(|(text, help)| plain(text, help));
    let span = |error: &RecordingError| match error {
        RecordingError::Damaged { file, at, cause, span } => {
            RecordingError::Damaged { file: file.clone(), at: *at, cause: cause.clone(), span: *span }
        }
        other => panic!("{other}"),
    };
    let reported = recording.damage().iter().chain(gaps.found()).map(span).collect();
    Readable { ticks, events: found, reported }
}

/// A user-facing message does not contain names of types. Text in backticks is from the file.
fn plain(text: &str, help: &str) {
    for text in [text, help] {
        let text = text.split('`').step_by(2).collect::<Vec<_>>().join("…");
        let internal = text.contains(['{', '}']) || text.contains("::");
        let letters: Vec<char> = text.chars().collect();
        let inner = |pair: &[char]| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase();
        assert!(!internal && !letters.windows(2).any(inner), "names of the program: {text}");
    }
}

#[test]
fn a_wrong_byte_damages_at_most_its_chunk_and_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    for compression in [Compression::None, Compression::Lz4] {
        let bytes = std::fs::read(mcap(folder.path(), options(compression))).unwrap();
        let whole = Recording::from_bytes("whole.mcap", bytes.clone()).unwrap();
        assert!(whole.damage().is_empty() && *whole.ending() == Ending::Complete);
        let most = (0..whole.blocks().len()).map(|block| whole.block(block).unwrap().len()).max().unwrap();
        assert!(most <= 10, "{most} frames in a chunk are too few for the test");
        let mut with_losses = 0;
        for at in places(bytes.len()) {
            let mut wrong = bytes.clone();
            wrong[at] ^= [0xff, 0x01, 0x80, 0x20][at % 4];
            let recording = Recording::from_bytes("wrong.mcap", wrong)
                .unwrap_or_else(|error| panic!("byte {at} costs everything: {error}"));
            let Readable { ticks, events: found, reported } = read(&recording);
            let lost: Vec<u64> = (1..=30).filter(|tick| !ticks.contains(tick)).collect();
            assert!(lost.len() <= most, "byte {at} costs {} frames", lost.len());
            // One tick has two events.
            assert!(found + 2 * most >= events().len(), "byte {at} costs {} events", events().len() - found);
            with_losses += usize::from(!lost.is_empty());
            let spans: Vec<(f64, f64)> = reported.iter().filter_map(span).collect();
            for tick in &lost {
                let time = *tick as f64 * 0.01;
                let covers = |(from, to): &(f64, f64)| (from - 0.011..to + 0.011).contains(&time);
                assert!(spans.iter().any(covers), "byte {at}: missing {time} s is not reported: {reported:?}");
            }
            let same = recording.info() == whole.info() && recording.summary() == whole.summary();
            assert!(same || !reported.is_empty(), "byte {at} changes the description without a report");
        }
        assert!(with_losses > 50, "{with_losses} places have cost frames: the test tests little");
    }
}

fn span(error: &RecordingError) -> Option<(f64, f64)> {
    match error {
        RecordingError::Damaged { span, .. } => *span,
        _ => None,
    }
}

#[test]
fn a_file_without_its_end_is_read_though_its_first_chunk_is_damaged() {
    let folder = tempfile::tempdir().unwrap();
    let mut bytes = std::fs::read(mcap(folder.path(), options(Compression::Lz4))).unwrap();
    let chunks = chunk_places(&bytes);
    // State after a killed writer, with the chunk that describes the topics damaged.
    bytes.truncate(chunks[chunks.len() - 1] + 20);
    bytes[chunks[0] + 60] ^= 1;
    let recording = Recording::from_bytes("cut.mcap", bytes).unwrap();
    assert!(matches!(recording.ending(), Ending::Truncated { .. }), "{}", recording.ending());
    let Readable { ticks, reported, .. } = read(&recording);
    assert!(ticks.len() >= 20 && ticks[0] == 1, "{ticks:?}");
    assert!(reported.iter().any(|error| error.to_string().contains("chunk decompression failed")), "{reported:?}");
}

#[test]
fn a_hole_of_any_size_is_reported_with_its_time_range_and_the_rest_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = std::fs::read(mcap(folder.path(), options(Compression::Lz4))).unwrap();
    let chunks = chunk_places(&bytes);
    let (from, to) = (chunks[chunks.len() / 3] + 3, chunks[chunks.len() / 2] + 3);
    let [zeros, gone] = [true, false].map(|zeros| {
        let mut wrong = bytes.clone();
        if zeros {
            wrong[from..to].fill(0)
        } else {
            drop(wrong.drain(from..to))
        }
        read(&Recording::from_bytes("hole.mcap", wrong).unwrap())
    });
    for Readable { ticks, reported, .. } in [zeros, gone] {
        assert!(ticks.first() == Some(&1) && ticks.last() == Some(&30) && ticks.len() < 30, "{ticks:?}");
        let (from, to) = reported.iter().find_map(span).unwrap_or_else(|| panic!("{reported:?}"));
        let lost = (1..=30).filter(|tick| !ticks.contains(tick)).map(|tick| tick as f64 * 0.01);
        lost.for_each(|time| assert!(from - 0.011 < time && time < to + 0.011, "{time} s is not in {reported:?}"));
    }
}

#[test]
fn damage_costs_an_export_the_frames_that_it_hit() {
    let folder = tempfile::tempdir().unwrap();
    let mut bytes = std::fs::read(mcap(folder.path(), options(Compression::Lz4))).unwrap();
    let chunks = chunk_places(&bytes);
    bytes[chunks[chunks.len() / 2] + 60] ^= 1;
    let recording = Recording::from_bytes("x.mcap", bytes).unwrap();
    let left = read(&recording).ticks;
    assert!((20..30).contains(&left.len()));
    let exported = export_csv(&recording, &folder.path().join("csv"), &Selection::default()).unwrap();
    assert_eq!(exported.files.len(), 3);
    for file in &exported.files {
        let text = std::fs::read_to_string(file).unwrap();
        let ticks: Vec<u64> =
            text.lines().skip(1).map(|line| line.split(',').next().unwrap().parse().unwrap()).collect();
        assert_eq!(ticks, left, "{}", file.display());
    }
    let text = exported.gaps.found()[0].to_string();
    assert!(text.contains("chunk decompression failed; data at "), "{text}");
    let json = export_json(&recording, &folder.path().join("json"), &Selection::default()).unwrap();
    assert_eq!((json.gaps.found().len(), exported.gaps.found().len()), (1, 1), "reported once despite two reads");
    let list = std::fs::read_to_string(folder.path().join("json/robot-stone.json")).unwrap();
    assert_eq!(list.matches("\"tick\"").count(), left.len());
}

#[test]
fn only_the_damaged_attachment_is_lost_and_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = std::fs::read(mcap(folder.path(), options(Compression::Lz4))).unwrap();
    let wrong = |text: &[u8], which: &[usize]| {
        let mut wrong = bytes.clone();
        let found = bytes.windows(text.len()).enumerate().filter(|(_, window)| *window == text).map(|(at, _)| at);
        let found: Vec<usize> = found.collect();
        which.iter().for_each(|number| wrong[found[*number]] ^= 4);
        let recording = Recording::from_bytes("x.mcap", wrong).unwrap();
        let reported: Vec<String> = recording.damage().iter().map(ToString::to_string).collect();
        assert_eq!(read(&recording).ticks.len(), 30);
        (recording, reported.join("\n"))
    };
    let unpack = |recording: &Recording| {
        let folder = tempfile::tempdir().unwrap();
        recording.unpack(folder.path()).map(|_| ()).map_err(|error| error.to_string())
    };
    // The scene is at the start and once more at the end.
    let (one, reported) = wrong(b"(format_version: 1)", &[0]);
    assert!(reported.contains("one of two copies of the description of the run"), "{reported}");
    assert_eq!((one.info(), unpack(&one)), (&info(), Ok(())));
    let (both, reported) = wrong(b"(format_version: 1)", &[0, 1]);
    assert!(reported.contains("the checksum of the scene does not match"), "{reported}");
    let refused = unpack(&both).unwrap_err();
    assert!(refused.contains("the scene is missing or damaged"), "{refused}");
    let (file, reported) = wrong(b"model", &[0]);
    let text = format!("{reported}\n{}", unpack(&file).unwrap_err());
    assert!(text.contains("the checksum of the file `yard.urdf` does not match"), "{text}");
    assert!(text.contains("the file `yard.urdf` differs from the recorded one"), "{text}");
    assert_eq!(file.summary(), Some(&summary()));
}

#[test]
fn a_recording_from_before_viewers_is_read() {
    let bytes = include_bytes!("../../data/recordings/before-viewers.mcap");
    let recording = Recording::from_bytes("old.mcap", bytes.to_vec()).unwrap();
    assert!(recording.damage().is_empty() && *recording.ending() == Ending::Complete);
    let ticks: Vec<u64> = recording.frames().map(|frame| frame.unwrap().tick).collect();
    assert_eq!(ticks, (1..=10).collect::<Vec<_>>());
    let info = recording.info();
    assert_eq!((info.seed, info.dt, info.scene_name.as_str()), (5, 0.02, "archived"));
    assert_eq!((info.robots[0].name.as_str(), info.objects[0].name.as_str()), ("anna", "ball"));
    let end = recording.summary().unwrap();
    assert_eq!((end.steps, end.digest.as_deref()), (10, Some("a1469441f777a9e0d22c95737b4a00be")));
    let folder = tempfile::tempdir().unwrap();
    recording.unpack(folder.path()).unwrap();
}
