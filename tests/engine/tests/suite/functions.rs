//! Functions of components, ports, and services between ticks: the basis of bridges and interactive construction.

use sim_abi::prelude::*;
use sim_core::engine::{BuildOptions, Simulation, robot_model};
use sim_core::plugins::PluginHost;
use sim_core::scene::{Scene, text::Format};
use sim_engine_tests::{build_on, load_file, position, shared_plugins_with, simulate, value};
use std::sync::Arc;

/// Counts its readings and publishes the last one.
struct Gauge(f64);

impl Sensor for Gauge {
    type Params = NoParams;

    fn new(_: NoParams, setup: &mut SensorSetup) -> Result<Self> {
        setup.channel(Channel::new("x", "m"));
        let port = setup.port().parse().unwrap_or(0.0);
        setup.publish(Channel::new("port", "1").neutral(port));
        Ok(Self(0.0))
    }

    fn sense(&mut self, io: &mut SensorIo, reading: &mut [f64]) -> Result {
        self.0 += 1.0;
        reading[0] = io.pose().translation.x;
        Ok(())
    }

    fn datasheet() -> Datasheet {
        let get = Function::new("get").result(FunctionValue::float("x")).result(FunctionValue::float("readings"));
        Datasheet::default().plug("jack").label("test.module", "gauge").function(get)
    }

    fn call(&mut self, function: &str, _: &[Value], reading: &[f64]) -> Result<Value> {
        match function {
            "get" => Ok(json!([reading[0], self.0])),
            other => Err(Fault::new(format!("unknown function `{other}`"))),
        }
    }
}

/// Two commands, set by a function.
struct Valves;

impl Actuator for Valves {
    type Params = NoParams;

    fn new(_: NoParams, setup: &mut ActuatorSetup) -> Result<Self> {
        setup.command(Channel::new("left", "1").range(-1.0, 1.0));
        setup.command(Channel::new("right", "1").range(-1.0, 1.0));
        Ok(Self)
    }

    fn act(&mut self, _: &mut ActuatorIo) -> Result {
        Ok(())
    }

    fn datasheet() -> Datasheet {
        Datasheet::default().function(Function::new("set").parameter(FunctionValue::float("both")))
    }

    fn call(&mut self, function: &str, arguments: &[Value], commands: &mut [f64]) -> Result<Value> {
        match (function, arguments) {
            ("set", [both]) => {
                commands.fill(both.as_f64().unwrap_or(f64::NAN));
                Ok(Value::Null)
            }
            _ => Err(Fault::new("call `set` with a number")),
        }
    }
}

/// Handles calls between ticks and publishes the outcome.
struct Bridge {
    seen: [Published; 4],
    counts: [f64; 4],
}

impl Bridge {
    fn count(&mut self, io: &mut ServiceIo, which: usize) {
        self.counts[which] += 1.0;
        for (published, count) in self.seen.into_iter().zip(self.counts) {
            io.publish(published, count);
        }
    }
}

impl Service for Bridge {
    type Params = NoParams;

    fn new(_: NoParams, setup: &mut ServiceSetup) -> Result<Self> {
        setup.set_idle_period(0.002);
        setup.persist();
        let seen = ["starts", "changes", "idles", "steps"].map(|name| setup.publish(Channel::new(name, "1")));
        Ok(Self { seen, counts: [0.0; 4] })
    }

    fn start(&mut self, io: &mut ServiceIo) -> Result {
        self.count(io, 0);
        Ok(())
    }

    fn changed(&mut self, io: &mut ServiceIo) -> Result {
        self.count(io, 1);
        Ok(())
    }

    fn idle(&mut self, io: &mut ServiceIo) -> Result {
        self.count(io, 2);
        let known = io.components()?;
        let gauge = known.iter().find(|component| component.sheet.labels.contains_key("test.module"));
        let gauge = gauge.ok_or_else(|| Fault::new("the gauge is not listed"))?;
        let parts = io.layout(0)?.parts;
        let part = parts.iter().find(|part| part.component == gauge.id).ok_or_else(|| Fault::new("no part has it"))?;
        let reply = io.call_component(0, &part.name, "get", &[])?;
        if reply[0].as_f64() != Some(io.robot_state(0)?.pose.translation.x) {
            return Err(Fault::new(format!("an outdated reading: {reply}")));
        }
        io.call_component(0, "valves", "set", &[json!(0.25)])?;
        Ok(())
    }

    fn step(&mut self, io: &mut ServiceIo) -> Result {
        self.count(io, 3);
        Ok(())
    }
}

/// Pushes a robot twice per step, with the maximum force of a push.
struct Presser;

impl Service for Presser {
    type Params = NoParams;

    fn new(_: NoParams, _: &mut ServiceSetup) -> Result<Self> {
        Ok(Self)
    }

    fn step(&mut self, io: &mut ServiceIo) -> Result {
        let push = Vec3::x() * 1e154;
        io.apply_wrench(0, push, Vec3::zeros())?;
        io.apply_wrench(0, push, Vec3::zeros())
    }
}

/// What a commander asks for.
#[params]
pub struct CommanderParams {
    /// The command of the left valve; none: what is no number.
    number: Option<f64>,
    /// It calls the function of the valves, which sets both.
    calls: bool,
}

/// Sets commands of the valves in every step.
struct Commander(CommanderParams);

impl Service for Commander {
    type Params = CommanderParams;

    fn new(params: CommanderParams, _: &mut ServiceSetup) -> Result<Self> {
        Ok(Self(params))
    }

    fn step(&mut self, io: &mut ServiceIo) -> Result {
        let number = self.0.number.unwrap_or(f64::NAN);
        if self.0.calls {
            io.call_component(0, "valves", "set", &[json!(number)])?;
            return Ok(());
        }
        let left = io.layout(0)?.parts.into_iter().find(|part| part.name == "valves").map(|part| part.offset as u32);
        io.set_command(0, left.ok_or_else(|| Fault::new("no valves"))?, number)
    }
}

/// What a door shows.
#[params]
pub struct DoorParams {
    /// A function that it names although it has none of this name.
    stranger: String,
}

/// Opens and closes; fails to open before the first step or while it is open.
struct Door {
    params: DoorParams,
    board: PanelPublisher,
    /// Shared with the functions, which do not have access to the time.
    is_open: bool,
    opened: u32,
}

impl Service for Door {
    type Params = DoorParams;

    fn new(params: DoorParams, _: &mut ServiceSetup) -> Result<Self> {
        Ok(Self { params, board: PanelPublisher::default(), is_open: false, opened: 0 })
    }

    fn step(&mut self, io: &mut ServiceIo) -> Result {
        let mut panel = Panel::default();
        let text = if self.is_open { "open" } else { "closed" };
        panel.state("door", text, PanelLevel::Normal);
        if self.is_open {
            panel.disable("open", "it is open: close it first");
            panel.task(Task { name: "opening".into(), completed: 1.0, total: 4.0, cancel: Some("close".into()) });
        }
        if !self.params.stranger.is_empty() {
            panel.caption(&self.params.stranger, "nothing");
        }
        self.board.show(panel, io)
    }

    fn functions(&self) -> Vec<Function> {
        vec![Function::new("open"), Function::new("close")]
    }

    fn call(&mut self, function: &str, _: &[Value]) -> Result<Value> {
        self.is_open = function == "open";
        self.opened += u32::from(self.is_open);
        Ok(json!(self.opened))
    }
}

sim_abi::export! {
    /// Counts.
    sensor "test/gauge" = Gauge;
    /// Opens.
    actuator "test/valves" = Valves;
    /// Bridges.
    service "test/bridge" = Bridge;
    /// Presses.
    service "test/presser" = Presser;
    /// Commands.
    service "test/commander" = Commander;
    /// Opens and closes.
    service "test/door" = Door;
}

fn host() -> Arc<PluginHost> {
    shared_plugins_with(sim_plugin::module())
}

fn scene(robot: &str) -> String {
    format!(
        r#"(format_version: 1, run: (dt: 0.05), robots: [(name: "a", model: "scout/standard",
            controller: (id: "control/constant", params: (commands: {{"left_wheel": 5, "right_wheel": 5}})),
            sensors: {{"gauge": (id: "test/gauge"), "slow": (id: "test/gauge", period: 0.2)}},
            actuators: {{"valves": "test/valves"}}, {robot})],
            services: [(name: "bridge", id: "test/bridge", grants: [Command])])"#
    )
}

fn build(text: &str) -> Simulation {
    build_on(&host(), text, 1)
}

fn get(simulation: &mut Simulation, sensor: &str) -> (f64, f64) {
    let reply = simulation.call(0, sensor, "get", &[]).unwrap();
    (reply[0].as_f64().unwrap(), reply[1].as_f64().unwrap())
}

#[test]
fn a_called_sensor_reads_the_current_world_once_per_tick() {
    let (mut asked, mut left_alone) = (build(&scene("")), build(&scene("")));
    for tick in 0..10_u64 {
        let x = position(&asked, "a")[0];
        assert_eq!(get(&mut asked, "gauge"), (x, tick as f64 + 1.0));
        assert_eq!(get(&mut asked, "gauge"), (x, tick as f64 + 1.0), "it is not read again");
        let (slow, readings) = get(&mut asked, "slow");
        assert_eq!(readings, (tick / 4 + 1) as f64, "a reading holds for its period");
        assert!(slow <= x);
        asked.steps(1).unwrap();
        left_alone.steps(1).unwrap();
    }
    assert_eq!(value(&asked, "a", "gauge.x"), value(&left_alone, "a", "gauge.x"));
    assert_eq!(asked.snapshot().unwrap().difference(&left_alone.snapshot().unwrap()), None);
}

#[test]
fn a_robot_moved_manually_is_read_again() {
    let mut simulation = build(&scene(""));
    assert_eq!(get(&mut simulation, "gauge"), (0.0, 1.0));
    let mut state = simulation.robots().next().unwrap().state;
    state.pose.translation.x = 2.5;
    simulation.place_robot(0, state).unwrap();
    assert_eq!(get(&mut simulation, "gauge"), (2.5, 2.0));
}

#[test]
fn a_called_actuator_clamps_its_commands_to_their_ranges() {
    let mut simulation = build(&scene(""));
    let both =
        |simulation: &Simulation| ["left", "right"].map(|name| value(simulation, "a", &format!("valves.{name}")));
    assert_eq!(simulation.call(0, "valves", "set", &[json!(0.5)]).unwrap(), Value::Null);
    assert_eq!(both(&simulation), [0.5; 2]);
    simulation.steps(3).unwrap();
    assert_eq!(both(&simulation), [0.5; 2], "it holds");
    simulation.call(0, "valves", "set", &[json!(-7)]).unwrap();
    assert_eq!(both(&simulation), [-1.0; 2]);
    let fault = simulation.call(0, "valves", "set", &[json!("x")]).unwrap_err();
    assert_eq!((fault.message(), both(&simulation)), ("`set` commands NaN", [-1.0; 2]));
}

/// A robot with valves and a service that commands them.
fn commanded(wheel: f64, params: &str) -> Simulation {
    build(&format!(
        r#"(format_version: 1, run: (dt: 0.05), robots: [(name: "a", model: "scout/standard",
            controller: (id: "control/constant", params: (commands: {{"left_wheel": {wheel}}})),
            actuators: {{"valves": "test/valves"}})],
            services: [(name: "chief", id: "test/commander", params: {params}, grants: [Command])])"#
    ))
}

/// Number of clamped commands, and the reported ones: time, component, path of the channel, and requested value.
fn limited(simulation: &Simulation) -> (u64, Vec<(f64, String, String, f64)>) {
    let channels = simulation.robot(0).unwrap().channels();
    let reported = simulation.first_limited().iter().map(|limit| {
        let channel = channels.iter().find(|channel| channel.index == limit.index).unwrap();
        (limit.time, limit.component.to_string(), channel.path.clone(), limit.asked)
    });
    (simulation.robots().next().unwrap().clamped_commands, reported.collect())
}

#[test]
fn clamped_commands_of_a_service_are_counted_and_the_first_one_is_reported() {
    let first = |component: &str, path: &str, asked: f64| vec![(0.0, component.to_string(), path.to_string(), asked)];
    let mut set = commanded(1.0, "(number: 7)");
    set.steps(3).unwrap();
    assert_eq!(limited(&set), (3, first("chief", "valves.left", 7.0)));
    assert_eq!(set.first_limited()[0].range, [-1.0, 1.0]);
    assert_eq!(value(&set, "a", "valves.left"), 1.0);

    let mut called = commanded(1.0, "(number: -7, calls: true)");
    called.steps(3).unwrap();
    assert_eq!(limited(&called), (6, first("chief", "valves.left", -7.0)), "both valves in every tick");

    let mut inside = commanded(1.0, "(number: 1)");
    inside.steps(3).unwrap();
    assert_eq!(limited(&inside), (0, Vec::new()), "the end of the range belongs to it");

    // Its controller was reported first; only one is reported per robot.
    let mut both = commanded(999.0, "(number: 7)");
    both.steps(2).unwrap();
    assert_eq!(limited(&both), (4, first("controller", "left_wheel.speed", 999.0)));
    assert_eq!(both.faults(), []);
}

#[test]
fn counts_of_limited_commands_of_services_are_the_same_after_a_snapshot() {
    let mut simulation = commanded(1.0, "(number: 7)");
    simulation.steps(2).unwrap();
    let before = simulation.snapshot().unwrap();
    simulation.steps(3).unwrap();
    let after = simulation.snapshot().unwrap();
    simulation.restore(&before).unwrap();
    assert_eq!(limited(&simulation).0, 2);
    simulation.steps(3).unwrap();
    assert_eq!(simulation.snapshot().unwrap().difference(&after), None);
    assert_eq!((limited(&simulation).0, simulation.first_limited().len()), (5, 1), "it is reported once per run");
    let mut again = commanded(1.0, "(number: 7)");
    again.steps(5).unwrap();
    assert_eq!(again.snapshot().unwrap().difference(&after), None);
}

#[test]
fn clamped_commands_of_a_called_function_are_counted_and_the_first_one_is_reported() {
    let mut simulation = build(&scene(""));
    simulation.steps(2).unwrap();
    simulation.call(0, "valves", "set", &[json!(-7)]).unwrap();
    simulation.call(0, "valves", "set", &[json!(0.5)]).unwrap();
    simulation.call(0, "valves", "set", &[json!(8)]).unwrap();
    let first = vec![(0.1, "valves".to_string(), "valves.left".to_string(), -7.0)];
    assert_eq!(limited(&simulation), (4, first));
}

#[test]
fn a_command_of_a_service_that_is_no_number_is_refused_and_named() {
    let mut simulation = commanded(1.0, "()");
    simulation.steps(2).unwrap();
    let [fault] = simulation.faults() else { panic!("{:?}", simulation.faults()) };
    assert_eq!(fault.message, "the command `left` of actuator `valves` is NaN");
    assert_eq!((fault.component.as_str(), fault.id.as_str()), ("chief", "test/commander"));
    assert_eq!(value(&simulation, "a", "valves.left"), 0.0);
    assert_eq!(limited(&simulation), (0, Vec::new()));
}

/// Starts, changes, idle calls and steps of the bridge.
fn bridge(simulation: &Simulation) -> [f64; 4] {
    let bridge = simulation.services().find(|service| service.name == "bridge").unwrap();
    assert!(!bridge.stopped && bridge.channels[3].name == "steps");
    [0, 1, 2, 3].map(|index| bridge.published[index])
}

#[test]
fn a_service_works_between_ticks_and_sees_components_and_fresh_readings() {
    let mut simulation = build(&scene(""));
    assert_eq!(simulation.idle_period(), Some(0.002));
    for _ in 0..3 {
        assert!(simulation.idle());
    }
    assert_eq!(simulation.faults(), []);
    assert_eq!((bridge(&simulation), simulation.tick()), ([1.0, 0.0, 3.0, 0.0], 0));
    simulation.steps(4).unwrap();
    assert!(simulation.idle());
    assert_eq!((bridge(&simulation), simulation.faults().len()), ([1.0, 0.0, 4.0, 4.0], 0));
    assert_eq!(value(&simulation, "a", "valves.left"), 0.25);
}

#[test]
fn a_service_that_stays_goes_on_in_a_changed_scene_and_in_a_new_run() {
    let mut old = build(&scene(""));
    old.steps(5).unwrap();
    let mut new = build(&scene(r#"remove: ["gps"]"#));
    let report = new.migrate_from(&mut old).unwrap();
    assert_eq!((report.services_kept, report.altered.len()), (vec!["bridge".to_string()], 1));
    new.idle();
    assert_eq!(bridge(&new), [1.0, 1.0, 1.0, 5.0]);

    let mut again = build(&scene(r#"remove: ["compass"]"#));
    again.adopt(new.take_persistent_services());
    assert!(new.finish().faults.is_empty());
    again.steps(1).unwrap();
    assert_eq!((bridge(&again), again.faults().len(), again.tick()), ([1.0, 2.0, 1.0, 6.0], 0, 1));
}

/// A model with three ports, and a gauge in the first.
const PORTED: &str = r#"(name: "box", links: [(name: "body", mass: (mass: 1, inertia: (1, 1, 1, 0, 0, 0)),
    collision: [(geometry: Box(size: (0.2, 0.2, 0.1)))]), (name: "wheel")],
    joints: [(name: "axle", parent: "body", child: "wheel", placement: (at: (0, 0.1, 0)), motion: Continuous, axis: (0, 1, 0))],
    sensors: [(name: "one", component: "test/gauge", port: "1", noise: {"sigma": 0.5})],
    ports: [(name: "1", kind: "jack"), (name: "2", kind: "jack"), (name: "3", kind: "socket")],
    dynamics: (id: "body/static"))"#;

/// Builds a scene with one robot of that model; `more` is inserted into the robot.
fn ported(more: &str) -> std::result::Result<(Simulation, RobotModelSpec), String> {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("box.robot.ron"), PORTED).unwrap();
    let file = folder.path().join("scene.ron");
    let robot = format!(r#"robots: [(name: "a", model: (file: "box.robot.ron"), {more})]"#);
    std::fs::write(&file, format!("(format_version: 1, {robot})")).unwrap();
    let loaded = load_file(&file);
    let options = BuildOptions { threads: Some(1), ..BuildOptions::default() };
    let built = Simulation::build(&loaded, &host(), &options).map_err(|findings| findings.to_string())?;
    let spec = robot_model(&loaded, &host(), &options, "a").map_err(|findings| findings.to_string())?;
    Ok((built.simulation, spec))
}

#[test]
fn a_part_knows_its_port_and_a_robot_lists_its_ports() {
    let (mut simulation, _) =
        ported(r#"sensors: {"two": (id: "test/gauge", port: "2"), "loose": "test/gauge"}"#).unwrap();
    let layout = simulation.robot(0).unwrap().layout();
    let ports: Vec<(&str, &str)> = layout.parts.iter().map(|part| (&*part.name, &*part.port)).collect();
    assert!(
        ports.contains(&("one", "1")) && ports.contains(&("two", "2")) && ports.contains(&("loose", "")),
        "{ports:?}"
    );
    assert_eq!(layout.ports.iter().map(|port| &*port.name).collect::<Vec<_>>(), ["1", "2", "3"]);
    simulation.steps(1).unwrap();
    assert_eq!(value(&simulation, "a", "two.port"), 2.0);
    assert_ne!(value(&simulation, "a", "one.x"), 0.0, "the model's noise holds");
    assert_eq!(value(&simulation, "a", "two.x"), 0.0);
}

/// BU-35: Six ports take one module each; the default robot leaves port 6 empty.
#[test]
fn a_port_takes_one_part_that_fits() {
    let refused = |more: &str| ported(more).err().unwrap_or_else(|| panic!("{more} is accepted"));
    let twice = refused(r#"sensors: {"two": (id: "test/gauge", port: "1")}"#);
    assert!(twice.contains("`one` and `two` are plugged into port `1`"), "{twice}");
    assert!(twice.contains("scene.ron:1:") && twice.contains("free ports: 2, 3"), "{twice}");
    let unknown = refused(r#"sensors: {"two": (id: "test/gauge", port: "7")}"#);
    assert!(unknown.contains("unknown port `7`"), "{unknown}");
    assert!(unknown.contains("ports of the model: 1, 2, 3"), "{unknown}");
    let unfit = refused(r#"sensors: {"two": (id: "test/gauge", port: "3")}"#);
    assert!(unfit.contains("`test/gauge` does not fit into port `3`") && unfit.contains("`socket`"), "{unfit}");
    let plugless = refused(r#"sensors: {"two": (id: "navigation/gps", port: "2")}"#);
    assert!(plugless.contains("no plug"), "{plugless}");
    ported(r#"sensors: {"one": (port: ""), "two": (id: "test/gauge", port: "1")}"#).unwrap();
}

#[test]
fn joints_may_sit_elsewhere_and_unknown_ones_are_named() {
    let (_, spec) = ported(r#"joints: {"axle": (at: (0.03, 0.08, 0.01), yaw: 0.5)}"#).unwrap();
    assert_eq!(spec.joints[0].placement, Placement::at(0.03, 0.08, 0.01).turned(0.0, 0.0, 0.5));
    let unknown = ported(r#"joints: {"axel": (at: (0, 0, 0))}"#).err().unwrap();
    assert!(unknown.contains("unknown joint `axel` in the model") && unknown.contains("`axle`"), "{unknown}");
}

/// BU-66: A robot is saved as a file and used as a template without loss.
#[test]
fn a_robot_of_a_scene_becomes_a_model_that_builds_the_same_robot() {
    let changes = r#"sensors: {"one": (port: "2", noise: (bias: 1)), "two": (id: "test/gauge", at: (0.1, 0, 0), yaw: 1)},
        joints: {"axle": (at: (0, 0.05, 0))}, actuators: {"valves": "test/valves"}"#;
    let (simulation, spec) = ported(changes).unwrap();
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("saved.robot.ron"), sim_core::model::to_ron(&spec).unwrap()).unwrap();
    let text = r#"(format_version: 1, robots: [(name: "a", model: (file: "saved.robot.ron"))])"#;
    let file = folder.path().join("scene.ron");
    std::fs::write(&file, text).unwrap();
    let loaded = Scene::load(&file).unwrap();
    let (again, options) = (simulate(&loaded, &host(), 1), BuildOptions::default());
    assert_eq!(again.robot(0).unwrap().layout(), simulation.robot(0).unwrap().layout());
    assert_eq!(robot_model(&loaded, &host(), &options, "a").unwrap(), spec);
    let missing = robot_model(&loaded, &host(), &options, "b").unwrap_err().to_string();
    assert!(missing.contains("unknown robot `b`"), "{missing}");
}

#[test]
fn a_scene_of_text_alone_knows_ports_too() {
    let text = r#"(format_version: 1, robots: [(name: "a", model: "scout/standard", sensors: {"gps": (port: "1")})])"#;
    let loaded = Scene::parse(text, Format::Ron, "test.ron").unwrap();
    let refused = Simulation::build(&loaded, &host(), &BuildOptions::default()).err().unwrap().to_string();
    assert!(refused.contains("`gps` is plugged into unknown port `1`"), "{refused}");
}

#[test]
fn wrenches_whose_sum_is_no_number_are_refused_to_the_service_that_adds_them() {
    let text = r#"(format_version: 1, run: (dt: 0.01), robots: [(name: "r", model: "scout/standard", dynamics: "body/rigid")],
        services: [(name: "press", id: "test/presser", grants: [Edit])])"#;
    let mut simulation = build(text);
    simulation.steps(1).unwrap();
    let [fault] = simulation.faults() else { panic!("{:?}", simulation.faults()) };
    assert!(fault.message.contains("the total wrench on robot 0 is not finite"), "{fault:?}");
    assert_eq!(fault.id, "test/presser");
}

/// A scene with a door of these parameters.
fn door(params: &str) -> Simulation {
    build(&format!(
        r#"(format_version: 1, run: (dt: 0.01), services: [(name: "door", id: "test/door", params: ({params}))])"#
    ))
}

#[test]
fn a_service_shows_how_it_is_and_what_it_refuses_is_not_called() {
    let mut simulation = door("");
    let panel = |simulation: &Simulation| simulation.services().next().and_then(|service| service.panel);
    assert!(panel(&simulation).is_none(), "it has not shown anything yet");
    simulation.steps(1).unwrap();
    let closed = panel(&simulation).unwrap();
    assert_eq!((closed.states[0].text.as_str(), closed.tasks.len(), closed.calls.len()), ("closed", 0, 0));
    simulation.steps(3).unwrap();
    assert!(Arc::ptr_eq(&closed, &panel(&simulation).unwrap()), "an unchanged panel is not sent again");
    assert_eq!(simulation.call_service("door", "open", &[]).unwrap(), json!(1));
    simulation.steps(1).unwrap();
    let open = panel(&simulation).unwrap();
    assert_eq!((open.states[0].text.as_str(), open.tasks[0].name.as_str()), ("open", "opening"));
    let refused = simulation.call_service("door", "open", &[]).unwrap_err().to_string();
    assert!(refused.contains("`open` is disabled: it is open: close it first"), "{refused}");
    simulation.call_service("door", "close", &[]).unwrap();
    simulation.steps(1).unwrap();
    assert_eq!(simulation.call_service("door", "open", &[]).unwrap(), json!(2), "the rejected call does not count");
    assert!(simulation.faults().is_empty(), "{:?}", simulation.faults());
}

#[test]
fn a_panel_with_a_function_that_there_is_not_is_a_fault_of_the_service() {
    let mut simulation = door(r#"stranger: "paint""#);
    simulation.steps(1).unwrap();
    let [fault] = simulation.faults() else { panic!("{:?}", simulation.faults()) };
    assert!(fault.message.contains("the service does not have the function `paint`"), "{fault:?}");
    assert_eq!(fault.id, "test/door");
}
