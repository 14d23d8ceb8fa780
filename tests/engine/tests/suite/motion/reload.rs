//! Another version of a library while the simulation runs: changes, preserved state, rejections.

use super::plugin::{build, host, set_version};
use sim_abi::declare::Kind;
use sim_abi::model::ComponentRef;
use sim_abi::serde_json::json;
use sim_core::engine::{Reloaded, Simulation};
use sim_engine_tests::{position, value};

const SCENE: &str = r#"(format_version: 1, run: (dt: 0.01), robots: [(name: "a", model: "test/arm",
    actuators: {"valve": "test/valve"}, sensors: {"gauge": (id: "test/gauge", noise: (bias: 1.0))})])"#;

/// A running robot of the first version.
fn first() -> Simulation {
    set_version(1);
    let mut simulation = build(SCENE);
    simulation.steps(20).unwrap();
    simulation
}

/// Replaces the current version with another one.
fn exchange(simulation: &mut Simulation, version: u32, kind: Kind, id: &str) -> Reloaded {
    set_version(version);
    let mut results = simulation.reload(&host(), &[(kind, id.to_string())]);
    set_version(1);
    assert_eq!(results.len(), 1, "{results:?}");
    results.remove(0)
}

#[test]
fn a_reloaded_dynamics_keeps_its_memory_by_name_and_brings_its_freedom_and_mass() {
    let mut simulation = first();
    let (place, angle) = (position(&simulation, "a"), simulation.robot(0).unwrap().memory()[0]);
    assert_eq!(simulation.robot(0).unwrap().memory()[1], 20.0);
    let result = exchange(&mut simulation, 2, Kind::Dynamics, "test/swing");
    assert_eq!((result.refused.as_deref(), result.carried, result.lost.as_slice()), (None, true, &[][..]));
    assert_eq!(simulation.robot(0).unwrap().memory(), [7.0, angle, 20.0], "new, angle, steps");
    // It declares that it is fixed: contacts do not move it, and its speed is gone.
    assert_eq!(simulation.robots().next().unwrap().state.linear_velocity.norm(), 0.0);
    simulation.steps(1).unwrap();
    assert_eq!(simulation.robot(0).unwrap().memory()[2], 21.0);
    assert!((value(&simulation, "a", "joints.shoulder") - (angle + 0.01)).abs() < 1e-12, "the arm continues");
    assert!((position(&simulation, "a")[0] - place[0] - 0.001).abs() < 1e-9);
}

#[test]
fn memory_with_another_unit_is_reported_and_not_migrated() {
    let mut simulation = first();
    let result = exchange(&mut simulation, 3, Kind::Dynamics, "test/swing");
    assert_eq!((result.refused.as_deref(), result.carried), (None, true));
    let [lost] = result.lost.as_slice() else { panic!("{result:?}") };
    assert!(lost.contains("`angle`") && lost.contains("rad") && lost.contains("deg"), "{lost}");
    assert_eq!(simulation.robot(0).unwrap().memory(), [7.0, 0.0, 20.0]);
    let log = simulation.take_log();
    assert!(log.iter().any(|line| line.text.contains("`angle`")), "{log:?}");
}

#[test]
fn the_contact_mass_of_a_reloaded_dynamics_counts() {
    // A ball rolls against the arm's base: a heavier base is pushed less.
    let pushed = |version: u32| {
        set_version(1);
        let text = SCENE.replace(
            "robots:",
            r#"objects: [(name: "ball", shape: Sphere(radius: 0.05), at: (-0.3, 0, 0.05), mass: 1.0)], robots:"#,
        );
        let mut simulation = build(&text.replace("dt: 0.01", "dt: 0.01, gravity: (0, 0, 0)"));
        let (_, mut ball) = simulation.movable_objects().next().unwrap();
        ball.linear_velocity.x = 4.0;
        simulation.place_object(0, ball).unwrap();
        if version != 1 {
            exchange(&mut simulation, version, Kind::Dynamics, "test/swing");
        }
        let speed = |simulation: &Simulation| simulation.movable_objects().next().unwrap().1.linear_velocity.x;
        let mut ticks = 0;
        while speed(&simulation) > 3.9 {
            simulation.steps(1).unwrap();
            ticks += 1;
            assert!(ticks < 20, "it arrives");
        }
        speed(&simulation)
    };
    // After an inelastic impact, both have the speed (4 m/s · 1 kg + 0.1 m/s · m)/(1 kg + m).
    for (version, mass) in [(1, 2.0), (3, 25.0)] {
        let (expected, seen) = ((4.0 + 0.1 * mass) / (1.0 + mass), pushed(version));
        assert!((seen - expected).abs() < 0.05, "version {version}: {seen} m/s instead of {expected}");
    }
}

#[test]
fn a_robot_that_gets_a_dynamics_that_falls_finds_the_floor_solid() {
    let mut simulation = build(
        r#"(format_version: 1, run: (dt: 0.01), floor: (), robots: [(name: "a", model: "scout/standard", controller: "control/constant")])"#,
    );
    simulation.steps(10).unwrap();
    simulation.set_dynamics(&host(), 0, &ComponentRef::new("body/rigid")).unwrap();
    simulation.steps(200).unwrap();
    let z = position(&simulation, "a")[2];
    assert!(z.abs() < 2e-3, "{z} m: its underside is on the floor");
}

#[test]
fn ranges_of_a_reloaded_actuator_limit_its_commands_from_then_on() {
    let mut simulation = first();
    simulation.call(0, "valve", "set", &[json!(0.9)]).unwrap();
    assert_eq!(value(&simulation, "a", "valve.open"), 0.9);
    let result = exchange(&mut simulation, 2, Kind::Actuator, "test/valve");
    assert_eq!(result.refused, None);
    assert_eq!(value(&simulation, "a", "valve.open"), 0.5, "held commands are in range at once");
    simulation.call(0, "valve", "set", &[json!(-7)]).unwrap();
    assert_eq!(value(&simulation, "a", "valve.open"), -0.5);
}

#[test]
fn another_unit_of_a_channel_is_refused_with_the_reason() {
    let mut simulation = first();
    let result = exchange(&mut simulation, 3, Kind::Actuator, "test/valve");
    let refused = result.refused.unwrap();
    assert!(refused.contains("`open`") && refused.contains("`m/s`") && refused.contains("`1`"), "{refused}");
    simulation.call(0, "valve", "set", &[json!(0.9)]).unwrap();
    assert_eq!(value(&simulation, "a", "valve.open"), 0.9, "the old version stays");
}

#[test]
fn ranges_of_a_reloaded_sensor_limit_its_noisy_reading() {
    let mut simulation = first();
    assert_eq!(value(&simulation, "a", "gauge.level"), 11.0);
    let result = exchange(&mut simulation, 2, Kind::Sensor, "test/gauge");
    assert_eq!(result.refused, None);
    simulation.steps(1).unwrap();
    assert_eq!(value(&simulation, "a", "gauge.level"), 5.0);
}
