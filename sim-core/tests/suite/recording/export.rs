//! Tables and lists exported from recordings, and lists written during the run.

use super::support::{bits, body, events, frame, info, mcap, record, recorded, summary};
use serde_json::Value;
use sim_core::recording::{
    Frame, RecorderOptions, Recording, RecordingError, Selection, Target, export_csv, export_json, repair, write_csv,
};
use std::path::Path;
use std::time::Duration;

fn json(path: &Path) -> Value {
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}

#[test]
fn a_table_reads_back_equal_and_its_header_names_units() {
    let folder = tempfile::tempdir().unwrap();
    let recording = Recording::open(mcap(folder.path(), RecorderOptions::default())).unwrap();
    let files = export_csv(&recording, &folder.path().join("csv"), &Selection::default()).unwrap().files;
    let names: Vec<_> = files.iter().map(|file| file.file_name().unwrap().to_str().unwrap()).collect();
    assert_eq!(names, ["robot-scout____1_.csv", "robot-stone.csv", "object-stone.csv"]);
    let text = std::fs::read_to_string(&files[0]).unwrap();
    let mut lines = text.lines();
    let header = "tick,time [s],x [m],y [m],z [m],qx [1],qy [1],qz [1],qw [1],vx [m/s],vy [m/s],vz [m/s],wx [rad/s],\
                  wy [rad/s],wz [rad/s],range.distance [m],range.distance_clean [m],\
                  \"left \"\"wheel\"\", big.speed [rad/s]\"";
    assert_eq!(lines.next(), Some(header));
    let rows: Vec<Vec<u64>> = lines
        .map(|line| {
            let (tick, rest) = line.split_once(',').unwrap();
            let tick = tick.parse().unwrap();
            std::iter::once(tick).chain(rest.split(',').map(|v| v.parse::<f64>().unwrap().to_bits())).collect()
        })
        .collect();
    let expected: Vec<Vec<u64>> = (1..=30)
        .map(|tick| {
            let Frame { telemetry, mut bodies, time, .. } = frame(tick);
            let values = &telemetry[0];
            bodies.truncate(1);
            let telemetry = vec![vec![values[0], values[1], values[3]]];
            bits(&Frame { tick, time, bodies, telemetry, ..Frame::default() })
        })
        .collect();
    assert_eq!(rows, expected);
    let mut one = Vec::new();
    write_csv(&recording, "stone", &Selection::default(), &mut one).unwrap();
    assert_eq!(one, std::fs::read(&files[1]).unwrap());
    let table = std::fs::read_to_string(&files[2]).unwrap();
    assert_eq!((table.lines().count(), table.lines().next().unwrap().ends_with("wz [rad/s]")), (31, true), "{table}");
    let third: Vec<f64> = table.lines().nth(3).unwrap().split(',').map(|value| value.parse().unwrap()).collect();
    let body = frame(3).objects[0];
    let expected = (body.pose.translation.x, body.pose.rotation.k, body.angular_velocity.z);
    assert_eq!((third[2], third[7], third[14]), expected);
}

#[test]
fn objects_and_robots_are_selected_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let recording = Recording::open(mcap(folder.path(), RecorderOptions::default())).unwrap();
    let exported = |robots: &[&str], objects: &[&str]| -> Vec<String> {
        let list = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let selection = Selection { robots: list(robots), objects: list(objects), ..Selection::default() };
        let files = export_csv(&recording, &folder.path().join("csv"), &selection).unwrap().files;
        files.iter().map(|file| file.file_name().unwrap().to_string_lossy().into_owned()).collect()
    };
    assert_eq!(exported(&["stone"], &[]), ["robot-stone.csv"]);
    assert_eq!(exported(&[], &["stone"]), ["object-stone.csv"]);
    assert_eq!(exported(&["stone"], &["stone"]), ["robot-stone.csv", "object-stone.csv"]);
    let selection = Selection { objects: vec!["stine".into()], ..Selection::default() };
    let error = export_csv(&recording, folder.path(), &selection).unwrap_err();
    let text = format!("{error}; {}", error.remedy());
    assert_eq!(text, "unknown object `stine` in the recording; did you mean `stone`?");
}

#[test]
fn a_selection_keeps_robots_channels_times_and_every_nth_frame() {
    let folder = tempfile::tempdir().unwrap();
    let recording = Recording::open(mcap(folder.path(), RecorderOptions::default())).unwrap();
    let selection = Selection {
        robots: vec!["scout/ä \"1\"".into()],
        channels: vec!["range.distance_clean".into()],
        from: 0.1,
        to: 0.2,
        every: 5,
        ..Selection::default()
    };
    let files = export_csv(&recording, &folder.path().join("csv"), &selection).unwrap().files;
    assert_eq!(files.len(), 1);
    let text = std::fs::read_to_string(&files[0]).unwrap();
    assert!(text.lines().next().unwrap().ends_with("wz [rad/s],range.distance_clean [m]"), "{text}");
    let ticks: Vec<&str> = text.lines().skip(1).map(|line| line.split(',').next().unwrap()).collect();
    assert_eq!(ticks, ["10", "15", "20"]);
    assert!(text.lines().nth(1).unwrap().ends_with(&format!(",{:?}", -10.0 / 7.0)));

    let out = folder.path().join("json");
    export_json(&recording, &out, &selection).unwrap();
    let list = json(&out.join("robot-scout____1_.json"));
    assert_eq!(list.as_array().unwrap().len(), 3);
    assert_eq!(list[0]["channels"], serde_json::json!({"range": {"distance_clean": -10.0 / 7.0}}));
    assert!(!out.join("robot-stone.json").exists());
    assert_eq!(json(&out.join("events.json")).as_array().unwrap().len(), 1);
}

#[test]
fn an_unknown_robot_or_channel_is_refused_with_the_nearest_name() {
    let folder = tempfile::tempdir().unwrap();
    let recording = Recording::open(mcap(folder.path(), RecorderOptions::default())).unwrap();
    let refused = |robots: &[&str], channels: &[&str]| {
        let list = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let selection = Selection { robots: list(robots), channels: list(channels), ..Selection::default() };
        let error = export_csv(&recording, folder.path(), &selection).unwrap_err();
        assert!(matches!(error, RecordingError::Unknown { .. }));
        format!("{error}; {}", error.remedy())
    };
    assert_eq!(refused(&["stine"], &[]), "unknown robot `stine` in the recording; did you mean `stone`?");
    let channel = refused(&[], &["range.distanse"]);
    assert_eq!(channel, "unknown channel `range.distanse` in the recording; did you mean `range.distance`?");
}

#[test]
fn lists_written_during_the_run_equal_those_exported_after_it() {
    let folder = tempfile::tempdir().unwrap();
    let (live, path) = (folder.path().join("live"), folder.path().join("run.mcap"));
    let targets = [Target::Mcap(path.clone()), Target::JsonFolder(live.clone())];
    record(
        &targets,
        RecorderOptions { flush_interval: Duration::ZERO, ..RecorderOptions::default() },
        Some(&summary()),
    );
    let exported = folder.path().join("exported");
    export_json(&Recording::open(path).unwrap(), &exported, &Selection::default()).unwrap();
    for name in ["robot-scout____1_.json", "robot-stone.json", "object-stone.json", "events.json", "run.json"] {
        let (live, exported) = (std::fs::read(live.join(name)).unwrap(), std::fs::read(exported.join(name)).unwrap());
        assert_eq!(String::from_utf8(live), String::from_utf8(exported), "{name}");
    }
    let list = json(&live.join("robot-scout____1_.json"));
    assert_eq!(list.as_array().unwrap().len(), 30);
    let frame = recorded(frame(7));
    assert_eq!(list[6]["tick"], 7);
    assert_eq!(list[6]["pose"]["position"]["y"], frame.bodies[0].pose.translation.y);
    assert_eq!(list[6]["pose"]["orientation"]["w"], frame.bodies[0].pose.rotation.w);
    assert_eq!(list[6]["angular_velocity"]["z"], frame.bodies[0].angular_velocity.z);
    assert_eq!(list[6]["channels"]["range"]["distance"], frame.telemetry[0][0]);
    let run = json(&live.join("run.json"));
    assert_eq!(run["summary"]["state_hash"], "0123456789abcdef");
    assert_eq!(run["run"]["seed"], info().seed);
    assert_eq!(run["files"][0]["file"], "robot-scout____1_.json");
    assert_eq!(run["files"][2], serde_json::json!({"object": "stone", "file": "object-stone.json"}));
    let list = json(&live.join("object-stone.json"));
    assert_eq!(list.as_array().unwrap().len(), 30);
    assert_eq!(list[6]["linear_velocity"]["y"], frame.objects[0].linear_velocity.y);
    assert_eq!(json(&live.join("events.json")).as_array().unwrap().len(), events().len());
}

#[test]
fn lists_of_a_dropped_recorder_are_valid_and_say_that_there_is_no_summary() {
    let folder = tempfile::tempdir().unwrap();
    record(&[Target::JsonFolder(folder.path().into())], RecorderOptions::default(), None);
    assert_eq!(json(&folder.path().join("robot-stone.json")).as_array().unwrap().len(), 30);
    assert_eq!(json(&folder.path().join("run.json"))["summary"], Value::Null);
    assert_eq!(repair(folder.path()).unwrap(), []);
}

#[test]
fn a_list_cut_off_anywhere_is_repaired_and_keeps_every_whole_object() {
    let folder = tempfile::tempdir().unwrap();
    record(&[Target::JsonFolder(folder.path().into())], RecorderOptions::default(), Some(&summary()));
    for name in ["robot-stone.json", "object-stone.json"] {
        cut_and_repair(folder.path(), name);
    }
}

fn cut_and_repair(folder: &Path, name: &str) {
    let path = folder.join(name);
    let whole = std::fs::read(&path).unwrap();
    let object_ends = |(at, pair): (usize, &[u8])| matches!(pair, b"},\n" | b"}\n]").then_some(at + 1);
    let ends: Vec<usize> = whole.windows(3).enumerate().filter_map(object_ends).collect();
    assert_eq!(ends.len(), 30);
    for len in (0..=400).chain(whole.len() - 400..whole.len()) {
        // State after a write that was interrupted after its first byte: the rest of the old end is still there.
        for tail in [&b""[..], b"]\n"] {
            std::fs::write(&path, [&whole[..len], tail].concat()).unwrap();
            let repaired = repair(folder).unwrap();
            let list = json(&path);
            let objects = list.as_array().unwrap().len();
            assert_eq!(objects, ends.iter().filter(|end| **end <= len).count(), "objects kept of {len} bytes");
            assert!(repaired.iter().all(|list| list.objects == objects as u64 && list.file == path));
        }
    }
    std::fs::write(&path, &whole).unwrap();
}

#[test]
fn odd_numbers_are_words_in_tables() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.mcap");
    let mut recorder = sim_core::recording::Recorder::create(&path, info(), RecorderOptions::default()).unwrap();
    let values = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.0, 1e300, 5e-324, 1.0, 0.1, 0.0, 0.0, 0.0, 0.0, 0.0];
    let telemetry = vec![vec![0.0; 4], vec![]];
    let bodies = vec![body(&values), body(&values)];
    let odd = Frame { tick: 1, time: 0.5, bodies, objects: vec![body(&values)], telemetry };
    super::support::push(&mut recorder, &odd).unwrap();
    recorder.finish(&summary()).unwrap();
    let mut text = Vec::new();
    write_csv(&Recording::open(path).unwrap(), "stone", &Selection::default(), &mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    assert!(text.contains("\n1,0.5,NaN,inf,-inf,-0.0,1e+300,5e-324,1.0,0.1,0.0"), "{text}");
}
