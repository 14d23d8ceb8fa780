//! The context menu of an object, by a right click in the tree, in the 3D view and in the plan.

use super::drags::{VIEW, on_screen};
use egui::accesskit::Toggled;
use egui::{Event, Key, Modifiers, PointerButton, Pos2};
use egui_kittest::kittest::{NodeT, Queryable};
use sim_window_tests::Rig;

/// Items of the context menu, from top to bottom.
fn offered(rig: &Rig) -> Vec<String> {
    let names =
        ["Fit selection", "Rename …", "Duplicate", "Cut", "Copy", "Paste", "Delete", "Hide", "Lock", "Show in text"];
    let labels = rig.labels();
    let is = |label: &String, name: &str| label.trim() == name || label.starts_with(&format!("{name} "));
    names.into_iter().filter(|name| labels.iter().any(|label| is(label, name))).map(str::to_owned).collect()
}

/// Clicks an item of the open menu.
fn choose(rig: &mut Rig, name: &str) {
    let place = {
        let nodes = rig.nodes();
        let is = |label: String| label.trim() == name || label.starts_with(&format!("{name} "));
        let node = nodes.iter().rfind(|node| node.accesskit_node().label().is_some_and(is));
        node.unwrap_or_else(|| panic!("{name} is offered: {:?}", rig.labels())).rect().center()
    };
    press(rig, place, PointerButton::Primary);
}

/// Clicks a position with a button.
fn press(rig: &mut Rig, pos: Pos2, button: PointerButton) {
    rig.harness.hover_at(pos);
    rig.harness.step();
    for pressed in [true, false] {
        rig.harness.event(Event::PointerButton { pos, button, pressed, modifiers: Modifiers::NONE });
        rig.harness.step();
    }
    rig.harness.run_steps(3);
}

/// Screen position of a robot, in the 3D view.
fn place(rig: &Rig, robot: usize) -> Pos2 {
    let pose = rig.frame().robots[robot].state.pose;
    on_screen(rig, (pose.translation.vector + nalgebra::Vector3::new(0.0, 0.0, 0.05)).into())
}

fn names(rig: &Rig) -> Vec<String> {
    let scene = rig.scene();
    scene.robots.iter().map(|robot| robot.name.clone()).collect()
}

#[test]
fn a_right_click_opens_a_context_menu_and_a_right_drag_pans_the_view() {
    let mut rig = Rig::demo_copy();
    let body = rig.window().runner().structure().robots[1].body as usize;
    // In the 3D view, a drag pans, and a click selects and opens the menu.
    let (at, before) = (place(&rig, 1), rig.window().view_target());
    rig.harness.hover_at(at);
    rig.harness.step();
    let button = |pressed, pos| Event::PointerButton {
        pos,
        button: PointerButton::Secondary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    rig.harness.event(button(true, at));
    rig.harness.step();
    for part in [0.5, 1.0] {
        rig.harness.hover_at(at + egui::vec2(40.0, 20.0) * part);
        rig.harness.step();
    }
    rig.harness.event(button(false, at + egui::vec2(40.0, 20.0)));
    rig.harness.run_steps(2);
    assert!((rig.window().view_target() - before).norm() > 0.01, "the view was shifted");
    assert!(offered(&rig).is_empty() && rig.window().selected().is_empty());
    let at = place(&rig, 1);
    press(&mut rig, at, PointerButton::Secondary);
    assert_eq!(rig.window().selected(), [body]);
    assert_eq!(offered(&rig).len(), 10, "{:?}", offered(&rig));
    rig.snap("thing-menu");
    choose(&mut rig, "Duplicate");
    rig.wait("there is a copy", |rig| rig.frame().robots.len() == 7);
    // On empty ground nothing opens.
    let sky = rig.harness.get_by_label(VIEW).rect().center_top() + egui::vec2(0.0, 40.0);
    press(&mut rig, sky, PointerButton::Secondary);
    assert!(offered(&rig).is_empty());
    // In the plan.
    rig.click("2D view");
    rig.harness.run_steps(3);
    let pose = rig.frame().robots[1].state.pose.translation;
    let at = rig.window().place_in_plan([pose.x, pose.y]);
    press(&mut rig, at, PointerButton::Secondary);
    assert_eq!(offered(&rig).len(), 10, "{:?}", offered(&rig));
    choose(&mut rig, "Show in text");
    let line = rig.window().marked_line().unwrap();
    let text = rig.text();
    let below: Vec<&str> = text.lines().skip(line - 1).take(3).collect();
    assert!(below.iter().any(|line| line.contains("\"bert\"")), "{line}: {below:?}");
}

#[test]
fn the_context_menu_of_the_tree_renames_hides_and_deletes() {
    let mut rig = Rig::demo_copy();
    // The inspector and messages have the name, too.
    let row = |rig: &Rig, name: &str| {
        let places = rig.harness.get_all_by_label(name).map(|node| node.rect().center());
        places.min_by(|one, other| one.x.total_cmp(&other.x)).unwrap()
    };
    let at = row(&rig, "bert");
    press(&mut rig, at, PointerButton::Secondary);
    choose(&mut rig, "Rename …");
    rig.harness.event(Event::Text("Berta".into()));
    rig.harness.step();
    rig.harness.key_press(Key::Enter);
    rig.wait("it has the name", |rig| names(rig).contains(&"Berta".to_owned()) && rig.sees("Show Berta"));
    let at = row(&rig, "Berta");
    press(&mut rig, at, PointerButton::Secondary);
    choose(&mut rig, "Hide");
    let shown = |rig: &Rig| rig.harness.get_by_label("Show Berta").accesskit_node().toggled();
    assert_eq!(shown(&rig), Some(Toggled::False));
    // The keys do the same.
    rig.key(Key::H);
    assert_eq!(shown(&rig), Some(Toggled::True));
    press(&mut rig, at, PointerButton::Secondary);
    choose(&mut rig, "Delete");
    rig.wait("it is gone", |rig| !names(rig).contains(&"Berta".to_owned()) && rig.window().selected().is_empty());
    // Without a selection, the keys explain why they have no effect.
    rig.key(Key::F2);
    assert!(!rig.sees("New name"));
}
