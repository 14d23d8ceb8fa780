//! Point clouds of lidars in the window.

use egui_kittest::kittest::Queryable;
use nalgebra::Point3;
use sim_runner::Command;
use sim_window_tests::{Rig, drawn};

/// A robot with a lidar of 64 layers with 1563 rays in a room with a table, a cabinet and a column.
const SCENE: &str = include_str!("../../scenes/lidar-room.ron");

/// Number of rays of the lidar.
const RAYS: usize = 64 * 1563;

fn rig(draws: bool) -> Rig {
    let open = || Rig::of(SCENE, 1);
    let mut rig = if draws { drawn(open) } else { open() };
    assert_eq!(rig.window().problems().count(), 0);
    rig.send(Command::Step(1));
    rig.wait("the lidar has been read", |rig| rig.frame().tick == 1);
    rig
}

fn points(rig: &Rig) -> usize {
    rig.window().drawn_points().len()
}

/// Distance of a point from the nearest surface of the scene, m.
fn distance_to_surface(point: &Point3<f64>) -> f64 {
    // Lowest and highest corners of the scene's boxes; the room's walls are seen from inside.
    let boxes = [
        ([-4.0, -3.0, 0.0], [4.0, 3.0, 2.5]),
        ([1.2, -0.4, 0.7], [2.4, 0.4, 0.75]),
        ([1.25, -0.35, 0.0], [1.35, -0.25, 0.7]),
        ([1.25, 0.25, 0.0], [1.35, 0.35, 0.7]),
        ([2.25, -0.35, 0.0], [2.35, -0.25, 0.7]),
        ([2.25, 0.25, 0.0], [2.35, 0.35, 0.7]),
        ([-2.8, 2.0, 0.0], [-1.6, 2.6, 1.8]),
    ];
    let faces = boxes.into_iter().flat_map(|(low, high)| {
        let outside: f64 = (0..3).map(|axis| (low[axis] - point[axis]).max(point[axis] - high[axis]).max(0.0)).sum();
        let to = |axis: usize| (point[axis] - low[axis]).abs().min((point[axis] - high[axis]).abs());
        [0, 1, 2].map(|axis| outside + to(axis))
    });
    let column = ((point.x - 0.5).hypot(point.y - 1.8) - 0.2).abs();
    faces.fold(column, f64::min)
}

#[test]
fn all_points_of_a_lidar_in_layers_are_drawn_where_its_rays_hit() {
    let mut rig = rig(false);
    assert_eq!(points(&rig), 0, "nothing is selected");
    rig.click("surveyor");
    rig.wait("its cloud is drawn", |rig| points(rig) > 0);
    assert_eq!(points(&rig), RAYS, "in a closed room every ray hits");
    for point in rig.window().drawn_points() {
        assert!(
            distance_to_surface(&point.at) < 1e-6,
            "{} is {} m from everything",
            point.at,
            distance_to_surface(&point.at)
        );
    }
    let colors: std::collections::BTreeSet<_> = rig.window().drawn_points().iter().map(|point| point.color).collect();
    assert!(colors.len() > 50, "colors depend on the height: {}", colors.len());
    rig.click("Show");
    rig.click("Sensor coverage: None");
    rig.wait("none is drawn", |rig| points(rig) == 0);
}

#[test]
fn the_plan_draws_a_cloud_as_one_shape() {
    let mut rig = rig(false);
    rig.click("2D view");
    rig.harness.run_steps(3);
    let shapes = |rig: &Rig| rig.harness.output().shapes.len();
    let before = shapes(&rig);
    rig.click("surveyor");
    rig.wait("its cloud is drawn", |rig| points(rig) == RAYS);
    rig.harness.run_steps(3);
    // The inspector shows the robot, too.
    assert!(shapes(&rig) < before + 1000, "{before} shapes without, {} with it", shapes(&rig));
}

#[test]
fn points_are_seen_in_the_3d_view() {
    let mut rig = rig(true);
    rig.click("3D view");
    rig.click("surveyor");
    rig.wait("its cloud is drawn", |rig| points(rig) == RAYS);
    rig.click("Show");
    rig.switch("Ceilings");
    rig.click("Show");
    rig.harness.run_steps(4);
    let with = rig.picture();
    rig.snap("cloud");
    let view = rig.harness.get_by_label("3D view of the scene").rect();
    let place = |rig: &Rig, at: Point3<f64>| {
        let [x, y] = rig.window().place_of_point(at).expect("it is before the camera");
        view.center() + egui::vec2(x as f32, -y as f32) * view.size() / 2.0
    };
    let floor = rig.window().drawn_points().iter().filter(|point| point.at.z < 1e-6);
    let places: Vec<_> = floor.map(|point| place(&rig, point.at)).filter(|at| view.contains(*at)).collect();
    // The lowest points are blue, the floor is not.
    let is_blue = |at: &&egui::Pos2| {
        let [red, _, blue, _] = with.get_pixel(at.x as u32, at.y as u32).0;
        blue > red.saturating_add(60)
    };
    let seen = places.iter().filter(is_blue).count();
    assert!(
        places.len() > 10_000 && 2 * seen > places.len(),
        "{seen} of {} points on the floor are seen",
        places.len()
    );
}
