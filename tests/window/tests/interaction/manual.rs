//! The manual, F1 help, and information about the program.

use egui::accesskit::Role;
use egui::{Key, OutputCommand};
use egui_kittest::kittest::{NodeT, Queryable};
use sim_abi::ffi::module::{ABI_MAJOR, ABI_MINOR};
use sim_gui::{Action, Pane, Request, ViewKind};
use sim_window_tests::Rig;

fn f1(rig: &mut Rig) {
    rig.key(Key::F1);
}

fn page(rig: &Rig) -> Option<String> {
    rig.window().manual_page()
}

/// Closes the manual with Escape, with the pointer on it.
fn close(rig: &mut Rig) {
    let search = rig.harness.get_by_role_and_label(Role::TextInput, "Search the manual").rect();
    rig.harness.hover_at(search.center() + egui::vec2(0.0, 60.0));
    rig.harness.run_steps(2);
    rig.key(Key::Escape);
    assert_eq!(page(rig), None);
}

#[test]
fn f1_opens_the_page_about_the_panel_under_the_pointer() {
    let mut rig = Rig::demo();
    for (pane, title) in [
        (Pane::Plots, "Plot values"),
        (Pane::Drive, "Drive manually"),
        (Pane::View3d, "View overlays"),
        (Pane::Plugins, "Plugin folders"),
        (Pane::Tree, "Scene tree and inspector"),
    ] {
        rig.harness.state_mut().show_panel(pane);
        rig.harness.run_steps(4);
        let place = rig.window().place_of_panel(pane).unwrap();
        rig.harness.hover_at(place.center());
        rig.harness.run_steps(2);
        f1(&mut rig);
        assert_eq!(page(&rig).as_deref(), Some(title), "{pane:?}");
        // Its place moves while pictures before it are loaded.
        rig.wait("the heading is visible", |rig| {
            let mut headings = rig.harness.query_all_by_label(title);
            let heading = headings.find(|node| node.accesskit_node().role() == Role::Heading).map(|node| node.rect());
            heading.is_some_and(|heading| heading.top() > 60.0 && heading.bottom() < 700.0)
        });
        close(&mut rig);
    }
}

/// Title of the section about each panel.
fn section(pane: Pane) -> &'static str {
    match pane {
        Pane::View3d | Pane::Another(ViewKind::View3d, _) => "View overlays",
        Pane::Plan | Pane::Another(ViewKind::Plan, _) => "2D view",
        Pane::Tree | Pane::Inspector => "Scene tree and inspector",
        Pane::Plugins => "Plugin folders",
        Pane::Packs => "Packs in the window",
        Pane::Plots => "Plot values",
        Pane::Comparison => "Comparing with a recording",
        Pane::Log | Pane::Problems | Pane::Results => "Log, problems and results",
        Pane::Drive => "Drive manually",
        Pane::Cameras | Pane::Another(ViewKind::Cameras, _) => "Camera images",
        Pane::Text => "Fixing scene errors",
        Pane::States => "Saved states",
        Pane::Services => "Services",
        Pane::Robots => "Robot list",
        Pane::Construction => "Build a robot",
        Pane::Editor => "Text editor",
    }
}

/// Bounds of the tab of a visible panel, points.
fn tab(rig: &Rig, pane: Pane) -> egui::Rect {
    let place = rig.window().place_of_panel(pane).unwrap();
    let title = pane.title();
    let nodes = rig.harness.get_all_by_label(&title).map(|node| node.rect());
    let mut above =
        nodes.filter(|rect| (place.top() - rect.bottom()).abs() < 12.0 && place.x_range().contains(rect.center().x));
    above.next().unwrap_or_else(|| panic!("{title} has a tab above {place}"))
}

/// Bounds of the manual, points: around its search and its page.
fn manual(rig: &Rig) -> egui::Rect {
    let title = rig.harness.get_all_by_label("Manual").map(|node| node.rect());
    title.max_by(|one, other| one.area().total_cmp(&other.area())).expect("the manual is open")
}

/// RM-105: The offline manual is one step away from every panel.
#[test]
fn f1_on_every_panel_and_on_its_tab_opens_its_section_beside_it() {
    for size in [[1024.0, 700.0], [1600.0, 1000.0]] {
        let mut rig = Rig::demo();
        rig.resize(size, 1.0);
        let own = Pane::ALL.into_iter().chain([ViewKind::View3d, ViewKind::Plan].map(|kind| Pane::Another(kind, 2)));
        for pane in own {
            if let Pane::Another(kind, _) = pane {
                let action = if kind == ViewKind::Plan { Action::NewPlan } else { Action::NewView3d };
                rig.harness.state_mut().request(Request::Action(action));
            } else {
                rig.harness.state_mut().show_panel(pane);
            }
            rig.harness.run_steps(4);
            let place = rig.window().place_of_panel(pane).unwrap();
            // A position in the panel away from the middle of the window, which half of it would always cover.
            let inside = place.lerp_inside(egui::vec2(0.2, 0.5));
            // Positions of tabs in a larger window do not affect their meaning.
            let on_tab = (size[0] < 1100.0).then(|| tab(&rig, pane).center());
            for at in [inside].into_iter().chain(on_tab) {
                rig.harness.hover_at(at);
                rig.harness.run_steps(2);
                f1(&mut rig);
                assert_eq!(page(&rig).as_deref(), Some(section(pane)), "{pane:?} at {at}");
                let manual = manual(&rig);
                assert!(manual.width() <= 0.58 * size[0] + 1.0, "{pane:?}: {manual}");
                assert!(!manual.contains(at), "{pane:?} at {at} is visible next to {manual}");
                rig.snap(&format!("manual-{}-{}", size[0], pane.title()));
                close(&mut rig);
            }
        }
    }
}

#[test]
fn lines_of_code_wrap_and_what_is_out_of_sight_is_not_drawn() {
    let mut rig = Rig::demo();
    rig.resize([1024.0, 700.0], 1.0);
    rig.request(Action::Manual);
    rig.click("The window");
    // Everything is drawn while pictures are being loaded.
    rig.harness.run_steps(12);
    let seen = |rig: &Rig, words: &str| rig.labels().iter().any(|label| label.contains(words));
    assert!(seen(&rig, "The simulation runs on its own thread"));
    assert!(!seen(&rig, "and simplifies shapes"), "the end of the page is out of sight");
    rig.click("Write a sensor");
    rig.harness.run_steps(12);
    let manual = manual(&rig);
    let code = rig.nodes().into_iter().filter(|node| node.accesskit_node().role() == Role::Label);
    for node in code.filter(|node| manual.intersects(node.rect())) {
        assert!(node.rect().right() <= manual.right() + 1.0, "{:?}: {}", node.accesskit_node().value(), node.rect());
    }
}

#[test]
fn f1_in_a_dialog_opens_the_page_about_it() {
    let mut rig = Rig::demo();
    rig.request(Action::Preferences);
    f1(&mut rig);
    assert_eq!(page(&rig).as_deref(), Some("Preferences"));
    assert!(!rig.sees("Theme: Dark"), "the dialog is closed");
}

#[test]
fn the_manual_has_contents_links_a_back_button_and_a_search() {
    let mut rig = Rig::demo();
    rig.request(Action::Manual);
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
    rig.click("Noise");
    rig.harness.run_steps(3);
    assert_eq!(page(&rig).as_deref(), Some("Noise"));
    // The search covers all pages.
    rig.write("Search the manual", "dead zone");
    rig.harness.run_steps(2);
    rig.click("Drive manually");
    rig.harness.run_steps(3);
    assert_eq!(page(&rig).as_deref(), Some("Drive manually"));
    rig.write("Search the manual", "qqqq");
    rig.harness.run_steps(2);
    assert!(rig.sees("No page contains all these words."));
}

#[test]
fn the_program_shows_and_copies_its_version() {
    let mut rig = Rig::demo();
    rig.request(Action::About);
    let labels = rig.labels();
    let contract = format!("{ABI_MAJOR}.{ABI_MINOR}");
    for wanted in [env!("CARGO_PKG_VERSION"), &contract, "MIT OR Apache-2.0"] {
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
    let contract = format!("Plugin interface (ABI): {contract}");
    for wanted in ["Version: ", "Graphics device: ", "Data folder: ", &contract] {
        assert!(copied.contains(wanted), "{copied}");
    }
    assert!(!copied.contains("Graphics device: none"), "{copied}");
    rig.key(Key::Escape);
    assert!(!rig.sees("Copy all"));
}
