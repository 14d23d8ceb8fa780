//! The log, its replay, exported maps, trails and corrected poses.

use super::experiments::{distance, mapped, passes, place, run};
use super::{scene, scene_text};
use sim_abi::serde_json::{Value, json};
use sim_core::engine::Simulation;
use sim_core::geometry::BodyId;
use std::path::PathBuf;

fn call(simulation: &mut Simulation, function: &str, arguments: &[Value]) -> Value {
    simulation.call_service("link", function, arguments).unwrap_or_else(|fault| panic!("{fault}"))
}

/// Lines of a log with this word, without their time.
fn lines(text: &str, word: &str) -> Vec<Value> {
    let entries = text.lines().map(|line| sim_abi::serde_json::from_str::<Value>(line).expect("a line is JSON"));
    entries.filter_map(|entry| entry.get(word).cloned()).collect()
}

fn logged(name: &str) -> (Simulation, String) {
    let mut simulation = scene(name, &["services[0].params.log=true", "services[0].grants=[Command, Edit, Files]"]);
    run(&mut simulation, 60.0);
    passes(&simulation);
    let path = simulation.data_folder().join("link").join("messages.jsonl");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    (simulation, text)
}

/// MR-44: All messages are logged as JSON lines, and a log replays without robots.
#[test]
fn a_log_drives_the_link_without_robots() {
    for name in ["e1-mapping.ron", "e2-obstacle.ron", "e3-virtual.ron", "e4-route.ron"] {
        let (simulation, text) = logged(name);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("messages.jsonl");
        std::fs::write(&path, &text).unwrap();
        let mut replay = scene_text(&format!(
            r#"(format_version: 1, run: (dt: 0.01, duration: 60), floor: (), services: [(name: "link", id: "twin/link",
                grants: [Command, Edit, Files], params: (channel: "replay", log: true, log_to_replay: {path:?},
                blocked_policy: "skip"))])"#
        ));
        run(&mut replay, 60.0);
        let again = replay.data_folder().join("link").join("messages.jsonl");
        let again = std::fs::read_to_string(again).unwrap();
        assert_eq!(lines(&again, "told"), lines(&text, "told"), "{name}");
        assert!(!lines(&text, "told").is_empty() && !lines(&text, "row").is_empty());
        let same = |(one, other): ([f64; 2], [f64; 2])| distance(one, other) < 1e-9;
        assert_eq!(mapped(&simulation).len(), mapped(&replay).len(), "{name}");
        assert!(mapped(&simulation).into_iter().zip(mapped(&replay)).all(same), "{name}");
    }
}

/// MR-44: All messages are logged as JSON lines, and a log replays without robots.
#[test]
fn a_robot_of_the_name_of_the_twin_shows_where_it_stood() {
    let (simulation, text) = logged("e2-obstacle.ron");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("messages.jsonl");
    std::fs::write(&path, text).unwrap();
    let mut replay = scene_text(&format!(
        r#"(format_version: 1, run: (dt: 0.01, duration: 60), floor: (), robots: [(name: "twin", model: "ninjuab/standard")],
            services: [(name: "link", id: "twin/link", grants: [Command, Edit, Files],
                params: (channel: "replay", log_to_replay: {path:?}))])"#
    ));
    run(&mut replay, 60.0);
    assert!(distance(place(&simulation, "twin").0, place(&replay, "twin").0) < 0.001, "{:?}", place(&replay, "twin"));
}

/// MR-44: All messages are logged as JSON lines, and a log replays without robots.
#[test]
fn a_file_that_is_no_log_is_refused_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    for (text, expected) in [
        ("{\"t\": 1.0, \"order\": \"SONAR\"}\nnonsense\n", "line 2"),
        ("{\"t\": 1.0, \"order\": \"SONAR\"}\n{\"t\": 0.5, \"order\": \"SONAR\"}\n", "line 2: its time is earlier"),
    ] {
        let path = folder.path().join("bad.jsonl");
        std::fs::write(&path, text).unwrap();
        let refused = super::refused(&format!(
            r#"(format_version: 1, run: (dt: 0.01), services: [(name: "link", id: "twin/link",
                grants: [Command, Edit, Files], params: (channel: "replay", log_to_replay: {path:?}))])"#
        ));
        assert!(refused.contains(expected) && refused.contains("messages.jsonl"), "{refused}");
    }
}

/// The folder of an exported map, and the names of its files.
fn exported(simulation: &mut Simulation) -> (PathBuf, String) {
    let answer = call(simulation, "export", &[]);
    let (files, folder) = answer.as_str().unwrap().split_once(" in ").expect("it returns the path");
    let (count, files) = files.split_once("; ").expect("it returns the number of objects");
    assert_eq!(count, format!("objects: {}", mapped(simulation).len()));
    (folder.into(), files.into())
}

/// MR-43: Mapped objects are exported as a scene and as an occupancy grid of 1 cm.
#[test]
fn an_exported_map_makes_the_same_world() {
    let mut simulation = scene("e1-mapping.ron", &["services[0].grants=[Command, Edit, Files]"]);
    run(&mut simulation, 60.0);
    let evidence = call(&mut simulation, "evidence", &[json!("link-2")]);
    assert!(evidence.as_str().unwrap().ends_with("ray 0.0°, 44.25 cm, mean of 2 readings"), "{evidence}");
    let (folder, files) = exported(&mut simulation);
    assert_eq!(files, "map.png, map.json, map.pgm, map.yaml, map.ron");
    let read = |ending: &str| std::fs::read(folder.join("map").with_extension(ending)).unwrap();
    // As a scene: the same objects.
    let again = scene_text(std::str::from_utf8(&read("ron")).unwrap());
    let objects = |simulation: &Simulation| -> Vec<(String, String)> {
        let bodies = (0..).map(BodyId).zip(&simulation.world().bodies);
        let mapped = bodies.filter(|(_, body)| body.name.starts_with("link-"));
        let index = &simulation.world().index;
        let shape =
            |body: BodyId| index.colliders(body).unwrap().iter().map(|one| one.shape.clone()).collect::<Vec<_>>();
        let form = |body: BodyId| format!("{:?} {:?}", index.pose(body).unwrap(), shape(body));
        mapped.map(|(place, body)| (body.name.to_string(), form(place))).collect()
    };
    assert_eq!(objects(&again).len(), 3);
    assert_eq!(objects(&again), objects(&simulation));
    // As images, by a third-party reader.
    let [png, pgm] = ["png", "pgm"].map(|ending| image::load_from_memory(&read(ending)).unwrap().to_luma8());
    assert_eq!(png, pgm);
    let description: Value = sim_abi::serde_json::from_slice(&read("json")).unwrap();
    let yaml = String::from_utf8(read("yaml")).unwrap();
    assert!(yaml.contains("resolution: 0.01") && yaml.contains("image: map.pgm"), "{yaml}");
    assert!(description.to_string().contains("link-1"), "{description}");
    // Each box is black at its position.
    let origin: Vec<f64> = yaml
        .lines()
        .find_map(|line| line.strip_prefix("origin: ["))
        .and_then(|rest| rest.strip_suffix(']'))
        .expect("there is an origin")
        .split(", ")
        .map(|number| number.parse().unwrap())
        .collect();
    for [x, y] in mapped(&simulation) {
        let column = ((x - origin[0]) / 0.01) as u32;
        let row = pgm.height() - 1 - ((y - origin[1]) / 0.01) as u32;
        assert_eq!(pgm.get_pixel(column, row).0, [0], "({x}, {y})");
    }
    // The beam ahead marks free space up to the box, not next to it: 7.5 degrees are 4 cm at 30 cm.
    let shade = |x: f64, y: f64| {
        let [column, row] = [(x - origin[0]) / 0.01, (y - origin[1]) / 0.01].map(|cell| cell as u32);
        pgm.get_pixel(column, pgm.height() - 1 - row).0[0]
    };
    assert_eq!([shade(0.2, 0.0), shade(0.3, 0.035), shade(0.3, -0.035)], [254; 3]);
    assert_eq!([shade(-0.1, 0.0), shade(0.7, 0.0)], [205; 2], "never scanned");
}

/// MR-27: A mapped object measures 11.5 x 11.5 x 20 cm and keeps its evidence.
#[test]
fn a_mapped_object_has_its_size_its_color_its_origin_and_its_evidence() {
    let mut simulation = scene("e1-mapping.ron", &["services[0].grants=[Command, Edit, Files]"]);
    run(&mut simulation, 60.0);
    let (folder, _) = exported(&mut simulation);
    let exported = sim_core::scene::Scene::load(folder.join("map.ron")).unwrap().scene;
    let [_, middle, _] = &exported.objects[..] else { panic!("{:?}", exported.objects) };
    let record = sim_abi::serde_json::to_value(middle).unwrap();
    assert_eq!(record["shape"], json!({"Box": {"size": [0.115, 0.115, 0.2]}}), "{record}");
    assert_eq!((&record["category"], &record["color"]), (&json!("mapped"), &json!([0.95, 0.55, 0.1])), "{record}");
    // Time, pose of the sonar, angle and distance of each reading.
    let evidence = record["description"].as_str().unwrap();
    assert_eq!(json!(evidence), call(&mut simulation, "evidence", &[json!(record["name"])]));
    let (time, look) = evidence.split_once(" s: ").unwrap();
    assert!((1.0..60.0).contains(&time.parse::<f64>().unwrap()), "{evidence}");
    assert_eq!(look, "from (0.000, 0.000) m heading 0.0°, ray 0.0°, 44.25 cm, mean of 2 readings");
}

/// MR-43: Mapped objects are exported as a scene and as an occupancy grid of 1 cm.
#[test]
fn export_needs_the_grant() {
    let mut simulation = scene("e3-virtual.ron", &[]);
    let fault = simulation.call_service("link", "export", &[]).unwrap_err();
    assert!(fault.to_string().contains("Files"), "{fault}");
}

/// MR-B7: A planner above the orders finds paths around mapped objects, also for fleets.
#[test]
fn a_path_around_a_mapped_object() {
    let scan = "services[0].params.route=[\"SCAN\"]";
    // Nothing has been seen of the space behind the three boxes.
    let mut simulation = scene("e1-mapping.ron", &[scan]);
    run(&mut simulation, 6.0);
    call(&mut simulation, "go_to", &[json!(0.9), json!(0.0)]);
    let log = run(&mut simulation, 1.0);
    assert!(log.warnings.iter().any(|warning| warning.contains("no path is followed")), "{log:?}");
    let mut simulation = scene("e1-mapping.ron", &[scan, "services[0].params.unknown_cells=free"]);
    run(&mut simulation, 6.0);
    assert_eq!(mapped(&simulation).len(), 3);
    call(&mut simulation, "go_to", &[json!(0.9), json!(0.0)]);
    let log = run(&mut simulation, 60.0);
    assert!(log.answers().iter().all(|answer| *answer == "D: GO OK"), "{log:?}");
    let (twin, real) = (place(&simulation, "twin").0, place(&simulation, "real").0);
    assert!(distance(twin, [0.9, 0.0]) < 0.03, "{twin:?}");
    assert!(distance(twin, real) < 0.01, "{twin:?} {real:?}");
    let touched = simulation.robots().map(|report| report.collisions).sum::<u64>();
    assert_eq!(touched, 0);
    call(&mut simulation, "go_to", &[json!(0.5), json!(0.0)]);
    let log = run(&mut simulation, 1.0);
    assert!(log.warnings.iter().any(|warning| warning.contains("no path is followed")), "{log:?}");
}

/// MR-B6: At least two scene objects correct the twin's pose and halve a 5 cm error.
#[test]
fn the_twins_pose_is_corrected_by_what_the_scene_has() {
    // Three posts in both worlds; the twin starts 5 cm beside the robot's start.
    let post = |name: &str, x: f64, y: f64| {
        format!(r#"(name: "{name}", shape: Box(size: (0.115, 0.115, 0.2)), at: ({x:?}, {y:?}, 0.1)),"#)
    };
    let places = [(0.45, 0.0), (0.05, 0.45), (0.1, -0.4)];
    let posts: String = places
        .iter()
        .zip(0..)
        .map(|((x, y), n)| post(&format!("v{n}"), *x, *y) + &post(&format!("r{n}"), *x, y - 10.0))
        .collect();
    for (dx, dy) in [(0.05, 0.0), (-0.05, 0.0), (0.0, 0.05)] {
        let mut simulation = scene_text(&format!(
            r#"(format_version: 1, run: (dt: 0.01), floor: (), objects: [{posts}],
                robots: [(name: "twin", model: "ninjuab/standard", at: ({dx:?}, {dy:?})),
                    (name: "real", model: "ninjuab/standard", at: (0, -10))],
                services: [(name: "link", id: "twin/link", grants: [Command, Edit],
                    params: (correct_pose: true, max_distance: 0.8, route: ["SCAN"]))])"#
        ));
        run(&mut simulation, 8.0);
        let (twin, real) = (place(&simulation, "twin"), place(&simulation, "real"));
        let left = distance(twin.0, real.0);
        assert!(left <= 0.025, "({dx}, {dy}): {left} m are left, {twin:?}");
        assert_eq!(mapped(&simulation), Vec::<[f64; 2]>::new(), "({dx}, {dy})");
    }
}

/// MR-E1: Two scans map three boxes as exactly three objects, centers within 6 cm.
#[test]
fn the_faults_of_the_original_system_are_there_on_demand() {
    for (half_angle, counts) in [("0", [3, 6]), ("deg(7.5)", [7, 14]), ("deg(15)", [9, 18])] {
        let beam = format!("services[0].params.half_angle={half_angle}");
        let model = format!(r#"(id: "ninjuab/standard", params: (beam_half_angle: {half_angle}))"#);
        let set = [0, 1].map(|robot| format!("robots[{robot}].model={model}"));
        let mut simulation = scene("e1-original.ron", &[&beam, &set[0], &set[1]]);
        run(&mut simulation, 5.0);
        let first = mapped(&simulation).len();
        run(&mut simulation, 20.0);
        assert_eq!([first, mapped(&simulation).len()], counts, "beam {half_angle}");
    }
}

/// MR-34: Mapping and stopping at virtual obstacles are switched off independently.
#[test]
fn mapping_and_stopping_are_switched_off_each_alone() {
    let mut simulation = scene("e1-mapping.ron", &["services[0].params.create_from_real=false"]);
    run(&mut simulation, 12.0);
    assert!(mapped(&simulation).is_empty());
    let mut simulation = scene("e3-virtual.ron", &["services[0].params.stop_on_virtual=false"]);
    let log = run(&mut simulation, 30.0);
    assert_eq!(log.answers(), ["D: GO OK"]);
    assert!((place(&simulation, "real").0[0] - 1.0).abs() < 0.01);
}

/// A box ahead in the real robot's room, and one in the twin's world.
fn two_worlds(real: [f64; 2], twin: [f64; 2]) -> Simulation {
    let object = |name: &str, [x, y]: [f64; 2]| {
        format!(r#"(name: "{name}", shape: Box(size: (0.115, 0.115, 0.2)), at: ({x:?}, {y:?}, 0.1)),"#)
    };
    let objects = object("real-box", [real[0], real[1] - 10.0]) + &object("virtual", twin);
    scene_text(&format!(
        r#"(format_version: 1, run: (dt: 0.01), floor: (), objects: [{objects}],
            robots: [(name: "twin", model: "ninjuab/standard"), (name: "real", model: "ninjuab/standard", at: (0, -10))],
            services: [(name: "link", id: "twin/link", grants: [Command, Edit], params: (route: ["SCAN"]))])"#
    ))
}

/// MR-28: Mapped objects never overlap the robot, scene objects, or one another.
#[test]
fn no_object_is_placed_at_an_object_of_the_scene() {
    // The near face of the real box is 10 cm nearer, and a box starting there would overlap the virtual one by 1.5 cm.
    let mut simulation = two_worlds([0.5, 0.0], [0.6, 0.0]);
    let log = run(&mut simulation, 8.0);
    assert!(mapped(&simulation).is_empty(), "{:?}", mapped(&simulation));
    let conflict = log.chains.iter().any(|(_, line)| line.contains("conflict: `virtual`"));
    assert!(conflict && log.answers().contains(&"D: RAY 0 44.25"), "{log:?}");
    // It is placed where there is room.
    let mut simulation = two_worlds([0.4, 0.0], [0.6, 0.0]);
    run(&mut simulation, 8.0);
    assert_eq!(mapped(&simulation).len(), 1);
}

/// MR-24: Obstacles seen only by the real robot are added; virtual ones are only reported.
#[test]
fn objects_seen_by_the_twin_alone_are_reported_as_virtual_or_in_conflict() {
    let mut simulation = two_worlds([5.0, 0.0], [0.4, 0.0]);
    let log = run(&mut simulation, 8.0);
    let ahead = |log: &super::experiments::LinkLog| {
        log.chains.iter().find(|(_, line)| line.contains("D: RAY 0 ")).expect("a scan straight ahead").1.clone()
    };
    assert!(ahead(&log).contains("reported D: RAY 0 34.25") && ahead(&log).contains("virtual_only"), "{log:?}");
    assert!(mapped(&simulation).is_empty());
    let mut simulation = two_worlds([0.5, 0.0], [0.35, 0.0]);
    let log = run(&mut simulation, 8.0);
    assert!(ahead(&log).contains("reported D: RAY 0 44.25") && ahead(&log).contains("conflict"), "{log:?}");
    assert!(mapped(&simulation).is_empty());
}

/// MR-20: The link sends each order to both robots in the same step.
#[test]
fn both_receive_an_order_in_the_same_step() {
    let (_, text) = logged("e3-virtual.ron");
    let times = |word: &str| -> Vec<f64> {
        let entries = text.lines().map(|line| sim_abi::serde_json::from_str::<Value>(line).unwrap());
        let first = |entry: &Value| entry.get(word).is_some_and(|line| line == "GO 0 100");
        entries.filter(first).map(|entry| entry["t"].as_f64().unwrap()).collect()
    };
    assert_eq!(times("to_twin").len(), 1);
    assert_eq!(times("to_twin"), times("to_real"));
}

#[test]
fn fifty_pairs_in_one_scene_map_what_is_before_each() {
    let mut simulation = scene("fifty.ron", &[]);
    simulation.steps(1000).unwrap();
    assert!(simulation.faults().is_empty(), "{:?}", simulation.faults());
    assert_eq!(mapped(&simulation).len(), 50);
}

/// MR-40: A console field and buttons send orders by hand and show the replies.
#[test]
fn halt_ends_what_was_to_follow_too() {
    let mut simulation = scene("e4-route.ron", &[]);
    run(&mut simulation, 3.0);
    call(&mut simulation, "halt", &[]);
    run(&mut simulation, 6.0);
    let stopped = ["twin", "real"].map(|robot| place(&simulation, robot));
    run(&mut simulation, 30.0);
    assert_eq!(["twin", "real"].map(|robot| place(&simulation, robot)), stopped, "nothing has followed");
    assert!(stopped[0].0[0] > 0.1, "they were moving");
    // The link accepts the next order.
    call(&mut simulation, "go", &[json!(0.0), json!(5.0)]);
    let log = run(&mut simulation, 40.0);
    assert_eq!(log.answers(), ["D: GO OK"]);
}

/// MR-40: A console field and buttons send orders by hand and show the replies.
#[test]
fn what_is_no_order_is_refused_where_it_was_typed() {
    let mut simulation = scene("e3-virtual.ron", &[]);
    let fault = simulation.call_service("link", "order", &[json!("GO 999")]).unwrap_err().to_string();
    assert!(fault.contains("`GO 999` is not an order: orders are GO ANGLE DISTANCE"), "{fault}");
}

/// MR-41: A route file sends one order per line, each after the previous reply.
#[test]
fn halt_in_a_route_is_immediate() {
    let mut simulation =
        scene("e3-virtual.ron", &["services[0].params.route=[\"HALT\", \"GO 0 5\", \"HALT\", \"GO 0 5\"]"]);
    let log = run(&mut simulation, 10.0);
    assert_eq!(log.answers(), ["D: GO OK", "D: GO OK"]);
}

/// MR-20: The link sends each order to both robots in the same step.
#[test]
fn robots_and_logs_that_cannot_be_are_refused_before_the_run() {
    let refused = |params: &str| {
        super::refused(&format!(
            r#"(format_version: 1, robots: [(name: "twin", model: "ninjuab/standard"), (name: "real", model: "ninjuab/standard")],
                services: [(name: "link", id: "twin/link", grants: [Command, Edit, Files], params: ({params}))])"#
        ))
    };
    let both = refused(r#"real: "twin""#);
    assert!(both.contains("`twin` and `real` are both `twin`"), "{both}");
    let missing = refused(r#"real: "nobody""#);
    assert!(missing.contains("nobody"), "{missing}");
    let color = refused("object_color: (2, 0, 0)");
    assert!(color.contains("object_color") && color.contains("0 … 1"), "{color}");
    let size = refused("object_size: (0, 0.1, 0.1)");
    assert!(size.contains("object_size"), "{size}");
    let folder = tempfile::tempdir().unwrap();
    for path in [folder.path(), std::path::Path::new("/dev/zero")] {
        let no_file = refused(&format!(r#"channel: "replay", log_to_replay: {path:?}"#));
        assert!(no_file.contains("it is not a regular file") || cfg!(not(unix)), "{no_file}");
    }
}
