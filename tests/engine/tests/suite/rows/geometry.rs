//! 2.2 Rotations and walls, 2.4 hitboxes.

use super::{bits, body, close, cuboid, octagon, point, pose, scene, vehicle};
use nalgebra::{Isometry3, Rotation3, Unit, UnitQuaternion, Vector3};
use sim_abi::ffi::types::RandomState;
use sim_abi::random::Random;
use sim_core::engine::Simulation;
use sim_core::geometry::{BodyId, Mobility, QueryFilter};
use sim_engine_tests::build;
use std::f64::consts::{FRAC_PI_2, PI};

/// Rotation by the convention of hosts that rotate about relative axes.
fn projected([roll, pitch, yaw]: [f64; 3]) -> Rotation3<f64> {
    let about = |axis: [f64; 3], angle: f64| Rotation3::from_axis_angle(&Unit::new_normalize(axis.into()), angle);
    let second = [0.0, roll.cos(), -roll.sin()];
    let third = [-pitch.sin(), roll.sin() * pitch.cos(), roll.cos() * pitch.cos()];
    about([1.0, 0.0, 0.0], roll) * about(second, pitch) * about(third, yaw)
}

/// NA-08: Rotations are about the fixed x, y and z axes: roll, then pitch, then yaw.
#[test]
fn roll_pitch_and_yaw_are_about_the_absolute_axes() {
    let turned = r#"rpy: (deg(30), deg(40), deg(50)), dynamics: "body/static""#;
    let mut simulation = build(&scene("", &vehicle("a", [0.0, 0.0, -1.0], turned)));
    simulation.steps(1).unwrap();
    let forward = simulation.robots().next().unwrap().state.pose.rotation * Vector3::x();
    close(forward.as_slice(), &[0.49240388, 0.58682409, -0.64278761], 5e-9);
}

/// NA-08: Rotations are about the fixed x, y and z axes: roll, then pitch, then yaw.
#[test]
fn absolute_and_projected_axes_agree_for_1000_triples() {
    let mut state = RandomState::derive(8, &["turns"]);
    let mut random = Random::from_state(&mut state);
    let triples: Vec<[f64; 3]> = (0..1000).map(|_| [0; 3].map(|_| random.uniform(-PI, PI))).collect();
    let objects: String = triples
        .iter()
        .enumerate()
        .map(|(number, [roll, pitch, yaw])| {
            format!(r#"(name: "{number}", shape: Sphere(radius: 1), rpy: ({roll:?}, {pitch:?}, {yaw:?})),"#)
        })
        .collect();
    let simulation = build(&scene(&objects, ""));
    for (number, triple) in triples.iter().enumerate() {
        let [roll, pitch, yaw] = *triple;
        let found = pose(&simulation, &number.to_string()).rotation.to_rotation_matrix();
        let about = |axis: Unit<Vector3<f64>>, angle: f64| Rotation3::from_axis_angle(&axis, angle);
        let absolute = about(Vector3::z_axis(), yaw) * about(Vector3::y_axis(), pitch) * about(Vector3::x_axis(), roll);
        for expected in [absolute, projected(*triple)] {
            let difference = (found.matrix() - expected.matrix()).abs().max();
            assert!(difference < 1e-12, "{triple:?}: {difference:e}");
        }
    }
}

/// Faces of an object around a point inside it, by rays from 50 m along the world's axes: low and high on x, y, z.
fn spans(simulation: &Simulation, name: &str, within: Vector3<f64>) -> [[f64; 2]; 3] {
    let wanted = body(simulation, name);
    [Vector3::x(), Vector3::y(), Vector3::z()].map(|axis| {
        [-1.0, 1.0].map(|side| {
            let from = within + axis * (50.0 * side);
            let index = &simulation.world().index;
            let hit = index.cast_ray(&point(from), &(-axis * side), 100.0, &QueryFilter::default()).unwrap().unwrap();
            assert_eq!(hit.body, wanted);
            assert!((hit.normal - axis * side).norm() < 1e-12, "faces look outward: {}", hit.normal);
            axis.dot(&hit.point.coords)
        })
    })
}

fn volume(spans: [[f64; 2]; 3]) -> f64 {
    spans.iter().map(|[low, high]| high - low).product()
}

/// NA-10: A default wall is 10 m long, 4 m high, 1 m thick and immobile.
#[test]
fn a_wall_spans_its_size_and_stays_bit_by_bit() {
    let wall = r#"(name: "wall", shape: Box(size: (10, 1, 4)), at: (0, 0, 0)),"#;
    let tilted = r#"(name: "tilted", shape: Box(size: (10, 4, 1)), rpy: (deg(90), 0, 0), at: (100, 200, 300)),"#;
    let robot = vehicle("a", [0.0, -3.0, -1.0], r#"dynamics: "marine/modelo0", velocity: (0, 0.5, 0)"#);
    let mut simulation = build(&scene(&format!("{wall}{tilted}"), &robot));
    let wall = spans(&simulation, "wall", Vector3::new(4.0, 0.0, 1.5)).concat();
    let tilted = spans(&simulation, "tilted", Vector3::new(104.0, 200.0, 301.5)).concat();
    close(&wall, &[-5.0, 5.0, -0.5, 0.5, -2.0, 2.0], 1e-9);
    close(&tilted, &[95.0, 105.0, 199.5, 200.5, 298.0, 302.0], 1e-9);
    let before = ["wall", "tilted"].map(|name| bits(&pose(&simulation, name)));
    simulation.steps(10_000).unwrap();
    assert_eq!(["wall", "tilted"].map(|name| bits(&pose(&simulation, name))), before);
    assert_eq!(spans(&simulation, "wall", Vector3::new(4.0, 0.0, 1.5)).concat(), wall);
}

/// NA-20: The hitbox is an oriented box with 8 vertices and 6 ordered faces.
#[test]
fn a_turned_box_spans_what_its_vertices_span() {
    let turned = r#"(name: "box", shape: Box(size: (2, 4, 6)), at: (1, 2, 3), yaw: deg(90))"#;
    let simulation = build(&scene(turned, ""));
    let middle = Vector3::new(1.0, 2.0, 3.0);
    let spans = spans(&simulation, "box", middle);
    close(&spans.concat(), &[-1.0, 3.0, 1.0, 3.0, 0.0, 6.0], 1e-9);
    assert!((volume(spans) - 48.0).abs() < 1e-9);
}

/// NA-20: The hitbox is an oriented box with 8 vertices and 6 ordered faces.
#[test]
fn the_vertices_of_a_box_are_those_of_the_unit_cube_scaled_turned_and_moved() {
    let angles = [0.3, -0.5, 1.1];
    let [roll, pitch, yaw] = angles;
    let turned = format!(r#"(name: "box", shape: Box(size: (2, 4, 6)), at: (1, 2, 3), rpy: ({roll}, {pitch}, {yaw}))"#);
    let simulation = build(&scene(&turned, ""));
    let place = Isometry3::from_parts(
        Vector3::new(1.0, 2.0, 3.0).into(),
        UnitQuaternion::from_rotation_matrix(&projected(angles)),
    );
    let inside = |local: Vector3<f64>| {
        let found = simulation.world().index.point_inside(&(place * point(local)), &QueryFilter::default());
        found.unwrap() == Some(body(&simulation, "box"))
    };
    for corner in 0..8 {
        let sign = Vector3::from_fn(|axis, _| if corner >> axis & 1 == 0 { -1.0 } else { 1.0 });
        let vertex = sign.component_mul(&Vector3::new(1.0, 2.0, 3.0));
        assert!(inside(vertex - sign * 1e-9), "{vertex}");
        for axis in 0..3 {
            let mut beyond = vertex - sign * 1e-9;
            beyond[axis] += sign[axis] * 2e-9;
            assert!(!inside(beyond), "{vertex} on axis {axis}");
        }
    }
}

/// NA-12: The vehicle is 0.457 m long, 0.338 m wide, 0.254 m high unless configured.
/// NA-21: Hitboxes follow every state change; those of static objects are computed once.
#[test]
fn the_hitbox_of_a_robot_follows_it() {
    let fields = format!(r#"yaw: {FRAC_PI_2:?}, dynamics: "body/static""#);
    let mut simulation = build(&scene("", &vehicle("a", [0.0; 3], &fields)));
    let before = spans(&simulation, "a", Vector3::zeros()).concat();
    close(&before, &[-0.169, 0.169, -0.2285, 0.2285, -0.127, 0.127], 1e-9);
    let mut state = simulation.robots().next().unwrap().state;
    state.pose.translation.vector.x += 1.0;
    simulation.place_robot(0, state).unwrap();
    simulation.steps(1).unwrap();
    let after = spans(&simulation, "a", Vector3::x()).concat();
    let moved: Vec<f64> = after.iter().zip(&before).map(|(after, before)| after - before).collect();
    close(&moved, &[1.0, 1.0, 0.0, 0.0, 0.0, 0.0], 1e-12);
}

/// NA-21: Hitboxes follow every state change; those of static objects are computed once.
/// Walls cannot move: the index holds them as fixed bodies, and no mover contains one of them.
#[test]
fn walls_are_placed_once() {
    let robot = vehicle("a", [0.0, 0.0, -1.0], r#"dynamics: "marine/modelo0", velocity: (1, 0, 0)"#);
    let mut simulation = build(&scene(&format!("{}{}", octagon(), cuboid("box", [3.0, 0.0, -1.0], [1.0; 3])), &robot));
    let poses = |simulation: &Simulation| -> Vec<Vec<u64>> {
        (0..25).map(|id| bits(simulation.world().index.pose(BodyId(id)).unwrap())).collect()
    };
    let before = poses(&simulation);
    simulation.steps(500).unwrap();
    assert_eq!(poses(&simulation), before);
    let world = simulation.world();
    let moving: Vec<&str> = world
        .bodies
        .iter()
        .enumerate()
        .filter(|(id, info)| {
            let mobility = world.index.mobility(BodyId(*id as u32)).unwrap();
            assert_eq!(mobility == Mobility::Moving, info.mover.is_some(), "{}", info.name);
            info.mover.is_some()
        })
        .map(|(_, info)| &*info.name)
        .collect();
    assert_eq!(moving, ["a"]);
}
