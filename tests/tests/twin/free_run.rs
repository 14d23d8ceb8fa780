//! Runs faster than real time, with a robot in real time.

use super::*;

const WORDS: &str = "s ahead of real time";

/// A run of a twin whose robot is this test, which stays silent.
fn run_against(listener: &TcpListener, more: &[&str]) -> sim_tests::Ended {
    let dir = TestDir::new();
    let address = listener.local_addr().unwrap();
    let others = r#"(name: "other", model: "ninjuab/standard", at: (0, -10))"#;
    dir.write("twin.ron", twin_scene(&format!(r#"channel: "tcp", address: "{address}""#), others, "", ""));
    let arguments = [&["run", "twin.ron", "--plugins", "plugins", "--json"], more].concat();
    let run = Running::start(dir.command(&arguments));
    let _stream = listener.accept().unwrap();
    run.watch(|_| {})
}

/// MR-35: Link loss is an error within 0.5 s; the link reconnects every 2 s.
#[test]
fn simulated_time_ahead_of_the_real_robot_is_reported_once() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let free = run_against(&listener, &["--duration", "300"]).expect(0);
    assert_eq!(free.stderr.matches(WORDS).count(), 1, "{}", free.stderr);
    assert!(free.stderr.contains("run with `--speed 1`"), "{}", free.stderr);
    let paced = run_against(&listener, &["--duration", "3", "--speed", "1"]).expect(0);
    assert_eq!(paced.stderr.matches(WORDS).count(), 0, "{}", paced.stderr);
    assert!(paced.stderr.contains("connected to the real robot at"), "{}", paced.stderr);
}

/// MR-02: In real-time mode, simulated time follows wall time; lag above 100 ms is reported.
#[test]
fn a_run_keeps_real_time_and_reports_when_it_cannot() {
    let dir = TestDir::new();
    dir.write("robot.ron", robot_scene("", "", r#"address: """#));
    let run = |duration: &str, speed: &str| {
        let began = Instant::now();
        let ended = dir.run("robot.ron", &["--duration", duration, "--speed", speed]).expect(0);
        (began.elapsed(), ended)
    };
    let (took, ended) = run("2", "1");
    assert!(took >= Duration::from_secs_f64(1.99), "{took:?}");
    assert_eq!(ended.json()["steps"], 200);
    // No computer keeps this pace; no step is skipped.
    let (_, ended) = run("2000", "1000000");
    assert_eq!(ended.stderr.matches("too slow for the requested speed").count(), 1, "{}", ended.stderr);
    assert_eq!(ended.json()["steps"], 200_000);
}
