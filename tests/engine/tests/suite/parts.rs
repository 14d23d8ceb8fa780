//! Parts known to Webots users, in full scenes: messages, a gripper, batteries and charging stations, a supervisor,
//! keys.

use sim_abi::prelude::*;
use sim_core::engine::{BuildOptions, Simulation};
use sim_engine_tests::{build, build_on, load, position, shared_plugins_with, value};

/// Counts its steps and publishes the pressed keys.
struct Keyboard {
    steps: f64,
    count: Published,
    keys: Vec<Published>,
    down: Published,
    wheel: Output,
}

impl Controller for Keyboard {
    type Params = NoParams;

    fn new(_: NoParams, robot: &mut ControllerSetup) -> Result<Self> {
        let mut publish = |name: String| robot.publish(Channel::new(name, "1"));
        let (count, down) = (publish("steps".into()), publish("down".into()));
        let keys = (0..16).map(|key| publish(format!("key_{key}"))).collect();
        Ok(Self { steps: 0.0, count, keys, down, wheel: robot.actuator("left_wheel")? })
    }

    fn step(&mut self, io: &mut ControllerIo) -> Result {
        self.steps += 1.0;
        io.publish(self.count, self.steps);
        io.set(self.wheel, 1.0);
        let keys = io.keys();
        io.publish(self.down, keys.len() as f64);
        for (number, published) in self.keys.iter().enumerate() {
            // −1 without a key, as in Webots.
            io.publish(*published, keys.get(number).map_or(-1.0, |key| f64::from(*key)));
        }
        Ok(())
    }
}

sim_abi::export! {
    /// Publishes its keys.
    controller "test/keys" = Keyboard;
}

/// A scene with the controller above.
fn with_keys(text: &str) -> Simulation {
    build_on(&shared_plugins_with(sim_plugin::module()), text, 1)
}

/// A scout without commands.
const STILL: &str = r#"model: "scout/standard", controller: (id: "control/constant")"#;

fn healthy(simulation: &Simulation) {
    let faults = simulation.faults();
    assert!(faults.is_empty(), "{faults:?}");
}

/// BL-30: The parts that Webots users expect can be inserted, with their fields and defaults.
#[test]
fn a_message_without_an_end_to_its_range_reaches_everybody_but_its_sender() {
    let ear = r#"sensors: {"ear": (id: "radio/receiver", params: (words: 1, messages: 2))}"#;
    let mut simulation = build(&format!(
        r#"(format_version: 1, floor: (), robots: [
            (name: "sender", model: "scout/standard", controller: (id: "control/constant", params: (commands: {{"radio.send": 1, "radio.word_0": 7}})),
                actuators: {{"radio": (id: "radio/emitter", params: (words: 1, range: -1))}}, {ear}),
            (name: "far", {STILL}, at: (40000, -30000), {ear}),
        ])"#
    ));
    simulation.steps(2).unwrap();
    healthy(&simulation);
    assert_eq!((value(&simulation, "far", "ear.valid_0"), value(&simulation, "far", "ear.word_0_0")), (1.0, 7.0));
    assert!((value(&simulation, "far", "ear.distance_0") - 50_000.0).abs() < 1e-3);
    assert_eq!(value(&simulation, "sender", "ear.valid_0"), 0.0, "a sender does not receive its own message");
}

/// BL-30: The parts that Webots users expect can be inserted, with their fields and defaults.
#[test]
fn a_robot_in_between_blocks_infrared_but_not_radio() {
    let ear = |name: &str, infra_red: bool| {
        format!(r#""{name}": (id: "radio/receiver", params: (words: 0, infra_red: {infra_red}), at: (0, 0, 0.03))"#)
    };
    let scene = |between: f64| {
        format!(
            r#"(format_version: 1, floor: (), robots: [
                (name: "sender", model: "scout/standard", controller: (id: "control/constant", params: (commands: {{"radio.send": 1}})),
                    actuators: {{"radio": (id: "radio/emitter", params: (words: 0), at: (0, 0, 0.03))}}),
                (name: "between", {STILL}, at: (0.5, {between})),
                (name: "receiver", {STILL}, at: (1, 0), sensors: {{{}, {}}}),
            ])"#,
            ear("radio", false),
            ear("light", true)
        )
    };
    for (between, seen) in [(0.0, 0.0), (0.5, 1.0)] {
        let mut simulation = build(&scene(between));
        simulation.steps(2).unwrap();
        healthy(&simulation);
        assert_eq!(value(&simulation, "receiver", "radio.valid_0"), 1.0);
        assert_eq!(value(&simulation, "receiver", "light.valid_0"), seen, "the robot in between is at y = {between}");
    }
}

/// BL-30: The parts that Webots users expect can be inserted, with their fields and defaults.
#[test]
fn a_light_sensor_sees_the_lamp_of_the_scene_and_the_shadow_of_a_wall() {
    let mut simulation = build(&format!(
        r#"(format_version: 1, floor: (),
            lights: [(name: "lamp", kind: Point(radius: 50), at: (5, 0, 0.05), intensity: 0.5)],
            objects: [(name: "wall", shape: Box(size: (0.1, 0.6, 1)), at: (2.5, 1, 0.5))],
            robots: [
                (name: "lit", {STILL}, sensors: {{"eye": (id: "light/sensor", params: (occlusion: true, cosine: false))}}),
                (name: "shaded", {STILL}, at: (0, 2), sensors: {{
                    "eye": (id: "light/sensor", params: (occlusion: true, cosine: false)), "plain": (id: "light/sensor", params: (cosine: false))}}),
            ])"#
    ));
    simulation.steps(1).unwrap();
    healthy(&simulation);
    assert_eq!((value(&simulation, "lit", "eye.irradiance"), value(&simulation, "lit", "eye.response")), (0.5, 500.0));
    assert_eq!(
        (value(&simulation, "shaded", "eye.irradiance"), value(&simulation, "shaded", "plain.irradiance")),
        (0.0, 0.5)
    );
}

/// A charging station at the origin, and a robot whose keys are pressed by a script: away, and back.
fn charging(battery: &str, charger: &str) -> String {
    format!(
        r#"(format_version: 1, run: (dt: 0.02), floor: (),
            inputs: [
                (at: 0.5, key: "Up"), (at: 5.5, key: "Up", value: 0), (at: 8.5, key: "Down"), (at: 13.5, key: "Down", value: 0),
            ],
            robots: [(name: "a", model: "scout/standard", controller: (id: "control/keyboard"),
                sensors: {{"battery": (id: "power/battery", params: ({battery}))}})],
            services: [(name: "power", id: "power/charger", grants: [Command],
                params: (places: [(name: "home", radius: 0.3, power: 5)], {charger}))],
        )"#
    )
}

/// BL-30: The parts that Webots users expect can be inserted, with their fields and defaults.
#[test]
fn a_robot_leaves_drains_returns_and_is_charged() {
    let battery = r#"capacity: 100, idle: 0.5, joints: {"left_wheel": 0.1, "right_wheel": 0.1}"#;
    let mut simulation = build(&charging(battery, r#"commands: {"left_wheel": 0.05}"#));
    let energy = |simulation: &Simulation| value(simulation, "a", "battery.energy");
    simulation.steps(25).unwrap();
    assert!((energy(&simulation) - 100.0).abs() < 0.02, "at home it stays full: {}", energy(&simulation));
    // From 0.5 s on, it drives one meter at 0.2 m/s, and leaves the station after 1.5 s; then it stops until 8.5 s.
    simulation.steps(400).unwrap();
    healthy(&simulation);
    assert!((position(&simulation, "a")[0] - 1.0).abs() < 0.02);
    // The wheels turn at 0.2/0.021 rad/s for 3.5 s outside the station: 0.1 W·s/rad each, plus 0.05 from the command of
    // one.
    let rate = 0.2 / 0.021;
    let absence = 8.5 - 2.0;
    let expected = 100.0 - absence * 0.5 - 3.5 * rate * (0.1 + 0.1 + 0.05);
    assert!((energy(&simulation) - expected).abs() < 0.2, "{} instead of {expected}", energy(&simulation));
    assert_eq!(value(&simulation, "a", "battery.charge"), energy(&simulation) / 100.0);
    // At 12 s, it is back in range; it charges with 5 W minus its own consumption.
    simulation.steps(275).unwrap();
    healthy(&simulation);
    assert!(position(&simulation, "a")[0].abs() < 0.02);
    let back = energy(&simulation);
    assert!(back < 99.0, "{back}");
    simulation.steps(100).unwrap();
    assert!((energy(&simulation) - back - 2.0 * 4.5).abs() < 0.2, "{} after {back}", energy(&simulation));
    let power = |name: &str| {
        let service = simulation.services().next().unwrap();
        let place = service.channels.iter().position(|channel| channel.name == name).unwrap();
        service.published[place]
    };
    assert!((power("charging_a") - 5.0).abs() < 1e-9 && (power("giving_home") - 5.0).abs() < 1e-9);
}

/// BL-30: The parts that Webots users expect can be inserted, with their fields and defaults.
#[test]
fn a_robot_with_an_empty_battery_stops_and_goes_on_when_it_is_charged() {
    // 3 J at 1 W: it is empty 3 s after it has left the station at 2 s, while its key is still pressed.
    let scene = charging("capacity: 3, idle: 1", "resume: 0.5");
    let mut simulation = build(&scene);
    simulation.steps(253).unwrap();
    healthy(&simulation);
    let at = position(&simulation, "a")[0];
    assert_eq!(value(&simulation, "a", "battery.energy"), 0.0);
    assert!((0.8..0.95).contains(&at), "{at}");
    assert_eq!(value(&simulation, "a", "left_wheel.speed"), 0.0, "its commands are neutral");
    simulation.steps(5).unwrap();
    assert_eq!(position(&simulation, "a")[0], at);
    let snapshot = simulation.snapshot().unwrap();
    // A charge below its resume threshold has no effect; one above does. Its key is still pressed until 5.5 s.
    let charge = |simulation: &mut Simulation, energy: f64| {
        simulation.call(0, "battery", "charge", &[energy.into()]).unwrap();
        simulation.steps(3).unwrap();
        position(simulation, "a")[0] > at
    };
    assert!(!charge(&mut simulation, 1.0));
    assert!(charge(&mut simulation, 2.0));
    healthy(&simulation);
    // Halted robots are part of a snapshot.
    let mut again = build(&scene);
    again.restore(&snapshot).unwrap();
    assert_eq!(again.snapshot().unwrap().digest().unwrap(), snapshot.digest().unwrap());
    assert!(!charge(&mut again, 1.0) && charge(&mut again, 2.0));
    // Without being halted, it keeps driving.
    let mut free = build(&charging("capacity: 3, idle: 1", "hold: false"));
    free.steps(270).unwrap();
    assert!(position(&free, "a")[0] > at + 0.02);
}

/// BL-30: The parts that Webots users expect can be inserted, with their fields and defaults.
#[test]
fn the_gripper_of_the_examples_lifts_a_box_carries_it_and_sets_it_down() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/examples");
    let text = std::fs::read_to_string(folder.join("gripper.ron")).unwrap();
    // The text does not have a location: its robot file is named by its full path.
    let file = folder.join("robots/gripper.robot.ron").canonicalize().unwrap();
    let text = text.replace("robots/gripper.robot.ron", &file.display().to_string().replace('\\', "/"));
    assert!(load(&text).scene.objects.iter().any(|object| object.name == "box"));
    // By friction, it holds light and heavy boxes, with short and long steps, even if its fingers turn and push them
    // aside.
    for (dt, mass, yaw, aside) in [
        (0.005, 0.2, 0.0, 0.0),
        (0.002, 0.2, 0.0, 0.0),
        (0.01, 0.2, 0.0, 0.0),
        (0.005, 2.0, 0.0, 0.0),
        (0.001, 0.2, 0.1, 0.0),
        (0.0025, 0.2, 0.25, 0.0),
        (0.005, 0.2, 0.25, 0.005),
        (0.01, 20.0, -0.1, 0.005),
    ] {
        let text = text.replace("dt: 0.005", &format!("dt: {dt}")).replace("mass: 0.2", &format!("mass: {mass}"));
        carries(&text.replace("at: (0, 0, 0.03)", &format!("at: (0, {aside}, 0.03), yaw: {yaw}")));
    }
    // Smooth fingers cannot hold anything.
    let smooth = build(&text.replace("friction: 1.5", "friction: 0"));
    assert!(course(smooth).iter().all(|at| at[2] < 0.05));
}

/// Positions of the box, m, every second.
fn course(mut simulation: Simulation) -> Vec<[f64; 3]> {
    let steps = (1.0 / simulation.dt()).round() as u64;
    let second = |_| {
        simulation.steps(steps).unwrap();
        let (_, state) = simulation.movable_objects().find(|(name, _)| *name == "box").unwrap();
        state.pose.translation.vector.into()
    };
    let course = (0..12).map(second).collect();
    healthy(&simulation);
    course
}

fn carries(text: &str) {
    let course = course(build(text));
    let [_, _, highest] = course[5];
    assert!(highest > 0.33, "it is lifted by 33 cm: {course:?}");
    assert!((course[7][0] - 0.3).abs() < 0.01, "it is carried by 30 cm: {course:?}");
    let [x, y, z] = course[11];
    assert!((x - 0.3).abs() < 0.01 && y.abs() < 0.01 && (z - 0.03).abs() < 1e-3, "it is at rest there: {course:?}");
}

/// BL-30: The parts that Webots users expect can be inserted, with their fields and defaults.
/// BL-69: At least seven keys act at once.
#[test]
fn seven_keys_and_more_reach_a_controller_at_once_in_the_order_in_which_they_were_pressed() {
    let mut simulation = with_keys(
        r#"(format_version: 1, floor: (), robots: [(name: "a", model: "scout/standard", controller: (id: "test/keys"))])"#,
    );
    let seen = |simulation: &Simulation| {
        (0..16).map(|key| value(simulation, "a", &format!("controller.key_{key}"))).collect::<Vec<_>>()
    };
    simulation.steps(1).unwrap();
    assert_eq!((value(&simulation, "a", "controller.down"), seen(&simulation)), (0.0, vec![-1.0; 16]));
    let pressed = [keys::UP, 'A' as u32, keys::RIGHT, 'Z' as u32, keys::SPACE, keys::PAGE_DOWN, '7' as u32];
    pressed.iter().for_each(|key| simulation.press(None, *key, true).unwrap());
    simulation.steps(1).unwrap();
    let expected = |down: &[u32]| {
        let codes = down.iter().map(|key| f64::from(*key)).chain(std::iter::repeat(-1.0));
        codes.take(16).collect::<Vec<_>>()
    };
    assert_eq!((value(&simulation, "a", "controller.down"), seen(&simulation)), (7.0, expected(&pressed)));
    simulation.press(None, keys::RIGHT, false).unwrap();
    simulation.steps(1).unwrap();
    let left: Vec<u32> = pressed.into_iter().filter(|key| *key != keys::RIGHT).collect();
    assert_eq!(seen(&simulation), expected(&left));
    // At most sixteen are reported.
    ('B'..='T').for_each(|key| simulation.press(None, key as u32, true).unwrap());
    simulation.steps(1).unwrap();
    assert_eq!(value(&simulation, "a", "controller.down"), 16.0);
    healthy(&simulation);
}

/// A world with a supervisor, a robot that counts, a movable box and a fixed post.
fn supervised(grants: &str) -> Simulation {
    with_keys(&format!(
        r#"(format_version: 1, run: (dt: 0.01), floor: (),
            objects: [(name: "box", shape: Box(size: (0.2, 0.2, 0.2)), at: (2, 0, 0.1), mass: 1), (name: "post", shape: Sphere(radius: 0.1), at: (0, 3, 0.1))],
            robots: [(name: "a", model: "scout/standard", controller: (id: "test/keys"))],
            services: [(name: "boss", id: "supervisor/control", grants: [{grants}], params: (labels: [(name: "goal", text: "Goal", shown: false)]))],
        )"#
    ))
}

fn ask(simulation: &mut Simulation, function: &str, arguments: Value) -> Result<Value> {
    let arguments = arguments.as_array().unwrap().clone();
    simulation.call_service("boss", function, &arguments)
}

fn call(simulation: &mut Simulation, function: &str, arguments: Value) -> Value {
    ask(simulation, function, arguments).unwrap_or_else(|fault| panic!("{function}: {fault}"))
}

/// BL-30: The parts that Webots users expect can be inserted, with their fields and defaults.
#[test]
fn a_supervisor_finds_reads_and_moves_what_is_in_the_world() {
    let mut simulation = supervised("Edit, Command");
    simulation.steps(1).unwrap();
    for (name, kind) in [("a", "robot"), ("box", "object"), ("post", "object"), ("moon", "")] {
        assert_eq!(call(&mut simulation, "find", json!([name])), json!(kind), "{name}");
    }
    assert!(call(&mut simulation, "objects", json!([])).as_str().unwrap().contains("post"));
    assert_eq!(call(&mut simulation, "pose", json!(["post"]))[1], json!(3.0));
    call(&mut simulation, "set_pose", json!(["a", 1, -1, 0, 0, 0, 0.5]));
    call(&mut simulation, "set_position", json!(["box", 3, 0, 0.1]));
    simulation.steps(1).unwrap();
    assert!((position(&simulation, "a")[1] + 1.0).abs() < 1e-9);
    let pose = call(&mut simulation, "pose", json!(["a"]));
    assert!((pose[5].as_f64().unwrap() - 0.5).abs() < 1e-9 && pose[0] == json!(1.0), "{pose}");
    let (_, state) = simulation.movable_objects().next().unwrap();
    assert!((state.pose.translation.x - 3.0).abs() < 1e-6, "{state:?}");
    // A fixed object is not moved; the log suggests a remedy, and the service continues.
    simulation.take_log();
    call(&mut simulation, "set_position", json!(["post", 0, 0, 1]));
    simulation.steps(1).unwrap();
    let log = simulation.take_log();
    assert!(log.iter().any(|line| line.text.to_string().contains("post")), "{log:?}");
    assert_eq!(call(&mut simulation, "pose", json!(["post"]))[1], json!(3.0));
    healthy(&simulation);
}

/// BL-30: The parts that Webots users expect can be inserted, with their fields and defaults.
#[test]
fn a_supervisor_adds_and_removes_objects_while_the_run_waits() {
    let mut simulation = supervised("Edit");
    simulation.steps(1).unwrap();
    call(
        &mut simulation,
        "add_object",
        json!([r#"{"name": "ball", "shape": {"Sphere": {"radius": 0.1}}, "at": [0, -2, 0.1]}"#]),
    );
    assert_eq!(call(&mut simulation, "find", json!(["ball"])), json!(""));
    let tick = simulation.tick();
    assert!(simulation.idle_period().is_some_and(|period| period <= 0.05));
    // It executes the request, and sees the result at its next look.
    simulation.idle();
    simulation.idle();
    assert_eq!((simulation.tick(), call(&mut simulation, "find", json!(["ball"]))), (tick, json!("object")));
    call(&mut simulation, "remove_object", json!(["ball"]));
    simulation.steps(2).unwrap();
    assert_eq!(call(&mut simulation, "find", json!(["ball"])), json!(""));
    healthy(&simulation);
}

/// BL-30: The parts that Webots users expect can be inserted, with their fields and defaults.
#[test]
fn a_supervisor_restarts_and_holds_controllers() {
    let mut simulation = supervised("Command");
    let steps = |simulation: &Simulation| value(simulation, "a", "controller.steps");
    simulation.steps(5).unwrap();
    assert_eq!(steps(&simulation), 5.0);
    call(&mut simulation, "restart", json!(["a"]));
    // The call is executed at the end of the next tick.
    simulation.steps(1).unwrap();
    assert_eq!(steps(&simulation), 6.0);
    simulation.steps(2).unwrap();
    assert_eq!(steps(&simulation), 2.0, "it restarts counting");
    assert_eq!(value(&simulation, "a", "left_wheel.speed"), 1.0);
    call(&mut simulation, "hold", json!(["a", true]));
    simulation.steps(4).unwrap();
    assert_eq!((steps(&simulation), value(&simulation, "a", "left_wheel.speed")), (3.0, 0.0));
    // A halted robot ignores all commands.
    call(&mut simulation, "command", json!(["a", "left_wheel", 2]));
    simulation.steps(2).unwrap();
    assert_eq!(value(&simulation, "a", "left_wheel.speed"), 0.0);
    call(&mut simulation, "hold", json!(["a", false]));
    simulation.steps(3).unwrap();
    assert_eq!((steps(&simulation), value(&simulation, "a", "left_wheel.speed")), (5.0, 1.0));
    healthy(&simulation);
}

/// BL-30: The parts that Webots users expect can be inserted, with their fields and defaults.
#[test]
fn a_supervisor_shows_labels_and_ends_the_run_and_needs_grants_for_the_rest() {
    let mut simulation = supervised("");
    call(&mut simulation, "show_label", json!(["goal", 1, 2, 3]));
    simulation.steps(1).unwrap();
    let service = simulation.services().next().unwrap();
    let at = |name: &str| service.published[service.channels.iter().position(|channel| channel.name == name).unwrap()];
    assert_eq!(["goal_x", "goal_y", "goal_z", "goal_shown"].map(at), [1.0, 2.0, 3.0, 1.0]);
    assert_eq!(service.drawings.len(), 1);
    for (function, arguments, grant) in
        [("hold", json!(["a", true]), "Command"), ("remove_object", json!(["box"]), "Edit")]
    {
        simulation.take_log();
        call(&mut simulation, function, arguments);
        simulation.steps(1).unwrap();
        let log = simulation.take_log();
        assert!(log.iter().any(|line| line.text.to_string().contains(grant)), "{function}: {log:?}");
    }
    call(&mut simulation, "stop", json!(["that is all"]));
    simulation.steps(1).unwrap();
    assert_eq!(simulation.stopped(), Some("that is all"));
    healthy(&simulation);
}

#[test]
fn a_parameter_under_its_former_name_is_read_with_a_warning() {
    let scene = |params: &str| {
        load(&format!(
            r#"(format_version: 1, robots: [(name: "a", model: "scout/standard",
                sensors: {{"range": (params: ({params}))}})])"#
        ))
    };
    let options = BuildOptions { threads: Some(1), ..BuildOptions::default() };
    let build = |params: &str| Simulation::build(&scene(params), &sim_engine_tests::shared_plugins(), &options);
    let built = build("reach: 0.7, none: Infinity").unwrap_or_else(|findings| panic!("{findings}"));
    let warnings: Vec<_> = built.warnings.iter().map(|warning| warning.message.to_string()).collect();
    assert_eq!(warnings, ["`reach` is now called `max_range`", "`none` is now called `no_hit`"]);
    let current = build("max_range: 0.7, no_hit: Infinity").unwrap_or_else(|findings| panic!("{findings}"));
    assert!(current.warnings.is_empty(), "{}", current.warnings);
    let mut runs = [built.simulation, current.simulation];
    runs.iter_mut().for_each(|simulation| simulation.steps(10).unwrap());
    assert!(value(&runs[0], "a", "range.ray_0").is_infinite());
    assert_eq!(runs[0].state_hash(), runs[1].state_hash());
    let findings = build("reach: 0.7, max_range: 0.8").err().expect("both names");
    assert!(findings.to_string().contains("unknown parameter `reach`"), "{findings}");
}
