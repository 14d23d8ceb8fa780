//! Two programs that write to the same place: the second one is rejected with a message, and the output of the first
//! one stays intact.

use sim_tests::{Desk, Ended};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const BUSY: &str = "another run is writing";

/// A desk with a short scene and a long one.
fn desk() -> Desk {
    let desk = Desk::new();
    let scene = |duration: f64, speed: &str| {
        format!(
            r#"(format_version: 1, run: (dt: 0.001, duration: {duration}{speed}), floor: (),
            robots: [(name: "a", model: "scout/standard", controller: "control/wander")])"#
        )
    };
    desk.write("short.ron", scene(3.0, ""));
    desk.write("seconds.ron", scene(4.0, ", speed: 1"));
    desk.write("long.ron", scene(600.0, ", speed: 1"));
    desk
}

/// Starts a program and waits until a file exists and is not empty.
fn start(desk: &Desk, arguments: &[&str], file: &Path) -> Child {
    let mut command = desk.command(arguments);
    started(command.stdout(Stdio::null()).stderr(Stdio::null()), file)
}

/// Like [`start`], with the program's output captured, which must be short.
fn start_to_read(desk: &Desk, arguments: &[&str], file: &Path) -> Child {
    started(desk.command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()), file)
}

fn started(command: &mut Command, file: &Path) -> Child {
    let child = command.spawn().expect("the program can be started");
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

/// While the first program runs, the second one is rejected, regardless of its output; after the first one was killed,
/// it is accepted.
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
            &["run", "short.ron", "--record", "out/run.mcap"],
            &["run", "short.ron", "--log-file", "out/run.log"],
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

#[test]
fn s0_names_of_unfinished_files_are_refused() {
    let desk = desk();
    let commands = [
        &["run", "short.ron", "--record", "one.incomplete.mcap"][..],
        &["run", "short.ron", "--log-file", "one.incomplete.mcap"],
        &["render", "short.ron", "--output", "one.incomplete.mp4", "--size", "64x64"],
    ];
    for command in commands {
        for force in [&[][..], &["--force"]] {
            let ended = desk.sim(&[command, force].concat()).expect(3);
            assert!(ended.stderr.contains("choose a name without `.incomplete`"), "{ended:#?}");
            assert!(!desk.path(command[3]).exists(), "{command:?}");
        }
    }
}

#[cfg(unix)]
#[test]
fn s0_a_recording_that_was_renamed_while_it_was_written_does_not_take_the_name_of_another_one() {
    let desk = desk();
    let begun = desk.path("one.incomplete.mcap");
    let first = start_to_read(&desk, &["run", "seconds.ron", "--record", "one.mcap", "--json"], &begun);
    std::fs::rename(&begun, desk.path("kept.mcap")).expect("a file can be renamed");
    let mut second = start(&desk, &["run", "long.ron", "--no-supervisor", "--record", "one.mcap"], &begun);
    let ended = Ended::from(first.wait_with_output().expect("the program can be waited for"));
    second.kill().expect("the program can be killed");
    second.wait().expect("the program can be waited for");
    assert_eq!(ended.status, 1, "{ended:#?}");
    assert!(ended.stderr.contains("the recording was moved, removed or replaced"), "{ended:#?}");
    assert!(!desk.path("one.mcap").exists() && begun.exists(), "the file of the second run is as it was");
    let replay = desk.sim(&["replay", "kept.mcap", "--verify", "--json"]).expect(0).json();
    assert_eq!(replay["equal"], true, "{replay}");
}

#[test]
fn s0_a_finished_recording_does_not_replace_one_that_came_meanwhile() {
    let desk = desk();
    let begun = desk.path("one.incomplete.mcap");
    let run = ["run", "seconds.ron", "--record", "one.mcap", "--json"];
    let running = start_to_read(&desk, &run, &begun);
    desk.write("one.mcap", "another run's");
    let ended = Ended::from(running.wait_with_output().expect("the program can be waited for"));
    assert_eq!(ended.status, 1, "{ended:#?}");
    assert!(ended.stderr.contains("rename one.incomplete.mcap to a name that is free"), "{ended:#?}");
    assert_eq!(ended.json()["outputs"], serde_json::json!([]), "{ended:#?}");
    assert_eq!(std::fs::read(desk.path("one.mcap")).expect("a file"), b"another run's");
    let replay = desk.sim(&["replay", "one.incomplete.mcap", "--verify", "--json"]).expect(0).json();
    assert_eq!(replay["equal"], true, "{replay}");
    std::fs::remove_file(&begun).expect("a file");

    let running = start_to_read(&desk, &[&run[..], &["--force"]].concat(), &begun);
    let ended = Ended::from(running.wait_with_output().expect("the program can be waited for"));
    assert_eq!((ended.status, begun.exists()), (0, false), "{ended:#?}");
}

#[cfg(unix)]
#[test]
fn s0_an_unfinished_recording_replaces_nothing_but_its_name() {
    let desk = desk();
    let scene = std::fs::read(desk.path("short.ron")).expect("a scene");
    let begun = desk.path("one.incomplete.mcap");
    let links: [fn(&Path, &Path) -> std::io::Result<()>; 2] =
        [|from, to| std::fs::hard_link(from, to), |from, to| std::os::unix::fs::symlink(from, to)];
    for link in links {
        link(&desk.path("short.ron"), &begun).expect("a link");
        let ended = desk.sim(&["run", "short.ron", "--record", "one.mcap", "--force"]).expect(3);
        assert!(ended.stderr.contains("CF005"), "{ended:#?}");
        assert_eq!(std::fs::read(desk.path("short.ron")).expect("a scene"), scene);
        std::fs::remove_file(&begun).expect("a link");
        // A finished recording.
        desk.write("whole.mcap", "mine");
        link(&desk.path("whole.mcap"), &begun).expect("a link");
        desk.sim(&["run", "short.ron", "--record", "one.mcap"]).expect(3);
        desk.sim(&["run", "short.ron", "--record", "one.mcap", "--force"]).expect(0);
        assert_eq!(std::fs::read(desk.path("whole.mcap")).expect("a file"), b"mine");
        assert!(!begun.exists());
    }
    let json = r#"{"format_version": 1, "run": {"dt": 0.01, "duration": 0.1}, "floor": {}}"#;
    desk.write("r4.incomplete.json", json);
    desk.sim(&["run", "r4.incomplete.json", "--record", "r4.json", "--force"]).expect(3);
    assert_eq!(std::fs::read_to_string(desk.path("r4.incomplete.json")).expect("a scene"), json);
}

#[test]
fn a_log_within_another_result_is_refused() {
    let desk = desk();
    let ended = desk.sim(&["run", "short.ron", "--output", "o5", "--log-file", "o5/events.json"]).expect(3);
    assert!(ended.stderr.contains("written into the folder of another one"), "{ended:#?}");
    assert!(!desk.path("o5").exists());
}

#[test]
fn a_library_that_was_refused_is_named_where_isolate_names_none() {
    let desk = desk();
    desk.write(&format!("plugins/libbroken{}", std::env::consts::DLL_SUFFIX), "no library");
    let ended = desk.run("short.ron", &["--isolate", "x/one"]).expect(3);
    assert!(ended.stderr.contains("error[CF001]") && ended.stderr.contains("libbroken"), "{ended:#?}");
}
