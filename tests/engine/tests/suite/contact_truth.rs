//! Contacts and free bodies compared with analytical mechanics.

use nalgebra::{Matrix3, Point3, UnitQuaternion, Vector3};
use sim_abi::math::BodyState;
use sim_core::engine::{Simulation, Snapshot};
use sim_engine_tests::{build, build_with, build_with_files};

const G: f64 = 9.81;

fn scene(dt: f64, rest: &str) -> String {
    format!("(format_version: 1, run: (dt: {dt}), {rest})")
}

fn states(simulation: &Simulation) -> Vec<BodyState> {
    simulation.movable_objects().map(|(_, state)| state).collect()
}

fn state(simulation: &Simulation, object: usize) -> BodyState {
    states(simulation)[object]
}

fn stack(count: usize) -> String {
    let boxes = (0..count).map(|level| {
        let z = 0.25 + 0.5 * level as f64;
        format!(r#"(name: "box{level}", shape: Box(size: (0.5, 0.5, 0.5)), at: (0, 0, {z}), mass: 1),"#)
    });
    let boxes: String = boxes.collect();
    scene(0.01, &format!(r#"objects: [(name: "ground", shape: Plane()), {boxes}]"#))
}

#[test]
fn a_stack_of_eight_boxes_stands_for_a_minute() {
    let mut simulation = build(&stack(8));
    let start = states(&simulation);
    for second in 0..60 {
        simulation.steps(100).unwrap();
        for (number, (now, start)) in states(&simulation).iter().zip(&start).enumerate() {
            let moved = (now.pose.translation.vector - start.pose.translation.vector).norm();
            assert!(moved < 1e-3, "box {number} has moved {moved} m after {} s", second + 1);
        }
    }
}

#[test]
fn a_stack_goes_on_from_a_snapshot_as_it_did_on_any_number_of_threads() {
    let text = stack(5);
    let mut simulation = build(&text);
    simulation.steps(150).unwrap();
    let snapshot = Snapshot::from_bytes(&simulation.snapshot().unwrap().to_bytes().unwrap()).unwrap();
    simulation.steps(100).unwrap();
    let mut other = build_with(&text, 2);
    other.restore(&snapshot).unwrap();
    assert_eq!(other.snapshot().unwrap().difference(&snapshot), None);
    other.steps(100).unwrap();
    assert_eq!(other.state_hash(), simulation.state_hash());
    assert_eq!(other.snapshot().unwrap().difference(&simulation.snapshot().unwrap()), None);
}

/// Highest point of the lower side of a ball after its first bounce from a fall of `height`.
fn bounce(restitution: f64, height: f64, dt: f64) -> f64 {
    let mut simulation = build(&scene(
        dt,
        &format!(
            r#"objects: [(name: "ground", shape: Plane(), material: (restitution: {restitution})),
                (name: "ball", shape: Sphere(radius: 0.1), at: (0, 0, {}), mass: 1)]"#,
            height + 0.1
        ),
    ));
    let fall = (2.0 * height / G).sqrt();
    let mut peak = 0.0_f64;
    let mut bounced = false;
    simulation
        .run(|simulation| {
            let ball = state(simulation, 0);
            bounced |= ball.linear_velocity.z > 0.0;
            if bounced {
                peak = peak.max(ball.pose.translation.z - 0.1);
            }
            simulation.time() > fall * (1.0 + 1.5 * restitution)
        })
        .unwrap();
    assert!(bounced, "it never rises");
    peak
}

#[test]
fn a_ball_rises_to_the_square_of_its_restitution() {
    for restitution in [0.3, 0.5, 0.8, 1.0] {
        for dt in [0.001, 0.005, 0.01] {
            let (peak, expected) = (bounce(restitution, 1.0, dt), restitution * restitution);
            // The resting penetration of a ball into the ground, 0.1 mm, is not an error of the bounce.
            let bound = 0.01 * expected + 2e-4;
            assert!((peak - expected).abs() < bound, "e = {restitution}, dt = {dt}: {peak} m instead of {expected} m");
        }
    }
}

#[test]
fn what_rests_does_not_bounce_however_long_the_step() {
    let mut simulation = build(&scene(
        0.02,
        r#"objects: [(name: "ground", shape: Plane()),
            (name: "ball", shape: Sphere(radius: 0.1), at: (0, 0, 0.1), mass: 1, material: (restitution: 0.9))]"#,
    ));
    for _ in 0..100 {
        simulation.steps(1).unwrap();
        let ball = state(&simulation, 0);
        assert!(ball.linear_velocity.norm() < 1e-9, "{ball:?} at {} s", simulation.time());
    }
}

/// Initial sliding distance of a box with this speed.
fn slide(friction: f64, speed: f64, dt: f64) -> f64 {
    let material = format!("material: (friction: {friction})");
    let mut simulation = build(&scene(
        dt,
        &format!(
            r#"objects: [(name: "ground", shape: Plane(), {material}),
                (name: "box", shape: Box(size: (0.4, 0.4, 0.1)), at: (0, 0, 0.05), mass: 2, {material})]"#
        ),
    ));
    let start = BodyState { linear_velocity: Vector3::x() * speed, ..state(&simulation, 0) };
    simulation.place_object(0, start).unwrap();
    simulation.steps((1.5 * speed / (friction * G) / dt) as u64).unwrap();
    let end = state(&simulation, 0);
    assert!(end.linear_velocity.norm() < 1e-4, "it still slides: {end:?}");
    end.pose.translation.x
}

#[test]
fn a_box_slides_as_far_as_coulomb_says() {
    let (friction, speed) = (0.3, 2.0);
    let expected = speed * speed / (2.0 * friction * G);
    let error = |dt: f64| (slide(friction, speed, dt) / expected - 1.0).abs();
    assert!(error(0.002) < 0.01, "{}", error(0.002));
    // At most first order: one step at constant velocity causes an error of v·dt/2 in the distance v²/(2·µ·g).
    for dt in [0.01, 0.005, 0.002] {
        let first_order = friction * G * dt / speed;
        assert!(error(dt) <= first_order + 1e-4, "dt = {dt}: {} of {first_order}", error(dt));
    }
}

#[test]
fn a_box_slips_from_the_angle_of_friction_on() {
    let friction = 0.4_f64;
    let slipped = |factor: f64| {
        let angle = (friction * factor).atan();
        let material = format!("material: (friction: {friction})");
        let (sin, cos) = angle.sin_cos();
        let mut simulation = build(&scene(
            0.005,
            &format!(
                r#"objects: [(name: "slope", shape: Plane(normal: ({sin}, 0, {cos})), {material}),
                    (name: "box", shape: Box(size: (0.4, 0.4, 0.1)), at: ({}, 0, {}), rpy: (0, {angle}, 0), mass: 2, {material})]"#,
                0.05 * sin,
                0.05 * cos
            ),
        ));
        let start = state(&simulation, 0).pose.translation.vector;
        simulation.steps(600).unwrap();
        (state(&simulation, 0).pose.translation.vector - start).norm()
    };
    let (below, above) = (slipped(0.99), slipped(1.01));
    assert!(below < 1e-3, "it slips {below} m below the angle of friction");
    // ½·g·(sin − µ·cos)·t² with 3 s.
    let angle = (friction * 1.01).atan();
    let expected = 0.5 * G * (angle.sin() - friction * angle.cos()) * 9.0;
    assert!((above / expected - 1.0).abs() < 0.05, "{above} m instead of {expected} m above it");
}

#[test]
fn a_crate_floats_with_the_draught_of_archimedes() {
    // 30 kg on 0.6 m × 0.5 m of water.
    let mut simulation = build(&scene(
        0.01,
        r#"media: [(name: "water", region: Below(0.0), density: 1000)],
           objects: [(name: "crate", shape: Box(size: (0.6, 0.5, 0.4)), at: (0, 0, 0.12), mass: 30)]"#,
    ));
    simulation.steps(10_000).unwrap();
    let mut draught = 0.0;
    for _ in 0..500 {
        simulation.steps(1).unwrap();
        draught += (0.2 - state(&simulation, 0).pose.translation.z) / 500.0;
    }
    let expected = 30.0 / (1000.0 * 0.3);
    assert!((draught / expected - 1.0).abs() < 0.01, "{draught} m instead of {expected} m");
    assert!(state(&simulation, 0).pose.rotation.angle() < 1e-3);
}

#[test]
fn a_ball_sinks_at_the_speed_at_which_drag_carries_its_weight_and_a_light_one_rises() {
    let run = |mass: f64| {
        let mut simulation = build(&scene(
            0.01,
            &format!(
                r#"media: [(name: "water", density: 1000)],
                   objects: [(name: "ball", shape: Sphere(radius: 0.1), at: (0, 0, 0), mass: {mass})]"#
            ),
        ));
        simulation.steps(1000).unwrap();
        state(&simulation, 0).linear_velocity.z
    };
    let volume = 4.0 / 3.0 * std::f64::consts::PI * 1e-3;
    for mass in [8.0, 2.0] {
        // m·g − ρ·V·g = ½·ρ·C·A·v², C = 0.47.
        let weight: f64 = (mass - 1000.0 * volume) * G;
        let speed = (2.0 * weight.abs() / (1000.0 * 0.47 * std::f64::consts::PI * 0.01)).sqrt();
        let (found, expected) = (run(mass), -weight.signum() * speed);
        assert!((found / expected - 1.0).abs() < 1e-3, "{found} m/s instead of {expected} m/s");
    }
}

#[test]
fn a_crate_drifts_with_the_current_and_stops_turning() {
    let mut simulation = build(&scene(
        0.01,
        r#"media: [(name: "water", region: Below(0.0), density: 1000, current: Uniform((0.5, 0, 0)))],
           objects: [(name: "crate", shape: Box(size: (0.6, 0.5, 0.4)), at: (0, 0, 0.1), mass: 30)]"#,
    ));
    let turning = BodyState { angular_velocity: Vector3::z() * 3.0, ..state(&simulation, 0) };
    simulation.place_object(0, turning).unwrap();
    simulation.steps(6000).unwrap();
    let state = state(&simulation, 0);
    assert!((state.linear_velocity.x - 0.5).abs() < 0.05, "{state:?}");
    assert!(state.angular_velocity.norm() < 0.5, "{state:?}");
}

#[test]
fn a_torque_free_body_keeps_its_energy_and_its_angular_momentum() {
    let moments = Vector3::new(0.1, 0.2, 0.3);
    let mut simulation = build(
        r#"(format_version: 1, run: (dt: 0.01, gravity: (0, 0, 0)),
            objects: [(name: "book", shape: Box(size: (0.3, 0.2, 0.1)), mass: 2, inertia: (0.1, 0.2, 0.3))])"#,
    );
    let inertia = Matrix3::from_diagonal(&moments);
    let measure = |state: &BodyState| {
        let own = state.pose.rotation.inverse() * state.angular_velocity;
        (0.5 * own.dot(&(inertia * own)), state.pose.rotation * (inertia * own))
    };
    let start = BodyState { angular_velocity: Vector3::new(0.1, 5.0, 0.2), ..state(&simulation, 0) };
    simulation.place_object(0, start).unwrap();
    let (energy, momentum) = measure(&start);
    simulation.steps(6000).unwrap();
    let (after, turned) = measure(&state(&simulation, 0));
    assert!((after / energy - 1.0).abs() < 1e-9, "{after} J of {energy} J");
    assert!((turned - momentum).norm() < 1e-9 * momentum.norm(), "{turned} of {momentum}");
}

/// A cuboid as a mesh file, with its center at `at`.
fn cuboid_file(size: [f64; 3], at: [f64; 3]) -> String {
    let corner = |bits: usize| {
        let place = [0, 1, 2].map(|k| at[k] + size[k] * if bits >> k & 1 == 0 { -0.5 } else { 0.5 });
        format!("v {} {} {}\n", place[0], place[1], place[2])
    };
    let faces = ["1 3 4 2", "5 6 8 7", "1 2 6 5", "3 7 8 4", "1 5 7 3", "2 4 8 6"];
    (0..8).map(corner).chain(faces.iter().map(|face| format!("f {face}\n"))).collect()
}

#[test]
fn a_mesh_moves_like_the_solid_that_it_bounds_about_its_own_centre() {
    let (size, at) = ([0.4, 0.2, 0.1], [0.3, -0.2, 0.5]);
    let text = r#"(format_version: 1, run: (dt: 0.01),
        objects: [(name: "mesh", shape: Mesh(file: "box.obj"), mass: 2),
                  (name: "hull", shape: Mesh(file: "box.obj", convex: true), at: (5, 0, 0), mass: 2),
                  (name: "box", shape: Box(size: (0.4, 0.2, 0.1)), at: (10, 0, 0), mass: 2)])"#;
    let mut simulation = build_with_files(text, &[("box.obj", &cuboid_file(size, at))]);
    let spin = Vector3::new(0.3, 4.0, -0.5);
    let centers = [Vector3::from(at), Vector3::from(at), Vector3::zeros()];
    let before = states(&simulation);
    for (object, center) in centers.iter().enumerate() {
        // The centers of mass are at rest.
        let start = BodyState { angular_velocity: spin, linear_velocity: -spin.cross(center), ..before[object] };
        simulation.place_object(object, start).unwrap();
    }
    simulation.steps(200).unwrap();
    let after = states(&simulation);
    for (object, center) in centers.iter().enumerate() {
        let middle = |state: &BodyState| (state.pose * Point3::from(*center)).coords;
        let moved = middle(&after[object]) - middle(&before[object]);
        let fallen = Vector3::new(0.0, 0.0, -0.5 * G * 4.0);
        assert!((moved - fallen).norm() < 1e-6, "the center of {object} has moved by {moved} in 2 s");
        let apart = after[object].pose.rotation.angle_to(&after[2].pose.rotation);
        assert!(apart < 1e-4, "object {object} differs from the cuboid by {apart} rad");
    }
    assert!(after[2].pose.rotation.angle_to(&UnitQuaternion::identity()) > 0.1, "they turn");
}

/// A slider that moves along x at 1 m/s, with a paddle from x = −0.1 to 0.
const PUSHER: &str = r#"(name: "pusher", links: [
        (name: "body", mass: (mass: 1, inertia: (1, 1, 1, 0, 0, 0))),
        (name: "paddle", mass: (mass: 1, inertia: (1, 1, 1, 0, 0, 0)), collision: [(geometry: Box(size: (0.1, 1, 0.4)))])],
    joints: [(name: "slide", parent: "body", child: "paddle", placement: (at: (-0.05, 0, 0.2)), motion: Prismatic,
        limits: (0, 5), axis: (1, 0, 0), max_velocity: 1)],
    actuators: [(name: "slide", component: "drive/servo", params: {"joint": "slide"})],
    dynamics: (id: "body/static"))"#;

/// Speed of a box after a paddle has hit it at 1 m/s.
fn pushed(restitution: f64) -> f64 {
    let text = format!(
        r#"(format_version: 1, run: (dt: 0.005),
            objects: [(name: "ground", shape: Plane(), material: (friction: 0)),
                (name: "box", shape: Box(size: (0.2, 0.2, 0.2)), at: (0.2, 0, 0.1), mass: 2,
                    material: (friction: 0, restitution: {restitution}))],
            robots: [(name: "a", model: (file: "pusher.robot.ron"),
                controller: (id: "control/constant", params: (commands: {{"slide": 5}})))])"#
    );
    let mut simulation = build_with_files(&text, &[("pusher.robot.ron", PUSHER)]);
    simulation.steps(100).unwrap();
    state(&simulation, 0).linear_velocity.x
}

#[test]
fn a_paddle_that_a_joint_drives_pushes_with_its_speed() {
    let speed = pushed(0.0);
    assert!((speed - 1.0).abs() < 1e-3, "{speed} m/s");
    let speed = pushed(0.5);
    assert!((speed - 1.5).abs() < 0.02, "{speed} m/s after a bounce");
}

#[test]
fn the_friction_of_a_sliding_box_is_reported() {
    let mut simulation = build(&scene(
        0.01,
        r#"objects: [(name: "ground", shape: Plane(), material: (friction: 0.5)),
            (name: "box", shape: Box(size: (0.4, 0.4, 0.1)), at: (0, 0, 0.05), mass: 2, material: (friction: 0.5))]"#,
    ));
    let start = BodyState { linear_velocity: Vector3::x() * 3.0, ..state(&simulation, 0) };
    simulation.place_object(0, start).unwrap();
    simulation.steps(10).unwrap();
    let friction: Vector3<f64> = simulation.contacts().map(|contact| Vector3::from(contact.friction)).sum();
    // µ·m·g·dt against the motion.
    let expected = Vector3::new(-0.5 * 2.0 * G * 0.01, 0.0, 0.0);
    assert!((friction - expected).norm() < 0.01 * expected.norm(), "{friction} instead of {expected}");
    let normal: f64 = simulation.contacts().map(|contact| contact.impulse).sum();
    assert!((normal - 2.0 * G * 0.01).abs() < 1e-3, "{normal} N·s");
}

/// Bounce height of a robot that falls 1 m, and sliding distance of one at 1 m/s, with this surface.
fn of_a_robot(material: &str) -> (f64, f64) {
    let robot = |more: &str| {
        build(&scene(
            0.001,
            &format!(
                r#"objects: [(name: "ground", shape: Plane(), material: (friction: 0.6))],
                   robots: [(name: "r", model: "scout/standard", dynamics: "body/rigid", controller: "control/constant", {more} {material})]"#
            ),
        ))
    };
    let height = |simulation: &Simulation| simulation.robots().next().unwrap().state.pose.translation.z;
    let (mut falling, mut bounced, mut peak) = (robot("at: (0, 0, 1),"), false, 0.0_f64);
    falling
        .run(|simulation| {
            bounced |= simulation.robots().next().unwrap().state.linear_velocity.z > 0.1;
            peak = if bounced { peak.max(height(simulation)) } else { 0.0 };
            simulation.tick() >= 1000
        })
        .unwrap();
    let mut sliding = robot("velocity: (1, 0, 0),");
    sliding.steps(1000).unwrap();
    (peak, sliding.robots().next().unwrap().state.pose.translation.x)
}

#[test]
fn a_robot_has_the_surface_that_its_scene_gives_it() {
    let (peak, slide) = of_a_robot("");
    let friction = (0.6_f64 * 0.5).sqrt();
    assert!(peak < 0.05 && (slide * 2.0 * friction * G - 1.0).abs() < 0.05, "{peak} {slide}");
    let (peak, slide) = of_a_robot("material: (friction: 0.15, restitution: 0.7)");
    let friction = (0.6_f64 * 0.15).sqrt();
    assert!((peak - 0.49).abs() < 0.05 && (slide * 2.0 * friction * G - 1.0).abs() < 0.05, "{peak} {slide}");
}
