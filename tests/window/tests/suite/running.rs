//! Running a scene in the window: by labels, as found by users or screen readers.

use egui_kittest::kittest::Queryable;
use sim_core::engine::{BuildOptions, Simulation};
use sim_core::scene::Scene;
use sim_runner::{Command, RunState, Speed};
use sim_window_tests::Rig;
use std::path::{Path, PathBuf};

#[test]
fn a_scene_is_shown_and_run_and_stopped() {
    let mut rig = Rig::demo();
    assert_eq!(rig.window().problems().count(), 0);
    assert!(["anna", "bert", "cora", "dora", "emil", "pusher", "crate", "box-1"].iter().all(|name| rig.sees(name)));

    rig.click("Play");
    rig.wait("time runs", |rig| rig.frame().time > 0.1);
    rig.click("Pause");
    rig.wait("the run is paused", |rig| matches!(rig.frame().state, RunState::Paused));
    let tick = rig.frame().tick;
    rig.click("Step");
    rig.wait("one tick more", |rig| rig.frame().tick == tick + 1);
    rig.click("Stop");
    rig.wait("back at the start", |rig| rig.frame().tick == 0);
}

#[test]
fn keys_do_what_the_buttons_do() {
    let mut rig = Rig::demo();
    rig.harness.key_press(egui::Key::Space);
    rig.wait("time runs", |rig| rig.frame().time > 0.1);
    rig.harness.key_press(egui::Key::Space);
    rig.wait("the run is paused", |rig| matches!(rig.frame().state, RunState::Paused));
}

#[test]
fn a_dynamics_is_exchanged_by_two_clicks() {
    let mut rig = Rig::demo();
    assert_eq!(rig.component(0, "dynamics"), "diff-drive/kinematic");
    rig.click("anna");
    rig.click("Dynamics");
    rig.click("diff-drive/dynamic");
    rig.wait("anna has another dynamics", |rig| rig.component(0, "dynamics") == "diff-drive/dynamic");
    assert_eq!(rig.component(1, "dynamics"), "diff-drive/dynamic", "bert had it before");
    assert_eq!(rig.window().problems().count(), 0);
}

#[test]
fn a_library_that_is_dropped_into_the_folder_is_listed_and_drives_a_robot() {
    let mut rig = Rig::open(Some(sim_window_tests::scene("demo.ron")), &["camera"]);
    rig.wait("the demo is built", |rig| rig.frame().robots.len() == 6);
    let offered =
        |rig: &Rig| rig.window().runner().plugins().components.iter().any(|c| c.info().id == "camera/pinhole");
    assert!(!offered(&rig));
    let library = sim_engine_tests::plugin_files().into_iter().find(|file| file.to_string_lossy().contains("camera"));
    let library = library.unwrap();
    std::fs::copy(&library, rig.folder.path().join(library.file_name().unwrap())).unwrap();
    rig.wait("the library is listed", offered);
    rig.wait("the log shows it", |rig| rig.window().log().any(|line| line.text.contains("camera/pinhole")));
    rig.click("Plugins");
    rig.wait("the panel shows it", |rig| rig.sees("plugin-camera 0.1.0 · registered"));
}

#[test]
fn a_scene_whose_library_comes_later_is_built_then() {
    let mut rig = Rig::open(Some(sim_window_tests::scene("demo.ron")), &["diff_drive"]);
    rig.wait("it cannot be built", |rig| matches!(rig.frame().state, RunState::Failed(_)));
    rig.wait("the reason is in front", |rig| rig.sees("no plugin defines the dynamics model `diff-drive/kinematic`"));
    let library =
        sim_engine_tests::plugin_files().into_iter().find(|file| file.to_string_lossy().contains("diff_drive"));
    let library = library.unwrap();
    std::fs::copy(&library, rig.folder.path().join(library.file_name().unwrap())).unwrap();
    rig.wait("the demo is built", |rig| rig.frame().robots.len() == 6);
    assert_eq!(rig.window().problems().count(), 0);
    assert!(matches!(rig.frame().state, RunState::Paused));
}

#[test]
fn conditions_of_the_scene_are_shown_as_they_stand() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("judged.ron");
    let robot = r#"(name: "anna", model: "scout/standard", controller: (id: "control/constant", params: (commands: {"left_wheel": 5, "right_wheel": 5})))"#;
    let conditions = r#"[ReachedBy(name: "there", robot: "anna", at: (0.3, 0, 0), within: 0.1, by: 60), NoCollision(name: "careful"), ReachedBy(name: "never", robot: "anna", at: (-9, 0, 0), within: 0.1, by: 60)]"#;
    let text =
        format!("(format_version: 1, run: (dt: 0.01, duration: 4), robots: [{robot}], acceptance: {conditions})");
    std::fs::write(&path, text).unwrap();
    let mut rig = Rig::open(Some(path), &[]);
    rig.click("1 of 3 conditions passed");
    assert!(["there", "careful", "never"].iter().all(|name| rig.sees(name)));
    assert!(rig.sees("pending") && !rig.sees("failed"));
    rig.click("Play");
    rig.wait("the robot is there", |rig| rig.sees("2 of 3 conditions passed"));
    rig.wait("the run ends", |rig| matches!(rig.frame().state, RunState::Ended(_)));
    rig.click("2 of 3 conditions passed");
    rig.wait("the last one fails", |rig| rig.sees("failed") && !rig.sees("pending"));
    // A click on a condition leads to its robot, a click on its time to the tick at which it passed.
    rig.click("Show the subject of there");
    let anna = rig.window().runner().structure().robots[0].body as usize;
    rig.wait("its robot is selected", |rig| rig.window().selected() == [anna]);
    rig.click("Go to the time of there");
    let distance = |rig: &Rig| {
        let frame = rig.frame().clone();
        frame.robots.first().map_or(f64::NAN, |robot| (robot.state.pose.translation.x - 0.3).abs())
    };
    rig.wait("the robot is where it met the condition", |rig| {
        let frame = rig.frame();
        matches!(frame.state, RunState::Paused) && frame.tick > 0 && frame.tick < 400
    });
    // One tick moves it by at most 5 mm: before it, it was outside.
    assert!(distance(&rig) <= 0.1 && distance(&rig) > 0.095, "{} m", distance(&rig));
}

#[test]
fn a_window_that_is_closed_during_a_run_ends() {
    let mut rig = Rig::demo();
    rig.click("Play");
    rig.wait("time runs", |rig| rig.frame().time > 0.05);
    drop(rig);
}

#[test]
fn a_window_of_one_pixel_draws() {
    let mut rig = Rig::demo();
    for size in [[1.0, 1.0], [3.0, 900.0], [900.0, 3.0], [1280.0, 800.0]] {
        rig.harness.set_size(size.into());
        rig.harness.step();
    }
    assert!(rig.sees("anna"));
}

#[test]
fn a_scene_that_cannot_be_read_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("broken.ron");
    std::fs::write(&path, "(format_version: 1, robots: [(name: \"a\", modle: \"scout/standard\")])").unwrap();
    let mut rig = Rig::open(Some(path), &[]);
    rig.harness.step();
    let problems: Vec<String> = rig.window().problems().map(ToString::to_string).collect();
    assert!(problems.iter().any(|problem| problem.contains("did you mean `model`?")), "{problems:?}");
    let message = rig.window().problems().next().unwrap().message.clone();
    rig.wait("the problems are in front", |rig| rig.sees(&message));
}

#[test]
fn a_value_is_plotted_by_a_click_on_it_and_no_longer_by_another() {
    let mut rig = Rig::demo();
    rig.click("anna");
    rig.click("gps.x");
    rig.click("Plots");
    rig.click("Play");
    let plotted = |rig: &Rig| rig.window().plotted().map(|(name, count)| (name.to_string(), count)).collect::<Vec<_>>();
    rig.wait("there are samples", |rig| plotted(rig).first().is_some_and(|(_, count)| *count > 20));
    assert_eq!(plotted(&rig)[0].0, "anna gps.x");
    rig.click("Remove anna gps.x");
    assert_eq!(plotted(&rig), []);
}

/// The demo with another duration, s.
fn demo_of(folder: &Path, duration: u32) -> PathBuf {
    let demo = std::fs::read_to_string(sim_window_tests::scene("demo.ron")).unwrap();
    let path = folder.join(format!("demo-{duration}.ron"));
    std::fs::write(&path, demo.replace("duration: 40", &format!("duration: {duration}"))).unwrap();
    path
}

/// The digest at the end of a run without window.
fn headless(scene: &Path) -> String {
    let loaded = Scene::load(scene).unwrap();
    let duration = loaded.scene.run.duration.unwrap();
    let built = Simulation::build(&loaded, &sim_engine_tests::plugins(), &BuildOptions::default());
    let mut simulation = built.unwrap_or_else(|findings| panic!("{findings}")).simulation;
    let ticks = (duration / simulation.dt()).round() as u64;
    simulation.steps(ticks).unwrap();
    simulation.state_hash()
}

/// Names of the robots of the demo.
const DEMO: [&str; 3] = ["anna", "bert", "cora"];

/// The digest at the end of a run in a window whose camera moves and whose panels open meanwhile, with some robots
/// selected.
fn in_window(scene: &Path, speed: Speed, [first, second, third]: [&str; 3]) -> String {
    let mut rig = Rig::open(Some(scene.to_path_buf()), &[]);
    rig.wait("the scene is built", |rig| rig.frame().robots.len() >= 3);
    rig.wait("the robots are listed", |rig| [first, second, third].iter().all(|name| rig.sees(name)));
    rig.send(Command::Speed(speed));
    rig.click("Play");
    let keys = [egui::Key::Num7, egui::Key::Num1, egui::Key::F, egui::Key::Home, egui::Key::Num3, egui::Key::G];
    let labels = [first, "2D view", "Plugins", second, "Inspector", "Plots", "3D view", "Log", third, "Problems"];
    let mut turn = 0;
    rig.wait("the run ends", |rig| {
        turn += 1;
        let harness = &rig.harness;
        if turn % 3 == 0 {
            let label = labels[turn / 3 % labels.len()];
            harness.get_all_by_label(label).next().expect("it is there").click();
        }
        harness.key_press(keys[turn % keys.len()]);
        matches!(harness.state().frame().state, RunState::Ended(_))
    });
    let mut found = None;
    rig.wait("the state hash is logged", |rig| {
        let line = rig.window().log().find(|line| line.text.starts_with("state after"));
        found = line.map(|line| line.text.rsplit(' ').next().unwrap_or_default().to_string());
        found.is_some()
    });
    found.unwrap()
}

#[test]
fn a_run_ends_the_same_headless_and_in_the_window_at_real_time() {
    let folder = tempfile::tempdir().unwrap();
    let scene = demo_of(folder.path(), 4);
    assert_eq!(in_window(&scene, Speed::Factor(1.0), DEMO), headless(&scene));
}

#[test]
fn a_run_ends_the_same_headless_and_in_the_window_at_ten_times_real_time_and_without_limit() {
    let folder = tempfile::tempdir().unwrap();
    let scene = demo_of(folder.path(), 60);
    let expected = headless(&scene);
    assert_eq!(in_window(&scene, Speed::Factor(10.0), DEMO), expected);
    assert_eq!(in_window(&scene, Speed::Unlimited, DEMO), expected);
}

#[test]
fn a_warehouse_ends_the_same_headless_and_in_the_window() {
    let platforms = ["platform 1", "platform 2", "platform 3"];
    for (name, robots) in [("warehouse.ron", platforms), ("warehouse-wheels.ron", ["robot 1", "robot 2", "robot 3"])] {
        let scene = sim_window_tests::scene("robomap").join(name);
        assert_eq!(in_window(&scene, Speed::Unlimited, robots), headless(&scene), "{name}");
    }
}

#[test]
fn at_the_end_of_a_scene_the_window_says_what_comes_next() {
    let text = r#"(format_version: 1, name: "short", run: (dt: 0.01, duration: 0.2), floor: (),
        robots: [(name: "anna", model: "scout/standard", controller: "control/wander")])"#;
    let mut rig = Rig::of(text, 1);
    let over = "Finished (0.2 s).";
    rig.click("Play");
    rig.wait("the end is reported", |rig| rig.sees(over));
    assert_eq!(rig.frame().tick, 20);
    assert!(rig.sees("Press Play to continue.") && rig.sees("Back to the start"));
    rig.snap("ended");
    rig.click("Play");
    rig.wait("it continues", |rig| rig.sees("Playing past the end of the scene at 0.2 s"));
    rig.snap("beyond");
    rig.click("Pause");
    rig.wait("the status is shown", |rig| rig.sees("Paused past the end of the scene at 0.2 s"));
    assert!(rig.frame().tick > 20 && !rig.sees("Back to the start"));
    rig.click("Stop");
    rig.wait("back at the start", |rig| rig.frame().tick == 0 && rig.sees("Paused"));

    rig.click("Play");
    rig.wait("the end is reported again", |rig| rig.sees(over));
    rig.harness.get_by_label("Back to the start").click();
    rig.wait("back at the start", |rig| rig.frame().tick == 0 && rig.sees("Paused"));
}
