//! Requirements of a lab's map editor on edits: locks, deletion, names.

use std::collections::{BTreeMap, BTreeSet};

use crate::common::{Random, apply, objects, of, pose, refused, scene};
use nalgebra::{Isometry3, UnitQuaternion, Vector3};
use serde_json::json;
use sim_core::scene::{BoxShape, Object, Shape};
use sim_edit::{Carried, Document, Edit, References, Refusal, Resized, Section, Target, Thing};

const LAB: &str = r#"(
    format_version: 1,
    objects: [
        (name: "crate", shape: Box(size: (1, 1, 1)), at: (0, 3, 0.5)),
        (name: "wall", shape: Box(size: (4, 0.2, 2)), at: (0, 5, 1), category: "wall", locked: true),
    ],
    beacons: [(name: "ble", at: (1, 1, 2), category: "bluetooth")],
    lights: [(name: "lamp", kind: Point(radius: 3), at: (0, 0, 2)), (name: "sky", kind: Ambient)],
    media: [(name: "air", density: 1.2)],
    robots: [(name: "platform", model: "scout/standard", at: (2, 2))],
    fleets: [(prefix: "unit", count: 2, model: "scout/standard", placement: Grid(spacing: (1, 1)), at: (0, -5))],
    notes: [(text: "here", at: (0, 0, 1))],
    include: ["hall.ron"],
)
"#;

fn lab() -> (tempfile::TempDir, Document) {
    let folder = tempfile::tempdir().unwrap();
    let hall = "(format_version: 1, objects: [(name: \"pillar\", shape: Box(size: (1, 1, 1)), at: (9, 9, 0.5))])";
    std::fs::write(folder.path().join("hall.ron"), hall).unwrap();
    std::fs::write(folder.path().join("scene.ron"), LAB).unwrap();
    let document = Document::open(folder.path().join("scene.ron")).unwrap();
    assert!(document.scene().is_some(), "{}", document.findings());
    (folder, document)
}

/// One of three translations, three rotations and three scale factors.
type Channel = usize;

/// A pose with one channel changed.
fn changed(pose: &Isometry3<f64>, channel: Channel) -> Isometry3<f64> {
    let mut other = *pose;
    let mut axis = Vector3::zeros();
    axis[channel % 3] = 0.25;
    match channel / 3 {
        0 => other.translation.vector += axis,
        _ => other.rotation = UnitQuaternion::from_scaled_axis(axis) * other.rotation,
    }
    other
}

/// The edits made by the handles (and by a drag), and by the fields.
fn edits(document: &Document, target: &Target, channel: Channel) -> Vec<(&'static str, Edit)> {
    let pose = document.world_pose(target).unwrap_or_default();
    let numbers = |path: &str, value| ("numbers", Edit::set(Some(target.clone()), path, value));
    if channel < 6 {
        let other = changed(&pose, channel);
        let to = || Edit::Move(vec![(target.clone(), other)]);
        let (at, turn) = (other.translation.vector, other.rotation.euler_angles());
        let field = match channel / 3 {
            0 => numbers("at", json!([at.x, at.y, at.z])),
            _ => numbers("rpy", json!([turn.0, turn.1, turn.2])),
        };
        return vec![("handles", to()), ("drag", to()), field];
    }
    let mut size = [1.0; 3];
    if let Some(Shape::Box(shape)) = document.scene().and_then(|scene| {
        let object = scene.objects.iter().find(|object| Some(object.name.as_str()) == target.name())?;
        Some(&object.shape)
    }) {
        size = shape.size;
    }
    size[channel % 3] += 0.25;
    let resized = || Resized { target: target.clone(), shape: Shape::Box(BoxShape { size }), pose: None };
    vec![
        ("handles", Edit::Resize(vec![resized()])),
        ("drag", Edit::Resize(vec![resized()])),
        numbers("shape.size", json!(size)),
    ]
}

/// RM-08: Objects move by handles, keys or numbers, but never along locked axes.
/// RM-37: A robot moves only in x, y and yaw, and by reports in robot mode.
#[test]
fn only_free_channels_change_with_each_of_the_three_methods() {
    let (_folder, mut document) = lab();
    let free = |channels: std::ops::Range<usize>| channels.collect::<BTreeSet<Channel>>();
    let classes = [
        (Target::object("crate"), free(0..9), ""),
        (Target::object("wall"), free(0..0), "`wall` is locked; unlock it first"),
        (Target::object("pillar"), free(0..0), "hall.ron; edit that file, or include a copy"),
        (Target::robot("platform"), free(0..6), ""),
        (Target::robot("unit1"), free(0..0), "`unit1` is a member of the fleet `unit`; edit the fleet"),
        (Target::fleet("unit"), free(0..6), ""),
        (Target::named(Section::Beacons, "ble"), free(0..6), ""),
        (Target::named(Section::Lights, "lamp"), free(0..6), ""),
        (Target::at(Section::Notes, 0), free(0..6), ""),
        (Target::named(Section::Media, "air"), free(0..0), ""),
    ];
    let start = document.to_text().to_owned();
    let mut tried = 0;
    for (target, free, reason) in &classes {
        for channel in 0..9 {
            for (method, edit) in edits(&document, target, channel) {
                let what = format!("{target}, channel {channel}, {method}");
                let result = if method == "drag" { document.apply_coalescing(edit) } else { document.apply(edit) };
                document.seal();
                match result {
                    Ok(applied) => {
                        assert!(free.contains(&channel) && applied.changed, "{what}");
                        assert!(document.to_text() != start, "{what}");
                        document.undo().unwrap();
                    }
                    Err(refusal) => {
                        assert!(!free.contains(&channel), "{what}: {refusal}");
                        let message = refusal.to_string();
                        assert!(message.contains(reason) && !message.is_empty(), "{what}: {message}");
                    }
                }
                assert_eq!(document.to_text(), start, "{what}");
                tried += 1;
            }
        }
    }
    assert_eq!(tried, classes.len() * 9 * 3);
}

/// RM-23: Deleting skips protected objects and names all of them in one error.
#[test]
fn locked_elements_stay_and_are_reported_in_one_message_while_the_others_are_deleted() {
    let (_folder, mut document) = lab();
    let selected = vec![
        Target::object("crate"),
        Target::object("wall"),
        Target::robot("unit1"),
        Target::object("pillar"),
        Target::robot("platform"),
    ];
    let (free, refusal) = document.query().unwrap().deletable(&selected);
    assert_eq!(free, [Target::object("crate"), Target::robot("platform")]);
    let message = refusal.unwrap().to_string();
    for expected in ["not deleted: ", "`wall` is locked; unlock it first", "`unit1`", "`pillar`"] {
        assert!(message.contains(expected), "{message}");
    }
    let steps = document.undo_labels().count();
    apply(&mut document, Edit::delete(free));
    assert_eq!(document.undo_labels().count(), steps + 1);
    assert_eq!(scene(&document).objects.iter().map(|one| one.name.as_str()).collect::<Vec<_>>(), ["wall", "pillar"]);
    assert!(scene(&document).robots.is_empty());
    // A single refusal is reported as usual, and no refusal as `None`.
    let query = document.query().unwrap();
    let (free, refusal) = query.deletable(&objects(&["wall"]));
    assert!(free.is_empty() && matches!(refusal, Some(Refusal::Locked { .. })));
    assert!(query.deletable(&[]).1.is_none());
}

const TREE: &str = r#"(
    format_version: 1,
    shapes: [(name: "post", shape: Cylinder(radius: 0.1, height: 1))],
    objects: [
        (name: "root", shape: Box(size: (1, 1, 1)), at: (1, 2, 0.5), yaw: deg(30)),
        (name: "child", shape: Named("post"), at: (0.3, 0, 1), rpy: (0.1, 0.2, 0.3), parent: "root"),
        (name: "grandchild", shape: Sphere(radius: 0.1), at: (0, 0.4, 0.2), parent: "child"),
        (name: "other", shape: Box(size: (1, 1, 1)), margin: Meters((0.1, 0.1, 0)), category: "obstacle"),
    ],
    beacons: [(name: "tip", at: (0, 0, 0.1), parent: "grandchild")],
)
"#;

fn delete(targets: &[Target], carried: Carried) -> Edit {
    Edit::Delete { targets: targets.to_vec(), carried, references: References::Refuse }
}

/// RM-24: Deleting an object also deletes its children, or keeps their world poses.
#[test]
fn children_go_too_or_keep_their_places_in_the_world() {
    let (_folder, mut document) = of(TREE);
    apply(&mut document, delete(&objects(&["root"]), Carried::Delete));
    assert_eq!(scene(&document).objects.iter().map(|one| one.name.as_str()).collect::<Vec<_>>(), ["other"]);
    assert!(scene(&document).beacons.is_empty());
    document.undo().unwrap();

    let below = [Target::object("child"), Target::object("grandchild"), Target::named(Section::Beacons, "tip")];
    let before: Vec<_> = below.iter().map(|target| document.world_pose(target).unwrap()).collect();
    apply(&mut document, delete(&objects(&["root"]), Carried::Keep));
    assert_eq!(scene(&document).objects[0].parent, None);
    for (target, before) in below.iter().zip(before) {
        let after = document.world_pose(target).unwrap();
        let moved = (after.translation.vector - before.translation.vector).amax();
        assert!(moved <= 1e-9 && after.rotation.angle_to(&before.rotation) <= 1e-9, "{target}: {moved}");
    }
    document.undo().unwrap();

    // Deleting a parent together with its child is not an error.
    apply(&mut document, delete(&objects(&["child", "root", "grandchild"]), Carried::Delete));
    assert_eq!(scene(&document).objects.len(), 1);
    document.undo().unwrap();
    // A margin is a field of its obstacle and is deleted with it.
    apply(&mut document, delete(&objects(&["other"]), Carried::Keep));
    assert!(!document.to_text().contains("margin"));
    document.undo().unwrap();
    // One locked thing prevents the deletion of all.
    apply(&mut document, Edit::Lock { targets: objects(&["grandchild"]), locked: true });
    let reason = refused(&mut document, delete(&objects(&["root"]), Carried::Delete));
    assert_eq!(reason, "`grandchild` is locked; unlock it first");
}

/// RM-22: Every object has exactly one category, `other` by default.
#[test]
fn every_object_has_a_category_whatever_is_done() {
    let (_folder, mut document) = lab();
    let mut random = Random(22);
    let mut known: BTreeMap<String, String> = BTreeMap::new();
    let mut made = 0;
    for step in 0..300 {
        let names: Vec<String> = scene(&document).objects.iter().map(|object| object.name.clone()).collect();
        let one = Target::object(names[random.below(names.len())].clone());
        let place = pose(random.between(-5.0, 5.0), random.between(-5.0, 5.0), 0.5, 0.0);
        let choice = random.below(8);
        let edit = match choice {
            0 | 1 => {
                let object = Object::new("thing", Shape::Box(BoxShape { size: [0.5; 3] }));
                Edit::Insert(vec![Thing::new(Section::Objects, &object)])
            }
            2 => {
                let shape = json!({"shape": {"Box": {"size": [1, 1, 1]}}, "category": "obstacle"});
                Edit::Insert(vec![Thing::from_json(Section::Objects, &shape)])
            }
            3 => Edit::Duplicate { targets: vec![one], offset: [0.1, 0.0, 0.0] },
            4 => Edit::Move(vec![(one, place)]),
            5 => Edit::CutOpening { wall: one, between: [0.2, 0.4], height: 0.5 },
            6 => Edit::set(Some(one), "category", ["wall", "ceiling", "other"][random.below(3)]),
            _ => delete(&[one], [Carried::Keep, Carried::Delete][random.below(2)]),
        };
        made += usize::from(document.apply(edit.clone()).is_ok());
        for object in &scene(&document).objects {
            assert!(!object.category.is_empty(), "{step}: {edit:?}");
            if choice < 2 && !known.contains_key(&object.name) {
                assert_eq!(object.category, "other", "{step}");
            }
        }
        // There are no helper objects: everything in the scene was inserted and is in the text.
        let (scene, text) = (scene(&document), document.to_text());
        known = scene.objects.iter().map(|object| (object.name.clone(), object.category.clone())).collect();
        let included = 1;
        assert_eq!(text.matches("shape: ").count(), scene.objects.len() - included, "{step}: {edit:?}\n{text}");
    }
    assert!(made > 150, "{made}");
}

/// RM-33: Every robot has a unique name and an id that is never reused.
#[test]
fn names_of_robots_are_unique_whatever_is_added_and_deleted() {
    let (_folder, mut document) = of("(format_version: 1)");
    document.set_undo_depth(2);
    let mut random = Random(33);
    let mut expected = 0;
    for step in 0..1000 {
        let robots = &scene(&document).robots;
        if robots.is_empty() || random.chance(2) || robots.len() < 3 {
            let robot = json!({"name": "robot", "model": "scout/standard", "at": [step, 0]});
            let applied = document.apply(Edit::Insert(vec![Thing::from_json(Section::Robots, &robot)])).unwrap();
            assert_eq!(applied.created.len(), 1);
            expected += 1;
        } else {
            let gone = Target::robot(robots[random.below(robots.len())].name.clone());
            document.apply(delete(&[gone], Carried::Delete)).unwrap();
            expected -= 1;
        }
        let scene = scene(&document);
        let names: BTreeSet<&str> = scene.robots.iter().map(|robot| robot.name.as_str()).collect();
        assert_eq!(
            (names.len(), scene.robots.len(), scene.all_robots().len()),
            (expected, expected, expected),
            "{step}"
        );
    }
}

/// RM-35: Any number of robots are deleted in one action, without leftover parts.
#[test]
fn seven_of_ten_robots_are_deleted_in_one_step() {
    let (_folder, mut document) = of("(format_version: 1)");
    let robots = (0..10).map(|number| {
        let robot = json!({"name": format!("robot {number}"), "model": "scout/standard", "at": [number, 0]});
        Thing::from_json(Section::Robots, &robot)
    });
    apply(&mut document, Edit::Insert(robots.collect()));
    let steps = document.undo_labels().count();
    let gone: Vec<Target> = (0..7).map(|number| Target::robot(format!("robot {number}"))).collect();
    let applied = apply(&mut document, delete(&gone, Carried::Delete));
    assert_eq!((&*applied.label, document.undo_labels().count()), ("Delete 7 items", steps + 1));
    let left: Vec<&str> = scene(&document).robots.iter().map(|robot| robot.name.as_str()).collect();
    assert_eq!(left, ["robot 7", "robot 8", "robot 9"]);
    document.undo().unwrap();
    assert_eq!(scene(&document).robots.len(), 10);
}
