//! Sensors on links moved by joints: their motion readings are derivatives of their own position and orientation.

use nalgebra::{Rotation3, Vector3};
use sim_core::engine::Simulation;
use sim_core::plugins::{Chosen, PluginHost};

use sim_engine_tests::{isolated_plugins, load_file, shared_plugins, simulate, value};
use std::path::Path;

const GRAVITY: f64 = 9.81;
const DT: f64 = 0.001;

/// All motion sensors, rotated and off the axis of the joint.
const SENSORS: &str = r#"
    (name: "gps", component: "navigation/gps", params: {"velocity": true}, link: "tool", placement: (at: (0.3, -0.2, 0.1))),
    (name: "imu", component: "navigation/imu", link: "tool", placement: (at: (0.3, -0.2, 0.1), rpy: (0.3, -0.4, 0.5))),
    (name: "dvl", component: "navigation/dvl", link: "tool", placement: (at: (0.3, -0.2, 0.1), rpy: (0.3, -0.4, 0.5))),
    (name: "attitude", component: "navigation/attitude", link: "tool", placement: (at: (0.3, -0.2, 0.1), rpy: (0.3, -0.4, 0.5))),
    (name: "compass", component: "navigation/compass", link: "tool", placement: (at: (0.3, -0.2, 0.1), rpy: (0.3, -0.4, 0.5))),"#;

/// A base, and two links in series: the joint of `arm` as given, that of `tool` about y.
fn model(motion: &str, axis: &str, actuators: &str) -> String {
    let mass = "mass: (mass: 1, center: (0.1, 0.05, -0.2), inertia: (0.1, 0.12, 0.11, 0, 0, 0))";
    format!(
        r#"(name: "machine",
        links: [(name: "base", mass: (mass: 5, inertia: (1, 1, 1, 0, 0, 0))), (name: "arm", {mass}), (name: "tool", {mass}),
            (name: "left", mass: (mass: 0.1, inertia: (0.01, 0.01, 0.01, 0, 0, 0))),
            (name: "right", mass: (mass: 0.1, inertia: (0.01, 0.01, 0.01, 0, 0, 0)))],
        joints: [
            (name: "first", parent: "base", child: "arm", motion: {motion}, axis: {axis}, limits: (-50, 50), placement: (at: (0.1, 0.2, 1), rpy: (0.2, 0.1, -0.3))),
            (name: "second", parent: "arm", child: "tool", motion: Continuous, axis: (0, 1, 0), placement: (at: (0.2, 0, 0.1))),
            (name: "left_wheel", parent: "base", child: "left", motion: Continuous, axis: (0, 1, 0), placement: (at: (0, 0.2, 0.05))),
            (name: "right_wheel", parent: "base", child: "right", motion: Continuous, axis: (0, 1, 0), placement: (at: (0, -0.2, 0.05)))],
        sensors: [{SENSORS}], actuators: [{actuators}])"#
    )
}

fn simulation(host: &PluginHost, model: &str, dynamics: &str, entries: &str) -> Simulation {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("machine.robot.ron"), model).unwrap();
    let text = format!(
        r#"(format_version: 1, run: (dt: {DT:?}), floor: (), robots: [(name: "a", model: (file: "machine.robot.ron"), at: (1, 2, 0),
            dynamics: {dynamics}, controller: (id: "control/sequence", params: (entries: [{entries}])))])"#
    );
    let file = folder.path().join("scene.ron");
    std::fs::write(&file, text).unwrap();
    simulate(&load_file(&file), host, 1)
}

/// Readings of the sensors.
#[derive(Clone, Copy, Debug)]
struct Reading {
    place: Vector3<f64>,
    velocity: Vector3<f64>,
    turn: Rotation3<f64>,
    heading: f64,
    /// In the sensors' axes.
    rate: Vector3<f64>,
    force: Vector3<f64>,
    /// Reading of the DVL, if it hits the ground.
    speed_over_ground: Option<Vector3<f64>>,
}

fn reading(simulation: &Simulation) -> Reading {
    let vector = |names: [&str; 3]| Vector3::from(names.map(|name| value(simulation, "a", name)));
    let [roll, pitch, yaw] =
        ["attitude.roll", "attitude.pitch", "attitude.yaw"].map(|name| value(simulation, "a", name));
    Reading {
        place: vector(["gps.x", "gps.y", "gps.z"]),
        velocity: vector(["gps.vx", "gps.vy", "gps.vz"]),
        turn: Rotation3::from_euler_angles(roll, pitch, yaw),
        heading: value(simulation, "a", "compass.heading"),
        rate: vector(["imu.rate_x", "imu.rate_y", "imu.rate_z"]),
        force: vector(["imu.force_x", "imu.force_y", "imu.force_z"]),
        speed_over_ground: (value(simulation, "a", "dvl.valid") == 1.0).then(|| vector(["dvl.x", "dvl.y", "dvl.z"])),
    }
}

#[track_caller]
fn near(what: &str, found: Vector3<f64>, expected: Vector3<f64>, bound: f64) {
    assert!((found - expected).norm() < bound, "{what}: {found:?} instead of {expected:?}");
}

/// Compares each rate with the derivative of its quantity over some steps; returns the maximum speed (m/s), rate
/// (rad/s) and acceleration (m/s²).
#[track_caller]
fn compare(simulation: &mut Simulation, steps: usize) -> [f64; 3] {
    let mut readings = Vec::new();
    for _ in 0..steps {
        simulation.steps(1).unwrap();
        readings.push(reading(simulation));
    }
    assert!(simulation.faults().is_empty(), "{:?}", simulation.faults());
    let (mut largest, mut grounded) = ([0.0_f64; 3], 0);
    for three in readings.windows(3) {
        let [before, now, after] = three else { unreachable!() };
        // A velocity may be that at the end of a step or the mean over it: half a step apart.
        let acceleration = (after.velocity - before.velocity) / (2.0 * DT);
        let angular = (after.turn * before.turn.inverse()).scaled_axis() / (2.0 * DT);
        let to_world = now.turn;
        near("velocity", now.velocity, (after.place - before.place) / (2.0 * DT), 0.02);
        near("rate", to_world * now.rate, angular, 0.05);
        if let Some(speed) = now.speed_over_ground {
            near("dvl", to_world * speed, now.velocity, 1e-9);
            grounded += 1;
        }
        near("force", to_world * now.force, acceleration + Vector3::z() * GRAVITY, 0.2);
        let heading = (now.turn * Vector3::x()).y.atan2((now.turn * Vector3::x()).x);
        assert!((now.heading - heading).abs() < 1e-9, "{} {heading}", now.heading);
        let numbers = [now.velocity.norm(), now.rate.norm(), acceleration.norm()];
        largest.iter_mut().zip(numbers).for_each(|(largest, number)| *largest = largest.max(number));
    }
    assert!(grounded > 100, "{grounded}");
    largest
}

const JOINTS: [(&str, &str); 4] =
    [("Revolute", "(0, 0, 1)"), ("Continuous", "(1, 2, 3)"), ("Prismatic", "(1, 0, 0)"), ("Prismatic", "(-1, 2, 0.5)")];

/// Motors that change their speed slowly and do not reach a limit, so that accelerations are continuous.
const MOTORS: &str = r#"
    (name: "first", component: "drive/wheel-motor", params: {"joint": "first", "max_acceleration": 4}),
    (name: "second", component: "drive/wheel-motor", params: {"joint": "second", "max_acceleration": 6}),"#;

const WHEELS: &str = r#"
    (name: "left", component: "drive/wheel-motor", params: {"joint": "left_wheel", "max_acceleration": 2}),
    (name: "right", component: "drive/wheel-motor", params: {"joint": "right_wheel", "max_acceleration": 5}),"#;

/// Compares the readings on a robot with these parts, this dynamics and these commands, for each pair of joints; its speed, rate and
/// acceleration must exceed `least`.
#[track_caller]
fn compare_with_all_joints(parts: &str, dynamics: &str, commands: &str, steps: usize, least: [f64; 3]) {
    for (motion, axis) in JOINTS {
        let script = format!("(at: 0, commands: {{{commands}}})");
        let mut run = simulation(&shared_plugins(), &model(motion, axis, parts), dynamics, &script);
        run.steps(5).unwrap();
        let largest = compare(&mut run, steps);
        assert!(largest.iter().zip(least).all(|(largest, least)| *largest > least), "{motion}: {largest:?}");
    }
}

#[test]
fn sensors_on_links_that_the_core_moves_read_the_derivatives_of_their_place_and_orientation() {
    compare_with_all_joints(MOTORS, r#""body/static""#, r#""first": 20, "second": -20"#, 1500, [1.0, 5.0, 5.0]);
}

#[test]
fn sensors_on_links_of_a_robot_that_drives_read_both_motions() {
    let dynamics = r#"(id: "diff-drive/kinematic", params: (wheel_radius: 0.05))"#;
    let commands = r#""first": 20, "second": -20, "left": 30, "right": 30"#;
    compare_with_all_joints(&[MOTORS, WHEELS].concat(), dynamics, commands, 1500, [1.0, 5.0, 5.0]);
}

#[test]
fn sensors_on_links_that_a_dynamics_moves_read_the_derivatives_of_their_place_and_orientation() {
    let efforts = r#"
        (name: "first", component: "drive/joint-effort", params: {"joint": "first"}),
        (name: "second", component: "drive/joint-effort", params: {"joint": "second"}),"#;
    let commands = r#""first": 6, "second": -1"#;
    compare_with_all_joints(efforts, r#""joint/fixed-base""#, commands, 1000, [0.5, 0.2, 1.0]);
}

#[test]
fn a_gyro_in_a_turning_head_reads_its_rate_and_the_centripetal_acceleration() {
    let turret = |sensor: &str| {
        format!(
            r#"(name: "turret", links: [(name: "base", mass: (mass: 10, inertia: (1, 1, 1, 0, 0, 0))),
                (name: "head", mass: (mass: 1, inertia: (0.1, 0.1, 0.1, 0, 0, 0)))],
            joints: [(name: "pan", parent: "base", child: "head", motion: Continuous, axis: (0, 0, 1), placement: (at: (0, 0, 1)))],
            sensors: [{sensor}], actuators: [(name: "pan", component: "drive/wheel-motor", params: {{"joint": "pan"}})])"#
        )
    };
    let imu = r#"(name: "imu", component: "navigation/imu", link: "head", placement: (at: (0.5, 0, 0)))"#;
    let run = |host: &PluginHost| {
        let mut run = simulation(host, &turret(imu), r#""body/static""#, r#"(at: 0, commands: {"pan": 2})"#);
        run.steps(100).unwrap();
        ["rate_x", "rate_y", "rate_z", "force_x", "force_y", "force_z"]
            .map(|channel| value(&run, "a", &format!("imu.{channel}")))
    };
    let found = run(&shared_plugins());
    let expected = [0.0, 0.0, 2.0, -2.0, 0.0, GRAVITY];
    assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-9), "{found:?}");
    let isolated = isolated_plugins(Path::new(env!("CARGO_BIN_EXE_library-host")), vec![Chosen::All]);
    assert_eq!(run(&isolated), found, "in a separate process");
}

#[test]
fn a_restored_run_reads_the_same_accelerations() {
    let build = || {
        simulation(
            &shared_plugins(),
            &model("Revolute", "(0, 0, 1)", MOTORS),
            r#""body/static""#,
            r#"(at: 0, commands: {"first": 20, "second": -20})"#,
        )
    };
    let mut run = build();
    run.steps(50).unwrap();
    let snapshot = run.snapshot().unwrap();
    let bytes = snapshot.to_bytes().unwrap();
    run.steps(1).unwrap();
    let mut other = build();
    other.restore(&sim_core::engine::Snapshot::from_bytes(&bytes).unwrap()).unwrap();
    other.steps(1).unwrap();
    assert_eq!(reading(&other).force, reading(&run).force);
    assert_eq!(other.snapshot().unwrap().difference(&run.snapshot().unwrap()), None);
    assert_eq!(other.digest().unwrap(), run.digest().unwrap());
}
