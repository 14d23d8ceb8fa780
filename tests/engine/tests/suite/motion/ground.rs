//! All kinds of ground behave alike: bodies roll, slide and rest on a plane as on a box, a height field, a mesh and
//! tiles.

use nalgebra::Vector3;
use sim_core::engine::Simulation;
use sim_engine_tests::build_with_files;
use sim_engine_tests::grounds::{Ground, grounds};

/// State of the first movable object of a scene on each ground, `seconds` after it was given a velocity, with its
/// maximum height.
fn runs(
    body: &str,
    material: &str,
    velocity: Vector3<f64>,
    dt: f64,
    seconds: f64,
) -> Vec<(&'static str, Simulation, f64)> {
    let one = |ground: Ground| {
        let Ground { name, objects, files } = ground;
        let text = format!("(format_version: 1, run: (dt: {dt}), objects: [{objects} {body}])");
        let mut simulation = build_with_files(&text, &files);
        let (_, mut state) = simulation.movable_objects().next().unwrap();
        state.linear_velocity = velocity;
        simulation.place_object(0, state).unwrap();
        let mut top = f64::NEG_INFINITY;
        for _ in 0..(seconds / dt).round() as u64 {
            simulation.steps(1).unwrap();
            top = top.max(simulation.movable_objects().next().unwrap().1.pose.translation.z);
        }
        (name, simulation, top)
    };
    grounds(30.0, 30, [0.0; 2], material).into_iter().map(one).collect()
}

#[test]
fn a_ball_rolls_straight_on_every_ground() {
    for (speed, dt) in [(1.0, 0.01), (1.0, 0.001), (5.0, 0.01)] {
        let ball =
            r#"(name: "ball", shape: Sphere(radius: 0.1), at: (-9.97, 0.03, 0.1), mass: 1, material: (friction: 0.8))"#;
        let velocity = Vector3::new(speed, 0.1 * speed, 0.0);
        let seconds = 8.0 / speed;
        let mut wrong = Vec::new();
        for (ground, simulation, top) in runs(ball, "friction: 0.8", velocity, dt, seconds) {
            let (_, state) = simulation.movable_objects().next().unwrap();
            // It rolls after a short slide, with 5/7 of its velocity.
            let expected = Vector3::new(-9.97, 0.03, 0.1) + velocity * (5.0 / 7.0 * seconds);
            let off = state.pose.translation.vector - expected;
            let across = off - velocity * off.dot(&velocity) / velocity.norm_squared();
            if across.norm() > 1e-3 || top > 0.1 + 1e-4 || off.norm() > 0.05 * speed {
                wrong.push(format!("{speed} m/s on {ground} with dt {dt}: off by {off:?}, top {top} m"));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}

#[test]
fn a_box_slides_straight_on_every_ground() {
    for dt in [0.001, 0.01] {
        let body = r#"(name: "box", shape: Box(size: (0.3, 0.3, 0.1)), at: (-9.97, 0.03, 0.05), rpy: (0, 0, 0.3), mass: 1, material: (friction: 0.1))"#;
        let velocity = Vector3::new(3.0, 0.5, 0.0);
        let distance = velocity.norm_squared() / (2.0 * 0.1 * 9.81);
        let expected = Vector3::new(-9.97, 0.03, 0.05) + velocity.normalize() * distance;
        let mut wrong = Vec::new();
        for (ground, simulation, top) in runs(body, "friction: 0.1", velocity, dt, 4.0) {
            let (_, state) = simulation.movable_objects().next().unwrap();
            let off = state.pose.translation.vector - expected;
            if off.norm() > 0.05 * distance || top > 0.05 + 1e-4 {
                wrong.push(format!("on {ground} with dt {dt}: off by {off:?}, top {top} m"));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}

#[test]
fn a_box_rests_on_every_ground_however_long_the_step() {
    let body = r#"(name: "box", shape: Box(size: (0.3, 0.2, 0.1)), at: (0.03, 0.04, 0.05), rpy: (0, 0, 0.3), mass: 1)"#;
    let mut wrong = Vec::new();
    for dt in [0.001, 0.01, 0.05, 0.25] {
        for (ground, simulation, top) in runs(body, "friction: 0.8", Vector3::zeros(), dt, (100.0 * dt).max(2.0)) {
            let (_, state) = simulation.movable_objects().next().unwrap();
            let off = state.pose.translation.vector - Vector3::new(0.03, 0.04, 0.05);
            if off.norm() > 1e-5 || top > 0.05 + 2e-6 {
                wrong.push(format!("on {ground} with dt {dt}: off by {off:?}, top {top} m"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A cube with 0.2 m edges as a triangle mesh.
const CUBE: &str = "v -0.1 -0.1 -0.1\nv 0.1 -0.1 -0.1\nv 0.1 0.1 -0.1\nv -0.1 0.1 -0.1\nv -0.1 -0.1 0.1\nv 0.1 -0.1 0.1\nv 0.1 0.1 0.1\n\
    v -0.1 0.1 0.1\nf 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";

#[test]
fn surfaces_of_triangles_rest_on_every_ground() {
    let section = "[(-0.1, -0.1), (0.1, -0.1), (0.1, 0.1), (-0.1, 0.1), (-0.1, -0.1)]";
    let extrusion = format!("Extrusion(section: {section}, spine: [(0, 0, -0.1), (0, 0, 0.1)])");
    let mut wrong = Vec::new();
    for shape in ["Mesh(file: \"cube.obj\")", &extrusion] {
        for Ground { name, objects, mut files } in grounds(30.0, 30, [0.0; 2], "") {
            files.push(("cube.obj", CUBE.to_string()));
            let body = format!("(name: \"body\", shape: {shape}, at: (0.13, 0.24, 0.15), rpy: (0, 0, 0.3), mass: 1)");
            let mut simulation =
                build_with_files(&format!("(format_version: 1, run: (dt: 0.01), objects: [{objects} {body}])"), &files);
            simulation.steps(200).unwrap();
            let place = simulation.movable_objects().next().unwrap().1.pose.translation.vector;
            if (place - Vector3::new(0.13, 0.24, 0.1)).norm() > 2e-3 {
                wrong.push(format!("{shape} on {name}: {place:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_disc_that_spins_is_stopped_wherever_it_lies_on_a_seam() {
    const SPIN: f64 = 30.0;
    const FRICTION: f64 = 0.5;
    let floor = [-1.0, 1.0].map(|x| {
        format!(
            "(name: \"tile {x}\", shape: Box(size: (2, 4, 1)), at: ({x}, 0, -0.5), material: (friction: {FRICTION}))"
        )
    });
    let mut wrong = Vec::new();
    for (x, dt) in [0.0, 1e-3, 0.02, 0.12].into_iter().flat_map(|x| [0.001, 0.01].map(|dt| (x, dt))) {
        let text = format!(
            r#"(format_version: 1, run: (dt: {dt}), objects: [{}, (name: "disc", shape: Cylinder(radius: 0.1, height: 0.02), at: ({x}, 0, 0.01),
                mass: 1, material: (friction: {FRICTION}))])"#,
            floor.join(", ")
        );
        let mut simulation = sim_engine_tests::build(&text);
        let mut state = simulation.movable_objects().next().unwrap().1;
        state.angular_velocity.z = SPIN;
        simulation.place_object(0, state).unwrap();
        // With uniform pressure, it stops after 3 ω r / (4 µ g); on its rim alone, after two thirds of that.
        let most = 3.0 * SPIN * 0.1 / (4.0 * FRICTION * 9.81);
        simulation.steps((most / dt) as u64).unwrap();
        let state = simulation.movable_objects().next().unwrap().1;
        let (left, place) = (state.angular_velocity.z, state.pose.translation.vector);
        if left.abs() > 0.01 || (place - Vector3::new(x, 0.0, 0.01)).norm() > 0.02 {
            wrong.push(format!("{x} m from the seam, dt {dt}: {left} rad/s are left, at {place:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Its edge supports it as long as the center is above it: tan θ = d/h. Gravity is inclined instead of the ground.
#[test]
fn a_cylinder_on_a_slope_tips_at_its_limit_on_every_ground() {
    const SIZE: (f64, f64) = (0.05, 0.3);
    let limit = (2.0 * SIZE.0 / SIZE.1).atan().to_degrees();
    let mut wrong = Vec::new();
    // In the middle of a piece of the ground, across an edge, and across four.
    for (place, downhill) in [([0.53, 0.24], 0.0), ([1.02, 0.34], 40.0), ([0.99, 2.01], 100.0)] {
        for Ground { name, objects, files } in grounds(30.0, 30, [0.0; 2], "friction: 5") {
            for (dt, slope) in [0.001, 0.01, 0.05].into_iter().flat_map(|dt| [-0.3, 0.3].map(|off| (dt, limit + off))) {
                let (slope, downhill) = (slope.to_radians(), f64::to_radians(downhill));
                let along = 9.81 * slope.sin();
                let text = format!(
                    r#"(format_version: 1, run: (dt: {dt}, gravity: ({}, {}, {})), objects: [{objects} (name: "cylinder", mass: 1,
                        shape: Cylinder(radius: {}, height: {}), at: ({}, {}, {}), material: (friction: 5))])"#,
                    along * downhill.cos(),
                    along * downhill.sin(),
                    -9.81 * slope.cos(),
                    SIZE.0,
                    SIZE.1,
                    place[0],
                    place[1],
                    SIZE.1 / 2.0
                );
                let mut simulation = build_with_files(&text, &files);
                simulation.steps((5.0 / dt) as u64).unwrap();
                let after = simulation.movable_objects().next().unwrap().1.pose.translation.vector;
                let stands = (after - Vector3::new(place[0], place[1], SIZE.1 / 2.0)).norm() < 1e-3;
                if stands != (slope.to_degrees() < limit) {
                    wrong.push(format!("{name}, {place:?}, {}°, dt {dt}: {after:?}", slope.to_degrees()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
