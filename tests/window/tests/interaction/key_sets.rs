//! Sets of keys, and what the keys of RoboMap do.

use super::preferences::choose;
use super::{copy, open};
use egui::{Event, Key, Modifiers};
use sim_gui::{Action, Pane, Request};
use sim_window_tests::{Kept, Rig};

const CTRL_SHIFT: Modifiers = Modifiers::COMMAND.plus(Modifiers::SHIFT);
const CTRL_ALT: Modifiers = Modifiers::COMMAND.plus(Modifiers::ALT);

fn press(rig: &mut Rig, held: Modifiers, key: Key) {
    rig.harness.key_press_modifiers(held, key);
    rig.harness.run_steps(4);
}

fn objects(rig: &Rig) -> usize {
    rig.harness.state().document().unwrap().scene().unwrap().objects.len()
}

#[test]
fn rm_89_rm_111_a_set_of_keys_is_chosen_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let mut rig = open(&copy(folder.path()));
    let lines = |rig: &Rig| rig.harness.state().drawn_lines();
    press(&mut rig, Modifiers::NONE, Key::N);
    assert!(rig.harness.state().place_of_panel(Pane::Inspector).is_some(), "this key means nothing at first");
    choose(&mut rig, "Key set: RoboMap");
    press(&mut rig, CTRL_ALT, Key::A);
    assert!(lines(&rig) > 0 && rig.harness.state().selected().is_empty(), "margins, and not everything is selected");
    press(&mut rig, CTRL_ALT, Key::A);
    assert_eq!(lines(&rig), 0);
    // A panel, the palette, and what deletes.
    press(&mut rig, Modifiers::NONE, Key::N);
    assert!(rig.harness.state().place_of_panel(Pane::Inspector).is_none());
    press(&mut rig, Modifiers::NONE, Key::N);
    assert!(rig.harness.state().place_of_panel(Pane::Inspector).is_some());
    press(&mut rig, Modifiers::NONE, Key::F3);
    assert!(rig.sees("What do you want to do?"));
    press(&mut rig, Modifiers::NONE, Key::Escape);
    let before = objects(&rig);
    rig.click("crate");
    rig.harness.run_steps(2);
    press(&mut rig, Modifiers::NONE, Key::X);
    assert_eq!(objects(&rig), before - 1);
    // Both keys of the labels; the list and the menu say which they are.
    for keys in [Key::N, Key::N] {
        press(&mut rig, CTRL_SHIFT, keys);
    }
    rig.harness.state_mut().request(Request::Action(Action::Shortcuts));
    rig.harness.run_steps(3);
    rig.harness.event(Event::Text("labels".into()));
    rig.harness.run_steps(3);
    assert!(rig.labels().iter().any(|label| label == "Keys of Labels"), "{:?}", rig.labels());
    let painted = sim_window_tests::painted::texts(&rig);
    assert!(painted.iter().any(|text| text.text == "Ctrl+Shift+N, Ctrl+Alt+N"), "{painted:?}");
    press(&mut rig, Modifiers::NONE, Key::Escape);
    // It is kept for the next start.
    let mut kept = Kept::default();
    eframe::App::save(rig.harness.state_mut(), &mut kept);
    assert_eq!(kept.0.get("key-set").map(String::as_str), Some("RoboMap"));
    choose(&mut rig, "Key set: Standard");
    press(&mut rig, Modifiers::NONE, Key::N);
    assert!(rig.harness.state().place_of_panel(Pane::Inspector).is_some());
}

#[test]
fn rm_89_keys_of_one_s_own_stay_and_what_they_take_from_a_set_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let mut rig = open(&copy(folder.path()));
    let keys = egui::KeyboardShortcut::new(CTRL_ALT, Key::A);
    rig.harness.state_mut().request(Request::BindKeys { action: Action::Snap, keys: Some(keys) });
    rig.harness.run_steps(2);
    choose(&mut rig, "Key set: RoboMap");
    let told = "Ctrl+Alt+A stays with Snap to round numbers, to which you have bound it; Margins does not get it.";
    assert!(rig.labels().iter().any(|label| label.contains(told)), "{:?}", rig.labels());
    press(&mut rig, CTRL_ALT, Key::A);
    assert_eq!(rig.harness.state().drawn_lines(), 0);
}
