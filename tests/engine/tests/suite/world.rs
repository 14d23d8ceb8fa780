//! Effects of robots on the world and on each other, through real plugins.

use sim_abi::model::ComponentRef;
use sim_core::engine::Simulation;
use sim_core::plugins::{PluginHost, SearchPath};
use sim_engine_tests::{build, position, shared_plugins, value};

fn scene(rest: &str) -> String {
    format!("(format_version: 1, run: (dt: 0.02), {rest})")
}

const DRIVER: &str = r#"model: "scout/standard", controller: (id: "control/constant", params: (commands: {"left_wheel": 10.0, "right_wheel": 10.0}))"#;
const STILL: &str = r#"model: "scout/standard", controller: (id: "control/constant")"#;

#[test]
fn a_robot_stops_at_a_wall_and_never_enters_it() {
    let mut simulation = build(&scene(&format!(
        r#"objects: [(name: "wall", shape: Box(size: (0.1, 2, 0.5)), at: (0.55, 0, 0.25))], robots: [(name: "a", {DRIVER})]"#
    )));
    let mut deepest = f64::NEG_INFINITY;
    simulation
        .run(|simulation| {
            deepest = deepest.max(position(simulation, "a")[0] + 0.085 - 0.5);
            simulation.tick() >= 500
        })
        .unwrap();
    assert!((position(&simulation, "a")[0] - 0.415).abs() < 2e-3, "{:?}", position(&simulation, "a"));
    assert!(deepest < 2e-3, "{deepest}");
    assert_eq!(simulation.robots().next().unwrap().collisions, 1, "a lasting contact is one collision");
    assert!(value(&simulation, "a", "bumper.pressed_0") == 1.0);
}

#[test]
fn a_fast_robot_does_not_pass_through_a_thin_wall() {
    // 0.5 m per step against a 2 cm wall.
    let text = scene(&format!(
        r#"objects: [(name: "wall", shape: Box(size: (0.02, 2, 0.5)), at: (1.7, 0, 0.25))],
           robots: [(name: "a", {DRIVER}, actuators: {{"left_wheel": (params: (max_speed: 2000)), "right_wheel": (params: (max_speed: 2000))}})]"#
    ));
    let text = text.replace("10.0", "1190.0");
    let mut simulation = build(&text);
    simulation.steps(50).unwrap();
    let x = position(&simulation, "a")[0];
    assert!(x < 1.69 && x > 1.5, "{x}");
}

#[test]
fn a_crate_is_pushed_and_a_heavy_one_less() {
    let pushed = |mass: f64| {
        let mut simulation = build(&scene(&format!(
            r#"floor: (), objects: [(name: "crate", shape: Box(size: (0.2, 0.2, 0.1)), at: (0.3, 0, 0.05), mass: {mass})], robots: [(name: "a", {DRIVER})]"#
        )));
        simulation.steps(100).unwrap();
        let world = simulation.world();
        let body = world.bodies.iter().position(|body| &*body.name == "crate").unwrap();
        world.index.pose(sim_core::geometry::BodyId(body as u32)).unwrap().translation.vector
    };
    let (light, heavy) = (pushed(0.2), pushed(200.0));
    assert!(light.x > 0.4, "{light:?}");
    assert!(heavy.x < light.x - 0.05, "{heavy:?}");
    assert!((light.z - 0.05).abs() < 5e-3, "the crate stays on the floor: {light:?}");
}

#[test]
fn a_ball_falls_as_gravity_says_and_comes_to_rest_on_the_floor() {
    let mut simulation = build(
        r#"(format_version: 1, run: (dt: 0.001), floor: (), objects: [(name: "ball", shape: Sphere(radius: 0.1), at: (0, 0, 1.1), mass: 1)])"#,
    );
    let height =
        |simulation: &Simulation| simulation.world().index.pose(sim_core::geometry::BodyId(1)).unwrap().translation.z;
    simulation.steps(400).unwrap();
    let fallen = 1.1 - height(&simulation);
    // h = g t² / 2; the semi-implicit step is exact up to g t dt / 2.
    assert!((fallen - 0.5 * 9.81 * 0.16).abs() < 9.81 * 0.4 * 0.001, "{fallen}");
    simulation.steps(3000).unwrap();
    assert!((height(&simulation) - 0.1).abs() < 1e-3, "{}", height(&simulation));
}

#[test]
fn a_sensor_on_a_servo_turns_with_it() {
    let mut simulation = build(&scene(
        r#"objects: [(name: "left", shape: Box(size: (0.2, 0.2, 0.5)), at: (0, 1.02, 0.25))],
           robots: [(name: "a", model: "scout/standard", controller: (id: "control/constant", params: (commands: {"turret": 1.5707963267948966})))]"#,
    ));
    simulation.steps(2).unwrap();
    assert_eq!(value(&simulation, "a", "turret_range.distance"), 3.0, "nothing is ahead");
    simulation.steps(150).unwrap();
    let distance = value(&simulation, "a", "turret_range.distance");
    // The ray starts 0.02 m off the axis, toward the box 0.92 m away.
    assert!((distance - 0.9).abs() < 1e-9, "{distance}");
}

#[test]
fn messages_arrive_in_range_one_tick_later() {
    let mut simulation = build(&scene(&format!(
        r#"robots: [
            (name: "sender", {STILL}, actuators: {{"radio": (id: "radio/emitter", params: (words: 1, range: 2.0))}}),
            (name: "near", {STILL}, at: (1, 0), yaw: 1.5707963267948966, sensors: {{"radio": (id: "radio/receiver", params: (words: 1))}}),
            (name: "far", {STILL}, at: (3, 0), sensors: {{"radio": (id: "radio/receiver", params: (words: 1))}}),
        ]"#
    ).replacen(r#"(id: "control/constant")"#, r#"(id: "control/constant", params: (commands: {"radio.send": 1.0, "radio.word_0": 42.0}))"#, 1)));
    simulation.steps(1).unwrap();
    assert_eq!(value(&simulation, "near", "radio.valid_0"), 0.0, "nothing was sent before the first tick");
    simulation.steps(1).unwrap();
    assert_eq!(value(&simulation, "near", "radio.valid_0"), 1.0);
    assert_eq!(value(&simulation, "near", "radio.sender_0"), 0.0);
    assert_eq!(value(&simulation, "near", "radio.word_0_0"), 42.0);
    assert!((value(&simulation, "near", "radio.distance_0") - 1.0).abs() < 0.05);
    // The sender is behind x = 1, and the receiver faces +y: the message comes from its left.
    assert!((value(&simulation, "near", "radio.bearing_0") - std::f64::consts::FRAC_PI_2).abs() < 0.1);
    assert_eq!(value(&simulation, "far", "radio.valid_0"), 0.0);
}

#[test]
fn lights_of_robots_are_seen_by_the_world() {
    let mut simulation = build(&scene(
        r#"robots: [(name: "a", model: "scout/standard", controller: (id: "control/constant", params: (commands: {"led.red": 1.0, "led.intensity": 0.5})))]"#,
    ));
    simulation.steps(2).unwrap();
    let lights = &simulation.world().lights;
    assert_eq!(lights.len(), 1);
    assert_eq!((lights[0].color.x, lights[0].color.y, lights[0].intensity, lights[0].owner), (1.0, 0.0, 0.5, 0));
}

#[test]
fn the_floor_is_read_under_the_sensor() {
    let mut simulation = build(&scene(&format!(
        r#"floor: (paint: [Polygon(points: [(1, -1), (2, -1), (2, 1), (1, 1)], color: (1, 0, 0))]),
           robots: [(name: "white", {STILL}), (name: "red", {STILL}, at: (1.5, 0))]"#
    )));
    simulation.steps(1).unwrap();
    let color = |robot| ["red", "green", "blue"].map(|part| value(&simulation, robot, &format!("ground.{part}")));
    assert_eq!(color("white"), [1.0, 1.0, 1.0]);
    assert_eq!(color("red"), [1.0, 0.0, 0.0]);
}

#[test]
fn noise_reaches_the_reading_and_leaves_the_clean_value() {
    let mut simulation = build(&scene(&format!(
        r#"robots: [(name: "a", {STILL}, at: (3, 0), sensors: {{"gps": (noise: (sigma: 0.5))}})]"#
    )));
    let mut sum = 0.0;
    for _ in 0..500 {
        simulation.steps(1).unwrap();
        assert_eq!(value(&simulation, "a", "clean.gps.x"), 3.0);
        sum += (value(&simulation, "a", "gps.x") - 3.0).powi(2);
    }
    let deviation = (sum / 500.0).sqrt();
    assert!((deviation - 0.5).abs() < 0.07, "{deviation}");
}

#[test]
fn a_sensor_with_a_period_keeps_its_reading_in_between() {
    let mut simulation =
        build(&scene(&format!(r#"robots: [(name: "a", {DRIVER}, sensors: {{"gps": (period: 0.1)}})]"#)));
    let mut readings = Vec::new();
    for _ in 0..20 {
        simulation.steps(1).unwrap();
        readings.push(value(&simulation, "a", "gps.x"));
    }
    for group in readings.chunks(5) {
        assert!(group.iter().all(|reading| *reading == group[0]), "{readings:?}");
    }
    assert!(readings[19] > readings[10]);
}

/// NA-64: A sensor that the controller does not read costs no rays.
#[test]
fn a_sensor_on_demand_is_read_only_where_the_controller_has_asked_for_it() {
    let text = |controller: &str| {
        scene(&format!(
            r#"objects: [(name: "wall", shape: Box(size: (0.1, 4, 1)), at: (0.6, 0, 0.5))],
            robots: [(name: "a", model: "scout/standard", controller: "{controller}",
                sensors: {{"range": (on_demand: true), "gps": (on_demand: true)}})],"#
        ))
    };
    let readings = |simulation: &mut Simulation| {
        simulation.steps(5).unwrap();
        [value(simulation, "a", "range.ray_0") < 1.0, value(simulation, "a", "gps.x") != 0.0]
    };
    let mut wandering = build(&text("control/wander"));
    assert_eq!(readings(&mut wandering), [true, false], "it reads the rays and not where it is");
    let mut constant = build(&text("control/constant"));
    assert_eq!(readings(&mut constant), [false, false]);
    constant.set_controller(&shared_plugins(), 0, &ComponentRef::new("control/wander")).unwrap();
    assert_eq!(readings(&mut constant), [true, false], "the new controller has queried");
}

/// NA-23: Overlaps of robots and walls are logged; by default bodies pass through each other.
#[test]
fn bodies_may_go_through_each_other_and_are_noticed() {
    let mut simulation = build(
        r#"(format_version: 1, run: (dt: 0.01, contacts: DetectOnly), media: [(name: "water", region: Below(0.0), density: 1000)],
            objects: [(name: "wall", shape: Box(size: (0.02, 4, 4)), at: (2.2, 0, -1))],
            robots: [
                (name: "a", model: "bluerov2/standard", dynamics: "marine/modelo0", at: (-1, 0, -1), velocity: (3, 0, 0)),
                (name: "b", model: "bluerov2/standard", at: (1, 0.1, -1), velocity: (-0.1, 0, 0)),
            ])"#,
    );
    let mut began = Vec::new();
    for _ in 0..300 {
        simulation.steps(1).unwrap();
        began.extend(simulation.new_contacts().map(|(a, b)| format!("{a}-{b}")));
    }
    let place = position(&simulation, "a");
    assert!(place[0] > 2.6 && place[1] == 0.0, "{place:?}");
    assert_eq!(began, ["a-b", "wall-a"]);
}

#[test]
fn the_operators_script_drives_a_robot() {
    let mut simulation = build(&scene(
        r#"inputs: [(at: 1.0, key: "Up"), (at: 2.0, key: "Up", value: 0), (at: 0.5, key: "axis.forward", value: -1.0, robot: "b")],
           robots: [(name: "a", model: "scout/standard", controller: "control/keyboard"), (name: "b", model: "scout/standard", at: (0, 1), controller: "control/keyboard")]"#,
    ));
    simulation.steps(50).unwrap();
    assert_eq!(position(&simulation, "a")[0], 0.0, "nothing is pressed in the first second");
    simulation.steps(60).unwrap();
    let driven = position(&simulation, "a")[0];
    assert!(driven > 0.1, "{driven}");
    simulation.steps(50).unwrap();
    assert!((position(&simulation, "a")[0] - driven).abs() < 0.02, "the key was released");
    assert!(position(&simulation, "b")[0] < -0.1, "{:?}", position(&simulation, "b"));
}

#[test]
fn a_service_with_the_grant_puts_a_robot_back() {
    let text = |grants: &str| {
        scene(&format!(
            r#"services: [(name: "fence", id: "monitor/fence", params: (min: (-1, -1), max: (0.5, 1), action: "put_back"), grants: [{grants}])],
               robots: [(name: "a", {DRIVER})]"#
        ))
    };
    let mut simulation = build(&text("Edit"));
    let mut farthest = f64::NEG_INFINITY;
    simulation
        .run(|simulation| {
            farthest = farthest.max(position(simulation, "a")[0]);
            simulation.tick() >= 400
        })
        .unwrap();
    assert!(simulation.faults().is_empty(), "{:?}", simulation.faults());
    assert!(farthest <= 0.51 && farthest > 0.45, "{farthest}");
    let refused = sim_core::scene::Scene::parse(&text(""), sim_core::scene::text::Format::Ron, "test.ron").unwrap();
    let refused = Simulation::build(&refused, &shared_plugins(), &Default::default());
    let message = refused.err().expect("without the grant the service refuses").to_string();
    assert!(message.contains("grant"), "{message}");
}

#[test]
fn acceptance_conditions_are_judged() {
    let mut simulation = build(&scene(&format!(
        r#"robots: [(name: "a", {DRIVER})], acceptance: [
            ReachedBy(robot: "a", at: (0.5, 0), within: 0.05, by: 4.0),
            ReachedBy(robot: "a", at: (0.5, 0), within: 0.05, by: 0.1, name: "too early"),
            PoseWithin(robot: "a", at: (0, 0), within: 0.01),
            NoCollision(),
            ValueWithin(robot: "a", channel: "left_wheel.speed", min: 0.0, max: 10.0),
        ]"#
    )));
    simulation.steps(200).unwrap();
    let met: Vec<bool> =
        simulation.verdicts().iter().map(|verdict| verdict.outcome == sim_core::engine::Outcome::Passed).collect();
    assert_eq!(met, [true, false, false, true, true], "{:?}", simulation.verdicts());
}

#[test]
fn conditions_apply_at_the_end_throughout_or_by_a_deadline() {
    let speed = r#"robot: "a", channel: "left_wheel.speed""#;
    let mut simulation = build(&scene(&format!(
        r#"robots: [(name: "a", {DRIVER})], acceptance: [
            PoseWithin(robot: "a", at: (0, 0), within: 0.1, when: By(0.3)),
            PoseWithin(robot: "a", at: (0, 0), within: 0.1, when: Always),
            PoseWithin(robot: "a", at: (0, 0), within: 0.1, yaw: 3, yaw_within: 0.1, when: By(4)),
            ValueWithin({speed}, min: 9, when: End),
            ValueWithin({speed}, min: 9, when: By(4)),
            ValueWithin({speed}, min: 11, when: By(4)),
            ValueWithin({speed}, min: 11, when: Always),
        ]"#
    )));
    simulation.steps(200).unwrap();
    let verdicts = simulation.verdicts();
    let met: Vec<bool> = verdicts.iter().map(|verdict| verdict.outcome == sim_core::engine::Outcome::Passed).collect();
    assert_eq!(met, [true, false, false, true, true, false, false], "{verdicts:?}");
    assert!(verdicts[2].observed.contains("m away"), "{verdicts:?}");
    assert!(
        verdicts[5].observed.starts_with("not reached by") && !verdicts[5].observed.contains("m away"),
        "{verdicts:?}"
    );
}

#[test]
fn words_of_a_choice_are_written_bare_or_quoted_and_in_either_case() {
    let robot = |equipment: &str| {
        let model = format!(r#"model: (id: "scout/standard", params: (equipment: {equipment}))"#);
        scene(&format!(r#"robots: [(name: "a", {model})]"#))
    };
    let sensors = |equipment: &str| build(&robot(equipment)).robot(0).unwrap().layout().parts.len();
    for word in ["Minimal", "minimal", "\"minimal\"", "\"Minimal\""] {
        assert_eq!(sensors(word), sensors("\"minimal\""), "{word}");
    }
    assert!(sensors("Full") > sensors("Minimal"));
    let fence = |action: &str| {
        let grants = "grants: [Edit]";
        scene(&format!(r#"services: [(name: "f", id: "monitor/fence", params: (action: {action}), {grants})]"#))
    };
    for word in ["PutBack", "put_back", "\"put_back\"", "\"put-back\""] {
        build(&fence(word));
    }
    let loaded =
        sim_core::scene::Scene::parse(&fence("PutBak"), sim_core::scene::text::Format::Ron, "test.ron").unwrap();
    let refused = Simulation::build(&loaded, &shared_plugins(), &Default::default());
    let findings = refused.err().expect("the choice is invalid");
    let finding = findings.iter().next().unwrap();
    assert_eq!(finding.code, sim_core::diagnostic::Code::SceneParameterType);
    assert_eq!(finding.nearest.as_deref(), Some("put_back"));
    assert_eq!(finding.expected.as_deref(), Some("one of `report`, `put_back`"));
}

#[test]
fn another_dynamics_model_is_one_word_and_changes_the_motion() {
    let run = |dynamics: &str| {
        let mut simulation = build(&scene(&format!(r#"robots: [(name: "a", {DRIVER}, dynamics: "{dynamics}")]"#)));
        simulation.steps(50).unwrap();
        position(&simulation, "a")[0]
    };
    let (kinematic, dynamic) = (run("diff-drive/kinematic"), run("diff-drive/dynamic"));
    // Rolling without slip: 10 rad/s on wheels of 2.1 cm for 1 s, the first tick's command included.
    assert!((kinematic - 0.21).abs() < 1e-9, "{kinematic}");
    assert!(dynamic < kinematic - 0.005 && dynamic > 0.1, "the motor's lag costs distance: {dynamic}");
}

#[test]
fn a_dynamics_is_exchanged_while_the_simulation_runs() {
    let mut simulation = build(&scene(&format!(r#"robots: [(name: "a", {DRIVER})]"#)));
    simulation.steps(20).unwrap();
    let before = position(&simulation, "a");
    let host = shared_plugins();
    let wanted = ComponentRef::new("body/static");
    let speed = |simulation: &Simulation| simulation.robots().next().unwrap().state.linear_velocity.norm();
    assert!(speed(&simulation) > 0.01);
    simulation.set_dynamics(&host, 0, &wanted).unwrap();
    simulation.steps(20).unwrap();
    assert_eq!((position(&simulation, "a"), speed(&simulation)), (before, 0.0));
    let unknown = simulation.set_dynamics(&host, 0, &ComponentRef::new("diff-drive/kinematik"));
    assert_eq!(unknown.unwrap_err().nearest.as_deref(), Some("diff-drive/kinematic"));
}

#[test]
fn an_exchanged_dynamics_moves_the_joints_that_it_would_move_had_the_robot_been_built_with_it() {
    let with = |dynamics: &str| build(&scene(&format!(r#"robots: [(name: "a", {DRIVER}, dynamics: "{dynamics}")]"#)));
    // The hash covers joint positions. `body/static` leaves the wheels to the core, the others turn them.
    let ran = |mut simulation: Simulation| {
        simulation.steps(50).unwrap();
        simulation.state_hash()
    };
    let host = shared_plugins();
    let kinds = ["diff-drive/kinematic", "diff-drive/dynamic", "body/static"];
    for (from, to) in kinds.iter().flat_map(|from| kinds.iter().map(move |to| (from, to))) {
        let mut exchanged = with(from);
        exchanged.set_dynamics(&host, 0, &ComponentRef::new(*to)).unwrap();
        assert_eq!(ran(exchanged), ran(with(to)), "{from} exchanged for {to}");
    }
}

#[test]
fn the_telemetry_contains_the_movable_joints() {
    let mut simulation = build(&scene(&format!(r#"robots: [(name: "a", {DRIVER})]"#)));
    let channels = simulation.robot(0).unwrap().channels();
    let joints: Vec<_> = channels.iter().filter(|channel| channel.path.starts_with("joints.")).collect();
    let units: Vec<_> = joints.iter().map(|channel| channel.channel.unit.as_str()).collect();
    assert_eq!(units, ["rad", "rad/s"].repeat(3), "two wheels and a turret: {joints:#?}");
    assert!(
        joints.iter().all(|channel| simulation.robot(0).unwrap().telemetry()[channel.index] == 0.0),
        "at the start"
    );
    simulation.steps(50).unwrap();
    for wheel in ["left_wheel", "right_wheel"] {
        let [position, velocity] =
            ["", "_velocity"].map(|part| value(&simulation, "a", &format!("joints.{wheel}{part}")));
        assert!(velocity > 9.0 && velocity <= 10.0, "{velocity} rad/s");
        assert!(position > 5.0 && position <= 10.0, "{position} rad after 1 s");
    }
    let layout = simulation.robot(0).unwrap().layout();
    let part = layout.parts.iter().find(|part| part.name == "joints").expect("services find it, too");
    assert_eq!(part.published_offset + part.published.len(), layout.len);
}

#[test]
fn a_library_copied_between_the_scan_and_the_watch_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let search = SearchPath::only([folder.path().to_path_buf()]);
    let mut host = PluginHost::new(search).unwrap();
    host.load_all();
    let library = sim_engine_tests::plugin_files().into_iter().find(|file| file.to_string_lossy().contains("fence"));
    let library = library.unwrap();
    std::fs::copy(&library, folder.path().join(library.file_name().unwrap())).unwrap();
    let mut watch = host.watch().unwrap();
    let start = std::time::Instant::now();
    while host.take_changes(&mut watch).is_empty() {
        assert!(start.elapsed().as_secs() < 20, "it is never found");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    assert!(host.components().iter().any(|offer| offer.id() == "monitor/fence"));
}

/// A scout at the origin that faces along x a painted object 0.5 m ahead; the first ray of its ring and the color below
/// a point ahead of it.
fn before(paint: &str) -> (Simulation, f64, f64) {
    let mut simulation = build(&format!(
        r#"(format_version: 1, run: (dt: 0.05), floor: (paint: [{paint}]),
            robots: [(name: "a", model: "scout/standard", sensors: {{"ground": (at: (0.6, 0, 0))}},
                      controller: (id: "control/constant", params: (commands: {{"left_wheel": 5, "right_wheel": 5}})))])"#
    ));
    simulation.steps(1).unwrap();
    let (ahead, below) = (value(&simulation, "a", "range.ray_0"), value(&simulation, "a", "ground.luminance"));
    (simulation, ahead, below)
}

/// BU-25: Objects with a height collide and have a distance; flat drawings only change `grey`.
#[test]
fn paint_is_seen_below_and_is_an_obstacle_with_a_height() {
    let paints = [
        ("Stroke(points: [(0.55, -1), (0.55, 1)], width: 0.1, color: (0, 0, 0)HEIGHT)", 0.5),
        ("Disc(at: (0.7, 0), radius: 0.2, color: (0, 0, 0)HEIGHT)", 0.5),
        // Concave, with clockwise corners: the area before the notch counts.
        ("Polygon(points: [(0.5, 0.5), (1, 0.5), (1, -0.5), (0.5, -0.5), (0.55, 0)], color: (0, 0, 0)HEIGHT)", 0.55),
    ];
    for (paint, distance) in paints {
        let (simulation, ahead, below) = before(&paint.replace("HEIGHT", ""));
        assert!(ahead.is_infinite() || ahead >= 1.0, "{paint}: {ahead}");
        assert_eq!(below, 0.0, "{paint}");
        assert!(simulation.world().bodies.iter().all(|body| !body.name.starts_with("floor.paint")));

        let (mut simulation, ahead, below) = before(&paint.replace("HEIGHT", ", height: 0.2"));
        assert!((ahead + 0.085 - distance).abs() < 1e-3, "{paint}: {ahead}");
        assert_eq!(below, 1.0, "{paint} is not painted any more");
        simulation.steps(200).unwrap();
        let nose = position(&simulation, "a")[0] + 0.085;
        assert!((distance - 3e-3..distance + 2e-3).contains(&nose), "{paint}: {nose}");
        let body = simulation.world().bodies.iter().find(|body| &*body.name == "floor.paint[0]").unwrap();
        assert!(!body.visuals.is_empty());
        assert_eq!(body.visuals[0].color, [0.0, 0.0, 0.0, 1.0]);
    }
}

/// A robot and a ball that both leave the bounds: the robot drives out, the ball falls.
fn leaving(more: &str) -> String {
    scene(&format!(
        r#"bounds: (min: (-1, -1, -1), max: (1, 1, 3)), {more}
           objects: [(name: "ball", shape: Sphere(radius: 0.1), at: (0, -0.8, 2), mass: 1), (name: "stone", shape: Sphere(radius: 0.1), at: (5, 5, 0))],
           robots: [(name: "a", {DRIVER}), (name: "b", at: (0, 0.5), {STILL})],"#
    ))
}

#[test]
fn what_leaves_the_bounds_is_lost_reported_once_and_commanded_no_more() {
    let mut simulation = build(&leaving(""));
    simulation.steps(300).unwrap();
    let lost: Vec<_> = simulation.out_of_bounds().map(|(name, time)| (name.to_string(), time)).collect();
    assert_eq!(lost.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["a", "ball"], "{lost:?}");
    // 10 rad/s on wheels of 2.1 cm; 3 m of free fall.
    assert!((lost[0].1 - 1.0 / 0.21).abs() < 0.05 && (lost[1].1 - (6.0 / 9.81_f64).sqrt()).abs() < 0.05, "{lost:?}");
    let x = position(&simulation, "a")[0];
    assert!(x > 1.0 && x < 1.05, "it stops with neutral commands: {x}");
    assert_eq!(value(&simulation, "a", "left_wheel.speed"), 0.0);
    let reports: Vec<_> = simulation.robots().map(|robot| (robot.out_of_bounds.is_some(), robot.halted)).collect();
    assert_eq!(reports, [(true, true), (false, false)]);
    let messages: Vec<_> =
        simulation.take_log().into_iter().filter(|line| line.text.starts_with("out of bounds at ")).collect();
    assert_eq!(messages.len(), 2, "{messages:?}");
    assert!(messages.iter().all(|line| &*line.component == "engine"), "{messages:?}");
}

#[test]
fn a_lost_robot_that_is_put_back_goes_on_and_a_restored_one_is_as_lost_as_it_was() {
    let mut simulation = build(&leaving(""));
    let before = simulation.snapshot().unwrap();
    simulation.steps(300).unwrap();
    let after = simulation.snapshot().unwrap();
    let mut state = simulation.robots().next().unwrap().state;
    state.pose.translation.vector.x = 0.0;
    simulation.place_robot(0, state).unwrap();
    assert_eq!(simulation.out_of_bounds().count(), 1, "the ball alone");
    simulation.steps(20).unwrap();
    assert!(position(&simulation, "a")[0] > 0.01, "it drives again");
    simulation.restore(&after).unwrap();
    assert_eq!((simulation.out_of_bounds().count(), simulation.robots().next().unwrap().halted), (2, true));
    simulation.restore(&before).unwrap();
    assert_eq!((simulation.out_of_bounds().count(), simulation.robots().next().unwrap().halted), (0, false));
}

#[test]
fn a_run_may_ask_that_none_is_lost() {
    let acceptance = r#"acceptance: [InBounds(), InBounds(robots: ["b"]), InBounds(name: "a stays", robots: ["a"])],"#;
    let mut simulation = build(&leaving(acceptance));
    simulation.steps(300).unwrap();
    let verdicts = simulation.verdicts();
    let met: Vec<_> = verdicts.iter().map(|verdict| (&*verdict.name, verdict.outcome)).collect();
    use sim_core::engine::Outcome::{Failed, Passed};
    assert_eq!(met, [("all in bounds", Failed), ("in bounds: b", Passed), ("a stays", Failed)]);
    assert!(verdicts[0].observed.starts_with("2 out of bounds, first ball at 0.8"), "{verdicts:?}");
    assert_eq!(verdicts[1].observed, "none out of bounds");
    let lost = simulation.out_of_bounds().map(|(_, time)| time).fold(f64::INFINITY, f64::min);
    assert_eq!((verdicts[0].at, verdicts[1].at), (Some(lost), None), "the first loss decides");
    assert_eq!(verdicts[2].robots, ["a"]);
}

#[test]
fn an_object_that_leaves_the_world_is_reported_without_any_bounds() {
    let mut simulation = build(
        r#"(format_version: 1, run: (dt: 1, gravity: (0, 0, -1000)), objects: [(name: "ball", shape: Sphere(radius: 0.1), mass: 1)])"#,
    );
    // z = g t² / 2 reaches 10⁹ m after 1,414 s.
    simulation.steps(1400).unwrap();
    assert_eq!(simulation.out_of_bounds().count(), 0);
    simulation.steps(20).unwrap();
    assert_eq!(simulation.out_of_bounds().map(|(name, _)| name).collect::<Vec<_>>(), ["ball"]);
}

#[test]
fn unstable_start_poses_are_reported_before_the_run() {
    let far: String = (0..7).map(|n| format!(r#"(name: "far{n}", at: (9, {n}), {STILL}), "#)).collect();
    let text = scene(&format!(
        r#"bounds: (min: (-5, -5, -1), max: (5, 5, 3)), floor: (),
           objects: [(name: "wall", shape: Box(size: (1, 1, 1)), at: (3, 0, 0.5)), (name: "ball", shape: Sphere(radius: 0.1), at: (0, 9, 1), mass: 1)],
           robots: [(name: "fine", {STILL}), (name: "in", at: (2.5, 0), {STILL}), (name: "up", at: (0, 1, 0.3), {STILL}), {far}]"#
    ));
    let loaded = sim_engine_tests::load(&text);
    let built = Simulation::build(&loaded, &shared_plugins(), &Default::default())
        .unwrap_or_else(|findings| panic!("{findings}"));
    let found = |word: &str| -> Vec<_> {
        let all = built.warnings.iter().filter(|finding| finding.code.as_str() == "SC032");
        all.filter(|finding| finding.message.contains(word)).map(|finding| finding.message.clone()).collect()
    };
    let outside = found("outside");
    assert_eq!(outside.len(), 6, "five and a count: {outside:?}");
    assert!(outside.iter().any(|text| text == "3 more placed outside the bounds"), "{outside:?}");
    let inside = found("inside");
    assert!(
        inside.len() == 1 && inside[0].starts_with("`in` is placed 0.0") && inside[0].ends_with("inside `wall`"),
        "{inside:?}"
    );
    let above = found("above");
    assert!(
        above.len() == 1 && above[0].starts_with("`up` is placed 0.3") && above[0].ends_with("above `floor`"),
        "{above:?}"
    );
    let place = built.warnings.iter().find(|finding| finding.message.contains("`in`")).unwrap();
    assert_eq!(place.path.as_deref(), Some("robots[1]"));
    assert!(!built.warnings.iter().any(|finding| finding.message.contains("fine")), "{}", built.warnings);
}

#[test]
fn a_build_says_how_many_robots_it_has_made() {
    use sim_core::engine::{BuildOptions, Progress};
    use std::sync::{Arc, Mutex};
    let loaded = sim_engine_tests::load(&scene(&format!(
        "floor: (), fleets: [(prefix: \"s\", count: 150, {STILL}, placement: Grid(spacing: (1, 1), columns: 20))]"
    )));
    let received = Arc::new(Mutex::new(Vec::new()));
    let sink = received.clone();
    let progress = Progress::new(move |made, of| sink.lock().unwrap().push((made, of)));
    let options = BuildOptions { threads: Some(1), progress: Some(progress), ..BuildOptions::default() };
    Simulation::build(&loaded, &shared_plugins(), &options).unwrap();
    assert_eq!(*received.lock().unwrap(), [(0, 150), (64, 150), (128, 150)]);
}
