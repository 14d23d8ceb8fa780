//! Migrating a run to a changed scene; components are replaced and fail while it runs.

use crate::common::{Window, headless, scene};
use sim_abi::prelude::*;
use sim_core::scene::LoadedScene;
use sim_runner::{Command, Event, RunState, Speed, TrailOptions};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// Parameters of the port.
#[params]
pub struct PortParams {
    /// Number of the port.
    #[param(default = 1.0, min = 0.0)]
    number: f64,
}

/// Holds a connection open, like a bridge to another program, and counts its steps.
struct Port(f64);

static STARTED: AtomicU32 = AtomicU32::new(0);
static STOPPED: AtomicU32 = AtomicU32::new(0);

impl Service for Port {
    type Params = PortParams;

    fn new(_: PortParams, setup: &mut ServiceSetup) -> Result<Self> {
        setup.publish(Channel::new("steps", ""));
        Ok(Self(0.0))
    }

    fn start(&mut self, _: &mut ServiceIo) -> Result {
        STARTED.fetch_add(1, Ordering::SeqCst);
        Ok(())
    }

    fn step(&mut self, _: &mut ServiceIo) -> Result {
        self.0 += 1.0;
        Ok(())
    }

    fn stop(&mut self, _: &mut ServiceIo) -> Result {
        STOPPED.fetch_add(1, Ordering::SeqCst);
        Ok(())
    }
}

/// Counts its steps and saves the number; rejects a number that is too large.
pub struct Counter(u64);

impl Service for Counter {
    type Params = PortParams;

    fn new(_: PortParams, _: &mut ServiceSetup) -> Result<Self> {
        Ok(Self(0))
    }

    fn step(&mut self, _: &mut ServiceIo) -> Result {
        self.0 += 1;
        Ok(())
    }

    fn functions(&self) -> Vec<Function> {
        vec![Function { name: "steps".into(), help: "Steps done.".into(), ..Function::default() }]
    }

    fn call(&mut self, _: &str, _: &[Value]) -> Result<Value> {
        Ok(self.0.into())
    }

    fn save(&self) -> Option<Vec<u8>> {
        Some(self.0.to_le_bytes().to_vec())
    }

    fn restore(&mut self, bytes: &[u8]) -> Result {
        let number = bytes.try_into().map_err(|_| Fault::new("not eight bytes"))?;
        self.0 = u64::from_le_bytes(number);
        if self.0 > 50 { Err(Fault::new("that many steps are too many")) } else { Ok(()) }
    }
}

/// Parameters of the timid controller.
#[params]
struct TimidParams {
    /// Time at which it panics.
    #[param(default = 1e9, unit = "s", min = 0.0)]
    at: f64,
}

/// Panics at a time.
struct Timid(f64, u64);

impl Controller for Timid {
    type Params = TimidParams;

    fn new(params: TimidParams, _: &mut ControllerSetup) -> Result<Self> {
        Ok(Self(params.at, 0))
    }

    fn step(&mut self, io: &mut ControllerIo) -> Result {
        self.1 += 1;
        if io.time() >= self.0 {
            panic!("afraid in step {}", self.1);
        }
        Ok(())
    }

    fn functions(&self) -> Vec<Function> {
        vec![Function { name: "steps".into(), help: "Steps done.".into(), ..Function::default() }]
    }

    fn call(&mut self, function: &str, _: &[Value]) -> Result<Value> {
        match function {
            "steps" => Ok(self.1.into()),
            other => Err(Fault::new(format!("unknown function `{other}`"))),
        }
    }
}

sim_abi::export! {
    /// Holds something open.
    service "test/port" = Port;
    /// Counts.
    service "test/counter" = Counter;
    /// Panics.
    controller "test/timid" = Timid;
}

fn window() -> Window {
    Window::with_library("test", sim_plugin::module())
}

fn two(more: &str) -> Arc<LoadedScene> {
    scene(&format!(
        r#"(format_version: 1, run: (dt: 0.02, seed: 5),
            objects: [(name: "box", shape: Box(size: (0.3, 0.3, 0.3)), at: (1.0, 0.1, 0.15)),
                      (name: "ball", shape: Sphere(radius: 0.1), at: (0.5, 0, 0.1), mass: 0.2)],
            robots: [(name: "a", model: "scout/standard", sensors: {{"range": (noise: (sigma: 0.02))}}),
                     (name: "b", model: "scout/standard", at: (0, 0.8), dynamics: "diff-drive/dynamic"){more})"#
    ))
}

/// Names with reasons, as `&str`.
fn as_strs<'a>(reasons: &'a [(String, &'static str)]) -> Vec<(&'a str, &'a str)> {
    reasons.iter().map(|(name, reason)| (name.as_str(), *reason)).collect()
}

#[track_caller]
fn rebuilt(window: &mut Window, scene: Arc<LoadedScene>) -> sim_core::engine::MigrationReport {
    window.rebuild(scene);
    window.event(|event| if let Event::Rebuilt(report) = event { Some(report.clone()) } else { None })
}

/// A scene with one robot and a ball, without the other robot.
fn one() -> Arc<LoadedScene> {
    scene(
        r#"(format_version: 1, run: (dt: 0.02, seed: 5),
            objects: [(name: "box", shape: Box(size: (0.3, 0.3, 0.3)), at: (1.0, 0.1, 0.15))],
            robots: [(name: "a", model: "scout/standard", sensors: {"range": (noise: (sigma: 0.02))})])"#,
    )
}

#[test]
fn undoing_a_deletion_restores_the_previous_state() {
    let mut window = window();
    window.load(two("]"));
    window.send(Command::PlaceObject { object: 0, state: moving(0.6) });
    window.send(Command::PlaceRobot { robot: 1, state: moving(0.7) });
    window.step(20);
    let before = window.runner().frame();
    rebuilt(&mut window, one());
    window.step(10);
    window.send(Command::Rebuild { scene: two("]"), back: true });
    let report = window.event(|event| if let Event::Rebuilt(report) = event { Some(report.clone()) } else { None });
    assert_eq!((report.carried, report.restarted), (3, vec![]));
    let after = window.frame(|frame| frame.robots.len() == 2);
    assert_eq!(after.robots[1].state, before.robots[1].state);
    assert_eq!((&after.objects, after.tick), (&before.objects, 30));

    // A robot of the same name that is inserted again starts over, and so does one inserted after a restart of the run.
    rebuilt(&mut window, one());
    let report = rebuilt(&mut window, two("]"));
    assert_eq!(report.restarted.len(), 2);
    rebuilt(&mut window, one());
    window.send(Command::Stop);
    window.frame(|frame| frame.tick == 0 && matches!(frame.state, RunState::Paused));
    window.step(5);
    window.send(Command::Rebuild { scene: two("]"), back: true });
    let report = window.event(|event| if let Event::Rebuilt(report) = event { Some(report.clone()) } else { None });
    assert_eq!((report.carried, report.restarted.len()), (1, 2));
}

/// Two robots, `more` of them, the counting service, and the service without state.
fn counted(more: &str) -> Arc<LoadedScene> {
    two(&format!(r#"{more}], services: [(name: "counter", id: "test/counter"), (name: "port", id: "test/port")]"#))
}

/// Undoes a change of the scene.
#[track_caller]
fn undone(window: &mut Window, scene: Arc<LoadedScene>) -> sim_core::engine::MigrationReport {
    window.send(Command::Rebuild { scene, back: true });
    window.event(|event| if let Event::Rebuilt(report) = event { Some(report.clone()) } else { None })
}

/// Steps executed by the counting service.
#[track_caller]
fn count(window: &mut Window) -> Value {
    let (service, function) = ("counter".to_string(), "steps".to_string());
    window.send(Command::CallService { id: 7, service, function, arguments: Vec::new() });
    window.event(|event| if let Event::Answer { id: 7, result } = event { Some(result.clone().unwrap()) } else { None })
}

/// Whether the log has a line of a component that contains these words.
fn is_logged(window: &mut Window, component: &str, words: &str) -> bool {
    window.events.extend(window.runner().take_events().list);
    window
        .events
        .iter()
        .any(|event| matches!(event, Event::Log(line) if *line.component == *component && line.text.contains(words)))
}

#[test]
fn undoing_the_deletion_of_a_service_restores_its_state() {
    let mut window = window();
    window.load(counted(""));
    window.step(20);
    rebuilt(&mut window, two("]"));
    window.step(10);
    let report = undone(&mut window, counted(""));
    assert_eq!(report.carried, 3);
    window.step(5);
    assert_eq!(count(&mut window), Value::from(25));
    assert!(!is_logged(&mut window, "counter", "restarted: "));
    assert!(is_logged(&mut window, "port", "restarted: it does not save its state"), "{:#?}", window.events);

    // A new insertion starts over, without a report.
    rebuilt(&mut window, two("]"));
    rebuilt(&mut window, counted(""));
    window.step(3);
    assert_eq!(count(&mut window), Value::from(3));
    assert!(!is_logged(&mut window, "counter", "restarted: "));
}

#[test]
fn undoing_an_edit_that_restarted_a_service_restores_its_state() {
    let mut window = window();
    window.load(counted(""));
    window.step(20);
    let robot = r#", (name: "c", model: "scout/standard", at: (3, 3))"#;
    rebuilt(&mut window, counted(robot));
    window.step(4);
    assert_eq!(count(&mut window), Value::from(4), "the robot indices have changed, so it restarted");
    undone(&mut window, counted(""));
    window.step(1);
    assert_eq!(count(&mut window), Value::from(21));
    // After redo, it has the state of that time, too.
    undone(&mut window, counted(robot));
    window.step(1);
    assert_eq!(count(&mut window), Value::from(5));
}

#[test]
fn a_service_whose_state_cannot_be_restored_reports_why() {
    let mut window = window();
    window.load(counted(""));
    window.step(20);
    rebuilt(&mut window, two("]"));
    let other = counted(r#", (name: "c", model: "scout/standard", at: (3, 3))"#);
    undone(&mut window, other.clone());
    window.step(60);
    assert_eq!(count(&mut window), Value::from(60));
    assert!(is_logged(&mut window, "counter", "restarted: robots or channels"), "{:#?}", window.events);
    rebuilt(&mut window, two("]"));
    undone(&mut window, other);
    window.step(1);
    assert!(is_logged(&mut window, "counter", "that many steps are too many"), "{:#?}", window.events);
}

#[test]
fn trails_follow_their_robots_by_name_into_a_changed_scene() {
    let mut window = window();
    window.load(two("]"));
    window.send(Command::Trails(Some(TrailOptions::default())));
    window.step(60);
    let points = |window: &Window, robot: usize| {
        let mut points = Vec::new();
        (*window.runner().trails()).as_ref().unwrap().points(robot, &mut points);
        points
    };
    let before = [points(&window, 0), points(&window, 1)];
    assert!(before.iter().all(|points| points.len() > 1));
    let changed = scene(
        r#"(format_version: 1, run: (dt: 0.02, seed: 5),
            robots: [(name: "new", model: "scout/standard", at: (3, 3)),
                     (name: "b", model: "scout/standard", at: (0, 0.8), dynamics: "diff-drive/dynamic"),
                     (name: "a", model: "scout/standard", sensors: {"range": (noise: (sigma: 0.02))})])"#,
    );
    rebuilt(&mut window, changed);
    window.frame(|frame| frame.robots.len() == 3);
    assert_eq!(
        [points(&window, 0), points(&window, 1), points(&window, 2)],
        [vec![], before[1].clone(), before[0].clone()]
    );
}

fn moving(x: f64) -> BodyState {
    let pose = nalgebra::Isometry3::translation(x, 0.8, 0.1);
    BodyState { pose, linear_velocity: nalgebra::Vector3::new(0.1, 0.0, 0.0), ..BodyState::default() }
}

#[test]
fn a_pending_rebuild_is_superseded_by_the_next_one() {
    let mut window = window();
    window.load(two("]"));
    window.step(3);
    // While it builds the first of them, the others are queued.
    (0..40).for_each(|_| window.rebuild(one()));
    window.send(Command::Rebuild { scene: one(), back: true });
    window.rebuild(two("]"));
    window.send(Command::StateHash);
    let digest = window.event(|event| match event {
        Event::StateHash { tick, .. } => Some(*tick),
        _ => None,
    });
    let built = window.events.iter().filter(|event| matches!(event, Event::Rebuilt(_))).count();
    assert_eq!((digest, window.runner().frame().robots.len()), (3, 2));
    assert!(built < 20, "{built} of 42 were built");
}

#[test]
fn a_reset_run_starts_from_the_edited_scene() {
    let mut window = window();
    window.load(one());
    window.step(3);
    window.send(Command::StartFrom { scene: two("]"), changes: Vec::new() });
    let robots = |window: &Window| window.runner().frame().robots.len();
    window.step(2);
    assert_eq!(robots(&window), 1, "the current run is unchanged");
    window.send(Command::Stop);
    window.frame(|frame| frame.tick == 0 && matches!(frame.state, RunState::Paused));
    assert_eq!(robots(&window), 2);
}

#[test]
fn rebuilding_the_same_scene_does_not_affect_the_run() {
    let mut window = window();
    window.load(two("]"));
    window.step(90);
    let report = rebuilt(&mut window, two("]"));
    assert_eq!((report.carried, report.restarted.len(), report.refused.len()), (3, 0, 0), "{report:?}");
    window.step(90);
    assert_eq!(window.hash(), (180, headless(&two("]"), 180)));
}

#[test]
fn a_changed_scene_migrates_what_is_in_both_and_reports_the_rest() {
    let mut window = window();
    window.load(two("]"));
    let structure = window.runner().structure();
    let channel = structure.channel(1, "gps.x").unwrap();
    let series = window.runner().subscribe(1, channel, 500);
    window.step(60);
    let before = window.runner().frame();
    let changed = scene(
        r#"(format_version: 1, run: (dt: 0.02, seed: 5),
            robots: [(name: "new", model: "scout/standard", at: (3, 3)),
                     (name: "b", model: "scout/standard", at: (0, 0.8), dynamics: "diff-drive/dynamic"),
                     (name: "a", model: "scout/standard", controller: "control/diffusion")])"#,
    );
    let report = rebuilt(&mut window, changed);
    assert_eq!(report.carried, 1);
    assert_eq!(as_strs(&report.restarted), [("new", "new component")]);
    assert_eq!(as_strs(&report.altered), [("a", "it has other components")]);
    assert_eq!(report.gone, ["ball"]);
    let frame = window.frame(|frame| frame.robots.len() == 3 && matches!(frame.state, RunState::Paused));
    assert_eq!((frame.tick, frame.robots[1].state), (60, before.robots[1].state));
    assert_eq!(frame.robots[1].distance, before.robots[1].distance);
    window.step(10);
    assert_eq!((series.len(), series.is_live()), (70, true), "the history follows its channel");
    let alone = scene(r#"(format_version: 1, run: (dt: 0.02), robots: [(name: "new", model: "scout/standard")])"#);
    rebuilt(&mut window, alone);
    let lost = |event: &Event| {
        if let Event::ChannelLost { robot, channel } = event { Some((robot.clone(), channel.clone())) } else { None }
    };
    assert!(window.events.iter().find_map(lost).is_some() || window.event(lost).0 == "b");
    assert!(!series.is_live() && series.len() == 70, "its samples stay readable");
}

#[test]
fn a_scene_that_cannot_be_built_leaves_the_old_run_as_it_was() {
    let mut window = window();
    window.load(two("]"));
    window.step(30);
    window.rebuild(two(r#", (name: "c", model: "no/such")]"#));
    window.event(|event| matches!(event, Event::BuildFailed(_)).then_some(()));
    window.frame(|frame| matches!(frame.state, RunState::Paused));
    window.step(30);
    assert_eq!(window.hash(), (60, headless(&two("]"), 60)));
}

#[test]
fn a_service_keeps_its_instance_unless_it_or_the_robots_have_changed() {
    let with = |number: u32, more: &str| {
        two(&format!(r#"{more}], services: [(name: "port", id: "test/port", params: (number: {number}))]"#))
    };
    let counts = || (STARTED.load(Ordering::SeqCst), STOPPED.load(Ordering::SeqCst));
    let mut window = window();
    window.load(with(1, ""));
    window.step(5);
    assert_eq!(counts(), (1, 0));
    let report = rebuilt(&mut window, with(1, ""));
    assert_eq!(report.services_kept, ["port"]);
    window.step(5);
    assert_eq!(counts(), (1, 0), "it was neither stopped nor started again");
    let report = rebuilt(&mut window, with(2, ""));
    assert_eq!(as_strs(&report.services_restarted), [("port", "its parameters changed")]);
    assert_eq!(counts(), (2, 1));
    let report = rebuilt(&mut window, with(2, r#", (name: "c", model: "scout/standard", at: (3, 3))"#));
    assert!(report.services_restarted[0].1.contains("robots"), "{report:?}");
    assert_eq!(counts(), (3, 2));
    window.step(5);
    window.close();
    assert_eq!(counts(), (3, 3));
}

#[test]
fn a_panic_is_an_event_and_a_flag_and_the_run_continues() {
    let timid = |at: f64| {
        two(&format!(
            r#", (name: "c", model: "scout/standard", at: (3, 3), controller: (id: "test/timid", params: (at: {at})))]"#
        ))
    };
    let mut window = window();
    window.load(timid(0.2));
    window.send(Command::Speed(Speed::Unlimited));
    window.send(Command::Play);
    let fault = window.event(|event| if let Event::Fault(fault) = event { Some(fault.clone()) } else { None });
    assert_eq!((fault.robot.as_str(), fault.code.as_str()), ("c", "EN001"));
    assert!(fault.message.contains("afraid in step"), "{fault:?}");
    let frame = window.frame(|frame| frame.tick > 100 && frame.robots[2].faulty);
    assert!(frame.robots[2].halted && frame.faults == 1 && !frame.robots[0].faulty);
    window.send(Command::Pause);
    // A restart with the same error changes nothing; fixed parameters restart the component.
    let report = rebuilt(&mut window, timid(0.2));
    assert_eq!(report.carried, 4);
    window.frame(|frame| matches!(frame.state, RunState::Paused) && frame.robots[2].faulty);
    rebuilt(&mut window, timid(1e6));
    window.frame(|frame| matches!(frame.state, RunState::Paused) && !frame.robots[2].faulty && !frame.robots[2].halted);
    window.step(5);
    window.send(Command::Call {
        id: 9,
        robot: 2,
        component: "controller".into(),
        function: "steps".into(),
        arguments: vec![],
    });
    let answer =
        window.event(|event| if let Event::Answer { id: 9, result } = event { Some(result.clone()) } else { None });
    assert_eq!(answer.unwrap(), Value::from(5));
}

#[test]
fn a_replaced_controller_takes_effect_immediately() {
    let mut window = window();
    window.load(two("]"));
    let generation = window.runner().structure().generation;
    let component = ComponentRef { id: "control/keyboard".into(), params: Value::Null };
    window.send(Command::SetController { robot: 0, component });
    window.step(40);
    let still = window.runner().frame().robots[0].distance;
    window.send(Command::Key { robot: Some(0), code: keys::UP, down: true });
    let driven = window.step(40).robots[0].distance;
    assert!(driven - still > 0.1 && still < 0.05, "{still} {driven}");
    let structure = window.runner().structure();
    let controller = structure.robots[0].parts.parts.iter().find(|part| part.kind == "controller");
    assert_eq!(controller.map(|part| part.component.as_str()), Some("control/keyboard"));
    assert!(structure.generation > generation);
    let component = ComponentRef { id: "control/keybord".into(), params: Value::Null };
    window.send(Command::SetController { robot: 0, component });
    let advice = window
        .event(|event| if let Event::Refused { diagnostic, .. } = event { Some(diagnostic.to_string()) } else { None });
    assert!(advice.contains("control/keyboard"), "{advice}");
}

/// BU-66: A robot is saved as a file and used as a template without loss.
#[test]
fn a_robot_of_a_scene_is_exported_as_a_standalone_model() {
    let changed = scene(
        r#"(format_version: 1, robots: [(name: "a", model: "scout/standard", remove: ["imu"],
            sensors: {"front": (id: "range/ray", at: (0.08, 0, 0.05))}, joints: {"left_wheel": (at: (0, 0.09, 0.016))})])"#,
    );
    let mut window = window();
    let ask = |window: &mut Window, id: u64, robot: &str| {
        window.send(Command::Model { id, scene: changed.clone(), robot: robot.into() });
        window.event(|event| match event {
            Event::Model { id: answered, result } if *answered == id => Some(result.clone()),
            _ => None,
        })
    };
    // Works without a simulation.
    let spec = ask(&mut window, 1, "a").unwrap();
    let names: Vec<&str> = spec.sensors.iter().map(|mount| mount.name.as_str()).collect();
    assert!(names.contains(&"front") && !names.contains(&"imu"), "{names:?}");
    assert_eq!(spec.joints[0].placement.at, [0.0, 0.09, 0.016]);
    let findings = ask(&mut window, 2, "b").unwrap_err();
    assert!(findings.to_string().contains("unknown robot `b`"), "{findings}");
}
