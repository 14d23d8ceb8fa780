//! The text editor: files next to the scene, by keys, buttons and menus.

use egui::accesskit::Toggled;
use egui::{Event, Key, Modifiers, ViewportEvent, ViewportId};
use egui_kittest::kittest::{NodeT, Queryable};
use sim_gui::Pane;
use sim_window_tests::{Rig, demo_copy};
use std::path::{Path, PathBuf};

/// The editor's content of the file opened as number `number`.
fn held(rig: &Rig, number: usize) -> String {
    rig.window().text_files().nth(number).expect("a file is open").1.to_owned()
}

fn is_unsaved(rig: &Rig, number: usize) -> bool {
    rig.window().text_files().nth(number).expect("a file is open").2
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap()
}

/// Types letters like a keyboard: keys, with Shift for capitals, and the resulting text.
fn type_in(rig: &mut Rig, words: &str) {
    for letter in words.chars() {
        let modifiers = if letter.is_uppercase() { Modifiers::SHIFT } else { Modifiers::NONE };
        let key = Key::from_name(&letter.to_uppercase().to_string());
        if let Some(key) = key {
            rig.harness.event(Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers });
        }
        rig.harness.event(Event::Text(letter.to_string()));
        if let Some(key) = key {
            rig.harness.event(Event::Key { key, physical_key: None, pressed: false, repeat: false, modifiers });
        }
        rig.harness.step();
    }
    rig.harness.run_steps(2);
}

/// A window on the demo, with the keyboard focus on a text file in the editor.
fn open_file(content: &str) -> (Rig, PathBuf) {
    let mut rig = Rig::demo_copy();
    let path = rig.scene_folder().join("notes.txt");
    std::fs::write(&path, content).unwrap();
    assert!(rig.harness.state_mut().open_text(&path, None));
    rig.wait("the file is shown", |rig| rig.sees("Text of notes.txt"));
    rig.harness.run_steps(3);
    (rig, path)
}

fn close_window(rig: &mut Rig) {
    let viewport = rig.harness.input_mut().viewports.entry(ViewportId::ROOT).or_default();
    viewport.events.push(ViewportEvent::Close);
    rig.harness.step();
}

/// BL-86: A text editor opens, saves, reverts, finds and replaces.
#[test]
fn what_is_typed_is_saved_to_its_file_and_the_scene_stays() {
    let (mut rig, path) = open_file("one\n");
    let scene = rig.text();
    type_in(&mut rig, "abc");
    assert_eq!((held(&rig, 0).as_str(), is_unsaved(&rig, 0)), ("abcone\n", true));
    rig.press(Modifiers::COMMAND, Key::S);
    assert_eq!((read(&path).as_str(), is_unsaved(&rig, 0)), ("abcone\n", false));
    assert_eq!(rig.text(), scene);
    rig.snap("editor");
}

/// BL-86: A text editor opens, saves, reverts, finds and replaces.
#[test]
fn save_applies_to_the_scene_if_the_editor_is_not_focused() {
    let (mut rig, path) = open_file("one\n");
    type_in(&mut rig, "x");
    let edit = sim_edit::Edit::set(None, "run.duration", 7);
    rig.request(sim_gui::Request::Edit(sim_gui::EditRequest::Apply { edit, coalesce: false }));
    rig.click("anna");
    rig.press(Modifiers::COMMAND, Key::S);
    assert_eq!((read(&path).as_str(), is_unsaved(&rig, 0)), ("one\n", true));
    assert!(read(&rig.scene_folder().join("demo.ron")).contains("duration: 7"));
}

/// BL-86: A text editor opens, saves, reverts, finds and replaces.
/// BL-71: Typing in a text field never flies the blimp.
#[test]
fn typing_drives_no_robot_and_starts_no_tool() {
    let (mut rig, _) = open_file("");
    let (camera, scene) = (rig.window().view_eye(), rig.text());
    // Space plays, W and E select tools, Shift+W draws walls, F shows everything, X snaps.
    type_in(&mut rig, "a WERTP fgh x.,5");
    assert_eq!(held(&rig, 0), "a WERTP fgh x.,5");
    assert_eq!(rig.frame().tick, 0, "time does not run");
    assert_eq!((rig.window().view_eye(), rig.text()), (camera, scene));
    rig.click("Draw");
    rig.snap("editor-draw");
    let chosen = |node: &egui_kittest::Node<'_>| node.accesskit_node().toggled() == Some(Toggled::True);
    let chosen: Vec<String> =
        rig.nodes().iter().filter(|node| chosen(node)).filter_map(|node| node.accesskit_node().label()).collect();
    let tools = ["Draw", "Cut", "Paint"];
    let taken = chosen.iter().any(|label| tools.iter().any(|tool| label.starts_with(tool)));
    assert!(!taken, "a tool was taken: {chosen:?}");
}

/// BL-86: A text editor opens, saves, reverts, finds and replaces.
#[test]
fn revert_goes_back_to_the_saved_bytes_and_can_be_undone() {
    let (mut rig, path) = open_file("one\r\ntwo\r\n");
    type_in(&mut rig, "abc");
    rig.click("Revert file");
    assert_eq!((held(&rig, 0).as_str(), is_unsaved(&rig, 0)), ("one\ntwo\n", false));
    assert_eq!(std::fs::read(&path).unwrap(), b"one\r\ntwo\r\n");
    rig.click("Text of notes.txt");
    rig.press(Modifiers::COMMAND, Key::Z);
    assert_eq!(held(&rig, 0), "abcone\ntwo\n");
}

/// BL-86: A text editor opens, saves, reverts, finds and replaces.
#[test]
fn words_are_found_and_replaced() {
    let (mut rig, _) = open_file("At one\nat two\ncat\nAT\n");
    rig.press(Modifiers::COMMAND, Key::F);
    type_in(&mut rig, "at");
    rig.wait("all are counted", |rig| rig.sees("4 matches"));
    rig.click("Whole word");
    rig.wait("words alone", |rig| rig.sees("3 matches"));
    rig.click("Case");
    rig.wait("the same case", |rig| rig.sees("1 match"));
    rig.click("Case");
    rig.click("Next");
    rig.wait("the first is selected", |rig| rig.sees("1 of 3"));
    rig.click("Next");
    rig.wait("the second is selected", |rig| rig.sees("2 of 3"));
    rig.click("Previous");
    rig.click("Replace …");
    rig.snap("editor-find");
    rig.write("Replacement", "on");
    rig.click("Replace");
    assert_eq!(held(&rig, 0), "on one\nat two\ncat\nAT\n");
    rig.wait("the next is selected", |rig| rig.sees("1 of 2"));
    rig.click("Replace all");
    assert_eq!(held(&rig, 0), "on one\non two\ncat\non\n");
    assert!(rig.sees("not found"));
    rig.click("Text of notes.txt");
    rig.press(Modifiers::COMMAND, Key::Z);
    assert_eq!(held(&rig, 0), "on one\nat two\ncat\nAT\n");
    rig.key(Key::Escape);
    assert!(!rig.sees("Text to find"), "Escape closes the bar");
    rig.press(Modifiers::COMMAND, Key::H);
    assert!(rig.sees("Replacement"), "Ctrl+H shows both fields");
}

/// BL-86: A text editor opens, saves, reverts, finds and replaces.
#[test]
fn enter_goes_to_the_next_place_and_the_field_keeps_the_keyboard() {
    let (mut rig, _) = open_file("a b a b a");
    rig.press(Modifiers::COMMAND, Key::F);
    type_in(&mut rig, "a");
    for place in ["1 of 3", "2 of 3", "3 of 3", "1 of 3"] {
        rig.key(Key::Enter);
        rig.wait(place, |rig| rig.sees(place));
    }
    rig.press(Modifiers::SHIFT, Key::Enter);
    rig.wait("back around", |rig| rig.sees("3 of 3"));
    assert_eq!(held(&rig, 0), "a b a b a");
}

/// BL-86: A text editor opens, saves, reverts, finds and replaces.
#[test]
fn a_file_that_changes_on_disk_is_asked_about() {
    let (mut rig, path) = open_file("one\n");
    type_in(&mut rig, "my ");
    std::fs::write(&path, "theirs\n").unwrap();
    let changed = "notes.txt was changed by another program.";
    rig.wait("the message appears", |rig| rig.sees(changed));
    rig.snap("editor-changed");
    assert_eq!(held(&rig, 0), "my one\n");
    rig.click("Save file");
    rig.wait("saving requires confirmation", |rig| rig.sees("Overwrite"));
    assert_eq!(read(&path), "theirs\n");
    rig.click("Cancel");
    rig.click("Keep mine");
    rig.wait("it is decided", |rig| !rig.sees(changed));
    rig.click("Save file");
    assert_eq!(read(&path), "my one\n");
    std::fs::write(&path, "theirs again\n").unwrap();
    rig.wait("the message appears again", |rig| rig.sees(changed));
    rig.click("Reload");
    assert_eq!((held(&rig, 0).as_str(), is_unsaved(&rig, 0)), ("theirs again\n", false));
    std::fs::remove_file(&path).unwrap();
    rig.wait("a deletion is reported", |rig| rig.labels().iter().any(|label| label.contains("deleted or moved")));
}

/// BL-86: A text editor opens, saves, reverts, finds and replaces.
#[test]
fn closing_asks_for_what_is_not_saved() {
    let (mut rig, path) = open_file("one\n");
    type_in(&mut rig, "x");
    close_window(&mut rig);
    let question = "1 file in the editor has unsaved changes: notes.txt.";
    rig.wait("closing requires confirmation", |rig| rig.sees(question));
    rig.click("Cancel");
    assert_eq!(read(&path), "one\n");
    rig.click("Close notes.txt");
    assert!(rig.labels().iter().any(|label| label.starts_with("notes.txt has unsaved changes")));
    rig.click("Discard");
    assert_eq!((rig.window().text_files().count(), read(&path).as_str()), (0, "one\n"));
    assert!(rig.harness.state_mut().open_text(&path, None));
    rig.harness.run_steps(3);
    type_in(&mut rig, "y");
    close_window(&mut rig);
    rig.wait("closing requires confirmation", |rig| rig.sees(question));
    let save = rig.harness.get_all_by_label("Save").last().expect("a dialog button").rect().center();
    rig.click_at(save);
    assert_eq!(read(&path), "yone\n");
}

/// BL-86: A text editor opens, saves, reverts, finds and replaces.
#[test]
fn a_new_text_gets_its_file_by_the_dialog_and_files_are_opened_from_the_menu() {
    let mut rig = Rig::demo_copy();
    rig.click("File");
    rig.click("New text file ");
    rig.wait("the editor is shown", |rig| rig.sees("Text of untitled"));
    rig.harness.run_steps(3);
    type_in(&mut rig, "mine");
    rig.press(Modifiers::COMMAND, Key::S);
    rig.wait("the file dialog opens", |rig| rig.sees("Save the text"));
    rig.write("File name", "new.txt");
    rig.harness.get_all_by_label("Save").last().expect("there is such a button").click();
    rig.harness.run_steps(4);
    assert_eq!(read(&rig.scene_folder().join("new.txt")), "mine");
    assert!(rig.sees("Text of new.txt"));
    std::fs::write(rig.scene_folder().join("other.txt"), "theirs").unwrap();
    rig.click("File");
    rig.click("Open text file … ");
    rig.wait("the file dialog opens", |rig| rig.sees("Open a text file"));
    rig.write("File name", "other.txt");
    rig.harness.get_all_by_label("Open").last().expect("there is such a button").click();
    rig.harness.run_steps(4);
    assert_eq!([held(&rig, 0), held(&rig, 1)], ["mine", "theirs"]);
    rig.harness.run_steps(3);
    type_in(&mut rig, "x");
    assert_eq!(held(&rig, 1), "xtheirs", "the text has the keyboard");
    rig.snap("editor-tabs");
    rig.click("new.txt");
    assert!(rig.sees("Text of new.txt") && !rig.sees("Text of other.txt"));
}

/// BL-86: A text editor opens, saves, reverts, finds and replaces.
#[test]
fn files_that_cannot_be_edited_are_reported_with_the_reason() {
    let mut rig = Rig::demo_copy();
    let path = rig.scene_folder().join("odd");
    let refused = |rig: &mut Rig, words: &str| {
        assert!(!rig.harness.state_mut().open_text(&path, None));
        rig.harness.run_steps(2);
        let is_reported = rig.window().problems().any(|finding| finding.to_string().contains(words));
        assert!(is_reported, "{words}");
    };
    refused(&mut rig, "cannot be read");
    std::fs::write(&path, [b'a', 0xff]).unwrap();
    refused(&mut rig, "is not UTF-8 text (invalid byte at offset 1)");
    std::fs::write(&path, vec![b'a'; 6_000_000]).unwrap();
    refused(&mut rig, "6.0 MB");
    assert_eq!(rig.window().text_files().count(), 0);
    std::fs::write(&path, "now").unwrap();
    assert!(rig.harness.state_mut().open_text(&path, None));
    rig.harness.run_steps(2);
    std::fs::remove_file(&path).unwrap();
    std::fs::create_dir(&path).unwrap();
    rig.harness.get_by_label("Text of odd").focus();
    rig.harness.step();
    type_in(&mut rig, "x");
    rig.click("Save file");
    assert!(is_unsaved(&rig, 0), "what could not be saved is still there");
    assert_eq!(held(&rig, 0), "xnow");
}

/// A copy of a scene of the blimp with its mission in a separate file.
fn mission(folder: &Path, mission: &str) -> (PathBuf, PathBuf) {
    let (scene, file) = (folder.join("scene.ron"), folder.join("mission.ron"));
    std::fs::write(&file, mission).unwrap();
    std::fs::write(
        &scene,
        r#"(
    format_version: 1,
    run: (dt: 0.032),
    robots: [(
        name: "blimp", model: "blimp/standard", at: (0, 0, 2.2), sensors: {"camera": (on_demand: true)},
        controller: (id: "blimp/autopilot", params: (docking: false, mission: Include("mission.ron"))),
    )],
)
"#,
    )
    .unwrap();
    (scene, file)
}

/// BL-86: A text editor opens, saves, reverts, finds and replaces.
#[test]
fn the_file_of_a_parameter_is_opened_from_the_inspector_and_the_scene_follows_it() {
    let folder = tempfile::tempdir().unwrap();
    let (scene, file) = mission(folder.path(), "[(at: (3, 0, 2.2))]\n");
    let mut rig = Rig::built(scene, 1);
    rig.click("blimp");
    rig.click("Edit mission.ron");
    rig.wait("the file is shown", |rig| rig.sees("Text of mission.ron"));
    rig.snap("editor-mission");
    rig.write("Text of mission.ron", "[(at: (4, 0, 2.2))]\n");
    rig.click("Save file");
    assert_eq!(read(&file), "[(at: (4, 0, 2.2))]\n");
    rig.wait("the scene's files have changed", |rig| rig.sees("mission.ron has changed on disk."));
}

/// BL-86: A text editor opens, saves, reverts, finds and replaces.
#[test]
fn a_problem_in_an_included_file_leads_to_its_line_in_the_editor() {
    let folder = tempfile::tempdir().unwrap();
    let (scene, file) = mission(folder.path(), "[\n    (at: (3, 0, 2.2)),\n    (at: (3, 0, \"high\")),\n]\n");
    let mut rig = Rig::open(Some(scene), &[]);
    let name = "mission.ron";
    rig.wait("it is refused", |rig| {
        rig.window().problems().any(|finding| finding.file.as_deref().is_some_and(|file| file.ends_with(name)))
    });
    let finding = rig.window().problems().find(|finding| finding.file.as_deref().is_some_and(|f| f.ends_with(name)));
    let (line, words) = finding.map(|finding| (finding.place.unwrap().line, finding.message.to_string())).unwrap();
    rig.harness.state_mut().show_panel(Pane::Problems);
    rig.harness.run_steps(3);
    let card = rig.harness.get_all_by_label(&words).last().expect("the problem is shown").rect().center();
    rig.click_at(card);
    rig.wait("the file is shown", |rig| rig.sees("Text of mission.ron"));
    let shown = rig.window().shown_text_file().unwrap();
    assert_eq!((shown.0.unwrap().canonicalize().unwrap(), shown.1), (file.canonicalize().unwrap(), Some(line)));
    assert_eq!(line, 3);
}

/// BL-86: A text editor opens, saves, reverts, finds and replaces.
#[test]
fn the_scene_itself_is_shown_in_the_text_view() {
    let mut rig = Rig::demo_copy();
    let path = rig.scene_folder().join("demo.ron");
    assert!(rig.harness.state_mut().open_text(&path, Some((4, 1))));
    rig.harness.run_steps(3);
    assert_eq!((rig.window().text_files().count(), rig.window().marked_line()), (0, Some(4)));
    let field = rig.harness.get_by_label("Text of the scene");
    assert!(field.accesskit_node().value().unwrap_or_default().contains("demo"));
}

/// BL-86: A text editor opens, saves, reverts, finds and replaces.
#[test]
fn texts_that_were_not_saved_are_there_again_after_a_crash() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("kept");
    let path = folder.path().join("notes.txt");
    std::fs::write(&path, "one\n").unwrap();
    let mut file = sim_edit::TextFile::open(&path).unwrap();
    file.text_mut().push_str("two\n");
    // A process that ends this way leaves its files behind.
    file.unsaved(&data.join("recovery")).unwrap().write().unwrap();
    drop(file);
    let mut rig = Rig::open_with(Some(demo_copy(folder.path())), &[], Some(data.clone()));
    let recover = format!("Recover {}", path.display());
    rig.click(&recover);
    rig.wait("it is shown", |rig| rig.sees("Text of notes.txt"));
    assert_eq!((held(&rig, 0).as_str(), is_unsaved(&rig, 0)), ("one\ntwo\n", true));
    assert_eq!(rig.text(), read(&folder.path().join("demo.ron")), "the scene stays open");
    rig.click("Save file");
    assert_eq!(read(&path), "one\ntwo\n");
    let left = sim_edit::recoveries(data.join("recovery"), sim_edit::RecoveryFilter::All).unwrap();
    assert!(left.found.is_empty(), "nothing is left of it");
}
