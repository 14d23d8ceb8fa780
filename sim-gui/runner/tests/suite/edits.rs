//! Changes of services to the world: in recordings, in saved states, and when the scene changes.

use crate::common::{Window, scene};
use sim_abi::prelude::*;
use sim_core::engine::{BuildOptions, Form, Simulation};
use sim_core::recording::{EventKind, Recording};
use sim_core::scene::LoadedScene;
use sim_runner::{Command, Event, Playback, RunState, Structure, TrailOptions};
use std::path::Path;
use std::sync::Arc;

/// Parameters of the builder.
#[params]
struct BuilderParams {
    /// Edge of what it builds, m.
    #[param(default = 0.2, min = 0.01)]
    edge: f64,
}

/// Adds, changes and removes objects at given ticks, moves a robot, and adds objects on request.
struct Builder {
    edge: f64,
    asked: Vec<String>,
    count: u64,
}

impl Service for Builder {
    type Params = BuilderParams;

    fn new(params: BuilderParams, setup: &mut ServiceSetup) -> Result<Self> {
        setup.set_idle_period(0.01);
        Ok(Self { edge: params.edge, asked: Vec::new(), count: 0 })
    }

    fn start(&mut self, io: &mut ServiceIo) -> Result {
        self.add(io, "first", self.edge)
    }

    fn step(&mut self, io: &mut ServiceIo) -> Result {
        self.count += 1;
        match io.tick() {
            5 => self.add(io, "post", self.edge)?,
            10 => {
                remove(io, "post")?;
                self.add(io, "post", 2.0 * self.edge)?;
            }
            15 => remove(io, "box")?,
            20 => {
                let pose = Pose::translation(0.0, 4.0, io.robot_state(0)?.pose.translation.z);
                io.set_robot_state(0, BodyState::at(pose))?;
            }
            25 => remove(io, "post")?,
            30 => self.add(io, "box", self.edge)?,
            _ => {}
        }
        self.idle(io)
    }

    fn idle(&mut self, io: &mut ServiceIo) -> Result {
        std::mem::take(&mut self.asked).iter().try_for_each(|name| self.add(io, name, self.edge))
    }

    fn functions(&self) -> Vec<Function> {
        vec![Function::new("add").parameter(FunctionValue::string("name"))]
    }

    fn call(&mut self, _: &str, arguments: &[Value]) -> Result<Value> {
        self.asked.push(arguments[0].as_str().unwrap_or_default().to_string());
        Ok(Value::Null)
    }

    fn save(&self) -> Option<Vec<u8>> {
        state::save(&self.count)
    }

    fn restore(&mut self, bytes: &[u8]) -> Result {
        self.count = state::load(bytes)?;
        Ok(())
    }
}

impl Builder {
    fn add(&self, io: &mut ServiceIo, name: &str, edge: f64) -> Result {
        let shape = json!({"Box": {"size": [edge, edge, edge]}});
        io.request(&Request::AddObject { object: json!({"name": name, "shape": shape, "at": [0, 2, 0.5]}) }).map(drop)
    }
}

fn remove(io: &mut ServiceIo, name: &str) -> Result {
    io.request(&Request::RemoveObject { name: name.into() }).map(drop)
}

sim_abi::export! {
    /// Builds.
    service "test/builder" = Builder;
}

fn window() -> Window {
    Window::with_library("test", sim_plugin::module())
}

fn built_with(more: &str, params: &str) -> Arc<LoadedScene> {
    scene(&format!(
        r#"(format_version: 1, run: (dt: 0.02, seed: 5),
            objects: [(name: "box", shape: Box(size: (0.3, 0.3, 0.3)), at: (1.0, 3, 0.15)){more}],
            robots: [(name: "a", model: "scout/standard", controller: (id: "control/constant",
                params: (commands: {{"left_wheel": 6, "right_wheel": 6}})))],
            services: [(name: "builder", id: "test/builder", grants: [Edit], params: ({params}))])"#
    ))
}

fn built(more: &str) -> Arc<LoadedScene> {
    built_with(more, "")
}

/// Edge of a cuboid that is in the world, by name, m.
fn edge(structure: &Structure, name: &str) -> Option<f64> {
    let body = structure.bodies.iter().find(|body| &*body.name == name)?;
    match body.visuals[0].form {
        Form::Box([edge, ..]) => Some(edge),
        _ => None,
    }
}

/// The edges of `first`, `post` and `box`, if present.
fn there(structure: &Structure) -> [Option<f64>; 3] {
    ["first", "post", "box"].map(|name| edge(structure, name))
}

/// The expected edges at a tick.
fn expected(tick: u64) -> [Option<f64>; 3] {
    let post = match tick {
        5..10 => Some(0.2),
        10..25 => Some(0.4),
        _ => None,
    };
    let cuboid = match tick {
        0..15 => Some(0.3),
        15..30 => None,
        _ => Some(0.2),
    };
    [Some(0.2), post, cuboid]
}

/// Records the ticks from `from` to 40.
fn recorded(target: &Path, from: u64) {
    let mut window = window();
    window.load(built(""));
    if from > 0 {
        window.step(from);
    }
    window.send(Command::Record(target.to_path_buf()));
    window.frame(|frame| frame.recorded.is_some());
    window.step(40 - from);
    window.close();
}

/// Checks every frame of a recording, forward, backward and at random.
#[track_caller]
fn check_all_frames(file: &Path, from: u64, with_scene: bool) {
    let mut playback = Playback::open(file).unwrap();
    let without = |tick: u64| {
        let [first, post, cuboid] = expected(tick);
        // A folder of JSON files does not contain the scene with the box; it appears once it is added.
        [first, post, cuboid.filter(|edge| with_scene || *edge == 0.2)]
    };
    if with_scene {
        assert_eq!(
            there(&playback.structure())[1..],
            [expected(from)[1], None],
            "without models, no objects of the scene"
        );
        let (scene, options) = playback.recorded_scene().unwrap().unwrap();
        let mut host = sim_engine_tests::plugins();
        host.add_in_process("test", sim_plugin::module()).unwrap();
        let mut simulation = Simulation::build(&scene, &host, &options).unwrap().simulation;
        let preview = sim_runner::Preview::of(&mut simulation, &scene);
        playback.adopt_models(&preview.structure, &preview.links);
        playback.adopt_parts(&preview.structure);
    }
    let forwards: Vec<u64> = (from..=40).collect();
    let backwards = forwards.iter().rev().copied();
    let jumps = [40, 5, 29, 14, 24, 4, 9, 15, 30, 0, 10].into_iter().filter(|tick| *tick >= from);
    for tick in forwards.iter().copied().chain(backwards).chain(jumps) {
        playback.seek(tick as f64 * 0.02);
        let (frame, structure) = (playback.frame().unwrap(), playback.structure());
        assert_eq!((frame.tick, frame.structure), (tick, structure.generation));
        assert_eq!(there(&structure), without(tick), "tick {tick}");
        assert_eq!(structure.bodies.len(), structure.poses.len());
    }
    playback.seek(0.02 * 7.0_f64.max(from as f64));
    playback.frame().unwrap();
    let (structure, of) = (playback.structure(), |name: &str| name.to_owned());
    let post = structure.bodies.iter().position(|body| &*body.name == "post").unwrap();
    assert_eq!(structure.poses[post].translation.vector.z, 0.5);
    assert!(structure.changes.added.iter().any(|object| object.name == of("first")));
}

/// BL-83: Nodes and worlds can be exported and imported, including shapes from VRML97.
#[test]
fn a_recording_shows_objects_from_when_they_are_added_until_they_are_removed_at_any_moment() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("run.mcap");
    recorded(&file, 0);
    check_all_frames(&file, 0, true);
    let recording = Recording::open(&file).unwrap();
    let kinds = recording.events().map(|event| event.map(|event| (event.tick, event.kind)));
    let edits = kinds.map(Result::unwrap).filter_map(|(tick, kind)| match kind {
        EventKind::ObjectAdded { object } => Some((tick, format!("+{}", object["name"].as_str().unwrap()))),
        EventKind::ObjectRemoved { name } => Some((tick, format!("-{name}"))),
        EventKind::RobotPlaced { robot, from, to, service } => {
            assert_eq!((&*service, to.position[..2].to_vec()), ("builder", vec![0.0, 4.0]));
            assert!(from.position[1].abs() < 0.1 && from.position[0] > 0.05, "it has driven: {from:?}");
            Some((tick, format!("@{robot}")))
        }
        _ => None,
    });
    let listed: Vec<(u64, String)> = edits.collect();
    let wanted = [
        (0, "+first"),
        (5, "+post"),
        (10, "-post"),
        (10, "+post"),
        (15, "-box"),
        (20, "@a"),
        (25, "-post"),
        (30, "+box"),
    ];
    assert_eq!(listed.iter().map(|(tick, text)| (*tick, text.as_str())).collect::<Vec<_>>(), wanted);
}

/// BL-83: Nodes and worlds can be exported and imported, including shapes from VRML97.
#[test]
fn a_recording_started_late_includes_earlier_changes() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("run.mcap");
    recorded(&file, 17);
    check_all_frames(&file, 17, true);
}

/// BL-83: Nodes and worlds can be exported and imported, including shapes from VRML97.
#[test]
fn a_folder_of_json_files_includes_added_objects() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    recorded(&run, 0);
    let events = std::fs::read_to_string(run.join("events.json")).unwrap();
    assert!(events.contains(r#""event":"object_removed","name":"box""#), "{events}");
    check_all_frames(&run, 0, false);
}

/// BL-83: Nodes and worlds can be exported and imported, including shapes from VRML97.
#[test]
fn a_run_in_which_services_change_the_world_is_reproducible() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("run.mcap");
    recorded(&file, 0);
    let recording = Recording::open(&file).unwrap();
    let mut host = sim_engine_tests::plugins();
    host.add_in_process("test", sim_plugin::module()).unwrap();
    let options = BuildOptions { threads: Some(1), ..BuildOptions::default() };
    let mut again = Simulation::build(&built(""), &host, &options).unwrap().simulation;
    again.steps(40).unwrap();
    let summary = recording.summary().unwrap();
    assert_eq!(summary.digest, Some(again.digest().unwrap()));
}

/// Whether a trail has a step as long as the distance between both places, m, or a break.
fn jumps(points: &[[f64; 4]]) -> (bool, usize) {
    let long = |pair: &[[f64; 4]]| (pair[0][2] - pair[1][2]).abs() > 1.0;
    (points.windows(2).any(long), points.iter().filter(|point| point[1].is_nan()).count())
}

/// BL-83: Nodes and worlds can be exported and imported, including shapes from VRML97.
#[test]
fn trails_are_interrupted_where_a_service_moves_a_robot() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("run.mcap");
    let mut window = window();
    window.load(built(""));
    window.send(Command::Trails(Some(TrailOptions { spacing: 0.001, ..TrailOptions::default() })));
    window.send(Command::Record(file.clone()));
    window.step(40);
    let mut points = Vec::new();
    window.runner().trails().as_ref().as_ref().unwrap().points(0, &mut points);
    assert_eq!(jumps(&points), (false, 1), "{points:?}");
    assert!(points.first().unwrap()[2] < 1.0 && points.last().unwrap()[2] > 3.0);
    window.close();
    let playback = Playback::open(&file).unwrap();
    let options = TrailOptions { spacing: 0.001, ..TrailOptions::default() };
    let overview = playback.overview(&options, Arc::new(|| {})).unwrap();
    let start = std::time::Instant::now();
    while !overview.is_complete() {
        assert!(start.elapsed() < crate::common::PATIENCE);
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    overview.trails().points(0, &mut points);
    assert_eq!(jumps(&points), (false, 1), "{points:?}");
}

/// Calls the builder to add something and waits until it is present.
fn add(window: &mut Window, name: &str) {
    let arguments = vec![name.into()];
    window.send(Command::CallService { id: 1, service: "builder".into(), function: "add".into(), arguments });
    wait_for(window, |structure| edge(structure, name).is_some());
}

#[track_caller]
fn wait_for(window: &mut Window, seen: impl Fn(&Structure) -> bool) {
    let start = std::time::Instant::now();
    while !seen(&window.runner().structure()) {
        let names: Vec<_> = window.runner().structure().bodies.iter().map(|body| body.name.clone()).collect();
        assert!(start.elapsed() < std::time::Duration::from_secs(20), "there are only {names:?}");
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
}

/// BL-83: Nodes and worlds can be exported and imported, including shapes from VRML97.
#[test]
fn saved_states_and_steps_back_restore_objects_added_by_services() {
    let mut window = window();
    window.load(built(""));
    window.step(7);
    add(&mut window, "asked");
    window.send(Command::Snapshot);
    let id = window.event(|event| if let Event::SnapshotTaken { id, .. } = event { Some(*id) } else { None });
    window.step(23);
    assert_eq!(there(&window.runner().structure()), expected(30));
    window.send(Command::Restore(id));
    window.frame(|frame| frame.tick == 7 && matches!(frame.state, RunState::Paused));
    wait_for(&mut window, |structure| there(structure) == expected(7) && edge(structure, "asked") == Some(0.2));
    window.step(4);
    assert_eq!(there(&window.runner().structure()), expected(11));
    window.send(Command::StepBack(1));
    wait_for(&mut window, |structure| there(structure) == expected(7));
}

/// Changes the scene, and waits until it is built.
fn change(window: &mut Window, scene: Arc<LoadedScene>, back: bool) {
    window.send(Command::Rebuild { scene, back });
    window.event(|event| match event {
        Event::Rebuilt(report) => {
            assert!(report.refused.is_empty(), "{report:?}");
            Some(())
        }
        Event::BuildFailed(findings) => panic!("{findings}"),
        _ => None,
    });
    window.frame(|frame| matches!(frame.state, RunState::Paused));
}

const MORE: &str = r#", (name: "table", shape: Box(size: (0.5, 0.5, 0.5)), at: (3, 3, 0.25))"#;

/// BL-83: Nodes and worlds can be exported and imported, including shapes from VRML97.
#[test]
fn an_edit_of_the_scene_and_its_undo_preserve_changes_by_services() {
    let mut window = window();
    window.load(built(""));
    window.step(17);
    add(&mut window, "asked");
    let is_unchanged =
        |structure: &Structure| there(structure) == expected(17) && edge(structure, "asked") == Some(0.2);
    change(&mut window, built(MORE), false);
    wait_for(&mut window, |structure| is_unchanged(structure) && edge(structure, "table").is_some());
    // Changes by a service between an edit and its undo are preserved, too.
    add(&mut window, "later");
    change(&mut window, built(""), true);
    wait_for(&mut window, |structure| {
        is_unchanged(structure) && edge(structure, "table").is_none() && edge(structure, "later") == Some(0.2)
    });
    // With other parameters, the service restarts; its objects are removed and restored with it.
    change(&mut window, built_with("", "edge: 0.1"), false);
    wait_for(&mut window, |structure| there(structure) == [Some(0.1), None, Some(0.3)]);
    assert_eq!(edge(&window.runner().structure(), "asked"), None);
    change(&mut window, built(""), true);
    wait_for(&mut window, |structure| is_unchanged(structure) && edge(structure, "later") == Some(0.2));
    // A service that restarts because of the robots keeps its objects.
    let other = scene(
        r#"(format_version: 1, run: (dt: 0.02, seed: 5),
            objects: [(name: "box", shape: Box(size: (0.3, 0.3, 0.3)), at: (1.0, 3, 0.15))],
            robots: [(name: "b", model: "scout/standard")],
            services: [(name: "builder", id: "test/builder", grants: [Edit])])"#,
    );
    change(&mut window, other, false);
    wait_for(&mut window, is_unchanged);
    add(&mut window, "asked");
    window.step(1);
    let twice = |event: &Event| matches!(event, Event::Log(line) if line.text.contains("duplicate name"));
    assert!(!window.events.iter().any(twice), "it may add its objects again after a restart");
    // Without the service, its objects are removed.
    let without = scene(
        r#"(format_version: 1, run: (dt: 0.02, seed: 5), robots: [(name: "b", model: "scout/standard")],
            objects: [(name: "box", shape: Box(size: (0.3, 0.3, 0.3)), at: (1.0, 3, 0.15))])"#,
    );
    change(&mut window, without, false);
    wait_for(&mut window, |structure| there(structure) == [None, None, Some(0.3)]);
}

/// BL-83: Nodes and worlds can be exported and imported, including shapes from VRML97.
#[test]
fn an_edit_before_the_first_tick_preserves_requested_objects() {
    let mut window = window();
    window.load(built(""));
    add(&mut window, "asked");
    window.send(Command::Rebuild { scene: built(MORE), back: false });
    wait_for(&mut window, |structure| edge(structure, "table").is_some() && edge(structure, "asked") == Some(0.2));
    window.step(5);
    assert_eq!(there(&window.runner().structure()), expected(5));
}

/// BL-83: Nodes and worlds can be exported and imported, including shapes from VRML97.
#[test]
fn a_name_used_by_a_service_is_refused_and_the_run_is_unchanged() {
    let mut window = window();
    window.load(built(""));
    window.step(7);
    add(&mut window, "asked");
    let taken = r#", (name: "asked", shape: Sphere(radius: 0.1), at: (3, 3, 0.25))"#;
    window.send(Command::Rebuild { scene: built(taken), back: false });
    let findings = window.event(|event| match event {
        Event::BuildFailed(found) => Some(found.to_string()),
        Event::Rebuilt(_) => panic!("the name is taken"),
        _ => None,
    });
    for part in ["duplicate name `asked`", "added by service `builder`", "rename it", "test.ron:2"] {
        assert!(findings.contains(part), "{part}: {findings}");
    }
    window.frame(|frame| matches!(frame.state, RunState::Paused));
    window.step(1);
    assert_eq!(edge(&window.runner().structure(), "asked"), Some(0.2));
    // An object of the scene that was replaced by a service does not cause this error.
    let mut window = self::window();
    window.load(built(""));
    window.step(31);
    change(&mut window, built(MORE), false);
    wait_for(&mut window, |structure| there(structure) == expected(31));
}
