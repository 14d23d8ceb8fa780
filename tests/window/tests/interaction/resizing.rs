//! Resize handles, and handles along the axes of the selection.

use super::drags::{button, drag, on_screen, press_and_move};
use egui::{Key, Modifiers, Pos2, Vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use nalgebra::{Isometry3, Point3, Vector3};
use sim_core::scene::{Object, Posed, Shape};
use sim_window_tests::Rig;

const SCENE: &str = r#"(
    format_version: 1,
    run: (dt: 0.01),
    objects: [
        (name: "crate", shape: Box(size: (0.6, 0.4, 0.2)), at: (0, 0, 0.1), yaw: 0.6),
        (name: "post", shape: Cylinder(radius: 0.2, height: 0.6), at: (2, 0, 0.3)),
        (name: "wall", shape: Wall(from: (-1, 0), to: (1, 0), height: 0.5), at: (0, 3)),
        (name: "ball", shape: Sphere(radius: 0.3), at: (-2, 0, 0.3), mass: 1),
        (name: "safe", shape: Box(size: (0.3, 0.3, 0.3)), at: (-2, 2, 0.15), locked: true),
    ],
    robots: [(name: "anna", model: "scout/standard", at: (0, -2))],
    lights: [(name: "lamp", kind: Point(()), at: (2, 2, 1.5))],
)
"#;

/// A window on the built scene, seen as a whole.
fn open() -> Rig {
    let mut rig = Rig::of(SCENE, 1);
    rig.key(Key::Home);
    rig
}

fn object(rig: &Rig, name: &str) -> Object {
    let scene = rig.scene();
    scene.objects.iter().find(|object| object.name == name).unwrap().clone()
}

fn size(rig: &Rig, name: &str) -> [f64; 3] {
    sim_edit::sizes::sizes(&object(rig, name).shape).unwrap()
}

fn key(rig: &mut Rig, key: Key) {
    rig.key(key);
}

/// Index of the body with this name.
fn body(rig: &Rig, name: &str) -> usize {
    let structure = rig.window().runner().structure();
    structure.bodies.iter().position(|body| *body.name == *name).unwrap()
}

/// Height and width of a body as drawn, as fractions of the view.
fn seen(rig: &Rig, name: &str) -> Vec2 {
    let [low, high] = rig.window().place_of(body(rig, name)).unwrap();
    Vec2::new((high[0] - low[0]) as f32, (high[1] - low[1]) as f32)
}

/// A position on the handle along an axis of a frame, and its direction on the screen, in points.
fn handle(rig: &Rig, frame: &Isometry3<f64>, axis: usize) -> (Pos2, Vec2) {
    let origin = Point3::from(frame.translation.vector);
    let middle = on_screen(rig, origin);
    let seen = |axis: usize| (on_screen(rig, origin + Vector3::ith(axis, 0.01)) - middle).length();
    let length = 0.01 * 90.0 / f64::from([0, 1, 2].map(seen).into_iter().fold(0.0, f32::max));
    let end = on_screen(rig, frame * Point3::from(Vector3::ith(axis, 0.6 * length)));
    (end, (end - middle) / 0.6)
}

fn frame(rig: &Rig, name: &str) -> Isometry3<f64> {
    object(rig, name).pose()
}

#[test]
fn a_box_is_made_longer_along_its_own_axis_in_one_step_that_the_view_shows_before() {
    let mut rig = open();
    rig.click("crate");
    key(&mut rig, Key::R);
    let (place, along) = handle(&rig, &frame(&rig, "crate"), 0);
    let before = seen(&rig, "crate");
    drag(&mut rig, place, place + along.normalized() * 2.0);
    assert_eq!(rig.text(), SCENE, "a trembling hand");

    press_and_move(&mut rig, place, place + along * 0.5);
    assert_eq!(rig.text(), SCENE, "nothing is changed during the drag");
    assert!(seen(&rig, "crate").x > 1.2 * before.x, "it is shown as it would be: {:?} {before:?}", seen(&rig, "crate"));
    rig.key(Key::Escape);
    assert!((seen(&rig, "crate") - before).length() < 1e-5, "it is undone");
    button(&mut rig, place + along * 0.5, false);
    rig.harness.run_steps(2);
    assert_eq!(rig.text(), SCENE);

    drag(&mut rig, place, place + along * 0.5);
    let [x, y, z] = size(&rig, "crate");
    // In perspective, half the length of the handle on the screen is not exactly half of it.
    assert!((0.8..1.05).contains(&x) && (y, z) == (0.4, 0.2), "{x} {y} {z}");
    let wanted = SCENE.replace("size: (0.6, 0.4, 0.2)", &format!("size: ({x}, 0.4, 0.2)"));
    assert_eq!(rig.text(), wanted, "its middle stays where it is");
    rig.wait("the simulation has it", |rig| {
        let structure = rig.window().runner().structure();
        let loaded = structure.scene.as_ref().unwrap();
        loaded.scene.objects[0].shape == object(rig, "crate").shape
    });
    rig.harness.run_steps(3);
    assert!(seen(&rig, "crate").x > 1.2 * before.x);
    rig.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    rig.wait("it is as it was", |rig| rig.text() == SCENE);
}

#[test]
fn round_objects_walls_and_balls_are_resized_and_snap_to_round_sizes() {
    let mut rig = open();
    key(&mut rig, Key::R);
    key(&mut rig, Key::X);
    rig.click("post");
    rig.harness.run_steps(2);
    let (place, along) = handle(&rig, &frame(&rig, "post"), 0);
    drag(&mut rig, place, place + along * 0.55);
    let Shape::Cylinder(post) = object(&rig, "post").shape else { panic!("a cylinder") };
    assert_eq!((post.radius, post.height), (0.3, 0.6), "width 0.62 becomes 0.6");

    rig.click("wall");
    rig.harness.run_steps(2);
    let (place, along) = handle(&rig, &frame(&rig, "wall"), 2);
    drag(&mut rig, place, place + along * 0.6);
    let Shape::Wall(wall) = object(&rig, "wall").shape else { panic!("a wall") };
    assert_eq!((wall.height, wall.thickness, wall.from, wall.to), (0.8, 0.1, [-1.0, 0.0], [1.0, 0.0]));

    // A movable object in a run: its size is that of the scene, its position that of the run.
    rig.steps(5);
    rig.click("ball");
    rig.harness.run_steps(2);
    let (place, along) = handle(&rig, &frame(&rig, "ball"), 1);
    drag(&mut rig, place, place + along * 0.7);
    let Shape::Sphere(ball) = object(&rig, "ball").shape else { panic!("a ball") };
    assert!(ball.radius > 0.4 && (ball.radius * 20.0 - (ball.radius * 20.0).round()).abs() < 1e-9, "{}", ball.radius);
    assert_eq!(object(&rig, "ball").pose().translation.vector.as_slice(), [-2.0, 0.0, 0.3]);
}

#[test]
fn the_middle_handle_scales_the_selection_about_its_center() {
    let mut rig = open();
    rig.click("crate");
    key(&mut rig, Key::R);
    let middle = on_screen(&rig, frame(&rig, "crate") * Point3::origin());
    drag(&mut rig, middle, middle + Vec2::new(45.0, 0.0));
    assert_eq!(size(&rig, "crate"), [0.9, 0.6, 0.3]);
    rig.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    rig.wait("it is as it was", |rig| rig.text() == SCENE);
    rig.harness.run_steps(3);

    // Several objects move apart, too.
    let at = on_screen(&rig, frame(&rig, "post") * Point3::origin());
    rig.harness.hover_at(at);
    rig.harness.step();
    for pressed in [true, false] {
        rig.harness.event_modifiers(
            egui::Event::PointerButton {
                pos: at,
                button: egui::PointerButton::Primary,
                pressed,
                modifiers: Modifiers::COMMAND,
            },
            Modifiers::COMMAND,
        );
        rig.harness.step();
    }
    rig.harness.run_steps(2);
    assert_eq!(rig.window().selected().len(), 2);
    let middle = on_screen(&rig, Point3::new(1.0, 0.0, 0.2));
    drag(&mut rig, middle, middle + Vec2::new(-30.0, 15.0));
    let (one, other) = (object(&rig, "crate"), object(&rig, "post"));
    let places = [&one, &other].map(|object| object.pose().translation.vector);
    assert!((places[0] - Vector3::new(0.5, 0.0, 0.15)).norm() < 1e-6, "{places:?}");
    assert!((places[1] - Vector3::new(1.5, 0.0, 0.25)).norm() < 1e-6, "{places:?}");
    assert_eq!((size(&rig, "crate"), size(&rig, "post")), ([0.3, 0.2, 0.1], [0.2, 0.2, 0.3]));
    rig.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    rig.wait("one step of undo", |rig| rig.text() == SCENE);
}

#[test]
fn what_has_no_size_of_its_own_says_so_when_it_shall_be_resized() {
    const ROBOTS: &str = "Robots cannot be resized: the model sets their size.";
    let mut rig = open();
    rig.click("anna");
    rig.harness.run_steps(2);
    assert!(!rig.sees(ROBOTS));
    key(&mut rig, Key::R);
    assert!(rig.sees(ROBOTS));
    let middle = on_screen(&rig, Point3::new(0.0, -2.0, 0.0));
    drag(&mut rig, middle, middle + Vec2::new(60.0, 0.0));
    assert_eq!(rig.text(), SCENE);
    rig.harness.key_press(Key::Home);
    rig.click("lamp");
    rig.harness.run_steps(2);
    assert!(rig.sees("The selection cannot be resized."));
    rig.click("crate");
    rig.harness.run_steps(2);
    assert!(!rig.sees(ROBOTS) && !rig.sees("The selection cannot be resized."));
}

#[test]
fn a_turned_box_is_moved_along_its_own_axis() {
    let mut rig = open();
    rig.click("crate");
    key(&mut rig, Key::W);
    let start = frame(&rig, "crate");
    let shift = |rig: &Rig| frame(rig, "crate").translation.vector - start.translation.vector;
    let (place, along) = handle(&rig, &Isometry3::from_parts(start.translation, Default::default()), 0);
    drag(&mut rig, place, place + along * 0.5);
    assert!(shift(&rig).x > 0.05 && shift(&rig).yz().norm() == 0.0, "along the world's at first: {}", shift(&rig));
    rig.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    rig.wait("it is back", |rig| rig.text() == SCENE);

    key(&mut rig, Key::L);
    assert!(rig.harness.get_by_label("Local axes").accesskit_node().toggled() == Some(egui::accesskit::Toggled::True));
    let (place, along) = handle(&rig, &start, 0);
    drag(&mut rig, place, place + along * 0.5);
    let moved = start.rotation.inverse() * shift(&rig);
    assert!(moved.x > 0.05 && moved.yz().norm() < 2e-6, "{moved}");
    assert_eq!(frame(&rig, "crate").rotation, start.rotation);
    rig.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    rig.wait("it is back", |rig| rig.text() == SCENE);

    // The switch next to the step fields has the same effect.
    rig.click("Local axes");
    rig.harness.run_steps(2);
    let (place, along) = handle(&rig, &Isometry3::from_parts(start.translation, Default::default()), 1);
    drag(&mut rig, place, place + along * 0.5);
    assert!(shift(&rig).y.abs() > 0.05 && shift(&rig).x == 0.0, "{}", shift(&rig));
}
