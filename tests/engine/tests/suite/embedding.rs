//! The API for programs that embed the simulator, and its examples.

use sim_abi::serde_json::json;
use sim_core::engine::BuildOptions;
use sim_core::plugins::SearchPath;
use sim_core::{Diagnostic, Error, Simulation, SimulationBuilder};
use sim_engine_tests::{build, position};
use std::process::Command;
use std::sync::{Arc, Mutex};

#[path = "../../../../sim-core/examples/batch.rs"]
mod batch;
#[path = "../../../../sim-core/examples/closure.rs"]
mod closure;
#[path = "../../../../sim-core/examples/command.rs"]
mod command;
#[path = "../../../../sim-core/examples/run.rs"]
mod run;
#[path = "../../../../sim-core/examples/sink.rs"]
mod sink;
#[path = "../../../../sim-core/examples/snapshot.rs"]
mod snapshot;

/// Runs an example as a test of this name in another process, where the plugins are in the search path; returns its output.
fn output_of(test: &str, example: fn() -> Result<(), Error>) -> Option<String> {
    let plugins = sim_tests::dist().join("plugins");
    if std::env::var_os("SIM_PLUGIN_PATH").is_some_and(|path| path == *plugins) {
        example().unwrap();
        return None;
    }
    let mut program = Command::new(std::env::current_exe().unwrap());
    program.args(["--exact", test, "--nocapture"]).current_dir(sim_tests::root()).env("SIM_PLUGIN_PATH", plugins);
    let ended = program.output().unwrap();
    let [output, errors] = [ended.stdout, ended.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    assert!(ended.status.success(), "{output}{errors}");
    Some(output + &errors)
}

/// Tests that examples run, and that their output contains a text.
macro_rules! examples {
    ($($test:ident: $example:ident, $text:literal;)*) => {
        $(#[test]
        fn $test() {
            if let Some(output) = output_of(concat!("embedding::", stringify!($test)), $example::main) {
                assert!(output.contains($text), "{output}");
            }
        })*
    };
}

examples! {
    example_run: run, "the pusher moves the crate: Passed";
    example_command: command, "on its own again, anna has traveled";
    example_closure: closure, "collided 0 times";
    example_snapshot: snapshot, "again at 2 rad/s: the same state";
    example_batch: batch, "seed 7:";
    example_sink: sink, "contacts: ";
}

const SCENE: &str = r#"(format_version: 1, run: (dt: 0.01), floor: (), robots: [
    (name: "anna", model: "scout/standard", controller: "control/wander"),
    (name: "bert", model: "scout/standard", at: (0, 1)),
], objects: [(name: "ball", shape: Sphere(radius: 0.1), at: (0, -1, 0.1), mass: 1)],
services: [(name: "fence", id: "monitor/fence", params: (min: (-3, -3), max: (3, 3)))])"#;

/// Commands of both wheels of anna, rad/s.
fn wheels(sim: &Simulation) -> [f64; 2] {
    ["left_wheel.speed", "right_wheel.speed"]
        .map(|path| sim.read(sim.robot("anna").unwrap().channel(path).unwrap()).unwrap())
}

#[track_caller]
fn refused<T>(result: Result<T, impl Into<Error>>) -> String {
    result.map(drop).expect_err("it is refused").into().to_string()
}

#[test]
fn wrong_names_are_errors_with_a_suggestion() {
    let sim = build(SCENE);
    let anna = sim.robot("anna").unwrap();
    for (text, parts) in [
        (refused(sim.robot("ana")), ["unknown robot `ana`", "did you mean `anna`?"]),
        (
            refused(anna.actuator("left_wheal")),
            ["unknown actuator `left_wheal` of `anna`", "did you mean `left_wheel`?"],
        ),
        (refused(anna.sensor("gsp")), ["unknown sensor `gsp` of `anna`", "did you mean `gps`?"]),
        (refused(anna.channel("gps.w")), ["unknown channel `gps.w` of `anna`", "did you mean `gps."]),
        (refused(sim.service("fense")), ["unknown service `fense`", "did you mean `fence`?"]),
        (refused(sim.service("fence").unwrap().channel("x")), ["unknown channel `x` of `fence`", "--"]),
        (refused(sim.robot(2)), ["unknown robot 2", "help:"]),
    ] {
        assert!(parts.iter().all(|part| *part == "--" || text.contains(part)), "{text}");
    }
    let text = format!("{:?}", Simulation::builder().search(SearchPath::only([])).open("nowhere.ron").err().unwrap());
    assert!(text.starts_with("error[SC001]") && text.contains("nowhere.ron"), "`main` prints this: {text}");
}

#[test]
fn handles_of_another_simulation_are_refused() {
    let (sim, mut other) = (build(SCENE), build(SCENE));
    let anna = sim.robot("anna").unwrap();
    let (handle, left, gps, x) = (
        anna.handle(),
        anna.actuator("left_wheel").unwrap(),
        anna.sensor("gps").unwrap(),
        anna.channel("gps.x").unwrap(),
    );
    for text in [
        refused(other.robot(handle)),
        refused(other.command(left, 1.0)),
        refused(other.read(x)),
        refused(other.readings(gps).map(<[f64]>::len)),
        refused(other.release(handle)),
        refused(other.control(handle, |_, _| Ok(()))),
    ] {
        assert!(text.contains("the handle belongs to another simulation"), "{text}");
    }
    assert_eq!(sim.robot(handle).unwrap().index(), 0);
}

#[test]
fn commands_replace_the_controller_until_the_robot_is_released() {
    let mut sim = build(SCENE);
    let anna = sim.robot("anna").unwrap();
    let (left, right) = (anna.actuator("left_wheel").unwrap(), anna.actuator("right_wheel").unwrap());
    sim.command(left, 2.0).unwrap();
    sim.command(right, 1e6).unwrap();
    sim.steps(100).unwrap();
    assert_eq!(wheels(&sim), [2.0, 30.0], "a command out of range is clamped");
    let clamped = &sim.first_limited()[0];
    assert_eq!(
        (&*clamped.component, clamped.asked, sim.robot("anna").unwrap().report().clamped_commands),
        ("program", 1e6, 1)
    );
    let text = refused(sim.command(left, f64::NAN));
    assert!(text.contains("the command `speed` of actuator `left_wheel` is NaN"), "{text}");
    sim.release("anna").unwrap();
    sim.step().unwrap();
    assert!(wheels(&sim)[1] < 30.0, "the controller commands again");
    let before = position(&sim, "bert");
    sim.release("bert").unwrap();
    sim.steps(10).unwrap();
    assert_ne!(position(&sim, "bert"), before, "releasing a robot that was not commanded does not stop its controller");
}

#[test]
fn a_closure_controls_a_robot_like_a_controller() {
    let run = || {
        let mut sim = build(SCENE);
        let anna = sim.robot("anna").unwrap();
        let (left, gps) = (anna.actuator("left_wheel").unwrap(), anna.sensor("gps").unwrap());
        let (y, of_bert) = (anna.channel("gps.y").unwrap(), sim.robot("bert").unwrap().channel("gps.y").unwrap());
        let seen = Arc::new(Mutex::new(Vec::new()));
        let list = seen.clone();
        sim.control("anna", move |input, output| {
            assert_eq!(input.read(y)?, input.readings(gps)?[1]);
            assert!(input.read(of_bert).is_err(), "readings of another robot are not available");
            list.lock().unwrap().push(input.time());
            output.command(left, 3.0 + input.state().pose.translation.x)
        })
        .unwrap();
        sim.steps(50).unwrap();
        assert_eq!(seen.lock().unwrap().len(), 50);
        assert!(wheels(&sim)[0] >= 3.0);
        sim.digest().unwrap()
    };
    assert_eq!(run(), run());
}

#[test]
fn a_closure_that_fails_halts_its_robot_and_the_run_continues() {
    let mut sim = build(SCENE);
    let left = sim.robot("anna").unwrap().actuator("left_wheel").unwrap();
    let failing = |error: bool| {
        move |_: &sim_core::ControlInput<'_>, output: &mut sim_core::ControlOutput<'_>| match error {
            true => Err(sim_abi::Fault::new("lost").help("look for it").into()),
            false => output.command(left, f64::INFINITY),
        }
    };
    for (number, text) in ["lost", "the command `speed` of actuator `left_wheel` is inf"].into_iter().enumerate() {
        sim.control("anna", failing(number == 0)).unwrap();
        sim.steps(10).unwrap();
        let fault = sim.faults().last().unwrap().diagnostic().to_string();
        assert!(fault.contains(text) && fault.contains("robot `anna`"), "{fault}");
        assert_eq!((sim.faults().len(), wheels(&sim)), (number + 1, [0.0; 2]));
        assert!(sim.robot("anna").unwrap().report().halted);
    }
    sim.release("anna").unwrap();
    sim.steps(10).unwrap();
    assert_ne!(wheels(&sim), [0.0; 2], "its own controller has not failed");
}

#[test]
fn wrenches_move_robots_and_objects() {
    let mut sim = build(SCENE);
    let x = |sim: &Simulation| sim.movable_objects().next().unwrap().1.pose.translation.x;
    sim.apply_wrench("ball", [1.0, 0.0, 0.0], [0.0; 3]).unwrap();
    sim.apply_wrench("ball", [1.0, 0.0, 0.0], [0.0; 3]).unwrap();
    sim.step().unwrap();
    let first = sim.movable_objects().next().unwrap().1.linear_velocity.x;
    assert!(first > 0.0 && x(&sim) > 0.0, "{first}");
    sim.apply_wrench("bert", [0.0; 3], [0.0; 3]).unwrap();
    let texts = [
        refused(sim.apply_wrench("bal", [0.0; 3], [0.0; 3])),
        refused(sim.apply_wrench("ball", [f64::NAN, 0.0, 0.0], [0.0; 3])),
    ];
    assert!(texts[0].contains("did you mean `ball`?") && texts[1].contains("is not finite"), "{texts:?}");
}

#[test]
fn sinks_see_every_tick_and_can_end_a_run() {
    let mut sim = build(SCENE);
    let ticks = Arc::new(Mutex::new(Vec::new()));
    let list = ticks.clone();
    sim.on_tick(move |sim| {
        list.lock().unwrap().push((sim.tick(), sim.robot("anna")?.telemetry().len()));
        match sim.tick() {
            5 => Err(Diagnostic::error(sim_core::diagnostic::Code::RecordingUnwritable, "the disk is full")),
            _ => Ok(()),
        }
    });
    let text = refused(sim.steps(10));
    assert!(text.contains("the disk is full"), "{text}");
    assert_eq!(ticks.lock().unwrap().iter().map(|(tick, _)| *tick).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
    sim.step().unwrap();
    assert_eq!((sim.tick(), ticks.lock().unwrap().len()), (6, 6));
}

#[test]
fn services_are_found_by_name() {
    let mut sim = build(SCENE);
    sim.steps(10).unwrap();
    let fence = sim.service("fence").unwrap();
    let first = fence.channels.first().map(|channel| fence.channel(&channel.name).unwrap());
    assert_eq!(first.map(|channel| sim.read(channel).unwrap()), fence.published.first().copied());
    assert!(sim.call_service("fence", "open", &[json!(1)]).is_err() && sim.call("anna", "gps", "open", &[]).is_err());
    let text = sim.call("ana", "gps", "open", &[]).unwrap_err().to_string();
    assert!(text.contains("unknown robot `ana`"), "{text}");
}

fn shipped() -> SimulationBuilder {
    Simulation::builder().search(SearchPath::only([sim_tests::dist().join("plugins")]))
}

#[test]
fn a_batch_gives_the_same_results_in_order_and_the_first_error() {
    let builder = shipped();
    let swarm = sim_engine_tests::noisy_swarm(4);
    let run = |builder: SimulationBuilder, seed: u64| {
        let mut sim = builder.seed(seed).open_text(&swarm)?;
        sim.steps(20)?;
        Ok::<_, Error>((sim.seed(), sim.state_hash()))
    };
    let results = builder.batch(0..12, run).unwrap();
    assert_eq!(results.iter().map(|(seed, _)| *seed).collect::<Vec<_>>(), (0..12).collect::<Vec<_>>());
    assert_eq!(results, builder.options(BuildOptions::default()).batch(0..12, run).unwrap());
    assert_eq!(results[3], run(shipped().threads(2), 3).unwrap());
    let failed = shipped().batch(0..100, |_, number| match number {
        7.. => Err(Diagnostic::error(sim_core::diagnostic::Code::EngineError, format!("number {number}")).into()),
        _ => Ok(number),
    });
    assert!(refused(failed).contains("number 7"));
}

#[test]
fn parameters_and_missing_plugins_are_reported_at_their_place() {
    let text = refused(shipped().set("robots.anna.controller.params.sped=1").open_text(SCENE));
    assert!(text.contains("did you mean `speed`?"), "{text}");
    let text = refused(Simulation::builder().search(SearchPath::only([])).open_text(SCENE));
    assert!(text.contains("scout/standard") && text.contains("scene:"), "{text}");
    let text = refused(Simulation::builder().plugin_folder("nowhere").open_text(SCENE));
    assert!(text.contains("the plugin folder does not exist"), "{text}");
}
