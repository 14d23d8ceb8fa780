//! B3: 500 random edits of all kinds. The document stays valid, undo restores the initial bytes and redo the final ones.

use std::collections::BTreeMap;

use crate::common::{Random, open, pose, scene};
use serde_json::{Value, json};
use sim_abi::route::{Route, RoutePose};
use sim_core::scene::{ComponentId, ComponentUse, ControllerUse, ModelUse};
use sim_edit::{
    Alignment, Axis, Carried, Document, Edit, Overwrite, References, Refusal, Resized, RouteChange, Section, Slot,
    State, Surroundings, Target, Thing,
};

/// A random target from one of these sections.
fn pick(random: &mut Random, document: &Document, sections: &[Section]) -> Option<Target> {
    let scene = scene(document);
    let all: Vec<Target> = sections
        .iter()
        .flat_map(|section| (0..section.count(scene)).map(move |index| (*section, index)))
        .map(|(section, index)| match section.name(scene, index).filter(|_| index % 2 == 0) {
            Some(name) => Target::named(section, name),
            None => Target::at(section, index),
        })
        .collect();
    (!all.is_empty()).then(|| all[random.below(all.len())].clone())
}

fn several(random: &mut Random, document: &Document, sections: &[Section]) -> Vec<Target> {
    (0..1 + random.below(4)).filter_map(|_| pick(random, document, sections)).collect()
}

const POSED: [Section; 6] =
    [Section::Objects, Section::Robots, Section::Fleets, Section::Beacons, Section::Lights, Section::Notes];

fn random_element(random: &mut Random, document: &Document) -> Thing {
    let mut x = || (random.between(-3.0, 3.0) * 100.0).round() / 100.0;
    let (a, b, c) = (x(), x(), x());
    let at = json!([a, b, c]);
    let (section, value): (Section, Value) = match random.below(16) {
        0 => (Section::Objects, json!({"shape": {"Box": {"size": [0.1 + a.abs(), 0.2, 0.3]}}, "at": at, "yaw": b})),
        1 => (
            Section::Objects,
            json!({"name": "crate", "shape": {"Sphere": {"radius": 0.1 + b.abs()}}, "at": at, "mass": 1.5,
                "material": {"friction": 0.4}, "tags": ["a", "b"], "properties": {"odd key": [1, 2.0, null]}}),
        ),
        2 => {
            let parent = pick(random, document, &[Section::Objects, Section::Robots]);
            let parent = parent.and_then(|target| target.name().map(str::to_owned));
            (Section::Objects, json!({"shape": {"Cylinder": {"radius": 0.1, "height": 1}}, "parent": parent}))
        }
        3 => (Section::Robots, json!({"model": "scout/standard", "at": at, "sensors": {"range": {"period": 0.1}}})),
        4 => (
            Section::Fleets,
            json!({"prefix": "unit", "count": 3, "model": {"id": "scout/standard"}, "at": at,
                "placement": {"Grid": {"spacing": [0.5, 0.5]}}}),
        ),
        5 => (Section::Beacons, json!({"name": "door", "at": at, "kind": {"Cone": {"half_angle": 0.5}}})),
        6 => (Section::Lights, json!({"kind": "Ambient", "intensity": 0.25})),
        7 => (Section::Media, json!({"density": 998, "region": {"Box": {"at": at, "size": [1, 2, 3]}}})),
        8 => (Section::Services, json!({"id": "monitor/fence", "params": {"min": [-1, -1]}, "grants": ["Edit"]})),
        9 => (Section::Routes, json!({"name": "tour", "poses": [{"at": at}, {"at": [1, 2], "yaw": 1.0}]})),
        10 => (Section::Notes, json!({"text": "a \"note\"\n// with all sorts", "at": at})),
        12 => (Section::Shapes, json!({"name": "post", "shape": {"Cylinder": {"radius": 0.1 + c.abs(), "height": 1}}})),
        13 => (Section::Groups, json!({"name": "switches", "collides": b > 0.0, "visible": c > 0.0})),
        14 => {
            let name = |target: Option<Target>| target.and_then(|target| target.name().map(str::to_owned));
            let shared = name(pick(random, document, &[Section::Shapes]));
            let shape = shared.map_or(json!({"Capsule": {"radius": 0.1, "height": 1}}), |name| json!({"Named": name}));
            let group = name(pick(random, document, &[Section::Groups]));
            (Section::Objects, json!({"shape": shape, "collision": [{"shape": shape, "at": at}], "group": group}))
        }
        11 => (Section::Paint, json!({"Disc": {"at": [a, b], "radius": 0.2, "color": [1, 0, 0.5]}})),
        _ => match pick(random, document, &[Section::Robots]).and_then(|robot| robot.name().map(str::to_owned)) {
            Some(robot) => (
                Section::Acceptance,
                json!({"PoseWithin": {"name": "there", "robot": robot, "at": at, "within": 0.5, "when": {"By": 3}}}),
            ),
            None => (Section::Notes, json!({"text": "empty room"})),
        },
    };
    Thing::from_json(section, &value)
}

fn field(random: &mut Random, document: &Document) -> Edit {
    let colored = [Section::Objects, Section::Robots, Section::Fleets, Section::Lights];
    let number = (random.between(0.0, 2.0) * 1000.0).round() / 1000.0;
    let set = |target: Option<Target>, path: &str, value: Value| match target {
        Some(target) => Edit::set(Some(target), path, value),
        None => Edit::set(None, "description", value.to_string()),
    };
    match random.below(14) {
        0 => set(pick(random, document, &colored), "color", json!([number / 2.0, 0.5, 0.25])),
        1 => set(pick(random, document, &[Section::Objects]), "material.friction", json!(number)),
        2 => set(pick(random, document, &[Section::Objects]), "material.friction", json!(0.6)),
        3 => set(pick(random, document, &[Section::Objects]), "mass", json!(number + 0.1)),
        4 => set(pick(random, document, &[Section::Objects, Section::Robots]), "tags", json!(["x", "y", number])),
        5 => set(pick(random, document, &[Section::Objects]), "tags", json!(["one", "another"])),
        6 => {
            set(pick(random, document, &[Section::Objects, Section::Robots]), "notes", json!("quoted: \"é\" \\ // no"))
        }
        7 => set(pick(random, document, &[Section::Media]), "current", json!({"Uniform": [number, 0, 0]})),
        8 => set(pick(random, document, &[Section::Routes]), "poses[0].at", json!([number, 1])),
        9 => set(pick(random, document, &[Section::Robots]), "sensors.range.noise.sigma", json!(number)),
        10 => Edit::set(None, ["run.seed", "run.duration"][random.below(2)], 1 + random.below(90)),
        11 => Edit::set(None, ["floor.height", "view.far", "view.field_of_view"][random.below(3)], number + 0.2),
        12 => {
            let path = ["color", "yaw", "material", "at", "tags", "mass", "sensors", "notes"][random.below(8)];
            match pick(random, document, &colored) {
                Some(target) => Edit::reset(Some(target), path),
                None => Edit::reset(None, "view.follow"),
            }
        }
        _ => Edit::set(None, "properties.levels", json!([1, number, {"a b": "c"}])),
    }
}

fn component(random: &mut Random, target: Target) -> Edit {
    let params = match json!({"speed": 0.25, "gain": 2.0, "deep": {"odd-key": [true, null]}}) {
        Value::Object(map) if random.chance(2) => map,
        _ => Default::default(),
    };
    let id = |text: &str| ComponentId(text.into());
    match random.below(6) {
        0 => {
            let to = ControllerUse { id: id("control/wander"), params, period: random.chance(2).then_some(1.0) };
            Edit::Controller { target, to: (!random.chance(4)).then_some(to) }
        }
        1 => {
            let to = ComponentUse { id: id("diff-drive/dynamic"), params };
            Edit::Dynamics { target, to: (!random.chance(4)).then_some(to) }
        }
        2 => Edit::Model { target, to: ModelUse { id: Some(id("scout/standard")), file: None, params } },
        kind => {
            let slots = [Slot::Controller, Slot::Dynamics, Slot::Model, Slot::Sensor("range".into()), Slot::Service];
            let slot = slots[random.below(5)].clone();
            let value = (kind != 3).then(|| json!(random.between(0.0, 1.0)));
            let name = ["speed", "odd-name"][random.below(2)].to_string();
            Edit::Parameter { target, slot, name, value, id: random.chance(2).then(|| id("control/wander")) }
        }
    }
}

fn route_pose(random: &mut Random) -> RoutePose {
    RoutePose {
        at: [random.between(-3.0, 3.0), random.between(-3.0, 3.0), 0.0],
        yaw: random.between(-3.0, 3.0),
        speed: random.chance(3).then_some(0.5),
        dwell: if random.chance(3) { 2.0 } else { 0.0 },
    }
}

fn random_edit(random: &mut Random, document: &Document) -> Option<Edit> {
    let offset = [random.between(-1.0, 1.0), random.between(-1.0, 1.0), 0.0];
    let axis = [Axis::X, Axis::Y, Axis::Z][random.below(3)];
    Some(match random.below(32) {
        0..4 => Edit::Insert((0..1 + random.below(3)).map(|_| random_element(random, document)).collect()),
        4 | 5 => Edit::Delete {
            targets: several(random, document, &Section::ALL[..12]),
            carried: [Carried::Delete, Carried::Keep][random.below(2)],
            references: [References::Remove, References::Remove, References::Refuse][random.below(3)],
        },
        6 => Edit::Duplicate { targets: several(random, document, &Section::ALL[..12]), offset },
        7 => {
            let text = document.copy(&several(random, document, &Section::ALL[..12])).unwrap();
            Edit::Paste { text, offset }
        }
        8..12 => {
            let targets = several(random, document, &POSED);
            let place = |random: &mut Random, target| {
                let mut place = pose(offset[0], random.between(-3.0, 3.0), 0.5, random.between(-3.0, 3.0));
                if random.chance(3) {
                    place.rotation *= nalgebra::UnitQuaternion::from_euler_angles(0.3, random.between(-1.0, 1.0), 0.0);
                }
                (target, place)
            };
            Edit::Move(targets.into_iter().map(|target| place(random, target)).collect())
        }
        12 => {
            let to = [Alignment::Min, Alignment::Center, Alignment::Max][random.below(3)];
            Edit::Align { targets: several(random, document, &POSED), axis, to, sizes: BTreeMap::new() }
        }
        13 | 14 => Edit::Distribute { targets: several(random, document, &POSED), axis, sizes: BTreeMap::new() },
        15 | 16 => field(random, document),
        17 => {
            let name = format!("new name {}", random.below(1000));
            let named = [
                Section::Objects,
                Section::Robots,
                Section::Fleets,
                Section::Routes,
                Section::Lights,
                Section::Shapes,
                Section::Groups,
            ];
            Edit::Rename { target: pick(random, document, &named)?, name }
        }
        18..20 => {
            let sections = [Section::Robots, Section::Fleets, Section::Objects, Section::Services];
            let target = pick(random, document, &sections)?;
            component(random, target)
        }
        20 | 21 => Edit::Lock { targets: several(random, document, &[Section::Objects]), locked: !random.chance(3) },
        22 => {
            // Small fleets only: others would make the scene large.
            let fleets = &scene(document).fleets;
            let small: Vec<_> = fleets.iter().filter(|fleet| fleet.count <= 20).collect();
            Edit::Dissolve { fleet: small.get(random.below(small.len()))?.prefix.clone() }
        }
        23 => Edit::CutOpening {
            wall: pick(random, document, &[Section::Objects])?,
            between: [random.below(3) as f64 / 2.0, 0.5 + random.below(3) as f64],
            height: 0.2 + random.below(3) as f64 / 2.0,
        },
        24 => {
            let targets = several(random, document, &[Section::Objects]);
            let objects = &scene(document).objects;
            let resized = |target: Target| {
                let object = objects.iter().find(|object| Some(object.name.as_str()) == target.name())?;
                let axis = [None, Some(0), Some(1), Some(2)][random.below(4)];
                let shape = sim_edit::sizes::scaled(&object.shape, axis, random.between(0.5, 2.0));
                Some(Resized { target, shape, pose: random.chance(3).then(|| pose(offset[0], offset[1], 0.5, 1.0)) })
            };
            Edit::Resize(targets.into_iter().filter_map(resized).collect())
        }
        25 => {
            let route = pick(random, document, &[Section::Routes])?;
            Edit::MovePose { route, number: random.below(3), pose: pose(offset[0], offset[1], 0.0, 1.0) }
        }
        26 => {
            let poses = (0..1 + random.below(4)).map(|_| route_pose(random)).collect();
            let route = Route { name: "way".into(), poses, closed: random.chance(2) };
            Edit::NewRoute { route, robot: pick(random, document, &[Section::Robots, Section::Fleets]) }
        }
        27 | 28 => {
            let route = pick(random, document, &[Section::Routes])?;
            let change = match random.below(4) {
                0 => RouteChange::Append((0..1 + random.below(3)).map(|_| route_pose(random)).collect()),
                1 => RouteChange::InsertBefore(random.below(3)),
                2 => RouteChange::Remove(random.below(3)),
                _ => RouteChange::Keep(random.below(3)),
            };
            Edit::ChangeRoute { route, change }
        }
        29 => {
            let target = pick(random, document, &[Section::Robots, Section::Fleets])?;
            let routes = &scene(document).routes;
            match random.below(3) {
                0 => Edit::set(Some(target), "margin", json!({"Fraction": [0.2, 0.1, 0]})),
                1 => Edit::set(Some(target), "route", routes.get(random.below(routes.len()))?.name.as_str()),
                _ => Edit::reset(Some(target), ["route", "margin"][random.below(2)]),
            }
        }
        30 => {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("room.ron");
            document.export()?.write(&path).ok()?;
            Edit::ReplaceSurroundings(Surroundings::read(&path).unwrap())
        }
        _ => Edit::ReplaceText(document.to_text().replacen("0.25", "0.5", 1)),
    })
}

/// Applies `count` random edits; counts how often each kind was applied.
fn edit_at_random(document: &mut Document, count: usize, seed: u64, made: &mut BTreeMap<String, usize>) {
    document.set_undo_depth(100_000);
    let mut random = Random(seed);
    let start = document.to_text().to_owned();
    let mut done = 0;
    let mut attempts = 0;
    while done < count {
        attempts += 1;
        assert!(attempts < 20 * count, "hardly any edit is possible");
        let Some(edit) = random_edit(&mut random, document) else { continue };
        let before = document.to_text().to_owned();
        match document.apply(edit.clone()) {
            Ok(applied) => {
                done += usize::from(applied.changed);
                *made.entry(applied.label.split(' ').next().unwrap().to_owned()).or_default() += 1;
                if ["Insert", "Duplicate", "Paste", "Rename"].iter().any(|kind| applied.label.starts_with(kind)) {
                    let notes = |text: &str| text.matches("// note on this line").count();
                    assert!(notes(document.to_text()) >= notes(&before), "{edit:?}\n{before}\n{}", document.to_text());
                }
                if applied.changed && random.chance(10) {
                    // Undo and redo in between.
                    let after = document.to_text().to_owned();
                    document.undo().unwrap();
                    assert_eq!(document.to_text(), before, "{edit:?}");
                    document.redo().unwrap();
                    assert_eq!(document.to_text(), after, "{edit:?}");
                }
            }
            Err(Refusal::Unwritable) => panic!("{edit:?}\ncannot be written into\n{before}"),
            Err(refusal) => {
                assert!(!refusal.to_string().is_empty());
                assert_eq!(document.to_text(), before, "{edit:?}: {refusal}");
            }
        }
        assert!(matches!(document.state(), State::Scene(_)), "{edit:?}\n{}", document.findings());
    }
    let end = document.to_text().to_owned();
    let steps = document.undo_labels().count();
    assert!(steps >= count, "{steps}");
    while document.undo().is_some() {
        assert!(matches!(document.state(), State::Scene(_)), "{}", document.findings());
    }
    assert_eq!(document.to_text(), start);
    assert!(!document.is_modified());
    while document.redo().is_some() {}
    assert_eq!(document.to_text(), end);
    assert_eq!(document.undo_labels().count(), steps);
    assert_eq!(head(&end), head(&start), "the comment at the head has changed");
}

/// The text before the scene.
fn head(text: &str) -> &str {
    sim_core::scene::text::head_comment(text)
}

#[test]
fn five_hundred_random_edits_are_undone_to_the_same_bytes_and_redone() {
    let mut made = BTreeMap::new();
    for (index, (name, count)) in [
        ("demo.ron", 150),
        ("examples/swarm.ron", 130),
        ("examples/pool.ron", 120),
        ("examples/arena.ron", 50),
        ("empty.ron", 40),
        ("swarm-1000.ron", 10),
    ]
    .into_iter()
    .enumerate()
    {
        edit_at_random(&mut open(name), count, 1 + index as u64, &mut made);
    }
    for kind in [
        "Insert",
        "Delete",
        "Duplicate",
        "Paste",
        "Move",
        "Align",
        "Distribute",
        "Change",
        "Rename",
        "Lock",
        "Unlock",
        "Dissolve",
        "Resize",
        "Edit",
    ] {
        assert!(made.contains_key(kind), "{kind} was never made: {made:?}");
    }
}

/// RM-26: At least 50 scene edits are undone and redone without loss of data.
/// RM-99: Scene and route edits are undoable, including the deletion of robots.
#[test]
fn two_hundred_random_edits_of_a_room_with_routes_and_robots_are_undone_and_redone() {
    let mut made = BTreeMap::new();
    edit_at_random(&mut open("robomap/laboratory.ron"), 200, 26, &mut made);
    edit_at_random(&mut open("robomap/warehouse.ron"), 200, 27, &mut made);
    // Route poses that are appended, inserted and removed.
    for kind in ["Insert", "Delete", "Move", "Resize", "Rename", "Change", "Add", "Remove", "Import"] {
        assert!(made.contains_key(kind), "{kind} was never made: {made:?}");
    }
}

#[test]
fn scenes_in_json_are_edited_as_json() {
    let folder = tempfile::tempdir().unwrap();
    for (name, seed) in [("demo.ron", 11), ("examples/arena.ron", 12)] {
        let path = folder.path().join(name.replace("examples/", "")).with_extension("json");
        let mut document = open(name);
        document.save_as(&path).unwrap();
        let mut document = Document::open(&path).unwrap();
        let mut made = BTreeMap::new();
        edit_at_random(&mut document, 80, seed, &mut made);
        document.save(Overwrite::No).unwrap();
        let strict: Result<Value, _> = serde_json::from_str(document.to_text());
        assert!(strict.is_ok(), "{strict:?}");
    }
}

#[test]
fn other_layouts_survive_random_edits() {
    let demo = open("demo.ron").to_text().to_owned();
    let layouts = [
        demo.replace('\n', "\r\n"),
        demo.replace("    ", "\t"),
        demo.replace("    ", "  "),
        demo.replace(",\n        (name", ", (name").replace(",\n    ],", "],"),
        demo.replace(",\n", ", // note on this line\n").replacen(
            "objects: [",
            "objects: [ // things\n        /* a */",
            1,
        ),
        demo.replace(",\n", " /* x */ , // note on this line\n"),
        demo.replace(",\n", "\n, // note on this line\n"),
        demo.lines().map(str::trim).filter(|line| !line.starts_with("//")).collect::<Vec<_>>().join(" "),
        format!("\u{feff}{}", demo.replacen("(\n    format", "Scene(\n    format", 1)),
    ];
    for (index, layout) in layouts.into_iter().enumerate() {
        let (_folder, mut document) = crate::common::of(&layout);
        edit_at_random(&mut document, 40, 100 + index as u64, &mut BTreeMap::new());
    }
}
