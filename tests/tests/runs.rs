//! Equal and different results of runs, and crates created by `sim new`.

use sim_tests::build::{build_with_kit, copy_tree, library_name, new_crate, test_with_kit};
use sim_tests::live::{PATIENCE, Running};
use sim_tests::{Ended, TestDir, debug_dist, dist};
use std::time::{Duration, Instant};

/// Runs a bundled scene.
fn shipped(dir: &TestDir, scene: &str, more: &[&str]) -> Ended {
    let file = dist().join(format!("scenes/{scene}.ron"));
    dir.run(&file.to_string_lossy(), more)
}

/// Runs the scene of a thousand noisy robots for some steps.
fn swarm(dir: &TestDir, more: &[&str]) -> Ended {
    shipped(dir, "swarm-1000", &[&["--steps", "30"], more].concat()).expect(0)
}

/// BL-S15: Other mission and obstacle files give another route without a rebuild.
/// FW-1: Destinations come from a text file that can be reloaded during the run.
/// FW-2: Obstacles come from a file; their markers follow it.
#[test]
fn other_files_are_another_flight_of_the_same_libraries() {
    let dir = TestDir::new();
    copy_tree(&dist().join("scenes/blimp"), &dir.path(""));
    let read = |name: &str| std::fs::read_to_string(dist().join("scenes/blimp").join(name)).unwrap();
    let met = |more: &[&str]| {
        let arguments = [&["--set", "acceptance[1].at=(1.2, 1, 2.4)", "--duration", "40"], more].concat();
        let verdict = dir.run("circuit.ron", &arguments).expect(5).json()["acceptance"][1].clone();
        verdict["outcome"] == "passed"
    };
    assert!(!met(&[]), "the first destination is elsewhere");
    // Another destination, and an obstacle in front of it.
    let mission = read("missions/circuit.ron").replacen("(-0.6, 3, 2.2)", "(1.2, 1, 2.4)", 1);
    let obstacles = read("obstacles/circuit.ron").replacen("(0.95, -2, 2)", "(1.2, -3, 2.4)", 1);
    dir.write("missions/circuit.ron", mission);
    dir.write("obstacles/circuit.ron", obstacles);
    assert!(met(&[]), "it flies around the obstacle to the new destination");
    let log = dir.run("circuit.ron", &["--duration", "5"]).stderr;
    assert!(log.contains("detour around `A`"), "{log}");
}

#[test]
fn a_swarm_ends_in_the_same_state_however_it_is_run() {
    let dir = TestDir::new();
    let hash = swarm(&dir, &["--threads", "1"]).hash();
    for more in
        [&["--threads", "1"][..], &["--threads", "2"], &["--watch"], &["--record", "run.mcap"], &["--output", "out"]]
    {
        assert_eq!(swarm(&dir, more).hash(), hash, "{more:?}");
    }
    assert_ne!(swarm(&dir, &["--seed", "8"]).hash(), hash, "another seed");
}

#[test]
#[ignore = "`cargo xtask soak release` makes both builds"]
fn a_debug_build_gives_the_digests_of_a_release_build() {
    let debug = debug_dist().expect("SIM_DIST_DEBUG names the other build");
    for (scene, steps) in
        [("swarm-1000", "30"), ("demo", "300"), ("ramp", "300"), ("nautilus/ex5c-avoidance-four", "200")]
    {
        let digest = |dir: TestDir| {
            let summary = shipped(&dir, scene, &["--steps", steps]).json();
            summary["digest"].as_str().expect("a summary has a digest").to_string()
        };
        assert_eq!(digest(TestDir::with_program(debug.clone())), digest(TestDir::new()), "{scene}");
    }
}

// Requirement A6: run and replay the noisy swarm.
#[test]
fn a_recorded_swarm_is_replayed_to_the_same_state() {
    let dir = TestDir::new();
    let recorded = swarm(&dir, &["--record", "swarm.mcap"]);
    let replay = dir.sim(&["replay", "swarm.mcap", "--verify", "--json"]).expect(0).json();
    assert_eq!((replay["robots"].as_u64(), replay["frames_compared"].as_u64()), (Some(1000), Some(31)));
    assert_eq!(replay["equal"], true, "{}", replay["difference"]);
    assert_eq!(replay["state_hash"].as_str(), Some(&*recorded.hash()));
    assert_eq!(replay["recorded_state_hash"], replay["state_hash"]);
    assert_eq!((&replay["digest"], &replay["recorded_digest"]), (&recorded.json()["digest"], &replay["digest"]));
}

#[test]
fn option_and_scene_line_swap_the_dynamics_alike() {
    let dir = TestDir::new();
    let scene = |line: &str| {
        let robot = format!(
            r#"(name: "scout", model: "scout/standard", {line} controller: (id: "control/constant",
            params: (commands: {{"left_wheel": 5, "right_wheel": 6}})))"#
        );
        format!("(format_version: 1, run: (dt: 0.01, duration: 3), floor: (), robots: [{robot}])")
    };
    dir.write("own.ron", scene(""));
    dir.write("other.ron", scene("dynamics: \"diff-drive/dynamic\","));
    let own = dir.run("own.ron", &[]).expect(0).hash();
    let by_line = dir.run("other.ron", &[]).expect(0).hash();
    let by_option = dir.run("own.ron", &["--dynamics", "scout=diff-drive/dynamic"]).expect(0).hash();
    assert_ne!(own, by_line, "the trajectories differ");
    assert_eq!(by_line, by_option);
}

// Requirement A3: three dynamics for one robot, selected by an option, each matching its closed form.
#[test]
fn exchanged_dynamics_are_each_right_by_their_closed_forms() {
    let dir = TestDir::new();
    let pose_with = |right: f64, above: f64, dynamics: &str, seconds: &str| {
        let robot = format!(
            r#"(name: "scout", model: "scout/standard", at: (0, 0, {above}), controller: (id: "control/constant",
            params: (commands: {{"left_wheel": 5, "right_wheel": {right}}})))"#
        );
        dir.write("one.ron", format!("(format_version: 1, run: (dt: 0.01), floor: (), robots: [{robot}])"));
        let change = ["--dynamics", dynamics, "--duration", seconds];
        let summary = dir.run("one.ron", &change).expect(0).json();
        ["x", "y", "z"].map(|axis| summary["robots"][0]["pose"][axis].as_f64().expect("a number"))
    };
    let close = |found: f64, expected: f64, tolerance: f64| {
        assert!((found - expected).abs() < tolerance, "{found} instead of {expected}");
    };
    let (radius, track, height): (f64, f64, f64) = (0.021, 0.14, 0.005);

    // Exact arc: v = r (l + r) / 2, ω = r (r − l) / track.
    let (speed, turn_rate) = (radius * 5.5, radius / track);
    let [x, y, z] = pose_with(6.0, 0.0, "scout=diff-drive/kinematic", "3");
    close(x, speed / turn_rate * (3.0 * turn_rate).sin(), 1e-9);
    close(y, speed / turn_rate * (1.0 - (3.0 * turn_rate).cos()), 1e-9);
    close(z, height, 1e-12);

    // Motors with lag reach the commanded speed, but stay behind the arc without lag.
    let positions = ["3", "4"].map(|seconds| pose_with(5.0, 0.0, "scout=diff-drive/dynamic", seconds)[0]);
    close(positions[1] - positions[0], radius * 5.0, 1e-6);
    assert!(positions[0] < 3.0 * radius * 5.0);

    // A rigid body without thrust only falls.
    let fallen = pose_with(5.0, 50.0, "scout=body/rigid", "1");
    close(fallen[2], 50.0 + height - 0.5 * 9.81, 1e-9);
    assert_eq!(fallen[..2], [0.0, 0.0]);
}

#[test]
fn robots_that_leave_the_bounds_are_in_the_summary_and_starts_outside_are_reported_first() {
    let dir = TestDir::new();
    let scene = |bert: &str, more: &str| {
        format!(
            r#"(format_version: 1, run: (dt: 0.02, duration: 3), floor: (), bounds: (min: (-1, -1, -1), max: (0.2, 2, 2)), {more}
            robots: [(name: "anna", model: "scout/standard", controller: (id: "control/constant",
                params: (commands: {{"left_wheel": 10, "right_wheel": 10}}))),
                (name: "bert", model: "scout/standard", at: ({bert}), controller: "control/constant")])"#
        )
    };
    dir.write("yard.ron", scene("0, 1", ""));
    let run = dir.run("yard.ron", &[]).expect(0);
    let summary = run.json();
    assert_eq!(summary["out_of_bounds"].as_array().map(Vec::len), Some(1), "{summary}");
    assert_eq!(summary["out_of_bounds"][0]["name"], "anna");
    // 10 rad/s on wheels of 2.1 cm.
    let time = summary["out_of_bounds"][0]["time"].as_f64().expect("a number");
    assert!((time - 0.2 / 0.21).abs() < 0.05, "{time}");
    assert_eq!(
        (&summary["robots"][0]["out_of_bounds"], summary["robots"][1]["out_of_bounds"].is_null()),
        (&summary["out_of_bounds"][0]["time"], true)
    );
    assert!(run.stderr.contains("anna/engine: out of bounds at"), "{}", run.stderr);
    let text = dir.sim(&["run", "yard.ron"]).expect(0);
    assert!(text.stdout.contains("1, first anna at 0.9"), "{}", text.stdout);

    dir.write("wanted.ron", scene("0, 1", "acceptance: [InBounds()],"));
    assert_eq!(dir.run("wanted.ron", &[]).expect(5).json()["acceptance"][0]["name"], "all in bounds");
    dir.write("outside.ron", scene("9, 1", ""));
    let checked = dir.sim(&["check", "outside.ron"]).expect(0);
    let output = format!("{}{}", checked.stdout, checked.stderr);
    assert!(output.contains("SC032") && output.contains("`bert` is placed outside the bounds"), "{output}");
}

#[test]
fn a_new_crate_of_every_kind_passes_its_tests_and_runs_its_scene() {
    for kind in ["controller", "sensor", "actuator", "dynamics", "robot", "service"] {
        let dir = TestDir::new();
        let name = format!("my-{kind}");
        let folder = new_crate(&dir, kind, &name, &[]);
        assert!(test_with_kit(&folder).contains("test result: ok"), "{kind}");
        build_with_kit(&folder, &name, &["build"], &dir.path("plugins").join(library_name(&name)));
        let scene = format!("{name}/scene.ron");
        let ended = dir.run(&scene, &[]).expect(0);
        let used =
            ended.json()["plugins"].as_array().is_some_and(|p| p.iter().any(|p| p["id"] == format!("my/{name}")));
        assert!(used, "{kind}: its scene does not use it");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_run_keeps_less_in_memory_than_its_start_has_needed() {
    let dir = TestDir::new();
    dir.write("one.ron", r#"(format_version: 1, robots: [(name: "anna", model: "scout/standard")])"#);
    let running = Running::start(dir.command(&["run", "one.ron", "--duration", "120", "--speed", "1"]));
    let begun = Instant::now();
    // Maximum memory observed for the supervisor and the worker, in kB.
    let mut most = [0; 2];
    loop {
        let now = [running.supervisor(), running.id()].map(pages_of_files);
        most = [most[0].max(now[0]), most[1].max(now[1])];
        if running.id() != running.supervisor() && (0..2).all(|process| 3 * now[process] < 2 * most[process]) {
            break;
        }
        assert!(begun.elapsed() < PATIENCE, "{now:?} kB of {most:?} kB are still in use");
        std::thread::sleep(Duration::from_millis(20));
    }
    running.interrupt().expect(130);
}

/// Resident file pages of a process, from the program and the libraries, kB.
#[cfg(target_os = "linux")]
fn pages_of_files(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).expect("it runs");
    let line = status.lines().find_map(|line| line.strip_prefix("RssFile:")).expect("every process has it");
    line.trim().trim_end_matches(" kB").parse().expect("a number of kB")
}
