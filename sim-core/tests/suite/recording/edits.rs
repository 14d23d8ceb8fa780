//! Edits of the world by services: events that a player finds without reading the whole file.

use super::support::{frame, info, push, summary};
use serde_json::json;
use sim_abi::math::{Pose, Rotation, Vec3};
use sim_core::recording::{
    Event, EventKind, EventPose, Gaps, Recorder, RecorderOptions, Recording, Target, import_json,
};
use std::path::Path;
use std::time::Duration;

fn pose(x: f64) -> Pose {
    Pose::from_parts(Vec3::new(x, -1.0 / 3.0, 1e-9).into(), Rotation::from_euler_angles(0.1, 0.2, x))
}

fn edits() -> Vec<Event> {
    let object = json!({"name": "post", "shape": {"Box": {"size": [0.1, 0.2, 0.3]}}, "at": [1.0 / 3.0, 0.0, -0.0]});
    let (from, to) = (EventPose::from(&pose(0.7)), EventPose::from(&pose(1.0 / 7.0)));
    let kinds = [
        (3, EventKind::ObjectAdded { object }),
        (20, EventKind::RobotPlaced { robot: "stone".into(), from, to, service: "fence".into() }),
        (20, EventKind::ObjectRemoved { name: "post".into() }),
    ];
    kinds.map(|(tick, kind)| Event { tick, time: tick as f64 * 0.01, kind }).into()
}

/// Records ticks 1 to 30 with a note in tick 10, and edits at the given ticks.
fn record(target: Target, edits: &[Event], finish: bool) {
    let options = RecorderOptions { flush_interval: Duration::ZERO, ..RecorderOptions::default() };
    let mut recorder = Recorder::start(&[target], info(), options).unwrap();
    let note = Event { tick: 10, time: 0.1, kind: EventKind::Note { text: "object_added".into() } };
    for tick in 1..=30 {
        edits.iter().chain([&note]).filter(|event| event.tick == tick).for_each(|event| recorder.event(event.clone()));
        push(&mut recorder, &frame(tick)).unwrap();
        // Meanwhile, the writer's thread ends the chunk.
        std::thread::sleep(Duration::from_millis(2));
    }
    if finish { _ = recorder.finish(&summary()).unwrap() } else { drop(recorder) }
}

fn mcap(folder: &Path, name: &str, edits: &[Event], finish: bool) -> std::path::PathBuf {
    let file = folder.join(name);
    record(Target::Mcap(file.clone()), edits, finish);
    if finish { file } else { folder.join(name.replace(".mcap", ".incomplete.mcap")) }
}

/// BL-83: Nodes and worlds can be exported and imported, including shapes from VRML97.
#[test]
fn edits_read_back_to_the_last_bit_from_closed_and_incomplete_files_and_folders() {
    let folder = tempfile::tempdir().unwrap();
    let closed = mcap(folder.path(), "closed.mcap", &edits(), true);
    let open = mcap(folder.path(), "open.mcap", &edits(), false);
    record(Target::JsonFolder(folder.path().join("json")), &edits(), true);
    let from_json = folder.path().join("json.mcap");
    import_json(&folder.path().join("json"), &from_json).unwrap();
    for file in [closed, open, from_json] {
        let recording = Recording::open(&file).unwrap();
        let mut gaps = Gaps::new();
        let found = recording.edits(&mut gaps).unwrap();
        assert_eq!(found, edits(), "{}", file.display());
        assert_eq!(recording.events().count(), 4);
        let EventKind::RobotPlaced { from, .. } = &found[1].kind else { panic!() };
        assert_eq!(Pose::from(from), pose(0.7));
    }
}

/// BL-83: Nodes and worlds can be exported and imported, including shapes from VRML97.
#[test]
fn a_file_without_edits_is_not_read_for_them_and_wrong_lists_hide_none() {
    let folder = tempfile::tempdir().unwrap();
    let spoil = |file: &Path, wanted: &dyn Fn(usize) -> bool| {
        let mut bytes = std::fs::read(file).unwrap();
        let chunks = Recording::open(file).unwrap().blocks().len();
        assert!(chunks > 4, "{chunks} chunks");
        let mut place = 8;
        let mut seen = 0;
        while place + 9 < bytes.len() {
            let len = u64::from_le_bytes(bytes[place + 1..place + 9].try_into().unwrap()) as usize;
            match bytes[place] {
                // A chunk.
                6 => {
                    seen += 1;
                    if wanted(seen) {
                        bytes[place + 9 + len - 3] ^= 0x55;
                    }
                }
                // Message index of a topic in a chunk: change its topic.
                7 if wanted(0) => bytes[place + 9] ^= 0x40,
                _ => {}
            }
            place += 9 + len;
        }
        std::fs::write(file, bytes).unwrap();
        let mut gaps = Gaps::new();
        let found = Recording::open(file).unwrap().edits(&mut gaps).unwrap();
        (found, gaps.found().len())
    };
    // It knows that there are no edits even if the file is damaged.
    let none = mcap(folder.path(), "none.mcap", &[], true);
    assert_eq!(spoil(&none, &|chunk| chunk > 1), (Vec::new(), 0));
    // Message indexes are not trusted.
    let some = mcap(folder.path(), "some.mcap", &edits(), true);
    assert_eq!(spoil(&some, &|chunk| chunk == 0), (edits(), 0));
    // Damage that may have affected edits is reported.
    let some = mcap(folder.path(), "damaged.mcap", &edits(), true);
    let (found, told) = spoil(&some, &|chunk| chunk > 1);
    assert!(found.is_empty() && told > 1, "{found:?} {told}");
}
