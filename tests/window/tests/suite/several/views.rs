//! Several 3D views, plans and camera panels at once.

use super::choose;
use egui::{Key, Modifiers, Pos2, Rect, vec2};
use egui_kittest::kittest::Queryable;
use sim_gui::{Action, Options, Pane, ViewKind};
use sim_window_tests::pictures::Picture;
use sim_window_tests::{Rig, drawn};

const SECOND: Pane = Pane::Another(ViewKind::View3d, 2);

/// The demo with two 3D views side by side; the second one is the active one.
fn two() -> Rig {
    let mut rig = Rig::demo();
    choose(&mut rig, "View", "New 3D view");
    assert_eq!(rig.window().used_view(), SECOND);
    rig
}

fn place(rig: &Rig, pane: Pane) -> Rect {
    rig.window().place_of_panel(pane).unwrap_or_else(|| panic!("{pane:?} is not seen"))
}

/// Image of the middle of a view, without the overlays in its corners.
fn middle(rig: &mut Rig, pane: Pane) -> Picture {
    let rect = place(rig, pane);
    Picture::take(rig, Some(Rect::from_center_size(rect.center(), rect.size() * 0.6)))
}

fn camera(rig: &Rig) -> [sim_abi::math::na::Point3<f64>; 2] {
    [rig.window().view_eye(), rig.window().view_target()]
}

/// Screen position of a body in the active view, which is this one.
fn place_in(rig: &Rig, pane: Pane, name: &str) -> Pos2 {
    let structure = rig.window().runner().structure();
    let body = structure.bodies.iter().position(|body| &*body.name == name).unwrap();
    let [low, high] = rig.window().place_of(body).unwrap();
    let rect = place(rig, pane);
    let part = [0, 1].map(|axis| (low[axis] + high[axis]) as f32 / 2.0);
    rect.center() + vec2(part[0], -part[1]) * rect.size() / 2.0
}

/// Number of images drawn when all views change.
fn redrawn_views(rig: &mut Rig) -> u64 {
    let before = rig.window().drawn_images();
    rig.request(Action::Efficient);
    rig.window().drawn_images() - before
}

/// Closes a panel by its tab.
fn close(rig: &mut Rig, tab: &str) {
    let rect = rig.harness.get_by_label(tab).rect();
    // The button is at the right end of the tab.
    rig.click_at(rect.right_center() - vec2(10.0, 0.0));
    rig.harness.run_steps(3);
}

#[test]
fn two_views_have_independent_cameras() {
    let mut rig = drawn(two);
    let begun = camera(&rig);
    assert_eq!(begun, camera(&Rig::demo()), "a copy at first");
    rig.key(Key::Num7);
    let above = camera(&rig);
    assert!(above[0].z > begun[0].z + 0.5, "the new view turns: {above:?}");
    let second = middle(&mut rig, SECOND);
    assert!(!middle(&mut rig, Pane::View3d).differences(second.image()).is_empty(), "they show different pictures");

    // Actions apply to the active view: by the pointer …
    let first = place(&rig, Pane::View3d);
    rig.click_at(first.center());
    assert_eq!(rig.window().used_view(), Pane::View3d);
    assert_eq!(camera(&rig), begun, "the first view has stayed");
    rig.key(Key::Num1);
    assert_ne!(camera(&rig), begun);
    assert!(middle(&mut rig, SECOND).differences(second.image()).is_empty(), "the second view has stayed");
    // … and by its tab.
    rig.click("3D view 2");
    assert_eq!((rig.window().used_view(), camera(&rig)), (SECOND, above));
    rig.snap("two-views");
}

#[test]
fn a_click_in_the_second_view_selects_and_its_tools_move_objects() {
    let mut rig = two();
    rig.key(Key::Num7);
    let crate_ = place_in(&rig, SECOND, "crate");
    rig.click_at(crate_);
    assert_eq!(rig.selected(), ["crate"]);
    assert_eq!(rig.window().used_view(), SECOND);
    rig.key(Key::M);
    rig.click_at(crate_);
    let first = place(&rig, Pane::View3d).center();
    rig.click_at(first);
    assert_eq!(rig.window().measured().map(|points| points.len()), Some(2), "one tool, two views");
}

#[test]
fn keys_of_a_tool_are_for_the_view_that_was_used_last_alone() {
    let mut rig = two();
    rig.key(Key::Num7);
    let routes = |rig: &Rig| rig.scene().routes.len();
    let before = routes(&rig);
    let middle = place(&rig, SECOND).center();
    choose(&mut rig, "Draw", "Draw route");
    rig.click_at(middle);
    rig.click_at(middle + vec2(60.0, 0.0));
    rig.key(Key::Enter);
    assert_eq!(routes(&rig), before + 1, "one route is added although two views receive the key");

    // An object inserted with Enter is in the middle of that view.
    let target = camera(&rig)[1];
    (0..3).for_each(|_| rig.key(Key::ArrowRight));
    let shifted = camera(&rig)[1];
    assert!((shifted - target).norm() > 0.5);
    rig.press(Modifiers::COMMAND, Key::I);
    super::type_name(&mut rig, "sphere");
    rig.key(Key::Enter);
    let objects = |rig: &Rig| rig.scene().objects.clone();
    let known = objects(&rig).len();
    rig.key(Key::Enter);
    let now = objects(&rig);
    assert_eq!(now.len(), known + 1);
    let [x, y, _] = now.last().unwrap().at.0;
    assert!((x - shifted.x).abs() < 0.3 && (y - shifted.y).abs() < 0.3, "{x} {y} {shifted}");
}

#[test]
fn a_view_that_is_closed_gives_back_its_image_and_the_other_stays() {
    let mut rig = drawn(two);
    rig.key(Key::Num7);
    let above = camera(&rig);
    let second = middle(&mut rig, SECOND);
    assert_eq!(rig.harness.state_mut().drawn_views(), [1, 2]);
    close(&mut rig, "3D view");
    assert!(rig.window().place_of_panel(Pane::View3d).is_none() && !rig.sees("3D view of the scene"));
    assert_eq!(rig.harness.state_mut().drawn_views(), [2], "the device holds nothing for the closed one");
    assert_eq!((rig.window().used_view(), camera(&rig)), (SECOND, above));
    rig.key(Key::Num3);
    assert_ne!(camera(&rig), above, "keys go to the view that is left");
    rig.key(Key::Num7);
    assert!(middle(&mut rig, SECOND).differences(second.image()).is_empty());
    // The free number is reused, and the new view starts like the active one.
    choose(&mut rig, "View", "New 3D view");
    assert_eq!((rig.window().used_view(), camera(&rig)), (Pane::View3d, above));
    assert_eq!(rig.harness.state_mut().drawn_views(), [1, 2]);
}

#[test]
fn hidden_views_are_not_drawn_and_not_active() {
    let mut rig = two();
    let begun = camera(&rig);
    assert_eq!(redrawn_views(&mut rig), 2);
    rig.click("2D view");
    rig.harness.run_steps(3);
    assert_eq!(redrawn_views(&mut rig), 1, "the first view is hidden");
    assert_eq!(rig.window().used_view(), Pane::Plan);
    let [origin, unit] = [[0.0, 0.0], [1.0, 0.0]].map(|point| rig.window().place_in_plan(point));
    rig.key(Key::Plus);
    let [near, near_unit] = [[0.0, 0.0], [1.0, 0.0]].map(|point| rig.window().place_in_plan(point));
    assert!(near_unit.x - near.x > 1.1 * (unit.x - origin.x), "the 2D view was used last");
    assert_eq!(camera(&rig), begun);
    rig.key(Key::Home);
    let [again, again_unit] = [[0.0, 0.0], [1.0, 0.0]].map(|point| rig.window().place_in_plan(point));
    assert!(((again_unit.x - again.x) - (unit.x - origin.x)).abs() < 0.5, "and is fitted");
    // The first 3D view is behind the plan. Once the plan is hidden by another panel, the visible 3D view is the active
    // one.
    rig.click("Text");
    rig.harness.run_steps(2);
    assert_eq!(rig.window().used_view(), SECOND);
}

#[test]
fn plans_have_a_projection_each() {
    let mut rig = drawn(Rig::demo);
    rig.click("2D view");
    choose(&mut rig, "View", "New 2D view");
    let second = Pane::Another(ViewKind::Plan, 2);
    assert_eq!(rig.window().used_view(), second);
    let begun = middle(&mut rig, Pane::Plan);
    rig.key(Key::Num1);
    assert!(!middle(&mut rig, second).differences(begun.image()).is_empty(), "the new plan is seen from the front");
    assert!(middle(&mut rig, Pane::Plan).differences(begun.image()).is_empty(), "the first one still from above");
    rig.snap("two-plans");
}

#[test]
fn panels_of_cameras_show_a_camera_each_and_are_called_by_it() {
    let scene = r#"(format_version: 1, floor: (), objects: [(name: "wall", shape: Box(size: (0.1, 4, 4)), at: (2, 0, 0))],
        robots: [(name: "anna", model: "scout/standard", controller: "control/constant", sensors: {
            "eye": (id: "camera/pinhole", at: (0.09, 0, 0.06), params: (width: 32, height: 24)),
            "far": (id: "camera/pinhole", at: (0.09, 0, 0.06), params: (width: 32, height: 24, sees: depth))})])"#;
    let mut rig = Rig::of(scene, 1);
    rig.click("Cameras");
    choose(&mut rig, "View", "New camera panel");
    rig.wait("the new one shows the other camera", |rig| {
        rig.sees("Cameras: anna.eye") && rig.sees("Cameras: anna.far")
    });
    let images = |rig: &Rig| rig.harness.query_all_by_label("Camera image").count();
    rig.wait("both have their images", |rig| images(rig) == 2);
    rig.snap("two-cameras");
}

#[test]
fn a_layout_with_several_views_is_restored_at_the_next_start() {
    let mut rig = two();
    choose(&mut rig, "View", "New 2D view");
    let panes = [Pane::View3d, SECOND, Pane::Another(ViewKind::Plan, 2)];
    let before = panes.map(|pane| place(&rig, pane));
    let scene = sim_window_tests::scene("demo.ron");
    let mut rig = rig.restart(Options { scene: Some(scene), ..Options::default() });
    rig.wait("the demo is built", |rig| rig.frame().robots.len() == 6);
    rig.harness.run_steps(3);
    let now = panes.map(|pane| place(&rig, pane));
    assert!(before.iter().zip(now).all(|(before, now)| (before.center() - now.center()).length() < 2.0), "{now:?}");
    assert_eq!(rig.harness.state_mut().drawn_views(), [1, 2]);
    // The scene defines the initial view of both.
    let first = camera(&Rig::demo());
    for pane in [Pane::View3d, SECOND] {
        rig.click_at(now[usize::from(pane == SECOND)].center());
        assert_eq!((rig.window().used_view(), camera(&rig)), (pane, first));
    }
}
