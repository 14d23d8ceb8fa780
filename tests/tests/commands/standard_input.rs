//! `-` for standard input.

use super::{dir, scene};
use sim_tests::TestDir;

const WALLS: &str =
    r#"(format_version: 1, objects: [(name: "wall", shape: Wall(from: (2, -2), to: (2, 2), height: 0.5))])"#;

#[test]
fn a_scene_on_standard_input_runs_like_one_in_a_file() {
    let dir = dir();
    let hash = dir.run("yard.ron", &[]).expect(0).hash();
    let run = |more: &[&str]| dir.piped(scene(""), &[&["run", "-", "--json"], more].concat()).expect(0);
    assert_eq!(run(&[]).hash(), hash);
    assert_eq!(run(&["--record", "run.mcap"]).hash(), hash);
    assert_eq!(run(&["--watch", "--steps", "100"]).hash(), hash);
    // Overriding controllers reads the scene twice.
    let changed = ["--controller", "anna=control/wander", "--seed", "3"];
    assert_eq!(run(&changed).hash(), dir.run("yard.ron", &changed).expect(0).hash());
    let replay = dir.sim(&["replay", "run.mcap", "--verify", "--json"]).expect(0).json();
    assert_eq!(replay["equal"], true);

    let json = r#"{"format_version": 1, "name": "data", "run": {"duration": null, "seed": 4}}"#;
    let summary = dir.piped(json, &["run", "-", "--steps", "2", "--json"]).expect(0).json();
    assert_eq!((summary["scene"].as_str(), summary["seed"].as_u64()), (Some("data"), Some(4)));
    let unnamed = dir.piped("(format_version: 1)", &["run", "-", "--steps", "2", "--json"]).expect(0).json();
    assert_eq!(unnamed["scene"], "<stdin>");
    let measured = dir.piped(scene(""), &["bench", "scene", "-", "--seconds", "0.1"]).expect(0);
    assert!(measured.stdout.contains("robot"), "{}", measured.stdout);
}

#[test]
fn paths_of_a_scene_on_standard_input_count_from_the_working_folder() {
    let dir = TestDir::new();
    std::fs::create_dir(dir.path("maps")).unwrap();
    dir.write("maps/walls.ron", WALLS);
    let including = |file: &str| format!("(format_version: 1, include: [\"{file}\"])");
    let checked = dir.piped(including("maps/walls.ron"), &["check", "-"]).expect(0);
    assert!(checked.stdout.contains("1 object"), "{}", checked.stdout);
    let missing = dir.piped(including("walls.ron"), &["check", "-"]).expect(3);
    assert!(missing.stderr.contains("<stdin>:1:"), "{}", missing.stderr);
    let spoilt = dir.piped([b'(', 0xff], &["check", "-"]).expect(3);
    assert!(spoilt.stderr.contains("<stdin> is not UTF-8 text"), "{}", spoilt.stderr);
}

#[test]
fn standard_input_is_refused_where_it_makes_no_sense() {
    let dir = dir();
    let twice = dir.piped(scene(""), &["check", "-", "-", "--json"]).expect(3);
    let scenes = twice.json()["scenes"].clone();
    assert_eq!((scenes[0]["ok"].as_bool(), scenes[1]["ok"].as_bool()), (Some(true), Some(false)));
    assert!(twice.stderr.contains("only once"), "{}", twice.stderr);
    let window = dir.piped(scene(""), &["gui", "-"]).expect(3);
    assert!(
        window.stderr.contains("cannot open a scene from standard input") && window.stderr.contains("help: "),
        "{}",
        window.stderr
    );
    let no_recording = dir.piped(scene(""), &["replay", "-"]).expect(1);
    assert!(no_recording.stderr.contains("<stdin>"), "{}", no_recording.stderr);
}

#[test]
fn a_recording_on_standard_input_is_replayed_exported_and_described() {
    let dir = dir();
    dir.run("yard.ron", &["--record", "run.mcap", "--steps", "20"]).expect(0);
    let recording = std::fs::read(dir.path("run.mcap")).unwrap();
    let replay = dir.piped(&recording, &["replay", "-", "--verify", "--json"]).expect(0).json();
    assert_eq!((replay["equal"].as_bool(), replay["file"].as_str()), (Some(true), Some("<stdin>")));
    dir.piped(&recording, &["export", "-", "--csv", "tables"]).expect(0);
    assert!(dir.path("tables/robot-anna.csv").is_file());
    let info = dir.piped(&recording, &["info", "-", "--json"]).expect(0).json();
    assert_eq!((info["scene"].as_str(), info["ticks"].as_u64()), (Some("yard"), Some(20)));
}
