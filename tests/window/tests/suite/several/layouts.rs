//! Named panel layouts.

use super::{choose, type_name};
use egui::{Key, Rect};
use egui_kittest::kittest::Queryable;
use sim_gui::{Options, Pane, ViewKind};
use sim_window_tests::Rig;

/// Selects an item of the layouts menu.
fn choose_layout(rig: &mut Rig, item: &str) {
    rig.click("View");
    rig.harness.get_by_label_contains("Layouts").click();
    rig.harness.run_steps(3);
    rig.click(item);
    rig.harness.run_steps(3);
}

fn place(rig: &Rig, pane: Pane) -> Option<Rect> {
    rig.window().place_of_panel(pane)
}

#[test]
fn layouts_are_saved_under_a_name_chosen_replaced_and_deleted() {
    let second = Pane::Another(ViewKind::View3d, 2);
    let mut rig = Rig::demo();
    choose(&mut rig, "View", "New 3D view");
    choose_layout(&mut rig, "Save layout as …");
    assert!(rig.sees("Layout name"));
    type_name(&mut rig, "Standard");
    assert!(rig.sees("This name is reserved for a built-in layout."));
    rig.key(Key::Enter);
    assert!(rig.sees("Layout name"), "it has to be another one");
    type_name(&mut rig, "two views");
    rig.key(Key::Enter);
    assert!(!rig.sees("Layout name"));

    choose_layout(&mut rig, "Standard");
    assert!(place(&rig, second).is_none() && place(&rig, Pane::View3d).is_some());
    choose_layout(&mut rig, "Robot editor");
    assert!(place(&rig, Pane::Construction).is_some() && place(&rig, second).is_none());
    choose_layout(&mut rig, "two views");
    assert!(place(&rig, second).is_some() && place(&rig, Pane::Construction).is_none());
    rig.snap("layout");

    // Stored for the next start, after which it may be replaced on confirmation.
    let scene = sim_window_tests::scene("demo.ron");
    let mut rig = rig.restart(Options { scene: Some(scene), ..Options::default() });
    rig.wait("the demo is built", |rig| rig.frame().robots.len() == 6);
    choose_layout(&mut rig, "Standard");
    for answer in ["Cancel", "Replace layout"] {
        choose_layout(&mut rig, "Save layout as …");
        type_name(&mut rig, "two views");
        rig.click("Save");
        super::answer(&mut rig, answer);
        choose_layout(&mut rig, "two views");
        assert_eq!(place(&rig, second).is_some(), answer == "Cancel");
        choose_layout(&mut rig, "Standard");
    }

    let open = |rig: &mut Rig| {
        rig.click("View");
        rig.harness.get_by_label_contains("Layouts").click();
        rig.harness.run_steps(3);
    };
    for answer in ["Cancel", "Delete layout"] {
        open(&mut rig);
        rig.harness.get_by_label_contains("Delete layout").click();
        rig.harness.run_steps(3);
        rig.click("Delete two views");
        super::answer(&mut rig, answer);
        open(&mut rig);
        assert_eq!(rig.sees("two views"), answer == "Cancel");
        rig.key(Key::Escape);
    }
}

#[test]
fn escape_saves_no_layout() {
    let mut rig = Rig::demo();
    choose_layout(&mut rig, "Save layout as …");
    type_name(&mut rig, "mine");
    rig.key(Key::Escape);
    assert!(!rig.sees("Layout name"));
    rig.click("View");
    rig.harness.get_by_label_contains("Layouts").click();
    rig.harness.run_steps(3);
    assert!(rig.sees("Robot editor") && !rig.sees("mine"));
}
