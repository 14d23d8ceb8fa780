//! Key sets, and the keys of RoboMap.

use super::preferences::{choose, start};
use egui::{Event, Key, Modifiers, PointerButton};
use egui_kittest::kittest::Queryable;
use sim_gui::{Action, KeyRequest, Pane};
use sim_window_tests::{MemoryStorage, Rig};

const CTRL_SHIFT: Modifiers = Modifiers::COMMAND.plus(Modifiers::SHIFT);
const CTRL_ALT: Modifiers = Modifiers::COMMAND.plus(Modifiers::ALT);

fn objects(rig: &Rig) -> usize {
    rig.scene().objects.len()
}

/// RM-89: Shortcuts are rebindable, and no two enabled commands share a key.
/// RM-111: Keys are those of common 3D editors, and all are rebindable.
#[test]
fn a_key_set_is_selected_and_persisted() {
    let mut rig = Rig::demo_copy();
    let lines = |rig: &Rig| rig.window().drawn_lines();
    rig.key(Key::N);
    assert!(rig.window().place_of_panel(Pane::Inspector).is_some(), "this key means nothing at first");
    choose(&mut rig, "Key set: RoboMap");
    rig.press(CTRL_ALT, Key::A);
    assert!(lines(&rig) > 0 && rig.window().selected().is_empty(), "margins, and not everything is selected");
    rig.press(CTRL_ALT, Key::A);
    assert_eq!(lines(&rig), 0);
    // A panel, the palette, and deletion.
    rig.key(Key::N);
    assert!(rig.window().place_of_panel(Pane::Inspector).is_none());
    rig.key(Key::N);
    assert!(rig.window().place_of_panel(Pane::Inspector).is_some());
    rig.key(Key::F3);
    assert!(rig.sees("What do you want to do?"));
    rig.key(Key::Escape);
    let before = objects(&rig);
    rig.click("crate");
    rig.harness.run_steps(2);
    rig.key(Key::X);
    assert_eq!(objects(&rig), before - 1);
    // Both keys for labels; the list and the menu show them.
    for keys in [Key::N, Key::N] {
        rig.press(CTRL_SHIFT, keys);
    }
    rig.request(Action::Shortcuts);
    rig.harness.event(Event::Text("labels".into()));
    rig.harness.run_steps(3);
    assert!(rig.labels().iter().any(|label| label == "Keys of Labels"), "{:?}", rig.labels());
    let painted = sim_window_tests::painted::texts(&rig);
    assert!(painted.iter().any(|text| text.text == "Ctrl+Shift+N, Ctrl+Alt+N"), "{painted:?}");
    rig.key(Key::Escape);
    // It persists for the next start.
    let mut storage = MemoryStorage::default();
    eframe::App::save(rig.harness.state_mut(), &mut storage);
    assert_eq!(storage.0.get("key-set").map(String::as_str), Some("RoboMap"));
    choose(&mut rig, "Key set: Standard");
    rig.key(Key::N);
    assert!(rig.window().place_of_panel(Pane::Inspector).is_some());
}

/// RM-89: Shortcuts are rebindable, and no two enabled commands share a key.
#[test]
fn custom_shortcuts_stay_and_conflicts_with_a_key_set_are_reported() {
    let mut rig = Rig::demo_copy();
    let keys = egui::KeyboardShortcut::new(CTRL_ALT, Key::A);
    rig.request(KeyRequest::Bind { action: Action::Snap, keys: Some(keys) });
    choose(&mut rig, "Key set: RoboMap");
    let message = "Ctrl+Alt+A remains bound to Snap to steps, as you have set; Margins does not get it.";
    assert!(rig.labels().iter().any(|label| label.contains(message)), "{:?}", rig.labels());
    rig.press(CTRL_ALT, Key::A);
    assert_eq!(rig.window().drawn_lines(), 0);
}

/// Displayed position of the robot anna, m.
fn shown(rig: &Rig) -> nalgebra::Vector3<f64> {
    let structure = rig.window().runner().structure();
    let body = structure.bodies.iter().position(|body| &*body.name == "anna").unwrap();
    rig.window().shown_at()[body].translation.vector
}

fn button(rig: &mut Rig, pos: egui::Pos2, button: PointerButton) {
    for pressed in [true, false] {
        rig.harness.event(Event::PointerButton { pos, button, pressed, modifiers: Modifiers::NONE });
        rig.harness.run_steps(2);
    }
    rig.harness.run_steps(2);
}

/// RM-08: Objects move by handles, keys or numbers, but never along locked axes.
/// RM-89: Shortcuts are rebindable, and no two enabled commands share a key.
#[test]
fn g_and_r_with_an_axis_move_and_turn_until_a_click() {
    let mut rig = Rig::demo_copy();
    choose(&mut rig, "Key set: RoboMap");
    rig.click("anna");
    rig.click("2D view");
    rig.harness.run_steps(3);
    let middle = rig.harness.get_by_label("2D view of the scene").rect().center();
    let (from, yaw) = start(&rig);
    let before = rig.window().document().unwrap().undo_labels().count();
    let hover = |rig: &mut Rig, at: egui::Pos2| {
        rig.harness.hover_at(at);
        rig.harness.run_steps(3);
    };
    // Only along y, although the pointer moves along both axes.
    hover(&mut rig, middle);
    rig.key(Key::G);
    hover(&mut rig, middle + egui::vec2(50.0, -50.0));
    rig.key(Key::Y);
    assert_eq!(start(&rig).0, from, "nothing is changed before the click");
    button(&mut rig, middle + egui::vec2(50.0, -50.0), PointerButton::Primary);
    let (moved, _) = start(&rig);
    assert!(moved[0] == from[0] && moved[1] > from[1] + 0.05 && moved[2] == from[2], "{from:?} {moved:?}");
    assert_eq!(rig.window().document().unwrap().undo_labels().count(), before + 1, "one step");
    // The right button and Escape cancel it, and no menu opens.
    for way in ["button", "key"] {
        hover(&mut rig, middle);
        rig.key(Key::G);
        hover(&mut rig, middle + egui::vec2(70.0, 20.0));
        let there = shown(&rig);
        assert!((there[0] - moved[0]).abs() > 0.05, "the preview follows the pointer: {there:?}");
        match way {
            "button" => button(&mut rig, middle + egui::vec2(70.0, 20.0), PointerButton::Secondary),
            _ => rig.key(Key::Escape),
        }
        let there = shown(&rig);
        assert!((there[0] - moved[0]).abs() < 1e-9 && start(&rig).0 == moved, "{way}: {there:?}");
        assert!(!rig.sees("Rename …"), "{way}");
        hover(&mut rig, middle);
        assert_eq!(start(&rig).0, moved);
    }
    // About the vertical axis.
    let at = rig.window().place_in_plan([moved[0], moved[1]]);
    hover(&mut rig, at + egui::vec2(60.0, 0.0));
    rig.key(Key::R);
    rig.key(Key::Z);
    hover(&mut rig, at + egui::vec2(0.0, -60.0));
    button(&mut rig, at + egui::vec2(0.0, -60.0), PointerButton::Primary);
    let (place, turned) = start(&rig);
    assert!(place == moved && (turned - yaw - std::f64::consts::FRAC_PI_2).abs() < 0.03, "{yaw} {turned}");
}
