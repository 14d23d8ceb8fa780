//! Menus: active items have a check mark, and all items have help.

use egui::accesskit::{Role, Toggled};
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use sim_gui::{Action, RecordingRequest, Request, ViewRequest, ViewVideo};
use sim_window_tests::Rig;

/// Paths of menus with stateful actions.
const MENUS: [&[&str]; 5] = [&["Edit"], &["Draw"], &["Run"], &["View"], &["View", "Camera"]];

/// Opens nested menus.
fn open_menu(rig: &mut Rig, menu: &[&str]) {
    for (depth, title) in menu.iter().enumerate() {
        let place = rig.harness.get_all_by_label(title).next().unwrap().rect().center();
        rig.harness.hover_at(place);
        rig.harness.run_steps(2);
        if depth == 0 {
            let titles = rig.harness.get_all_by_label(title).next();
            titles.unwrap().click();
        }
        rig.harness.run_steps(4);
    }
}

fn close_menus(rig: &mut Rig) {
    rig.key(Key::Escape);
    rig.harness.remove_cursor();
    rig.harness.run_steps(2);
}

/// Toggleable items of the window: name, role, and whether they are on.
fn switches(rig: &Rig) -> Vec<(String, Role, bool)> {
    let nodes = rig.nodes();
    let nodes = nodes.iter().map(|node| node.accesskit_node());
    let nodes = nodes.filter(|node| matches!(node.role(), Role::MenuItemCheckBox | Role::MenuItemRadio));
    nodes.map(|node| (node.label().unwrap_or_default(), node.role(), node.toggled() == Some(Toggled::True))).collect()
}

/// Whether an action is on according to this menu; `None` if the menu does not contain it as a toggleable item.
fn is_on_in(rig: &mut Rig, menu: &[&str], action: Action) -> Option<bool> {
    open_menu(rig, menu);
    let found = switches(rig).into_iter().find(|(name, ..)| name == action.name());
    close_menus(rig);
    found.map(|(_, _, on)| on)
}

/// The menu of an action, and whether it is on there.
fn menu_of(rig: &mut Rig, action: Action) -> (&'static [&'static str], bool) {
    let found = MENUS.iter().find_map(|menu| Some((*menu, is_on_in(rig, menu, action)?)));
    found.unwrap_or_else(|| panic!("{action:?} is in no menu as something that can be switched"))
}

#[test]
fn every_action_with_a_state_shows_it_in_its_menu_and_changes_it() {
    let mut rig = Rig::demo_copy();
    let stated: Vec<Action> = Action::ALL.iter().copied().filter(|action| action.has_state()).collect();
    assert!(stated.len() >= 18, "{stated:?}");
    for action in stated {
        // The file of a recording is a separate dialog.
        let begin = |rig: &mut Rig| match action {
            Action::Record if rig.frame().recorded.is_none() => {
                let path = rig.scene_folder().join("run.mcap");
                rig.request(RecordingRequest::Record(path));
                rig.wait("it records", |rig| rig.frame().recorded.is_some());
            }
            Action::RecordView if rig.window().view_video().is_none() => {
                let path = rig.scene_folder().join("view.mp4");
                rig.harness.state_mut().request(Request::View(ViewRequest::Record(ViewVideo {
                    path,
                    pictures: false,
                    of_run: false,
                })));
                rig.wait("it records", |rig| rig.window().view_video().is_some());
            }
            action => rig.request(action),
        };
        // Robots cannot be locked, and only robots have a first-person view.
        let name = if action == Action::Lock { "crate" } else { "anna" };
        rig.harness.get_all_by_label(name).next().unwrap().click();
        rig.harness.run_steps(2);
        let (menu, before) = menu_of(&mut rig, action);
        // No robot of the demo has a camera to look through, and it has no ceiling.
        if matches!(action, Action::ThroughCamera | Action::Ceilings) {
            continue;
        }
        begin(&mut rig);
        assert_eq!(is_on_in(&mut rig, menu, action), Some(!before), "{action:?} shows no change");
        begin(&mut rig);
        if matches!(action, Action::Record) {
            rig.wait("it records no longer", |rig| rig.frame().recorded.is_none());
        }
        assert_eq!(is_on_in(&mut rig, menu, action), Some(before), "{action:?} does not go back");
    }
}

#[test]
fn the_palette_shows_what_is_on_too() {
    let mut rig = Rig::demo();
    let seen = |rig: &Rig| switches(rig).into_iter().find(|(name, ..)| name == "Snap to steps");
    rig.press(Modifiers::COMMAND, Key::K);
    rig.write("What do you want to do?", "snap");
    assert_eq!(seen(&rig).map(|(_, role, on)| (role, on)), Some((Role::MenuItemCheckBox, false)));
    close_menus(&mut rig);
    rig.request(Action::Snap);
    rig.press(Modifiers::COMMAND, Key::K);
    rig.write("What do you want to do?", "snap");
    assert_eq!(seen(&rig).map(|(_, _, on)| on), Some(true));
}

/// Results of a palette search, from top to bottom.
fn offered(rig: &mut Rig, search: &str) -> Vec<String> {
    rig.write("What do you want to do?", search);
    let field = rig.harness.get_by_role_and_label(Role::TextInput, "What do you want to do?").rect();
    let nodes = rig.nodes();
    let rows = nodes.iter().filter(|node| node.accesskit_node().is_selected().is_some());
    let rows =
        rows.filter(|node| node.rect().top() >= field.bottom() && field.x_range().contains(node.rect().center().x));
    let mut rows: Vec<(f32, String)> =
        rows.filter_map(|node| Some((node.rect().top(), node.accesskit_node().label()?))).collect();
    rows.sort_by(|one, other| one.0.total_cmp(&other.0));
    rows.into_iter().map(|(_, name)| name).collect()
}

#[test]
fn the_palette_finds_names_first_then_categories_then_descriptions() {
    let mut rig = Rig::demo();
    rig.press(Modifiers::COMMAND, Key::K);
    // Matches at the start of the name come first, then matches at the start of a word, then matches inside a word.
    let found = offered(&mut rig, "st");
    let place = |found: &[String], name: &str| {
        let place = found.iter().position(|row| row.starts_with(name));
        place.unwrap_or_else(|| panic!("{name}: {found:#?}"))
    };
    assert!(place(&found, "Stop") < place(&found, "Insert step"), "{found:#?}");
    assert!(place(&found, "Step") < place(&found, "Insert step"), "{found:#?}");
    assert!(place(&found, "Insert step") < place(&found, "Insert waste bin"), "{found:#?}");
    // The menu of an action, or the category of an object; then its description.
    let found = offered(&mut rig, "2d view");
    assert!(place(&found, "New 2D view") < place(&found, "Pan left"), "{found:#?}");
    let found = offered(&mut rig, "camera");
    assert!(place(&found, "New camera panel") < place(&found, "Orbit left"), "{found:#?}");
    // Words need not be adjacent.
    let found = offered(&mut rig, "layout save");
    assert!(found[0].starts_with("Save layout"), "{found:#?}");
    assert_eq!(offered(&mut rig, "no such thing"), [""; 0]);
}

#[test]
fn panels_that_are_open_have_a_tick_and_one_that_is_seen_is_closed() {
    let mut rig = Rig::demo();
    let on = |rig: &mut Rig, name: &str| {
        open_menu(rig, &["View", "Panels"]);
        let found = switches(rig).into_iter().find(|(other, ..)| other == name);
        found.unwrap_or_else(|| panic!("{name}: {:?}", switches(rig))).2
    };
    assert!(on(&mut rig, "Inspector"));
    let item = |rig: &Rig, name: &str| {
        let mut items =
            rig.harness.get_all_by_label(name).filter(|node| node.accesskit_node().role() == Role::MenuItemCheckBox);
        items.next().unwrap().click();
    };
    item(&rig, "Inspector");
    rig.harness.run_steps(4);
    close_menus(&mut rig);
    assert!(!on(&mut rig, "Inspector"), "it is closed");
    item(&rig, "Inspector");
    rig.harness.run_steps(4);
    close_menus(&mut rig);
    assert!(on(&mut rig, "Inspector"), "it is back");
    close_menus(&mut rig);
    // A panel behind other tabs comes to the front first.
    assert!(on(&mut rig, "Plots"));
    item(&rig, "Plots");
    rig.harness.run_steps(4);
    close_menus(&mut rig);
    assert!(on(&mut rig, "Plots"));
    close_menus(&mut rig);
    assert!(rig.sees("Clear plots") || rig.sees("Channel"), "it is in front");
}

#[test]
fn the_name_of_playing_says_what_it_would_do() {
    let mut rig = Rig::demo();
    let names = |rig: &mut Rig| {
        open_menu(rig, &["Run"]);
        let labels = rig.labels();
        close_menus(rig);
        labels
    };
    let has =
        |labels: &[String], name: &str| labels.iter().filter(|label| label.split(' ').next() == Some(name)).count();
    let before = names(&mut rig);
    assert!(has(&before, "Play") >= 2 && has(&before, "Pause") == 0, "in the tools and in the menu");
    rig.request(Action::PlayPause);
    rig.wait("it plays", |rig| rig.frame().tick > 2);
    let after = names(&mut rig);
    assert!(has(&after, "Pause") >= 2 && has(&after, "Play") == 0);
}

#[test]
fn what_is_put_in_from_a_file_is_found_by_that_word() {
    let mut rig = Rig::demo();
    rig.press(Modifiers::COMMAND, Key::I);
    for (word, thing) in
        [("file", "mesh"), ("file", "model file"), ("file", "floor"), ("image", "floor"), ("image", "terrain")]
    {
        let found = offered(&mut rig, word);
        assert!(found.iter().any(|row| row.contains(thing)), "{word}, {thing}: {found:#?}");
    }
}
