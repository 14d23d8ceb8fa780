//! The log of a run in a file.

use super::desk;
use sim_tests::Desk;

/// Robots that leave a fence again and again, which logs each of them.
fn fenced() -> Desk {
    let desk = desk();
    let scene = r#"(
    format_version: 1,
    run: (dt: 0.02, duration: 20, seed: 3),
    floor: (),
    fleets: [(prefix: "s", count: 6, model: "scout/standard", at: (0, 0), placement: Grid(spacing: (0.3, 0.3)), controller: (id: "control/wander"))],
    services: [(name: "fence", id: "monitor/fence", params: (min: (-0.5, -0.5), max: (0.7, 0.7), action: PutBack), grants: [Edit])],
)"#;
    desk.write("fenced.ron", scene);
    desk
}

/// The lines of the log among what was written to standard error.
fn shown(stderr: &str) -> Vec<String> {
    stderr.lines().filter(|line| line.contains(" s  warn ")).map(str::to_string).collect()
}

#[test]
fn bl_87_the_log_goes_to_a_file_line_by_line_in_its_order_and_a_file_that_is_there_goes_on() {
    let desk = fenced();
    let ended = desk.run("fenced.ron", &["--log-file", "run.log"]).expect(0);
    let emitted = shown(&ended.stderr);
    assert!(emitted.len() > 20, "{}", ended.stderr);
    assert_eq!(ended.json()["outputs"], serde_json::json!(["run.log"]));
    let read = || std::fs::read_to_string(desk.path("run.log")).unwrap();
    assert_eq!(read().lines().collect::<Vec<_>>(), emitted);
    // Whatever is shown, everything is in the file; the second run comes behind the first.
    let quiet = desk.run("fenced.ron", &["--log-file", "run.log", "--log", "off"]).expect(0);
    assert!(shown(&quiet.stderr).is_empty(), "{}", quiet.stderr);
    assert_eq!(read().lines().collect::<Vec<_>>(), [&emitted[..], &emitted[..]].concat());
}

#[test]
fn bl_87_a_file_that_cannot_be_written_is_warned_of_once_and_the_run_goes_on() {
    let desk = fenced();
    let without = desk.run("fenced.ron", &[]).expect(0);
    for file in ["missing/run.log", "."] {
        let ended = desk.run("fenced.ron", &["--log-file", file]).expect(0);
        assert_eq!(ended.stderr.matches("cannot be written to its file").count(), 1, "{}", ended.stderr);
        assert!(ended.stderr.contains("warning[") && ended.stderr.contains(file), "{}", ended.stderr);
        assert_eq!((ended.hash(), &ended.json()["outputs"]), (without.hash(), &serde_json::json!([])));
    }
    assert!(!desk.path("missing").exists());
}

#[test]
fn bl_87_a_file_that_the_run_reads_or_writes_otherwise_is_refused() {
    let desk = fenced();
    let scene = std::fs::read(desk.path("fenced.ron")).unwrap();
    for more in [&["--log-file", "fenced.ron"][..], &["--log-file", "r.mcap", "--record", "r.mcap"]] {
        let ended = desk.run("fenced.ron", more).expect(3);
        assert!(ended.stderr.contains("CF005"), "{}", ended.stderr);
    }
    assert_eq!(std::fs::read(desk.path("fenced.ron")).unwrap(), scene);
    assert!(!desk.path("r.mcap").exists());
}
