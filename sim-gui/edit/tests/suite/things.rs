//! Inserting, deleting, duplicating, copying, pasting, renaming and dissolving, with their refusals.

use crate::common::{apply, diff, objects, of, open, refused, scene};
use nalgebra::Isometry3;
use serde_json::json;
use sim_core::scene::{Fleet, Posed, Robot, Scene, Shape};
use sim_edit::{Carried, Document, Edit, Impact, References, Refusal, Section, Target, Thing};

const YARD: &str = r#"(
    format_version: 1,
    objects: [
        (name: "table", shape: Box(size: (1, 1, 1)), at: (1, 0, 0.5), yaw: deg(90)),
        (name: "lamp", shape: Sphere(radius: 0.1), at: (0.2, 0, 0.6), parent: "table"),
        (name: "bulb", shape: Sphere(radius: 0.05), at: (0, 0, 0.1), parent: "lamp"),
        (name: "safe", shape: Box(size: (1, 1, 1)), locked: true),
    ],
    beacons: [(name: "mark", at: (0, 0, 0.1), parent: "lamp")],
    lights: [(name: "glow", kind: Point(radius: 3), parent: "bulb")],
    robots: [
        (name: "anna", model: "scout/standard", at: (2, 2)),
        (name: "bert", model: "scout/standard", at: (3, 2), controller: (id: "control/follow", params: (whom: "anna"))),
    ],
    fleets: [(prefix: "unit", count: 3, model: "scout/standard", placement: Grid(spacing: (1, 1)), at: (0, 5))],
    inputs: [(at: 1, key: "w", robot: "anna"), (at: 2, key: "w")],
    notes: [(text: "carried", at: (0, 0, 1), parent: "anna")],
    acceptance: [
        NoCollision(name: "careful", robots: ["anna", "bert"]),
        ReachedBy(robot: "anna", at: (0, 0), within: 1, by: 3),
        NoCollision(robots: ["unit1"]),
    ],
    view: (follow: Some("anna")),
)
"#;

fn delete(names: &[Target], carried: Carried, references: References) -> Edit {
    Edit::Delete { targets: names.to_vec(), carried, references }
}

fn names(scene: &Scene) -> Vec<&str> {
    scene.objects.iter().map(|object| object.name.as_str()).collect()
}

/// World poses by name.
fn place(document: &Document, target: Target) -> Isometry3<f64> {
    document.world_pose(&target).unwrap_or_else(|| panic!("{target} does not have a pose"))
}

/// BL-77: Elements of every kind can be inserted where they are legal.
#[test]
fn elements_of_every_section_can_be_inserted() {
    let mut document = Document::new();
    let elements = [
        (Section::Objects, json!({"shape": {"Wall": {"from": [0, 0], "to": [1, 0]}}}), "wall-1"),
        (Section::Objects, json!({"shape": {"Wall": {"from": [0, 1], "to": [1, 1]}}}), "wall-2"),
        (Section::Robots, json!({"model": "scout/standard"}), "scout-1"),
        (
            Section::Fleets,
            json!({"count": 2, "model": "scout/standard", "placement": {"List": [{}, {"at": [1, 1]}]}}),
            "scout-1-",
        ),
        (Section::Beacons, json!({"range": 3}), "beacon-1"),
        (Section::Lights, json!({"kind": {"Directional": [0, 0, -1]}}), "light-1"),
        (Section::Media, json!({"density": 1000}), "medium-1"),
        (Section::Services, json!({"id": "monitor/fence"}), "fence-1"),
        (Section::Routes, json!({"poses": [{"at": [0, 0]}]}), "route-1"),
    ];
    for (section, value, name) in &elements {
        let applied = apply(&mut document, Edit::Insert(vec![Thing::from_json(*section, value)]));
        assert_eq!(applied.created, [Target::named(*section, *name)]);
        assert_eq!(applied.label, format!("Insert {name}"));
    }
    for (section, value, index) in [
        (Section::Notes, json!({"text": "here"}), 0),
        (Section::Inputs, json!({"at": 1, "key": "w"}), 0),
        (Section::Acceptance, json!({"NoCollision": {}}), 0),
        (Section::Paint, json!({"Disc": {"at": [0, 0], "radius": 1, "color": [1, 0, 0]}}), 0),
        (Section::Paint, json!({"Disc": {"at": [1, 0], "radius": 1, "color": [1, 0, 0]}}), 1),
    ] {
        let applied = apply(&mut document, Edit::Insert(vec![Thing::from_json(section, &value)]));
        assert_eq!(applied.created, [Target::at(section, index)]);
    }
    let typed = Robot::new("scout-1", serde_json::from_value(json!("scout/standard")).unwrap());
    let applied = apply(
        &mut document,
        Edit::Insert(vec![Thing::new(Section::Robots, &typed), Thing::new(Section::Robots, &typed)]),
    );
    assert_eq!(applied.created, [Target::robot("scout-2"), Target::robot("scout-3")]);
    assert_eq!((&*applied.label, &applied.impact), ("Insert 2 items", &Impact::Rebuild));
    assert_eq!(scene(&document).robots[2], Robot { name: "scout-3".into(), ..typed });
    assert!(document.to_text().contains("acceptance: [NoCollision()],"), "{}", document.to_text());
}

#[test]
fn what_is_inserted_must_be_valid() {
    let mut document = Document::new();
    let insert = |section, value| Edit::Insert(vec![Thing::from_json(section, &value)]);
    let radius = json!({"shape": {"Sphere": {"radius": -1}}});
    assert!(refused(&mut document, insert(Section::Objects, radius)).contains("from 1e-9 to 1e9 m"));
    let missing = refused(&mut document, insert(Section::Objects, json!({"name": "a"})));
    assert!(missing.contains("needs the field `shape`"), "{missing}");
    let parent = json!({"shape": {"Sphere": {"radius": 1}}, "parent": "missing"});
    assert!(refused(&mut document, insert(Section::Objects, parent)).contains("unknown object or robot `missing`"));
    assert!(refused(&mut document, insert(Section::Robots, json!(3))).contains("expected a robot"));
    match document.apply(insert(Section::Robots, json!({"model": "scout/standard", "modle": 1}))) {
        Err(Refusal::Invalid(findings)) => assert!(findings.to_string().contains("did you mean `model`"), "{findings}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn deleting_takes_along_what_is_carried() {
    let (_folder, mut document) = of(YARD);
    let applied = apply(&mut document, Edit::delete(objects(&["table"])));
    assert_eq!((&*applied.label, &applied.impact), ("Delete 5 items", &Impact::Rebuild));
    let scene = scene(&document);
    assert_eq!(names(scene), ["safe"]);
    assert!(scene.beacons.is_empty() && scene.lights.is_empty());
    assert!(!document.to_text().contains("beacons") && !document.to_text().contains("lights"));
}

#[test]
fn deleting_can_leave_what_is_carried_where_it_is() {
    let (_folder, mut document) = of(YARD);
    let targets = [Target::object("bulb"), Target::named(Section::Beacons, "mark")];
    let before = targets.clone().map(|target| place(&document, target));
    apply(&mut document, delete(&objects(&["lamp"]), Carried::Keep, References::Refuse));
    assert_eq!(names(scene(&document)), ["table", "bulb", "safe"]);
    assert_eq!(scene(&document).objects[1].parent.as_deref(), Some("table"));
    let close = |a: &Isometry3<f64>, b: &Isometry3<f64>| {
        (a.inverse() * b).to_homogeneous().relative_eq(&nalgebra::Matrix4::identity(), 2e-6, 2e-6)
    };
    for (target, before) in targets.clone().into_iter().zip(&before) {
        assert!(close(&place(&document, target), before));
    }
    apply(&mut document, delete(&objects(&["table"]), Carried::Keep, References::Refuse));
    let bulb = &scene(&document).objects[0];
    assert_eq!((bulb.parent.as_deref(), bulb.yaw), (None, Some(90f64.to_radians())));
    for (target, before) in targets.into_iter().zip(&before) {
        assert!(close(&place(&document, target), before));
    }
}

#[test]
fn what_is_used_is_not_deleted_unless_its_uses_go_too() {
    let (_folder, mut document) = of(YARD);
    let anna = [Target::robot("anna")];
    let reason = refused(&mut document, delete(&anna, Carried::Delete, References::Refuse));
    let places = "inputs[0], acceptance[0] `careful`, acceptance[1], view.follow";
    assert_eq!(reason, format!("`anna` is still used by {places}; delete these too, or change them first"));
    let applied = apply(&mut document, delete(&anna, Carried::Keep, References::Remove));
    assert_eq!(applied.hints, ["`robots[1].controller.params.whom` also contains \"anna\"; it was not changed"]);
    let scene = scene(&document);
    assert_eq!((scene.inputs.len(), scene.acceptance.len(), scene.view.follow.is_none()), (1, 2, true));
    assert!(document.to_text().contains(r#"NoCollision(name: "careful", robots: ["bert"])"#));
    assert!(!document.to_text().contains("view"));
    assert_eq!(scene.notes[0].at.0, [2.0, 2.0, 1.0], "the note stays where it was");
    let reason = refused(&mut document, Edit::delete(vec![Target::fleet("unit")]));
    assert!(reason.contains("`unit1` is still used by acceptance[1];"), "{reason}");
    apply(&mut document, delete(&[Target::fleet("unit")], Carried::Keep, References::Remove));
    assert!(!document.to_text().contains("unit"));
}

#[test]
fn edits_of_protected_elements_are_refused_with_the_reason() {
    let (_folder, mut document) = of(YARD);
    let locked = "`safe` is locked; unlock it first";
    assert_eq!(refused(&mut document, Edit::delete(objects(&["table", "safe"]))), locked);
    assert_eq!(refused(&mut document, Edit::set(Some(Target::object("safe")), "mass", 2)), locked);
    assert_eq!(document.check_editable(&Target::object("safe")).unwrap_err().to_string(), locked);
    let member = "`unit2` is a member of the fleet `unit`; edit the fleet, or dissolve it into individual robots first";
    assert_eq!(refused(&mut document, Edit::delete(vec![Target::robot("unit2")])), member);
    let unknown = refused(&mut document, Edit::delete(objects(&["tabel"])));
    assert_eq!(unknown, "object `tabel` not found; did you mean `table`?");
    assert!(refused(&mut document, Edit::delete(vec![Target::at(Section::Notes, 7)])).contains("note 8 not found"));

    let mut document = open("examples/swarm.ron");
    let reason = refused(&mut document, Edit::delete(objects(&["wall-east"])));
    let file = crate::common::scenes_folder().join("examples/arena.ron");
    assert_eq!(reason, format!("`wall-east` is defined in {}; edit that file, or include a copy", file.display()));
    let reason = refused(&mut document, Edit::delete(vec![Target::at(Section::Paint, 0)]));
    assert!(reason.contains("arena.ron"), "{reason}");
    assert!(document.text_range(&Target::object("wall-east")).is_none());
    let (start, end) = document.text_range(&Target::object("ball")).unwrap();
    assert!(document.to_text()[start..end].starts_with("(name: \"ball\""));
}

/// BL-80: Whole nodes can be copied, cut and pasted; copies get new names.
#[test]
fn duplicates_are_placed_next_to_the_originals_with_unique_names() {
    let (_folder, mut document) = of(YARD);
    let applied =
        apply(&mut document, Edit::Duplicate { targets: objects(&["table", "lamp"]), offset: [0.0, 2.0, 0.0] });
    assert_eq!(applied.created, objects(&["table-1", "lamp-1"]));
    let scene_ = scene(&document);
    assert_eq!(scene_.objects[5].parent.as_deref(), Some("table-1"), "what belongs together stays together");
    let shift = place(&document, Target::object("lamp-1")).translation.vector
        - place(&document, Target::object("lamp")).translation.vector;
    assert!((shift - nalgebra::Vector3::new(0.0, 2.0, 0.0)).amax() < 1e-9);
    // A thing duplicated alone keeps its parent; the offset is in the world frame.
    apply(&mut document, Edit::Duplicate { targets: objects(&["lamp"]), offset: [0.0, 0.5, 0.0] });
    assert!(
        document
            .to_text()
            .contains(r#"(name: "lamp-2", shape: Sphere(radius: 0.1), at: (0.7, 0, 0.6), parent: "table"),"#)
    );
    // Locked things can be duplicated, too.
    apply(
        &mut document,
        Edit::Duplicate {
            targets: vec![Target::object("safe"), Target::robot("unit1"), Target::fleet("unit")],
            offset: [1.0, 0.0, 0.0],
        },
    );
    let scene_ = scene(&document);
    let single = scene_.robots.last().unwrap();
    let original = scene_.all_robots().into_iter().find(|placed| placed.robot.name == "unit1").unwrap().robot;
    assert_eq!((single.name.as_str(), single.at.0[0]), ("unit-1", original.at.0[0] + 1.0));
    assert_eq!(
        scene_.fleets[1],
        Fleet { prefix: "unit-1-".into(), at: scene_.fleets[1].at, ..scene_.fleets[0].clone() }
    );
    assert!(!scene_.objects.last().unwrap().locked);
    let paint = Edit::Duplicate { targets: vec![Target::at(Section::Paint, 1)], offset: [1.0, 1.0, 0.0] };
    let mut swarm = open("examples/swarm.ron");
    let before = scene(&swarm).clone();
    apply(&mut swarm, paint);
    assert_eq!(scene(&swarm).floor.as_ref().unwrap().paint.len(), before.floor.unwrap().paint.len() + 1);
}

/// BL-80: Whole nodes can be copied, cut and pasted; copies get new names.
#[test]
fn what_is_copied_can_be_pasted_elsewhere() {
    let (_folder, mut yard) = of(YARD);
    let targets =
        [Target::object("lamp"), Target::object("bulb"), Target::robot("anna"), Target::at(Section::Inputs, 0)];
    let text = yard.copy(&targets).unwrap();
    assert!(Document::can_paste(&text));
    let copy = Scene::parse(&text, sim_core::scene::text::Format::Ron, "copy").unwrap().scene;
    let lamp = place(&yard, Target::object("lamp"));
    assert!((copy.objects[0].pose().translation.vector - lamp.translation.vector).amax() < 1e-6, "{text}");
    assert_eq!((copy.objects[0].parent.as_deref(), copy.objects[1].parent.as_deref()), (None, Some("lamp")));

    let mut other = Document::new();
    let applied = apply(&mut other, Edit::Paste { text: text.clone(), offset: [0.0; 3] });
    assert_eq!(applied.label, "Paste 4 items");
    assert_eq!(scene(&other).objects, copy.objects);
    assert_eq!(scene(&other).inputs, copy.inputs);
    // In the same document the names are in use: pasted things refer to each other.
    let applied = apply(&mut yard, Edit::Paste { text, offset: [0.0, 0.0, 1.0] });
    assert_eq!(applied.created[..2], objects(&["lamp-1", "bulb-1"]));
    assert_eq!(scene(&yard).objects[5].parent.as_deref(), Some("lamp-1"));
    assert_eq!(scene(&yard).inputs[2].robot.as_deref(), Some("anna-1"));
    assert!(yard.copy(&objects(&["missing"])).is_err());
}

#[test]
fn parts_that_a_person_wrote_can_be_pasted() {
    let mut document = Document::new();
    for (text, created) in [
        (r#"(name: "ball", shape: Sphere(radius: 1))"#, vec![Target::object("ball")]),
        (r#"{"shape": {"Sphere": {"radius": 1}}, "at": [1, 2, 3]}"#, vec![Target::object("sphere-1")]),
        (
            r#"[(model: "scout/standard"), (text: "here")]"#,
            vec![Target::robot("scout-1"), Target::at(Section::Notes, 0)],
        ),
        (r#"(kind: Ambient)"#, vec![Target::named(Section::Lights, "light-1")]),
        (r#"(name: "b", kind: Omni)"#, vec![Target::named(Section::Beacons, "b")]),
        (r#"Disc(at: (0, 0), radius: 1, color: (0, 0, 0))"#, vec![Target::at(Section::Paint, 0)]),
    ] {
        let applied = apply(&mut document, Edit::Paste { text: text.into(), offset: [0.0; 3] });
        assert_eq!(applied.created, created, "{text}");
    }
    let text = document.to_text();
    assert!(text.contains(r#"(name: "sphere-1", shape: Sphere(radius: 1), at: (1, 2, 3)),"#), "{text}");
    for text in ["", "Hello, world", "(format_version: 1)", "[1, 2]", "(name: "] {
        assert!(!Document::can_paste(text), "{text}");
        let reason = refused(&mut document, Edit::Paste { text: text.into(), offset: [0.0; 3] });
        assert!(reason.starts_with("the text cannot be pasted: "), "{reason}");
    }
}

#[test]
fn renaming_updates_all_references() {
    let (_folder, mut document) = of(YARD);
    let rename = |target, name: &str| Edit::Rename { target, name: name.into() };
    let before = scene(&document).clone();
    let applied = apply(&mut document, rename(Target::robot("anna"), "Anna B."));
    assert_eq!((&*applied.label, applied.created), ("Rename anna to Anna B.", vec![Target::robot("Anna B.")]));
    assert_eq!(applied.hints.len(), 1, "{:?}", applied.hints);
    assert_eq!(document.to_text().matches("\"anna\"").count(), 1);
    apply(&mut document, Edit::set(Some(Target::robot("Anna B.")), "name", "anna"));
    assert_eq!(*scene(&document), before);
    apply(&mut document, rename(Target::object("lamp"), "torch"));
    assert_eq!(document.to_text(), YARD.replace("\"lamp\"", "\"torch\""));
    apply(&mut document, rename(Target::fleet("unit"), "troop"));
    assert!(document.to_text().contains(r#"NoCollision(robots: ["troop1"])"#));
    let reason = refused(&mut document, rename(Target::object("table"), "safe"));
    assert!(reason.contains("the name `safe` is used twice"), "{reason}");
    assert!(refused(&mut document, rename(Target::object("table"), "a*b")).contains("invalid name"));
    assert!(refused(&mut document, rename(Target::at(Section::Notes, 0), "x")).contains("a note has no name"));
    assert!(refused(&mut document, rename(Target::object("safe"), "x")).contains("locked"));
}

#[test]
fn a_dissolved_fleet_runs_as_before() {
    for (name, fleet) in
        [("examples/swarm.ron", "scout"), ("examples/pool.ron", "drifter"), ("examples/pool.ron", "buoy")]
    {
        let mut document = open(name);
        let before = scene(&document).all_robots();
        let applied = apply(&mut document, Edit::Dissolve { fleet: fleet.into() });
        let after = scene(&document).all_robots();
        assert!(scene(&document).fleets.iter().all(|other| other.prefix != fleet));
        let robots = |placed: &[sim_core::scene::PlacedRobot]| -> Vec<Robot> {
            let mut robots: Vec<_> = placed.iter().map(|placed| placed.robot.clone()).collect();
            robots.sort_by(|a, b| a.name.cmp(&b.name));
            robots
        };
        assert_eq!(robots(&after), robots(&before), "{name} {fleet}");
        let same_order = after.iter().map(|p| &p.robot).eq(before.iter().map(|p| &p.robot));
        // The order of robots affects the run.
        assert_eq!(same_order, applied.impact == Impact::Nothing, "{name} {fleet}: {:?}", applied.impact);
        assert_eq!(same_order, applied.hints.is_empty(), "{:?}", applied.hints);
    }
    let named =
        YARD.replace("fleets: [(prefix", "fleets: [Fleet(prefix").replace("(name: \"anna\"", "Robot(name: \"anna\"");
    let (_folder, mut document) = of(&named);
    assert_eq!(apply(&mut document, Edit::Dissolve { fleet: "unit".into() }).impact, Impact::Nothing);
    apply(&mut document, Edit::set(Some(Target::robot("anna")), "yaw", 1));
    assert!(document.to_text().contains("Robot(name: \"anna\", model: \"scout/standard\", at: (2, 2), yaw: 1)"));
    let mut document = open("examples/pool.ron");
    assert!(refused(&mut document, Edit::Dissolve { fleet: "boy".into() }).contains("did you mean `buoy`?"));
}

#[test]
fn included_maps_can_be_added_and_removed() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("maps")).unwrap();
    std::fs::copy(crate::common::scenes_folder().join("examples/arena.ron"), folder.path().join("maps/arena.ron"))
        .unwrap();
    let path = folder.path().join("main.ron");
    std::fs::write(&path, "(\n    format_version: 1,\n)\n").unwrap();
    let mut document = Document::open(&path).unwrap();
    let include = Thing::from_json(Section::Includes, &json!({"file": "maps/arena.ron"}));
    assert_eq!(diff(&mut document, Edit::Insert(vec![include])), "+    include: [\"maps/arena.ron\"],\n");
    assert_eq!(scene(&document).objects.len(), 4);
    let first = || Target::at(Section::Includes, 0);
    apply(&mut document, Edit::set(Some(first()), "at", json!([10, 0])));
    assert!(
        document.to_text().contains(r#"include: [(file: "maps/arena.ron", at: (10, 0))],"#),
        "{}",
        document.to_text()
    );
    apply(&mut document, Edit::delete(vec![first()]));
    assert!(scene(&document).objects.is_empty());
    let missing = Thing::from_json(Section::Includes, &json!({"file": "nowhere.ron"}));
    assert!(refused(&mut document, Edit::Insert(vec![missing])).contains("file not found"));
}

#[test]
fn a_floor_that_is_none_can_be_painted_on() {
    let (_folder, mut document) = of("(\n    format_version: 1,\n    floor: None,\n)\n");
    let disc = json!({"Disc": {"at": [0, 0], "radius": 1, "color": [1, 0, 0]}});
    let painted = diff(&mut document, Edit::Insert(vec![Thing::from_json(Section::Paint, &disc)]));
    assert_eq!(painted, "-    floor: None,\n+    floor: (paint: [Disc(at: (0, 0), radius: 1, color: (1, 0, 0))]),\n");
    document.undo();
    assert_eq!(
        diff(&mut document, Edit::set(None, "floor.height", 2)),
        "-    floor: None,\n+    floor: (height: 2),\n"
    );
}

#[test]
fn an_opening_leaves_a_wall_on_both_sides_and_above() {
    let text = r#"(
    format_version: 1,
    objects: [
        // The wall with the door.
        (name: "north", shape: Wall(from: (-2, 0), to: (2, 0), height: 2.5), at: (1, 3), yaw: deg(90)),
        (name: "low", shape: Wall(from: (0, 0), to: (0, 3), height: 1)),
        (name: "gate", shape: Wall(from: (0, 0), to: (0, 3)), mass: 4),
        (name: "box", shape: Box(size: (1, 1, 1))),
    ],
)
"#;
    let (_folder, mut document) = of(text);
    let cut = |wall: &str, between, height| Edit::CutOpening { wall: Target::object(wall), between, height };
    let applied = apply(&mut document, cut("north", [1.0, 1.9], 2.0));
    assert_eq!(applied.created.len(), 2);
    type Piece = (String, [f64; 2], [f64; 2], f64, f64);
    let walls = |document: &Document| -> Vec<Piece> {
        let walls = scene(document).objects.iter().filter_map(|object| match &object.shape {
            Shape::Wall(wall) => {
                Some((object.name.clone(), wall.from, wall.to, wall.height, object.pose().translation.z))
            }
            _ => None,
        });
        walls.collect()
    };
    let north: Vec<_> = walls(&document).into_iter().filter(|wall| wall.0.starts_with("north")).collect();
    let expected =
        [("north", [-2.0, -1.0], 2.5, 0.0), ("north-1", [-0.1, 2.0], 2.5, 0.0), ("north-2", [-1.0, -0.1], 0.5, 2.0)];
    for ((name, [from, to], height, z), found) in expected.iter().zip(&north) {
        assert_eq!(*found, (name.to_string(), [*from, 0.0], [*to, 0.0], *height, *z));
    }
    assert_eq!(north.len(), 3);
    let yaw = place(&document, Target::object("north-2")).rotation.euler_angles().2;
    assert!((yaw - std::f64::consts::FRAC_PI_2).abs() < 1e-9, "the pieces have the orientation of the wall");
    assert!(document.to_text().contains("// The wall with the door."));
    document.undo();
    assert_eq!(document.to_text(), text, "one step of undo");

    // An opening at the end, as high as the wall: one piece remains.
    assert!(apply(&mut document, cut("low", [2.2, 9.0], 2.0)).created.is_empty());
    assert_eq!(walls(&document)[1].1, [0.0, 0.0]);
    assert_eq!(walls(&document)[1].2, [0.0, 2.2]);
    for (wall, between, reason) in [
        ("low", [0.0, 9.0], "spans the entire wall"),
        ("low", [1.0, 1.0], "has zero size"),
        ("low", [f64::NAN, 1.0], "has zero size"),
        ("gate", [1.0, 2.0], "movable walls"),
        ("box", [0.0, 1.0], "only walls can"),
    ] {
        let refusal = refused(&mut document, cut(wall, between, 2.0));
        assert!(refusal.contains(reason), "{wall}: {refusal}");
    }
}

/// BL-78: A toolbar offers twelve commands to edit, insert, export and import nodes.
#[test]
fn each_command_of_the_tree_is_undone_to_the_same_bytes() {
    let (_folder, mut document) = of(YARD);
    let start = document.to_text().to_owned();
    let lamp = || vec![Target::object("lamp")];
    let text = document.copy(&[Target::object("table")]).unwrap();
    assert_eq!(document.to_text(), start, "to copy changes nothing");
    let up = Isometry3::translation(0.5, 0.25, 2.0);
    let commands = [
        ("Paste table-1", Edit::Paste { text, offset: [0.0, 0.0, 1.0] }),
        ("Delete 4 items", delete(&lamp(), Carried::Delete, References::Refuse)),
        ("Duplicate lamp", Edit::Duplicate { targets: lamp(), offset: [1.0, 0.0, 0.0] }),
        (
            "Insert ball",
            Edit::Insert(vec![Thing::from_json(
                Section::Objects,
                &json!({"name": "ball", "shape": {"Sphere": {"radius": 1}}}),
            )]),
        ),
        ("Move lamp", Edit::Move(vec![(Target::object("lamp"), up)])),
        ("Change color of lamp", Edit::set(Some(Target::object("lamp")), "color", json!([1, 0, 0]))),
        ("Rename lamp to lantern", Edit::Rename { target: Target::object("lamp"), name: "lantern".into() }),
        ("Lock lamp", Edit::Lock { targets: lamp(), locked: true }),
    ];
    for (label, edit) in commands {
        let applied = apply(&mut document, edit);
        assert!(applied.changed && document.to_text() != start, "{label}");
        assert_eq!(applied.label, label);
        let edited = document.to_text().to_owned();
        document.undo().expect(label);
        assert_eq!(document.to_text(), start, "{label} undone");
        document.redo().expect(label);
        assert_eq!(document.to_text(), edited, "{label} again");
        document.undo().expect(label);
    }
    // Incompatible content is refused with the reason, and changes nothing.
    let refusal = refused(&mut document, Edit::Paste { text: "nothing of a scene".into(), offset: [0.0; 3] });
    assert!(!refusal.is_empty());
    assert_eq!(document.to_text(), start);
}
