//! Two programs that write to the same place: the second one is rejected with a message, and the output of the first
//! one stays intact.

use sim_tests::{Ended, TestDir};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const BUSY: &str = "in use by another run";

/// A test folder with a short scene and a long one.
fn dir() -> TestDir {
    let dir = TestDir::new();
    let scene = |duration: f64, speed: &str| {
        format!(
            r#"(format_version: 1, run: (dt: 0.001, duration: {duration}{speed}), floor: (),
            robots: [(name: "a", model: "scout/standard", controller: "control/wander")])"#
        )
    };
    dir.write("short.ron", scene(3.0, ""));
    dir.write("seconds.ron", scene(4.0, ", speed: 1"));
    dir.write("long.ron", scene(600.0, ", speed: 1"));
    dir
}

/// Starts a program and waits until a file exists and is not empty.
fn start(dir: &TestDir, arguments: &[&str], file: &Path) -> Child {
    let mut command = dir.command(arguments);
    started(command.stdout(Stdio::null()).stderr(Stdio::null()), file)
}

/// Like [`start`], with the program's output captured, which must be short.
fn start_to_read(dir: &TestDir, arguments: &[&str], file: &Path) -> Child {
    started(dir.command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()), file)
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
    let dir = dir();
    let mut running = start(&dir, first, &dir.path(begun));
    for other in others {
        for force in [&["--force"][..], &[]] {
            refused(&dir.sim(&[other, force].concat()), &other.join(" "));
        }
    }
    running.kill().expect("the program can be killed");
    running.wait().expect("the program can be waited for");
    dir.sim(&[others[0], &["--force"]].concat()).expect(0);
}

#[test]
fn a_recording_is_written_by_one_run() {
    one_writer(
        &["run", "long.ron", "--no-supervisor", "--record", "one.mcap"],
        "one.incomplete.mcap",
        &[&["run", "short.ron", "--record", "one.mcap"]],
    );
}

#[test]
fn a_folder_of_results_is_written_by_one_run() {
    let dir = dir();
    dir.sim(&["run", "short.ron", "--record", "whole.mcap"]).expect(0);
    let recording = dir.path("whole.mcap").display().to_string();
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
fn a_video_is_written_by_one_run() {
    let video = |scene| ["render", scene, "--output", "one.mp4", "--size", "64x64", "--no-supervisor"];
    let short = [&video("short.ron")[..], &["--duration", "0.2"]].concat();
    one_writer(&video("long.ron"), "one.incomplete.mp4", &[&short]);
}

#[test]
fn of_runs_that_begin_together_those_that_end_well_have_whole_results() {
    let dir = dir();
    for round in 0..3 {
        let run = |seed: &str, result: [&str; 2]| {
            let mut command = dir.command(&["run", "short.ron", "--seed", seed, "--force", "--json"]);
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
        let replay = dir.sim(&["replay", "one.mcap", "--verify", "--json"]).expect(0).json();
        assert_eq!(replay["equal"], true, "round {round}: {replay}");
        assert!(!dir.path("one.incomplete.mcap").exists());
        let frames = std::fs::read(dir.path("out/robot-a.json")).expect("the file is there");
        let frames: Vec<serde_json::Value> = serde_json::from_slice(&frames).expect("a whole list");
        assert_eq!(frames.len(), 3001, "round {round}");
    }
}

#[test]
fn names_of_unfinished_files_are_refused() {
    let dir = dir();
    let commands = [
        &["run", "short.ron", "--record", "one.incomplete.mcap"][..],
        &["run", "short.ron", "--log-file", "one.incomplete.mcap"],
        &["render", "short.ron", "--output", "one.incomplete.mp4", "--size", "64x64"],
    ];
    for command in commands {
        for force in [&[][..], &["--force"]] {
            let ended = dir.sim(&[command, force].concat()).expect(3);
            assert!(ended.stderr.contains("choose a name without `.incomplete`"), "{ended:#?}");
            assert!(!dir.path(command[3]).exists(), "{command:?}");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_recording_that_was_renamed_while_it_was_written_does_not_take_the_name_of_another_one() {
    let dir = dir();
    let begun = dir.path("one.incomplete.mcap");
    let first = start_to_read(&dir, &["run", "seconds.ron", "--record", "one.mcap", "--json"], &begun);
    std::fs::rename(&begun, dir.path("kept.mcap")).expect("a file can be renamed");
    let mut second = start(&dir, &["run", "long.ron", "--no-supervisor", "--record", "one.mcap"], &begun);
    let ended = Ended::from(first.wait_with_output().expect("the program can be waited for"));
    second.kill().expect("the program can be killed");
    second.wait().expect("the program can be waited for");
    assert_eq!(ended.status, 1, "{ended:#?}");
    assert!(ended.stderr.contains("the recording was moved, removed or replaced"), "{ended:#?}");
    assert!(!dir.path("one.mcap").exists() && begun.exists(), "the file of the second run is as it was");
    let replay = dir.sim(&["replay", "kept.mcap", "--verify", "--json"]).expect(0).json();
    assert_eq!(replay["equal"], true, "{replay}");
}

#[test]
fn a_finished_recording_does_not_replace_one_that_came_meanwhile() {
    let dir = dir();
    let begun = dir.path("one.incomplete.mcap");
    let run = ["run", "seconds.ron", "--record", "one.mcap", "--json"];
    let running = start_to_read(&dir, &run, &begun);
    dir.write("one.mcap", "another run's");
    let ended = Ended::from(running.wait_with_output().expect("the program can be waited for"));
    assert_eq!(ended.status, 1, "{ended:#?}");
    assert!(ended.stderr.contains("rename one.incomplete.mcap to an unused name"), "{ended:#?}");
    assert_eq!(ended.json()["outputs"], serde_json::json!([]), "{ended:#?}");
    assert_eq!(std::fs::read(dir.path("one.mcap")).expect("a file"), b"another run's");
    let replay = dir.sim(&["replay", "one.incomplete.mcap", "--verify", "--json"]).expect(0).json();
    assert_eq!(replay["equal"], true, "{replay}");
    std::fs::remove_file(&begun).expect("a file");

    let running = start_to_read(&dir, &[&run[..], &["--force"]].concat(), &begun);
    let ended = Ended::from(running.wait_with_output().expect("the program can be waited for"));
    assert_eq!((ended.status, begun.exists()), (0, false), "{ended:#?}");
}

#[cfg(unix)]
#[test]
fn an_unfinished_recording_replaces_only_its_own_name() {
    let dir = dir();
    let scene = std::fs::read(dir.path("short.ron")).expect("a scene");
    let begun = dir.path("one.incomplete.mcap");
    let links: [fn(&Path, &Path) -> std::io::Result<()>; 2] =
        [|from, to| std::fs::hard_link(from, to), |from, to| std::os::unix::fs::symlink(from, to)];
    for link in links {
        link(&dir.path("short.ron"), &begun).expect("a link");
        let ended = dir.sim(&["run", "short.ron", "--record", "one.mcap", "--force"]).expect(3);
        assert!(ended.stderr.contains("CF005"), "{ended:#?}");
        assert_eq!(std::fs::read(dir.path("short.ron")).expect("a scene"), scene);
        std::fs::remove_file(&begun).expect("a link");
        // A finished recording.
        dir.write("whole.mcap", "mine");
        link(&dir.path("whole.mcap"), &begun).expect("a link");
        dir.sim(&["run", "short.ron", "--record", "one.mcap"]).expect(3);
        dir.sim(&["run", "short.ron", "--record", "one.mcap", "--force"]).expect(0);
        assert_eq!(std::fs::read(dir.path("whole.mcap")).expect("a file"), b"mine");
        assert!(!begun.exists());
    }
    let json = r#"{"format_version": 1, "run": {"dt": 0.01, "duration": 0.1}, "floor": {}}"#;
    dir.write("r4.incomplete.json", json);
    dir.sim(&["run", "r4.incomplete.json", "--record", "r4.json", "--force"]).expect(3);
    assert_eq!(std::fs::read_to_string(dir.path("r4.incomplete.json")).expect("a scene"), json);
}

#[test]
fn a_log_inside_another_result_is_rejected() {
    let dir = dir();
    let ended = dir.sim(&["run", "short.ron", "--output", "o5", "--log-file", "o5/events.json"]).expect(3);
    assert!(ended.stderr.contains("inside the folder of another one"), "{ended:#?}");
    assert!(!dir.path("o5").exists());
}

#[test]
fn a_library_that_was_refused_is_named_where_isolate_names_none() {
    let dir = dir();
    dir.write(&format!("plugins/libbroken{}", std::env::consts::DLL_SUFFIX), "no library");
    let ended = dir.run("short.ron", &["--isolate", "x/one"]).expect(3);
    assert!(ended.stderr.contains("error[CF001]") && ended.stderr.contains("libbroken"), "{ended:#?}");
}
