//! Wheeled robots against what stands in their way: they push with no more than their wheels can press.

use sim_core::engine::Simulation;
use sim_engine_tests::build;

const DYNAMICS: [&str; 2] = ["diff-drive/kinematic", "diff-drive/dynamic"];

const STEPS: [f64; 4] = [0.001, 0.01, 0.02, 0.05];

/// Speed that the motors are given, m/s.
const SPEED: f64 = 0.3;

/// A scout of 1 kg that drives at [`SPEED`] from 2 cm before a box of a mass (kg) with a friction; `params` are those of its dynamics.
fn before_a_box(dynamics: &str, params: &str, dt: f64, mass: f64, friction: f64) -> Simulation {
    build(&format!(
        r#"(format_version: 1, run: (dt: {dt}), floor: (material: (friction: {friction})),
            objects: [(name: "crate", shape: Box(size: (0.4, 0.4, 0.2)), at: (0.305, 0, 0.1), mass: {mass},
                material: (friction: {friction}))],
            robots: [(name: "a", model: "scout/standard", dynamics: (id: "{dynamics}", params: ({params})), material: (friction: 0),
                controller: (id: "control/constant", params: (commands: {{"left_wheel.speed": {wheels}, "right_wheel.speed": {wheels}}})))])"#,
        wheels = SPEED / 0.021
    ))
}

/// How far the box has been moved, m.
fn pushed(simulation: &Simulation) -> f64 {
    simulation.movable_objects().next().unwrap().1.pose.translation.x - 0.305
}

fn telemetry(simulation: &Simulation, name: &str) -> f64 {
    let place = simulation.robot(0).unwrap().channels().iter().position(|channel| channel.path == name);
    simulation.robot(0).unwrap().telemetry()[place.unwrap_or_else(|| panic!("no {name}"))]
}

#[test]
fn a_crate_that_holds_more_than_the_wheels_can_press_stays() {
    for dynamics in DYNAMICS {
        for dt in STEPS {
            let mut simulation = before_a_box(dynamics, "", dt, 10.0, 1.0);
            simulation.steps((1.0 / dt) as u64).unwrap();
            let hit = pushed(&simulation);
            simulation.steps((20.0 / dt) as u64).unwrap();
            let later = pushed(&simulation);
            assert!(hit < 1e-3 && (later - hit).abs() < 1e-6, "{dynamics}, dt {dt}: {hit} m, then {later} m");
            let speed = telemetry(&simulation, "dynamics.speed");
            assert!(speed.abs() < 1e-6, "{dynamics}, dt {dt}: a blocked robot tells a speed of {speed} m/s");
        }
    }
}

#[test]
fn a_crate_without_friction_is_accelerated_by_the_traction_alone() {
    /// Time of the measurement, s, and mass of the crate, kg.
    const SPAN: f64 = 0.8;
    const MASS: f64 = 50.0;
    for (dynamics, params, traction) in [
        ("diff-drive/kinematic", "", 0.8),
        ("diff-drive/kinematic", "traction: 0.3", 0.3),
        ("diff-drive/dynamic", "rolling_resistance: 0", 0.8),
        ("diff-drive/dynamic", "rolling_resistance: 0, grip: 0.3", 0.3),
    ] {
        for dt in STEPS {
            let mut simulation = before_a_box(dynamics, params, dt, MASS, 0.0);
            let speed = |simulation: &Simulation| simulation.movable_objects().next().unwrap().1.linear_velocity.x;
            simulation.steps((0.4 / dt).round() as u64).unwrap();
            let before = speed(&simulation);
            simulation.steps((SPAN / dt).round() as u64).unwrap();
            let after = speed(&simulation);
            let expected = traction * 9.81 / (MASS + 1.0) * SPAN;
            // In a step that could bring it to the speed of its wheels the robot presses only as hard as that takes.
            let slips = traction * 9.81 * dt < SPEED - after;
            let range = if slips { 0.999 * expected } else { 0.5 * expected }..1.001 * expected;
            let gained = after - before;
            assert!(range.contains(&gained), "{dynamics} ({params}), dt {dt}: {gained} instead of {expected} m/s");
        }
    }
}
