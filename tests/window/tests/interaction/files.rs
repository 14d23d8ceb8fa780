//! The file dialog.

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use sim_runner::RunState;
use sim_window_tests::{Rig, demo_copy};
use std::path::{Path, PathBuf};

/// Content of the file name field.
fn name(rig: &Rig) -> String {
    rig.harness.get_by_role_and_label(Role::TextInput, "File name").accesskit_node().value().unwrap_or_default()
}

fn has_dialog(rig: &Rig) -> bool {
    rig.harness.query_by_role_and_label(Role::TextInput, "File name").is_some()
}

/// Names in the list.
fn listed(rig: &Rig) -> Vec<String> {
    let rows = rig.nodes().into_iter().filter(|node| node.accesskit_node().role() == Role::ListBoxOption);
    rows.filter_map(|node| node.accesskit_node().label()).collect()
}

/// Clicks a button of the dialog: it is above all others with this name.
fn answer(rig: &mut Rig, label: &str) {
    rig.harness.get_all_by_role_and_label(Role::Button, label).last().expect("there is such a button").click();
    rig.harness.run_steps(3);
}

/// Navigates to a folder by typing its path.
fn go(rig: &mut Rig, folder: &Path) {
    rig.harness.get_by_role_and_label(Role::TextInput, "Folder").focus();
    rig.harness.step();
    rig.write("Folder", &folder.display().to_string());
    rig.key(Key::Enter);
}

/// Selects an item of the insert palette by search words.
fn insert(rig: &mut Rig, words: &str) {
    rig.press(Modifiers::COMMAND, Key::I);
    rig.harness.event(egui::Event::Text(words.to_owned()));
    rig.harness.run_steps(2);
    rig.key(Key::Enter);
}

/// The file of the open scene.
fn scene_of(rig: &Rig) -> Option<PathBuf> {
    rig.window().document().and_then(|document| document.path()).map(Path::to_path_buf)
}

fn write_name(rig: &mut Rig, text: &str) {
    rig.harness.get_by_role_and_label(Role::TextInput, "File name").set_text_value_accesskit(text);
    rig.harness.run_steps(2);
}

#[test]
fn a_name_without_its_ending_opens_the_file_that_has_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = demo_copy(folder.path());
    std::fs::copy(&path, folder.path().join("other.ron")).unwrap();
    let mut rig = Rig::built(&path, 6);
    rig.press(Modifiers::COMMAND, Key::O);
    write_name(&mut rig, "other");
    answer(&mut rig, "Open");
    rig.wait("it is open", |rig| scene_of(rig).is_some_and(|path| path.ends_with("other.ron")));
}

#[test]
fn a_scene_is_opened_by_a_dialog_while_the_run_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = demo_copy(folder.path());
    for other in ["notes.txt", ".hidden.ron", "swarm.RON"] {
        std::fs::copy(&path, folder.path().join(other)).unwrap();
    }
    std::fs::create_dir(folder.path().join("older")).unwrap();
    let mut rig = Rig::built(&path, 6);
    rig.key(Key::Space);
    rig.wait("it runs", |rig| matches!(rig.frame().state, RunState::Playing));
    rig.press(Modifiers::COMMAND, Key::O);
    rig.wait("the folder of the scene is listed", |rig| listed(rig) == ["older", "demo.ron", "swarm.RON"]);
    let tick = rig.frame().tick;
    rig.wait("the run continues", |rig| rig.frame().tick > tick + 5);
    // The dialog captures all keys: the run is not stopped, nothing is deleted.
    rig.key(Key::Delete);
    assert!(has_dialog(&rig) && !rig.text().is_empty());
    // A nonexistent name is reported.
    write_name(&mut rig, "swam.ron");
    answer(&mut rig, "Open");
    let labels = rig.labels().join("\n");
    assert!(has_dialog(&rig) && labels.contains("not found") && labels.contains("swam.ron"), "{labels}");
    rig.harness.get_by_role_and_label(Role::ListBoxOption, "swarm.RON").click();
    rig.harness.run_steps(2);
    assert_eq!(name(&rig), "swarm.RON");
    rig.snap("dialog-open");
    answer(&mut rig, "Open");
    rig.wait("it is opened", |rig| scene_of(rig) == Some(folder.path().join("swarm.RON")));
    assert!(!has_dialog(&rig));
}

#[test]
fn a_file_is_chosen_by_keys_and_escape_closes_the_dialog_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = demo_copy(folder.path());
    std::fs::create_dir(folder.path().join("older")).unwrap();
    std::fs::copy(&path, folder.path().join("older/first.ron")).unwrap();
    std::fs::copy(&path, folder.path().join("older/second.ron")).unwrap();
    let mut rig = Rig::built(&path, 6);
    rig.press(Modifiers::COMMAND, Key::A);
    let selected = rig.window().selected().len();
    rig.press(Modifiers::COMMAND, Key::O);
    rig.wait("it is listed", |rig| listed(rig) == ["older", "demo.ron"]);
    rig.key(Key::Escape);
    assert!(!has_dialog(&rig) && selected > 1 && rig.window().selected().len() == selected);
    rig.press(Modifiers::COMMAND, Key::O);
    rig.wait("it is listed", |rig| listed(rig) == ["older", "demo.ron"]);
    rig.key(Key::ArrowDown);
    rig.key(Key::Enter);
    rig.wait("the other folder is listed", |rig| listed(rig) == ["first.ron", "second.ron"]);
    rig.key(Key::ArrowUp);
    assert_eq!(name(&rig), "second.ron");
    rig.key(Key::Enter);
    rig.wait("it is opened", |rig| scene_of(rig) == Some(folder.path().join("older/second.ron")));
}

#[test]
fn saving_proposes_the_scenes_own_name_and_asks_before_it_replaces_another_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = demo_copy(folder.path());
    let other = folder.path().join("other.ron");
    std::fs::write(&other, "something else").unwrap();
    let mut rig = Rig::built(&path, 6);
    rig.press(Modifiers::COMMAND | Modifiers::SHIFT, Key::S);
    rig.wait("it is listed", |rig| listed(rig) == ["demo.ron", "other.ron"]);
    assert_eq!(name(&rig), "demo.ron");
    write_name(&mut rig, "other");
    rig.key(Key::Enter);
    assert!(rig.labels().contains(&"other.ron already exists.".to_string()), "{:#?}", rig.labels());
    rig.snap("dialog-replace");
    answer(&mut rig, "Keep existing file");
    assert!(has_dialog(&rig) && std::fs::read_to_string(&other).unwrap() == "something else");
    answer(&mut rig, "Save");
    answer(&mut rig, "Replace");
    rig.wait("it is saved", |_| std::fs::read_to_string(&other).unwrap() == std::fs::read_to_string(&path).unwrap());
    assert!(!has_dialog(&rig));
    // Into a folder created for it.
    rig.press(Modifiers::COMMAND | Modifiers::SHIFT, Key::S);
    rig.wait("it is listed", |rig| listed(rig) == ["demo.ron", "other.ron"]);
    assert_eq!(name(&rig), "other.ron");
    answer(&mut rig, "New folder");
    rig.harness.get_by_label("Name of the new folder").set_text_value_accesskit("mine");
    rig.harness.run_steps(2);
    answer(&mut rig, "Create");
    rig.wait("it is empty", |rig| rig.sees("No files of this kind."));
    answer(&mut rig, "Save");
    rig.wait("it is saved", |_| folder.path().join("mine/other.ron").is_file());
    // A nonexistent folder is reported, and nothing is created.
    rig.press(Modifiers::COMMAND | Modifiers::SHIFT, Key::S);
    write_name(&mut rig, "nowhere/scene");
    answer(&mut rig, "Save");
    assert!(rig.labels().join("\n").contains("not found"), "{:#?}", rig.labels());
    go(&mut rig, &folder.path().join("nowhere"));
    rig.wait("why it cannot be read", |rig| rig.labels().join("\n").contains("No such file"));
}

#[test]
fn a_new_scene_is_saved_before_another_one_takes_its_place() {
    let mut rig = Rig::demo_copy();
    let folder = rig.scene_folder().to_path_buf();
    rig.press(Modifiers::COMMAND, Key::N);
    rig.wait("it is new", |rig| scene_of(rig).is_none());
    insert(&mut rig, "insert box");
    rig.click("3D view of the scene");
    rig.wait("it is there", |rig| rig.text().contains("box"));
    rig.press(Modifiers::COMMAND, Key::N);
    answer(&mut rig, "Save");
    rig.wait("the name field appears", has_dialog);
    assert_eq!(name(&rig), "scene.ron");
    go(&mut rig, &folder);
    write_name(&mut rig, "boxes");
    answer(&mut rig, "Save");
    let saved = folder.join("boxes.ron");
    rig.wait("it is saved, and a new one begins", |rig| saved.is_file() && scene_of(rig).is_none());
    assert!(std::fs::read_to_string(&saved).unwrap().contains("box") && !rig.text().contains("box"));
}

#[test]
fn files_of_fields_and_of_insertions_are_chosen_by_the_dialog() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("scene.ron");
    for name in ["first.png", "second.png"] {
        image::GrayImage::new(8, 4).save(folder.path().join(name)).unwrap();
    }
    let image = r#"Image(file: "first.png", size: (2, 1))"#;
    std::fs::write(&path, format!("(format_version: 1, run: (dt: 0.01), floor: (paint: [{image}]))")).unwrap();
    let mut rig = Rig::built(path, 0);
    rig.click("image 1");
    rig.click("Choose a file");
    rig.wait("images are listed", |rig| listed(rig) == ["first.png", "second.png"]);
    rig.harness.get_by_role_and_label(Role::ListBoxOption, "second.png").click();
    rig.harness.run_steps(2);
    answer(&mut rig, "Open");
    rig.wait("the field has it", |rig| rig.text().contains("file: \"second.png\""));
    // Insertion from a file.
    insert(&mut rig, "terrain from an image");
    rig.wait("images are listed", |rig| listed(rig) == ["first.png", "second.png"]);
    rig.key(Key::ArrowDown);
    rig.key(Key::Enter);
    rig.click("3D view of the scene");
    rig.wait("it is there", |rig| rig.text().contains("first.png"));
}
