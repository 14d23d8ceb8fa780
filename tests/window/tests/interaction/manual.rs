//! The manual, help by F1, and what the program tells of itself.

use egui::accesskit::Role;
use egui::{Key, OutputCommand};
use egui_kittest::kittest::{NodeT, Queryable};
use sim_gui::{Action, Pane, Request};
use sim_window_tests::Rig;

fn f1(rig: &mut Rig) {
    rig.harness.key_press(Key::F1);
    rig.harness.run_steps(4);
}

fn page(rig: &Rig) -> Option<String> {
    rig.harness.state().manual_page()
}

/// Closes the manual by Escape with the pointer on it.
fn close(rig: &mut Rig) {
    let search = rig.harness.get_by_role_and_label(Role::TextInput, "Search the manual").rect();
    rig.harness.hover_at(search.center() + egui::vec2(0.0, 60.0));
    rig.harness.run_steps(2);
    rig.harness.key_press(Key::Escape);
    rig.harness.run_steps(2);
    assert_eq!(page(rig), None);
}

#[test]
fn m1_14_f1_opens_the_page_about_the_panel_under_the_pointer() {
    let mut rig = Rig::demo();
    for (pane, title) in [
        (Pane::Plots, "Plots"),
        (Pane::Drive, "Driving by hand"),
        (Pane::View3d, "What the views show"),
        (Pane::Plugins, "Plugin folders"),
        (Pane::Tree, "The tree and the inspector"),
    ] {
        rig.harness.state_mut().show_panel(pane);
        rig.harness.run_steps(4);
        let place = rig.harness.state().place_of_panel(pane).unwrap();
        rig.harness.hover_at(place.center());
        rig.harness.run_steps(2);
        f1(&mut rig);
        assert_eq!(page(&rig).as_deref(), Some(title), "{pane:?}");
        // The heading is seen.
        let heading = rig.harness.get_all_by_label(title).find(|node| node.accesskit_node().role() == Role::Heading);
        let heading = heading.unwrap_or_else(|| panic!("{title} is seen")).rect();
        assert!(heading.top() > 60.0 && heading.bottom() < 700.0, "{title}: {heading:?}");
        close(&mut rig);
    }
}

#[test]
fn m1_14_f1_in_a_dialog_opens_the_page_about_it() {
    let mut rig = Rig::demo();
    rig.harness.state_mut().request(Request::Action(Action::Preferences));
    rig.harness.run_steps(3);
    f1(&mut rig);
    assert_eq!(page(&rig).as_deref(), Some("Preferences"));
    assert!(!rig.sees("Theme: Dark"), "the dialog makes way");
}

#[test]
fn m1_14_the_manual_has_contents_links_the_way_back_and_a_search() {
    let mut rig = Rig::demo();
    rig.harness.state_mut().request(Request::Action(Action::Manual));
    rig.harness.run_steps(4);
    assert_eq!(page(&rig).as_deref(), Some("Introduction"));
    rig.click("first controller");
    rig.harness.run_steps(2);
    let first = page(&rig).unwrap();
    assert!(first.to_lowercase().contains("controller"), "{first}");
    rig.click("Back");
    assert_eq!(page(&rig).as_deref(), Some("Introduction"));
    rig.click("Forward");
    assert_eq!(page(&rig), Some(first));
    // Tables, code and lists of a long page are there.
    rig.click("Exit status");
    rig.harness.run_steps(3);
    assert_eq!(page(&rig).as_deref(), Some("Exit status"));
    // The search goes over all pages.
    rig.write("Search the manual", "dead zone");
    rig.harness.run_steps(2);
    rig.click("The window › Driving by hand");
    rig.harness.run_steps(3);
    assert_eq!(page(&rig).as_deref(), Some("Driving by hand"));
    rig.write("Search the manual", "qqqq");
    rig.harness.run_steps(2);
    assert!(rig.sees("No page has all these words."));
}

#[test]
fn m1_14_the_program_tells_its_version_and_copies_it() {
    let mut rig = Rig::demo();
    rig.harness.state_mut().request(Request::Action(Action::About));
    rig.harness.run_steps(3);
    let labels = rig.labels();
    for wanted in [env!("CARGO_PKG_VERSION"), "2.0", "MIT OR Apache-2.0"] {
        assert!(labels.iter().any(|label| label == wanted), "{wanted}: {labels:?}");
    }
    rig.harness.get_by_label("Copy all").click_accesskit();
    let mut copied = None;
    rig.wait("it is on the clipboard", |rig| {
        let mut commands = rig.harness.output().platform_output.commands.iter();
        copied = commands.find_map(|command| match command {
            OutputCommand::CopyText(text) => Some(text.clone()),
            _ => None,
        });
        copied.is_some()
    });
    let copied = copied.unwrap();
    for wanted in ["Version: ", "Graphics device: ", "Data folder: ", "Plugin interface (ABI): 2.0"] {
        assert!(copied.contains(wanted), "{copied}");
    }
    assert!(!copied.contains("Graphics device: none"), "{copied}");
    rig.harness.key_press(Key::Escape);
    rig.harness.run_steps(3);
    assert!(!rig.sees("Copy all"));
}
