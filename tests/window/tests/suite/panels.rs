//! Panels and behavior of the window, by labels.

use egui::{Event, Key};
use sim_abi::ffi::types::LogLevel;
use sim_gui::{FileRequest, Pane, RecordingRequest, Request};
use sim_runner::{Command, RunState};
use sim_window_tests::Rig;
use std::path::{Path, PathBuf};

/// A scene file in a folder.
fn write(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path
}

fn x(rig: &Rig, robot: usize) -> f64 {
    rig.robot(robot).map_or(f64::NAN, |robot| robot.state.pose.translation.x)
}

const TWO: &str = r#"(
    format_version: 1,
    run: (dt: 0.01),
    floor: (),
    robots: [
        (name: "anna", model: "scout/standard", controller: "control/keyboard"),
        (name: "bert", model: "scout/standard", controller: "control/keyboard", at: (0, 1)),
    ],
)"#;

#[test]
fn a_robot_is_driven_by_the_captured_keyboard() {
    let mut rig = Rig::of(TWO, 2);
    rig.click("Drive");
    assert!(rig.sees("Select a robot, or drive all of them."));
    rig.click("anna");
    rig.click("Capture keyboard");
    assert!(rig.window().is_keyboard_captured());
    rig.click("Play");
    rig.harness.key_down(Key::ArrowUp);
    rig.wait("anna drives", |rig| x(rig, 0) > 0.05);
    assert_eq!(x(&rig, 1), 0.0, "bert was not selected");
    assert_eq!(rig.frame().operator_of(0).keys, [sim_abi::keys::UP]);
    rig.harness.key_up(Key::ArrowUp);
    rig.wait("the key is released", |rig| rig.frame().operator_of(0).keys.is_empty());

    // Shortcuts are disabled, and Escape enables them.
    rig.key(Key::Space);
    assert!(rig.sees("Pause"), "the space bar is not a shortcut now");
    rig.key(Key::Escape);
    assert!(!rig.window().is_keyboard_captured());
    rig.harness.key_press(Key::Space);
    rig.wait("the run is paused", |rig| rig.sees("Play"));
    assert_eq!(rig.window().problems().count(), 0);
}

/// One tick: robots see each key once if it is released during a pause.
fn step(rig: &Rig) {
    rig.send(Command::Step(1));
}

#[test]
fn a_window_that_loses_the_focus_lets_go_of_all_keys() {
    let mut rig = Rig::of(TWO, 2);
    rig.click("Drive");
    rig.click("All");
    rig.click("Capture keyboard");
    rig.harness.key_down(Key::ArrowUp);
    rig.wait("the key is down", |rig| rig.frame().operator.keys == [sim_abi::keys::UP]);
    rig.harness.input_mut().focused = false;
    rig.harness.event(Event::WindowFocused(false));
    rig.harness.step();
    step(&rig);
    rig.wait("it is released", |rig| rig.frame().operator.keys.is_empty());
}

#[test]
fn keys_are_rebound_and_buttons_and_sliders_drive() {
    let mut rig = Rig::of(TWO, 2);
    rig.click("Drive");
    rig.click("anna");
    rig.click("Change the key for Up");
    rig.key(Key::I);
    rig.click("Capture keyboard");
    rig.harness.key_down(Key::I);
    rig.wait("it is the arrow now", |rig| rig.frame().operator_of(0).keys == [sim_abi::keys::UP]);
    rig.harness.key_up(Key::I);
    rig.harness.step();
    step(&rig);
    rig.wait("and released", |rig| rig.frame().operator_of(0).keys.is_empty());

    // With slow frames, the moment may be over before a frame shows the key, but its effect remains.
    rig.click("Play");
    let start = x(&rig, 0);
    rig.click("Hold Up");
    rig.wait("a click holds it for a moment", |rig| x(rig, 0) > start + 1e-3);
    rig.wait("and no longer", |rig| rig.frame().operator_of(0).keys.is_empty());
    let start = x(&rig, 0);
    rig.set_slider("forward", 0.5);
    rig.wait("anna drives", |rig| x(rig, 0) > start + 0.02);
    let axes = |rig: &Rig| rig.frame().operator_of(0).axes.clone();
    assert_eq!(axes(&rig), [("forward".to_string(), 0.5)]);
    rig.click("Center all");
    rig.wait("she stops", |rig| axes(rig) == [("forward".to_string(), 0.0)]);
}

#[test]
fn a_robot_that_drives_itself_is_handed_over() {
    let mut rig = Rig::demo();
    rig.click("Drive");
    rig.click("anna");
    assert_eq!(rig.component(0, "controller"), "control/wander");
    rig.click("Drive manually");
    rig.wait("the operator drives", |rig| rig.component(0, "controller") == "control/keyboard");
}

const EYES: &str = r#"(
    format_version: 1,
    run: (dt: 0.01),
    floor: (),
    objects: [(name: "wall", shape: Box(size: (0.1, 4, 4)), at: (2, 0, 0))],
    robots: [(
        name: "anna", model: "scout/standard",
        controller: (id: "control/constant", params: (commands: {"left_wheel": 0, "right_wheel": 0})),
        sensors: {
            "eye": (id: "camera/pinhole", at: (0.09, 0, 0.06), params: (width: 32, height: 24)),
            "far": (id: "camera/pinhole", at: (0.09, 0, 0.06), params: (width: 32, height: 24, sees: depth)),
        },
    )],
)"#;

#[test]
fn what_a_camera_sees_is_shown_while_the_panel_is() {
    let mut rig = Rig::of(EYES, 1);
    rig.click("Cameras");
    rig.wait("it looks before time runs", |rig| rig.window().images().is_some_and(|images| images > 0));
    assert_eq!(rig.frame().tick, 0);
    rig.click("Play");
    rig.wait("images come", |rig| rig.window().images().is_some_and(|images| images > 3));
    assert!(rig.sees("Camera image"));
    rig.click("Camera");
    rig.click("anna far");
    rig.wait("distances come", |rig| rig.window().images().is_some_and(|images| images > 3));
    rig.click("3D view");
    // A request from before the panel was hidden may still be executed.
    let time = rig.frame().time;
    rig.wait("the last response has arrived", |rig| rig.frame().time > time + 0.5);
    let (images, time) = (rig.window().images(), rig.frame().time);
    rig.wait("time passes", |rig| rig.frame().time > time + 0.5);
    assert_eq!(rig.window().images(), images, "no images are requested while the panel is hidden");
    assert_eq!(rig.window().problems().count(), 0);
}

/// BU-01: The server listens on 127.0.0.1, port 2009; a taken port does not end the run.
#[test]
fn functions_of_a_service_are_buttons_that_answer() {
    let school = r#"(format_version: 1, robots: [(name: "ana", model: "butia/standard")],
        services: [(name: "bobot", id: "bobot/server", params: (port: 0), grants: [Network, Command])])"#;
    let mut rig = Rig::of(school, 1);
    rig.click("Scene");
    rig.click("bobot");
    rig.wait("its functions are offered", |rig| rig.sees("Call retry") && rig.sees("Call address"));
    rig.click("Call retry");
    let answered = |rig: &Rig| rig.labels().iter().any(|label| label.starts_with("retry returned 127.0.0.1:"));
    rig.wait("the address is shown", answered);
    assert_eq!(rig.window().problems().count(), 0);
}

#[test]
fn rights_are_added_one_after_another_and_none_twice() {
    let scene = r#"(format_version: 1, floor: (), robots: [(name: "ana", model: "scout/standard")],
        services: [(name: "boss", id: "supervisor/control")])"#;
    let mut rig = Rig::of(scene, 1);
    rig.click("Scene");
    rig.click("boss");
    rig.click("grants (0)");
    for _ in 0..3 {
        rig.harness.run_steps(3);
        rig.click("Add");
    }
    rig.wait("three rights", |rig| {
        let text = rig.text();
        text.contains("grants: [Edit, Command, Network]")
    });
}

/// BL-30: The parts that Webots users expect can be inserted, with their fields and defaults.
#[test]
fn functions_of_a_supervisor_are_called_with_arguments() {
    let scene = r#"(format_version: 1, floor: (), robots: [(name: "ana", model: "scout/standard")],
        services: [(name: "boss", id: "supervisor/control", grants: [Edit, Command])])"#;
    let mut rig = Rig::of(scene, 1);
    rig.click("Play");
    rig.wait("it runs", |rig| rig.frame().tick > 2);
    rig.click("Pause");
    rig.click("Scene");
    rig.click("boss");
    rig.wait("its functions are offered", |rig| rig.sees("Call find") && rig.sees("Call set_position"));
    rig.write("find name", "ana");
    rig.click("Call find");
    rig.wait("the result is shown", |rig| rig.sees("find returned \"robot\"") || rig.sees("find returned robot"));
    rig.write("set_position name", "ana");
    rig.set("set_position x", 1.5);
    rig.click("Call set_position");
    rig.wait("the robot is there while the run waits", |rig| (x(rig, 0) - 1.5).abs() < 1e-6);
    assert_eq!(rig.window().problems().count(), 0);
}

/// BU-27: The window starts and stops runs, places robots by mouse and shows their poses.
#[test]
fn a_school_robot_is_started_stopped_and_its_pose_is_shown() {
    let school = r#"(format_version: 1, run: (dt: 0.05), floor: (), robots: [(name: "ana", model: "butia/standard",
        controller: (id: "control/constant", params: (commands: {"motors.left": 600, "motors.right": 600})))])"#;
    let mut rig = Rig::of(school, 1);
    rig.click("Scene");
    rig.click("ana");
    rig.click("Play");
    rig.wait("it drives", |rig| x(rig, 0) > 0.02);
    rig.click("Stop");
    rig.wait("it is back at its start", |rig| rig.frame().tick == 0 && x(rig, 0) == 0.0);
    // Placement by numbers works like that by mouse: the robot follows at once.
    rig.click("Inspector");
    rig.set("x", 0.75);
    rig.wait("it is there", |rig| (x(rig, 0) - 0.75).abs() < 1e-9);
}

#[test]
fn without_a_camera_the_panel_says_how_to_get_one() {
    let mut rig = Rig::demo();
    rig.click("Cameras");
    assert!(rig.sees("Copy line"));
}

#[test]
fn a_broken_scene_is_fixed_in_the_text_view() {
    let folder = tempfile::tempdir().unwrap();
    let broken = TWO.replacen("model", "modle", 1);
    let mut rig = Rig::open(Some(write(folder.path(), "scene.ron", &broken)), &[]);
    rig.harness.step();
    rig.click("Problems");
    let message = rig.window().problems().next().unwrap().message.clone();
    rig.click(&message);
    assert_eq!(rig.window().marked_line(), Some(6));
    rig.wait("the text is shown", |rig| rig.sees("Text of the scene"));
    let expected = format!("line 6: {message}");
    assert!(rig.labels().iter().any(|label| label.starts_with(&expected)), "the finding is shown at its line");

    rig.write("Text of the scene", TWO);
    rig.click("Apply");
    rig.wait("the scene is built", |rig| rig.frame().robots.len() == 2);
    assert_eq!(rig.window().problems().count(), 0, "fixed errors are no longer listed");
    assert_eq!(rig.text(), TWO);
}

#[test]
fn a_scene_with_mistakes_ends_the_run_of_the_scene_before() {
    let mut rig = Rig::of(TWO, 2);
    rig.click("Play");
    rig.wait("it runs", |rig| rig.frame().tick > 20);
    let broken = TWO.replacen("model", "modle", 1);
    let broken = write(rig.scene_folder(), "broken.ron", &broken);
    rig.request(FileRequest::Open(broken));
    rig.wait("nothing is left of it", |rig| {
        let state = rig.window();
        matches!(state.frame().state, RunState::Empty)
            && state.runner().structure().bodies.is_empty()
            && state.shown_at().is_empty()
    });
    rig.click("Problems");
    let message = rig.window().problems().next().unwrap().message.clone();
    rig.click(&message);
    rig.wait("the text is shown", |rig| rig.sees("Text of the scene"));
    rig.write("Text of the scene", TWO);
    rig.click("Apply");
    rig.wait("the scene is built", |rig| rig.frame().robots.len() == 2);
    let frame = rig.frame();
    assert_eq!(frame.tick, 0, "it begins at its start");
    assert!(matches!(frame.state, RunState::Paused));
}

#[test]
fn a_recording_has_what_was_edited_though_no_simulation_reads_it() {
    let mut rig = Rig::of(TWO, 2);
    let edited = TWO.replace("floor: (),", "floor: (),\n    description: \"Two of them.\",");
    rig.click("Text");
    rig.write("Text of the scene", &edited);
    rig.click("Apply");
    assert_eq!(rig.text(), edited);
    let path = rig.scene_folder().join("run.mcap");
    rig.harness.state_mut().request(Request::Recording(RecordingRequest::Record(path.clone())));
    rig.wait("it records", |rig| rig.frame().recorded.is_some());
    rig.send(Command::StopRecording);
    rig.wait("it is written", |rig| rig.frame().recorded.is_none());
    let recording = sim_core::recording::Recording::open(&path).unwrap();
    assert!(recording.info().scene_text.contains("Two of them."), "{}", recording.info().scene_text);
}

#[test]
fn a_text_with_mistakes_is_refused_and_the_scene_stays() {
    let mut rig = Rig::of(TWO, 2);
    rig.click("Text");
    rig.write("Text of the scene", &TWO.replace("(0, 1)", "(0, \"x\")"));
    rig.click("Apply");
    assert_eq!(rig.text(), TWO);
    assert_eq!(rig.window().marked_line(), Some(7));

    // Saving applies the text first, so it does not save anything either; and leaving asks for confirmation.
    rig.press(egui::Modifiers::COMMAND, Key::S);
    assert_eq!(std::fs::read_to_string(rig.scene_folder().join("scene.ron")).unwrap(), TWO);
    rig.harness.key_press_modifiers(egui::Modifiers::COMMAND, Key::N);
    rig.click("Discard changes");
    rig.wait("the new scene is there", |rig| rig.window().document().unwrap().path().is_none());
}

/// A scene in which anna's controller panics at half a second, and a window with its library.
fn panicking() -> (tempfile::TempDir, Rig) {
    let folder = tempfile::tempdir().unwrap();
    let mut rig = Rig::open(None, &[]);
    let library = sim_tests::build::bad_library();
    std::fs::copy(library, rig.folder.path().join(library.file_name().unwrap())).unwrap();
    rig.wait("the library is listed", |rig| {
        rig.window().runner().plugins().components.iter().any(|offer| offer.id() == "bad/controller")
    });
    let text = TWO.replacen("\"control/keyboard\"", "(id: \"bad/controller\", params: (wrong: panic_in_step))", 1);
    let path = write(folder.path(), "scene.ron", &text);
    rig.harness.state_mut().open(path);
    rig.wait("the scene is built", |rig| rig.frame().robots.len() == 2);
    (folder, rig)
}

#[test]
fn a_plugin_that_panics_is_marked_everywhere_and_the_window_lives() {
    let (_folder, mut rig) = panicking();
    rig.click("Play");
    rig.wait("anna has failed", |rig| rig.robot(0).is_some_and(|anna| anna.faulty));
    let time = rig.frame().time;
    rig.wait("time advances", |rig| rig.frame().time > time + 0.2);
    let marks = |rig: &Rig| {
        let nodes = rig.labels();
        nodes.iter().filter(|label| label.starts_with("Fault of anna: ") && label.contains("a step fails")).count()
    };
    assert_eq!(marks(&rig), 2, "in the 3D view and in the tree");
    rig.click("2D view");
    rig.wait("in the 2D view, too", |rig| marks(rig) == 2);
    let line = rig.window().log().find(|line| line.text.contains("a step fails")).cloned().unwrap();
    assert_eq!((&*line.robot, &*line.component), ("anna", "controller"));
    rig.click("Plugins");
    rig.wait("the panel shows the fault", |rig| {
        rig.labels().iter().any(|label| label.ends_with("registered · 1 fault"))
    });
    rig.click("bad-plugins 0.1.0 · registered · 1 fault");
    rig.click("bad/controller · controller · 1 fault");
    rig.wait("the message of the fault is shown", |rig| {
        rig.labels().iter().any(|label| label.contains("anna: a step fails"))
    });

    // A click on the log line or on the problem leads to the robot.
    let label = rig.labels().into_iter().find(|label| label.contains("anna.controller  a step fails")).unwrap();
    rig.click(&label);
    rig.wait("anna is selected", |rig| rig.selected() == ["anna"]);
    rig.click("bert");
    rig.click("Problems");
    let message = rig.window().problems().next().unwrap().message.clone();
    rig.click(&message);
    rig.wait("anna is selected again", |rig| rig.selected() == ["anna"]);
}

#[test]
fn without_a_scene_the_window_says_what_can_be_opened() {
    let folder = tempfile::tempdir().unwrap();
    let path = write(folder.path(), "two.ron", TWO);
    let data = folder.path().join("data");
    let mut rig = Rig::open_with(Some(path.clone()), &[], Some(data.clone()));
    rig.wait("the scene is built", |rig| rig.frame().robots.len() == 2);
    drop(rig);
    let mut rig = Rig::open_with(None, &[], Some(data));
    rig.harness.step();
    assert!(rig.sees("Open scene …") && rig.sees("Recent"));
    let file = rig.labels().into_iter().find(|label| label.contains("two.ron")).unwrap();
    rig.click(&file);
    rig.wait("the scene is built", |rig| rig.frame().robots.len() == 2);
    assert!(!rig.sees("Recent"));
}

#[test]
fn saving_over_a_file_on_leaving_goes_on_to_what_was_asked() {
    let mut rig = Rig::of(TWO, 2);
    let path = rig.scene_folder().join("scene.ron");
    rig.click("anna");
    rig.set("x", 1.0);
    std::fs::write(&path, "(format_version: 1)").unwrap();
    rig.harness.key_press_modifiers(egui::Modifiers::COMMAND, Key::N);
    rig.wait("a confirmation for the changes appears", |rig| rig.sees("Discard"));

    // Shortcuts are disabled while a question is open.
    rig.key(Key::Delete);
    assert!(rig.text().contains("anna"));
    rig.click("Save");
    rig.click("Overwrite");
    rig.wait("a new scene is there", |rig| rig.window().document().unwrap().path().is_none());
    assert!(std::fs::read_to_string(&path).unwrap().contains("at: (1, 0)"), "and the old one is saved");
}

#[test]
fn another_file_is_replaced_only_after_asking() {
    let mut rig = Rig::of(TWO, 2);
    let other = write(rig.scene_folder(), "other.ron", "precious");
    assert!(!rig.harness.state_mut().save_to(other.clone()));
    rig.click("Cancel");
    assert_eq!(std::fs::read_to_string(&other).unwrap(), "precious");
    rig.harness.state_mut().save_to(other.clone());
    rig.click("Overwrite");
    assert_eq!(std::fs::read_to_string(&other).unwrap(), TWO);
    assert_eq!(rig.window().document().unwrap().path(), Some(other.as_path()));
}

#[test]
fn the_menu_names_what_would_be_undone() {
    let mut rig = Rig::of(TWO, 2);
    rig.click("anna");
    rig.set("x", 1.0);
    rig.click("Edit");
    rig.wait("undo is named", |rig| rig.labels().iter().any(|label| label.starts_with("Undo Move anna")));
}

#[test]
fn the_window_shows_what_dropping_a_dragged_file_does() {
    let mut rig = Rig::open(None, &[]);
    let hover = |name: &str| egui::HoveredFile { path: Some(name.into()), ..Default::default() };
    for (file, words) in [
        ("scene.ron", "Drop to open this scene"),
        ("run.mcap", "Drop to open this recording"),
        ("arm.stl", "Drop to insert this into the scene"),
        ("libmine.so", "Drop to install this library"),
    ] {
        rig.harness.input_mut().hovered_files = vec![hover(file)];
        rig.harness.run_steps(2);
        assert!(rig.sees(words), "{words}");
    }
}

/// Roles that a screen reader announces by their names.
fn needs_name(node: &egui_kittest::Node<'_>) -> bool {
    use egui::accesskit::{Action, Role};
    use egui_kittest::kittest::NodeT;
    let node = node.accesskit_node();
    let acts =
        [Action::Click, Action::Focus, Action::SetValue].iter().any(|action| node.data().supports_action(*action));
    acts && !matches!(node.role(), Role::Window | Role::RootWebArea)
}

#[test]
fn all_interactive_widgets_have_names() {
    use egui_kittest::kittest::NodeT;
    let (_folder, mut rig) = panicking();
    rig.click("Play");
    rig.wait("anna has failed", |rig| rig.robot(0).is_some_and(|anna| anna.faulty));
    rig.click("anna");
    let mut nameless = Vec::new();
    let mut seen = 0;
    for pane in Pane::ALL {
        rig.harness.state_mut().show_panel(pane);
        rig.harness.run_steps(3);
        for node in rig.nodes() {
            if !needs_name(&node) {
                continue;
            }
            seen += 1;
            let node = node.accesskit_node();
            let named = [node.label(), node.value()].into_iter().flatten().any(|name| !name.trim().is_empty());
            if !named {
                let at = node.raw_bounds();
                nameless.push(format!("{}: {:?} at {at:?}", pane.title(), node.role()));
            }
        }
    }
    assert!(seen > 300, "only {seen} widgets were found");
    nameless.dedup();
    assert!(nameless.is_empty(), "{} without a name: {nameless:#?}", nameless.len());
}

#[test]
fn lines_of_the_log_that_are_hidden_are_counted_with_what_hides_them_and_shown_by_a_click() {
    let mut rig = Rig::of(TWO, 2);
    rig.harness.state_mut().show_panel(Pane::Log);
    let said = |rig: &Rig, words: &str| rig.labels().iter().any(|label| label == words);
    // The duration of the build is a detail.
    let count = rig.window().log().count();
    assert!(count > 0 && rig.window().log().all(|line| line.level == LogLevel::Debug));
    let lines = |by: &str| match count {
        1 => format!("1 line is hidden by: {by}"),
        _ => format!("{count} lines are hidden by: {by}"),
    };
    rig.wait("the line is logged", |rig| said(rig, &lines("Level")));
    rig.snap("loghidden");
    rig.write("Filter by robot, component or text", "no matching line");
    rig.wait("both are named", |rig| said(rig, &lines("Level, Text")));
    rig.click("Show all lines");
    rig.wait("they are shown", |rig| rig.labels().iter().any(|label| label.contains("scene built in")));
    assert!(!rig.sees("Show all lines"));
}
