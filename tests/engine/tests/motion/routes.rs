//! Robots that follow the routes of their scene.

use sim_core::engine::{BuildOptions, Outcome, Simulation};
use sim_core::scene::{LoadOptions, Scene};
use sim_engine_tests::{build, load, plugins, position, value};
use std::path::PathBuf;

fn shipped(name: &str) -> Simulation {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../scenes").join(name);
    let loaded = Scene::load_with(&path, &LoadOptions::default()).unwrap_or_else(|findings| panic!("{findings}"));
    let options = BuildOptions { threads: Some(1), ..BuildOptions::default() };
    let built = Simulation::build(&loaded, &plugins(), &options).unwrap_or_else(|findings| panic!("{findings}"));
    assert!(built.warnings.iter().next().is_none(), "{}", built.warnings);
    built.simulation
}

/// A platform of 0.2 m/s on a route, from a place and a heading (degrees).
fn platform(at: &str, degrees: f64, route: &str) -> Simulation {
    build(&format!(
        r#"(format_version: 1, run: (dt: 0.02), floor: (), routes: [(name: "tour", poses: [{route}])],
            robots: [(name: "a", model: (id: "robomap/platform", params: (size: (0.2, 0.2, 0.2))), at: {at}, yaw: deg({degrees:?}), route: "tour")])"#
    ))
}

#[test]
fn the_laboratory_meets_its_conditions() {
    let mut simulation = shipped("robomap/laboratory.ron");
    simulation.steps(12_000).unwrap();
    assert!(simulation.faults().is_empty(), "{:?}", simulation.faults());
    for verdict in simulation.verdicts() {
        assert!(matches!(verdict.outcome, Outcome::Met), "{verdict:?}");
    }
}

#[test]
fn rm_38_a_platform_moves_straight_whatever_its_heading() {
    let mut simulation = platform("(0, 0)", 90.0, "(at: (3, 0), yaw: deg(90))");
    for _ in 0..700 {
        simulation.steps(1).unwrap();
        assert!(position(&simulation, "a")[1].abs() < 1e-9);
    }
    assert!(position(&simulation, "a")[0] > 2.7);
}

#[test]
fn rm_80_rm_82_after_whole_seconds_it_is_where_the_laws_say() {
    // SIM-03 with half the speed, and SIM-07: 3-4-5, and 4.5 degrees in the first second.
    let mut simulation = platform("(0, 0)", 0.0, "(at: (3, 4), yaw: deg(90), speed: 0.1)");
    for second in 1..=20 {
        simulation.steps(50).unwrap();
        let ([x, y, _], way) = (position(&simulation, "a"), 0.1 * f64::from(second));
        assert!((x - 0.6 * way).abs() < 1e-9 && (y - 0.8 * way).abs() < 1e-9, "{second} s: {x} {y}");
        let left = 90.0 * 0.95_f64.powi(second);
        let heading = value(&simulation, "a", "compass.heading").to_degrees();
        // The compass reads at the beginning of a step.
        assert!((90.0 - heading - left).abs() < 0.1, "{second} s: {heading}");
    }
}

#[test]
fn rm_79_rm_83_poses_are_reached_in_order_from_the_first_one_on() {
    let mut simulation = platform("(-0.1, 0)", 0.0, "(at: (0, 0)), (at: (0.1, 0), dwell: 1), (at: (0.1, 0.1))");
    let mut targets = vec![value(&simulation, "a", "controller.target")];
    for _ in 0..200 {
        simulation.steps(1).unwrap();
        let target = value(&simulation, "a", "controller.target");
        if targets.last() != Some(&target) {
            targets.push(target);
        }
    }
    assert_eq!(targets, [0.0, 1.0, 2.0, 3.0, 0.0]);
    assert_eq!(value(&simulation, "a", "controller.reached"), 3.0);
    let [x, y, _] = position(&simulation, "a");
    assert!((x - 0.1).abs() < 1e-9 && (y - 0.1).abs() < 1e-9, "{x} {y}");
}

#[test]
fn a_route_that_there_is_not_is_refused_at_its_place() {
    let text = r#"(format_version: 1, routes: [(name: "tour", poses: [(at: (1, 0))])],
        robots: [(name: "a", model: "robomap/platform", route: "tuor")])"#;
    let refused = Scene::parse(text, sim_core::scene::text::Format::Ron, "test.ron").err().unwrap().to_string();
    assert!(refused.contains("there is no route named `tuor`") && refused.contains("did you mean `tour`"), "{refused}");
    assert!(load(&text.replace("tuor", "tour")).scene.robots[0].route.is_some());
}
