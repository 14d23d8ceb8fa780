//! Edits write text in the style of a person and preserve everything else byte for byte.

use crate::common::{apply, diff, objects, of, open, pose, scene};
use serde_json::json;
use sim_core::scene::{BoxShape, ComponentId, ControllerUse, Object, Shape};
use sim_edit::{Document, Edit, Section, Slot, Target, Thing};

const ROOM: &str = r#"// The head comment,
// of two lines.
(
    format_version: 1, // the version
    name: "room",
    run: (dt: 0.01, duration: 40),
    objects: [
        // The first box.
        (name: "a", shape: Box(size: (1, 1, 1)), at: (1, 2), yaw: deg(25)), // behind it
        /* Between two boxes. */
        (
            name: "b",
            // Said inside of it.
            shape: Box(size: (1.0, 2.50, 3)), // its shape
            at: (0, 0, 0.5), /* its place */
        ),
        (name: "c", shape: Sphere(radius: 1.0e-1), at: (0, 0, 1), parent: "b", rpy: (0, deg(90), 0))
        // After the last one.
    ],
    notes: [(text: "n"), (text: "m", at: (1, 1))],
    // At the end.
)
// Behind it.
"#;

fn object(name: &str) -> Option<Target> {
    Some(Target::object(name))
}

fn small_box(name: &str) -> Thing {
    Thing::new(Section::Objects, &Object::new(name, Shape::Box(BoxShape { size: [0.1, 0.2, 1.0] })))
}

#[test]
fn only_the_changed_number_is_written() {
    let (_folder, mut document) = of(ROOM);
    let place = pose(1.0, 0.1 + 0.2, 0.0, 25f64.to_radians());
    assert_eq!(
        diff(&mut document, Edit::Move(vec![(Target::object("a"), place)])),
        "-        (name: \"a\", shape: Box(size: (1, 1, 1)), at: (1, 2), yaw: deg(25)), // behind it\n\
         +        (name: \"a\", shape: Box(size: (1, 1, 1)), at: (1, 0.3), yaw: deg(25)), // behind it\n"
    );
    assert_eq!(
        diff(&mut document, Edit::set(object("b"), "shape.size", json!([1, 2.5, 4]))),
        "-            shape: Box(size: (1.0, 2.50, 3)), // its shape\n\
         +            shape: Box(size: (1, 2.50, 4)), // its shape\n"
    );
    assert_eq!(
        diff(&mut document, Edit::set(object("b"), "at", json!([0, 0, 0.25]))),
        "-            at: (0, 0, 0.5), /* its place */\n+            at: (0, 0, 0.25), /* its place */\n"
    );
}

#[test]
fn turns_are_written_in_degrees_where_that_is_shorter() {
    let (_folder, mut document) = of(ROOM);
    let turned = |degrees: f64| Edit::Move(vec![(Target::object("a"), pose(1.0, 2.0, 0.0, degrees.to_radians()))]);
    apply(&mut document, turned(-90.0));
    assert!(document.to_text().contains("at: (1, 2), yaw: deg(-90)), // behind it"));
    apply(&mut document, turned(12.3456));
    assert!(document.to_text().contains("at: (1, 2), yaw: 0.215471), // behind it"), "{}", document.to_text());
    apply(&mut document, turned(0.0));
    assert!(document.to_text().contains("at: (1, 2)), // behind it"));
}

#[test]
fn new_fields_have_lines_of_their_own_where_the_others_have() {
    let (_folder, mut document) = of(ROOM);
    assert_eq!(
        diff(&mut document, Edit::set(object("b"), "color", json!([1, 0, 0.5]))),
        "+            color: (1, 0, 0.5),\n"
    );
    assert_eq!(diff(&mut document, Edit::set(object("b"), "yaw", 0.5)), "+            yaw: 0.5,\n");
    let text = document.to_text();
    assert!(
        text.contains("at: (0, 0, 0.5), /* its place */\n            yaw: 0.5,\n            color: (1, 0, 0.5),\n")
    );
    assert_eq!(diff(&mut document, Edit::reset(object("b"), "at")), "-            at: (0, 0, 0.5), /* its place */\n");
    assert_eq!(
        diff(&mut document, Edit::set(None, "run.seed", 7)),
        "-    run: (dt: 0.01, duration: 40),\n+    run: (dt: 0.01, duration: 40, seed: 7),\n"
    );
    assert_eq!(diff(&mut document, Edit::set(None, "view.far", 50)), "+    view: (far: 50),\n");
    assert_eq!(diff(&mut document, Edit::reset(None, "view.far")), "-    view: (far: 50),\n");
}

#[test]
fn lines_that_become_too_wide_are_wrapped_without_changing_their_content() {
    let (_folder, mut document) = of(ROOM);
    assert_eq!(
        diff(&mut document, Edit::set(object("a"), "notes", "a remark that makes the line too wide for a reader")),
        "-        (name: \"a\", shape: Box(size: (1, 1, 1)), at: (1, 2), yaw: deg(25)), // behind it\n\
         +        (\n\
         +            name: \"a\",\n\
         +            shape: Box(size: (1, 1, 1)),\n\
         +            at: (1, 2),\n\
         +            yaw: deg(25),\n\
         +            notes: \"a remark that makes the line too wide for a reader\",\n\
         +        ), // behind it\n"
    );
}

#[test]
fn new_elements_are_written_at_the_end_of_their_list() {
    let (_folder, mut document) = of(ROOM);
    assert_eq!(
        diff(&mut document, Edit::Insert(vec![small_box("x"), small_box("y")])),
        "-        (name: \"c\", shape: Sphere(radius: 1.0e-1), at: (0, 0, 1), parent: \"b\", rpy: (0, deg(90), 0))\n\
         +        (name: \"c\", shape: Sphere(radius: 1.0e-1), at: (0, 0, 1), parent: \"b\", rpy: (0, deg(90), 0)),\n\
         +        (name: \"x\", shape: Box(size: (0.1, 0.2, 1))),\n\
         +        (name: \"y\", shape: Box(size: (0.1, 0.2, 1))),\n"
    );
    let note = Thing::from_json(Section::Notes, &json!({"text": "o", "at": [1, 2, 0]}));
    assert_eq!(
        diff(&mut document, Edit::Insert(vec![note])),
        "-    notes: [(text: \"n\"), (text: \"m\", at: (1, 1))],\n\
         +    notes: [(text: \"n\"), (text: \"m\", at: (1, 1)), (text: \"o\", at: (1, 2))],\n"
    );
    let robot = json!({"model": {"id": "scout/standard", "params": {"equipment": "minimal"}}, "at": [1, 2, 0],
        "yaw": 90f64.to_radians(), "sensors": {"range": {"noise": {"sigma": 0.01}}}, "tags": []});
    assert_eq!(
        diff(&mut document, Edit::Insert(vec![Thing::from_json(Section::Robots, &robot)])),
        "+    robots: [\n\
         +        (\n\
         +            name: \"scout-1\",\n\
         +            model: (id: \"scout/standard\", params: (equipment: \"minimal\")),\n\
         +            at: (1, 2),\n\
         +            yaw: deg(90),\n\
         +            sensors: {\"range\": (noise: (sigma: 0.01))},\n\
         +        ),\n\
         +    ],\n"
    );
}

#[test]
fn a_joint_written_as_a_start_value_stays_one_when_it_is_moved() {
    let (_folder, mut document) =
        of("(format_version: 1, robots: [(name: \"a\", model: \"scout/standard\", joints: {\"turret\": 0.5})])");
    apply(&mut document, Edit::set(Some(Target::robot("a")), "joints.turret.yaw", 0.25));
    let text = document.to_text();
    assert!(text.contains("(start: 0.5, yaw: 0.25)"), "{text}");
}

#[test]
fn deleting_an_element_preserves_the_comments_of_its_neighbors() {
    let (_folder, mut document) = of(ROOM);
    let before = document.to_text().to_owned();
    apply(&mut document, Edit::delete(objects(&["a"])));
    let line = before.lines().find(|line| line.contains("behind it")).unwrap();
    assert_eq!(document.to_text(), before.replace(&format!("{line}\n"), ""));
    apply(&mut document, Edit::delete(objects(&["b"])));
    let left = "    objects: [\n        // The first box.\n        /* Between two boxes. */\n        // After the last one.\n    ],\n";
    assert!(document.to_text().contains(left), "{}", document.to_text());
    apply(&mut document, Edit::delete(vec![Target::at(Section::Notes, 0)]));
    assert!(document.to_text().contains("    notes: [(text: \"m\", at: (1, 1))],\n"));
    apply(&mut document, Edit::delete(vec![Target::at(Section::Notes, 0)]));
    assert!(!document.to_text().contains("notes"));
    assert!(
        document
            .to_text()
            .starts_with("// The head comment,\n// of two lines.\n(\n    format_version: 1, // the version\n")
    );
    assert!(document.to_text().ends_with("    // At the end.\n)\n// Behind it.\n"));
}

/// All comments of a text that uses `//` and `/*` only for comments.
fn comments(text: &str) -> Vec<&str> {
    let line =
        |line| -> Option<&str> { Some(&str::trim(line)[str::trim(line).find("//").or(str::trim(line).find("/*"))?..]) };
    text.lines().filter_map(line).collect()
}

#[test]
fn comments_survive_edits_next_to_them() {
    let (_folder, mut document) = of(ROOM);
    let all = comments(ROOM);
    assert_eq!(all.len(), 12, "{all:?}");
    for edit in [
        Edit::Move(vec![
            (Target::object("b"), pose(3.0, 4.0, 5.0, 1.0)),
            (Target::object("a"), pose(0.0, 0.0, 1.0, 0.0)),
        ]),
        Edit::set(object("b"), "shape", json!({"Cylinder": {"radius": 1, "height": 2}})),
        Edit::set(
            object("b"),
            "notes",
            "a very long remark that would make any line too wide to be read without effort",
        ),
        Edit::reset(object("b"), "yaw"),
        Edit::Rename { target: Target::object("b"), name: "bb".into() },
        Edit::Insert(vec![small_box("x")]),
        Edit::Duplicate { targets: objects(&["a", "bb"]), offset: [1.0, 0.0, 0.0] },
        Edit::delete(objects(&["x"])),
        Edit::Lock { targets: objects(&["a", "bb", "c"]), locked: true },
        Edit::Lock { targets: objects(&["a", "bb", "c"]), locked: false },
        Edit::set(None, "run.seed", 3),
        Edit::set(None, "name", "another room"),
    ] {
        apply(&mut document, edit.clone());
        // A replaced value may lose its inner comments, but nothing is replaced here.
        assert_eq!(comments(document.to_text()), all, "{edit:?}\n{}", document.to_text());
    }
}

#[test]
fn components_keep_their_short_form_until_they_need_the_long_one() {
    let mut document = open("demo.ron");
    let bert = || Target::robot("bert");
    let parameter = |name: &str, value: Option<serde_json::Value>| Edit::Parameter {
        target: bert(),
        slot: Slot::Dynamics,
        name: name.into(),
        value,
        id: None,
    };
    assert_eq!(
        diff(&mut document, parameter("motor_lag", Some(json!(0.05)))),
        "-            dynamics: \"diff-drive/dynamic\",\n\
         +            dynamics: (id: \"diff-drive/dynamic\", params: (motor_lag: 0.05)),\n"
    );
    assert_eq!(
        diff(&mut document, parameter("mass", Some(json!(2.0)))),
        "-            dynamics: (id: \"diff-drive/dynamic\", params: (motor_lag: 0.05)),\n\
         +            dynamics: (id: \"diff-drive/dynamic\", params: (motor_lag: 0.05, mass: 2.0)),\n"
    );
    let wander = ControllerUse { id: ComponentId("control/wander".into()), params: Default::default(), period: None };
    assert_eq!(
        diff(&mut document, Edit::Controller { target: bert(), to: Some(wander) }),
        "+            controller: \"control/wander\",\n"
    );
    assert_eq!(
        diff(
            &mut document,
            Edit::Parameter {
                target: Target::robot("dora"),
                slot: Slot::Controller,
                name: "speed".into(),
                value: Some(json!(0.5)),
                id: None
            }
        ),
        "-            controller: (id: \"control/wander\", params: (speed: 0.25, winding: 0.6)),\n\
         +            controller: (id: \"control/wander\", params: (speed: 0.5, winding: 0.6)),\n"
    );
}

#[test]
fn a_scene_in_one_line_is_broken_when_it_grows() {
    let (_folder, mut document) =
        of("// Nothing at all.\n(format_version: 1, name: \"empty\", run: (dt: 0.01, duration: 0.01))\n");
    let added = diff(&mut document, Edit::set(None, "run.seed", 5));
    assert!(
        added.ends_with("+(format_version: 1, name: \"empty\", run: (dt: 0.01, duration: 0.01, seed: 5))\n"),
        "{added}"
    );
    assert_eq!(
        diff(&mut document, Edit::Insert(vec![small_box("box"), small_box("box")])),
        "-(format_version: 1, name: \"empty\", run: (dt: 0.01, duration: 0.01, seed: 5))\n\
         +(\n\
         +    format_version: 1,\n\
         +    name: \"empty\",\n\
         +    run: (dt: 0.01, duration: 0.01, seed: 5),\n\
         +    objects: [\n\
         +        (name: \"box\", shape: Box(size: (0.1, 0.2, 1))),\n\
         +        (name: \"box-1\", shape: Box(size: (0.1, 0.2, 1))),\n\
         +    ],\n\
         +)\n"
    );
}

#[test]
fn values_at_their_default_are_left_out() {
    let (_folder, mut document) = of(ROOM);
    assert_eq!(diff(&mut document, Edit::set(object("a"), "material.friction", 0.6)), "");
    apply(&mut document, Edit::set(object("a"), "material.friction", 0.25));
    assert!(document.to_text().contains("material: (friction: 0.25)"));
    apply(&mut document, Edit::set(object("a"), "material.friction", 0.6));
    assert!(!document.to_text().contains("material"));
    apply(&mut document, Edit::set(object("b"), "at", json!([0, 0, 0])));
    assert!(!document.to_text().contains("its place"));
    apply(&mut document, Edit::set(None, "run.dt", 0.01));
    assert!(document.to_text().contains("run: (duration: 40)"));
}

#[test]
fn tabs_two_space_indents_and_crlf_line_endings_are_preserved() {
    for (unit, newline) in [("\t", "\n"), ("  ", "\n"), ("    ", "\r\n")] {
        let text = ROOM.replace("    ", unit).replace('\n', newline);
        let (_folder, mut document) = of(&text);
        apply(
            &mut document,
            Edit::Insert(vec![Thing::from_json(Section::Robots, &json!({"model": "scout/standard"}))]),
        );
        let added = ["robots: [", "\t(name: \"scout-1\", model: \"scout/standard\"),", "],"];
        let added: String = added.iter().map(|line| format!("\t{line}\n")).collect();
        let added = added.replace('\t', unit).replace('\n', newline);
        assert!(document.to_text().contains(&added), "{:?}", document.to_text());
        assert_eq!(document.to_text().replace(&added, ""), text);
    }
}

#[test]
fn json_is_edited_as_json() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("scene.json");
    let text = "{\n  \"format_version\": 1,\n  \"objects\": [\n    {\"name\": \"a\", \"shape\": {\"Sphere\": {\"radius\": 1}}}\n  ]\n}\n";
    std::fs::write(&path, text).unwrap();
    let mut document = Document::open(&path).unwrap();
    assert_eq!(
        diff(&mut document, Edit::set(object("a"), "shape.radius", 2.5)),
        "-    {\"name\": \"a\", \"shape\": {\"Sphere\": {\"radius\": 1}}}\n\
         +    {\"name\": \"a\", \"shape\": {\"Sphere\": {\"radius\": 2.5}}}\n"
    );
    assert_eq!(
        diff(&mut document, Edit::Insert(vec![small_box("b")])),
        "-    {\"name\": \"a\", \"shape\": {\"Sphere\": {\"radius\": 2.5}}}\n\
         +    {\"name\": \"a\", \"shape\": {\"Sphere\": {\"radius\": 2.5}}},\n\
         +    {\"name\": \"b\", \"shape\": {\"Box\": {\"size\": [0.1, 0.2, 1]}}}\n"
    );
    apply(&mut document, Edit::delete(objects(&["b"])));
    apply(&mut document, Edit::set(object("a"), "shape.radius", 1));
    assert_eq!(document.to_text(), text);
    apply(&mut document, Edit::set(object("a"), "yaw", 90f64.to_radians()));
    assert!(document.to_text().contains("\"yaw\": 1.5707963267948966"));
    assert_eq!(scene(&document).objects[0].yaw, Some(90f64.to_radians()));
}
