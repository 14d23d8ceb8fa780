//! Rows of the NAUTILUS specification in the engine, with the real libraries; each test is named after its row.

mod bodies;
mod geometry;
mod ranges;
mod run;

use nalgebra::{Isometry3, Point3, Vector3};
use sim_abi::random::Random;
use sim_core::engine::{BuildOptions, Simulation};
use sim_core::geometry::BodyId;
use sim_engine_tests::{shared_plugins, value};
use std::f64::consts::FRAC_PI_4;

/// A scene with water below z = 0, in which bodies pass through each other, as in the NAUTILUS simulator.
fn scene(objects: &str, robots: &str) -> String {
    format!(
        r#"(format_version: 1, run: (dt: 0.01, seed: 1, contacts: DetectOnly),
            media: [(name: "water", region: Below(0.0), density: 1000)], objects: [{objects}], robots: [{robots}])"#
    )
}

/// A vehicle at a position, with additional fields.
fn vehicle(name: &str, [x, y, z]: [f64; 3], fields: &str) -> String {
    format!(r#"(name: "{name}", model: "bluerov2/standard", at: ({x:?}, {y:?}, {z:?}), {fields}),"#)
}

/// Fields of a static vehicle with these range sensors.
fn fixed(sensors: &str) -> String {
    format!(r#"dynamics: "body/static", sensors: {{{sensors}}}"#)
}

/// A box with edges along the axes.
fn cuboid(name: &str, [x, y, z]: [f64; 3], [a, b, c]: [f64; 3]) -> String {
    format!(r#"(name: "{name}", shape: Box(size: ({a:?}, {b:?}, {c:?})), at: ({x:?}, {y:?}, {z:?})),"#)
}

/// Three layers of eight walls, 10 m long, 4 m high and 1 m thick, with centers 12 m from the origin.
fn octagon() -> String {
    let wall = |layer: u32, side: u32| {
        let (angle, z) = (f64::from(side) * FRAC_PI_4, -2.0 - 4.0 * f64::from(layer));
        let (x, y, yaw) = (12.0 * angle.cos(), 12.0 * angle.sin(), angle + 2.0 * FRAC_PI_4);
        format!(
            r#"(name: "wall-{layer}-{side}", shape: Box(size: (10, 1, 4)), at: ({x:?}, {y:?}, {z:?}), yaw: {yaw:?}),"#
        )
    };
    (0..3).flat_map(|layer| (0..8).map(move |side| wall(layer, side))).collect()
}

/// Readings of a proximity sensor.
fn readings(simulation: &Simulation, robot: &str, sensor: &str, count: usize) -> Vec<f64> {
    (0..count).map(|ray| value(simulation, robot, &format!("{sensor}.ray_{ray}"))).collect()
}

/// Error of a scene, when it is read or when it is built.
fn refusal(text: &str) -> String {
    let parsed = sim_core::scene::Scene::parse(text, sim_core::scene::text::Format::Ron, "test.ron");
    let built = parsed.and_then(|loaded| Simulation::build(&loaded, &shared_plugins(), &BuildOptions::default()));
    built.err().expect("it is refused").to_string()
}

/// Pose of a body of the world.
fn pose(simulation: &Simulation, name: &str) -> Isometry3<f64> {
    *simulation.world().index.pose(body(simulation, name)).unwrap()
}

fn body(simulation: &Simulation, name: &str) -> BodyId {
    let found = simulation.world().bodies.iter().position(|body| &*body.name == name);
    BodyId(found.unwrap_or_else(|| panic!("unknown body {name}")) as u32)
}

/// The bits of a pose.
fn bits(pose: &Isometry3<f64>) -> Vec<u64> {
    pose.translation.vector.iter().chain(pose.rotation.coords.iter()).map(|number| number.to_bits()).collect()
}

/// The bits of a robot's pose and velocities.
fn state_bits(simulation: &Simulation, robot: &str) -> Vec<u64> {
    let state = simulation.robots().find(|report| report.name == robot).expect("the robot is there").state;
    let speeds = state.linear_velocity.iter().chain(state.angular_velocity.iter());
    bits(&state.pose).into_iter().chain(speeds.map(|number| number.to_bits())).collect()
}

/// A random unit vector.
fn direction(random: &mut Random) -> Vector3<f64> {
    loop {
        let vector = Vector3::from_fn(|_, _| random.uniform(-1.0, 1.0));
        if (0.1..1.0).contains(&vector.norm()) {
            return vector.normalize();
        }
    }
}

fn point(vector: Vector3<f64>) -> Point3<f64> {
    vector.into()
}

fn close(found: &[f64], expected: &[f64], tolerance: f64) {
    assert_eq!(found.len(), expected.len(), "{found:?} instead of {expected:?}");
    let near = found.iter().zip(expected).all(|(a, b)| (a - b).abs() <= tolerance);
    assert!(near, "{found:?} instead of {expected:?}");
}
