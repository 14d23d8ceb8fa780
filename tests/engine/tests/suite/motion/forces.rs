//! Specific force and motion of bodies in contact.

use sim_engine_tests::{build, value};

/// Default gravity of a scene, m/s².
const GRAVITY: f64 = 9.81;

/// Maximum deviation of a telemetry value from its expected value over some ticks.
fn deviation(simulation: &mut sim_core::engine::Simulation, path: &str, expected: f64, ticks: u64) -> f64 {
    let mut worst = 0.0_f64;
    for _ in 0..ticks {
        simulation.steps(1).unwrap();
        worst = worst.max((value(simulation, "a", path) - expected).abs());
    }
    assert!(simulation.faults().is_empty(), "{:?}", simulation.faults());
    worst
}

#[test]
fn a_rigid_body_that_rests_on_the_floor_feels_what_holds_it() {
    let mut simulation = build(
        r#"(format_version: 1, run: (dt: 0.01), floor: (), robots: [(name: "a", model: "scout/standard",
            dynamics: "body/rigid", controller: "control/constant", at: (0, 0))])"#,
    );
    simulation.steps(500).unwrap();
    for (path, expected) in [("clean.imu.force_x", 0.0), ("clean.imu.force_y", 0.0), ("clean.imu.force_z", GRAVITY)] {
        let worst = deviation(&mut simulation, path, expected, 100);
        assert!(worst < 1e-3, "{path} is {worst} m/s² off");
    }
}

#[test]
fn in_free_fall_the_imu_measures_zero() {
    let mut simulation = build(
        r#"(format_version: 1, run: (dt: 0.01), robots: [(name: "a", model: "scout/standard",
            dynamics: "body/rigid", controller: "control/constant", at: (0, 0, 50))])"#,
    );
    simulation.steps(2).unwrap();
    assert!(deviation(&mut simulation, "clean.imu.force_z", 0.0, 50) < 1e-9);
}

/// A robot that drives against a wall, once it has stopped.
fn blocked(dynamics: &str) -> sim_core::engine::Simulation {
    let mut simulation = build(&format!(
        r#"(format_version: 1, run: (dt: 0.01), floor: (),
            objects: [(name: "wall", shape: Box(size: (0.1, 2, 0.5)), at: (0.3, 0, 0.25))],
            robots: [(name: "a", model: "scout/standard", dynamics: "diff-drive/{dynamics}", controller: (id: "control/constant",
                params: (commands: {{"left_wheel": 10.0, "right_wheel": 10.0}})))])"#
    ));
    simulation.steps(500).unwrap();
    assert_eq!(value(&simulation, "a", "bumper.pressed_0"), 1.0, "it is stopped at the wall");
    simulation
}

#[test]
fn a_blocked_robot_does_not_accelerate() {
    for dynamics in ["kinematic", "dynamic"] {
        let mut simulation = blocked(dynamics);
        let worst = deviation(&mut simulation, "clean.imu.force_x", 0.0, 100);
        assert!(worst < 1e-2, "{dynamics}: {worst} m/s²");
    }
}

#[test]
fn a_robot_that_pushes_a_wall_travels_nowhere() {
    for dynamics in ["kinematic", "dynamic"] {
        let mut simulation = blocked(dynamics);
        let distance = |simulation: &sim_core::engine::Simulation| simulation.robots().next().unwrap().distance;
        let before = distance(&simulation);
        assert!((before - 0.165).abs() < 2e-3, "{dynamics}: the distance to the wall is {before} m");
        simulation.steps(1000).unwrap();
        let more = distance(&simulation) - before;
        assert!(more < 1e-3, "{dynamics}: {more} m more in 10 s");
    }
}

#[test]
fn a_free_robot_travels_as_far_as_it_moves() {
    let mut simulation = build(
        r#"(format_version: 1, run: (dt: 0.01), robots: [(name: "a", model: "scout/standard", dynamics: "diff-drive/kinematic",
            controller: (id: "control/constant", params: (commands: {"left_wheel": 5.0, "right_wheel": 5.0})))])"#,
    );
    simulation.steps(100).unwrap();
    let robot = simulation.robots().next().unwrap();
    assert!((robot.distance - robot.state.pose.translation.x).abs() < 1e-12 && robot.distance > 0.05, "{robot:?}");
}
