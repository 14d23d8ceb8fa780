//! Contents of a recording for general viewers, read with the public `mcap` crate and checked against the schemas in
//! the file.

mod scans;

use nalgebra::{Isometry3, Point3, Quaternion, Translation3, UnitQuaternion, Vector3};
use prost_reflect::{DescriptorPool, DynamicMessage, ReflectMessage, Value as Field};
use sim_abi::serde_json::{self, Value, json};
use sim_core::engine::Simulation;
use sim_core::geometry::QueryFilter;
use sim_core::model::UrdfOptions;
use sim_core::recording::{ChannelKind, LiveRecorder, Recorder, RecorderOptions, Recording, RunSummary, run_info};
use sim_core::scene::LoadedScene;
use sim_engine_tests::{load, load_file, shared_plugins, shipped, simulate};
use std::collections::{BTreeMap, BTreeSet};

/// By topic: name of the schema, and time (ns) and content of every message.
type Topics = BTreeMap<String, (String, Vec<(u64, Value)>)>;

/// Runs a scene for some ticks and records it; `before` is called before each tick.
fn record(loaded: &LoadedScene, ticks: u64, mut before: impl FnMut(&mut Simulation)) -> (Vec<u8>, Simulation) {
    let mut simulation = simulate(loaded, &shared_plugins(), 1);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.mcap");
    let (info, _) = run_info(loaded, &simulation, Vec::new(), &UrdfOptions::default(), BTreeMap::new());
    let recorder = Recorder::create(&path, info, RecorderOptions::default()).unwrap();
    let mut recorder = LiveRecorder::new(recorder, &simulation);
    simulation.start();
    recorder.frame(&simulation).unwrap();
    for _ in 0..ticks {
        before(&mut simulation);
        simulation.steps(1).unwrap();
        simulation.take_log().into_iter().for_each(|line| recorder.log(&simulation, line));
        recorder.frame(&simulation).unwrap();
    }
    recorder.note(&simulation, "that was all".into());
    recorder.into_recorder().finish(&RunSummary::default()).unwrap();
    (std::fs::read(path).unwrap(), simulation)
}

/// Decodes every message and checks it against the schema of its topic.
fn decode(bytes: &[u8]) -> Topics {
    let mut topics = Topics::new();
    for message in mcap::MessageStream::new(bytes).unwrap() {
        let message = message.unwrap();
        let schema = message.channel.schema.as_ref().expect("every topic has a schema");
        let value = match (schema.encoding.as_str(), message.channel.message_encoding.as_str()) {
            ("protobuf", "protobuf") => {
                let pool = DescriptorPool::decode(&*schema.data).unwrap();
                let kind = pool.get_message_by_name(&schema.name).expect("the schema has the message of its name");
                let message = DynamicMessage::decode(kind, &*message.data).unwrap();
                check_known(&message);
                serde_json::to_value(&message).unwrap()
            }
            ("jsonschema", "json") => {
                let value = serde_json::from_slice(&message.data).unwrap();
                check_json(&serde_json::from_slice(&schema.data).unwrap(), &value, &message.channel.topic);
                value
            }
            other => panic!("{other:?}"),
        };
        let (name, messages) = topics.entry(message.channel.topic.clone()).or_default();
        name.clone_from(&schema.name);
        messages.push((message.log_time, value));
    }
    topics
}

/// Messages, including nested ones, do not have fields beyond their schema.
fn check_known(message: &DynamicMessage) {
    let name = message.descriptor().full_name().to_owned();
    assert_eq!(message.unknown_fields().count(), 0, "{name}");
    for (_, value) in message.fields() {
        match value {
            Field::Message(inner) => check_known(inner),
            Field::List(list) => list.iter().filter_map(Field::as_message).for_each(check_known),
            _ => {}
        }
    }
}

/// Checks a value against a JSON schema; supports the keywords used by recordings, rejects others.
fn check_json(schema: &Value, value: &Value, place: &str) {
    let schema = schema.as_object().unwrap();
    for (keyword, wanted) in schema {
        let right = match keyword.as_str() {
            "title" | "description" => true,
            "type" => match wanted.as_str().unwrap() {
                "object" => value.is_object(),
                "string" => value.is_string(),
                "integer" => value.is_u64() || value.is_i64(),
                "number" => value.is_number(),
                other => panic!("{place}: the type {other}"),
            },
            "minimum" => value.as_f64().unwrap() >= wanted.as_f64().unwrap(),
            "maximum" => value.as_f64().unwrap() <= wanted.as_f64().unwrap(),
            "properties" => {
                let parts = wanted.as_object().unwrap().iter();
                parts.for_each(|(name, schema)| {
                    if let Some(part) = value.get(name) {
                        check_json(schema, part, &format!("{place}.{name}"));
                    }
                });
                true
            }
            other => panic!("{place}: the keyword {other}"),
        };
        assert!(right, "{place}: {value} where the schema has {keyword} {wanted}");
    }
}

fn number(value: &Value) -> f64 {
    // The JSON mapping of Protocol Buffers represents non-finite numbers by strings, and omits zeros.
    match value {
        Value::String(word) => word.parse().unwrap(),
        Value::Null => 0.0,
        number => number.as_f64().unwrap(),
    }
}

fn vector(value: &Value) -> Vector3<f64> {
    Vector3::new(number(&value["x"]), number(&value["y"]), number(&value["z"]))
}

fn isometry(position: &Value, orientation: &Value) -> Isometry3<f64> {
    let part = |name: &str| number(&orientation[name]);
    let rotation = Quaternion::new(part("w"), part("x"), part("y"), part("z"));
    Isometry3::from_parts(Translation3::from(vector(position)), UnitQuaternion::new_unchecked(rotation))
}

fn pose(value: &Value) -> Isometry3<f64> {
    isometry(&value["position"], &value["orientation"])
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// The frames in a viewer at a time, ns: parent and `parent_from_frame` by name.
fn frames_at(topics: &Topics, time: u64) -> BTreeMap<String, (String, Isometry3<f64>)> {
    let mut frames = BTreeMap::new();
    for topic in ["/tf_static", "/tf"] {
        let Some((_, messages)) = topics.get(topic) else { continue };
        let last = messages.iter().rfind(|(log_time, _)| *log_time <= time).unwrap();
        for transform in list(&last.1["transforms"]) {
            let pose = isometry(&transform["translation"], &transform["rotation"]);
            let frame = (text(&transform["parentFrameId"]).to_owned(), pose);
            assert!(frames.insert(text(&transform["childFrameId"]).to_owned(), frame).is_none(), "one parent each");
        }
    }
    frames
}

/// `world_from_frame`.
fn place(frames: &BTreeMap<String, (String, Isometry3<f64>)>, frame: &str) -> Isometry3<f64> {
    let (mut pose, mut name) = (Isometry3::identity(), frame.to_owned());
    while name != "world" {
        let (parent, own) =
            frames.get(&name).unwrap_or_else(|| panic!("`{frame}` leads to `{name}`, not to the world"));
        (pose, name) = (own * pose, parent.clone());
    }
    pose
}

/// The entities of a scene in a viewer that has received these messages.
fn scene<'a>(messages: impl IntoIterator<Item = &'a (u64, Value)>) -> BTreeMap<String, Value> {
    let mut entities = BTreeMap::new();
    for (_, update) in messages {
        for deletion in list(&update["deletions"]) {
            assert_eq!(text(&deletion["type"]), "", "0 is the type of deletions by name");
            entities.remove(text(&deletion["id"]));
        }
        for entity in list(&update["entities"]) {
            assert_eq!(entity["frameLocked"], true);
            entities.insert(text(&entity["id"]).to_owned(), entity.clone());
        }
    }
    entities
}

fn demo() -> LoadedScene {
    shipped("demo.ron", &[])
}

#[test]
fn a_recorded_demo_shows_itself_in_any_viewer_by_its_schemas_alone() {
    let (bytes, simulation) = record(&demo(), 150, |_| ());
    let topics = decode(&bytes);
    let summary = mcap::Summary::read(&bytes).unwrap().unwrap();
    let announced: BTreeSet<&str> = summary.channels.values().map(|channel| channel.topic.as_str()).collect();
    assert_eq!(announced, topics.keys().map(String::as_str).collect(), "no topic is empty");
    let schema = |topic: &str| topics.get(topic).unwrap_or_else(|| panic!("{topic} of {:?}", topics.keys())).0.as_str();
    assert_eq!([schema("/tf"), schema("/tf_static")], ["foxglove.FrameTransforms"; 2]);
    assert_eq!([schema("/scene"), schema("/scene/moving"), schema("/trails")], ["foxglove.SceneUpdate"; 3]);
    assert_eq!((schema("/log"), schema("/robots/anna/scans/range")), ("foxglove.Log", "foxglove.LaserScan"));
    for (topic, (_, messages)) in &topics {
        let first = messages[0].0;
        assert!(first == 0 || matches!(topic.as_str(), "/log" | "/events"), "{topic} begins at {first} ns");
        assert!(messages.is_sorted_by_key(|(time, _)| *time), "{topic}");
    }
    assert_eq!(topics["/tf"].1.len(), 151);

    // All entities are in the world frame.
    let frames = frames_at(&topics, u64::MAX);
    let entities = scene(topics["/scene"].1.iter().chain(&topics["/scene/moving"].1).chain(&topics["/trails"].1));
    for wanted in ["floor", "things/room", "things/divider", "things/box-1", "things/pillar", "objects/crate"] {
        assert!(entities.contains_key(wanted), "{wanted} of {:?}", entities.keys());
    }
    for robot in simulation.robots() {
        let name = format!("robots/{}", robot.name);
        assert!(entities.contains_key(&name) && entities.contains_key(&format!("trails/{name}")), "{name}");
        assert_eq!(place(&frames, &name), robot.state.pose, "to the last bit");
    }
    for entity in entities.values() {
        place(&frames, text(&entity["frameId"]));
        let kinds = ["cubes", "spheres", "cylinders", "lines", "triangles", "texts"];
        assert!(kinds.iter().any(|kind| !list(&entity[*kind]).is_empty()), "{}", entity["id"]);
    }
    let crate_cube = &entities["objects/crate"]["cubes"][0];
    assert_eq!(vector(&crate_cube["size"]), Vector3::repeat(0.2));
    let log = &topics["/log"].1;
    assert_eq!(log.last().unwrap().1["message"], "that was all");

    // Recordings for viewers are valid recordings for this program.
    let recording = Recording::from_bytes("run.mcap", bytes).unwrap();
    let ticks: Vec<u64> = recording.frames().map(|frame| frame.unwrap().tick).collect();
    assert_eq!(ticks, (0..=150).collect::<Vec<_>>());
}

#[test]
fn rays_end_where_the_world_is_that_the_sensor_has_seen() {
    let (bytes, simulation) = record(&demo(), 150, |_| ());
    let topics = decode(&bytes);
    let world = simulation.world();
    let mut checked = 0;
    // Without noise.
    let scans = &topics["/robots/emil/scans/turret_range"].1;
    assert!(
        list(&scans[0].1["ranges"]).iter().all(|range| number(range).is_nan()),
        "nothing has been read at the start"
    );
    let own = simulation.robot(simulation.robot_index("emil").unwrap()).unwrap().body();
    for (log_time, scan) in &scans[1..] {
        let stamp = scan["timestamp"].as_str().unwrap();
        let seconds: f64 = stamp.trim_start_matches("1970-01-01T00:00:").trim_end_matches('Z').parse().unwrap();
        let seen = (seconds * 1e9).round() as u64;
        assert!(seen < *log_time, "a reading is of a world before the end of its tick");
        let frames = frames_at(&topics, seen);
        let origin = place(&frames, text(&scan["frameId"])) * pose(&scan["pose"]);
        let ranges = list(&scan["ranges"]);
        let (start, end) = (number(&scan["startAngle"]), number(&scan["endAngle"]));
        for (ray, range) in ranges.iter().map(number).enumerate() {
            let angle = start + (end - start) * ray as f64 / (ranges.len() - 1) as f64;
            let along = origin.rotation * Vector3::new(angle.cos(), angle.sin(), 0.0);
            let from = Point3::from(origin.translation.vector);
            let hit = world.index.cast_ray(&from, &along, 10.0, &QueryFilter::without(own)).unwrap();
            // Movable objects have moved since.
            let Some(hit) = hit.filter(|hit| world.bodies[hit.body.index()].mover.is_none()) else { continue };
            if range.is_finite() && (hit.distance - range).abs() < 0.05 {
                assert!((hit.distance - range).abs() < 1e-6, "{} m and {range} m at {stamp}", hit.distance);
                checked += 1;
            }
        }
    }
    assert!(checked > 100, "{checked} rays compared");
}

#[test]
fn links_move_by_their_transforms() {
    let scene = load(
        r#"(format_version: 1, run: (dt: 0.01), robots: [(name: "caller", model: "scout/standard", at: (1, 2), yaw: 1,
            controller: (id: "control/constant", params: (commands: {"left_wheel": 2, "right_wheel": -2, "turret": 0.7})))])"#,
    );
    let (bytes, mut simulation) = record(&scene, 100, |_| ());
    let topics = decode(&bytes);
    simulation.update_links();
    let (body, model) = (simulation.robot(0).unwrap().body().index(), simulation.robot(0).unwrap().model().unwrap());
    let mut turned = 0;
    for time in [0, u64::MAX] {
        let frames = frames_at(&topics, time);
        for (number, link) in model.links.iter().enumerate().skip(1) {
            let (parent, pose) = &frames[&format!("robots/caller/links/{}", link.name)];
            assert_eq!(parent, "robots/caller");
            let wanted = simulation.world().links.get(body, number as u32);
            if time == u64::MAX {
                assert!((pose.to_homogeneous() - wanted.to_homogeneous()).norm() < 1e-12, "{}", link.name);
            } else {
                turned += usize::from(pose.rotation.angle_to(&wanted.rotation) > 0.1);
            }
        }
    }
    assert!(turned > 0, "no link has moved");
    let entities = self::scene(&topics["/scene/moving"].1);
    assert!(entities.values().any(|entity| text(&entity["frameId"]).starts_with("robots/caller/links/")));
}

#[test]
fn added_and_removed_objects_are_logged_at_once_and_completely_soon_after() {
    let loaded = load(
        r#"(format_version: 1, run: (dt: 0.01), floor: (), objects: [
            (name: "stays", shape: Box(size: (1, 1, 1))), (name: "goes", shape: Sphere(radius: 0.5), at: (3, 0, 0))])"#,
    );
    let late = json!({"name": "late", "shape": {"Box": {"size": [0.2, 0.3, 0.4]}}, "at": [1, 2, 3]});
    let (bytes, _) = record(&loaded, 400, |simulation| match simulation.tick() {
        20 => simulation.add_object(late.clone()).unwrap(),
        30 => simulation.remove_object("goes").unwrap(),
        _ => {}
    });
    let topics = decode(&bytes);
    let messages = &topics["/scene"].1;
    let names = |messages: &[(u64, Value)]| scene(messages).into_keys().collect::<Vec<_>>();
    let until = |time: u64| messages.iter().take_while(|(log_time, _)| *log_time <= time).count();
    assert_eq!(names(&messages[..1]), ["floor", "things/goes", "things/stays"]);
    assert_eq!(names(&messages[..until(210_000_000)]), ["floor", "things/goes", "things/late", "things/stays"]);
    let end = ["floor", "things/late", "things/stays"];
    assert_eq!(names(&messages[..until(310_000_000)]), end);
    let (time, last) = messages.last().unwrap();
    assert_eq!(
        (names(&messages[messages.len() - 1..]).as_slice(), *time),
        (end.map(String::from).as_slice(), 1_000_000_000)
    );
    assert_eq!(list(&last["deletions"]).len(), 1);
    let late = &scene(messages)["things/late"]["cubes"][0];
    assert_eq!(
        (vector(&late["size"]), vector(&late["pose"]["position"])),
        (Vector3::new(0.2, 0.3, 0.4), Vector3::new(1.0, 2.0, 3.0))
    );
}

#[test]
fn all_parts_of_a_scene_are_drawn_at_their_poses() {
    let folder = tempfile::tempdir().unwrap();
    let mesh = "mtllib m.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nusemtl red\nf 1 3 2\nusemtl blue\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
    std::fs::write(folder.path().join("m.obj"), mesh).unwrap();
    std::fs::write(folder.path().join("m.mtl"), "newmtl red\nKd 1 0 0\nnewmtl blue\nKd 0 0 1\n").unwrap();
    let text_of_scene = r#"(format_version: 1, run: (dt: 0.01),
        floor: (height: 0.5, size: (6, 4), paint: [Disc(at: (1, 1), radius: 0.2, color: (0, 1, 0))]),
        objects: [
            (name: "mesh", shape: Mesh(file: "m.obj"), at: (0, 0, 2)),
            (name: "hill", shape: HeightField(size: (2, 2), heights: Rows([(0, 1), (0, 1)]))),
            (name: "ramp", shape: Ramp(length: 1, width: 1, height: 0.3)),
            (name: "pill", shape: Capsule(radius: 0.1, height: 0.4), at: (0, 0, 5), mass: 1),
            (name: "plane", shape: Plane(normal: (0, 0, 1))),
            (name: "hidden", shape: Sphere(radius: 1), visible: false),
        ],
        lights: [(name: "lamp", kind: Point(), at: (0, 0, 0.2), parent: Some("pill")), (name: "sky", kind: Ambient)],
        beacons: [(name: "buoy", at: (4, 5, 6))],
        media: [(name: "sea", region: Below(-1), density: 1000)],
        routes: [(name: "round", poses: [(at: (0, 0)), (at: (1, 0)), (at: (1, 1))], closed: true)],
        notes: [(text: "here", at: (7, 8, 9))],
    )"#;
    let file = folder.path().join("all.ron");
    std::fs::write(&file, text_of_scene).unwrap();
    let loaded = load_file(file);
    let (bytes, _) = record(&loaded, 5, |_| ());
    let topics = decode(&bytes);
    let entities = scene(topics["/scene"].1.iter().chain(&topics["/scene/moving"].1));
    let kinds = ["cubes", "spheres", "cylinders", "lines", "triangles", "texts"];
    let counts = |entity: &Value| kinds.map(|kind| list(&entity[kind]).len());
    let found: BTreeMap<&str, [usize; 6]> =
        entities.iter().map(|(name, entity)| (name.as_str(), counts(entity))).collect();
    let expected = [
        ("beacons/buoy", [0, 1, 0, 0, 0, 0]),
        ("floor", [1, 0, 1, 0, 0, 0]),
        ("lights/lamp", [0, 1, 0, 0, 0, 0]),
        ("media/sea", [1, 0, 0, 0, 0, 0]),
        ("notes/0", [0, 0, 0, 0, 0, 1]),
        ("objects/pill", [0, 2, 1, 0, 0, 0]),
        ("routes/round", [0, 0, 0, 1, 0, 0]),
        ("things/hill", [0, 0, 0, 0, 1, 0]),
        ("things/mesh", [0, 0, 0, 0, 2, 0]),
        ("things/plane", [1, 0, 0, 0, 0, 0]),
        ("things/ramp", [0, 0, 0, 0, 1, 0]),
    ];
    assert_eq!(found, expected.into_iter().collect());
    assert_eq!(text(&entities["lights/lamp"]["frameId"]), "objects/pill");
    assert_eq!(vector(&entities["beacons/buoy"]["spheres"][0]["pose"]["position"]), Vector3::new(4.0, 5.0, 6.0));
    assert_eq!(vector(&entities["notes/0"]["texts"][0]["pose"]["position"]), Vector3::new(7.0, 8.0, 9.0));
    let floor = &entities["floor"]["cubes"][0];
    let top = vector(&floor["pose"]["position"]).z + vector(&floor["size"]).z / 2.0;
    assert!((top - 0.5).abs() < 1e-12 && vector(&floor["size"]).xy() == nalgebra::Vector2::new(6.0, 4.0));
    let parts = list(&entities["things/mesh"]["triangles"]);
    let colors: Vec<[f64; 3]> =
        parts.iter().map(|part| ["r", "g", "b"].map(|name| number(&part["color"][name]))).collect();
    assert!(colors[0][0] > 0.6 && colors[0][2] == 0.0 && colors[1][2] > 0.6 && colors[1][0] == 0.0, "{colors:?}");
    assert_eq!(parts.iter().map(|part| list(&part["indices"]).len()).collect::<Vec<_>>(), [3, 9]);
    assert!(parts.iter().all(|part| vector(&part["pose"]["position"]) == Vector3::new(0.0, 0.0, 2.0)));
    assert_eq!(text(&entities["routes/round"]["lines"][0]["type"]), "LINE_LOOP");
}

#[test]
fn noise_on_a_ray_without_a_hit_gives_no_point() {
    let (bytes, _) = record(&demo(), 150, |_| ());
    let topics = decode(&bytes);
    let recording = Recording::from_bytes("run.mcap", bytes).unwrap();
    let channels = &recording.info().robots[0].channels;
    let first = |kind: ChannelKind| {
        let mut own = channels.iter().filter(|channel| channel.component == "range" && channel.kind == kind);
        own.next().expect("anna has a range finder").index
    };
    let (reading, clean) = (first(ChannelKind::Sensor), first(ChannelKind::Clean));
    let frames: Vec<_> = recording.frames().map(Result::unwrap).collect();
    let (mut misses, mut below, mut hits) = (0, 0, 0);
    for (log_time, scan) in &topics["/robots/anna/scans/range"].1[1..] {
        let frame = frames.iter().find(|frame| (frame.time * 1e9).round() as u64 == *log_time).unwrap();
        for (ray, range) in list(&scan["ranges"]).iter().map(number).enumerate() {
            let [reading, clean] = [reading, clean].map(|first| frame.telemetry[0][first + ray]);
            // Its range is 1 m.
            if clean < 1.0 && reading < 1.0 {
                assert!(range.is_finite(), "{range} m for {reading} m");
                hits += 1;
            } else {
                assert!(range.is_infinite(), "{range} m for {reading} m, {clean} m without noise");
                misses += 1;
                below += u32::from(reading < 1.0);
            }
        }
    }
    assert!(
        hits > 20 && below > 20 && below < misses,
        "{hits} hits; {below} of {misses} misses read less than the range"
    );
}
