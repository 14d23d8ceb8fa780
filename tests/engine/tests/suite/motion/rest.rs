//! Bodies held by static friction stay in place, regardless of integrator and step size.

use nalgebra::{Isometry3, UnitQuaternion};
use sim_core::engine::Simulation;
use sim_engine_tests::{build, build_with_files};

/// Maximum displacement of a resting body in a minute, m.
const STILL: f64 = 1e-6;

/// Distance of a corner of the brick from its center, m, which converts a rotation to a displacement.
const LEVER: f64 = 0.22;

/// A brick with six degrees of freedom moved by a dynamics.
fn brick(dynamics: &str) -> String {
    format!(
        r#"(name: "brick", links: [(name: "body", mass: (mass: 1, inertia: (0.01, 0.01, 0.01, 0, 0, 0)),
             collision: [(geometry: Box(size: (0.3, 0.3, 0.1)))])],
         actuators: [(name: "push", component: "drive/link-wrench", params: {{"link": "body"}})], dynamics: {dynamics})"#
    )
}

/// Poses of all movable bodies.
fn poses(simulation: &Simulation) -> Vec<Isometry3<f64>> {
    let robots = simulation.robots().map(|robot| robot.state.pose);
    robots.chain(simulation.movable_objects().map(|(_, state)| state.pose)).collect()
}

/// Maximum displacement, m, and rotation, rad, from the first tick on within `seconds`.
fn drift(scene: &str, dynamics: &str, dt: f64, seconds: f64) -> (f64, f64) {
    let text = format!("(format_version: 1, run: (dt: {dt}), {scene})");
    let mut simulation = build_with_files(&text, &[("brick.robot.ron", &brick(dynamics))]);
    let start = poses(&simulation);
    simulation.steps((seconds / dt).round() as u64).unwrap();
    assert!(simulation.faults().is_empty(), "{:?}", simulation.faults());
    poses(&simulation).iter().zip(&start).fold((0.0, 0.0), |(moved, turned), (now, before)| {
        let displacement = (now.translation.vector - before.translation.vector).norm();
        (displacement.max(moved), now.rotation.angle_to(&before.rotation).max(turned))
    })
}

/// A slope of `degrees` with a brick moved by a plugin and an object of the same shape.
fn slope(degrees: f64, friction: f64) -> String {
    let turn = UnitQuaternion::from_euler_angles(0.0, -degrees.to_radians(), 0.0);
    let (up, at) = (turn * nalgebra::Vector3::z(), turn * nalgebra::Vector3::new(0.0, 0.0, 0.05));
    format!(
        r#"objects: [
            (name: "slope", shape: Plane(normal: ({}, 0, {})), material: (friction: {friction})),
            (name: "object", shape: Box(size: (0.3, 0.3, 0.1)), at: ({}, 0, {}), rpy: (0, deg(-{degrees}), 0), mass: 1,
                material: (friction: {friction}))],
          robots: [(name: "robot", model: (file: "brick.robot.ron"), at: ({}, 2, {}), rpy: (0, deg(-{degrees}), 0),
            material: (friction: {friction}))]"#,
        up.x, up.z, at.x, at.z, at.x, at.z
    )
}

/// A brick on a level floor with a constant wrench.
fn pushed(commands: &str) -> String {
    format!(
        r#"floor: (material: (friction: 0.8)), robots: [(name: "pushed", model: (file: "brick.robot.ron"), at: (0, 0, 0.05),
            material: (friction: 0.8), controller: (id: "control/constant", params: (commands: {{{commands}}})))]"#
    )
}

/// Three stacked bricks: a plugin's, an object, a plugin's.
const STACK: &str = r#"floor: (material: (friction: 0.8)),
    objects: [(name: "middle", shape: Box(size: (0.3, 0.3, 0.1)), at: (0, 0, 0.15), mass: 1, material: (friction: 0.8))],
    robots: [(name: "low", model: (file: "brick.robot.ron"), at: (0, 0, 0.05), material: (friction: 0.8)),
        (name: "high", model: (file: "brick.robot.ron"), at: (0, 0, 0.25), material: (friction: 0.8))]"#;

/// A brick pressed against a wall hard enough neither to fall nor to tip.
const WALL: &str = r#"objects: [(name: "wall", shape: Box(size: (0.2, 2, 2)), at: (0.25, 0, 0), material: (friction: 0.8))],
    robots: [(name: "a", model: (file: "brick.robot.ron"), at: (0, 0, 0), material: (friction: 0.8),
        controller: (id: "control/constant", params: (commands: {"push.force_x": 60})))]"#;

#[test]
fn what_static_friction_holds_does_not_drift() {
    let scenes = [
        ("a slope of 15°", slope(15.0, 0.8)),
        ("a slope 1 % below the angle of friction", slope(0.99 * 0.8_f64.atan().to_degrees(), 0.8)),
        ("a push of 3 N", pushed(r#""push.force_x": 3"#)),
        ("a push of 7.7 N at the center of mass", pushed(r#""push.force_x": 5.4, "push.force_y": 5.4"#)),
        ("a twist", pushed(r#""push.torque_z": 0.3"#)),
        ("a stack", STACK.to_string()),
        ("a wall", WALL.to_string()),
    ];
    let mut wrong = Vec::new();
    for dynamics in [r#"(id: "body/rigid")"#] {
        for (name, scene) in &scenes {
            for dt in [0.001, 0.01, 0.02] {
                let seconds = if dt < 0.01 { 6.0 } else { 60.0 };
                let (moved, turned) = drift(scene, dynamics, dt, seconds);
                if moved.max(turned * LEVER) > STILL {
                    wrong.push(format!("{dynamics}, {name}, dt {dt}: {moved:.2e} m, {turned:.2e} rad in {seconds} s"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_static_friction_does_not_hold_slides_as_the_formula_says() {
    let friction = 0.8_f64;
    let degrees = 1.01 * friction.atan().to_degrees();
    let (moved, _) = drift(&slope(degrees, friction), r#"(id: "body/rigid")"#, 0.01, 2.0);
    let angle = degrees.to_radians();
    let expected = 0.5 * 9.81 * (angle.sin() - friction * angle.cos()) * 4.0;
    assert!((moved - expected).abs() < 0.01 * expected, "{moved} m instead of {expected} m");
}

#[test]
fn a_thousand_kilograms_rest_on_one_for_a_minute() {
    for dt in [0.005, 0.01_f64] {
        let scene = format!(
            r#"(format_version: 1, run: (dt: {dt}), floor: (), objects: [
                (name: "light", shape: Box(size: (0.5, 0.5, 0.5)), at: (0, 0, 0.25), mass: 1),
                (name: "heavy", shape: Box(size: (0.5, 0.5, 0.5)), at: (0, 0, 0.75), mass: 1000)])"#
        );
        let mut simulation = build(&scene);
        let start = poses(&simulation);
        let moved = |simulation: &Simulation, since: &[Isometry3<f64>]| {
            let pairs = poses(simulation).into_iter().zip(since);
            pairs.map(|(now, then)| (now.translation.vector - then.translation.vector).norm()).fold(0.0, f64::max)
        };
        simulation.steps((30.0 / dt).round() as u64).unwrap();
        let settled = poses(&simulation);
        assert!(moved(&simulation, &start) < 0.02, "dt {dt}: {} m in 30 s", moved(&simulation, &start));
        simulation.steps((30.0 / dt).round() as u64).unwrap();
        assert!(moved(&simulation, &settled) < 1e-4, "dt {dt}: {} m more", moved(&simulation, &settled));
    }
}

#[test]
fn robots_that_start_inside_each_other_part() {
    let scout = |name: &str, at: &str| {
        format!(
            r#"(name: "{name}", model: "scout/standard", at: ({at}), controller: (id: "control/constant",
                params: (commands: {{"left_wheel": 0, "right_wheel": 0}}))),"#
        )
    };
    for dynamics in ["kinematic", "dynamic"] {
        let robots = [
            ("a", "0, 0"),
            ("b", "0, 0"),
            ("c", "3, 0"),
            ("d", "3.05, 0"),
            ("e", "6, 0"),
            ("f", "6, 0"),
            ("g", "6, 0"),
        ];
        let robots: String = robots.iter().map(|(name, at)| scout(name, at)).collect();
        let robots = robots.replace("controller", &format!(r#"dynamics: "diff-drive/{dynamics}", controller"#));
        let mut simulation = build(&format!("(format_version: 1, run: (dt: 0.01), floor: (), robots: [{robots}])"));
        simulation.steps(300).unwrap();
        let places: Vec<_> = simulation.robots().map(|robot| robot.state.pose.translation.vector).collect();
        for (number, one) in places.iter().enumerate() {
            for other in &places[..number] {
                let distance = (one - other).norm();
                assert!(distance > 0.17 - 1e-3, "{dynamics}: two are {distance} m apart");
            }
        }
    }
}

/// A rotation within a step may tip a flat body from one edge to the other: it must not hang between the two forever.
#[test]
fn flat_objects_that_fall_tilted_come_to_rest_flat() {
    let shapes = [
        ("plate", "Box(size: (0.1, 0.1, 0.002))", 0.001),
        ("coin", "Cylinder(radius: 0.012, height: 0.0015)", 0.00075),
        ("disc", "Cylinder(radius: 0.06, height: 0.0012)", 0.0006),
        ("book", "Box(size: (0.2, 0.15, 0.02))", 0.01),
        ("tile", "Box(size: (0.2, 0.2, 0.008))", 0.004),
    ];
    let grounds = ["floor: (),", r#"objects: [(name: "ground", shape: Box(size: (40, 40, 1)), at: (0, 0, -0.5))],"#];
    let mut wrong = Vec::new();
    for (ground, (name, shape, half)) in grounds.iter().flat_map(|ground| shapes.map(|thing| (ground, thing))) {
        for dt in [0.005, 0.01, 0.02, 0.05] {
            let object = format!(r#"(name: "thing", shape: {shape}, at: (0, 0, 0.7), rpy: (0.3, 0.1, 0), mass: 0.1)"#);
            let scene = match ground.strip_suffix("],") {
                Some(objects) => format!("{objects}, {object}]"),
                None => format!("{ground} objects: [{object}]"),
            };
            let mut simulation = build(&format!("(format_version: 1, run: (dt: {dt}), {scene})"));
            simulation.steps((5.0 / dt) as u64).unwrap();
            let state = simulation.movable_objects().next().unwrap().1;
            let (height, speed) = (state.pose.translation.z, state.linear_velocity.norm());
            if (height - half).abs() > 1e-4 || speed > 1e-3 {
                wrong.push(format!("{name} on {ground} with dt {dt}: at {height} m, {speed} m/s"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn heavy_objects_on_light_ones_and_towers_are_stable() {
    let boxes = |size: f64, masses: &[f64]| {
        let one = |(number, mass): (usize, &f64)| {
            let height = size * (number as f64 + 0.5);
            format!(
                r#"(name: "box-{number}", shape: Box(size: ({size}, {size}, {size})), at: (0, 0, {height}), mass: {mass})"#
            )
        };
        format!("floor: (), objects: [{}]", masses.iter().enumerate().map(one).collect::<Vec<_>>().join(", "))
    };
    let scenes = [
        ("1 t on 1 kg", boxes(0.2, &[1.0, 1000.0])),
        ("1 t on 1 kg, small", boxes(0.1, &[1.0, 1000.0])),
        ("100 kg on two of 1 kg", boxes(0.1, &[1.0, 1.0, 100.0])),
        ("15 boxes", boxes(0.1, &[1.0; 15])),
    ];
    for (name, scene) in &scenes {
        for dt in [0.005, 0.01, 0.02] {
            let mut simulation = build(&format!("(format_version: 1, run: (dt: {dt}), {scene})"));
            let start = poses(&simulation);
            simulation.steps((10.0 / dt) as u64).unwrap();
            let displacements = poses(&simulation).into_iter().zip(&start);
            let moved = displacements.map(|(now, start)| (now.translation.vector - start.translation.vector).norm());
            let most = moved.fold(0.0, f64::max);
            assert!(most < 5e-5, "{name}, dt {dt}: moved by {most} m");
        }
    }
}

/// A resting body falls a little in each step before its contacts push it back: a body that approaches meanwhile must
/// not end up in its place.
#[test]
fn an_object_that_falls_on_a_resting_one_stops_at_its_surface() {
    for dt in [0.01, 0.02, 0.05] {
        for drop in 0..20 {
            let height = 0.152 + 0.005 * f64::from(drop);
            let a_box = |name: &str, x: f64, z: f64| {
                format!(r#"(name: "{name}", shape: Box(size: (0.1, 0.1, 0.1)), at: ({x}, 0, {z}), mass: 1)"#)
            };
            let objects = [a_box("lower", 0.0, 0.05), a_box("upper", 0.01, height)].join(", ");
            let mut simulation =
                build(&format!("(format_version: 1, run: (dt: {dt}), floor: (), objects: [{objects}])"));
            for tick in 0..(0.4 / dt) as usize {
                simulation.steps(1).unwrap();
                let [lower, upper] = [0, 1].map(|number| poses(&simulation)[number].translation.z);
                let overlap = 0.1 - (upper - lower);
                assert!(overlap < 1.1e-3, "from {height} m, dt {dt}: {overlap:.2e} m in tick {tick}");
            }
        }
    }
}

/// Compliant links that press on a body do not carry it by their overlap.
#[test]
fn a_heavy_robot_with_a_joint_rests_on_a_light_box() {
    let model = r#"(name: "walker", links: [
            (name: "body", mass: (mass: 9.0, inertia: (0.1, 0.1, 0.1, 0, 0, 0))),
            (name: "foot", mass: (mass: 1.0, inertia: (0.02, 0.02, 0.02, 0, 0, 0)),
                collision: [(geometry: Box(size: (0.2, 0.2, 0.1)))])],
        joints: [(name: "ankle", parent: "body", child: "foot", placement: (at: (0, 0, -0.1)), motion: Revolute, axis: (0, 0, 1),
            limits: (-1, 1), max_velocity: 1)],
        dynamics: (id: "body/rigid"))"#;
    let text = r#"(format_version: 1, run: (dt: 0.01), floor: (),
        objects: [(name: "box", shape: Box(size: (0.3, 0.3, 0.1)), at: (0, 0, 0.05), mass: 0.1)],
        robots: [(name: "walker", model: (file: "walker.robot.ron"), at: (0, 0, 0.25))])"#;
    let mut simulation = build_with_files(text, &[("walker.robot.ron", model)]);
    simulation.steps(500).unwrap();
    let [x, y, z] = sim_engine_tests::position(&simulation, "walker");
    assert!(x.abs() < 1e-6 && y.abs() < 1e-6 && (z - 0.25).abs() < 1e-6, "it is at ({x}, {y}, {z})");
    assert!(simulation.faults().is_empty());
}
