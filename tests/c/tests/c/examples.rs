//! The examples in C and C++: compiled as a plugin author would, loaded and run by the engine with the real host.

use crate::compiler::{library, root};
use sim_core::engine::{BuildOptions, Simulation};
use sim_core::plugins::{PluginHost, SearchPath};
use sim_core::scene::{Scene, text::Format};
use std::path::PathBuf;
use std::sync::LazyLock;

/// Sources of the examples.
pub const EXAMPLES: [&str; 12] = [
    "avoid.c",
    "depth.c",
    "wheel.c",
    "unicycle.c",
    "puck.c",
    "distance.c",
    "follow.cpp",
    "depth.cpp",
    "wheel.cpp",
    "unicycle.cpp",
    "puck.cpp",
    "distance.cpp",
];

/// Vendors of the examples: in C and in C++.
const LANGUAGES: [&str; 2] = ["example-c", "example-cpp"];

fn sources() -> PathBuf {
    root().join("examples/c")
}

/// The compiled examples, built once per test run.
static LIBRARIES: LazyLock<Vec<PathBuf>> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("a folder can be made").keep();
    let compiled = EXAMPLES.iter().map(|name| {
        let file = folder.join(format!("{}{name}{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX));
        library(&sources().join(name), &file);
        file
    });
    compiled.collect()
});

/// A host with the examples and the plugins that they are tested with.
pub fn host() -> PluginHost {
    let mut host = PluginHost::new(SearchPath::only([])).expect("there is a temporary folder");
    let program = std::env::current_exe().expect("a test program has a path");
    let built = program.parent().expect("a program lies in a folder");
    let (prefix, suffix) = (std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    let plugins = ["control", "diff_drive", "drive", "range", "scout"];
    let real = plugins.map(|name| built.join(format!("{prefix}plugin_{name}{suffix}")));
    for file in real.iter().chain(LIBRARIES.iter()) {
        host.load_file(file).unwrap_or_else(|diagnostic| panic!("{diagnostic}"));
    }
    host
}

fn try_build(text: &str) -> Result<Simulation, String> {
    let loaded = Scene::parse(text, Format::Ron, "test.ron").unwrap_or_else(|findings| panic!("{findings}"));
    let options = BuildOptions { threads: Some(1), ..BuildOptions::default() };
    match Simulation::build(&loaded, &host(), &options) {
        Ok(built) => Ok(built.simulation),
        Err(findings) => Err(findings.to_string()),
    }
}

#[track_caller]
fn build(text: &str) -> Simulation {
    try_build(text).unwrap_or_else(|findings| panic!("{findings}"))
}

fn run(simulation: &mut Simulation, ticks: u64) {
    simulation.steps(ticks).expect("the run continues");
}

fn position(simulation: &Simulation, robot: &str) -> [f64; 3] {
    let report = simulation.robots().find(|report| report.name == robot);
    report.unwrap_or_else(|| panic!("unknown robot {robot}")).state.pose.translation.vector.into()
}

fn value(simulation: &Simulation, path: &str) -> f64 {
    let channels = simulation.robot(0).unwrap().channels();
    let channel = channels.iter().find(|channel| channel.path == path);
    simulation.robot(0).unwrap().telemetry()[channel.unwrap_or_else(|| panic!("unknown channel {path}")).index]
}

/// A puck with a controller and additional fields.
fn puck(controller: &str, more: &str, scene: &str) -> String {
    format!(
        r#"(format_version: 1, run: (dt: 0.01, seed: 1), floor: (), {scene}
        robots: [(name: "a", model: "example-c/puck", controller: {controller}, {more})])"#
    )
}

const CONSTANT: &str = r#"(id: "control/constant", params: (commands: {"left_wheel": 10, "right_wheel": 5}))"#;

#[test]
fn every_example_is_short_and_says_what_it_holds() {
    let host = host();
    for name in EXAMPLES {
        let text = std::fs::read_to_string(sources().join(name)).unwrap();
        assert!(text.lines().count() <= 80, "{name} has {} lines", text.lines().count());
        assert!(text.lines().all(|line| line.len() <= 120), "{name} has a line over 120");
    }
    for family in LANGUAGES {
        let own = host.components().into_iter().filter(|offer| offer.id().split('/').next() == Some(family));
        let kinds: Vec<&str> = own.map(|offer| offer.kind().word()).collect();
        assert_eq!(kinds, ["robot", "dynamics", "sensor", "actuator", "controller", "service"], "{family}");
    }
}

#[test]
fn a_controller_in_c_drives_ahead_and_turns_before_a_wall() {
    let wall = r#"objects: [(name: "wall", shape: Box(size: (0.1, 4, 1)), at: (0.8, 0, 0.5))],"#;
    let mut simulation = build(&puck(r#""example-c/avoid""#, "", wall));
    // 8 rad/s on wheels of 21 mm: 0.168 m/s.
    run(&mut simulation, 100);
    let [x, y, _] = position(&simulation, "a");
    assert!((x - 0.168).abs() < 0.005 && y.abs() < 1e-9, "{x} {y}");
    assert_eq!(value(&simulation, "controller.turning"), 0.0);
    run(&mut simulation, 500);
    let [x, ..] = position(&simulation, "a");
    // The wall starts at 0.75 m; the puck has a radius of 85 mm and turns 0.2 m before the wall.
    assert!(x < 0.75 - 0.085 - 0.1, "{x}");
}

#[test]
fn a_parameter_that_the_schema_in_c_does_not_have_is_refused_with_the_nearest_name() {
    let refused = try_build(&puck(r#"(id: "example-c/avoid", params: (cruis: 3))"#, "", "")).err().unwrap();
    assert!(refused.contains("cruis") && refused.contains("cruise"), "{refused}");
    let refused = try_build(&puck(r#"(id: "example-c/avoid", params: (cruise: 300))"#, "", "")).err().unwrap();
    assert!(refused.contains("30"), "{refused}");
}

#[test]
fn missing_parts_of_a_c_controller_are_reported_with_line_and_alternatives() {
    let scene = puck(r#""example-c/avoid""#, r#"remove: ["range"],"#, "");
    let refused = try_build(&scene).err().unwrap_or_default();
    assert!(refused.contains("no sensor named `range`"), "{refused}");
    assert!(refused.contains("avoid.c:"), "{refused}");
}

#[test]
fn a_sensor_reads_its_depth_below_the_surface() {
    for family in LANGUAGES {
        let sensors = format!(
            r#"at: (0, 0, -2), dynamics: "{family}/unicycle", sensors: {{"depth": (id: "{family}/depth", params: (offset: 0.5))}},"#
        );
        let water = r#"media: [(name: "water", region: Below(1), density: 1000)],"#;
        let read = |media: &str| {
            let mut simulation = build(&puck(CONSTANT, &sensors, media).replace("floor: (),", ""));
            run(&mut simulation, 2);
            value(&simulation, "depth.depth")
        };
        // The puck is 5 mm above its nominal position, 3 m below the surface, and the offset adds 0.5 m.
        assert!((read(water) - 3.495).abs() < 1e-9, "{family}: {}", read(water));
        assert_eq!(read(""), 0.0, "{family}: in air");
    }
}

#[test]
fn an_actuator_follows_its_command_with_its_lag() {
    for family in LANGUAGES {
        let wheel =
            |side| format!(r#""{side}_wheel": (id: "{family}/wheel", params: (joint: "{side}_wheel", lag: 0.1))"#);
        let actuators = format!("actuators: {{{}, {}}},", wheel("left"), wheel("right"));
        let controller = r#"(id: "control/constant", params: (commands: {"left_wheel": 10, "right_wheel": 10}))"#;
        let mut simulation = build(&puck(controller, &actuators, ""));
        run(&mut simulation, 50);
        let snapshot = simulation.snapshot().expect("it can be saved");
        run(&mut simulation, 50);
        // Each step keeps lag/(lag + dt) of the remaining difference.
        let lag: f64 = 0.1 / 0.11;
        let distance: f64 = (1..=100).map(|tick| 0.021 * 10.0 * (1.0 - lag.powi(tick)) * 0.01).sum();
        let [x, ..] = position(&simulation, "a");
        assert!((x - distance).abs() < 1e-9, "{family}: {x} instead of {distance}");
        simulation.restore(&snapshot).expect("it can be restored");
        run(&mut simulation, 50);
        assert_eq!(position(&simulation, "a")[0], x, "{family}: its speed is in the snapshot");
    }
}

#[test]
fn a_dynamics_drives_the_arc_of_its_wheels() {
    for family in LANGUAGES {
        let scene = puck(CONSTANT, &format!(r#"dynamics: "{family}/unicycle","#), "");
        let mut simulation = build(&scene.replace("example-c/puck", &format!("{family}/puck")));
        run(&mut simulation, 400);
        // Speed 0.021·7.5, yaw rate −0.021·5/0.14; the relative error of the midpoint rule is (ω·dt)²/24.
        let (speed, rate): (f64, f64) = (0.021 * 7.5, -0.021 * 5.0 / 0.14);
        let (x, y) = (speed / rate * (rate * 4.0).sin(), speed / rate * (1.0 - (rate * 4.0).cos()));
        let found = position(&simulation, "a");
        assert!((found[0] - x).abs() < 1e-5 && (found[1] - y).abs() < 1e-5, "{family}: {found:?} instead of {x} {y}");
        let turned = value(&simulation, "joints.left_wheel");
        assert!((turned - 40.0).abs() < 1e-9, "{family}: the wheel has turned by {turned} rad");
    }
}

#[test]
fn a_service_publishes_and_ends_the_run_at_its_goal() {
    for family in LANGUAGES {
        let controller = r#"(id: "control/constant", params: (commands: {"left_wheel": 20, "right_wheel": 20}))"#;
        let service = format!(r#"services: [(name: "watch", id: "{family}/distance", params: (goal: 0.3))],"#);
        let mut simulation = build(&puck(controller, "", &service));
        // 0.42 m/s: the goal is reached in tick 72.
        run(&mut simulation, 71);
        assert!(simulation.stopped().is_none(), "{family}: it ended before the goal");
        run(&mut simulation, 2);
        assert_eq!(simulation.stopped(), Some("the goal is reached"), "{family}");
    }
}

#[test]
fn the_state_of_components_in_c_is_in_a_snapshot() {
    let wall = r#"objects: [(name: "wall", shape: Box(size: (0.1, 4, 1)), at: (0.5, 0, 0.5))],"#;
    let scene = puck(r#""example-c/avoid""#, "", wall);
    let mut first = build(&scene);
    // While it turns: the remaining turn is its state.
    while value(&first, "controller.turning") == 0.0 {
        run(&mut first, 1);
    }
    run(&mut first, 3);
    let snapshot = first.snapshot().expect("it can be saved");
    let mut second = build(&scene);
    second.restore(&snapshot).expect("it can be restored");
    for _ in 0..200 {
        run(&mut first, 1);
        run(&mut second, 1);
        assert_eq!(first.state_hash(), second.state_hash());
    }
}

#[test]
fn a_controller_in_cpp_keeps_its_distance_and_its_exception_becomes_a_fault() {
    let wall = r#"objects: [(name: "wall", shape: Box(size: (0.1, 4, 1)), at: (0.95, 0, 0.5))],"#;
    let mut simulation = build(&puck(r#""example-cpp/follow""#, "", wall));
    run(&mut simulation, 1500);
    // The wall starts at 0.9 m, rays start at the radius of 85 mm, and it keeps a distance of 0.3 m.
    let [x, ..] = position(&simulation, "a");
    assert!((x - (0.9 - 0.085 - 0.3)).abs() < 1e-3, "{x}");
    let refused = try_build(&puck(r#""example-cpp/follow""#, r#"remove: ["range"],"#, "")).err().unwrap_or_default();
    assert!(refused.contains("there is no sensor `range`") && refused.contains("follow.cpp:"), "{refused}");
}
