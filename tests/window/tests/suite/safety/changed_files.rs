//! Scene files modified by other programs.

use super::{SCENE, boxes, edit, menu, open, scene};
use egui::{Key, Modifiers};
use egui_kittest::kittest::NodeT;
use sim_window_tests::Rig;
use std::path::Path;

/// The scene with an additional box.
fn theirs() -> String {
    SCENE
        .replace("    ],\n", "        (name: \"box-3\", shape: Box(size: (0.2, 0.2, 0.2)), at: (2, 0, 0.1)),\n    ],\n")
}

/// Waits until the window reports a changed file; rewrites it until it is noticed.
fn notice(rig: &mut Rig, path: &Path, text: &str) {
    std::fs::write(path, text).unwrap();
    rig.wait("the change is noticed", |rig| rig.sees("Keep mine"));
}

#[test]
fn a_changed_scene_is_reloaded_when_that_is_chosen_and_undo_brings_the_old_one_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = scene(folder.path(), "one.ron");
    let mut rig = open(&path, &folder.path().join("data"));
    notice(&mut rig, &path, &theirs());
    assert_eq!(rig.text(), SCENE, "nothing happens before one has chosen");
    rig.click("Reload");
    rig.wait("the third box is there", |rig| boxes(rig) == 3);
    assert_eq!(rig.text(), theirs());
    assert!(!rig.window().document().unwrap().is_modified());
    assert!(!rig.sees("Keep mine"));
    rig.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    rig.wait("the old scene is back", |rig| boxes(rig) == 2);
    assert_eq!(rig.text(), SCENE);
}

#[test]
fn unsaved_changes_are_preserved_or_merged_and_never_lost() {
    let folder = tempfile::tempdir().unwrap();
    let path = scene(folder.path(), "one.ron");
    let mut rig = open(&path, &folder.path().join("data"));
    let mine = edit(&mut rig, 0.25);
    notice(&mut rig, &path, &theirs());
    rig.click("Keep mine");
    rig.wait("nothing is offered any more", |rig| !rig.sees("Keep mine"));
    assert_eq!(rig.text(), mine);
    // The decision was made: saving does not ask again.
    rig.harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
    rig.wait("it is saved", |_| std::fs::read_to_string(&path).unwrap() == mine);

    let mine = edit(&mut rig, 0.5);
    notice(&mut rig, &path, &std::fs::read_to_string(&path).unwrap().replace("dt: 0.01", "dt: 0.02"));
    rig.click("Merge");
    rig.wait("nothing is offered any more", |rig| !rig.sees("Keep mine"));
    assert_eq!(rig.text(), mine.replace("dt: 0.01", "dt: 0.02"));
    rig.harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
    rig.wait("it is saved", |rig| std::fs::read_to_string(&path).unwrap() == rig.text());

    // Conflicting changes are not merged, and the conflict is reported with its location.
    let mine = edit(&mut rig, 0.75);
    notice(&mut rig, &path, &std::fs::read_to_string(&path).unwrap().replace("(0.5, 0, 0.1)", "(9, 0, 0.1)"));
    rig.click("Merge");
    rig.wait("the conflict is reported", |rig| {
        rig.window().problems().any(|problem| problem.to_string().contains("(9, 0, 0.1)"))
    });
    assert_eq!(rig.text(), mine);
    rig.click("Reload");
    rig.wait("nothing is offered any more", |rig| !rig.sees("Keep mine"));
    assert!(rig.text().contains("(9, 0, 0.1)"));
    rig.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    rig.wait("undo brings the changes back", |rig| rig.text() == mine);
}

#[test]
fn what_the_scene_names_is_reloaded_at_once_where_that_was_chosen_and_by_the_menu() {
    let folder = tempfile::tempdir().unwrap();
    let map = |boxes: &str| format!("(format_version: 1, objects: [{boxes}])");
    let third = r#"(name: "box-3", shape: Box(size: (0.2, 0.2, 0.2)), at: (2, 0, 0.1)),"#;
    let fourth = r#"(name: "box-4", shape: Box(size: (0.2, 0.2, 0.2)), at: (3, 0, 0.1)),"#;
    let included = folder.path().join("map.ron");
    std::fs::write(&included, map("")).unwrap();
    let path = folder.path().join("one.ron");
    std::fs::write(&path, SCENE.replace("    floor: (),\n", "    include: [\"map.ron\"],\n    floor: (),\n")).unwrap();
    let mut rig = open(&path, &folder.path().join("data"));
    notice(&mut rig, &included, &map(third));
    assert_eq!(boxes(&rig), 2);
    rig.click("Always, when nothing is unsaved");
    rig.wait("the third box is there", |rig| boxes(rig) == 3);
    std::fs::write(&included, map(&(third.to_owned() + fourth))).unwrap();
    rig.wait("the fourth box is there", |rig| boxes(rig) == 4);
    std::fs::write(&path, SCENE).unwrap();
    rig.wait("nothing is included any more", |rig| boxes(rig) == 2);

    // With unsaved changes, it is still offered.
    let mine = edit(&mut rig, 0.25);
    notice(&mut rig, &path, &theirs());
    assert_eq!(rig.text(), mine);
    menu(&mut rig, "File", "Reload files");
    rig.wait("the third box is there", |rig| boxes(rig) == 3);
    assert_eq!(rig.text(), theirs());
    assert!(rig.nodes().iter().all(|node| node.accesskit_node().label().as_deref() != Some("Keep mine")));
}

#[test]
fn own_writes_are_not_foreign_changes_and_a_deleted_file_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let path = scene(folder.path(), "one.ron");
    let mut rig = open(&path, &folder.path().join("data"));
    let mine = edit(&mut rig, 0.25);
    rig.harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
    rig.wait("it is saved", |_| std::fs::read_to_string(&path).unwrap() == mine);
    // Reports about this change come before the next change, which is another program's.
    let mut seen = false;
    std::fs::remove_file(&path).unwrap();
    rig.wait("the missing file is reported", |rig| {
        seen |= rig.sees("Reload");
        rig.logs("was deleted or moved by another program")
    });
    assert!(!seen, "saved and deleted files cannot be reloaded");
    assert_eq!(rig.text(), mine);
    rig.harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
    rig.wait("saving requires confirmation", |rig| rig.sees("Overwrite"));
}

#[test]
fn a_changed_unreadable_file_is_reported_once_and_loaded_when_readable() {
    let folder = tempfile::tempdir().unwrap();
    let path = scene(folder.path(), "one.ron");
    let mut rig = open(&path, &folder.path().join("data"));
    notice(&mut rig, &path, &theirs());
    rig.click("Always, when nothing is unsaved");
    rig.wait("the third box is there", |rig| boxes(rig) == 3);
    let messages =
        |rig: &Rig| rig.labels().into_iter().filter(|label| label.starts_with("Message: ")).collect::<Vec<_>>();
    // Twice, like a program that writes it in parts.
    for unreadable in [[0xff, 0xfe, 0x28], [0xff, 0xfe, 0x29]] {
        std::fs::write(&path, unreadable).unwrap();
        rig.wait("the message appears", |rig| rig.window().problems().count() == 1);
        // Few frames: messages disappear after some.
        for _ in 0..5 {
            rig.harness.step();
            std::thread::sleep(std::time::Duration::from_millis(160));
        }
    }
    assert!(messages(&rig).iter().all(|message| !message.contains('×')), "{:?}", messages(&rig));
    assert_eq!(rig.text(), theirs(), "the open scene is unchanged");
    std::fs::write(&path, SCENE).unwrap();
    rig.wait("it is taken over", |rig| boxes(rig) == 2);
}

#[test]
fn an_unreadable_scene_leaves_the_open_scene_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    let path = scene(folder.path(), "one.ron");
    let mut rig = open(&path, &folder.path().join("data"));
    rig.click("box-2");
    let unreadable = folder.path().join("two.ron");
    std::fs::write(&unreadable, [0xff, 0xfe, 0x28]).unwrap();
    rig.harness.state_mut().open(unreadable);
    rig.wait("the message appears", |rig| rig.window().problems().count() == 1);
    assert_eq!(rig.window().selected().len(), 1, "the selection is unchanged");
    assert_eq!(rig.text(), SCENE);
}

#[test]
fn a_file_that_is_back_is_no_problem_any_more() {
    let folder = tempfile::tempdir().unwrap();
    let path = scene(folder.path(), "one.ron");
    let mut rig = open(&path, &folder.path().join("data"));
    let is_reported = |rig: &Rig| {
        let path = path.display().to_string();
        rig.window().problems().any(|problem| problem.file.as_ref() == Some(&path))
    };
    std::fs::remove_file(&path).unwrap();
    rig.wait("the missing file is reported", is_reported);
    std::fs::write(&path, SCENE).unwrap();
    rig.wait("the problem is no longer listed", |rig| !is_reported(rig));
}
