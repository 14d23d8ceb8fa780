//! Libraries that appear, change and break while a robot uses them in `sim run --watch`.

use sim_tests::build::{bad_library, counter_library, library_name};
use sim_tests::live::Running;
use sim_tests::{Ended, TestDir};
use std::path::PathBuf;
use std::sync::LazyLock;
use std::time::Duration;

/// A robot whose controller counts its steps and logs every tenth.
const SCENE: &str = r#"(format_version: 1, run: (dt: 0.01), floor: (),
    robots: [(name: "anna", model: "scout/standard", controller: "test/counter")])"#;
/// Distance per step: 5 rad/s on wheels of 0.021 m, for 0.01 s.
const STEP: f64 = 5.0 * 0.021 * 0.01;

/// The counting controller's library in both versions, built once per run.
static VERSIONS: LazyLock<[PathBuf; 2]> =
    LazyLock::new(|| [counter_library("one", &["build"]), counter_library("two", &["build", "--features", "second"])]);

/// A recorded run in real time with the first version, which has started to count.
fn counting(dir: &TestDir) -> Running {
    counting_with(dir, &["--output", "out"])
}

/// The same with other options.
fn counting_with(dir: &TestDir, more: &[&str]) -> Running {
    dir.install(&VERSIONS[0], &library_name("counter"));
    dir.write("scene.ron", SCENE);
    let arguments = ["run", "scene.ron", "--plugins", "plugins", "--watch", "--speed", "1", "--json"];
    let mut run = Running::start(dir.command(&[&arguments[..], more].concat()));
    run.wait_for(&["version one counts 20"]);
    run
}

/// Ends a run and returns the counts of each version.
#[track_caller]
fn counted(run: Running) -> (Ended, Vec<(String, u64)>) {
    let ended = run.interrupt().expect(130);
    let line = |line: &str| {
        let (version, count) = line.split_once("version ")?.1.split_once(" counts ")?;
        Some((version.to_string(), count.parse().ok()?))
    };
    let counts = ended.stderr.lines().filter_map(line).collect();
    (ended, counts)
}

/// The count continued without a gap, with these versions in this order.
#[track_caller]
fn went_on(counts: &[(String, u64)], versions: &[&str]) {
    let expected: Vec<u64> = (1..=counts.len() as u64).map(|index| 10 * index).collect();
    assert_eq!(counts.iter().map(|(_, count)| *count).collect::<Vec<_>>(), expected, "{counts:?}");
    let mut found: Vec<&str> = counts.iter().map(|(version, _)| version.as_str()).collect();
    found.dedup();
    assert_eq!(found, versions, "{counts:?}");
}

/// In every step, the robot traveled as far as its wheels turned.
#[track_caller]
fn did_not_jump(dir: &TestDir, ended: &Ended) {
    let text = std::fs::read_to_string(dir.path("out/robot-anna.json")).unwrap();
    let states: Vec<serde_json::Value> = serde_json::from_str(&text).unwrap();
    let steps = ended.json()["steps"].as_u64().unwrap();
    assert_eq!(states.len() as u64, steps + 1, "the start and every step are recorded");
    let place =
        |state: &serde_json::Value| ["x", "y", "z"].map(|axis| state["pose"]["position"][axis].as_f64().unwrap());
    for pair in states.windows(2) {
        let (from, to) = (place(&pair[0]), place(&pair[1]));
        let distance = from.iter().zip(to).map(|(from, to)| (to - from).powi(2)).sum::<f64>().sqrt();
        assert!((distance / STEP - 1.0).abs() < 1e-6, "{distance} m in a step, from {from:?} to {to:?}");
    }
}

#[test]
fn a_library_copied_into_the_folder_is_listed_in_under_two_seconds() {
    let dir = TestDir::new();
    // Built before the timer starts.
    let library = bad_library();
    let mut run = counting(&dir);
    dir.install(library, "libnew.so");
    let (_, took) = run.wait_for(&["listed:", "libnew.so", "bad-plugins 0.1.0", "bad/controller", "bad/not-a-number"]);
    assert!(took < Duration::from_secs(2), "it took {took:?}");
    let (ended, counts) = counted(run);
    went_on(&counts, &["one"]);
    did_not_jump(&dir, &ended);
}

#[test]
fn a_newer_build_takes_over_the_count_and_no_robot_jumps() {
    let dir = TestDir::new();
    let mut run = counting(&dir);
    // The plain copy of a build script: the file is truncated and rewritten.
    std::fs::copy(&VERSIONS[1], dir.path("plugins").join(library_name("counter"))).unwrap();
    run.wait_for(&["changed:", &library_name("counter"), "test/counter"]);
    run.wait_for(&["anna/controller", "test/counter reloaded, state migrated"]);
    run.wait_for(&["version two counts"]);
    run.wait_for(&["version two counts"]);
    let (ended, counts) = counted(run);
    went_on(&counts, &["one", "two"]);
    did_not_jump(&dir, &ended);
}

#[test]
fn a_broken_replacement_is_refused_and_the_old_version_goes_on() {
    let dir = TestDir::new();
    let mut run = counting(&dir);
    let bytes = std::fs::read(&VERSIONS[1]).unwrap();
    let half = dir.write("half", &bytes[..bytes.len() / 2]);
    dir.install(&half, &library_name("counter"));
    run.wait_for(&["warning[PL001]"]);
    run.wait_for(&["help: ", "the previously loaded version is still used"]);
    run.wait_for(&["version one counts"]);
    run.wait_for(&["version one counts"]);
    // The complete file is then loaded as usual.
    dir.install(&VERSIONS[1], &library_name("counter"));
    run.wait_for(&["version two counts"]);
    let (ended, counts) = counted(run);
    went_on(&counts, &["one", "two"]);
    did_not_jump(&dir, &ended);
}

/// The scene with more robots.
fn with(more: &str) -> String {
    SCENE.replace("\"test/counter\")]", &format!("\"test/counter\"){more}]"))
}

const CORA: &str = r#", (name: "cora", model: "scout/standard", at: (0, 2))"#;

#[test]
fn a_run_goes_on_in_the_scene_as_it_has_been_changed() {
    let dir = TestDir::new();
    let mut run = counting_with(&dir, &[]);
    dir.write("scene.ron", with(CORA));
    run.wait_for(&["the scene has changed", "1 state of robots and movable objects carried over"]);
    // A mistake is reported with its location, and the run continues.
    dir.write("scene.ron", with(&CORA.replace("standard", "standrad")));
    run.wait_for(&["scout/standrad"]);
    run.wait_for(&["the run continues with the previous scene"]);
    dir.write("scene.ron", SCENE);
    run.wait_for(&["the scene has changed", "cora was removed"]);
    run.wait_for(&["version one counts"]);
    let (ended, counts) = counted(run);
    went_on(&counts, &["one"]);
    let ended = ended.json();
    assert_eq!(ended["robots"].as_array().map(Vec::len), Some(1), "{ended:#}");
    let (steps, distance) = (ended["steps"].as_f64().unwrap(), ended["robots"][0]["distance_m"].as_f64().unwrap());
    assert!(
        (distance / (steps * STEP) - 1.0).abs() < 0.01,
        "{distance} m in {steps} steps: no step was lost or done again"
    );
}

#[test]
fn what_a_scene_has_begun_to_name_is_followed_even_where_it_cannot_be_read_yet() {
    let dir = TestDir::new();
    let mut run = counting_with(&dir, &[]);
    let refused = &["the run continues with the previous scene"];
    let with = |more: &str| SCENE.replace("floor: ()", &format!("floor: (), {more}"));
    // A partial scene with a mistake.
    dir.write("x.ron", "(format_version: 1, ");
    dir.write("scene.ron", with("include: [\"x.ron\"]"));
    run.wait_for(refused);
    dir.write("x.ron", "(format_version: 1)");
    run.wait_for(&["the scene has changed"]);
    // A missing mesh.
    dir.write("scene.ron", with("objects: [(name: \"t\", shape: Mesh(file: \"t.obj\"), at: (5, 5))]"));
    run.wait_for(refused);
    dir.write("t.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    run.wait_for(&["the scene has changed"]);
    counted(run);
}

#[test]
fn a_run_that_is_recorded_goes_on_as_it_began() {
    let dir = TestDir::new();
    let mut run = counting(&dir);
    dir.write("scene.ron", with(CORA));
    run.wait_for(&["the scene has changed; the run continues with its original scene"]);
    let (ended, counts) = counted(run);
    went_on(&counts, &["one"]);
    assert_eq!(ended.json()["robots"].as_array().map(Vec::len), Some(1));
}
