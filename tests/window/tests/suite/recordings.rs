//! Recordings in the window: created, played in both directions, compared with the live run; plots and their files.

use egui_kittest::kittest::Queryable;
use sim_core::recording::Recording;
use sim_gui::{Control, PlotRequest, RecordingRequest};
use sim_runner::{Command, Comparison, RunState};
use sim_window_tests::{Rig, drawn};
use std::path::{Path, PathBuf};

fn open(rig: &mut Rig, path: PathBuf) {
    rig.request(RecordingRequest::Open(path));
    rig.wait("the recording is shown", |rig| rig.sees("Timeline"));
    // The panels have settled.
    rig.harness.run_steps(3);
}

fn compare(rig: &mut Rig, path: PathBuf) {
    rig.request(RecordingRequest::Compare(path));
    rig.wait("it is compared", |rig| rig.window().comparison().is_some());
    rig.harness.step();
}

fn play(rig: &mut Rig, control: Control) {
    rig.request(RecordingRequest::Playback(control));
}

/// Records some ticks of the demo and closes the file.
fn record(rig: &mut Rig, path: &Path, ticks: u64) {
    rig.request(RecordingRequest::Record(path.to_path_buf()));
    rig.wait("it records", |rig| rig.window().runner().frame().recorded.is_some());
    if ticks > 0 {
        rig.steps(ticks);
    }
    rig.send(Command::StopRecording);
    rig.wait("the recording is closed", |rig| rig.window().runner().frame().recorded.is_none());
    rig.wait("and the message appears", |rig| rig.logs(&format!("frames to {}", path.display())) || ticks < 2);
}

/// Digest of the live run, from a recording that is stopped immediately.
fn hash(rig: &mut Rig, folder: &Path, name: &str) -> String {
    let path = folder.join(name);
    record(rig, &path, 0);
    let mut read = None;
    rig.wait("the recording can be read", |_| {
        read = Recording::open(&path).ok().and_then(|recording| Some(recording.summary()?.state_hash.clone()));
        read.is_some()
    });
    read.unwrap()
}

fn shown(rig: &Rig) -> (u64, bool) {
    let playback = rig.window().playback().expect("a recording is shown");
    (rig.frame().tick, playback.is_playing())
}

fn opened(ticks: u64) -> (Rig, tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.mcap");
    let mut rig = Rig::demo();
    record(&mut rig, &path, ticks);
    (rig, folder, path)
}

#[test]
fn a_run_is_recorded_shown_backwards_and_the_live_run_is_as_it_was() {
    let (mut rig, folder, path) = opened(150);
    let before = hash(&mut rig, folder.path(), "before.mcap");
    let live = rig.frame().robots.clone();

    open(&mut rig, path);
    assert!(rig.sees("Timeline") && rig.sees("Back to the live run") && !rig.sees("Stop"));
    assert_eq!(shown(&rig), (0, false));
    let own = |rig: &Rig| {
        let structure = rig.window().playback().unwrap().structure();
        structure.robots.iter().all(|robot| robot.model.is_some())
    };
    rig.wait("its robots have models", own);

    rig.snap("timeline");
    // Telemetry of the displayed moment.
    rig.click("anna");
    rig.set("Time", 1.0);
    rig.wait("it is there", |rig| shown(rig).0 == 100);
    let frame = rig.frame();
    assert!(frame.telemetry_of(0).is_some_and(|values| !values.is_empty()));
    assert_ne!(frame.robots[0].state, live[0].state);
    assert!(rig.sees("gps.x") && !rig.sees("Dynamics"), "components of a recording cannot be replaced");

    rig.click("Step back");
    assert_eq!(shown(&rig), (99, false));
    rig.click("Step forward");
    assert_eq!(shown(&rig), (100, false));
    rig.click("Play backward");
    rig.wait("it has played back to the start", |rig| shown(rig) == (0, false));
    rig.click("Play");
    rig.wait("it plays on", |rig| shown(rig).0 > 10);
    rig.harness.key_press(egui::Key::Space);
    rig.wait("it pauses", |rig| !shown(rig).1);
    rig.click("To the end");
    assert_eq!(shown(&rig), (150, false));
    rig.click("To the start");
    assert_eq!(shown(&rig), (0, false));

    // A recording cannot be edited.
    let text = rig.text();
    rig.key(egui::Key::Delete);
    assert_eq!(rig.text(), text);

    rig.click("Back to the live run");
    assert!(rig.window().playback().is_none() && rig.sees("Stop"));
    assert_eq!(rig.frame().tick, 150);
    assert_eq!(rig.frame().robots, live);
    assert_eq!(hash(&mut rig, folder.path(), "after.mcap"), before);
    rig.steps(50);
    let after = hash(&mut rig, folder.path(), "later.mcap");
    let mut undisturbed = Rig::demo();
    undisturbed.steps(200);
    assert_eq!(hash(&mut undisturbed, folder.path(), "undisturbed.mcap"), after);
    assert_eq!(rig.window().problems().count(), 0);
}

#[test]
fn the_live_run_pauses_for_a_recording_and_goes_on_after_it() {
    let (mut rig, _folder, path) = opened(20);
    rig.click("Play");
    rig.wait("time runs", |rig| rig.frame().tick > 30);
    open(&mut rig, path);
    rig.wait("the live run pauses", |rig| matches!(rig.window().runner().frame().state, RunState::Paused));
    let tick = rig.window().runner().frame().tick;
    play(&mut rig, Control::Speed(5.0));
    rig.click("Play");
    rig.wait("it has been played", |rig| shown(rig) == (20, false));
    rig.click("Back to the live run");
    assert_eq!(rig.frame().tick, tick);
    rig.click("Play");
    rig.wait("time runs on", |rig| rig.frame().tick > tick);
}

#[test]
fn a_changed_scene_ends_a_recording_and_the_log_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let scene = folder.path().join("demo.ron");
    std::fs::copy(sim_window_tests::scene("demo.ron"), &scene).unwrap();
    let mut rig = Rig::built(scene, 6);
    let path = folder.path().join("run.mcap");
    rig.request(RecordingRequest::Record(path.clone()));
    rig.steps(12);
    assert!(rig.sees("13 frames") && rig.sees("Stop recording"));
    rig.click("box-1");
    rig.harness.key_press(egui::Key::Delete);
    rig.wait("the message appears", |rig| rig.logs("recorded 13 frames to") && rig.logs("the scene has changed"));
    rig.wait("one can record again", |rig| rig.sees("Record"));
    let nowhere = folder.path().join("demo.ron").join("run.mcap");
    rig.request(RecordingRequest::Record(nowhere));
    rig.wait("an unwritable path is reported", |rig| rig.logs("failed") && rig.window().problems().count() == 1);
}

#[test]
fn what_is_no_recording_says_why_and_the_live_run_stays() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.mcap");
    std::fs::write(&path, "something else").unwrap();
    let mut rig = Rig::demo();
    let problems = |rig: &Rig| rig.window().problems().map(ToString::to_string).collect::<Vec<_>>();
    rig.request(RecordingRequest::Open(path.clone()));
    rig.wait("the message appears", |rig| !problems(rig).is_empty());
    rig.request(RecordingRequest::Compare(folder.path().to_path_buf()));
    rig.wait("that, too", |rig| problems(rig).len() == 2);
    let problems = problems(&rig);
    assert!(problems[0].contains("run.mcap") && problems[1].contains("run.json"), "{problems:?}");
    assert!(rig.window().playback().is_none() && rig.sees("Stop"));
}

#[test]
fn marks_of_a_recording_are_found_and_gone_to() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.mcap");
    let mut rig = Rig::demo();
    rig.request(RecordingRequest::Record(path.clone()));
    rig.steps(60);
    rig.send(Command::PlaceRobot { robot: 4, state: Default::default() });
    rig.steps(60);
    rig.send(Command::StopRecording);
    rig.wait("the recording is closed", |rig| rig.logs("recorded 121 frames"));
    open(&mut rig, path);
    rig.wait("it has been read", |rig| rig.window().recorded_marks().iter().any(|mark| mark.text.contains("`emil`")));
    // A click on the mark jumps exactly to its moment: 0.6 s of 0 … 1.2 s.
    let rect = rig.harness.get_by_label("Timeline").rect();
    let x = rect.left() + 10.0 + (rect.width() - 20.0) * 0.6 / 1.2 + 2.0;
    let at = egui::pos2(x, rect.top() + 10.0);
    rig.harness.hover_at(at);
    rig.harness.step();
    rig.harness.drag_at(at);
    rig.harness.step();
    rig.harness.drop_at(at);
    rig.harness.run_steps(2);
    play(&mut rig, Control::Seek(0.2));
    rig.harness.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::K);
    rig.harness.ctx.set_theme(egui::Theme::Light);
    rig.harness.key_press(egui::Key::Escape);
    rig.snap("marks");
    play(&mut rig, Control::Seek(0.6));
    assert!((rig.window().playback().unwrap().time() - 0.6).abs() < 1e-9);
    assert_eq!(rig.frame().tick, 60);
}

#[test]
fn a_run_compared_with_its_own_recording_is_nowhere_else() {
    let (mut rig, folder, path) = opened(100);
    rig.click("Stop");
    rig.wait("back at the start", |rig| rig.frame().tick == 0);
    compare(&mut rig, path);
    assert!(rig.sees("Distance to run.mcap"));
    rig.click("Plot the distance of anna");
    for _ in 0..8 {
        rig.steps(10);
    }
    let deviation = |rig: &Rig, robot: usize| rig.window().comparison().unwrap().deviation(robot).unwrap();
    for robot in 0..6 {
        let found = deviation(&rig, robot);
        assert!(found.count > 5 && found.max == 0.0 && found.rms == 0.0 && found.now == 0.0, "{robot}: {found:?}");
    }
    let heading = format!("anna {}", Comparison::CHANNEL);
    assert!(rig.window().plotted().any(|(name, count)| name == heading && count > 5));

    let mut state = rig.frame().robots[0].state;
    state.pose.translation.x += 0.5;
    rig.send(Command::PlaceRobot { robot: 0, state });
    rig.wait("the distance is seen", |rig| (deviation(rig, 0).now - 0.5).abs() < 1e-9);
    assert!(rig.sees("0.5000"));
    let anna = rig.window().runner().structure().robots[0].body as usize;
    assert_eq!(rig.window().ghosts().collect::<Vec<_>>(), [anna]);
    rig.snap("ghosts3d");
    rig.click("2D view");
    rig.harness.step();
    rig.snap("ghostsplan");

    // The same channel of both runs.
    let index = rig.window().runner().structure().channel(0, "gps.x").unwrap();
    rig.request(PlotRequest::Toggle { robot: 0, index });
    rig.wait("it is plotted", |rig| rig.window().plotted().any(|(name, _)| name == "anna gps.x"));
    rig.harness.run_steps(2);
    rig.steps(10);
    let both = |rig: &Rig| rig.window().histories("anna gps.x").map(|series| series.map_or(0, |series| series.len()));
    rig.wait("both are there", |rig| both(rig)[0] >= 10 && both(rig)[1] == 101);
    rig.click("Plots");
    rig.harness.step();
    rig.snap("plotsboth");
    let file = folder.path().join("plots.csv");
    rig.request(PlotRequest::ExportTable(Some(file.clone())));
    let text = std::fs::read_to_string(&file).unwrap();
    let mut lines = text.lines();
    let heading = "time [s],anna:distance to the recording [m],anna:gps.x [m],anna:gps.x (recorded) [m]";
    assert_eq!(lines.next(), Some(heading));
    // All steps of the recording are included; for the live run, the distance when the window received it, and the
    // signal since its first tick.
    let first: Vec<&str> = lines.next().unwrap().split(',').collect();
    assert!(first[0].parse() == Ok(0.0) && first[2].is_empty() && !first[3].is_empty(), "{first:?}");

    rig.click("Comparison");
    rig.click("End comparison");
    assert!(rig.window().comparison().is_none());
    assert_eq!(rig.window().plotted().map(|(name, _)| name.to_string()).collect::<Vec<_>>(), ["anna gps.x"]);
}

#[test]
fn a_shown_recording_becomes_what_the_live_run_is_compared_with() {
    let (mut rig, _folder, path) = opened(30);
    open(&mut rig, path);
    rig.click("Compare the live run with it");
    rig.wait("it is compared", |rig| rig.window().comparison().is_some());
    assert!(rig.window().playback().is_none());
    assert_eq!(rig.frame().tick, 30);
    assert_eq!(rig.window().comparison().unwrap().deviation(0).unwrap().now, 0.0);
}

#[test]
fn plots_show_the_recorded_channel_and_are_exported_as_a_picture() {
    let (mut rig, folder, path) = drawn(|| opened(120));
    rig.click("anna");
    rig.wait("her telemetry is there", |rig| rig.sees("gps.x"));
    open(&mut rig, path);
    rig.click("gps.x");
    rig.click("Plots");
    let recorded = |rig: &Rig| rig.window().histories("anna gps.x")[1].map_or(0, |series| series.len());
    rig.wait("the whole channel is there", |rig| recorded(rig) == 121);
    // The legend shows the value at the displayed moment.
    rig.set("Time", 0.5);
    let index = rig.window().playback().unwrap().structure().channel(0, "gps.x").unwrap();
    rig.wait("it is there", |rig| shown(rig).0 == 50);
    let value = rig.frame().telemetry_of(0).unwrap()[index];
    rig.wait("the value is shown", |rig| rig.sees(&format!("{value:>10.4} m")));

    rig.harness.hover_at(egui::pos2(600.0, 660.0));
    rig.snap("plotsrecorded");
    let file = folder.path().join("plots.png");
    rig.request(PlotRequest::ExportPicture(Some(file.clone())));
    rig.wait("the picture is written", |_| file.is_file());
    let bytes = std::fs::read(&file).unwrap();
    if let Ok(folder) = std::env::var("SNAP") {
        std::fs::copy(&file, format!("{folder}/exported.png")).unwrap();
    }
    assert!(bytes.starts_with(b"\x89PNG") && bytes.len() > 2000, "{}", bytes.len());

    // Back in the live run, the curve is that of the live run.
    rig.click("Back to the live run");
    rig.steps(5);
    rig.wait("the live channel is written", |rig| {
        rig.window().histories("anna gps.x")[0].is_some_and(|s| s.len() >= 5)
    });
    rig.click("Remove anna gps.x");
    assert_eq!(rig.window().plotted().count(), 0);
}

#[test]
fn a_recording_that_is_dropped_onto_the_window_is_shown() {
    let (mut rig, folder, path) = opened(10);
    rig.drop_file(path);
    rig.wait("it is shown", |rig| rig.sees("Back to the live run"));
    // And the folder of a recorded run.
    rig.click("Back to the live run");
    let json = folder.path().join("json");
    record(&mut rig, &json, 5);
    rig.drop_file(json);
    rig.wait("it is shown", |rig| rig.window().playback().is_some_and(|playback| playback.path().ends_with("json")));
    rig.click("To the end");
    assert_eq!(shown(&rig), (15, false));
}

#[test]
fn a_recording_is_shown_without_any_scene() {
    let (rig, _folder, path) = opened(10);
    drop(rig);
    let mut rig = Rig::open(Some(path), &[]);
    rig.wait("it is shown", |rig| rig.sees("Timeline"));
    rig.wait("its robots have models", |rig| {
        let structure = rig.window().playback().unwrap().structure();
        structure.robots.len() == 6 && structure.robots.iter().all(|robot| robot.model.is_some())
    });
    rig.harness.run_steps(3);
    rig.click("To the end");
    assert_eq!(shown(&rig), (10, false));
    rig.click("Back to the live run");
    assert!(rig.frame().robots.is_empty());
    assert_eq!(rig.window().problems().count(), 0);
}

#[test]
fn among_hundreds_of_robots_one_is_found_by_its_name_and_only_rows_in_sight_are_made() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("swarm.ron");
    let text = r#"(format_version: 1, floor: (), fleets: [(prefix: "s", count: 400, model: "scout/standard",
        controller: "control/diffusion", placement: Random(min: (-8, -8), max: (8, 8), spacing: 0.3))])"#;
    std::fs::write(&path, text).unwrap();
    let mut rig = Rig::built(path, 400);
    rig.click("Plots");
    rig.click("Robot");
    let name = rig.window().runner().structure().robots[399].name.to_string();
    let nodes = |rig: &Rig| rig.harness.get_all(egui_kittest::kittest::By::new()).count();
    assert!(!rig.sees(&name) && nodes(&rig) < 400, "{}", nodes(&rig));
    rig.harness.event(egui::Event::Text(name.clone()));
    rig.wait("it is found", |rig| rig.sees(&name));
    // The list has become short, and has settled.
    rig.harness.run_steps(3);
    rig.click(&name);
    rig.click("Plot");
    let channel = rig.window().runner().structure().robots[0].parts.channels[0].path.clone();
    let plotted: Vec<String> = rig.window().plotted().map(|(name, _)| name.to_string()).collect();
    assert_eq!(plotted, [format!("{name} {channel}")]);
}

/// A wide room with two robots in one corner, whose scene does not define a view.
const CORNER: &str = r#"(
    format_version: 1,
    name: "corner",
    floor: (),
    objects: [
        (name: "west", shape: Wall(from: (-6, -4), to: (-6, 4), height: 1)),
        (name: "east", shape: Wall(from: (6, -4), to: (6, 4), height: 1)),
    ],
    robots: [
        (name: "anna", model: "scout/standard", controller: "control/wander", at: (-5, -3, 0)),
        (name: "bert", model: "scout/standard", controller: "control/wander", at: (-4.5, -3, 0)),
    ],
)"#;

/// Target and position of the camera, m.
fn view(rig: &mut Rig) -> [[f64; 3]; 2] {
    rig.harness.run_steps(3);
    [rig.window().view_target().into(), rig.window().view_eye().into()]
}

#[track_caller]
fn same_view(one: [[f64; 3]; 2], other: [[f64; 3]; 2]) {
    let pairs = one.as_flattened().iter().zip(other.as_flattened());
    assert!(pairs.into_iter().all(|(one, other)| (one - other).abs() < 1e-6), "{one:?} is not {other:?}");
}

#[test]
fn the_first_view_of_a_recording_is_that_of_its_scene() {
    let folder = tempfile::tempdir().unwrap();
    let (scene, path) = (folder.path().join("corner.ron"), folder.path().join("run.mcap"));
    std::fs::write(&scene, CORNER).unwrap();
    let mut rig = Rig::built(scene, 2);
    let whole = view(&mut rig);
    assert!(whole[0][0].abs() < 0.5 && whole[1][2] > 5.0, "all of the room is seen: {whole:?}");
    record(&mut rig, &path, 10);
    drop(rig);
    let models = |rig: &Rig| {
        let structure = rig.window().playback().unwrap().structure();
        structure.robots.iter().all(|robot| robot.model.is_some())
    };

    let mut alone = Rig::open(Some(path.clone()), &[]);
    alone.wait("it is shown", |rig| rig.sees("Timeline"));
    alone.wait("its robots have models", models);
    same_view(view(&mut alone), whole);
    alone.snap("corner");
    drop(alone);

    let mut beside = Rig::demo();
    let demo = view(&mut beside);
    open(&mut beside, path);
    beside.wait("its robots have models", models);
    same_view(view(&mut beside), whole);
    beside.click("Back to the live run");
    same_view(view(&mut beside), demo);
}
