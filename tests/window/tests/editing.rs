//! Editing a scene in the window: the shortest ways of the guide, by labels.

use egui::{Key, Modifiers};
use sim_window_tests::Rig;
use std::path::{Path, PathBuf};

/// A copy of the demo that may be changed.
fn copy(folder: &Path) -> PathBuf {
    let path = folder.join("demo.ron");
    std::fs::copy(sim_window_tests::scene("demo.ron"), &path).unwrap();
    path
}

fn open(path: &Path) -> Rig {
    let mut rig = Rig::open(Some(path.to_path_buf()), &[]);
    rig.wait("the demo is built", |rig| rig.harness.state().frame().robots.len() == 6);
    rig
}

fn text(rig: &Rig) -> String {
    rig.harness.state().document().unwrap().to_text().to_string()
}

#[test]
fn b8_dynamics_are_swapped_undone_and_saved() {
    let folder = tempfile::tempdir().unwrap();
    let path = copy(folder.path());
    let before = std::fs::read_to_string(&path).unwrap();
    let mut rig = open(&path);
    rig.click("anna");
    rig.click("Dynamics");
    rig.click("diff-drive/dynamic");
    rig.wait("anna has another dynamics", |rig| rig.component(0, "dynamics") == "diff-drive/dynamic");
    let edited = text(&rig);
    assert_ne!(edited, before);

    rig.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    rig.wait("anna has her own dynamics again", |rig| rig.component(0, "dynamics") == "diff-drive/kinematic");
    assert_eq!(text(&rig), before);

    rig.harness.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    rig.wait("and the other one again", |rig| rig.component(0, "dynamics") == "diff-drive/dynamic");
    rig.harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
    rig.harness.step();
    rig.harness.step();
    assert_eq!(std::fs::read_to_string(&path).unwrap(), edited);
    assert!(!rig.harness.state().document().unwrap().is_modified());
    assert!(edited.starts_with("// Six scouts"), "comments stay");
}

#[test]
fn b8_a_robot_is_moved_in_scene_and_simulation() {
    let folder = tempfile::tempdir().unwrap();
    let mut rig = open(&copy(folder.path()));
    let x = |rig: &Rig| rig.harness.state().frame().robots[0].state.pose.translation.x;
    rig.click("anna");
    assert!((x(&rig) + 1.8).abs() < 1e-9);
    rig.set("x", -1.25);
    rig.wait("anna stands there", |rig| (x(rig) + 1.25).abs() < 1e-9);
    assert!(text(&rig).contains("at: (-1.25, -1.8)"), "{}", text(&rig));
    assert!((rig.harness.state().frame().robots[0].state.pose.translation.z - 0.005).abs() < 1e-3, "on its wheels");

    // Also while time runs, and back by undo.
    rig.click("Play");
    rig.wait("time runs", |rig| rig.harness.state().frame().time > 0.1);
    rig.click("Pause");
    rig.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    rig.wait("anna is back", |rig| (x(rig) + 1.8).abs() < 1e-9);
}

#[test]
fn what_is_deleted_comes_back_by_undo_while_the_run_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = copy(folder.path());
    let mut rig = open(&path);
    rig.click("Play");
    rig.wait("time runs", |rig| rig.harness.state().frame().time > 0.2);
    rig.click("Pause");
    rig.wait("time stands still", |rig| rig.sees("Play"));
    let (tick, before) = (rig.harness.state().frame().tick, text(&rig));
    rig.click("box-1");
    rig.harness.key_press(Key::Delete);
    rig.wait("box-1 is gone", |rig| !rig.sees("box-1"));
    assert_eq!(rig.harness.state().frame().tick, tick, "the run was carried over");
    rig.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    rig.wait("box-1 is back", |rig| rig.sees("box-1"));
    assert_eq!((text(&rig), rig.harness.state().frame().tick), (before, tick));
}

#[test]
fn what_is_used_elsewhere_is_not_deleted_and_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let mut rig = open(&copy(folder.path()));
    rig.click("pusher");
    rig.harness.key_press(Key::Delete);
    rig.wait("the reason is told", |rig| {
        rig.harness.state().problems().any(|problem| problem.to_string().contains("still used by"))
    });
    assert!(rig.sees("pusher"));
}

#[test]
fn copies_are_selected_by_name_and_robots_keep_their_selection() {
    let folder = tempfile::tempdir().unwrap();
    let mut rig = open(&copy(folder.path()));
    rig.click("bert");
    rig.harness.key_press_modifiers(Modifiers::COMMAND, Key::D);
    rig.wait("there are seven robots", |rig| rig.harness.state().frame().robots.len() == 7);
    let structure = rig.harness.state().runner().structure();
    let selected = rig.harness.state().selected().to_vec();
    assert_eq!(selected.iter().map(|body| &*structure.bodies[*body].name).collect::<Vec<_>>(), ["bert"]);
}

#[test]
fn b9_what_was_not_saved_is_offered_after_a_crash() {
    let folder = tempfile::tempdir().unwrap();
    let (path, data) = (copy(folder.path()), folder.path().join("data"));
    let mut rig = Rig::open_with(Some(path.clone()), &[], Some(data.clone()));
    rig.wait("the demo is built", |rig| rig.harness.state().frame().robots.len() == 6);
    rig.click("anna");
    rig.set("x", -1.25);
    let edited = text(&rig);
    let kept = |data: &Path| std::fs::read_dir(data.join("recovery")).is_ok_and(|mut entries| entries.next().is_some());
    rig.wait("the change is kept", |_| kept(&data));
    drop(rig);

    let mut rig = Rig::open_with(None, &[], Some(data.clone()));
    rig.wait("it is offered", |rig| rig.sees("Recover"));
    rig.click("Recover");
    rig.wait("it is there again", |rig| rig.harness.state().document().is_some());
    assert_eq!(text(&rig), edited);
    assert!(rig.harness.state().document().unwrap().is_modified());
    rig.harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
    rig.wait("it is saved", |rig| !rig.harness.state().document().unwrap().is_modified());
    assert_eq!(std::fs::read_to_string(&path).unwrap(), edited);
    assert!(!kept(&data), "nothing is left behind");
}
