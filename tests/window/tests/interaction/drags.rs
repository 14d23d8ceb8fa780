//! Drags in both views: their feedback, their changes, and their cancellation.

use egui::{Event, Key, Modifiers, PointerButton, Pos2, Vec2};
use egui_kittest::kittest::Queryable;
use nalgebra::{Isometry3, Point3, Vector3};

use sim_window_tests::Rig;

pub(super) const VIEW: &str = "3D view of the scene";

/// Pose of the robot `bert` in the run; NaN while the run is being rebuilt.
fn bert(rig: &Rig) -> Isometry3<f64> {
    let nowhere = Isometry3::translation(f64::NAN, 0.0, 0.0);
    rig.frame().robots.get(1).map_or(nowhere, |robot| robot.state.pose)
}

/// Displayed pose of `bert`.
fn shown(rig: &Rig) -> Isometry3<f64> {
    let structure = rig.window().runner().structure();
    rig.window().shown_at()[structure.robots[1].body as usize]
}

/// Start pose of `bert` in the document.
fn start(rig: &Rig) -> ([f64; 3], f64) {
    let scene = rig.scene();
    let pose = sim_core::scene::Posed::pose(&scene.robots[1]);
    (pose.translation.vector.into(), pose.rotation.euler_angles().2)
}

/// Screen position of a point of the world, in the 3D view.
pub(super) fn on_screen(rig: &Rig, point: Point3<f64>) -> Pos2 {
    let rect = rig.harness.get_by_label(VIEW).rect();
    let [x, y] = rig.window().place_of_point(point).unwrap();
    rect.center() + Vec2::new(x as f32, -y as f32) * rect.size() / 2.0
}

/// A position on the arrow along an axis at a point, and its direction on the screen.
fn arrow(rig: &Rig, origin: Point3<f64>, axis: usize) -> (Pos2, Vec2) {
    let from = on_screen(rig, origin);
    let along = (on_screen(rig, origin + Vector3::ith(axis, 0.01)) - from).normalized();
    (from + along * 45.0, along)
}

pub(super) fn button(rig: &mut Rig, pos: Pos2, pressed: bool) {
    rig.harness.event(Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    });
    rig.harness.step();
}

/// Presses the button at a position and moves the pointer, with the button held down.
pub(super) fn press_and_move(rig: &mut Rig, from: Pos2, to: Pos2) {
    rig.harness.hover_at(from);
    rig.harness.step();
    button(rig, from, true);
    for part in [0.3, 0.6, 1.0] {
        rig.harness.hover_at(from.lerp(to, part));
        rig.harness.step();
    }
    rig.harness.step();
}

pub(super) fn drag(rig: &mut Rig, from: Pos2, to: Pos2) {
    press_and_move(rig, from, to);
    button(rig, to, false);
    rig.harness.step();
}

/// A window with `bert` selected, with the handles activated by a key.
fn with_handles(ticks: u64, key: Key) -> Rig {
    let mut rig = Rig::demo_copy();
    if ticks > 0 {
        rig.steps(ticks);
    }
    rig.click("bert");
    rig.key(Key::Home);
    rig.key(key);
    rig
}

fn at(pose: &Isometry3<f64>) -> Point3<f64> {
    // A robot's handles are at the ground point below it.
    Point3::new(pose.translation.x, pose.translation.y, 0.0)
}

#[test]
fn small_pointer_movements_do_not_start_a_drag() {
    for ticks in [0, 50] {
        let mut rig = with_handles(ticks, Key::W);
        let (before, pose) = (rig.text(), bert(&rig));
        let (place, along) = arrow(&rig, at(&pose), 0);
        drag(&mut rig, place, place + along * 2.0);
        assert_eq!((rig.text(), bert(&rig)), (before, pose), "after {ticks} ticks");
    }
}

#[test]
fn a_drag_before_the_run_is_one_edit_that_the_view_shows_before() {
    let mut rig = with_handles(0, Key::W);
    let (before, pose, ([x, y, z], yaw)) = (rig.text(), bert(&rig), start(&rig));
    let (place, along) = arrow(&rig, at(&pose), 0);
    press_and_move(&mut rig, place, place + along * 60.0);
    assert_eq!((rig.text(), bert(&rig)), (before.clone(), pose), "nothing is changed during the drag");
    assert!(shown(&rig).translation.x > pose.translation.x + 0.01, "the preview follows the pointer");
    button(&mut rig, place + along * 60.0, false);
    rig.wait("it is there", |rig| bert(rig).translation.x > pose.translation.x + 0.01);
    let ([new_x, new_y, new_z], new_yaw) = start(&rig);
    assert!(new_x > x + 0.01 && (new_y, new_z, new_yaw) == (y, z, yaw), "only along the arrow");
    rig.wait("it is shown as it is", |rig| shown(rig) == bert(rig));
    rig.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    rig.wait("it is back", |rig| bert(rig) == pose);
    assert_eq!(rig.text(), before, "one step of undo");
}

#[test]
fn turning_changes_the_heading_alone() {
    let mut rig = with_handles(0, Key::E);
    let ((place, yaw), pose) = (start(&rig), bert(&rig));
    // A position on the ring about z: its radius is the length of an arrow.
    let (middle, (tip, along)) = (on_screen(&rig, at(&pose)), arrow(&rig, at(&pose), 0));
    let longest = tip - middle;
    let ring = middle
        + along * longest.length() * 2.0 * {
            // Arrows are 90 points long along the axis that appears longest.
            let lengths =
                [0, 1, 2].map(|axis| (on_screen(&rig, at(&pose) + Vector3::ith(axis, 0.01)) - middle).length());
            lengths[0] / lengths.into_iter().fold(0.0, f32::max)
        };
    drag(&mut rig, ring, ring + Vec2::new(0.0, -40.0));
    rig.wait("it is turned", |rig| (start(rig).1 - yaw).abs() > 0.05);
    assert_eq!(start(&rig).0, place);
}

#[test]
fn a_drag_in_a_run_changes_the_run_alone_and_undo_gives_it_back() {
    let mut rig = with_handles(50, Key::W);
    let (before, state) = (rig.text(), rig.frame().robots[1].state);
    let (place, along) = arrow(&rig, at(&state.pose), 0);
    drag(&mut rig, place, place + along * 60.0);
    rig.wait("it is there", |rig| bert(rig).translation.x > state.pose.translation.x + 0.01);
    assert_eq!(rig.text(), before);
    let moved = rig.frame().robots[1].state;
    assert!((moved.pose.translation.y - state.pose.translation.y).abs() < 1e-9, "only along the arrow");
    rig.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    rig.wait("it is back, with its speed", |rig| rig.robot(1).is_some_and(|bert| bert.state == state));
    rig.harness.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    rig.wait("it is there again", |rig| rig.robot(1).is_some_and(|bert| bert.state == moved));
    rig.click("Stop");
    rig.wait("it is back at the start", |rig| rig.frame().tick == 0);
    rig.press(Modifiers::COMMAND, Key::Z);
    assert_eq!(rig.text(), before, "actions of a finished run cannot be undone");
}

#[test]
fn the_start_is_moved_in_a_run_that_goes_on_as_it_is() {
    let mut rig = with_handles(50, Key::W);
    rig.click("Edit start pose");
    let (pose, ([x, y, z], yaw)) = (bert(&rig), start(&rig));
    let (place, along) = arrow(&rig, Point3::new(x, y, z), 0);
    drag(&mut rig, place, place + along * 60.0);
    let ([new_x, new_y, new_z], new_yaw) = start(&rig);
    assert!(new_x > x + 0.01 && (new_y, new_z, new_yaw) == (y, z, yaw), "{:?} became {:?}", [x, y, z], start(&rig));
    assert_eq!(bert(&rig), pose, "the current run is unchanged");
    // The inspector distinguishes the two, and changes the selected one.
    rig.set("x", x - 0.5);
    assert_eq!((start(&rig).0[0], bert(&rig)), (x - 0.5, pose));
    rig.click("Edit current pose");
    rig.set("x", pose.translation.x + 0.3);
    rig.wait("it is there", |rig| (bert(rig).translation.x - pose.translation.x - 0.3).abs() < 1e-6);
    assert_eq!(start(&rig).0[0], x - 0.5);
    rig.click("Stop");
    rig.wait("it begins there", |rig| (bert(rig).translation.x - x + 0.5).abs() < 1e-9);
}

#[test]
fn escape_takes_a_drag_back() {
    let mut rig = with_handles(0, Key::W);
    let (before, pose) = (rig.text(), bert(&rig));
    let (place, along) = arrow(&rig, at(&pose), 0);
    let camera = rig.window().view_eye();
    press_and_move(&mut rig, place, place + along * 60.0);
    assert_ne!(shown(&rig), pose);
    rig.key(Key::Escape);
    assert_eq!(shown(&rig), pose);
    rig.harness.hover_at(place + along * 80.0);
    rig.harness.step();
    button(&mut rig, place + along * 80.0, false);
    rig.harness.step();
    assert_eq!((rig.text(), shown(&rig), rig.window().view_eye()), (before, pose, camera));
}

#[test]
fn drags_in_the_plan_are_shown_and_taken_back() {
    let mut rig = Rig::demo_copy();
    rig.click("2D view");
    rig.click("bert");
    let (before, pose) = (rig.text(), bert(&rig));
    let place = rig.window().place_in_plan([pose.translation.x, pose.translation.y]);
    press_and_move(&mut rig, place, place + Vec2::new(40.0, 0.0));
    assert!(shown(&rig).translation.x > pose.translation.x + 0.01 && rig.text() == before);
    rig.key(Key::Escape);
    assert_eq!(shown(&rig), pose);
    button(&mut rig, place + Vec2::new(40.0, 0.0), false);
    assert_eq!(rig.text(), before);
    drag(&mut rig, place, place + Vec2::new(2.0, 0.0));
    assert_eq!(rig.text(), before, "a trembling hand");
    drag(&mut rig, place, place + Vec2::new(40.0, 0.0));
    rig.wait("it is there", |rig| bert(rig).translation.x > pose.translation.x + 0.01);
    let ([_, y, _], _) = start(&rig);
    assert!((y - pose.translation.y).abs() < 1e-9);
}
