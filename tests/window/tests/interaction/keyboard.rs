//! Keyboard only: the camera, the tree, the palette, rebinding of shortcuts; and rectangle selection on empty ground.

use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, PointerButton, Pos2, Rect, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use sim_gui::Pane;
use sim_window_tests::{MemoryStorage, Rig};

/// Opens the list of all shortcuts.
fn open_keys(rig: &mut Rig) {
    rig.press(Modifiers::COMMAND, Key::F1);
}

/// Position and target of the camera.
fn camera(rig: &Rig) -> [sim_abi::math::na::Point3<f64>; 2] {
    [rig.window().view_eye(), rig.window().view_target()]
}

/// The rectangle of the 3D view, points.
fn view(rig: &Rig) -> Rect {
    rig.harness.get_by_label("3D view of the scene").rect()
}

/// Top of the status bar, points.
const END: f32 = 776.0;

/// Drags from one position to another with these modifiers held.
fn drag(rig: &mut Rig, from: Pos2, to: Pos2, modifiers: Modifiers) {
    rig.harness.event(Event::ModifiersChanged(modifiers));
    rig.harness.hover_at(from);
    let button = |pos, pressed| Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers };
    rig.harness.event(button(from, true));
    rig.harness.step();
    for part in [0.25, 0.5, 0.75, 1.0] {
        rig.harness.hover_at(from.lerp(to, part));
        rig.harness.step();
    }
    rig.harness.event(button(to, false));
    rig.harness.run_steps(2);
    rig.harness.event(Event::ModifiersChanged(Modifiers::NONE));
    rig.harness.run_steps(2);
}

#[test]
fn keys_turn_shift_and_zoom_the_camera() {
    let mut rig = Rig::demo();
    let [eye, target] = camera(&rig);
    rig.key(Key::Num6);
    let [turned, same] = camera(&rig);
    assert!((turned - eye).norm() > 0.5 && (same - target).norm() < 1e-9, "{eye} {turned}");
    assert!(((turned - target).norm() - (eye - target).norm()).abs() < 1e-9);
    rig.key(Key::Num4);
    assert!((camera(&rig)[0] - eye).norm() < 1e-9);
    rig.key(Key::Num8);
    assert!(camera(&rig)[0].z > eye.z + 0.1);
    rig.key(Key::Num2);
    rig.key(Key::Plus);
    let near = (camera(&rig)[0] - target).norm();
    assert!(near < 0.95 * (eye - target).norm(), "{near}");
    rig.key(Key::Minus);
    assert!((camera(&rig)[0] - eye).norm() < 1e-9);
    rig.key(Key::ArrowRight);
    let [_, shifted] = camera(&rig);
    // The demo is seen from −y: its right is +x.
    assert!(shifted.x > target.x + 0.1 && (shifted.y - target.y).abs() < 1e-9, "{target} {shifted}");
    rig.key(Key::ArrowLeft);
    assert!((camera(&rig)[1] - target).norm() < 1e-9);
    rig.press(Modifiers::COMMAND, Key::Z);
    assert_eq!(camera(&rig)[1], target, "keys with Ctrl are others");
}

#[test]
fn keys_shift_and_zoom_the_plan_where_it_is_seen() {
    let mut rig = Rig::demo();
    rig.harness.state_mut().show_panel(Pane::Plan);
    rig.harness.run_steps(4);
    let before = camera(&rig);
    let places = |rig: &Rig| [[0.0, 0.0], [1.0, 0.0]].map(|point| rig.window().place_in_plan(point));
    let [origin, unit] = places(&rig);
    rig.key(Key::ArrowRight);
    assert!(places(&rig)[0].x < origin.x - 20.0 && places(&rig)[0].y == origin.y);
    rig.key(Key::ArrowLeft);
    rig.key(Key::Plus);
    let [near_origin, near_unit] = places(&rig);
    assert!(near_unit.x - near_origin.x > 1.1 * (unit.x - origin.x));
    assert_eq!(camera(&rig), before);
}

/// BL-76: Fields of a selected node are edited beside the tree and take effect at once.
#[test]
fn arrow_keys_walk_through_the_tree_and_fold_it() {
    let mut rig = Rig::demo();
    rig.click("anna");
    let before = camera(&rig);
    rig.key(Key::ArrowDown);
    assert_eq!(rig.selected(), ["bert"]);
    rig.key(Key::ArrowUp);
    assert_eq!(rig.selected(), ["anna"]);
    // Left selects the title of the group, and collapses it there; right expands it.
    rig.key(Key::ArrowLeft);
    rig.key(Key::ArrowLeft);
    rig.wait("the robots are folded", |rig| !rig.sees("Show bert"));
    rig.key(Key::ArrowDown);
    rig.key(Key::ArrowDown);
    assert_eq!(rig.selected(), ["crate"], "collapsed rows are skipped");
    rig.key(Key::ArrowUp);
    rig.key(Key::ArrowUp);
    rig.key(Key::ArrowRight);
    rig.wait("they are unfolded", |rig| rig.sees("Show bert"));
    rig.key(Key::ArrowDown);
    assert_eq!(rig.selected(), ["anna"]);
    assert_eq!(camera(&rig), before, "the tree has the arrow keys");
    // Elsewhere, they move the camera again.
    let view = rig.harness.get_by_label("3D view of the scene").rect();
    rig.harness.hover_at(view.left_top() + vec2(20.0, 20.0));
    drag(&mut rig, view.left_top() + vec2(20.0, 20.0), view.left_top() + vec2(21.0, 20.0), Modifiers::NONE);
    let (before, names) = (camera(&rig), rig.selected());
    rig.key(Key::ArrowDown);
    assert!(camera(&rig) != before && rig.selected() == names);
}

#[test]
fn a_long_tree_scrolls_to_what_the_keys_choose() {
    let mut rig = Rig::built(sim_window_tests::scene("nautilus/swarm-500.ron"), 500);
    rig.click("rov0");
    for _ in 0..60 {
        rig.key(Key::ArrowDown);
    }
    assert_eq!(rig.selected(), ["rov60"]);
    rig.wait("it is seen", |rig| {
        let (search, view) = (rig.harness.get_by_role_and_label(Role::TextInput, "Search"), view(rig));
        let mut rows = rig.harness.query_all_by_label("rov60").map(|row| row.rect());
        rows.any(|row| row.right() < view.left() && row.top() > search.rect().bottom() && row.bottom() < END)
    });
}

#[test]
fn the_palette_scrolls_to_its_choice() {
    let mut rig = Rig::demo();
    rig.press(Modifiers::COMMAND, Key::K);
    let list = rig.harness.get_by_label("What do you want to do?").rect();
    let chosen = |rig: &Rig| -> Option<Rect> {
        let nodes = rig.nodes();
        let found = nodes.iter().find(|node| {
            let node = node.accesskit_node();
            node.is_selected() == Some(true) && node.label().is_some_and(|label| label.starts_with("Camera view"))
        });
        found.map(|node| node.rect())
    };
    for _ in 0..80 {
        if chosen(&rig).is_some() {
            break;
        }
        rig.key(Key::ArrowDown);
    }
    rig.harness.run_steps(20);
    let row = chosen(&rig).expect("it has been chosen");
    assert!(row.top() >= list.bottom() && row.bottom() <= list.bottom() + 340.0, "{row:?} {list:?}");
}

#[test]
fn every_action_has_keys_of_ones_own_and_conflicts_are_named() {
    let mut rig = Rig::demo();
    let is_measuring = |rig: &Rig| rig.window().measured().is_some();
    open_keys(&mut rig);
    // An action without shortcuts gets some.
    rig.click("Keys of Measure");
    rig.key(Key::U);
    rig.click("Close list");
    rig.key(Key::M);
    assert!(!is_measuring(&rig), "the old key means it no longer");
    rig.key(Key::U);
    assert!(is_measuring(&rig));
    rig.key(Key::U);

    // A real keyboard reports held modifiers before the key pressed with them.
    open_keys(&mut rig);
    rig.click("Keys of Measure");
    let held = Modifiers::COMMAND | Modifiers::SHIFT;
    for (key, modifiers) in [(Key::ControlLeft, Modifiers::COMMAND), (Key::ShiftLeft, held), (Key::U, held)] {
        rig.harness.event(Event::Key { key, physical_key: Some(key), pressed: true, repeat: false, modifiers });
        rig.harness.run_steps(2);
    }
    rig.click("Close list");
    rig.press(held, Key::U);
    assert!(is_measuring(&rig), "it has the keys that were pressed together");
    rig.press(held, Key::U);
    assert!(!is_measuring(&rig));

    // A conflict with another action is reported, and the shortcut is only reassigned on confirmation.
    open_keys(&mut rig);
    rig.click("Keys of Measure");
    rig.key(Key::Num7);
    rig.wait("the conflict is named", |rig| rig.sees("7 is used by View from above."));
    rig.click("Assign to Measure");
    rig.click("Close list");
    let before = camera(&rig);
    rig.key(Key::Num7);
    assert!(is_measuring(&rig), "its new key means it");
    assert_eq!(camera(&rig), before, "and nothing else");
    rig.key(Key::Num7);
    // It persists.
    let mut storage = MemoryStorage::default();
    eframe::App::save(rig.harness.state_mut(), &mut storage);
    assert!(storage.0["shortcuts"].contains("Measure"), "{:?}", storage.0["shortcuts"]);

    open_keys(&mut rig);
    rig.click("Keys of Measure");
    rig.key(Key::Escape);
    assert!(rig.sees("Keys of Measure"), "Escape gives up the choice of keys alone");
    rig.click("Keys of Measure");
    rig.harness.event(Event::Copy);
    rig.harness.run_steps(2);
    rig.wait("the reason is shown", |rig| rig.harness.query_all_by_label_contains("clipboard").next().is_some());
    rig.click("Reset all shortcuts");
    rig.click("Close list");
    rig.key(Key::M);
    assert!(is_measuring(&rig));
    rig.key(Key::Num7);
    assert!(camera(&rig) != before);
}

#[test]
fn a_rectangle_selects_in_the_plan_and_in_the_view() {
    for (pane, label) in [(Pane::Plan, "2D view of the scene"), (Pane::View3d, "3D view of the scene")] {
        let mut rig = Rig::demo();
        rig.harness.state_mut().show_panel(pane);
        rig.harness.run_steps(4);
        let rect = rig.harness.get_by_label(label).rect().shrink(40.0);
        let before = camera(&rig);
        drag(&mut rig, rect.left_top(), rect.right_bottom(), Modifiers::COMMAND);
        let names = rig.selected();
        assert!(
            ["anna", "bert", "crate"].iter().all(|name| names.iter().any(|other| other == name)),
            "{pane:?}: {names:?}"
        );
        assert!(!names.iter().any(|name| name == "floor"), "{pane:?}: {names:?}");
        assert_eq!(camera(&rig), before);
        // A small rectangle on empty ground selects nothing.
        drag(&mut rig, rect.left_top(), rect.left_top() + vec2(12.0, 12.0), Modifiers::COMMAND);
        assert!(rig.selected().is_empty(), "{pane:?}: {:?}", rig.selected());
    }
}

#[test]
fn what_is_dragged_snaps_to_steps_that_can_be_chosen() {
    let mut rig = Rig::demo_copy();
    rig.click("crate");
    rig.harness.state_mut().show_panel(Pane::Plan);
    rig.harness.run_steps(4);
    rig.click("Snap");
    rig.set("Grid step", 0.25);
    rig.key(Key::Escape);
    let at = |rig: &Rig| {
        let document = rig.window().document().unwrap();
        document.scene().unwrap().objects.iter().find(|object| object.name == "crate").unwrap().at.0
    };
    let start = at(&rig);
    let plan = rig.harness.get_by_label("2D view of the scene").rect();
    let place = rig.window().place_in_plan([start[0], start[1]]);
    assert!(plan.contains(place));
    drag(&mut rig, place, place + vec2(83.0, 47.0), Modifiers::COMMAND);
    let [x, y, _] = at(&rig);
    assert!(start[0] != x && [x, y].iter().all(|part| (part * 4.0 - (part * 4.0).round()).abs() < 1e-9), "{x} {y}");
    assert!(rig.text().contains("crate"));
    let mut storage = MemoryStorage::default();
    eframe::App::save(rig.harness.state_mut(), &mut storage);
    assert!(storage.0["snap"].contains("0.25"), "{:?}", storage.0["snap"]);
}
