//! Modules in a world: test vectors of the specification, through the server.

use super::client::Client;
use super::school::{School, load, text};
use sim_core::scene::{LoadOptions, LoadedScene, Scene, text::Format};
use sim_engine_tests::{shared_plugins, simulate, value};

/// One robot in a world; `world` are fields of the scene.
fn world(world: &str, robot: &str) -> LoadedScene {
    let text = format!(
        r#"(format_version: 1, run: (dt: 0.05, seed: 3), {world},
            robots: [(name: "ana", model: "butia/standard", {robot})],
            services: [(name: "bobot", id: "bobot/server", params: (port: 0), grants: [Network, Command])])"#
    );
    Scene::parse(&text, Format::Ron, "world.ron").unwrap_or_else(|findings| panic!("{findings}"))
}

/// Reply to one request in a world at rest.
#[track_caller]
fn reply(loaded: &LoadedScene, request: &str) -> String {
    let request = request.to_string();
    let mut reply = String::new();
    let answered = &mut reply;
    School::open(loaded).teach(move |mut pupil| *answered = pupil.client.ask(&request));
    reply
}

/// A box whose near face is this far ahead of the front edge, m, shifted sideways by `aside`.
fn ahead(name: &str, distance: f64, aside: f64) -> String {
    let x = 0.14 + distance + 0.05;
    format!(r#"(name: "{name}", shape: Box(size: (0.1, 0.1, 0.1)), at: ({x}, {aside}, 0.05))"#)
}

const ETOYS: &str = r#"sensors: {"distance": (params: (output: Etoys))}"#;

/// BU-31: `distanc` measures the nearest object by halving a 200 cm ruler ten times.
#[test]
fn the_ruler_reads_what_the_specification_says() {
    let vectors = [
        (0.0, 0.195_312_5),
        (5.0, 4.882_812_5),
        (12.5, 12.304_687_5),
        (50.0, 49.804_687_5),
        (100.0, 99.804_687_5),
        (100.1, 100.195_312_5),
        (150.0, 149.804_687_5),
        (200.0, 199.804_687_5),
        (200.1, 200.0),
    ];
    let read = |objects: &str| {
        let reply = reply(&world(&format!("objects: [{objects}]"), ETOYS), "CALL distanc:3 getValue");
        reply.parse::<f64>().unwrap_or_else(|_| panic!("{objects}: {reply}"))
    };
    for (centimetres, etoys) in vectors {
        assert_eq!(read(&ahead("box", centimetres / 100.0, 0.0)), etoys, "{centimetres} cm");
    }
    assert_eq!(read(&format!("{}, {}", ahead("far", 1.5, 0.0), ahead("near", 0.5, 0.0))), 49.804_687_5);
    assert_eq!(read(&ahead("beside", 0.5, 0.05 + 0.004)), 49.804_687_5, "within half the width of the ruler");
    assert_eq!(read(&ahead("beside", 0.5, 0.05 + 0.006)), 200.0);
    assert_eq!(reply(&world("floor: ()", ETOYS), "CALL distanc:3 getValue"), "200.0", "a robot does not see itself");
}

/// BU-38: Measurements of a real robot calibrate the units of sensors and motors.
#[test]
fn distances_become_raw_values_along_the_curve() {
    let vectors = [
        (10, 33_536),
        (15, 43_776),
        (20, 48_896),
        (30, 54_016),
        (40, 56_576),
        (60, 59_136),
        (80, 60_416),
        (120, 60_416),
    ];
    for (centimetres, raw) in vectors {
        // The ruler's steps are up to 2 mm long, so the object is in the middle of one.
        let world = world(&format!("objects: [{}]", ahead("box", f64::from(centimetres) / 100.0, 0.0)), "");
        let read: i64 = reply(&world, "CALL distanc:3 getValue").parse().unwrap();
        let digits = if centimetres <= 20 { 64 * 10 } else { 64 * 2 };
        assert!((read - raw).abs() <= digits, "{centimetres} cm: {read}");
    }
}

/// BU-32: `grey` reads the floor color under a 1 cm spot in front of the robot.
#[test]
fn the_grey_scale_is_monotonic_from_white_to_black() {
    let mut school = School::open(&load("grey-scale.ron", &[]));
    let mut values = Vec::new();
    let seen = &mut values;
    school.teach(move |mut pupil| {
        pupil.drive(0, [600, 600]);
        // 15 cm to the spot, then 1.32 m of patches, at 8.29 cm/s.
        for _ in 0..340 {
            seen.push(pupil.client.call("grey@0:2 getValue"));
            pupil.wait(0.05);
        }
    });
    let last = values.iter().rposition(|value| *value == 65_472.0).expect("black is reached");
    let patches: Vec<f64> = values[..=last].to_vec();
    assert!(patches.windows(2).all(|pair| pair[1] >= pair[0]), "{patches:?}");
    let mut steps = patches;
    steps.dedup();
    assert_eq!((steps.len(), steps[0], steps[5]), (11, 0.0, 32_768.0), "{steps:?}");
}

/// BU-32: `grey` reads the floor color under a 1 cm spot in front of the robot.
#[test]
fn the_edge_of_a_line_is_found_to_a_centimeter() {
    // 1 cm per tick: 0.01/0.05 m/s at 1.38167e-4 m/s per unit are 1447 units, so time runs in ticks of 0.1 s at 724.
    let line = "floor: (paint: [Stroke(points: [(0.5, -1), (0.5, 1)], width: 0.04, color: (0, 0, 0))])";
    let mut school = School::open(&world(line, ""));
    let mut found = None;
    let edge = &mut found;
    school.teach(move |mut pupil| {
        pupil.drive(0, [724, 724]);
        for tick in 0..60 {
            if pupil.client.call("grey@0:2 getValue") >= 420.0 * 64.0 {
                *edge = Some(tick);
                break;
            }
            pupil.wait(0.1);
        }
    });
    let [x, ..] = school.pose(0);
    let spot = x + 0.15;
    assert!(found.is_some() && (0.48..0.49 + 1e-6).contains(&spot), "{spot} m");
}

/// Drives at these speeds for a time and returns x, y (m) and heading (rad).
fn driven(robot: &str, units: [i32; 2], seconds: f64) -> [f64; 3] {
    let mut school = School::open(&world("floor: ()", robot));
    school.teach(move |mut pupil| {
        pupil.drive(0, units);
        pupil.wait(seconds);
    });
    school.pose(0)
}

/// BU-30: `motors` drives two wheels.
#[test]
fn the_motors_drive_as_the_specification_says() {
    let near = |[x, y, turn]: [f64; 3], [cx, cy, degrees]: [f64; 3]| {
        let off = [100.0 * x - cx, 100.0 * y - cy, turn.to_degrees() - degrees];
        assert!(off.iter().all(|off| off.abs() <= 0.05), "{x} {y} {turn}: {off:?}");
    };
    near(driven("", [600, 600], 5.0), [41.45, 0.0, 0.0]);
    near(driven("", [600, 300], 5.0), [28.33, -10.99, -42.41]);
    near(driven("", [600, -600], 1.0), [0.0, 0.0, -33.93]);
    assert_eq!(driven("", [0, 0], 5.0), [0.0; 3]);
}

/// BU-30: `motors` drives two wheels.
#[test]
fn the_test_of_the_motors_moves_one_wheel_after_the_other_and_ends() {
    let mut school = School::open(&text("", ""));
    school.teach(|mut pupil| {
        assert_eq!(pupil.client.ask("CALL motors testMotors"), "3");
        pupil.wait(0.95);
    });
    let turned = school.pose(0)[2].to_degrees();
    assert!((turned + 0.95 * 33.93 / 2.0).abs() < 1.0, "the left wheel alone, forward: {turned} degrees");
    school.teach(|pupil| pupil.wait(4.0));
    let [x, y, heading] = school.pose(0);
    assert!(x.abs() < 1e-6 && y.abs() < 1e-6 && heading.abs() < 1e-6, "it comes back: {x} {y} {heading}");
    school.teach(|pupil| pupil.wait(1.0));
    assert_eq!(school.pose(0), [x, y, heading], "it is stopped");
}

/// BU-40: Wheels may be off-center and asymmetric, but not at the same lateral position.
#[test]
fn wheels_may_sit_off_centre() {
    let wheels =
        |left: &str, right: &str| format!(r#"joints: {{"left_wheel": (at: {left}), "right_wheel": (at: {right})}}"#);
    // After one tick of 50 ms at −33.93°/s.
    let turn = -33.93_f64.to_radians() * 0.05;
    let [x, y, heading] = driven(&wheels("(-0.05, 0.14, 0.035)", "(-0.05, -0.14, 0.035)"), [600, -600], 0.05);
    assert!((heading - turn).abs() < 1e-4 && (y + 0.0296 * 0.05).abs() < 2e-5 && x.abs() < 1e-4, "{x} {y} {heading}");
    let [x, y, heading] = driven(&wheels("(0, 0.10, 0.035)", "(0, -0.18, 0.035)"), [600, -600], 0.05);
    assert!((heading - turn).abs() < 1e-4 && (x - 0.0237 * 0.05).abs() < 2e-5 && y.abs() < 1e-4, "{x} {y} {heading}");
}

/// BU-25: Objects with a height collide and have a distance; flat drawings only change `grey`.
#[test]
fn a_painted_line_with_a_height_is_seen_by_the_distance_sensor() {
    let read = |set: &[&str]| {
        let mut values = [0.0; 2];
        let read = &mut values;
        let set: Vec<&str> = set.iter().copied().chain(["robots.butia.at=(0.195, 0)"]).collect();
        School::open(&load("wall.ron", &set)).teach(move |mut pupil| {
            *read = [pupil.client.call("grey:2 getValue"), pupil.client.call("distanc:3 getValue")];
        });
        values
    };
    let [grey, distance] = read(&[]);
    assert!(grey == 65_472.0 && distance > 53_000.0, "{grey} {distance}");
    let [grey, distance] = read(&["floor.paint[0].height=0.1"]);
    assert!(grey == 0.0 && distance <= 33_536.0, "{grey} {distance}");
}

/// BU-37: Each sensor can have Gaussian noise, bias, dropouts and quantization from a seed.
#[test]
fn noise_has_its_sigma_and_its_seed_and_a_lost_reading_is_minus_one() {
    let noisy = |seed: u64| {
        let robot = r#"sensors: {"grey": (noise: (sigma: 1000))}"#;
        let half = format!("run.seed={seed}");
        let text = r#"floor: (color: (0.5, 0.5, 0.5))"#;
        let options = LoadOptions { set: vec![half], ..LoadOptions::default() };
        let text = format!(
            r#"(format_version: 1, run: (dt: 0.05), {text}, robots: [(name: "ana", model: "butia/standard", {robot})])"#
        );
        let loaded = Scene::parse_with(&text, Format::Ron, "noise.ron", &options).unwrap();
        let mut simulation = simulate(&loaded, &shared_plugins(), 1);
        let mut values = Vec::new();
        for _ in 0..10_000 {
            simulation.steps(1).unwrap();
            values.push(simulation.call(0, "grey", "getValue", &[]).unwrap().as_f64().unwrap());
        }
        values
    };
    let values = noisy(1);
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let deviation = (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt();
    assert!((mean - 32_768.0).abs() < 3.0 * 1000.0 / count.sqrt(), "{mean}");
    assert!((deviation / 1000.0 - 1.0).abs() < 0.03, "{deviation}");
    assert!(values.iter().all(|value| value % 64.0 == 0.0), "steps of 64");
    assert_eq!(values, noisy(1), "the same seed, the same values");
    assert_ne!(values, noisy(2));

    let lost = world("floor: ()", r#"sensors: {"grey": (noise: (dropout: 1, lost: -1))}"#);
    let mut school = School::open(&lost);
    school.teach(|mut pupil| {
        pupil.wait(0.05);
        assert_eq!(pupil.client.ask("CALL grey:2 getValue"), "-1");
    });
}

/// BU-10: While the run is paused, sensors answer and motor commands are stored.
#[test]
fn commands_hold_during_a_pause_and_are_void_before_the_start() {
    let mut school = School::stopped(&text("", ""));
    school.teach(|mut pupil| {
        // Before its first tick, the simulation is stopped.
        pupil.drive(0, [600, 600]);
        pupil.wait(0.5);
    });
    assert_eq!(school.pose(0), [0.0; 3], "stopped motors stay at 0");
    school.teach(|mut pupil| {
        // Between ticks, it is paused.
        pupil.drive(0, [600, 600]);
        assert_eq!(pupil.client.ask("CALL grey:2 getValue"), "0");
        pupil.wait(0.5);
    });
    assert!((school.pose(0)[0] - 0.0829 / 2.0).abs() < 1e-4, "{:?}", school.pose(0));
}

/// BU-11: `QUIT` answers `BYE`, stops the motors and closes only this connection.
/// BU-12: A client that disconnects leaves the motors running, unless an option stops them.
#[test]
fn quit_stops_the_motors_and_a_lost_client_does_not() {
    let speeds =
        |school: &School| ["left", "right"].map(|side| value(&school.simulation, "ana", &format!("motors.{side}")));
    let mut school = School::open(&text("", ""));
    school.teach(|mut pupil| {
        pupil.wait(0.1);
        pupil.drive(0, [600, -300]);
    });
    assert_eq!(speeds(&school), [600.0, -300.0]);
    school.teach(|mut pupil| assert_eq!(pupil.client.ask("QUIT"), "BYE"));
    assert_eq!(speeds(&school), [0.0; 2]);

    let mut school = School::open(&text("", "stop_on_disconnect: true"));
    school.teach(|mut pupil| {
        pupil.wait(0.1);
        pupil.drive(0, [600, 600]);
    });
    let mut other = Client::new(school.address);
    // The end of a connection arrives once the network reports it.
    for _ in 0..10_000 {
        school.simulation.idle();
        if speeds(&school) == [0.0; 2] {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    assert_eq!(speeds(&school), [0.0; 2]);
    school.teach(move |_| assert_eq!(other.ask("BUTIA_COUNT"), "1"));
}

/// BU-21: Functions that answer requests are separate from those that run in each tick.
#[test]
fn calls_answer_at_once_and_steps_move() {
    let mut school = School::open(&text("", ""));
    school.teach(|pupil| pupil.wait(0.05));
    let before = school.pose(0);
    school.teach(|mut pupil| pupil.drive(0, [600, 600]));
    assert_eq!(school.pose(0), before, "a call moves nothing");
    let mut answers = 0;
    let answered = &mut answers;
    school.teach(move |mut pupil| {
        pupil.wait(1.0);
        *answered += i32::from(pupil.client.ask("CALL motors getType") == "1");
    });
    assert!(school.pose(0)[0] > 0.08 && answers == 1);
}

/// BU-34: All other modules, such as button, light, lamp and buzzer, answer their functions.
#[test]
fn switches_and_pins_answer_as_the_table_says() {
    let robot = r#"sensors: {"thermometer": (id: "butia/temperature", port: "6")}"#;
    let mut school = School::open(&text(robot, ""));
    let set = school.simulation.call(0, "thermometer", "set", &[sim_abi::serde_json::json!(24.9)]);
    set.unwrap_or_else(|fault| panic!("{fault}"));
    school.teach(|mut pupil| {
        for (request, reply) in [
            ("CALL temp:6 getValue", "24.9"),
            ("CALL temp:6 set 64", "-1"),
            ("CALL led:5 turn 0", "1"),
            ("CALL hackp setMode 1 0", "1"),
            ("CALL hackp getMode 1", "0"),
            ("CALL hackp write 1 1", "3"),
            ("CALL hackp read 1", "1"),
            ("CALL hackp getMode 2", "1"),
            ("CALL hackp write 2 1", "-1"),
            ("CALL hackp read 9", "-1"),
            ("CALL eeprom write 3 200", "1"),
            ("CALL eeprom read 3", "200"),
            ("CALL ax writeInfo 1 25 1", "0"),
            ("CALL ax readInfo 1 25 1", "1"),
            ("CALL ax setPosition 1 512", "0"),
            ("CALL ax sendPacket 1", "-1"),
            ("CALL i2c getVersion", "-1"),
            ("CALL motors getVersion", "2"),
            ("CALL pnp getVersion", "1"),
        ] {
            assert_eq!(pupil.client.ask(request), reply, "{request}");
        }
    });
}

/// BU-34: All other modules, such as button, light, lamp and buzzer, answer their functions.
#[test]
fn light_falls_with_the_square_of_the_distance() {
    let read = |distance: f64| {
        let kind = "Point(attenuation: (constant: 0, quadratic: 1), radius: 50)";
        let lamp = format!(r#"lights: [(name: "lamp", kind: {kind}, at: ({distance}, 0, 0.1))]"#);
        65_536.0 - reply(&world(&lamp, ""), "CALL light:4 getValue").parse::<f64>().unwrap()
    };
    let dark = 65_536.0 - reply(&world("floor: ()", ""), "CALL light:4 getValue").parse::<f64>().unwrap();
    let (near, far) = (read(2.0), read(6.0));
    assert!(near < far && far < dark, "{near} {far} {dark}");
}

/// BU-24: Each tick of 50 ms runs actuators, then movement with collisions, then sensors.
#[test]
fn sensors_read_the_world_after_the_movement_of_every_tick() {
    let loaded = world(&format!("objects: [{}]", ahead("box", 0.8, 0.0)), ETOYS);
    let mut school = School::open(&loaded);
    let step = 0.195_312_5;
    for _ in 0..60 {
        let mut read = 0.0;
        let reply = &mut read;
        school.teach(move |mut pupil| {
            pupil.drive(0, [1000, 1000]);
            pupil.wait(0.05);
            *reply = pupil.client.call("distanc:3 getValue");
        });
        let left = 80.0 - 100.0 * school.pose(0)[0];
        assert!((read - left).abs() <= step + 1e-3, "{read} cm read, {left} cm left");
    }
    assert!(school.pose(0)[0] > 0.4, "one tick moves it by 7 mm, four steps of the ruler");
}

/// BU-20: Modules, server and simulator have separate duties; a module cannot access the socket.
#[test]
fn modules_do_not_use_sockets() {
    let sources = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../plugins/butia/src");
    let mut seen = 0;
    for file in std::fs::read_dir(sources).unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        seen += 1;
        for word in ["std::net", "TcpStream", "TcpListener", "UdpSocket", "bobot/server"] {
            assert!(!text.contains(word), "{word}");
        }
    }
    assert!(seen > 10, "{seen} files");
}
