//! Fast and thin bodies slide, roll and land like slow and thick ones.

use nalgebra::Vector3;
use sim_abi::math::BodyState;
use sim_core::engine::Simulation;
use sim_engine_tests::grounds::{Ground, grounds};
use sim_engine_tests::{build, build_with_files};

/// Position of a movable object, m.
fn at(simulation: &Simulation, name: &str) -> [f64; 3] {
    let object = simulation.movable_objects().find(|(object, _)| *object == name);
    object.unwrap_or_else(|| panic!("no object {name}")).1.pose.translation.vector.into()
}

#[test]
fn fast_flat_bodies_slide_as_far_as_tall_ones() {
    let body = |name: &str, shape: &str, y: f64, z: f64| {
        format!(r#"(name: "{name}", shape: {shape}, at: (0, {y}, {z}), mass: 1, material: (friction: 0)),"#)
    };
    let bodies = [
        body("puck", "Box(size: (0.2, 0.2, 0.02))", 0.0, 0.01),
        body("disk", "Cylinder(radius: 0.1, height: 0.02)", 2.0, 0.01),
        body("cube", "Box(size: (0.2, 0.2, 0.2))", 4.0, 0.1),
        body("ball", "Sphere(radius: 0.02)", 6.0, 0.02),
        body("plate", "Box(size: (0.2, 0.2, 0.004))", -2.0, 0.002),
    ]
    .concat();
    let mut wrong = Vec::new();
    for dt in [0.001, 0.01, 0.02, 0.05_f64] {
        for ground in grounds(40.0, 8, [0.0; 2], "friction: 0") {
            let Ground { name: ground, objects, files } = &ground;
            let text =
                format!("(format_version: 1, run: (dt: {dt}, gravity: (10, 0, -9.81)), objects: [{objects} {bodies}])");
            let mut simulation = build_with_files(&text, files);
            simulation.steps((1.0 / dt).round() as u64).unwrap();
            for name in ["puck", "disk", "cube", "ball", "plate"] {
                let [x, _, z] = at(&simulation, name);
                if (x - 5.0).abs() > 1e-3 || z < -1e-3 {
                    wrong.push(format!("{name} on {ground} with dt {dt}: x = {x} m, z = {z} m"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn small_bodies_rest_on_a_sheet() {
    let mut simulation = build(
        r#"(format_version: 1, run: (dt: 0.01), objects: [
            (name: "sheet", shape: Box(size: (1, 1, 0.001)), at: (0, 0, 0)),
            (name: "b04", shape: Sphere(radius: 0.0004), at: (0, 0, 1), mass: 0.001),
            (name: "b1", shape: Sphere(radius: 0.001), at: (0.1, 0, 1), mass: 0.001),
            (name: "b5", shape: Sphere(radius: 0.005), at: (0.2, 0, 1), mass: 0.001),
            (name: "coin", shape: Cylinder(radius: 0.012, height: 0.0008), at: (0.3, 0, 1), mass: 0.005),
            (name: "bar", shape: Box(size: (0.4, 0.01, 0.01)), at: (0, 0.3, 1), rpy: (0, 0.7, 0), mass: 0.05),
        ])"#,
    );
    simulation.steps(500).unwrap();
    for (name, height) in [("b04", 0.0004), ("b1", 0.001), ("b5", 0.005), ("coin", 0.0004), ("bar", 0.005)] {
        let z = at(&simulation, name)[2] - 0.0005;
        assert!((z - height).abs() < 2e-4_f64.min(0.2 * height), "{name} is {z} m above the sheet instead of {height}");
    }
}

#[test]
fn a_puck_on_a_movable_plate_slides_as_on_fixed_ground() {
    // The plate is held by its weight on ground with friction; the puck slides on it without friction.
    for dt in [0.001, 0.01, 0.02_f64] {
        let mut simulation = build(&format!(
            r#"(format_version: 1, run: (dt: {dt}, gravity: (5, 0, -9.81)), floor: (material: (friction: 1)), objects: [
                (name: "plate", shape: Box(size: (8, 1, 0.1)), at: (0, 0, 0.05), mass: 1000, material: (friction: 1)),
                (name: "puck", shape: Cylinder(radius: 0.1, height: 0.02), at: (-2, 0, 0.11), mass: 1, material: (friction: 0)),
                (name: "stop", shape: Box(size: (0.02, 1, 0.2)), at: (3.5, 0, 0.2), mass: 1000, material: (friction: 1)),
            ])"#
        ));
        simulation.steps((1.0 / dt).round() as u64).unwrap();
        let [plate, puck] = ["plate", "puck"].map(|name| at(&simulation, name));
        assert!(plate[0].abs() < 1e-3, "dt {dt}: the plate has moved to {} m", plate[0]);
        assert!((puck[0] - 0.5).abs() < 5e-3, "dt {dt}: x = {} m instead of 0.5 m", puck[0]);
        assert!((puck[2] - 0.11).abs() < 1e-3, "dt {dt}: z = {} m", puck[2]);
        simulation.steps((1.5 / dt).round() as u64).unwrap();
        let [puck, stop] = ["puck", "stop"].map(|name| at(&simulation, name));
        assert!(puck[0] < stop[0], "dt {dt}: the puck at {} m is past the stop at {} m", puck[0], stop[0]);
    }
}

#[test]
fn a_thin_puck_stops_at_a_thin_wall_and_slides_along_it() {
    // It slides at 45° against a 1 mm wall: the wall absorbs the normal velocity and keeps the tangential one.
    for ground in grounds(60.0, 12, [0.0; 2], "friction: 0") {
        for dt in [0.01, 0.05_f64] {
            let Ground { name: ground, objects, files } = &ground;
            let text = format!(
                r#"(format_version: 1, run: (dt: {dt}), objects: [{objects}
                    (name: "wall", shape: Box(size: (0.001, 60, 0.5)), at: (2, 0, 0.25), material: (friction: 0)),
                    (name: "puck", shape: Box(size: (0.1, 0.1, 0.02)), at: (0, -10, 0.01), mass: 1, material: (friction: 0))])"#
            );
            let mut simulation = build_with_files(&text, files);
            let (_, mut puck) = simulation.movable_objects().next().unwrap();
            (puck.linear_velocity.x, puck.linear_velocity.y) = (10.0, 10.0);
            simulation.place_object(0, puck).unwrap();
            simulation.steps((1.0 / dt).round() as u64).unwrap();
            let (_, puck) = simulation.movable_objects().next().unwrap();
            let position = puck.pose.translation.vector;
            assert!(
                (position.x - 1.9495).abs() < 2e-3,
                "{ground}, dt {dt}: stops at the wall, not at {} m",
                position.x
            );
            assert!(
                position.y.abs() < 10.0 * dt + 0.01,
                "{ground}, dt {dt}: slides on to y = 0, not to {} m",
                position.y
            );
            assert!((position.z - 0.01).abs() < 1e-3, "{ground}, dt {dt}: {} m high", position.z);
            assert!(puck.linear_velocity.x.abs() < 1e-3 && (puck.linear_velocity.y - 10.0).abs() < 1e-3, "{puck:?}");
        }
    }
}

#[test]
fn tilted_cubes_do_not_turn_through_a_thin_wall() {
    let walls = [
        "Box(size: (0.01, 4, 4))",
        "Box(size: (0.001, 4, 4))",
        "Cylinder(radius: 4, height: 0.001), rpy: (0, deg(90), 0)",
    ];
    let model = r#"(name: "cube", links: [(name: "cube", mass: (mass: 1, inertia: (0.0017, 0.0017, 0.0017, 0, 0, 0)),
        collision: [(geometry: Box(size: (0.1, 0.1, 0.1)))])], dynamics: (id: "body/rigid"))"#;
    let mut wrong = Vec::new();
    for (wall, attitude) in walls.iter().flat_map(|wall| (0..8).map(move |attitude| (wall, attitude))) {
        for speed in [9.4, 50.0] {
            let rpy = format!("({}, {}, {})", 0.3 * f64::from(attitude), 0.7 - 0.2 * f64::from(attitude), 0.5);
            let text = format!(
                r#"(format_version: 1, run: (dt: 0.02, gravity: (0, 0, 0)),
                    objects: [(name: "wall", shape: {wall}, at: (1, 0, 0)),
                        (name: "object", shape: Box(size: (0.1, 0.1, 0.1)), at: (0, 1, 0), rpy: {rpy}, mass: 1)],
                    robots: [(name: "robot", model: (file: "cube.robot.ron"), at: (0, -1, 0), rpy: {rpy})])"#
            );
            let mut simulation = build_with_files(&text, &[("cube.robot.ron", model.to_string())]);
            let (object, robot) =
                (simulation.movable_objects().next().unwrap().1, simulation.robots().next().unwrap().state);
            let velocity = Vector3::x() * speed;
            simulation.place_object(0, BodyState { linear_velocity: velocity, ..object }).unwrap();
            simulation.place_robot(0, BodyState { linear_velocity: velocity, ..robot }).unwrap();
            for tick in 0..100 {
                simulation.steps(1).unwrap();
                let robot = simulation.robots().next().unwrap().state.pose.translation.x;
                for (name, x) in [("object", at(&simulation, "object")[0]), ("robot", robot)] {
                    if x > 0.99 {
                        wrong.push(format!("{name}, attitude {attitude}, {speed} m/s at {wall}: {x} m in tick {tick}"));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_is_put_somewhere_between_ticks_knows_what_it_touches_there() {
    // In a step of 0.03 s, it falls further than its thickness.
    let mut simulation = build(
        r#"(format_version: 1, run: (dt: 0.03), objects: [
            (name: "shelf", shape: Box(size: (1, 1, 0.001)), at: (0, 0, 0)),
            (name: "coin", shape: Cylinder(radius: 0.012, height: 0.001), at: (0, 0, 0.001), mass: 0.005)])"#,
    );
    assert!(simulation.contacts().count() > 0, "it lies on the shelf from the start");
    simulation.steps(1).unwrap();
    let state = simulation.movable_objects().next().unwrap().1;
    let mut away = state;
    away.pose.translation.z = 5.0;
    simulation.place_object(0, away).unwrap();
    assert_eq!(simulation.contacts().count(), 0);
    simulation.steps(1).unwrap();
    let fallen = 5.0 - at(&simulation, "coin")[2];
    assert!((fallen - 0.5 * 9.81 * 0.03 * 0.03).abs() < 1e-9, "free fall over {fallen} m");
    simulation.place_object(0, state).unwrap();
    assert!(simulation.contacts().count() > 0);
    simulation.steps(10).unwrap();
    let z = at(&simulation, "coin")[2];
    assert!((z - 0.001).abs() < 1e-4, "it stays on the shelf: {z} m");
}
