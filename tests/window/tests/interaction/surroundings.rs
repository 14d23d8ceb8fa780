//! Surroundings: export and import; deletion of several objects, some of which cannot be deleted.

use super::drags::{drag, on_screen};
use egui::accesskit::Role;
use egui::{Key, Modifiers, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use nalgebra::Point3;
use sim_abi::ffi::types::LogLevel;
use sim_core::scene::Scene;
use sim_gui::Action;
use sim_window_tests::Rig;
use std::path::Path;

/// Types the file name into the dialog, and confirms.
fn name_file(rig: &mut Rig, name: &str) {
    rig.wait("the dialog is there", |rig| rig.harness.query_by_role_and_label(Role::TextInput, "File name").is_some());
    rig.harness.get_by_role_and_label(Role::TextInput, "File name").set_text_value_accesskit(name);
    rig.harness.run_steps(2);
    rig.key(Key::Enter);
}

/// Number of log lines with these words.
fn said(rig: &Rig, words: &str) -> usize {
    rig.window().log().filter(|line| line.level == LogLevel::Info && line.text.contains(words)).count()
}

fn problems(rig: &Rig) -> Vec<String> {
    rig.window().problems().map(|finding| finding.to_string()).collect()
}

fn robots(rig: &Rig) -> Vec<String> {
    let scene = rig.scene();
    scene.robots.iter().map(|robot| robot.name.clone()).collect()
}

fn objects(rig: &Rig) -> Vec<String> {
    let scene = rig.scene();
    scene.objects.iter().map(|object| object.name.clone()).collect()
}

fn files(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Adds an item of the tree to the selection.
fn add(rig: &mut Rig, name: &str) {
    rig.harness.get_by_role_and_label(Role::Button, name).click_modifiers(Modifiers::COMMAND);
    rig.harness.run_steps(3);
}

/// RM-27: Export writes the room to a file without robots and routes.
/// RM-28: A file name is one stem plus the extension, which is added if missing.
/// RM-97: Every multi-step task ends with exactly one message.
#[test]
fn surroundings_are_exported_without_changing_the_scene() {
    let mut rig = Rig::demo_copy();
    let before = rig.text();
    let position = rig.window().document().unwrap().undo_position();
    rig.request(Action::ExportSurroundings);
    rig.wait("a name is proposed", |rig| {
        let field = rig.harness.query_by_role_and_label(Role::TextInput, "File name");
        field.is_some_and(|field| field.accesskit_node().value().as_deref() == Some("demo-environment.ron"))
    });
    // A wrong extension is replaced.
    name_file(&mut rig, "hall 2.txt");
    rig.wait("it is written", |rig| said(rig, "exported the environment to") == 1);
    assert_eq!(files(rig.scene_folder()), ["demo.ron", "hall 2.ron"]);
    let room = Scene::load(rig.scene_folder().join("hall 2.ron")).unwrap().scene;
    let demo = rig.scene();
    assert_eq!((room.objects.len(), room.robots.len()), (demo.objects.len(), 0));
    assert_eq!((rig.text(), rig.window().document().unwrap().undo_position()), (before, position));
    assert!(!rig.window().document().unwrap().is_modified());

    // Another file with this name is only replaced after confirmation, even if the name is derived from another one.
    let other = rig.scene_folder().join("other.ron");
    std::fs::write(&other, "mine").unwrap();
    rig.request(Action::ExportSurroundings);
    name_file(&mut rig, "other");
    assert!(rig.labels().iter().any(|label| label.contains("other.ron already")), "{:?}", rig.labels());
    rig.click("Cancel");
    assert_eq!(std::fs::read_to_string(&other).unwrap(), "mine");
    // An invalid name is rejected.
    rig.request(Action::ExportSurroundings);
    name_file(&mut rig, "a+b");
    rig.wait("the message appears", |rig| {
        problems(rig).iter().any(|problem| problem.contains("letters, digits, spaces"))
    });
    assert_eq!((files(rig.scene_folder()).len(), said(&rig, "exported")), (3, 1));
    // So is the file of the scene itself.
    rig.request(Action::ExportSurroundings);
    name_file(&mut rig, "demo.ron");
    rig.click("Replace");
    rig.wait("the message appears", |rig| {
        problems(rig).iter().any(|problem| problem.contains("is the file of this scene"))
    });
    assert_eq!(std::fs::read_to_string(rig.scene_folder().join("demo.ron")).unwrap(), rig.text());
}

/// RM-30: Import replaces the room, keeps robots and routes, and rejects damaged files.
/// RM-97: Every multi-step task ends with exactly one message.
#[test]
fn surroundings_are_imported_in_one_step_and_robots_stay() {
    let mut rig = Rig::demo_copy();
    let before = rig.text();
    let all = robots(&rig);
    let hall = "(format_version: 1, objects: [(name: \"anna\", shape: Box(size: (1, 1, 1)), at: (9, 9, 0.5))])";
    std::fs::write(rig.scene_folder().join("hall.ron"), hall).unwrap();
    rig.request(Action::ImportSurroundings);
    name_file(&mut rig, "hall.ron");
    rig.wait("they are there", |rig| said(rig, "imported the environment from") == 1);
    assert_eq!((objects(&rig), robots(&rig)), (vec!["anna.001".to_owned()], all.clone()));
    rig.wait("the run has them", |rig| {
        let bodies = &rig.window().runner().structure().bodies;
        bodies.iter().any(|body| &*body.name == "anna.001") && bodies.iter().all(|body| &*body.name != "crate")
    });
    rig.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    rig.wait("it is undone", |rig| rig.text() == before);

    // A damaged file does not change anything, and is reported with its location.
    std::fs::write(rig.scene_folder().join("bad.ron"), &hall[..60]).unwrap();
    rig.request(Action::ImportSurroundings);
    name_file(&mut rig, "bad.ron");
    rig.wait("it is refused", |rig| problems(rig).iter().any(|problem| problem.contains("bad.ron:1:")));
    assert_eq!((rig.text(), said(&rig, "imported")), (before, 1));
}

/// RM-23: Deleting skips protected objects and names all of them in one error.
#[test]
fn locked_objects_stay_and_are_reported_while_the_others_are_deleted() {
    let mut rig = Rig::demo_copy();
    for name in ["divider", "pillar"] {
        rig.click(name);
        rig.press(Modifiers::COMMAND, Key::L);
    }
    rig.wait("they are locked", |rig| rig.text().matches("locked: true").count() == 2);
    let before = rig.text();
    let all = objects(&rig);
    rig.press(Modifiers::COMMAND, Key::A);
    rig.key(Key::Delete);
    // Conditions refer to robots about to be deleted.
    if rig.sees("Delete these, too") {
        rig.click("Delete these, too");
    }
    rig.wait("the rest is gone", |rig| robots(rig).is_empty());
    assert_eq!(objects(&rig), ["divider", "pillar"], "of {all:?}");
    rig.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    rig.wait("it is one step", |rig| rig.text() == before);

    rig.click("box-1");
    for name in ["divider", "pillar"] {
        add(&mut rig, name);
    }
    assert_eq!(rig.window().selected().len(), 3);
    rig.harness.key_press(Key::Delete);
    rig.wait("one is gone", |rig| !objects(rig).contains(&"box-1".to_owned()));
    let locked: Vec<String> = problems(&rig).into_iter().filter(|problem| problem.contains("locked")).collect();
    assert!(locked.len() == 1 && locked[0].contains("`divider`") && locked[0].contains("`pillar`"), "{locked:?}");
}

/// RM-08: Objects move by handles, keys or numbers, but never along locked axes.
/// RM-37: A robot moves only in x, y and yaw, and by reports in robot mode.
#[test]
fn a_locked_object_stays_whether_it_is_dragged_or_typed() {
    let mut rig = Rig::demo_copy();
    rig.click("pillar");
    rig.key(Key::Home);
    let place = on_screen(&rig, Point3::new(0.4, -1.1, 0.2));
    let x_field = |rig: &Rig| {
        let field = rig.harness.get_all_by_label("x").find(|node| node.accesskit_node().role() == Role::SpinButton);
        field.map(|field| field.accesskit_node().is_disabled())
    };
    // With the handles for moving, rotating and resizing: in each mode, one of the drags hits one of them.
    let drag_all = |rig: &mut Rig| {
        let before = rig.text();
        [Key::W, Key::E, Key::R].map(|key| {
            rig.key(key);
            for radius in [0.0, 30.0, 45.0, 60.0, 75.0] {
                for part in 0..8 {
                    let angle = part as f32 * std::f32::consts::TAU / 8.0;
                    let from = place + radius * vec2(angle.cos(), angle.sin());
                    drag(rig, from, from + vec2(40.0, 25.0));
                    if rig.text() != before {
                        rig.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
                        rig.wait("it is undone", |rig| rig.text() == before);
                        return true;
                    }
                    if rig.window().selected().len() != 1 {
                        rig.harness.get_by_role_and_label(Role::Button, "pillar").click();
                        rig.harness.run_steps(3);
                    }
                }
            }
            false
        })
    };
    assert_eq!((drag_all(&mut rig), x_field(&rig)), ([true; 3], Some(false)), "it is free");
    rig.harness.key_press_modifiers(Modifiers::COMMAND, Key::L);
    rig.wait("it is locked", |rig| rig.text().contains("locked: true"));
    let before = rig.text();
    assert_eq!(drag_all(&mut rig), [false; 3]);
    if x_field(&rig) == Some(false) {
        rig.set("x", 3.0);
        rig.harness.run_steps(3);
    }
    assert_eq!(rig.text(), before);
    assert!(rig.labels().iter().any(|label| label.contains("locked")), "{:?}", rig.labels());
}

/// RM-35: Any number of robots are deleted in one action, without leftover parts.
/// RM-97: Every multi-step task ends with exactly one message.
#[test]
fn seven_of_ten_robots_go_at_once_and_the_log_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ten.ron");
    let each = |number: usize| format!("(name: \"r{number}\", model: \"scout/standard\", at: ({number}, 0))");
    let list = (0..10).map(each).collect::<Vec<_>>().join(",\n        ");
    std::fs::write(&path, format!("(\n    format_version: 1,\n    robots: [\n        {list},\n    ],\n)\n")).unwrap();
    let mut rig = Rig::built(path, 10);
    let before = rig.text();
    rig.click("r0");
    for number in 1..7 {
        add(&mut rig, &format!("r{number}"));
    }
    assert_eq!(rig.window().selected().len(), 7);
    rig.harness.key_press(Key::Delete);
    rig.wait("three are left", |rig| rig.frame().robots.len() == 3);
    assert_eq!(robots(&rig), ["r7", "r8", "r9"]);
    assert!(rig.window().selected().is_empty());
    assert_eq!(said(&rig, "deleted 7 robots"), 1);
    rig.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    rig.wait("it is one step", |rig| rig.text() == before);
}
