//! The list of all shortcuts, and positions that stay fixed while texts come and go.

use egui::accesskit::Role;
use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use sim_gui::{Action, Pane, PanelRequest, Request};
use sim_window_tests::Rig;

#[test]
fn the_list_of_keys_has_groups_with_headings_and_a_search() {
    let mut rig = Rig::demo();
    rig.request(Action::Shortcuts);
    let headings = |rig: &Rig| -> Vec<String> {
        let nodes = rig.nodes();
        let nodes = nodes.iter().map(|node| node.accesskit_node()).filter(|node| node.role() == Role::Heading);
        nodes.filter_map(|node| node.label().or(node.value())).collect()
    };
    let all = headings(&rig);
    for title in ["File", "Edit", "Draw", "Run", "View", "Camera", "Layouts", "Help"] {
        assert!(all.iter().any(|heading| heading == title), "{title}: {all:?}");
    }
    // Typing starts a search at once, in names and in shortcuts.
    rig.harness.event(Event::Text("rename".into()));
    rig.harness.run_steps(3);
    assert!(rig.sees("Keys of Rename …") && !rig.sees("Keys of Save"), "{:?}", rig.labels());
    assert!(!headings(&rig).iter().any(|heading| heading == "Run"));
    rig.write("Search actions and keys", "ctrl+z");
    assert!(rig.sees("Keys of Undo") && !rig.sees("Keys of Rename …"), "{:?}", rig.labels());
    rig.snap("key-list");
}

#[test]
fn messages_cover_neither_tree_nor_inspector_where_no_view_is_seen() {
    let mut rig = Rig::demo();
    for pane in [Pane::View3d, Pane::Plan, Pane::Cameras] {
        rig.harness.state_mut().request(Request::Panel(PanelRequest::Close(pane)));
    }
    rig.harness.run_steps(3);
    rig.press(Modifiers::COMMAND, Key::Z);
    let message = rig.harness.get_by_label_contains("Nothing to undo").rect();
    for pane in [Pane::Tree, Pane::Inspector] {
        let place = rig.window().place_of_panel(pane).unwrap();
        assert!(!place.intersects(message), "{pane:?} {place} {message}");
    }
}

#[test]
fn the_switch_that_captures_the_keyboard_stays_where_it_is() {
    let mut rig = Rig::demo();
    rig.harness.state_mut().show_panel(Pane::Drive);
    rig.harness.run_steps(3);
    let place = |rig: &Rig| rig.harness.get_by_label("Capture keyboard").rect().min;
    let before = place(&rig);
    rig.click("bert");
    rig.harness.run_steps(3);
    assert_eq!(place(&rig), before, "with a robot that another controller drives");
    rig.click("Capture keyboard");
    rig.harness.run_steps(3);
    assert_eq!(place(&rig), before);
}
