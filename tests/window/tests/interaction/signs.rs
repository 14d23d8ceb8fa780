//! Items without a body, by real input in the 3D view: lamps, beacons, notes and the poses of routes.

use super::drags::{VIEW, button, drag, on_screen, press_and_move};
use egui::{Key, Modifiers, Pos2};
use nalgebra::{Isometry3, Point3, Vector3};
use sim_core::scene::Posed;
use sim_window_tests::Rig;

const SCENE: &str = r#"(
    format_version: 1,
    run: (dt: 0.01),
    floor: (),
    objects: [(name: "wall", shape: Box(size: (6, 0.1, 0.1)), at: (0, 3, 0.05))],
    lights: [(name: "lamp", kind: Point(()), at: (2, 0, 1)), (name: "spot", kind: Spot(()), at: (-2, 0, 1))],
    beacons: [(name: "mark", at: (0, -2, 0.2)), (name: "ray", kind: Cone(half_angle: 0.5), at: (2, -2, 0.2))],
    notes: [(text: "here", at: (0, 0, 0.5))],
    routes: [(name: "round", poses: [(at: (-1, 1)), (at: (1, 1)), (at: (1, 2), yaw: 1)])],
    view: (camera: (0, -8, 8), look_at: (0, 0, 0)),
)
"#;

fn open() -> Rig {
    let mut rig = Rig::of(SCENE, 0);
    rig.wait("the scene is drawn", |rig| rig.sees(VIEW) && !rig.window().seen_bodies().is_empty());
    rig.harness.run_steps(3);
    rig
}

/// Two positions on the arrow along a world axis at a point, the second one further along.
fn arrow(rig: &Rig, origin: Point3<f64>, axis: usize) -> [Pos2; 2] {
    let middle = on_screen(rig, origin);
    let seen = |axis: usize| (on_screen(rig, origin + Vector3::ith(axis, 0.01)) - middle).length();
    let length = 0.01 * 90.0 / f64::from([0, 1, 2].map(seen).into_iter().fold(0.0, f32::max));
    [0.6, 1.4].map(|part| on_screen(rig, origin + Vector3::ith(axis, part * length)))
}

/// Two positions on the ring about a world axis at a point, an eighth of a turn apart.
fn ring(rig: &Rig, origin: Point3<f64>, axis: usize) -> [Pos2; 2] {
    let middle = on_screen(rig, origin);
    let seen = |axis: usize| (on_screen(rig, origin + Vector3::ith(axis, 0.01)) - middle).length();
    let length = 0.01 * 90.0 / f64::from([0, 1, 2].map(seen).into_iter().fold(0.0, f32::max));
    [0.4, 0.4 + std::f64::consts::FRAC_PI_4].map(|angle: f64| {
        let (right, up) = (Vector3::ith((axis + 1) % 3, angle.cos()), Vector3::ith((axis + 2) % 3, angle.sin()));
        on_screen(rig, origin + (right + up) * length)
    })
}

/// Moves the item at a point by its arrow along an axis, in one undo step, which is then undone; returns its displayed
/// pose before the release, and its pose after the move.
fn moved(rig: &mut Rig, at: [f64; 3], axis: usize, place: impl Fn(&Rig) -> Isometry3<f64>) -> Vector3<f64> {
    let sign = on_screen(rig, Point3::from(at));
    rig.click_at(sign);
    assert!(rig.window().selected_part().is_some(), "it is selected by a click on its sign");
    let before = place(rig);
    let [from, to] = arrow(rig, before.translation.vector.into(), axis);
    press_and_move(rig, from, to);
    rig.key(Key::Escape);
    button(rig, to, false);
    rig.harness.run_steps(2);
    assert_eq!(rig.text(), SCENE, "Escape takes it back");
    press_and_move(rig, from, to);
    assert_eq!(rig.text(), SCENE, "nothing is changed during the drag");
    button(rig, to, false);
    rig.harness.run_steps(3);
    let shift = place(rig).translation.vector - before.translation.vector;
    assert!(shift[axis].abs() > 0.05, "{shift}");
    assert!((0..3).all(|other| other == axis || shift[other] == 0.0), "along the arrow alone: {shift}");
    shift
}

fn undo(rig: &mut Rig) {
    rig.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    rig.wait("it is as it was", |rig| rig.text() == SCENE);
    rig.harness.run_steps(3);
}

#[test]
fn lamps_and_beacons_are_moved_by_arrows_in_the_3d_view() {
    let mut rig = open();
    rig.harness.key_press(Key::W);
    moved(&mut rig, [2.0, 0.0, 1.0], 0, |rig| rig.scene().lights[0].pose());
    undo(&mut rig);
    moved(&mut rig, [-2.0, 0.0, 1.0], 2, |rig| rig.scene().lights[1].pose());
    undo(&mut rig);
    moved(&mut rig, [0.0, -2.0, 0.2], 1, |rig| rig.scene().beacons[0].pose());
    undo(&mut rig);
}

#[test]
fn a_note_is_moved_by_arrows_and_its_paper_goes_with_it() {
    let mut rig = open();
    rig.harness.key_press(Key::W);
    let paper = |rig: &Rig| rig.window().shown_notes().next().unwrap().0;
    assert_eq!(paper(&rig), Point3::new(0.0, 0.0, 0.5));
    let shift = moved(&mut rig, [0.0, 0.0, 0.5], 0, |rig| rig.scene().notes[0].pose());
    rig.wait("its paper is there, too", |rig| (paper(rig) - Point3::new(0.0, 0.0, 0.5) - shift).norm() < 1e-9);
    undo(&mut rig);
    rig.wait("it is back", |rig| paper(rig) == Point3::new(0.0, 0.0, 0.5));
    // It follows the pointer during the drag.
    let [from, to] = arrow(&rig, Point3::new(0.0, 0.0, 0.5), 0);
    press_and_move(&mut rig, from, to);
    assert!((paper(&rig).x - shift.x).abs() < 0.02, "{}", paper(&rig));
    button(&mut rig, to, false);
}

#[test]
fn the_direction_of_lamps_and_beacons_is_turned_by_rings() {
    let mut rig = open();
    rig.harness.key_press(Key::E);
    for (at, spot) in [([-2.0, 0.0, 1.0], true), ([2.0, -2.0, 0.2], false)] {
        let sign = on_screen(&rig, Point3::from(at));
        rig.click_at(sign);
        let [from, to] = ring(&rig, Point3::from(at), 0);
        drag(&mut rig, from, to);
        let scene = rig.scene().clone();
        let pose = if spot { scene.lights[1].pose() } else { scene.beacons[1].pose() };
        let down = pose.rotation * -Vector3::z();
        assert!(down.x.abs() < 1e-6 && down.y > 0.5 && down.z < -0.5, "about x by an eighth of a turn: {down}");
        assert_eq!(pose.translation.vector.as_slice(), at);
        undo(&mut rig);
    }
    // Omnidirectional items do not have one, and neither do notes.
    for at in [[2.0, 0.0, 1.0], [0.0, -2.0, 0.2], [0.0, 0.0, 0.5]] {
        let sign = on_screen(&rig, Point3::from(at));
        rig.click_at(sign);
        let [from, to] = ring(&rig, Point3::from(at), 0);
        drag(&mut rig, from, to);
        assert_eq!(rig.text(), SCENE, "{at:?}");
        // The drag has rotated the view.
        rig.key(Key::Home);
    }
}

#[test]
fn poses_of_routes_are_moved_by_arrows_and_turned_by_rings() {
    let mut rig = open();
    rig.click("round");
    rig.harness.run_steps(2);
    rig.harness.key_press(Key::W);
    let pose = |rig: &Rig, number: usize| rig.scene().routes[0].poses[number].pose();
    moved(&mut rig, [1.0, 1.0, 0.0], 1, |rig| pose(rig, 1));
    let [x, y, _]: [f64; 3] = pose(&rig, 1).translation.vector.into();
    let wanted = SCENE.replace("(at: (1, 1))", &format!("(at: ({x}, {y}))"));
    assert_eq!(rig.text(), wanted, "one pose alone");
    undo(&mut rig);
    moved(&mut rig, [-1.0, 1.0, 0.0], 2, |rig| pose(rig, 0));
    undo(&mut rig);

    rig.harness.key_press(Key::E);
    let sign = on_screen(&rig, Point3::new(1.0, 2.0, 0.0));
    rig.click_at(sign);
    let [from, to] = ring(&rig, Point3::new(1.0, 2.0, 0.0), 2);
    drag(&mut rig, from, to);
    let (_, _, yaw) = pose(&rig, 2).rotation.euler_angles();
    assert!((yaw - 1.0 - std::f64::consts::FRAC_PI_4).abs() < 0.2, "{yaw}");
    assert_eq!(pose(&rig, 2).translation.vector.as_slice(), [1.0, 2.0, 0.0]);
    undo(&mut rig);
}

#[test]
fn a_pose_of_a_route_is_dragged_in_the_plan() {
    let mut rig = open();
    rig.click("round");
    rig.click("2D view");
    rig.harness.run_steps(3);
    let place = rig.window().place_in_plan([1.0, 1.0]);
    rig.click_at(place);
    drag(&mut rig, place, place + egui::Vec2::new(40.0, 0.0));
    let pose = rig.scene().routes[0].poses[1].pose();
    assert!(pose.translation.x > 1.05 && pose.translation.y == 1.0, "{pose}");
    assert_eq!(rig.scene().routes[0].poses[0].pose().translation.x, -1.0);
}
