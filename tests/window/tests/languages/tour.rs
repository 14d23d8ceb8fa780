//! A tour of all panels, menus and dialogs of the window.

use super::message;
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use sim_gui::{Action, Language, Options, Pane, PlotRequest, RecordingRequest, Request, RobotRequest};
use sim_runner::{Command, RunState};
use sim_window_tests::{Rig, scene};
use std::path::Path;

/// Called with the window at each place and the name of the place.
pub type Look<'a> = &'a mut dyn FnMut(&mut Rig, &str);

fn ask(rig: &mut Rig, request: impl Into<Request>) {
    rig.request(request.into());
}

fn leave(rig: &mut Rig) {
    for _ in 0..2 {
        rig.key(Key::Escape);
    }
}

/// Closes the manual with Escape, with the pointer on it.
fn close_manual(rig: &mut Rig, language: Language) {
    let search = rig.harness.get_by_role_and_label(Role::TextInput, &message(language, "manual-search")).rect();
    rig.harness.hover_at(search.center() + egui::vec2(0.0, 60.0));
    rig.harness.run_steps(2);
    rig.key(Key::Escape);
    assert_eq!(rig.window().manual_page(), None);
}

fn panel(rig: &mut Rig, pane: Pane) {
    rig.harness.state_mut().show_panel(pane);
    rig.harness.run_steps(4);
}

/// Clicks the first node whose name has this prefix.
fn click(rig: &mut Rig, name: &str) {
    let begins =
        |node: &egui_kittest::Node<'_>| node.accesskit_node().label().is_some_and(|label| label.starts_with(name));
    let found = rig.nodes().into_iter().find(begins).map(|node| node.click());
    assert!(found.is_some(), "{name}: {:?}", rig.labels());
    rig.harness.run_steps(4);
}

/// A message with one argument.
fn named(language: Language, name: &str, value: &str) -> String {
    let text = message(language, name);
    let (before, rest) = text.split_once('{').unwrap_or((&text, "}"));
    format!("{before}{value}{}", rest.split_once('}').unwrap_or_default().1)
}

/// A window in a language on a scene, of this size in points.
pub fn open(language: Language, path: &Path, data: &Path, size: [f32; 2], scale: f32) -> Rig {
    let (scene, data) = (Some(path.to_path_buf()), Some(data.to_path_buf()));
    let mut rig = Rig::open_as(Options { scene, data, language: Some(language), ..Options::default() });
    rig.wait("the scene is built", |rig| matches!(rig.frame().state, RunState::Paused));
    rig.resize(size, scale);
    rig
}

/// The full tour, in a window of this size in points, with this number of pixels per point.
pub fn visit_all(language: Language, size: [f32; 2], scale: f32, look: Look<'_>) {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let mut rig = open(language, &scene("demo.ron"), &data, size, scale);
    rig.click("anna");
    panels(&mut rig, look);
    menus(&mut rig, language, look);
    dialogs(&mut rig, language, look);
    runs(&mut rig, language, folder.path(), look);
    drop(rig);
    construction(language, size, scale, look);
    files(language, size, scale, look);
}

fn panels(rig: &mut Rig, look: Look<'_>) {
    for pane in Pane::ALL {
        panel(rig, pane);
        look(rig, &format!("{pane:?}"));
    }
    panel(rig, Pane::View3d);
}

fn menus(rig: &mut Rig, language: Language, look: Look<'_>) {
    for menu in ["menu-file", "menu-edit", "menu-draw", "menu-run", "menu-view", "menu-help"] {
        rig.click(&message(language, menu));
        look(rig, menu);
        leave(rig);
    }
    for (menu, item) in [
        ("menu-file", "start_page-open-recent"),
        ("menu-view", "menu-camera"),
        ("menu-view", "menu-panels"),
        ("menu-view", "several-layouts"),
        ("menu-view", "language-menu"),
    ] {
        rig.click(&message(language, menu));
        click(rig, &message(language, item));
        look(rig, item);
        leave(rig);
    }
    for menu in ["shown-menu", "snap-menu"] {
        click(rig, &message(language, menu));
        look(rig, menu);
        leave(rig);
    }
}

fn dialogs(rig: &mut Rig, language: Language, look: Look<'_>) {
    for (name, action) in [
        ("palette", Action::Palette),
        ("insert", Action::Insert),
        ("shortcuts", Action::Shortcuts),
        ("preferences", Action::Preferences),
        ("open", Action::Open),
        ("save as", Action::SaveAs),
        ("export", Action::ExportSvg),
        ("recover", Action::Recover),
        ("about", Action::About),
        ("save layout", Action::SaveLayout),
        ("draw walls", Action::DrawWalls),
        ("draw door", Action::DrawDoor),
        ("measure", Action::Measure),
    ] {
        ask(rig, action);
        look(rig, name);
        leave(rig);
    }
    ask(rig, Action::Manual);
    look(rig, "manual");
    rig.write(&message(language, "manual-search"), "telemetry");
    rig.harness.run_steps(4);
    look(rig, "manual search");
    close_manual(rig, language);
    // Shortcuts that are already in use.
    ask(rig, Action::Shortcuts);
    click(rig, &named(language, "shortcuts-keys-of", &message(language, "action-measure")));
    look(rig, "keys wait");
    rig.press(Modifiers::COMMAND, Key::D);
    look(rig, "keys in use");
    leave(rig);
    // Unsaved changes.
    rig.press(Modifiers::COMMAND, Key::D);
    ask(rig, Action::New);
    look(rig, "unsaved");
    leave(rig);
    rig.press(Modifiers::COMMAND, Key::Z);
    rig.wait("it is built", |rig| rig.frame().robots.len() == 6);
    rig.click("anna");
}

fn runs(rig: &mut Rig, language: Language, folder: &Path, look: Look<'_>) {
    let recording = folder.join("recording.mcap");
    ask(rig, Request::Recording(RecordingRequest::Record(recording.clone())));
    rig.wait("it records", |rig| rig.window().runner().frame().recorded.is_some());
    rig.send(Command::Step(60));
    rig.wait("steps are done", |rig| rig.frame().tick == 60);
    look(rig, "recording");
    rig.send(Command::StopRecording);
    rig.wait("it is closed", |rig| rig.window().runner().frame().recorded.is_none());
    ask(rig, Action::KeepState);
    look(rig, "keep state");
    rig.key(Key::Enter);
    for pane in [Pane::States, Pane::Log, Pane::Results, Pane::Drive, Pane::Cameras, Pane::Inspector] {
        panel(rig, pane);
        look(rig, &format!("{pane:?} of a run"));
    }
    for path in ["gps.x", "gps.y", "imu.yaw_rate"] {
        let index = rig.window().runner().structure().channel(0, path);
        if let Some(index) = index {
            ask(rig, Request::Plot(PlotRequest::Toggle { robot: 0, index }));
        }
    }
    panel(rig, Pane::Plots);
    for kind in ["analysis-over-time", "analysis-xy", "analysis-histogram", "analysis-spectrum"] {
        click(rig, &message(language, kind));
        rig.harness.run_steps(6);
        look(rig, kind);
    }
    ask(rig, Request::Recording(RecordingRequest::Compare(recording.clone())));
    rig.wait("it is compared", |rig| rig.window().comparison().is_some());
    panel(rig, Pane::Comparison);
    look(rig, "comparison");
    ask(rig, Request::Recording(RecordingRequest::EndComparison));
    ask(rig, Request::Recording(RecordingRequest::Open(recording)));
    rig.wait("the recording is shown", |rig| rig.window().playback().is_some());
    rig.harness.run_steps(4);
    look(rig, "a recording");
    panel(rig, Pane::Inspector);
    look(rig, "Inspector of a recording");
}

fn construction(language: Language, size: [f32; 2], scale: f32, look: Look<'_>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("butia.ron");
    // Without the server, whose address may be in use.
    let text = std::fs::read_to_string(scene("butia/wall.ron")).unwrap();
    let (before, after) = (text.find("    services:").unwrap(), text.find("    view:").unwrap());
    std::fs::write(&path, [&text[..before], &text[after..]].concat()).unwrap();
    let mut rig = open(language, &path, &folder.path().join("data"), size, scale);
    rig.click("butia");
    ask(&mut rig, Request::Robot(RobotRequest::Construct("butia".into())));
    rig.harness.run_steps(4);
    look(&mut rig, "construction");
    let parts: Vec<String> = rig.window().runner().structure().robots[0]
        .parts
        .parts
        .iter()
        .filter(|part| ["sensor", "actuator"].contains(&&*part.kind))
        .map(|part| part.name.clone())
        .collect();
    for part in parts {
        let label = named(language, "construct-part", &part);
        if rig.harness.query_by_label(&label).is_none() {
            continue;
        }
        rig.click(&label);
        rig.harness.run_steps(4);
        look(&mut rig, &format!("construction of {part}"));
        if rig.sees(&message(language, "construct-calibrate")) {
            click(&mut rig, &message(language, "construct-calibrate"));
            look(&mut rig, &format!("calibration of {part}"));
        }
    }
}

fn files(language: Language, size: [f32; 2], scale: f32, look: Look<'_>) {
    let folder = tempfile::tempdir().unwrap();
    let (path, data) = (folder.path().join("scene.ron"), folder.path().join("data"));
    let text = std::fs::read_to_string(scene("demo.ron")).unwrap();
    std::fs::write(&path, &text).unwrap();
    let mut rig = open(language, &path, &data, size, scale);
    rig.click("anna");
    rig.press(Modifiers::COMMAND, Key::D);
    rig.wait("it is saved", |_| std::fs::read_dir(data.join("recovery")).is_ok_and(|files| files.count() > 0));
    std::fs::write(&path, text.replace("anna", "anne")).unwrap();
    let merge = message(language, "changed_files-merge");
    rig.wait("the change is noticed", |rig| rig.sees(&merge));
    look(&mut rig, "changed file");
    rig.click(&merge);
    rig.harness.run_steps(4);
    panel(&mut rig, Pane::Problems);
    look(&mut rig, "problems");
    drop(rig);
    let options = Options { data: Some(data), language: Some(language), ..Options::default() };
    let mut rig = Rig::open_as(options);
    rig.resize(size, scale);
    let title = message(language, "recovery-title");
    rig.wait("it is offered", |rig| rig.sees(&title));
    look(&mut rig, "recovery");
    leave(&mut rig);
    rig.harness.run_steps(4);
    look(&mut rig, "start page");
}
