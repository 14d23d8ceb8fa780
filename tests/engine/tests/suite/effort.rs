//! Joints with effort, and forces on links moved by joints.

use sim_core::engine::Simulation;

use sim_engine_tests::{load_file, shared_plugins, simulate, value};
use std::f64::consts::{FRAC_PI_2, PI, TAU};

const GRAVITY: f64 = 9.81;

/// A scene with a robot of these links, joints and mounts.
fn robot(step: f64, model: &str, scene: &str, dynamics: &str, commands: &str) -> Simulation {
    assemble(&format!("(dt: {step:?})"), model, scene, dynamics, commands)
}

fn assemble(run: &str, model: &str, scene: &str, dynamics: &str, commands: &str) -> Simulation {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("machine.robot.ron"), format!("(name: \"machine\", {model})")).unwrap();
    let text = format!(
        r#"(format_version: 1, run: {run}, {scene} robots: [(name: "a", model: (file: "machine.robot.ron"), at: (0, 0, 2),
            dynamics: {dynamics}, controller: (id: "control/constant", params: (commands: {{{commands}}})))])"#
    );
    let file = folder.path().join("scene.ron");
    std::fs::write(&file, text).unwrap();
    simulate(&load_file(&file), &shared_plugins(), 1)
}

fn healthy(simulation: &Simulation) {
    assert!(simulation.faults().is_empty(), "{:?}", simulation.faults());
}

/// A base and a rod of 2 kg and 0.6 m that hangs from a hinge about y, with inertia m l²/12 about its center; `joint`
/// and `mounts` of the hinge.
fn pendulum(joint: &str, mounts: &str) -> String {
    format!(
        r#"links: [(name: "base", mass: (mass: 5.0, inertia: (0.1, 0.1, 0.1, 0.0, 0.0, 0.0))),
            (name: "rod", mass: (mass: 2.0, center: (0.0, 0.0, -0.3), inertia: (0.06, 0.06, 0.001, 0.0, 0.0, 0.0)))],
        joints: [(name: "hinge", parent: "base", child: "rod", motion: Revolute, axis: (0, 1, 0), limits: (-3.0, 3.0) {joint})],
        {mounts}"#
    )
}

/// Mass times lever arm, kg·m, and inertia about the hinge, kg·m².
const ROD: (f64, f64) = (2.0 * 0.3, 0.06 + 2.0 * 0.09);

/// Times at which the joint passes a position upward, by linear interpolation, s.
fn passes(simulation: &mut Simulation, seconds: f64, level: f64) -> Vec<f64> {
    let mut times = Vec::new();
    let mut before = value(simulation, "a", "joints.hinge") - level;
    let end = simulation.time() + seconds;
    while simulation.time() < end {
        let time = simulation.time();
        simulation.steps(1).unwrap();
        let after = value(simulation, "a", "joints.hinge") - level;
        if before < 0.0 && after >= 0.0 {
            times.push(time + (simulation.time() - time) * before / (before - after));
        }
        before = after;
    }
    healthy(simulation);
    times
}

fn period(times: &[f64]) -> f64 {
    (times[times.len() - 1] - times[0]) / (times.len() - 1) as f64
}

#[test]
fn a_pendulum_swings_with_its_period_and_keeps_its_energy() {
    let analytic = TAU * (ROD.1 / (ROD.0 * GRAVITY)).sqrt();
    for step in [0.001, 0.01] {
        let mut simulation = robot(step, &pendulum(", initial: 0.02", ""), "", r#""joint/fixed-base""#, "");
        simulation.steps(1).unwrap();
        let energy = |simulation: &Simulation| {
            value(simulation, "a", "dynamics.kinetic_energy") + value(simulation, "a", "dynamics.potential_energy")
        };
        let before = energy(&simulation);
        let found = period(&passes(&mut simulation, 20.0, 0.0));
        // An amplitude of 0.02 rad lengthens the period by (0.02)²/16.
        assert!((found / analytic - 1.0).abs() < 1e-4, "step {step}: {found} s instead of {analytic} s");
        let swing = ROD.0 * GRAVITY * (1.0 - 0.02_f64.cos());
        assert!((energy(&simulation) - before).abs() < 1e-3 * swing, "{} J of {swing} J", energy(&simulation) - before);
    }
}

#[test]
fn a_double_pendulum_keeps_its_energy_through_wild_motion() {
    let model = r#"links: [(name: "base"),
            (name: "upper", mass: (mass: 1.0, center: (0.0, 0.0, -0.25), inertia: (0.02, 0.02, 0.001, 0.0, 0.0, 0.0))),
            (name: "lower", mass: (mass: 0.7, center: (0.05, 0.02, -0.2), inertia: (0.012, 0.011, 0.002, 0.0005, 0.0, 0.0)))],
        joints: [(name: "hinge", parent: "base", child: "upper", motion: Continuous, axis: (0, 1, 0), initial: 2.0),
            (name: "knee", parent: "upper", child: "lower", motion: Continuous, axis: (0.3, 1, 0.2), placement: (at: (0, 0.03, -0.5), rpy: (0.1, 0, 0.3)), initial: -1.0)]"#;
    let mut simulation = robot(0.001, model, "", r#""joint/fixed-base""#, "");
    let energy = |simulation: &Simulation| {
        value(simulation, "a", "dynamics.kinetic_energy") + value(simulation, "a", "dynamics.potential_energy")
    };
    simulation.steps(1).unwrap();
    let (start, mut worst, mut fastest) = (energy(&simulation), 0.0_f64, 0.0_f64);
    for _ in 0..10_000 {
        simulation.steps(1).unwrap();
        worst = worst.max((energy(&simulation) - start).abs());
        fastest = fastest.max(value(&simulation, "a", "dynamics.kinetic_energy"));
    }
    healthy(&simulation);
    assert!(fastest > 5.0, "it moves: {fastest} J");
    assert!(worst < 0.01 * fastest, "{worst} J of {fastest} J");
}

#[test]
fn a_driven_joint_swings_with_the_natural_frequency_and_damping_of_its_gains() {
    // ω = √(K/I) and ζ = D/(2√(K·I)) without gravity; the servo's target is 0.5 rad.
    let (stiffness, damping) = (60.0, 1.5);
    let (natural, ratio): (f64, f64) = ((stiffness / ROD.1).sqrt(), damping / (2.0 * (stiffness * ROD.1).sqrt()));
    let mounts = format!(
        r#"actuators: [(name: "servo", component: "drive/joint-target", params: {{"joint": "hinge", "stiffness": {stiffness:?}, "damping": {damping:?}}})],
           sensors: [(name: "hinge_state", component: "joint/state", params: {{"joint": "hinge"}})]"#
    );
    for step in [0.001, 0.005] {
        let mut simulation =
            robot_weightless(step, &pendulum("", &mounts), r#""joint/fixed-base""#, r#""servo.position": 0.5"#);
        let mut peaks = Vec::new();
        let (mut before, mut rising) = (-0.5, true);
        for _ in 0..(3.0 / step) as u64 {
            simulation.steps(1).unwrap();
            let now = value(&simulation, "a", "joints.hinge") - 0.5;
            if rising && now < before {
                peaks.push((simulation.time(), before));
            }
            rising = now > before;
            before = now;
        }
        healthy(&simulation);
        let (first, second) = (peaks[0], peaks[1]);
        let damped = TAU / (second.0 - first.0);
        let decrement = (first.1 / second.1).ln();
        let found = decrement / (TAU * TAU + decrement * decrement).sqrt();
        let expected = natural * (1.0 - ratio * ratio).sqrt();
        assert!((damped / expected - 1.0).abs() < 0.02, "step {step}: {damped} rad/s instead of {expected}");
        assert!((found / ratio - 1.0).abs() < 0.02, "step {step}: damping ratio {found} instead of {ratio}");
        let effort = value(&simulation, "a", "hinge_state.effort");
        let now = [value(&simulation, "a", "joints.hinge"), value(&simulation, "a", "joints.hinge_velocity")];
        assert!((effort - (stiffness * (0.5 - now[0]) - damping * now[1])).abs() < 0.3, "{effort} N·m at {now:?}");
    }
}

fn robot_weightless(step: f64, model: &str, dynamics: &str, commands: &str) -> Simulation {
    assemble(&format!("(dt: {step:?}, gravity: (0, 0, 0))"), model, "", dynamics, commands)
}

#[test]
fn a_drive_gives_no_more_than_its_largest_effort() {
    let mounts = r#"actuators: [(name: "servo", component: "drive/joint-target", params: {"joint": "hinge", "stiffness": 1e5, "damping": 3e4, "max_effort": 1.2})],
        sensors: [(name: "torque", component: "joint/effort", params: {"joint": "hinge"})]"#;
    let mut simulation =
        robot_weightless(0.01, &pendulum("", mounts), r#""joint/fixed-base""#, r#""servo.position": 2.0"#);
    simulation.steps(51).unwrap();
    // Half a second at maximum effort, not yet within range of the target.
    let rate = value(&simulation, "a", "joints.hinge_velocity");
    let time = 0.51;
    assert!((rate - 1.2 / ROD.1 * time).abs() < 1e-9, "{rate}");
    assert!((value(&simulation, "a", "joints.hinge") - 0.5 * 1.2 / ROD.1 * time * time).abs() < 1e-9);
    assert!((value(&simulation, "a", "torque.effort") - 1.2).abs() < 1e-12);
    simulation.steps(500).unwrap();
    healthy(&simulation);
    let angle = value(&simulation, "a", "joints.hinge");
    assert!((angle - 2.0).abs() < 1e-3, "the stiff drive settles: {angle}");
    assert!(value(&simulation, "a", "torque.effort").abs() <= 1.2 + 1e-12);
}

#[test]
fn effort_holds_the_weight_and_the_end_stop_takes_what_is_too_much() {
    let drive = r#"actuators: [(name: "motor", component: "drive/joint-effort", params: {"joint": "hinge"})]"#;
    // Gravity turns the raised rod back with m g l sin θ.
    let hold = ROD.0 * GRAVITY * 0.4_f64.sin();
    let command = format!(r#""motor.effort": {hold:?}"#);
    let mut simulation = robot(0.01, &pendulum(", initial: 0.4", drive), "", r#""joint/fixed-base""#, &command);
    simulation.steps(100).unwrap();
    assert!(
        (value(&simulation, "a", "joints.hinge") - 0.4).abs() < 1e-3,
        "{}",
        value(&simulation, "a", "joints.hinge")
    );
    let mut simulation =
        robot(0.01, &pendulum(", initial: 0.4", drive), "", r#""joint/fixed-base""#, r#""motor.effort": 50.0"#);
    simulation.steps(300).unwrap();
    healthy(&simulation);
    assert_eq!(value(&simulation, "a", "joints.hinge"), 3.0);
    assert_eq!(value(&simulation, "a", "joints.hinge_velocity"), 0.0);
}

#[test]
fn friction_holds_a_joint_up_to_its_limit() {
    for (friction, holds) in [(2.4, true), (2.2, false)] {
        // m g l sin 0.4 = 2.292 N·m.
        let dynamics =
            format!(r#"(id: "joint/fixed-base", params: (joints: [(joint: "hinge", friction: {friction:?})]))"#);
        let mut simulation = robot(0.01, &pendulum(", initial: 0.4", ""), "", &dynamics, "");
        simulation.steps(100).unwrap();
        healthy(&simulation);
        let angle = value(&simulation, "a", "joints.hinge");
        assert_eq!(angle == 0.4, holds, "{friction} N·m: {angle}");
    }
}

/// A body with a nozzle turned about z by a servo, and a thruster or a motor along the nozzle's x axis.
fn vectored(thruster: &str) -> String {
    format!(
        r#"links: [(name: "hull", mass: (mass: 10.0, inertia: (0.4, 0.4, 0.4, 0.0, 0.0, 0.0)), collision: [(geometry: Box(size: (0.4, 0.3, 0.2)))]),
            (name: "nozzle")],
        joints: [(name: "swivel", parent: "hull", child: "nozzle", motion: Revolute, axis: (0, 0, 1), limits: (-1.6, 1.6), initial: {FRAC_PI_2:?})],
        actuators: [(name: "swivel", component: "drive/servo", params: {{"joint": "swivel"}}),
            (name: "thruster", {thruster}, link: "nozzle")]"#
    )
}

/// Displacement of a body after a second of thrust, with the nozzle first turned left by 90° and then, in flight,
/// straight.
fn thrust(thruster: &str, dynamics: &str, command: &str, scene: &str, angle: f64) -> [f64; 3] {
    let commands = format!(r#""swivel": {angle:?}, {command}"#);
    let model = vectored(thruster);
    let mut simulation = robot(0.01, &model, scene, dynamics, &commands);
    simulation.steps(100).unwrap();
    healthy(&simulation);
    sim_engine_tests::position(&simulation, "a")
}

#[test]
fn a_thruster_on_a_turned_joint_pushes_laterally() {
    let newton = r#"component: "drive/thruster", params: {"input": "newton", "lag": 0.0}"#;
    let [x, y, _] = thrust(newton, r#""body/rigid""#, r#""thruster": 5.0"#, "", FRAC_PI_2);
    assert!((y - 0.25).abs() < 0.01 && x.abs() < 1e-6, "{x} {y}");
    let [x, y, _] = thrust(newton, r#""body/rigid""#, r#""thruster": 5.0"#, "", 0.0);
    assert!((x - 0.25).abs() < 0.02 && y.abs() < 0.02, "{x} {y}");
}

#[test]
fn a_motor_under_water_pushes_where_its_joint_has_turned_it() {
    let sea = r#"media: [(name: "water", region: Below(10), density: 1000)],"#;
    let motor = r#"component: "marine/motor""#;
    let fossen = r#""marine/fossen6""#;
    let [x, y, _] = thrust(motor, fossen, r#""thruster": 0.5"#, sea, FRAC_PI_2);
    assert!(y > 10.0 * x.abs() && y > 0.01, "turned: {x} {y}");
    let [x, y, _] = thrust(motor, fossen, r#""thruster": 0.5"#, sea, 0.0);
    assert!(x > 10.0 * y.abs() && x > 0.01, "straight, although it was turned at the start: {x} {y}");
}

#[test]
fn a_wrench_on_a_link_turns_the_joint_that_carries_it() {
    let mounts = r#"actuators: [(name: "hand", component: "drive/link-wrench", params: {"link": "rod"})]"#;
    let mut simulation = robot_weightless(
        0.001,
        &pendulum("", mounts),
        r#""joint/fixed-base""#,
        r#""hand.torque_y": 0.12, "hand.force_x": 3.0"#,
    );
    simulation.steps(500).unwrap();
    healthy(&simulation);
    // The force acts at the hinge; only the torque turns it.
    let angle = value(&simulation, "a", "joints.hinge");
    assert!((angle - 0.5 * 0.12 / ROD.1 * 0.25).abs() < 1e-6, "{angle}");
    assert!(angle < PI);
}

#[test]
fn a_sensor_of_force_feels_the_weight_that_rests_on_the_floor() {
    let model = r#"links: [(name: "hull", mass: (mass: 3.0, inertia: (0.02, 0.02, 0.02, 0.0, 0.0, 0.0)), collision: [(geometry: Box(size: (0.2, 0.2, 0.2)))])],
        sensors: [(name: "scales", component: "touch/force")], standing_height: 0.1"#;
    let mut simulation = robot(0.01, model, r#"floor: (height: 1.8),"#, r#""body/rigid""#, "");
    simulation.steps(400).unwrap();
    healthy(&simulation);
    let mut mean = 0.0;
    for _ in 0..100 {
        simulation.steps(1).unwrap();
        mean += value(&simulation, "a", "scales.force_z") / 100.0;
        assert!(value(&simulation, "a", "scales.force_x").abs() < 1e-3);
    }
    assert!((mean / (3.0 * GRAVITY) - 1.0).abs() < 1e-3, "{mean} N");
}
