//! Editing a scene in the window: the shortest workflows of the guide, by labels.

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use sim_window_tests::{Rig, demo_copy};
use std::path::Path;

#[test]
fn dynamics_are_swapped_undone_and_saved() {
    let folder = tempfile::tempdir().unwrap();
    let path = demo_copy(folder.path());
    let before = std::fs::read_to_string(&path).unwrap();
    let mut rig = Rig::built(&path, 6);
    rig.click("anna");
    rig.click("Dynamics");
    rig.click("diff-drive/dynamic");
    rig.wait("anna has another dynamics", |rig| rig.component(0, "dynamics") == "diff-drive/dynamic");
    let edited = rig.text();
    assert_ne!(edited, before);

    rig.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    rig.wait("anna has her own dynamics again", |rig| rig.component(0, "dynamics") == "diff-drive/kinematic");
    assert_eq!(rig.text(), before);

    rig.harness.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    rig.wait("and the other one again", |rig| rig.component(0, "dynamics") == "diff-drive/dynamic");
    rig.press(Modifiers::COMMAND, Key::S);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), edited);
    assert!(!rig.window().document().unwrap().is_modified());
    assert!(edited.starts_with("// Six scouts"), "comments stay");
}

/// BL-76: Fields of a selected node are edited beside the tree and take effect at once.
#[test]
fn a_robot_is_moved_in_scene_and_simulation() {
    let mut rig = Rig::demo_copy();
    let x = |rig: &Rig| rig.robot(0).map_or(f64::NAN, |robot| robot.state.pose.translation.x);
    rig.click("anna");
    assert!((x(&rig) + 1.8).abs() < 1e-9);
    rig.set("x", -1.25);
    rig.wait("anna is there", |rig| (x(rig) + 1.25).abs() < 1e-9);
    assert!(rig.text().contains("at: (-1.25, -1.8)"), "{}", rig.text());
    assert!((rig.frame().robots[0].state.pose.translation.z - 0.005).abs() < 1e-3, "on its wheels");

    // During a run, undo changes her start pose, and the run continues unchanged.
    rig.click("Play");
    rig.wait("time runs", |rig| rig.frame().time > 0.1);
    rig.click("Pause");
    rig.wait("the run is paused", |rig| rig.sees("Play"));
    let there = x(&rig);
    rig.press(Modifiers::COMMAND, Key::Z);
    assert!(rig.text().contains("at: (-1.8, -1.8)") && x(&rig) == there, "{}", rig.text());
    rig.click("Stop");
    rig.wait("anna is back", |rig| (x(rig) + 1.8).abs() < 1e-9);
}

#[test]
fn what_is_deleted_comes_back_by_undo_while_the_run_goes_on() {
    let mut rig = Rig::demo_copy();
    rig.click("Play");
    rig.wait("time runs", |rig| rig.frame().time > 0.2);
    rig.click("Pause");
    rig.wait("the run is paused", |rig| rig.sees("Play"));
    let (tick, before) = (rig.frame().tick, rig.text());
    rig.click("box-1");
    rig.harness.key_press(Key::Delete);
    rig.wait("box-1 is gone", |rig| !rig.sees("box-1"));
    assert_eq!(rig.frame().tick, tick, "the run was carried over");
    rig.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    rig.wait("box-1 is back", |rig| rig.sees("box-1"));
    assert_eq!((rig.text(), rig.frame().tick), (before, tick));
}

#[test]
fn what_is_used_elsewhere_is_deleted_with_its_users_or_not_at_all() {
    let mut rig = Rig::demo_copy();
    let before = rig.text();
    rig.click("pusher");
    rig.harness.key_press(Key::Delete);
    rig.wait("the reason is shown", |rig| rig.sees("Delete these, too"));
    rig.click("Cancel");
    assert_eq!(rig.text(), before);

    rig.harness.key_press(Key::Delete);
    rig.click("Delete these, too");
    rig.wait("it is gone", |rig| rig.frame().robots.len() == 5);
    rig.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    rig.wait("it is back", |rig| rig.frame().robots.len() == 6);
    assert_eq!(rig.text(), before);
}

#[test]
fn copies_are_selected() {
    let mut rig = Rig::demo_copy();
    rig.click("bert");
    rig.harness.key_press_modifiers(Modifiers::COMMAND, Key::D);
    rig.wait("there are seven robots", |rig| rig.frame().robots.len() == 7);
    assert_eq!(rig.selected(), ["bert-1"]);
}

#[test]
fn a_changed_speed_parameter_affects_the_robot() {
    let mut rig = Rig::demo_copy();
    rig.click("dora");
    rig.set("speed", 0.1);
    assert!(rig.text().contains("params: (speed: 0.1, winding: 0.6)"), "{}", rig.text());
    rig.click("Play");
    rig.wait("time runs", |rig| rig.frame().time > 0.5);
    let speed = rig.frame().robots[3].state.linear_velocity.norm();
    assert!(speed < 0.15, "dora drives slowly: {speed} m/s");

    // Out-of-range values are rejected at the field, without any change.
    let before = rig.text();
    rig.set("speed", -1.0);
    assert!(rig.harness.query_all_by_label_contains("accepted: ").next().is_some());
    assert_eq!(rig.text(), before);
    rig.click("Reset speed to default");
    assert!(rig.text().contains("params: (winding: 0.6)"), "{}", rig.text());
}

#[test]
fn a_parameter_of_a_component_that_the_model_has_chosen_is_written_with_its_name() {
    let mut rig = Rig::demo_copy();
    rig.click("anna");
    let before = rig.component(0, "controller");
    rig.set("speed", 0.11);
    assert!(rig.text().contains(&format!("controller: (id: \"{before}\"")), "{}", rig.text());
    assert!(rig.text().contains("speed: 0.11"), "{}", rig.text());
    rig.wait("anna has it", |rig| rig.component(0, "controller") == before);
}

#[test]
fn elements_are_inserted_with_the_keyboard_alone() {
    let mut rig = Rig::demo_copy();
    let before = rig.text();
    rig.press(Modifiers::COMMAND, Key::I);
    rig.harness.event(egui::Event::Text("cylinder".into()));
    rig.harness.step();
    rig.key(Key::Enter);
    rig.harness.key_press(Key::Enter);
    rig.wait("it is inserted and selected", |rig| rig.selected() == ["cylinder"]);
    rig.click("Set mass");
    assert!(rig.text().contains("mass: 0.5"), "{}", rig.text());
    rig.set("mass", 2.5);
    assert!(rig.text().contains("mass: 2.5"), "{}", rig.text());
    rig.set("mass", -1.0);
    assert!(rig.harness.query_all_by_label_contains("accepted: 1e-12 … 1e12 kg").next().is_some());
    for _ in 0..3 {
        rig.press(Modifiers::COMMAND, Key::Z);
    }
    assert_eq!(rig.text(), before);
}

#[test]
fn a_mesh_that_is_dropped_onto_the_window_is_put_in_where_one_clicks() {
    let mut rig = Rig::demo_copy();
    let mesh = rig.scene_folder().join("wedge.obj");
    std::fs::write(&mesh, "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n").unwrap();
    let bodies = rig.window().runner().structure().bodies.len();
    rig.drop_file(mesh);
    // Enter inserts it at the center of the view.
    rig.harness.key_press(Key::Enter);
    rig.wait("it is built", |rig| rig.window().runner().structure().bodies.len() == bodies + 1);
    assert!(rig.text().contains("name: \"wedge\", shape: Mesh(file: \"wedge.obj\")"), "{}", rig.text());
    rig.wait("it is selected", |rig| rig.selected() == ["wedge"]);
    assert_eq!(rig.window().problems().count(), 0);
    rig.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    rig.wait("it is gone", |rig| !rig.sees("wedge"));
}

#[test]
fn parts_are_copied_and_pasted_as_text() {
    let mut rig = Rig::demo_copy();
    rig.click("pillar");
    rig.harness.event(egui::Event::Copy);
    rig.harness.step();
    let copied = rig.harness.output().platform_output.commands.iter().find_map(|command| match command {
        egui::OutputCommand::CopyText(text) => Some(text.clone()),
        _ => None,
    });
    let copied = copied.expect("it was copied");
    assert!(copied.contains("Cylinder(radius: 0.12, height: 0.4)"), "{copied}");
    rig.harness.event(egui::Event::Paste(copied));
    rig.wait("the copy is selected", |rig| rig.selected() == ["pillar-1"]);
    rig.harness.event(egui::Event::Paste("nothing of a scene".into()));
    rig.harness.step();
    assert!(rig.sees("pillar-1"));
}

#[test]
fn several_objects_are_aligned() {
    let mut rig = Rig::demo_copy();
    rig.click("pillar");
    rig.harness.get_by_label("box-2").click_modifiers(Modifiers::COMMAND);
    rig.harness.run_steps(2);
    rig.click("Align x: middle");
    let at = |rig: &Rig, name: &str| {
        rig.window().document().unwrap().world_pose(&sim_edit::Target::object(name)).unwrap().translation.x
    };
    assert!((at(&rig, "pillar") - at(&rig, "box-2")).abs() < 1e-9);
}

#[test]
fn locked_objects_report_why_they_stay_and_can_be_unlocked() {
    let mut rig = Rig::demo_copy();
    rig.click("divider");
    rig.harness.key_press_modifiers(Modifiers::COMMAND, Key::L);
    rig.wait("it is locked", |rig| rig.text().contains("locked: true"));
    rig.harness.key_press(Key::Delete);
    rig.wait("the reason is shown", |rig| {
        rig.window().problems().any(|problem| problem.to_string().contains("is locked; unlock it first"))
    });
    rig.click("Unlock");
    assert!(!rig.text().contains("locked"), "{}", rig.text());
}

#[test]
fn what_was_not_saved_is_offered_after_a_crash() {
    let folder = tempfile::tempdir().unwrap();
    let (path, data) = (demo_copy(folder.path()), folder.path().join("data"));
    let mut rig = Rig::open_with(Some(path.clone()), &[], Some(data.clone()));
    rig.wait("the demo is built", |rig| rig.frame().robots.len() == 6);
    rig.click("anna");
    rig.set("x", -1.25);
    let edited = rig.text();
    let is_saved =
        |data: &Path| std::fs::read_dir(data.join("recovery")).is_ok_and(|mut entries| entries.next().is_some());
    rig.wait("the change is saved", |_| is_saved(&data));
    drop(rig);

    let mut rig = Rig::open_with(None, &[], Some(data.clone()));
    let recover = format!("Recover {}", path.display());
    rig.click(&recover);
    rig.wait("it is there again", |rig| rig.window().document().is_some());
    assert_eq!(rig.text(), edited);
    assert!(rig.window().document().unwrap().is_modified());
    rig.harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
    rig.wait("it is saved", |rig| !rig.window().document().unwrap().is_modified());
    assert_eq!(std::fs::read_to_string(&path).unwrap(), edited);
    assert!(!is_saved(&data), "no recovery file is left");
}
