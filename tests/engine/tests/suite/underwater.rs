//! Underwater vehicles in the engine: their motors, and dynamics that can be swapped by one word.

use sim_core::engine::Simulation;
use sim_engine_tests::{build, position};

/// A vehicle under water with constant commands of its motors.
fn vehicle(dynamics: &str, commands: [f64; 6]) -> Simulation {
    let commands: Vec<String> =
        commands.iter().enumerate().map(|(motor, command)| format!("\"f{}\": {command:?}", motor + 1)).collect();
    build(&format!(
        r#"(format_version: 1, run: (dt: 0.01),
            media: [(name: "water", region: Below(0.0), density: 1000)],
            robots: [(name: "a", model: "bluerov2/standard", dynamics: "{dynamics}", at: (0, 0, -1),
                controller: (id: "control/constant", params: (commands: {{{}}})))])"#,
        commands.join(", ")
    ))
}

/// Position after a time, s.
fn ran(dynamics: &str, commands: [f64; 6], time: f64) -> [f64; 3] {
    let mut simulation = vehicle(dynamics, commands);
    simulation.steps((time / 0.01).round() as u64).unwrap();
    position(&simulation, "a")
}

/// NA-18: One name in the file selects the dynamics of an object; nothing is rebuilt.
#[test]
fn the_dynamics_is_one_word() {
    let forward = [1.0, 1.0, 1.0, 1.0, 0.0, 0.0];
    let [model, fossen, fixed] =
        ["marine/modelo0", "marine/fossen6", "body/static"].map(|dynamics| ran(dynamics, forward, 5.0));
    assert!(model[0] > 3.0 && fossen[0] > 0.5 && fossen[0] < 5.0, "{model:?} {fossen:?}");
    assert_eq!(fixed, [0.0, 0.0, -1.0]);
}

/// NA-16: `modelo0` moves a vehicle along x, y, z and yaw with lag, buoyancy and friction.
/// Distances and rotations of the first experiment, from a third-party prototype of the equations of `modelo0`.
#[test]
fn balanced_motors_move_the_vehicle_as_the_prototype() {
    let cases = [
        ([1.0, 1.0, 1.0, 1.0], [22.75, 0.0]),
        ([-1.0, -1.0, -1.0, -1.0], [-22.75, 0.0]),
        ([1.0, -1.0, -1.0, 1.0], [0.0, 22.75]),
        ([1.0, 0.0, 0.0, 1.0], [8.76, 8.76]),
        ([0.0, 1.0, 1.0, 0.0], [8.76, -8.76]),
        ([2.0, 1.0, 1.0, 2.0], [41.12, 13.71]),
    ];
    for ([a, b, c, d], [x, y]) in cases {
        let place = ran("marine/modelo0", [a, b, c, d, 0.0, 0.0], 10.0);
        assert!((place[0] - x).abs() < 0.006 && (place[1] - y).abs() < 0.006, "{place:?} instead of {x}, {y}");
    }
}

/// NA-16: `modelo0` moves a vehicle along x, y, z and yaw with lag, buoyancy and friction.
#[test]
fn unbalanced_motors_lead_into_a_spiral() {
    let mut simulation = vehicle("marine/modelo0", [-1.0, 1.0, 1.0, 1.0, 0.0, 0.0]);
    let mut turned = 0.0;
    for _ in 0..3000 {
        simulation.steps(1).unwrap();
        turned += simulation.robots().next().unwrap().state.angular_velocity.z * 0.01;
        let place = position(&simulation, "a");
        assert!(place[0].abs() < 10.0 && place[1].abs() < 10.0, "{place:?}");
    }
    assert!((f64::to_degrees(turned) + 1427.0).abs() < 2.0, "{}°", f64::to_degrees(turned));
}
