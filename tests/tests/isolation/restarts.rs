//! Components recreated after their process has ended: the reports, and replays of runs with such components.

use crate::{GOOD, dir, good, hostile_robot, whole};
use serde_json::Value;
use sim_tests::{Ended, TestDir};
use std::time::{Duration, Instant};

#[test]
fn a_component_is_restarted_up_to_the_limit_with_its_last_saved_state() {
    let dir = dir();
    let short_lived =
        r#"(name: "short", model: "scout/standard", controller: (id: "bad/short-lived", params: (steps: 120)))"#;
    let head = "format_version: 1, run: (dt: 0.01, duration: 4), floor: ()";
    dir.write("scene.ron", format!("({head}, robots: [{GOOD}, {short_lived}])"));
    let run = |more: &[&str]| {
        let options = [&["--isolate", "bad/*", "--record", "run.mcap", "--force"], more].concat();
        let ended = dir.run("scene.ron", &options).expect(4);
        whole(&dir, "restarted");
        let faults = ended.json()["faults"].as_array().expect("a list").len();
        // Its log, without the times.
        let lines: Vec<String> =
            ended.stderr.lines().filter(|line| line.contains("short")).map(str::to_string).collect();
        (faults, lines.join("\n"), good(&ended))
    };
    let (faults, log, alone) = run(&[]);
    assert!(faults == 1 && !log.contains("restarted"), "{faults}: {log}");
    // It ends at 1.2 s and, recreated with the hundred steps of the first second, again 1.21 s later.
    let (faults, log, beside) = run(&["--isolate-restarts", "2"]);
    assert_eq!(faults, 3, "{log}");
    assert_eq!(beside, alone);
    for line in
        ["begins with 0 steps", "begins with 100 steps", "with its state from 1.000 s", "with its state from 2.000 s"]
    {
        assert!(log.contains(line), "{line}: {log}");
    }
    assert_eq!(log.matches("restarted with its state").count(), 2, "{log}");
}

/// A robot whose controller ends its process after 120 steps.
const SHORT: &str =
    r#"(name: "short", model: "scout/standard", controller: (id: "bad/short-lived", params: (steps: 120)))"#;

/// Runs these robots for a duration and records the run, with the bad library isolated.
fn recorded(dir: &TestDir, robots: &str, duration: f64, more: &[&str]) -> Ended {
    let head = format!("format_version: 1, run: (dt: 0.01, duration: {duration:?}), floor: ()");
    dir.write("scene.ron", format!("({head}, robots: [{robots}])"));
    let options = [&["--isolate", "bad/*", "--record", "run.mcap", "--force"], more].concat();
    dir.run("scene.ron", &options).expect(4)
}

/// Replays the recording.
fn replayed(dir: &TestDir, more: &[&str]) -> Ended {
    dir.sim(&[&["replay", "run.mcap", "--plugins", "plugins"], more].concat())
}

#[test]
fn a_recording_lists_isolated_components_and_is_replayed_with_the_same_isolation() {
    let dir = dir();
    let ended = recorded(
        &dir,
        &[GOOD, SHORT].join(", "),
        4.0,
        &["--isolate-restarts", "2", "--isolate-deadline", "60", "--threads", "1"],
    );
    let summary = ended.json();
    // It has stopped for good at the end, so that its unsaved state does not matter.
    assert!(summary["digest"].is_string(), "{summary}");
    let info = dir.sim(&["info", "run.mcap", "--json"]).expect(0).json();
    let components = info["components"].as_array().expect("a list of components");
    let bounds = |id: &str| -> Value {
        let known = components.iter().find(|component| component["id"] == id);
        known.unwrap_or_else(|| panic!("{id}: {info}"))["isolated"].clone()
    };
    assert_eq!(bounds("bad/short-lived"), serde_json::json!({"deadline_s": 60.0, "restarts": 2}));
    assert_eq!(bounds("control/constant"), Value::Null);
    let text = dir.sim(&["info", "run.mcap"]).expect(0).stdout;
    for words in ["isolated", "bad/short-lived", "calls of up to 60 s, up to 2 restarts"] {
        assert!(text.contains(words), "{words}: {text}");
    }
    for threads in ["1", "2"] {
        let report = replayed(&dir, &["--verify", "--json", "--threads", threads]).expect(0).json();
        assert_eq!(report["equal"], true, "{report}");
        assert_eq!(report["digest"], summary["digest"]);
        assert_eq!(report["isolated"], serde_json::json!(["bad/short-lived"]));
    }
    assert!(replayed(&dir, &["--verify"]).expect(0).stdout.contains("isolated"));
}

#[test]
fn a_replay_that_differs_after_a_process_has_ended_says_that_it_need_not_be_the_same() {
    let dir = dir();
    recorded(&dir, &[GOOD, SHORT].join(", "), 2.0, &[]);
    let ended = replayed(&dir, &["--verify", "--isolate-restarts", "1"]).expect(1);
    for words in [
        "error[RC005]: the replay differs from the recording",
        "`controller` of robot `short` failed in tick 120: it ended its process: SIGABRT",
        "may not be reproducible",
    ] {
        assert!(ended.stderr.contains(words), "{words}: {ended:#?}");
    }
    // The difference alone is not a failure, and neither are the faults.
    let stdout = replayed(&dir, &["--isolate-restarts", "1"]).expect(0).stdout;
    assert!(stdout.contains("DIFFERENT") && stdout.contains("in the recorded run `controller`"), "{stdout}");
    // With the limits of the recording, it ends as it did then, even if a call took too long.
    replayed(&dir, &["--verify"]).expect(0);
    let spinning = hostile_robot("slow", "(attack: \"spin\", after: 0.1)");
    let started = Instant::now();
    recorded(&dir, &[GOOD, &spinning].join(", "), 0.5, &["--isolate-deadline", "0.75"]);
    let (recording, started) = (started.elapsed(), Instant::now());
    replayed(&dir, &["--verify"]).expect(0);
    let replaying = started.elapsed();
    // Otherwise, it would wait for the default of 5 s.
    let latest = recording + Duration::from_secs(4);
    assert!(replaying < latest, "the deadline is that of the recording: {replaying:?} after {recording:?}");
}

#[test]
fn a_fault_reports_whether_its_component_was_restarted_and_precedes_the_restart() {
    let dir = dir();
    let ended = recorded(&dir, &[GOOD, SHORT].join(", "), 4.0, &["--isolate-restarts", "2", "--log-file", "log.txt"]);
    let log = std::fs::read_to_string(dir.path("log.txt")).expect("a log");
    let faults = ended.json()["faults"].as_array().expect("a list of faults").clone();
    let outcomes: Vec<&str> = faults.iter().filter_map(|fault| fault["outcome"].as_str()).collect();
    assert_eq!(
        outcomes,
        [
            "the component was restarted with its state from 1.000 s; the robot continues",
            "the component was restarted with its state from 2.000 s; the robot continues",
            "the component was stopped and its robot halted: it had already been restarted 2 times; the run continues",
        ],
        "{faults:?}"
    );
    for text in [&ended.stderr, &log] {
        let lines: Vec<&str> = text.lines().collect();
        let place = |words: &str, from: usize| {
            let found = lines[from..].iter().position(|line| line.contains(words));
            found.unwrap_or_else(|| panic!("{words} from line {from}: {text}")) + from
        };
        let mut at = 0;
        for words in [
            "ended its process",
            "bad/short-lived restarted with its state from 1.000 s",
            "begins with 100 steps",
            "ended its process",
            "bad/short-lived restarted with its state from 2.000 s",
            "ended its process",
        ] {
            at = place(words, at) + 1;
        }
    }
    let stopped = ended.stderr.matches("the component was stopped").count();
    assert_eq!(stopped, 1, "{ended:#?}");
}

#[test]
fn isolation_options_without_isolated_components_give_a_warning() {
    let dir = dir();
    dir.write("scene.ron", format!("(format_version: 1, run: (duration: 0.1), robots: [{GOOD}])"));
    let warned = |options: &[&str]| dir.run("scene.ron", options).expect(0).stderr;
    for (options, named) in [
        (&["--isolate-restarts", "2"][..], "`--isolate-restarts` is ignored"),
        (&["--isolate-deadline", "5"], "`--isolate-deadline` is ignored"),
        (
            &["--isolate-restarts", "1", "--isolate-deadline", "9"],
            "`--isolate-deadline` and `--isolate-restarts` are ignored",
        ),
    ] {
        let stderr = warned(options);
        assert!(stderr.contains("warning[CF004]") && stderr.contains(named), "{named}: {stderr}");
        assert!(stderr.contains("--isolate all"), "{stderr}");
    }
    assert_eq!(warned(&[]).matches("is ignored").count(), 0);
    assert_eq!(warned(&["--isolate", "control/*", "--isolate-restarts", "2"]).matches("is ignored").count(), 0);
}

#[test]
fn an_empty_recording_is_not_equal_to_a_run() {
    let dir = dir();
    let early = SHORT.replace("120", "3");
    dir.write(
        "scene.ron",
        format!("(format_version: 1, run: (dt: 0.01, duration: 1.0), floor: (), robots: [{early}])"),
    );
    let ended = dir.run("scene.ron", &["--record", "run.mcap"]).expect(4);
    assert!(ended.stderr.contains("run.incomplete.mcap") && ended.stderr.contains("may be empty"), "{}", ended.stderr);
    let replay = ["replay", "run.incomplete.mcap", "--plugins", "plugins", "--json"];
    let report = dir.sim(&replay).json();
    assert_eq!((&report["frames_compared"], &report["equal"]), (&0.into(), &false.into()), "{report}");
    let stderr = dir.sim(&[&replay[..], &["--verify"]].concat()).expect(1).stderr;
    assert!(stderr.contains("the recording is too short to compare"), "{stderr}");
}
