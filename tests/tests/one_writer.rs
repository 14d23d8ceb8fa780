//! Two programs that write to one place: the second one is refused with a sentence, and what the first one writes stays whole.

use sim_tests::{Desk, Ended};
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

const BUSY: &str = "another run is writing";

/// A desk with a scene that takes a moment to run, and a long one.
fn desk() -> Desk {
    let desk = Desk::new();
    let scene = |duration: f64, speed: &str| {
        format!(
            r#"(format_version: 1, run: (dt: 0.001, duration: {duration}{speed}), floor: (),
            robots: [(name: "a", model: "scout/standard", controller: "control/wander")])"#
        )
    };
    desk.write("short.ron", scene(3.0, ""));
    desk.write("long.ron", scene(600.0, ", speed: 1"));
    desk
}

/// Starts a program and waits until a file is there and has something in it.
fn start(desk: &Desk, arguments: &[&str], file: &Path) -> Child {
    let mut command = desk.command(arguments);
    let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program can be started");
    let start = Instant::now();
    while std::fs::metadata(file).map_or(0, |file| file.len()) == 0 {
        assert!(start.elapsed() < Duration::from_secs(60), "{} does not come", file.display());
        std::thread::sleep(Duration::from_millis(10));
    }
    child
}

#[track_caller]
fn refused(ended: &Ended, what: &str) {
    assert_eq!(ended.status, 1, "{what}: {ended:#?}");
    assert!(ended.stderr.contains(BUSY), "{what}: {ended:#?}");
}

/// While the first program runs the second one is refused, whatever it would write there, and after the first one was killed it is not.
#[track_caller]
fn one_writer(first: &[&str], begun: &str, others: &[&[&str]]) {
    let desk = desk();
    let mut running = start(&desk, first, &desk.path(begun));
    for other in others {
        for force in [&["--force"][..], &[]] {
            refused(&desk.sim(&[other, force].concat()), &other.join(" "));
        }
    }
    running.kill().expect("the program can be killed");
    running.wait().expect("the program can be waited for");
    desk.sim(&[others[0], &["--force"]].concat()).expect(0);
}

#[test]
fn s0_a_recording_is_written_by_one_run() {
    one_writer(
        &["run", "long.ron", "--no-supervisor", "--record", "one.mcap"],
        "one.incomplete.mcap",
        &[&["run", "short.ron", "--record", "one.mcap"]],
    );
}

#[test]
fn s0_a_folder_of_results_is_written_by_one_run() {
    let desk = desk();
    desk.sim(&["run", "short.ron", "--record", "whole.mcap"]).expect(0);
    let recording = desk.path("whole.mcap").display().to_string();
    one_writer(
        &["run", "long.ron", "--no-supervisor", "--output", "out"],
        "out/run.json",
        &[
            &["run", "short.ron", "--output", "out"],
            &["export", &recording, "--csv", "out"],
            &["export", &recording, "--json", "out"],
            &["render", "short.ron", "--output", "out", "--size", "32x32", "--duration", "0.1"],
        ],
    );
}

#[test]
fn s0_a_video_is_written_by_one_run() {
    let video = |scene| ["render", scene, "--output", "one.mp4", "--size", "64x64", "--no-supervisor"];
    let short = [&video("short.ron")[..], &["--duration", "0.2"]].concat();
    one_writer(&video("long.ron"), "one.incomplete.mp4", &[&short]);
}

#[test]
fn s0_of_runs_that_begin_together_those_that_end_well_have_whole_results() {
    let desk = desk();
    for round in 0..3 {
        let run = |seed: &str, result: [&str; 2]| {
            let mut command = desk.command(&["run", "short.ron", "--seed", seed, "--force", "--json"]);
            command.args(result).stdout(Stdio::piped()).stderr(Stdio::piped());
            command.spawn().expect("the program can be started")
        };
        let both = |result| {
            let running = ["1", "2"].map(|seed| run(seed, result));
            running.map(|run| Ended::from(run.wait_with_output().expect("the program can be waited for")))
        };
        for ended in both(["--record", "one.mcap"]).iter().chain(&both(["--output", "out"])) {
            match ended.status {
                0 => {}
                _ => refused(ended, "a run that was refused"),
            }
        }
        let replay = desk.sim(&["replay", "one.mcap", "--verify", "--json"]).expect(0).json();
        assert_eq!(replay["equal"], true, "round {round}: {replay}");
        assert!(!desk.path("one.incomplete.mcap").exists());
        let frames = std::fs::read(desk.path("out/robot-a.json")).expect("the file is there");
        let frames: Vec<serde_json::Value> = serde_json::from_slice(&frames).expect("a whole list");
        assert_eq!(frames.len(), 3001, "round {round}");
    }
}
