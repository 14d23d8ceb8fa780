//! Misbehaving components: each is stopped with an error that names it, and the others continue unharmed.

use sim_core::diagnostic::Code;
use sim_core::engine::{BuildOptions, ImageSource, Simulation, World};
use sim_core::plugins::PluginHost;
use sim_engine_tests::c_library::c_library;
use sim_engine_tests::{load, plugins, position, shared_plugins};
use std::sync::Arc;

/// A scene with a good robot and one with a bad controller, too far apart to collide.
const SCENE: &str = r#"(format_version: 1, run: (dt: 0.01), floor: (), robots: [
    (name: "good", model: "scout/standard", at: (0, 5), controller: (id: "control/constant",
        params: (commands: {"left_wheel": 5, "right_wheel": 6}))),
    (name: "bad", model: "scout/standard", controller: "c/one"),
])"#;

struct Bench {
    _folder: tempfile::TempDir,
    host: PluginHost,
}

impl Bench {
    fn new(definitions: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = c_library(folder.path(), "bad", definitions);
        let mut host = plugins();
        host.load_file(&file).unwrap_or_else(|diagnostic| panic!("{diagnostic}"));
        Self { _folder: folder, host }
    }

    fn build(&self, threads: usize) -> Result<Simulation, String> {
        let options = BuildOptions { threads: Some(threads), ..BuildOptions::default() };
        let built = Simulation::build(&load(SCENE), &self.host, &options);
        built.map(|built| built.simulation).map_err(|findings| findings.to_string())
    }
}

/// Position of the good robot after 0.5 s next to a well-behaved controller.
fn undisturbed() -> [u64; 3] {
    let mut simulation = Bench::new("").build(1).unwrap();
    simulation.steps(50).unwrap();
    assert_eq!(simulation.faults(), [], "nothing is wrong");
    position(&simulation, "good").map(f64::to_bits)
}

/// Runs with a controller that misbehaves in a step: it is named, and the good robot is not affected.
#[track_caller]
fn stopped_in_step(definitions: &str, words: &str) {
    let alone = undisturbed();
    let bench = Bench::new(definitions);
    for threads in [1, 2] {
        let mut simulation = bench.build(threads).unwrap();
        simulation.steps(50).unwrap();
        let faults = simulation.faults();
        assert_eq!(faults.len(), 1, "{faults:?}");
        assert!(faults[0].message.contains(words), "{faults:?}");
        assert_eq!((faults[0].robot.as_str(), faults[0].id.as_str()), ("bad", "c/one"));
        assert_eq!(position(&simulation, "good").map(f64::to_bits), alone, "on {threads} threads");
    }
}

#[test]
fn a_controller_that_asks_from_another_thread_is_stopped() {
    let step = "#define STEP if (frame->call->tick == 10) from_another_thread(frame->call)";
    stopped_in_step(step, "from another thread, or after its call had returned");
}

#[test]
fn a_controller_that_asks_with_the_call_of_an_earlier_step_is_stopped() {
    // The thread starts its queries when the call is over, and continues while others are called.
    let step = "#define STEP if (frame->call->tick == 0) has_asked = 0, ask_later(frame->call); \
                if (frame->call->tick == 20) while (!has_asked) usleep(100)";
    stopped_in_step(step, "from another thread, or after its call had returned");
}

#[cfg(target_arch = "x86_64")]
#[test]
fn a_controller_that_changes_how_the_processor_rounds_is_stopped() {
    stopped_in_step("#define STEP if (frame->call->tick == 10) SPOIL", "the floating-point mode");
}

#[cfg(target_arch = "x86_64")]
#[test]
fn rounding_is_taken_back_outside_of_steps_as_well() {
    let refused = Bench::new("#define CREATE SPOIL; give(reply, \"{}\")").build(1).err().unwrap();
    assert!(refused.contains("the floating-point mode") && refused.contains("c/one"), "{refused}");
    let alone = undisturbed();
    let bench = Bench::new("#define SAVE SPOIL\n#define CALL SPOIL\n#define DROP SPOIL");
    let mut simulation = bench.build(1).unwrap();
    simulation.steps(20).unwrap();
    let saved = simulation.snapshot().map(drop).unwrap_err().to_string();
    assert!(saved.contains("the floating-point mode"), "{saved}");
    let bad = simulation.robot_index("bad").unwrap();
    let called = simulation.call(bad, "controller", "f", &[]).unwrap_err();
    assert!(called.message().contains("the floating-point mode"), "{called}");
    simulation.steps(30).unwrap();
    assert_eq!(position(&simulation, "good").map(f64::to_bits), alone);
    let faults = simulation.finish().faults;
    assert_eq!(faults.len(), 1, "{faults:?}");
    assert!(faults[0].message.contains("the floating-point mode") && faults[0].id == "c/one", "{faults:?}");

    let bench = Bench::new("#define RESTORE SPOIL");
    let mut simulation = bench.build(1).unwrap();
    let snapshot = simulation.snapshot().unwrap();
    let restored = simulation.restore(&snapshot).unwrap_err().to_string();
    assert!(restored.contains("the floating-point mode"), "{restored}");
}

#[test]
fn a_flood_of_lines_is_cut_and_counted() {
    let bench = Bench::new("#define STEP for (int n = 0; n < 5000; n++) say(frame->call, \"flood\")");
    let lines = |threads| {
        let mut simulation = bench.build(threads).unwrap();
        simulation.steps(150).unwrap();
        let mut log = simulation.take_log();
        log.extend(simulation.finish().log);
        log.retain(|line| &*line.component == "controller");
        log.into_iter().map(|line| (line.time.to_bits(), line.text)).collect::<Vec<_>>()
    };
    let log = lines(1);
    assert_eq!(log.iter().filter(|(_, text)| text == "flood").count(), 2000, "1000 per started second");
    let summaries: Vec<&str> = log.iter().map(|(_, text)| &**text).filter(|text| *text != "flood").collect();
    assert_eq!(summaries.len(), 2, "{summaries:?}");
    assert!(summaries[0].starts_with("499000 more lines dropped"), "{summaries:?}");
    assert!(summaries[1].starts_with("249000 more lines dropped"), "{summaries:?}");
    assert_eq!(lines(2), log, "independent of the number of threads");
}

/// A renderer that fails.
struct Panicking;

impl ImageSource for Panicking {
    fn draw(&self, _: &World, _: &sim_abi::ffi::types::ImageRequest, _: &mut [u8]) -> sim_abi::ffi::types::ImageStatus {
        panic!("the renderer is out of order")
    }
}

#[test]
fn a_renderer_that_panics_stops_the_camera_and_nobody_else() {
    let scene = r#"(format_version: 1, run: (dt: 0.01), floor: (), robots: [
        (name: "good", model: "scout/standard", at: (0, 5), controller: (id: "control/constant",
            params: (commands: {"left_wheel": 5, "right_wheel": 6}))),
        (name: "eyed", model: "scout/standard", sensors: {"eye": (id: "camera/pinhole", at: (0.09, 0, 0.06),
            params: (width: 40, height: 30, columns: 8, rows: 6, rate: 20))}),
    ])"#;
    let mut simulation = sim_engine_tests::build(scene);
    simulation.set_images(Arc::new(Panicking));
    simulation.steps(50).unwrap();
    let faults = simulation.faults();
    assert_eq!(faults.len(), 1, "{faults:?}");
    assert!(faults[0].message.contains("the renderer is out of order"), "{faults:?}");
    assert_eq!((faults[0].robot.as_str(), faults[0].component.as_str()), ("eyed", "eye"));
    assert_eq!(faults[0].code, Code::EngineError.to_string());
    assert_eq!(position(&simulation, "good").map(f64::to_bits), undisturbed());
}

#[test]
fn an_actuator_that_drives_a_joint_out_of_the_world_is_stopped_and_the_run_goes_on() {
    let scene = r#"(format_version: 1, run: (dt: 0.01), floor: (), robots: [(name: "bad", model: "scout/standard",
        dynamics: "body/static",
        actuators: {"left_wheel": (id: "drive/joint-target", params: (joint: "left_wheel", stiffness: 0))},
        controller: (id: "control/constant", params: (commands: {"left_wheel": 1e300}))),
        (name: "good", model: "scout/standard", at: (0, 5))])"#;
    let built = Simulation::build(&load(scene), &shared_plugins(), &BuildOptions::default());
    let mut simulation = built.unwrap_or_else(|findings| panic!("{findings}")).simulation;
    simulation.steps(50).unwrap();
    let faults = simulation.faults();
    assert_eq!(faults.len(), 1, "{faults:?}");
    assert!(faults[0].message.contains("joint `left_wheel`") && faults[0].id == "drive/joint-target", "{faults:?}");
}

#[cfg(target_arch = "x86_64")]
#[test]
fn a_processor_that_traps_is_put_right_at_the_end_of_the_robots_turn() {
    let bench = Bench::new("#define STEP if (frame->call->tick == 10) TRAP");
    let mut simulation = bench.build(1).unwrap();
    simulation.steps(50).unwrap();
    let log = simulation.take_log();
    let is_report = |line: &&sim_core::engine::LogLine| line.text.contains("trap") && &*line.component == "bad";
    assert_eq!(log.iter().filter(is_report).count(), 1, "{log:?}");
}
