//! The blimp in the window: its autopilot's drawings, and flights identical to those without a window.

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use sim_core::engine::{BuildOptions, Simulation};
use sim_core::recording::Recording;
use sim_core::scene::Scene;
use sim_engine_tests::plugins;
use sim_gui::{Control, EditRequest, Options, Pane, PanelRequest, RecordingRequest, Request};
use sim_runner::{Command, RunState};
use sim_window_tests::{Rig, drawn, scene};
use std::path::{Path, PathBuf};

fn rig(path: PathBuf) -> Rig {
    let rig = Rig::built(path, 1);
    assert_eq!(rig.window().problems().count(), 0);
    rig
}

fn lines(rig: &Rig) -> usize {
    rig.window().drawn_lines()
}

/// Lines of a sphere or of two in one hull, as drawn.
const SPHERES: usize = 8 * (1 + 2 * 16) + 2 * 24;

/// BL-90: Views can show mission, leg, swept tube, grown obstacles, detours and altitude band.
#[test]
fn layers_of_what_the_autopilot_draws_are_switched_one_by_one() {
    let mut rig = rig(scene("blimp/circuit.ron"));
    // Five points of the mission with four lines between them, and two obstacles.
    let first = 7 * SPHERES + 4;
    rig.wait("they are drawn", |rig| lines(rig) == first);
    rig.steps(1);
    // Two detours and the leg to the first one; the point of the path nearest to an obstacle is beyond the radius.
    rig.click("Show");
    rig.switch("Trails");
    let planned = first + 2 * SPHERES + 1;
    rig.wait("leg and detours are drawn", |rig| lines(rig) == planned);
    for (layer, fewer) in
        [("obstacles", 2 * SPHERES), ("destinations", 5 * SPHERES), ("detours", 2 * SPHERES), ("mission", 4)]
    {
        rig.switch(layer);
        rig.wait("the layer is gone", |rig| lines(rig) == planned - fewer);
        rig.switch(layer);
        rig.wait("and there again", |rig| lines(rig) == planned);
    }
    for (layer, more) in [("grown obstacles", 2 * SPHERES), ("swept tube", SPHERES), ("altitude band", 12)] {
        rig.switch(layer);
        rig.wait("the layer is there", |rig| lines(rig) == planned + more);
        rig.switch(layer);
        rig.wait("and gone again", |rig| lines(rig) == planned);
    }
    rig.click("Component drawings: None");
    rig.wait("nothing is drawn", |rig| lines(rig) == 0);
    rig.click("Component drawings: Selected");
    rig.harness.step();
    assert_eq!(lines(&rig), 0);
    rig.click("blimp");
    rig.wait("it is drawn of the selected robot", |rig| lines(rig) >= planned);
}

/// BL-90: Views can show mission, leg, swept tube, grown obstacles, detours and altitude band.
#[test]
fn what_was_drawn_is_seen_in_the_recording_of_a_run() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("flight.mcap");
    let mut rig = rig(scene("blimp/circuit.ron"));
    rig.harness.state_mut().request(Request::Recording(RecordingRequest::Record(path.clone())));
    rig.wait("it records", |rig| rig.window().runner().frame().recorded.is_some());
    rig.steps(40);
    rig.send(Command::StopRecording);
    rig.wait("it is closed", |rig| rig.window().runner().frame().recorded.is_none());
    rig.click("Show");
    rig.switch("Trails");
    let live = lines(&rig);
    rig.harness.state_mut().request(Request::Recording(RecordingRequest::Open(path)));
    rig.wait("the recording is shown", |rig| rig.window().playback().is_some());
    rig.harness.state_mut().request(Request::Recording(RecordingRequest::Playback(Control::End)));
    rig.wait("with the detours that were planned", |rig| lines(rig) == live);
}

/// State of a scene after this many ticks without a window.
fn headless(path: &Path, ticks: u64) -> String {
    let loaded = Scene::load(path).unwrap_or_else(|findings| panic!("{findings}"));
    let built = Simulation::build(&loaded, &plugins(), &BuildOptions::default());
    let mut simulation = built.unwrap_or_else(|findings| panic!("{findings}")).simulation;
    simulation.steps(ticks).unwrap();
    simulation.state_hash().to_string()
}

/// State of a scene after this many ticks in the window.
fn in_the_window(path: &Path, ticks: u64) -> String {
    let folder = tempfile::tempdir().unwrap();
    let mut rig = rig(path.to_path_buf());
    rig.steps(ticks);
    state_hash(&mut rig, &folder.path().join("end.mcap"))
}

/// State of the run, from a recording that is closed immediately.
fn state_hash(rig: &mut Rig, recording: &Path) -> String {
    rig.harness.state_mut().request(Request::Recording(RecordingRequest::Record(recording.to_path_buf())));
    rig.wait("it records", |rig| rig.window().runner().frame().recorded.is_some());
    rig.send(Command::StopRecording);
    let mut read = None;
    rig.wait("the recording can be read", |_| {
        read = Recording::open(recording).ok().and_then(|recording| Some(recording.summary()?.state_hash.clone()));
        read.is_some()
    });
    read.unwrap()
}

/// BL-S12: Repeated flights are byte-identical, headless or in the window, on Windows and Linux.
/// BL-94: Headless runs give the same results as runs in the window.
#[test]
fn flights_in_the_window_are_those_without_it() {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(scene("blimp/circuit.ron").parent().unwrap())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_file() && !path.ends_with("fleet-200.ron"))
        .collect();
    paths.sort();
    assert!(paths.len() >= 15, "{paths:?}");
    for path in paths {
        let loaded = Scene::load(&path).unwrap_or_else(|findings| panic!("{findings}"));
        let run = &loaded.scene.run;
        let ticks = (run.duration.unwrap() / run.dt).floor() as u64 - 1;
        assert_eq!(in_the_window(&path, ticks), headless(&path, ticks), "{}", path.display());
    }
}

/// BL-09: The scene stores a viewpoint to which the view can return after following a robot.
#[test]
fn the_view_returns_to_the_viewpoint_of_the_scene() {
    let mut rig = rig(scene("blimp/circuit.ron"));
    let seen = |rig: &Rig| {
        let (from, to) = (rig.window().view_eye(), rig.window().view_target());
        [from, to].map(|point| [point.x, point.y, point.z].map(f64::to_bits))
    };
    rig.harness.step();
    let stored = seen(&rig);
    for key in [Key::Num4, Key::Num8, Key::Plus, Key::ArrowLeft] {
        rig.key(key);
    }
    assert_ne!(seen(&rig), stored);
    rig.press(Modifiers::SHIFT, Key::Home);
    assert_eq!(seen(&rig), stored);
    // Also from a view that follows a robot.
    rig.click("blimp");
    rig.key(Key::G);
    rig.steps(300);
    assert_ne!(seen(&rig), stored);
    rig.press(Modifiers::SHIFT, Key::Home);
    assert_eq!(seen(&rig), stored);
    rig.steps(100);
    assert_eq!(seen(&rig), stored, "it follows no more");
}

/// BL-17: Worlds can be saved, reloaded and reset; a run after reset is identical.
#[test]
fn a_run_from_the_start_is_the_same_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut rig = rig(scene("blimp/circuit.ron"));
    let ticks = 312;
    let mut ends = Vec::new();
    for name in ["first", "second"] {
        rig.steps(ticks);
        ends.push(state_hash(&mut rig, &folder.path().join(format!("{name}.mcap"))));
        let lines = rig.window().log().count();
        rig.send(Command::Reset);
        rig.wait("it is back at the start", |rig| rig.frame().tick == 0);
        rig.wait("and built", |rig| matches!(rig.frame().state, RunState::Paused));
        assert!(rig.window().log().count() >= lines, "the log is kept");
    }
    assert_eq!(ends[0], ends[1]);
}

/// BL-82: A yellow sphere created step by step is saved in the world and drawn.
#[test]
fn a_yellow_sphere_that_is_put_in_is_saved_and_seen_at_its_place() {
    let mut rig = drawn(|| Rig::of("(format_version: 1, view: (camera: Some((-2, -10, 6)), look_at: (-2, 8, 6)))", 0));
    let sphere = serde_json::json!({"name": "SOL", "shape": {"Sphere": {"radius": 1.0}}, "at": [-2.0, 8.0, 6.0], "color": [1.0, 1.0, 0.0]});
    let object = sim_edit::Thing::from_json(sim_edit::Section::Objects, &sphere);
    rig.harness
        .state_mut()
        .request(Request::Edit(EditRequest::Apply { edit: sim_edit::Edit::Insert(vec![object]), coalesce: false }));
    rig.wait("it is there", |rig| rig.window().seen_bodies().len() == 1);
    assert!(rig.sees("SOL"), "the tree shows it without a click");
    rig.harness.state_mut().request(sim_gui::Action::Save.into());
    rig.wait("it is saved", |rig| {
        std::fs::read_to_string(rig.scene_folder().join("scene.ron")).is_ok_and(|text| text.contains("SOL"))
    });
    let saved = Scene::load(rig.scene_folder().join("scene.ron")).unwrap().scene;
    assert_eq!((saved.objects[0].at.0, saved.objects[0].color.0), ([-2.0, 8.0, 6.0], [1.0, 1.0, 0.0, 1.0]));
    let place = rig.window().place_of_point(nalgebra::Point3::new(-2.0, 8.0, 6.0)).expect("before the camera");
    let image = rig.picture();
    let view = rig.harness.get_by_label("3D view of the scene").rect();
    let x = view.center().x + place[0] as f32 * view.width() / 2.0;
    let y = view.center().y - place[1] as f32 * view.height() / 2.0;
    let [red, green, blue, _] = image.get_pixel(x as u32, y as u32).0;
    assert!(red > 120 && green > 120 && u32::from(blue) * 2 < u32::from(red), "{red}, {green}, {blue}");
}

/// BL-07: The sky has the color that the scene gives.
#[test]
fn the_sky_has_the_color_of_the_scene_and_is_lighter_near_the_horizon_unless_the_scene_says_its_color_there() {
    let sky = |look_at: &str, horizon: &str| {
        let view = format!("(background: (0.4, 0.7, 1.0), {horizon} camera: Some((0, 0, 1)), look_at: {look_at})");
        let mut rig = drawn(|| Rig::of(&format!("(format_version: 1, view: {view})"), 0));
        let image = rig.picture();
        let center = rig.harness.get_by_label("3D view of the scene").rect().center();
        image.get_pixel(center.x as u32, center.y as u32).0
    };
    let is_blue = |[red, green, blue, _]: [u8; 4]| {
        [(red, 102.0), (green, 178.5), (blue, 255.0)]
            .iter()
            .all(|(found, wanted)| (f64::from(*found) - wanted).abs() <= 2.0)
    };
    let above = sky("(0, 0.01, 100)", "");
    assert!(is_blue(above), "{above:?} above");
    let near = sky("(0, 100, 8)", "");
    assert!(near[0] > above[0] + 20, "{near:?} near the horizon");
    let said = sky("(0, 100, 8)", "horizon: Some((0.4, 0.7, 1.0)),");
    assert!(is_blue(said), "{said:?} near the horizon");
    // The upper corners of the first view of the river.
    let mut rig = drawn(|| Rig::open(Some(scene("blimp/circuit.ron")), &[]));
    rig.wait("the scene is built", |rig| rig.frame().robots.len() == 1);
    let image = rig.picture();
    let view = rig.harness.get_by_label("3D view of the scene").rect();
    for x in [view.left() + 3.0, view.right() - 3.0] {
        // Below the buttons of the view.
        let corner = image.get_pixel(x as u32, (view.top() + 40.0) as u32).0;
        assert!(is_blue(corner), "{corner:?} in the corner");
    }
}

/// BL-75: View, scene tree, editor and log can be shown, hidden and placed; the layout persists.
#[test]
fn view_tree_editor_and_log_are_shown_and_hidden_at_their_positions() {
    let data = tempfile::tempdir().unwrap();
    let mut rig = Rig::open_with(Some(scene("blimp/circuit.ron")), &[], Some(data.path().to_path_buf()));
    rig.wait("the scene is built", |rig| rig.frame().robots.len() == 1);
    let is_shown = |rig: &Rig, pane: Pane| rig.window().place_of_panel(pane).is_some();
    for pane in [Pane::View3d, Pane::Tree, Pane::Editor, Pane::Log] {
        for shown in [true, false, true] {
            rig.harness.state_mut().request(if shown {
                Request::Panel(PanelRequest::Show(pane))
            } else {
                Request::Panel(PanelRequest::Close(pane))
            });
            rig.wait("the panel follows", |rig| is_shown(rig, pane) == shown);
        }
    }
    rig.press(Modifiers::COMMAND, Key::T);
    assert!(!is_shown(&rig, Pane::Tree), "the key closes the tree");
    rig.press(Modifiers::COMMAND, Key::T);
    assert!(is_shown(&rig, Pane::Tree), "and shows it again");
    rig.press(Modifiers::COMMAND, Key::T);
    let mut rig = rig.restart(Options {
        scene: Some(scene("blimp/circuit.ron")),
        data: Some(data.path().to_path_buf()),
        ..Options::default()
    });
    rig.wait("the scene is built", |rig| rig.frame().robots.len() == 1);
    assert!(!is_shown(&rig, Pane::Tree) && is_shown(&rig, Pane::Log), "the layout is as it was");
}

/// BL-47: Another controller can be chosen during a run; the rest of the world continues.
#[test]
fn another_controller_is_chosen_while_it_flies_and_the_scene_has_one_line_less() {
    let text = r#"(
    format_version: 1,
    run: (dt: 0.032),
    robots: [
        (
            name: "blimp",
            model: "blimp/standard",
            at: (0, 0, 2.5),
            sensors: {"camera": (on_demand: true)},
            controller: (id: "blimp/autopilot", params: (docking: false, mission: [(at: (9, 0, 2.5))])),
        ),
        (name: "other", model: "blimp/standard", at: (0, 3, 2.5), sensors: {"camera": (on_demand: true)}),
    ],
)
"#;
    let mut rig = Rig::of(text, 2);
    rig.click("Play");
    rig.wait("it flies", |rig| rig.frame().time > 3.0);
    rig.click("Pause");
    rig.wait("it waits", |rig| rig.sees("Play"));
    let place = |rig: &Rig| rig.frame().robots[0].state.pose.translation.vector;
    let (tick, before) = (rig.frame().tick, place(&rig));
    rig.click("blimp");
    rig.click("Controller");
    rig.click("control/constant");
    rig.wait("another controller", |rig| rig.component(0, "controller") == "control/constant");
    assert_eq!((rig.frame().tick, place(&rig)), (tick, before), "the run did not restart");
    let now = rig.text();
    let changed = |a: &str, b: &str| a.lines().filter(|line| !b.contains(*line)).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(changed(text, &now).len(), 1, "{now}");
    assert_eq!(changed(&now, text), [r#"            controller: "control/constant","#]);
    rig.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    rig.wait("the autopilot again", |rig| rig.component(0, "controller") == "blimp/autopilot");
    assert_eq!(rig.text(), text);
}

/// BL-66: Each key press toggles the mode exactly once, however long it lasts.
#[test]
fn p_toggles_once_when_it_is_pressed_and_released_between_two_frames() {
    let mut rig = rig(scene("blimp/s3-straight.ron"));
    rig.click("blimp");
    rig.harness.state_mut().request(Request::Panel(PanelRequest::Show(Pane::Drive)));
    rig.wait("the panel is shown", |rig| rig.sees("Capture keyboard"));
    assert!(!rig.sees("Drive manually"), "it does not have wheels");
    rig.click("Capture keyboard");
    rig.steps(5);
    for toggles in 1..=3 {
        if toggles == 3 {
            // A click next to the blimp does not end manual control.
            let view = rig.harness.get_by_label("3D view of the scene").rect();
            rig.click_at(view.center_top() + egui::vec2(0.0, 60.0));
            rig.wait("nothing is selected", |rig| rig.window().selected().is_empty());
        }
        let event = |pressed: bool| egui::Event::Key {
            key: Key::P,
            physical_key: Some(Key::P),
            pressed,
            repeat: false,
            modifiers: Modifiers::NONE,
        };
        // Both in the input of one frame.
        rig.harness.event(event(true));
        rig.harness.event(event(false));
        rig.harness.step();
        rig.steps(5);
        let log = rig.window().log().filter(|line| line.text.contains("flight selected")).count();
        assert_eq!(log, toggles);
    }
}

#[test]
fn an_obstacle_of_a_file_is_moved_in_the_inspector_while_it_flies_and_the_detour_follows() {
    let mut rig = rig(scene("blimp/circuit.ron"));
    rig.click("blimp");
    rig.steps(10);
    let detour = |rig: &Rig| {
        let channel = rig.window().runner().structure().channel(0, "controller.detour_1_x");
        rig.frame().telemetry_of(0).expect("it is selected")[channel.expect("it is published")]
    };
    let before = detour(&rig);
    rig.click("obstacles (2)");
    rig.set("center x", 0.4);
    rig.steps(80);
    assert!((detour(&rig) - before).abs() > 0.1, "{before} and {}", detour(&rig));
    let text = rig.text();
    assert!(text.contains("center: [0.4,") && text.contains(r#"Include("missions/circuit.ron")"#), "{text}");
    assert!(rig.window().log().any(|line| line.text.contains("`obstacles/circuit.ron` was not changed")));
}

#[test]
fn a_gain_that_is_written_stands_out_among_those_that_are_not() {
    let mut rig = rig(scene("blimp/circuit.ron"));
    rig.click("blimp");
    rig.click("hold");
    rig.wait("its gains are shown", |rig| rig.sees("hold_speed"));
    let back = |gain: &str| format!("Reset {gain} to default");
    assert!(!rig.sees(&back("altitude")) && !rig.sees(&back("climb")), "none is written");
    rig.set("altitude", 0.12);
    rig.wait("it is written", |rig| rig.sees(&back("altitude")));
    assert!(!rig.sees(&back("climb")));
    assert!(rig.text().contains("hold: (altitude: 0.12)"));
    rig.click(&back("altitude"));
    rig.wait("it is not", |rig| !rig.sees(&back("altitude")));
}
