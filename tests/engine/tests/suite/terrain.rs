//! Two-wheeled robots on ramps, height fields and meshes.

use sim_core::engine::Simulation;

use sim_engine_tests::{build, load_file, position, shared_plugins, shipped, simulate, value};
use std::f64::consts::{FRAC_PI_2, TAU};

const DRIVES: [&str; 2] = ["kinematic", "dynamic"];
/// Speed of the wheels, rad/s, and of the robot, m/s.
const WHEELS: f64 = 10.0;
const SPEED: f64 = 0.021 * WHEELS;

fn scout(drive: &str, params: &str, place: &str, wheels: f64) -> String {
    format!(
        r#"(name: "a", model: "scout/standard", {place}, dynamics: (id: "diff-drive/{drive}", params: ({params})), controller: (id: "control/constant",
            params: (commands: {{"left_wheel": {wheels:?}, "right_wheel": {wheels:?}}})))"#
    )
}

fn scene(objects: &str, robot: &str) -> String {
    format!(
        "(format_version: 1, run: (dt: 0.01), floor: (material: (friction: 0.8)), objects: [{objects}], robots: [{robot}])"
    )
}

/// A ramp up from x = 1 m, 2 m long, and one down behind it.
fn ridge(degrees: f64, friction: f64) -> String {
    let height = 2.0 * degrees.to_radians().tan();
    let ramp = |name: &str, x: f64, yaw: f64| {
        format!(
            r#"(name: "{name}", shape: Ramp(length: 2, width: 4, height: {height}), at: ({x:?}, 0, 0), yaw: {yaw:?}, material: (friction: {friction:?})),"#
        )
    };
    ramp("up", 2.0, 0.0) + &ramp("down", 4.0, std::f64::consts::PI)
}

/// Pitch of the robot's nose, positive up, rad.
fn climb(simulation: &Simulation) -> f64 {
    let state = simulation.robots().next().unwrap().state;
    (state.pose.rotation * nalgebra::Vector3::x()).z.asin()
}

fn distance(simulation: &Simulation) -> f64 {
    simulation.robots().next().unwrap().distance
}

fn healthy(simulation: &Simulation) {
    assert!(simulation.faults().is_empty(), "{:?}", simulation.faults());
}

/// Drives over a 10° ridge and checks slope, distance and height.
#[track_caller]
fn drives_over(mut simulation: Simulation, drive: &str) {
    let slope = 10.0_f64.to_radians();
    simulation.steps(100).unwrap();
    let (start, from) = (simulation.tick(), distance(&simulation));
    let (mut up, mut down) = (false, false);
    while position(&simulation, "a")[0] < 5.6 && simulation.tick() < 6000 {
        simulation.steps(1).unwrap();
        let [x, y, z] = position(&simulation, "a");
        assert!(y.abs() < 1e-3, "{drive}: it leaves its line at x = {x} by {y} m");
        if (1.2..2.8).contains(&x) || (3.2..4.8).contains(&x) {
            let expected = if x < 3.0 { slope } else { -slope };
            (up, down) = (up || x < 3.0, down || x > 3.0);
            let off = (climb(&simulation) - expected).to_degrees();
            assert!(off.abs() < 0.5, "{drive}: at x = {x} its pitch is {off}° off");
            let surface = slope.tan() * (2.0 - (x - 3.0).abs());
            assert!((z - surface - 0.005).abs() < 2e-3, "{drive}: at x = {x} it is {} m over the ramp", z - surface);
        }
    }
    healthy(&simulation);
    assert!(up && down, "{drive}: it came to x = {}", position(&simulation, "a")[0]);
    assert!(
        (position(&simulation, "a")[2] - 0.005).abs() < 1e-6 && climb(&simulation).abs() < 1e-6,
        "{drive}: level again"
    );
    let traveled = distance(&simulation) - from;
    let wheels = SPEED * (simulation.tick() - start) as f64 * 0.01;
    assert!((traveled / wheels - 1.0).abs() < 0.01, "{drive}: {traveled} m where the wheels roll {wheels} m");
    let ground = 4.0 / slope.cos() + 1.6 - 0.21;
    assert!((traveled / ground - 1.0).abs() < 0.01, "{drive}: {traveled} m over {ground} m of ground");
}

#[test]
fn on_a_ramp_the_robot_travels_as_far_as_its_wheels_roll_and_leans_with_the_ramp() {
    for drive in DRIVES {
        drives_over(build(&scene(&ridge(10.0, 0.8), &scout(drive, "", "at: (0, 0)", WHEELS))), drive);
    }
}

#[test]
fn over_a_mesh_of_category_ground_it_drives_as_over_a_ramp() {
    let folder = tempfile::tempdir().unwrap();
    let height = 2.0 * 10.0_f64.to_radians().tan();
    // A prism: foot, top, foot, on both sides.
    let obj = format!(
        "v 1 -2 0\nv 3 -2 {height}\nv 5 -2 0\nv 1 2 0\nv 3 2 {height}\nv 5 2 0\n\
         f 1 2 5\nf 1 5 4\nf 2 3 6\nf 2 6 5\nf 1 3 2\nf 4 5 6\nf 1 4 6\nf 1 6 3\n"
    );
    std::fs::write(folder.path().join("ridge.obj"), obj).unwrap();
    let mesh = r#"(name: "ridge", shape: Mesh(file: "ridge.obj"), category: "ground", material: (friction: 0.8))"#;
    for drive in DRIVES {
        let file = folder.path().join("scene.ron");
        std::fs::write(&file, scene(mesh, &scout(drive, "", "at: (0, 0)", WHEELS))).unwrap();
        drives_over(simulate(&load_file(&file), &shared_plugins(), 1), drive);
    }
}

/// Amplitude and length of the waves, m.
const WAVES: (f64, f64) = (0.05, 2.0);

fn wave(x: f64) -> f64 {
    WAVES.0 * (TAU * x / WAVES.1).sin()
}

#[test]
fn on_waves_of_a_height_field_the_robot_travels_as_far_as_its_wheels_roll() {
    let heights: Vec<f64> = (0..=240).map(|column| 0.2 + wave(f64::from(column) * 0.025 - 3.0)).collect();
    let rows = format!("{:?}", [&heights, &heights]);
    let field = format!(
        r#"(name: "waves", shape: HeightField(size: (6, 2), heights: Rows({rows})), material: (friction: 0.8))"#
    );
    for drive in DRIVES {
        let at = format!("at: (-2.5, 0, {})", 0.2 + wave(-2.5));
        let mut simulation = build(&scene(&field, &scout(drive, "", &at, WHEELS)));
        simulation.steps(100).unwrap();
        let (start, from, mut steepest) = (simulation.tick(), distance(&simulation), 0.0_f64);
        while position(&simulation, "a")[0] < 2.5 && simulation.tick() < 4000 {
            simulation.steps(1).unwrap();
            let [x, _, z] = position(&simulation, "a");
            assert!(
                (z - 0.2 - wave(x) - 0.005).abs() < 2e-3,
                "{drive}: {} m over the waves at x = {x}",
                z - 0.2 - wave(x)
            );
            let slope = (TAU / WAVES.1 * WAVES.0 * (TAU * x / WAVES.1).cos()).atan();
            steepest = steepest.max((climb(&simulation) - slope).abs());
        }
        healthy(&simulation);
        assert!(position(&simulation, "a")[0] >= 2.5, "{drive}: it came to x = {}", position(&simulation, "a")[0]);
        assert!(steepest.to_degrees() < 1.0, "{drive}: pitch is {}° off", steepest.to_degrees());
        let (traveled, wheels) = (distance(&simulation) - from, SPEED * (simulation.tick() - start) as f64 * 0.01);
        assert!((traveled / wheels - 1.0).abs() < 0.01, "{drive}: {traveled} m where the wheels roll {wheels} m");
    }
}

#[test]
fn across_a_ramp_it_rolls_and_holds_its_height() {
    for drive in DRIVES {
        let slope = 10.0_f64.to_radians();
        // 5 mm too high and level: it drops and tilts.
        let at = format!("at: (2, -1.5, {}), yaw: {FRAC_PI_2}", slope.tan() + 0.005);
        let mut simulation = build(&scene(&ridge(10.0, 0.8), &scout(drive, "", &at, WHEELS)));
        simulation.steps(1000).unwrap();
        healthy(&simulation);
        let [x, y, z] = position(&simulation, "a");
        let left = simulation.robots().next().unwrap().state.pose.rotation * nalgebra::Vector3::y();
        // The ramp rises along +x, to the robot's right.
        assert!((left.z.asin() + slope).abs().to_degrees() < 0.5, "{drive}: {left:?}");
        assert!((x - 2.0).abs() < 0.02 && (z - 0.005 - slope.tan() * (x - 1.0)).abs() < 2e-3, "{drive}: {x} {z}");
        assert!((y + 1.5 - 10.0 * SPEED).abs() < 0.05, "{drive}: {y}");
    }
}

#[test]
fn a_ramp_that_is_too_steep_stops_the_kinematic_drive_and_is_reported_once() {
    let steep = scene(&ridge(10.0, 0.8), &scout("kinematic", "max_slope: 0.15", "at: (0, 0)", WHEELS));
    let mut simulation = build(&steep);
    simulation.steps(2000).unwrap();
    healthy(&simulation);
    let x = position(&simulation, "a")[0];
    assert!((0.85..1.1).contains(&x), "{x}");
    assert_eq!(value(&simulation, "a", "dynamics.stalled"), 1.0);
    let log = simulation.take_log();
    assert_eq!(log.iter().filter(|line| line.text.contains("too steep")).count(), 1, "{log:?}");
}

#[test]
fn the_edge_of_a_platform_stops_the_kinematic_drive_and_lets_the_dynamic_one_fall() {
    let platform = r#"(name: "table", shape: Box(size: (2, 2, 0.5)), at: (0, 0, 0.25), category: "ground", material: (friction: 0.8))"#;
    let run = |drive| {
        let mut simulation = build(&scene(platform, &scout(drive, "", "at: (0, 0, 0.5)", WHEELS)));
        simulation.steps(1500).unwrap();
        healthy(&simulation);
        (position(&simulation, "a"), value(&simulation, "a", "dynamics.stalled"))
    };
    let ([x, _, z], stalled) = run("kinematic");
    assert!((0.85..1.0).contains(&x) && (z - 0.505).abs() < 1e-6 && stalled == 1.0, "{x} {z} {stalled}");
    let ([x, _, z], _) = run("dynamic");
    assert!(x > 1.1 && (z - 0.005).abs() < 1e-6, "{x} {z}");
}

#[test]
fn without_grip_the_dynamic_drive_slips_and_slides_back() {
    // The geometric mean of 0.3 and the wheels' 0.8 holds up to 26°; that of 0.01 up to 5°.
    for (friction, climbs) in [(0.3, true), (0.01, false)] {
        let slope = 10.0_f64.to_radians();
        let at = format!("at: (2, 0, {})", slope.tan());
        let mut simulation = build(&scene(&ridge(10.0, friction), &scout("dynamic", "", &at, WHEELS)));
        simulation.steps(150).unwrap();
        healthy(&simulation);
        let (x, slip) = (position(&simulation, "a")[0], value(&simulation, "a", "dynamics.left_slip"));
        let stalled = value(&simulation, "a", "dynamics.stalled");
        if climbs {
            assert!(x > 2.2 && slip.abs() < 1e-6 && stalled == 0.0, "{x} {slip} {stalled}");
        } else {
            // a = g (sin α − μ cos α − 0.01 cos α) with μ = √(0.8 · 0.01); rolling resistance adds to the friction.
            assert!(x < 1.6 && slip > SPEED && stalled == 1.0, "{x} {slip} {stalled}");
        }
    }
}

#[test]
fn without_torque_the_dynamic_drive_rolls_back_with_its_wheels() {
    // To climb 10°, the wheels need m g sin α r / 2 = 0.0179 N·m each and 0.001 N·m for rolling.
    for (torque, climbs) in [(0.025, true), (0.01, false)] {
        let slope = 10.0_f64.to_radians();
        let at = format!("at: (2.5, 0, {})", 1.5 * slope.tan());
        let params = format!("max_torque: {torque:?}");
        let mut simulation = build(&scene(&ridge(10.0, 0.8), &scout("dynamic", &params, &at, WHEELS)));
        simulation.steps(150).unwrap();
        healthy(&simulation);
        let (x, slip) = (position(&simulation, "a")[0], value(&simulation, "a", "dynamics.left_slip"));
        assert!(slip.abs() < 1e-6, "{slip}: the wheels turn with the ground");
        if climbs {
            assert!(x > 2.6 && value(&simulation, "a", "dynamics.stalled") == 0.0, "{x}");
        } else {
            let acceleration = 9.81 * slope.sin() - 2.0 * torque / 0.021 - 0.01 * 9.81 * slope.cos();
            let expected = 2.5 - 0.5 * acceleration * 1.5 * 1.5 * slope.cos();
            assert!((x - expected).abs() < 0.05 * (2.5 - expected), "{x} instead of {expected}");
            assert_eq!(value(&simulation, "a", "dynamics.stalled"), 1.0);
        }
    }
}

#[test]
fn a_wall_on_a_ramp_stops_it() {
    let wall = r#"(name: "wall", shape: Box(size: (0.1, 3, 1)), at: (2.55, 0, 0.5)),"#;
    for drive in DRIVES {
        let objects = ridge(10.0, 0.8) + wall;
        let mut simulation = build(&scene(&objects, &scout(drive, "", "at: (0, 0)", WHEELS)));
        simulation.steps(2500).unwrap();
        healthy(&simulation);
        let [x, y, _] = position(&simulation, "a");
        assert!((2.3..2.45).contains(&x) && y.abs() < 0.01, "{drive}: {x} {y}");
        assert!((climb(&simulation).to_degrees() - 10.0).abs() < 0.5, "{drive}: {}", climb(&simulation).to_degrees());
    }
}

#[test]
fn the_scene_of_ramps_meets_its_conditions() {
    let mut simulation = simulate(&shipped("ramp.ron", &[]), &shared_plugins(), 2);
    simulation.steps(3000).unwrap();
    healthy(&simulation);
    let finished = simulation.finish();
    for verdict in &finished.verdicts {
        assert!(matches!(verdict.outcome, sim_core::engine::Outcome::Passed), "{}: {}", verdict.name, verdict.observed);
    }
    assert_eq!(finished.verdicts.len(), 4);
}

/// On level ground, there are no ground queries and no tilt: the results equal those of planar drives bit by bit.
#[test]
fn on_level_ground_no_bit_changes() {
    let level = r#"(format_version: 1, run: (dt: 0.05, seed: 7, contacts: DetectOnly), floor: (),
        fleets: [(prefix: "s", count: 20, placement: Random(min: (-3, -3), max: (3, 3), spacing: 0.3), model: "scout/standard", dynamics: "diff-drive/dynamic"),
            (prefix: "k", count: 20, placement: Random(min: (-3, -3), max: (3, 3), spacing: 0.3), model: "scout/standard")])"#;
    let mut simulation = build(level);
    simulation.steps(400).unwrap();
    assert_eq!(simulation.state_hash(), "dd7ce569445e967e90aba9d58c41b1f6");
}
