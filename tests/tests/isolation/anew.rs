//! Components recreated after their process has ended: the reports, and replays of runs with such components.

use crate::{GOOD, desk, good, hostile_robot, whole};
use serde_json::Value;
use sim_tests::{Desk, Ended};
use std::time::{Duration, Instant};

#[test]
fn p3_a_component_is_made_anew_as_often_as_is_wished_with_the_state_that_it_saved_last() {
    let desk = desk();
    let short_lived =
        r#"(name: "short", model: "scout/standard", controller: (id: "bad/short-lived", params: (steps: 120)))"#;
    let head = "format_version: 1, run: (dt: 0.01, duration: 4), floor: ()";
    desk.write("scene.ron", format!("({head}, robots: [{GOOD}, {short_lived}])"));
    let run = |more: &[&str]| {
        let options = [&["--isolate", "bad/*", "--record", "run.mcap", "--force"], more].concat();
        let ended = desk.run("scene.ron", &options).expect(4);
        whole(&desk, "made anew");
        let faults = ended.json()["faults"].as_array().expect("a list").len();
        // Its log, without the times.
        let lines: Vec<String> =
            ended.stderr.lines().filter(|line| line.contains("short")).map(str::to_string).collect();
        (faults, lines.join("\n"), good(&ended))
    };
    let (faults, log, alone) = run(&[]);
    assert!(faults == 1 && !log.contains("made anew"), "{faults}: {log}");
    // It ends at 1.2 s and, recreated with the hundred steps of the first second, again 1.21 s later.
    let (faults, log, beside) = run(&["--isolate-restarts", "2"]);
    assert_eq!(faults, 3, "{log}");
    assert_eq!(beside, alone);
    for line in
        ["begins with 0 steps", "begins with 100 steps", "with its state of 1.000 s", "with its state of 2.000 s"]
    {
        assert!(log.contains(line), "{line}: {log}");
    }
    assert_eq!(log.matches("made anew").count(), 2, "{log}");
}

/// A robot whose controller ends its process after 120 steps.
const SHORT: &str =
    r#"(name: "short", model: "scout/standard", controller: (id: "bad/short-lived", params: (steps: 120)))"#;

/// Runs these robots for a duration and records the run, with the bad library isolated.
fn recorded(desk: &Desk, robots: &str, duration: f64, more: &[&str]) -> Ended {
    let head = format!("format_version: 1, run: (dt: 0.01, duration: {duration:?}), floor: ()");
    desk.write("scene.ron", format!("({head}, robots: [{robots}])"));
    let options = [&["--isolate", "bad/*", "--record", "run.mcap", "--force"], more].concat();
    desk.run("scene.ron", &options).expect(4)
}

/// Replays the recording.
fn replayed(desk: &Desk, more: &[&str]) -> Ended {
    desk.sim(&[&["replay", "run.mcap", "--plugins", "plugins"], more].concat())
}

#[test]
fn a_recording_says_what_was_isolated_and_is_run_again_in_the_same_way() {
    let desk = desk();
    let ended = recorded(
        &desk,
        &[GOOD, SHORT].join(", "),
        4.0,
        &["--isolate-restarts", "2", "--isolate-deadline", "60", "--threads", "1"],
    );
    let summary = ended.json();
    // It has stopped for good at the end, so that its unsaved state does not matter.
    assert!(summary["digest"].is_string(), "{summary}");
    let info = desk.sim(&["info", "run.mcap", "--json"]).expect(0).json();
    let components = info["components"].as_array().expect("a list of components");
    let bounds = |id: &str| -> Value {
        let known = components.iter().find(|component| component["id"] == id);
        known.unwrap_or_else(|| panic!("{id}: {info}"))["isolated"].clone()
    };
    assert_eq!(bounds("bad/short-lived"), serde_json::json!({"deadline_s": 60.0, "restarts": 2}));
    assert_eq!(bounds("control/constant"), Value::Null);
    let text = desk.sim(&["info", "run.mcap"]).expect(0).stdout;
    for words in ["isolated", "bad/short-lived", "calls of up to 60 s, made anew up to 2 times"] {
        assert!(text.contains(words), "{words}: {text}");
    }
    for threads in ["1", "2"] {
        let report = replayed(&desk, &["--verify", "--json", "--threads", threads]).expect(0).json();
        assert_eq!(report["equal"], true, "{report}");
        assert_eq!(report["digest"], summary["digest"]);
        assert_eq!(report["isolated"], serde_json::json!(["bad/short-lived"]));
    }
    assert!(replayed(&desk, &["--verify"]).expect(0).stdout.contains("isolated"));
}

#[test]
fn a_replay_that_differs_after_a_process_has_ended_says_that_it_need_not_be_the_same() {
    let desk = desk();
    recorded(&desk, &[GOOD, SHORT].join(", "), 2.0, &[]);
    let ended = replayed(&desk, &["--verify", "--isolate-restarts", "1"]).expect(1);
    for words in [
        "error[RC005]: the replay differs from the recording",
        "`controller` of robot `short` failed in tick 120: it has ended its process: SIGABRT",
        "need not repeat",
    ] {
        assert!(ended.stderr.contains(words), "{words}: {ended:#?}");
    }
    // The difference alone is not a failure, and neither are the faults.
    let told = replayed(&desk, &["--isolate-restarts", "1"]).expect(0).stdout;
    assert!(told.contains("DIFFERENT") && told.contains("in the recorded run `controller`"), "{told}");
    // With the limits of the recording, it ends as it did then, even if a call took too long.
    replayed(&desk, &["--verify"]).expect(0);
    let spinning = hostile_robot("slow", "(deed: \"spin\", after: 0.1)");
    let started = Instant::now();
    recorded(&desk, &[GOOD, &spinning].join(", "), 0.5, &["--isolate-deadline", "0.75"]);
    let (recording, started) = (started.elapsed(), Instant::now());
    replayed(&desk, &["--verify"]).expect(0);
    let replaying = started.elapsed();
    // Otherwise, it would wait for the default of 5 s.
    let latest = recording + Duration::from_secs(4);
    assert!(replaying < latest, "the deadline is that of the recording: {replaying:?} after {recording:?}");
}

#[test]
fn a_fault_tells_whether_its_component_was_made_anew_and_comes_before_that() {
    let desk = desk();
    let ended = recorded(&desk, &[GOOD, SHORT].join(", "), 4.0, &["--isolate-restarts", "2", "--log-file", "log.txt"]);
    let log = std::fs::read_to_string(desk.path("log.txt")).expect("a log");
    let faults = ended.json()["faults"].as_array().expect("a list of faults").clone();
    let became: Vec<&str> = faults.iter().filter_map(|fault| fault["became"].as_str()).collect();
    assert_eq!(
        became,
        [
            "the component was made anew with its state of 1.000 s, and the robot goes on",
            "the component was made anew with its state of 2.000 s, and the robot goes on",
            "the component was stopped, since it had been made anew 2 times already, and the robot's commands set to neutral; \
             the others go on",
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
            "has ended its process",
            "made anew, with its state of 1.000 s",
            "begins with 100 steps",
            "has ended its process",
            "made anew, with its state of 2.000 s",
            "has ended its process",
        ] {
            at = place(words, at) + 1;
        }
    }
    let told = ended.stderr.matches("the component was stopped").count();
    assert_eq!(told, 1, "{ended:#?}");
}

#[test]
fn options_of_isolation_without_anything_isolated_are_warned_of() {
    let desk = desk();
    desk.write("scene.ron", format!("(format_version: 1, run: (duration: 0.1), robots: [{GOOD}])"));
    let warned = |options: &[&str]| desk.run("scene.ron", options).expect(0).stderr;
    for (options, named) in [
        (&["--isolate-restarts", "2"][..], "`--isolate-restarts` has no effect"),
        (&["--isolate-deadline", "5"], "`--isolate-deadline` has no effect"),
        (
            &["--isolate-restarts", "1", "--isolate-deadline", "9"],
            "`--isolate-deadline` and `--isolate-restarts` have no effect",
        ),
    ] {
        let stderr = warned(options);
        assert!(stderr.contains("warning[CF004]") && stderr.contains(named), "{named}: {stderr}");
        assert!(stderr.contains("--isolate all"), "{stderr}");
    }
    assert_eq!(warned(&[]).matches("has no effect").count(), 0);
    assert_eq!(warned(&["--isolate", "control/*", "--isolate-restarts", "2"]).matches("has no effect").count(), 0);
}

#[test]
fn a_recording_in_which_nothing_was_written_is_equal_to_nothing() {
    let desk = desk();
    let early = SHORT.replace("120", "3");
    desk.write(
        "scene.ron",
        format!("(format_version: 1, run: (dt: 0.01, duration: 1.0), floor: (), robots: [{early}])"),
    );
    let ended = desk.run("scene.ron", &["--record", "run.mcap"]).expect(4);
    assert!(
        ended.stderr.contains("run.incomplete.mcap") && ended.stderr.contains("may be nothing"),
        "{}",
        ended.stderr
    );
    let replay = ["replay", "run.incomplete.mcap", "--plugins", "plugins", "--json"];
    let report = desk.sim(&replay).json();
    assert_eq!((&report["frames_compared"], &report["equal"]), (&0.into(), &false.into()), "{report}");
    let told = desk.sim(&[&replay[..], &["--verify"]].concat()).expect(1).stderr;
    assert!(told.contains("there is nothing to compare with"), "{told}");
}
