//! Creating a component and building it from the window.

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use sim_gui::{Action, Request};
use sim_project::{BuildEnd, ComponentKind, Lang, NewComponent, Progress};
use sim_window_tests::{Rig, demo_copy};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Whether the tools to build the C templates are available.
fn has_make() -> bool {
    let there = Command::new("make").arg("--version").output().is_ok_and(|output| output.status.success());
    if !there {
        eprintln!("skipped: `make` is not installed");
    }
    there
}

fn end(rig: &Rig) -> Option<BuildEnd> {
    rig.window().build_output().and_then(|build| build.end())
}

/// Presses the shortcut of *Build* and waits until the build has ended.
fn build(rig: &mut Rig) -> BuildEnd {
    rig.press(Modifiers::COMMAND, Key::B);
    rig.wait("the build ends", |rig| end(rig).is_some());
    rig.harness.run_steps(3);
    end(rig).unwrap()
}

/// Creates a C controller in a folder; returns its source file.
fn controller(folder: &Path) -> PathBuf {
    let kind = ComponentKind::Controller;
    NewComponent { kind, name: "avoid", dir: folder, sdk: None, lang: Lang::C }.make().unwrap().code
}

/// A window on a scene with a robot with this controller; its library does not exist yet.
fn open_with_controller(folder: &Path) -> Rig {
    let scene = folder.join("scene.ron");
    std::fs::write(
        &scene,
        r#"(
    format_version: 1,
    run: (dt: 0.01),
    robots: [(name: "anna", model: "scout/standard", controller: "my/avoid")],
)
"#,
    )
    .unwrap();
    Rig::open(Some(scene), &[])
}

/// BL-84: `sim new` creates a component project that compiles, from the command line or the window.
#[test]
fn a_controller_is_made_by_the_dialog_and_its_code_is_open() {
    let folder = tempfile::tempdir().unwrap();
    let mut rig = Rig::built(demo_copy(folder.path()), 6);
    rig.click("File");
    rig.click("New controller … ");
    rig.wait("the dialog is open", |rig| rig.sees("New component"));
    let field = |rig: &mut Rig, label: &str, text: &str| {
        rig.harness.get_by_role_and_label(Role::TextInput, label).set_text_value_accesskit(text);
        rig.harness.run_steps(3);
    };
    field(&mut rig, "Name", "Not good");
    let make = rig.harness.get_by_label("Create").accesskit_node().is_disabled();
    assert!(make && rig.labels().iter().any(|label| label.contains("invalid crate name")));
    field(&mut rig, "Name", "avoid");
    let target = folder.path().join("made");
    field(&mut rig, "Folder", &target.display().to_string());
    rig.click("C");
    rig.snap("new-component");
    rig.click("Create");
    let code = target.join("avoid/avoid.c");
    rig.wait("it is made", |_| code.is_file());
    rig.wait("its code is open", |rig| rig.sees("Text of avoid.c"));
    assert!(target.join("avoid/Makefile").is_file() && !rig.sees("New component"));
    // Again: it exists already, and the dialog reports this.
    rig.request(Action::NewComponent);
    field(&mut rig, "Name", "avoid");
    field(&mut rig, "Folder", &target.display().to_string());
    rig.click("Create");
    rig.wait("it is refused", |rig| rig.labels().iter().any(|label| label.contains("a folder that is not empty")));
    rig.click("Cancel");
    assert!(!rig.sees("New component"));
}

/// BL-85: The window compiles a project, lists errors with their places and loads the result.
#[test]
fn a_build_brings_its_library_into_use_and_a_new_one_replaces_it_in_the_run() {
    if !has_make() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let code = controller(folder.path());
    let mut rig = open_with_controller(folder.path());
    rig.wait("the controller is missing", |rig| rig.window().problems().next().is_some());
    assert!(rig.harness.state_mut().open_text(&code, None));
    rig.harness.run_steps(3);
    let BuildEnd::Built(libraries) = build(&mut rig) else { panic!("{:?}", rig.window().build_output()) };
    let name = libraries[0].file_name().unwrap().to_owned();
    rig.wait("the robot is there", |rig| rig.robot(0).is_some());
    assert_eq!(rig.component(0, "controller"), "my/avoid");
    let copy = rig.folder.path().join(&name);
    let copy = if copy.is_file() { copy } else { rig.folder.path().join("plugins").join(&name) };
    assert_eq!(std::fs::read(&copy).unwrap(), std::fs::read(&libraries[0]).unwrap(), "the library was copied");
    rig.snap("built");
    // A change is saved and built; the robot continues with the new library.
    let text = std::fs::read_to_string(&code).unwrap();
    let before = std::fs::read(&copy).unwrap();
    rig.write("Text of avoid.c", &text.replace("something is near.\",", "a thing is near.\","));
    let BuildEnd::Built(_) = build(&mut rig) else { panic!("{:?}", rig.window().build_output()) };
    assert!(
        std::fs::read_to_string(&code).unwrap().contains("a thing is near."),
        "the file was saved before the build"
    );
    rig.wait("the file was replaced", |_| std::fs::read(&copy).is_ok_and(|bytes| bytes != before));
    let said = |rig: &Rig| rig.window().log().map(|line| line.text.to_string()).collect::<Vec<_>>();
    rig.wait("the changed library is reported", |rig| said(rig).iter().any(|line| line.starts_with("changed: ")));
    let reloaded = |line: &String| line.contains("my/avoid reloaded");
    rig.wait("the reload is reported", |rig| said(rig).iter().any(reloaded));
}

/// BL-85: The window compiles a project, lists errors with their places and loads the result.
#[test]
fn a_planted_error_is_listed_with_its_place_and_leads_there() {
    if !has_make() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let code = controller(folder.path());
    let text = std::fs::read_to_string(&code).unwrap() + "int planted = ;\n";
    std::fs::write(&code, &text).unwrap();
    let line = text.lines().count();
    let mut rig = Rig::built(demo_copy(folder.path()), 6);
    assert!(rig.harness.state_mut().open_text(&code, None));
    rig.harness.run_steps(3);
    assert!(matches!(build(&mut rig), BuildEnd::Failed));
    rig.wait("the message appears", |rig| {
        rig.labels().iter().any(|label| label.starts_with("avoid was not built: 1 error"))
    });
    let place = format!("avoid.c:{line}:15: ");
    let row = |rig: &Rig| rig.labels().into_iter().find(|label| label.starts_with(&place));
    let row = row(&rig).unwrap_or_else(|| panic!("{place} is not among {:?}", rig.labels()));
    rig.snap("build-failed");
    rig.click(&row);
    rig.harness.run_steps(3);
    let shown = rig.window().shown_text_file().unwrap();
    assert_eq!((shown.0.as_deref(), shown.1), (Some(&*code), Some(line)));
    rig.click("All output");
    let lines = rig.window().build_output().unwrap().with_progress(|progress: &Progress| progress.lines.clone());
    assert!(lines[0].ends_with("$ make"), "{lines:?}");
}

/// BL-85: The window compiles a project, lists errors with their places and loads the result.
#[cfg(unix)]
#[test]
fn a_build_is_cancelled_while_the_window_goes_on() {
    if !has_make() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("slow/notes.txt");
    std::fs::create_dir(folder.path().join("slow")).unwrap();
    std::fs::write(&file, "").unwrap();
    std::fs::write(folder.path().join("slow/Makefile"), "all:\n\tsleep 600\n").unwrap();
    let mut rig = Rig::built(demo_copy(folder.path()), 6);
    assert!(rig.harness.state_mut().open_text(&file, None));
    rig.harness.run_steps(3);
    rig.harness.state_mut().request(Request::Action(Action::Build));
    rig.wait("the build is running", |rig| rig.sees("Cancel build"));
    rig.snap("build-runs");
    assert!(end(&rig).is_none());
    rig.click("Cancel build");
    rig.wait("it has ended", |rig| matches!(end(rig), Some(BuildEnd::Canceled)));
    rig.wait("the message appears", |rig| rig.sees("slow was not built: canceled"));
}

/// BL-85: The window compiles a project, lists errors with their places and loads the result.
#[test]
fn a_file_outside_of_projects_is_reported_and_no_build_starts() {
    let mut rig = Rig::demo_copy();
    let path = rig.scene_folder().join("demo.ron");
    assert!(rig.harness.state_mut().open_text(&path, None));
    rig.harness.state_mut().request(Request::Action(Action::Build));
    rig.wait("the message appears", |rig| {
        rig.labels().iter().any(|label| label.contains("does not belong to a project"))
    });
    assert!(rig.window().build_output().is_none());
}
