//! Recovery of work after a crash.

use super::{edit, files, is_saved, menu, open, recovery_files, scene};
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use sim_window_tests::Rig;
use std::path::Path;
use std::time::{Duration, Instant};

/// A window without a scene that stores its own files in a folder.
fn start(data: &Path) -> Rig {
    Rig::open_with(None, &[], Some(data.to_path_buf()))
}

/// Whether the text panel contains this text.
fn writes(rig: &Rig, text: &str) -> bool {
    rig.nodes().iter().any(|node| node.accesskit_node().value().is_some_and(|value| value == text))
}

/// Two scenes edited in two windows that end without saving; returns the paths and the texts.
fn crashed(folder: &Path, data: &Path) -> [(String, String); 2] {
    let made = ["one.ron", "two.ron"].map(|name| scene(folder, name));
    let mut rigs = made.each_ref().map(|path| open(path, data));
    let texts = [edit(&mut rigs[0], 0.25), edit(&mut rigs[1], 0.75)];
    for (rig, text) in rigs.iter_mut().zip(&texts) {
        rig.wait("the change is saved", |_| is_saved(data, text));
    }
    drop(rigs);
    let [first, second] = texts;
    let [one, two] = made.map(|path| path.display().to_string());
    [(one, first), (two, second)]
}

#[test]
fn two_recoveries_are_opened_one_after_the_other_and_none_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let [(one, first), (two, second)] = crashed(folder.path(), &data);

    let mut rig = start(&data);
    rig.wait("both are listed", |rig| rig.sees(&format!("Recover {one}")) && rig.sees(&format!("Recover {two}")));
    rig.click(&format!("Recover {one}"));
    rig.wait("the first is there", |rig| rig.window().document().is_some());
    assert_eq!(rig.text(), first);
    assert_eq!(recovery_files(&data).len(), 2);

    // The other one is still pending. Opening it is like opening any scene: the unsaved changes of the current one
    // require confirmation.
    menu(&mut rig, "File", "Recover unsaved work …");
    rig.wait("the other one is listed", |rig| rig.sees(&format!("Recover {two}")));
    assert!(!rig.sees(&format!("Recover {one}")));
    rig.click(&format!("Recover {two}"));
    rig.wait("the confirmation appears", |rig| rig.sees("There are unsaved changes."));
    assert_eq!((rig.text(), recovery_files(&data).len()), (first.clone(), 2));
    rig.click("Save");
    rig.wait("the second is there", |rig| rig.text() == second);
    assert_eq!(std::fs::read_to_string(&one).unwrap(), first);
    rig.harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
    rig.wait("it is saved", |_| std::fs::read_to_string(&two).unwrap() == second);
    rig.wait("no recovery file is left", |_| recovery_files(&data).is_empty());
}

#[test]
fn what_is_discarded_is_moved_to_a_folder_that_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let [(one, first), (two, _)] = crashed(folder.path(), &data);
    let mut rig = start(&data);
    rig.click(&format!("Discard {one}"));
    let discarded = data.join("recovery").join("discarded");
    rig.wait("its path is shown", |rig| rig.logs(&discarded.display().to_string()));
    let moved = files(&discarded, ".recovery.json");
    let [moved] = moved.as_slice() else { panic!("{moved:?}") };
    let moved: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(moved).unwrap()).unwrap();
    assert_eq!(moved["text"], first);
    assert!(!rig.sees(&format!("Discard {one}")) && rig.sees(&format!("Discard {two}")), "the other one stays listed");
    assert_eq!(recovery_files(&data).len(), 1);
}

#[test]
fn later_and_escape_leave_recovery_files_for_the_next_start_and_the_next_scene_is_saved_too() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let [(one, first), (two, second)] = crashed(folder.path(), &data);
    let mut rig = start(&data);
    rig.click(&format!("Later {one}"));
    assert!(!rig.sees(&format!("Recover {one}")) && rig.sees(&format!("Recover {two}")));
    rig.harness.key_press(Key::Escape);
    rig.wait("the confirmation is closed", |rig| !rig.sees(&format!("Recover {two}")));
    assert_eq!(recovery_files(&data).len(), 2);

    // The same scene is opened and edited again: its recovery file is stored next to the previous one.
    rig.harness.state_mut().open(one.clone().into());
    rig.wait("the scene is built", |rig| rig.sees("box-1"));
    let third = edit(&mut rig, 0.5);
    rig.wait("the change is saved", |_| is_saved(&data, &third));
    assert!(is_saved(&data, &first) && is_saved(&data, &second));
    drop(rig);
    let mut rig = start(&data);
    rig.wait("all are listed", |rig| {
        let recover = format!("Recover {one}");
        rig.harness.query_all_by_label(&recover).count() == 2 && rig.sees(&format!("Recover {two}"))
    });
}

#[test]
fn what_cannot_be_read_is_listed_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    std::fs::create_dir_all(data.join("recovery")).unwrap();
    let odd = data.join("recovery").join("odd.recovery.json");
    std::fs::write(&odd, "{\"version\": 1, \"text\": ").unwrap();
    let mut rig = start(&data);
    rig.wait("it is listed", |rig| rig.labels().iter().any(|label| label.contains(&*odd.to_string_lossy())));
    assert!(rig.labels().iter().any(|label| label.contains("cannot be read")), "{:?}", rig.labels());
    rig.key(Key::Escape);
    assert!(odd.exists());
}

#[test]
fn a_failed_write_is_reported_once_and_retried_until_it_succeeds() {
    let folder = tempfile::tempdir().unwrap();
    let (path, data) = (scene(folder.path(), "one.ron"), folder.path().join("data"));
    let mut rig = open(&path, &data);
    // A file is in place of the folder: nothing can be written there.
    let place = data.join("recovery");
    let _ = std::fs::remove_dir_all(&place);
    std::fs::create_dir_all(&data).unwrap();
    std::fs::write(&place, "not a folder").unwrap();
    let first = edit(&mut rig, 0.25);
    let report_count = |rig: &Rig| {
        let list = rig.window().problems();
        list.filter(|problem| problem.to_string().contains(&*place.to_string_lossy())).count()
    };
    rig.wait("the failure is reported", |rig| report_count(rig) > 0);
    let second = edit(&mut rig, 0.5);
    assert_ne!(first, second);

    std::fs::remove_file(&place).unwrap();
    rig.wait("it is saved nevertheless", |_| is_saved(&data, &second));
    rig.wait("the recovery is reported", |rig| rig.logs("backed up again"));
    assert_eq!(report_count(&rig), 1, "reported once");
}

#[test]
fn changes_are_saved_while_the_window_is_not_redrawn() {
    let folder = tempfile::tempdir().unwrap();
    let (path, data) = (scene(folder.path(), "one.ron"), folder.path().join("data"));
    let mut rig = open(&path, &data);
    let first = edit(&mut rig, 0.25);
    rig.wait("the change is saved", |_| is_saved(&data, &first));
    // A hidden window is not redrawn.
    let second = edit(&mut rig, 0.5);
    let start = Instant::now();
    while !is_saved(&data, &second) {
        assert!(start.elapsed() < Duration::from_secs(60), "not saved");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn unapplied_text_is_saved_and_recovered() {
    let folder = tempfile::tempdir().unwrap();
    let (path, data) = (scene(folder.path(), "one.ron"), folder.path().join("data"));
    let mut rig = open(&path, &data);
    rig.click("Text");
    let written = super::SCENE.replace("Two boxes", "Two boxes, and a thought that is not finished (");
    rig.write("Text of the scene", &written);
    rig.wait("it is saved", |_| {
        recovery_files(&data).iter().any(|file| std::fs::read_to_string(file).unwrap().contains("not finished"))
    });
    drop(rig);

    let mut rig = start(&data);
    let recover = format!("Recover {}", path.display());
    rig.click(&recover);
    rig.wait("the text is shown", |rig| writes(rig, &written));
    assert_eq!(rig.text(), super::SCENE);
    assert!(!rig.window().document().unwrap().is_modified());
    rig.click("Revert");
    rig.wait("no recovery file is left", |_| recovery_files(&data).is_empty());
}
