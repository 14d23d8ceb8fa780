//! Robots that follow routes of their scene.

use sim_core::engine::{BuildOptions, Clearance, Outcome, PathChecker, PathPose, Simulation};
use sim_core::geometry::BodyId;
use sim_core::scene::{Posed, Scene};
use sim_engine_tests::{build, load, position, shared_plugins, value};

fn shipped(name: &str) -> Simulation {
    shipped_with(name, 1)
}

fn shipped_with(name: &str, threads: usize) -> Simulation {
    let loaded = sim_engine_tests::shipped(name, &[]);
    let options = BuildOptions { threads: Some(threads), ..BuildOptions::default() };
    let built = Simulation::build(&loaded, &shared_plugins(), &options).unwrap_or_else(|findings| panic!("{findings}"));
    assert!(built.warnings.iter().next().is_none(), "{}", built.warnings);
    built.simulation
}

/// A 0.2 m/s platform on a route, from a position and a heading (degrees).
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
        assert!(matches!(verdict.outcome, Outcome::Passed), "{verdict:?}");
    }
}

/// RM-38: The platform moves straight in any direction, independently of its heading.
#[test]
fn a_platform_moves_straight_whatever_its_heading() {
    let mut simulation = platform("(0, 0)", 90.0, "(at: (3, 0), yaw: deg(90))");
    for _ in 0..700 {
        simulation.steps(1).unwrap();
        assert!(position(&simulation, "a")[1].abs() < 1e-9);
    }
    assert!(position(&simulation, "a")[0] > 2.7);
}

/// RM-80: At 100 %, a simulated robot moves 0.2 m/s straight along its leg.
/// RM-82: Each second, 5 % of the heading error is removed along the shorter turn.
#[test]
fn after_whole_seconds_it_is_where_the_laws_say() {
    // SIM-03 with half the speed, and SIM-07: 3-4-5, and 4.5 degrees in the first second.
    let mut simulation = platform("(0, 0)", 0.0, "(at: (3, 4), yaw: deg(90), speed: 0.1)");
    for second in 1..=20 {
        simulation.steps(50).unwrap();
        let ([x, y, _], traveled) = (position(&simulation, "a"), 0.1 * f64::from(second));
        assert!((x - 0.6 * traveled).abs() < 1e-9 && (y - 0.8 * traveled).abs() < 1e-9, "{second} s: {x} {y}");
        let left = 90.0 * 0.95_f64.powi(second);
        let heading = value(&simulation, "a", "compass.heading").to_degrees();
        // The compass reads at the start of a step.
        assert!((90.0 - heading - left).abs() < 0.1, "{second} s: {heading}");
    }
}

/// RM-79: A robot away from the first pose drives there before the route starts.
/// RM-83: After the last pose the robot returns bit-exactly to its original pose.
#[test]
fn poses_are_reached_in_order_from_the_first_one_on() {
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
    assert!(refused.contains("unknown route `tuor`") && refused.contains("did you mean `tour`"), "{refused}");
    assert!(load(&text.replace("tuor", "tour")).scene.robots[0].route.is_some());
}

/// Poses of the route of a robot: x, y (m) and heading (rad).
fn poses_of(scene: &Scene, robot: &str) -> Vec<[f64; 3]> {
    let robot = scene.robots.iter().find(|described| described.name == robot).expect("the scene has the robot");
    let route = scene.routes.iter().find(|route| Some(&route.name) == robot.route.as_ref()).expect("it has a route");
    let place = |pose: nalgebra::Isometry3<f64>| {
        let at = pose.translation.vector;
        [at.x, at.y, pose.rotation.euler_angles().2]
    };
    route.poses.iter().map(|pose| place(pose.pose())).collect()
}

/// Current position and heading of a robot.
fn place(simulation: &Simulation, robot: &str) -> [f64; 3] {
    let report = simulation.robots().find(|report| report.name == robot).expect("there is the robot");
    let at = report.state.pose.translation.vector;
    [at.x, at.y, report.state.pose.rotation.euler_angles().2]
}

/// Runs a warehouse to its end, and checks that each robot reaches each pose of its route; returns the final digest.
fn runs_its_routes(name: &str, threads: usize) -> String {
    let scene = sim_engine_tests::shipped(name, &[]).scene;
    let mut simulation = shipped_with(name, threads);
    let robots: Vec<String> = scene.robots.iter().map(|robot| robot.name.to_string()).collect();
    assert_eq!(robots.len(), 10);
    // Each starts at the first pose of its route, so it reaches the second one first.
    let mut reached = [0; 10];
    let (dt, duration) = (scene.run.dt, scene.run.duration.expect("the scene has an end"));
    for step in 0..=(duration / dt).round() as usize {
        for (robot, reached) in robots.iter().zip(&mut reached) {
            let count = value(&simulation, robot, "controller.reached") as usize;
            if step > 0 && count == *reached {
                continue;
            }
            assert!(step == 0 || count == *reached + 1, "{robot} has passed over a pose");
            *reached = count;
            let ([x, y, heading], goal) = (place(&simulation, robot), poses_of(&scene, robot)[count]);
            let off = (x - goal[0]).hypot(y - goal[1]);
            let turned = sim_abi::math::wrap_angle(heading - goal[2]).abs();
            assert!(off < 0.05 && turned < 5_f64.to_radians(), "{robot} at pose {count}: {off} m, {turned} rad");
        }
        simulation.steps(1).unwrap();
    }
    for (robot, reached) in robots.iter().zip(reached) {
        assert_eq!(reached + 1, poses_of(&scene, robot).len(), "{robot} has not reached all poses");
    }
    assert!(simulation.faults().is_empty(), "{:?}", simulation.faults());
    assert!(simulation.robots().all(|robot| robot.collisions == 0 && robot.out_of_bounds.is_none()));
    assert_eq!(simulation.verdicts().len(), 21);
    for verdict in simulation.verdicts() {
        assert!(matches!(verdict.outcome, Outcome::Passed), "{verdict:?}");
    }
    simulation.digest().unwrap()
}

#[test]
fn ten_platforms_reach_every_pose_of_their_routes_without_contact() {
    runs_its_routes("robomap/warehouse.ron", 1);
}

#[test]
fn ten_robots_on_wheels_reach_every_pose_of_their_routes_without_contact() {
    runs_its_routes("robomap/warehouse-wheels.ron", 1);
}

#[test]
fn a_warehouse_runs_the_same_again_and_on_two_threads() {
    for name in ["robomap/warehouse.ron", "robomap/warehouse-wheels.ron"] {
        let once = runs_its_routes(name, 1);
        assert_eq!(runs_its_routes(name, 1), once, "{name} again");
        assert_eq!(runs_its_routes(name, 2), once, "{name} on two threads");
    }
}

#[test]
fn there_is_room_on_all_routes_of_a_warehouse_with_all_margins() {
    for name in ["robomap/warehouse.ron", "robomap/warehouse-wheels.ron"] {
        let (scene, simulation) = (sim_engine_tests::shipped(name, &[]).scene, shipped(name));
        let mut checker = PathChecker::new(Clearance::of(&simulation).into());
        let pose = |body: usize| *simulation.world().index.pose(BodyId(body as u32)).unwrap();
        for (number, robot) in scene.robots.iter().enumerate() {
            let poses = poses_of(&scene, &robot.name);
            let poses: Vec<PathPose> =
                poses.iter().map(|[x, y, yaw]| PathPose { at: [*x, *y, 0.0], yaw: *yaw }).collect();
            assert_eq!(checker.contacts(number, &poses, &pose).unwrap(), [], "{}", robot.name);
            // The path is checked: 0.45 m nearer to its rack, each of them would touch it.
            let towards = (scene.robots[number ^ 1].at.0[0] - robot.at.0[0]).signum();
            let shift = 0.45 * towards;
            let nearer = poses.iter().map(|pose| PathPose { at: [pose.at[0] + shift, pose.at[1], 0.0], ..*pose });
            let nearer: Vec<PathPose> = nearer.collect();
            let touched = checker.contacts(number, &nearer, &pose).unwrap();
            let rack = format!("rack {}", number / 2 + 1);
            assert!(touched.iter().any(|contact| contact.name == rack), "{}: {touched:?}", robot.name);
        }
    }
}
