//! Convex bodies with many vertices: they can be built regardless of the number, have the correct mass, and work in
//! contacts.

use sim_core::engine::{BuildOptions, Simulation};
use sim_core::plugins::{PluginHost, SearchPath};
use sim_core::scene::{Scene, text::Format};
use std::f64::consts::{PI, TAU};
use std::fmt::Write;

fn try_build(scene: &str, folder: Option<&std::path::Path>) -> Result<Simulation, String> {
    let text = format!("(format_version: 1, run: (dt: 0.01), objects: [{scene}])");
    let loaded = match folder {
        Some(folder) => {
            let file = folder.join("scene.ron");
            std::fs::write(&file, text).unwrap();
            Scene::load(&file)
        }
        None => Scene::parse(&text, Format::Ron, "scene.ron"),
    };
    let loaded = loaded.map_err(|found| found.to_string())?;
    let host = PluginHost::new(SearchPath::only([])).unwrap();
    let built = Simulation::build(&loaded, &host, &BuildOptions::default()).map_err(|found| found.to_string())?;
    Ok(built.simulation)
}

fn build(scene: &str, folder: Option<&std::path::Path>) -> Simulation {
    try_build(scene, folder).unwrap_or_else(|found| panic!("{found}"))
}

/// A prism about z with this many corners.
fn prism(corners: u32) -> String {
    let mut section = String::new();
    for corner in 0..=corners {
        let angle = TAU * f64::from(corner % corners) / f64::from(corners);
        write!(section, "({}, {}), ", angle.cos() * 0.2, angle.sin() * 0.2).unwrap();
    }
    format!("Extrusion(convex: true, section: [{section}], spine: [(0, 0, -0.3), (0, 0, 0.3)])")
}

/// A mesh file of a ball of radius 1 with meridians and parallels.
fn ball(around: u32, up: u32) -> String {
    let mut text = String::new();
    for j in 0..=up {
        for i in 0..around {
            let (v, u) = (PI * f64::from(j) / f64::from(up), TAU * f64::from(i) / f64::from(around));
            writeln!(text, "v {:.7} {:.7} {:.7}", v.sin() * u.cos(), v.sin() * u.sin(), v.cos()).unwrap();
        }
    }
    for j in 0..up {
        for i in 0..around {
            let at = |j: u32, i: u32| j * around + i % around + 1;
            writeln!(text, "f {} {} {} {}", at(j, i), at(j + 1, i), at(j + 1, i + 1), at(j, i + 1)).unwrap();
        }
    }
    text
}

#[test]
fn a_round_prism_is_a_body_whatever_its_number_of_corners_is() {
    let table = "(name: \"table\", shape: Box(size: (2, 2, 0.2)), at: (0, 0, -0.1)),";
    for corners in [16, 220, 239, 240, 256, 420, 800, 1000, 5000] {
        let body = format!("(name: \"a\", mass: 1, at: (0, 0, 0.32), shape: {}),", prism(corners));
        let mut simulation = build(&(table.to_owned() + &body), None);
        simulation.steps(100).unwrap();
        let state = simulation.movable_objects().next().unwrap().1;
        assert!((state.pose.translation.z - 0.3).abs() < 5e-3, "{corners}: {state:?}");
        assert!(state.linear_velocity.norm() < 0.1, "{corners}: {state:?}");
    }
}

#[test]
fn a_ball_of_many_triangles_collides_as_its_hull() {
    let folder = tempfile::tempdir().unwrap();
    for (around, up) in [(32, 16), (128, 64), (256, 128)] {
        std::fs::write(folder.path().join("ball.obj"), ball(around, up)).unwrap();
        let shape = "shape: Mesh(file: \"ball.obj\", convex: true)";
        let fixed = format!(
            "(name: \"s\", {shape}, at: (0, 0, 1)),
             (name: \"a\", shape: Box(size: (0.1, 0.1, 0.1)), at: (-0.3, 0.1, 2.2), mass: 1),"
        );
        let mut simulation = build(&fixed, Some(folder.path()));
        for _ in 0..200 {
            simulation.steps(1).unwrap();
            let place = simulation.movable_objects().next().unwrap().1.pose.translation.vector;
            let distance = (place - nalgebra::Vector3::new(0.0, 0.0, 1.0)).norm();
            assert!(distance > 1.04, "{around}: it is inside the ball, {distance} m from its center");
        }
        let moving = format!(
            "(name: \"t\", shape: Box(size: (9, 9, 0.2)), at: (0, 0, -0.1)), (name: \"s\", {shape}, at: (0, 0, 1.01), mass: 1),"
        );
        let mut simulation = build(&moving, Some(folder.path()));
        simulation.steps(100).unwrap();
        let state = simulation.movable_objects().next().unwrap().1;
        assert!((state.pose.translation.z - 1.0).abs() < 0.02, "{around}: {state:?}");
    }
}

#[test]
fn shapes_without_volume_are_rejected() {
    let square = "section: [(0, 0), (1, 0), (1, 1), (0, 1), (0, 0)]";
    let body = |spine: &str, convex: bool| {
        format!("(name: \"a\", mass: 1, shape: Extrusion(convex: {convex}, {square}, spine: [{spine}])),")
    };
    for convex in [false, true] {
        if let Err(found) = try_build(&body("(0, 0, 0), (0, 0, 1e8)", convex), None) {
            assert!(!found.contains("no volume") && !found.contains("close the mesh"), "{found}");
        }
    }
    let flat = "(name: \"a\", mass: 1, shape: Extrusion(convex: true, section: [(0, 0), (1, 0)])),";
    let found = try_build(flat, None).err().expect("it is flat");
    assert!(found.contains("volume"), "{found}");
}
