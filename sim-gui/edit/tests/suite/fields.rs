//! Fields, components, parameters, locks, visibility, run settings and the text itself, with refusals and the impact on a running
//! simulation.

use crate::common::{apply, diff, objects, of, open, refused, scene};
use serde_json::{Value, json};
use sim_core::scene::{ComponentId, ComponentUse, ControllerUse, ModelUse, Shape};
use sim_edit::{Change, Document, Edit, Impact, Refusal, Section, Slot, State, Target};

fn component(id: &str, params: Value) -> (ComponentId, serde_json::Map<String, Value>) {
    (ComponentId(id.into()), params.as_object().cloned().unwrap_or_default())
}

fn controller(id: &str, params: Value) -> ControllerUse {
    let (id, params) = component(id, params);
    ControllerUse { id, params, period: None }
}

fn dynamics(id: &str, params: Value) -> ComponentUse {
    let (id, params) = component(id, params);
    ComponentUse { id, params }
}

/// BU-63: Only free ports are offered; parts can be copied and removed, with 50 undo steps.
#[test]
fn several_fields_are_set_and_taken_back_in_one_step() {
    let text = r#"(
    format_version: 1,
    robots: [
        (name: "a", model: "scout/standard", sensors: {"gps": (noise: (bias: 1))}, remove: ["imu"]), // mine
    ],
)
"#;
    let (_folder, mut document) = of(text);
    let node = |value: Value| Some(sim_core::scene::text::Node::from_json(&value));
    let fields = vec![
        ("sensors.front".to_owned(), node(json!({"id": "range/ray", "at": [0.1, 0, 0.05]}))),
        ("sensors.gps.at".to_owned(), node(json!([0.0, 0.0, 0.2]))),
        ("remove".to_owned(), None),
    ];
    let edit = Edit::SetAll { target: Target::robot("a"), fields, label: "Build a".into() };
    assert_eq!(apply(&mut document, edit).impact, Impact::Rebuild);
    let robot = &scene(&document).robots[0];
    assert_eq!((robot.sensors["front"].at, robot.sensors["gps"].at), (Some([0.1, 0.0, 0.05]), Some([0.0, 0.0, 0.2])));
    assert!(robot.remove.is_empty() && robot.sensors["gps"].noise.is_some());
    assert!(document.to_text().contains("// mine") && document.to_text().contains("at: (0.1, 0, 0.05)"));
    // An invalid edit changes nothing.
    let before = document.to_text().to_owned();
    let fields = vec![("sensors.gps.at".to_owned(), None), ("sensors.gps.period".to_owned(), node(json!(-1)))];
    let refusal = document.apply(Edit::SetAll { target: Target::robot("a"), fields, label: "No".into() }).unwrap_err();
    assert!(refusal.to_string().contains("period"), "{refusal}");
    assert_eq!(document.to_text(), before);
    document.undo();
    assert_eq!(document.to_text(), text);
}

/// FW-1: Destinations come from a text file that can be reloaded during the run.
#[test]
fn a_value_from_a_file_is_not_edited_but_can_be_replaced() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("points.ron"), "[(at: 1), (at: 2)]").unwrap();
    let text = r#"(
    format_version: 1,
    services: [(name: "s", id: "f/g", params: {"points": Include("points.ron")})],
)
"#;
    let path = folder.path().join("scene.ron");
    std::fs::write(&path, text).unwrap();
    let mut document = Document::open(&path).unwrap();
    assert_eq!(Value::from(scene(&document).services[0].params.clone()), json!({"points": [{"at": 1}, {"at": 2}]}));
    let set = |path: &str, value: Value| Edit::SetAll {
        target: Target::named(Section::Services, "s"),
        fields: vec![(path.into(), Some(sim_core::scene::text::Node::from_json(&value)))],
        label: "Set".into(),
    };
    let refusal = document.apply(set("params.points[1].at", json!(3))).unwrap_err();
    assert_eq!(
        refusal.to_string(),
        "`params.points[1].at` is defined in points.ron; edit that file, or include a copy"
    );
    assert_eq!(document.to_text(), text);
    apply(&mut document, set("params.points", json!([{"at": 7}])));
    assert_eq!(Value::from(scene(&document).services[0].params.clone()), json!({"points": [{"at": 7}]}));
}

/// FW-1: Destinations come from a text file that can be reloaded during the run.
#[test]
fn a_line_of_a_text_file_is_not_edited_but_the_list_can_be_taken_in() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("route.txt"), "one\ntwo\n").unwrap();
    let text = r#"(format_version: 1, services: [(name: "s", id: "f/g", params: {"route": Include("route.txt")})])"#;
    let path = folder.path().join("scene.ron");
    std::fs::write(&path, text).unwrap();
    let mut document = Document::open(&path).unwrap();
    let set = |path: &str, value: Value| Edit::set(Some(Target::named(Section::Services, "s")), path, value);
    let refusal = document.apply(set("params.route[1]", json!("three"))).unwrap_err();
    assert_eq!(refusal.to_string(), "`params.route[1]` is defined in route.txt; edit that file, or include a copy");
    assert_eq!(document.to_text(), text);
    let value = Some(json!(["one", "three"]));
    let (target, slot) = (Target::named(Section::Services, "s"), Slot::Service);
    let applied = apply(&mut document, Edit::Parameter { target, slot, name: "route".into(), value, id: None });
    assert_eq!(Value::from(scene(&document).services[0].params.clone()), json!({"route": ["one", "three"]}));
    let hint = "the value is now stored in the scene; `route.txt` was not changed";
    assert_eq!(applied.hints.iter().map(ToString::to_string).collect::<Vec<_>>(), [hint]);
    assert_eq!(std::fs::read_to_string(folder.path().join("route.txt")).unwrap(), "one\ntwo\n");
}

#[test]
fn a_parameter_from_a_file_is_inlined_into_the_scene_when_changed() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("points.ron"), "[(at: 1), (at: 2)]").unwrap();
    std::fs::write(folder.path().join("all.ron"), "(speed: 2, points: Include(\"points.ron\"))").unwrap();
    let open = |params: &str| {
        let path = folder.path().join("scene.ron");
        let text = format!("(format_version: 1, services: [(name: \"s\", id: \"f/g\", params: {params})])");
        std::fs::write(&path, &text).unwrap();
        (Document::open(&path).unwrap(), text)
    };
    let parameter = |name: &str, value: Option<Value>| Edit::Parameter {
        target: Target::named(Section::Services, "s"),
        slot: Slot::Service,
        name: name.into(),
        value,
        id: None,
    };
    let params = |document: &Document| Value::from(scene(document).services[0].params.clone());
    let hints = |applied: &sim_edit::Applied| applied.hints.iter().map(ToString::to_string).collect::<Vec<_>>();
    let left = |file: &str| format!("the value is now stored in the scene; `{file}` was not changed");
    // In a separate file.
    let (mut document, text) = open("(points: Include(\"points.ron\"))");
    let applied = apply(&mut document, parameter("points", Some(json!([{"at": 7}, {"at": 2}]))));
    assert_eq!(params(&document), json!({"points": [{"at": 7}, {"at": 2}]}));
    assert_eq!(hints(&applied), [left("points.ron")]);
    let applied = apply(&mut document, parameter("points", Some(json!([{"at": 8}, {"at": 2}]))));
    assert_eq!(hints(&applied), Vec::<String>::new(), "the second change adds no hint");
    document.undo();
    document.undo();
    assert_eq!(document.to_text(), text);
    // Among others in one file, which refers to another file.
    let (mut document, text) = open("Include(\"all.ron\")");
    let applied = apply(&mut document, parameter("speed", Some(json!(3))));
    assert_eq!(params(&document), json!({"speed": 3, "points": [{"at": 1}, {"at": 2}]}));
    assert_eq!(hints(&applied), [left("all.ron")]);
    document.undo();
    assert_eq!(document.to_text(), text);
    // Reset to its default, it is removed without a hint.
    let (mut document, _) = open("(points: Include(\"points.ron\"), speed: 1)");
    let applied = apply(&mut document, parameter("points", None));
    assert_eq!((params(&document), hints(&applied)), (json!({"speed": 1}), Vec::new()));
    assert_eq!(std::fs::read_to_string(folder.path().join("points.ron")).unwrap(), "[(at: 1), (at: 2)]");
}

#[test]
fn any_field_can_be_set_and_taken_back() {
    let mut document = open("examples/swarm.ron");
    let object = |name: &str| Some(Target::object(name));
    let set = |document: &mut Document, target: Option<Target>, path: &str, value: Value| {
        let applied = apply(document, Edit::set(target, path, value));
        assert!(applied.changed, "{path}");
    };
    set(&mut document, object("ball"), "shape.radius", json!(0.3));
    set(&mut document, object("ball"), "properties[\"odd key\"].deep", json!([1, "a"]));
    set(&mut document, object("crate"), "tags[1]", json!("new"));
    set(&mut document, object("crate"), "tags[0]", json!("old"));
    set(&mut document, object("post"), "shape", json!({"Box": {"size": [1, 2, 3]}}));
    set(&mut document, object("crate"), "margin", json!({"Meters": [0.1, 0.2, 0.3]}));
    set(&mut document, Some(Target::named(Section::Routes, "tour")), "poses[1].at", json!([3, -1, 0.5]));
    set(&mut document, Some(Target::named(Section::Beacons, "ceiling")), "kind.half_angle", json!(0.5));
    set(&mut document, Some(Target::at(Section::Acceptance, 1)), "within", json!(0.75));
    set(&mut document, Some(Target::at(Section::Acceptance, 1)), "when", json!("Always"));
    set(&mut document, Some(Target::at(Section::Inputs, 0)), "value", json!(0.5));
    set(&mut document, Some(Target::fleet("scout")), "count", json!(5));
    set(&mut document, Some(Target::fleet("scout")), "placement.spacing", json!(0.5));
    let scene_ = scene(&document);
    assert_eq!(scene_.objects[0].tags, ["old", "new"]);
    assert!(matches!(&scene_.objects[1].shape, Shape::Box(shape) if shape.size == [1.0, 2.0, 3.0]));
    assert_eq!(scene_.objects[2].properties["odd key"], json!({"deep": [1, "a"]}));
    assert_eq!((scene_.routes[0].poses[1].at.0, scene_.fleets[0].count), ([3.0, -1.0, 0.5], 5));
    let text = document.to_text();
    for written in [
        "shape: Box(size: (1, 2, 3))",
        "margin: Meters((0.1, 0.2, 0.3))",
        "yaw_within: deg(45), when: Always)",
        "kind: Cone(half_angle: 0.5)",
        "properties: {\"odd key\": (deep: [1, \"a\"])}",
        "(at: (3, -1, 0.5), yaw: deg(90))",
    ] {
        assert!(text.contains(written), "{written}\n{text}");
    }
    apply(&mut document, Edit::reset(object("ball"), "properties[\"odd key\"].deep"));
    assert!(!document.to_text().contains("odd key"));
    apply(&mut document, Edit::reset(object("crate"), "tags[0]"));
    assert_eq!(scene(&document).objects[0].tags, ["new"]);
    // Null is equivalent to no value.
    apply(&mut document, Edit::set(object("crate"), "mass", Value::Null));
    assert_eq!(scene(&document).objects[0].mass, None);
}

#[test]
fn scene_settings_can_be_set_including_those_inherited_from_an_included_file() {
    let mut document = open("examples/swarm.ron");
    for (path, value) in
        [("run.dt", json!(0.005)), ("run.seed", json!(7)), ("run.speed", json!(2)), ("name", json!("x"))]
    {
        let applied = apply(&mut document, Edit::set(None, path, value));
        assert_eq!(applied.label, format!("Change {path}"));
    }
    assert_eq!((scene(&document).run.dt, scene(&document).run.seed), (0.005, 7));
    let before = scene(&document).bounds.clone().unwrap();
    let written = diff(&mut document, Edit::set(None, "bounds.max[2]", 5));
    assert_eq!(written, "+    bounds: (min: (-3, -3, -0.5), max: (3, 3, 5)),\n");
    assert_eq!(scene(&document).bounds.as_ref().unwrap().min, before.min);
    assert_eq!(diff(&mut document, Edit::set(None, "floor.height", -0.5)), "+    floor: (height: -0.5),\n");
    assert_eq!(scene(&document).floor.as_ref().unwrap().paint.len(), 4, "the rest of the floor is still inherited");
    apply(&mut document, Edit::reset(None, "bounds"));
    let refusal = refused(&mut document, Edit::reset(None, "bounds"));
    assert!(refusal.contains("`bounds` is defined in") && refusal.contains("arena.ron"), "{refusal}");
}

#[test]
fn fields_that_do_not_exist_or_fit_are_refused() {
    let (_folder, mut document) = of(r#"(format_version: 1, objects: [(name: "a", shape: Sphere(radius: 1))])"#);
    let set = |path: &str, value: Value| Edit::set(Some(Target::object("a")), path, value);
    match document.apply(set("colour", json!([1, 0, 0]))) {
        Err(Refusal::Invalid(findings)) => {
            let finding = findings.iter().next().unwrap();
            assert_eq!(finding.nearest.as_deref(), Some("color"));
            assert!(finding.place.is_some() && finding.path.as_deref() == Some("objects[0].colour"));
        }
        other => panic!("{other:?}"),
    }
    assert!(refused(&mut document, set("shape.radius", json!("big"))).contains("expected a number"));
    assert!(refused(&mut document, set("shape.radius.x", json!(1))).contains("has no fields"));
    assert!(refused(&mut document, set("tags[3]", json!("x"))).contains("is not a list"));
    assert!(refused(&mut document, set("tags[*]", json!("x"))).contains("`*`"));
    assert!(refused(&mut document, set("a..b", json!("x"))).contains("empty name between two dots"));
    assert!(
        refused(&mut document, Edit::reset(Some(Target::object("a")), "shape")).contains("needs the field `shape`")
    );
    assert!(refused(&mut document, Edit::set(None, "run.dt", 5)).contains("to 1 s"));
    assert!(refused(&mut document, Edit::set(None, "runn.dt", 5)).contains("did you mean `run`"));
    assert!(refused(&mut document, Edit::set(None, "objects", json!([]))).contains("specify which object to change"));
    assert!(refused(&mut document, Edit::reset(None, "format_version")).contains("format_version"));
}

#[test]
fn controllers_and_dynamics_are_swapped_while_running() {
    let mut document = open("demo.ron");
    let wander = controller("control/wander", json!({"speed": 0.25}));
    let to = |to: Option<ControllerUse>| Edit::Controller { target: Target::robot("emil"), to };
    let applied = apply(&mut document, to(Some(wander.clone())));
    let change = |to| Impact::Live(vec![Change::Controller { robot: "emil".into(), to }]);
    assert_eq!((&*applied.label, &applied.impact), ("Change controller of emil", &change(Some(wander.clone()))));
    assert_eq!(document.undo().unwrap().impact, change(None));
    assert_eq!(document.redo().unwrap().impact, change(Some(wander)));
    assert_eq!(apply(&mut document, to(None)).impact, change(None));

    let dynamic = dynamics("diff-drive/dynamic", json!({}));
    let applied = apply(&mut document, Edit::Dynamics { target: Target::robot("anna"), to: Some(dynamic.clone()) });
    let change = Change::Dynamics { robot: "anna".into(), to: Some(dynamic.clone()) };
    assert_eq!(applied.impact, Impact::Live(vec![change]));
    assert_eq!(scene(&document).robots[0].dynamics, Some(dynamic.clone()));
    // Another model makes another robot.
    let model = ModelUse { id: Some(ComponentId("scout/other".into())), file: None, params: Default::default() };
    let applied = apply(&mut document, Edit::Model { target: Target::robot("anna"), to: model });
    assert_eq!((&*applied.label, applied.impact), ("Change model of anna", Impact::Rebuild));
    assert!(document.to_text().contains("model: \"scout/other\","));
    // Dynamics of an object with mass: the simulation is rebuilt.
    let crate_ = Edit::Dynamics { target: Target::object("crate"), to: Some(dynamic.clone()) };
    assert_eq!(apply(&mut document, crate_).impact, Impact::Rebuild);

    let pillar = Edit::Dynamics { target: Target::object("pillar"), to: Some(dynamic) };
    assert!(refused(&mut document, pillar).contains("`dynamics` without `mass`"));
    let object = Edit::Controller { target: Target::object("pillar"), to: None };
    assert!(refused(&mut document, object).contains("an object has no controller"));
    let mut swarm = open("examples/swarm.ron");
    let of_member = Edit::Controller { target: Target::robot("scout3"), to: None };
    assert!(refused(&mut swarm, of_member).contains("a member of the fleet `scout`"));
    // The controller of a fleet applies to each of its robots.
    let of_fleet = Edit::Controller { target: Target::fleet("scout"), to: None };
    match apply(&mut swarm, of_fleet).impact {
        Impact::Live(changes) => assert_eq!(changes.len(), 20),
        other => panic!("{other:?}"),
    }
}

#[test]
fn single_parameters_are_set_where_they_are_used() {
    let mut document = open("examples/swarm.ron");
    let edit = |target: Target, slot: Slot, name: &str, value: Option<Value>, id: Option<&str>| Edit::Parameter {
        target,
        slot,
        name: name.into(),
        value,
        id: id.map(|id| ComponentId(id.into())),
    };
    let liner = || Target::robot("liner");
    let applied = apply(&mut document, edit(liner(), Slot::Dynamics, "motor_lag", Some(json!(0.1)), None));
    assert_eq!(applied.label, "Change motor_lag of liner");
    assert!(matches!(applied.impact, Impact::Live(changes) if matches!(&changes[..], [Change::Dynamics { .. }])));
    apply(&mut document, edit(liner(), Slot::Controller, "commands", Some(json!({"left_wheel": 2.5})), None));
    assert!(document.to_text().contains("params: (commands: {\"left_wheel\": 2.5}), period: 0.05)"));
    apply(&mut document, edit(liner(), Slot::Model, "wheel_radius", None, None));
    assert!(document.to_text().contains("model: (id: \"scout/standard\"),"));
    let applied = apply(&mut document, edit(liner(), Slot::Sensor("gps".into()), "rate", Some(json!(5)), None));
    assert_eq!(applied.impact, Impact::Rebuild);
    apply(&mut document, edit(liner(), Slot::Actuator("left_wheel".into()), "gain", Some(json!(1.5)), None));
    assert!(
        document.to_text().contains("actuators: {\"left_wheel\": (params: (gain: 1.5))},"),
        "{}",
        document.to_text()
    );
    apply(&mut document, edit(liner(), Slot::Actuator("left_wheel".into()), "gain", None, None));
    assert!(!document.to_text().contains("actuators"));
    apply(
        &mut document,
        edit(Target::named(Section::Services, "fence"), Slot::Service, "action", Some(json!("stop")), None),
    );
    assert!(document.to_text().contains("max: (3, 3), action: \"stop\")"));
    apply(
        &mut document,
        edit(Target::fleet("scout"), Slot::Dynamics, "mass", Some(json!(2.0)), Some("diff-drive/kinematic")),
    );
    assert!(document.to_text().contains("dynamics: (id: \"diff-drive/kinematic\", params: (mass: 2.0)),"));

    let unnamed = edit(Target::fleet("scout"), Slot::Controller, "speed", Some(json!(1)), None);
    apply(&mut document, unnamed);
    apply(&mut document, Edit::Controller { target: Target::fleet("scout"), to: None });
    let without_component = edit(Target::fleet("scout"), Slot::Controller, "speed", Some(json!(1)), None);
    assert!(refused(&mut document, without_component).contains("does not specify a component"));
    assert!(
        refused(&mut document, edit(Target::object("ball"), Slot::Controller, "x", None, None))
            .contains("no controller")
    );
    assert!(refused(&mut document, edit(liner(), Slot::Service, "x", None, None)).contains("no params"));
}

#[test]
fn objects_are_locked_and_unlocked() {
    let (_folder, mut document) = of(
        "(\n    format_version: 1,\n    objects: [(name: \"a\", shape: Sphere(radius: 1))],\n    notes: [(text: \"n\")],\n)\n",
    );
    let before = document.to_text().to_owned();
    let a = || objects(&["a"]);
    let applied = apply(&mut document, Edit::Lock { targets: a(), locked: true });
    assert_eq!((&*applied.label, applied.impact), ("Lock a", Impact::Nothing));
    let hidden = || Edit::set(Some(Target::object("a")), "visible", false);
    assert!(refused(&mut document, hidden()).contains("locked"));
    assert!(!document.apply(Edit::Lock { targets: a(), locked: true }).unwrap().changed);
    assert_eq!(apply(&mut document, Edit::Lock { targets: a(), locked: false }).label, "Unlock a");
    assert_eq!(document.to_text(), before);
    // Cameras no longer see it.
    assert_eq!(apply(&mut document, hidden()).impact, Impact::Rebuild);
    assert!(!scene(&document).objects[0].visible);
    apply(&mut document, Edit::reset(Some(Target::object("a")), "visible"));
    assert_eq!(document.to_text(), before);
    let note = Edit::Lock { targets: vec![Target::at(Section::Notes, 0)], locked: true };
    assert_eq!(refused(&mut document, note), "note 1 cannot be locked: only objects can be locked");
}

#[test]
fn what_no_simulation_reads_has_no_impact() {
    let mut document = open("examples/swarm.ron");
    for edit in [
        Edit::set(None, "name", "another"),
        Edit::set(None, "description", "changed"),
        Edit::set(None, "view.far", 10),
        Edit::set(Some(Target::at(Section::Notes, 0)), "text", "other"),
        Edit::set(Some(Target::object("ball")), "notes", "round"),
    ] {
        let applied = apply(&mut document, edit);
        assert_eq!((applied.impact, applied.changed), (Impact::Nothing, true), "{}", applied.label);
    }
    for edit in [
        Edit::set(None, "run.seed", 10),
        Edit::set(None, "run.gravity", json!([0, 0, -1.6])),
        Edit::set(Some(Target::object("ball")), "mass", 2),
        Edit::set(Some(Target::robot("liner")), "velocity", json!([1, 0, 0])),
        Edit::set(Some(Target::at(Section::Acceptance, 1)), "within", 3),
        Edit::set(Some(Target::named(Section::Beacons, "door")), "range", 3),
        // A service may read it.
        Edit::set(Some(Target::named(Section::Routes, "tour")), "closed", false),
        Edit::Rename { target: Target::object("ball"), name: "globe".into() },
        Edit::delete(objects(&["post"])),
    ] {
        assert_eq!(apply(&mut document, edit.clone()).impact, Impact::Rebuild, "{edit:?}");
    }
}

#[test]
fn the_text_can_be_edited_as_text() {
    let mut document = Document::new();
    let text = document.to_text().replace("untitled", "titled");
    let applied = apply(&mut document, Edit::ReplaceText(text.clone()));
    assert_eq!((&*applied.label, applied.impact), ("Edit text", Impact::Nothing));
    let reason = refused(&mut document, Edit::ReplaceText(text.replace("dt: 0.01", "dt: 0.01.2")));
    assert!(reason.contains("the scene would be invalid") && reason.contains("0.01.2"), "{reason}");
    assert!(document.is_modified());
    document.undo();
    assert!(!document.is_modified());
}

#[test]
fn a_broken_file_opens_as_text_and_can_be_fixed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("broken.ron");
    let text = "// Mine.\n(format_version: 1, objects: [(name: \"a\" shape: Sphere(radius: 1))])\n";
    std::fs::write(&path, text).unwrap();
    let mut document = Document::open(&path).unwrap();
    let State::Broken(findings) = document.state() else { panic!() };
    assert!(findings.to_string().contains("expected `,` or `)`"), "{findings}");
    assert_eq!((document.to_text(), document.is_modified(), document.scene().is_none()), (text, false, true));
    assert_eq!(refused(&mut document, Edit::delete(objects(&["a"]))), "the scene has errors; fix its text first");
    assert!(document.copy(&[]).is_err() && document.world_poses().is_empty());
    // An intermediate step may be invalid.
    let half = text.replace("radius: 1", "radius: 2");
    let applied = document.apply(Edit::ReplaceText(half.clone())).unwrap();
    assert_eq!((applied.impact, document.scene().is_none()), (Impact::Nothing, true));
    let whole = half.replace("\"a\" ", "\"a\", ");
    assert_eq!(document.apply(Edit::ReplaceText(whole.clone())).unwrap().impact, Impact::Rebuild);
    assert_eq!(scene(&document).objects.len(), 1);
    apply(&mut document, Edit::set(Some(Target::object("a")), "mass", 2));
    while document.undo().is_some() {}
    assert_eq!((document.to_text(), document.scene().is_none()), (text, true));
    while document.redo().is_some() {}
    assert!(document.scene().is_some());
}

#[test]
fn free_data_may_resemble_components_and_shapes() {
    let (_folder, mut document) = of("(\n    format_version: 1,\n    properties: {\"Box\": {\"a\": 1}},\n)\n");
    apply(&mut document, Edit::set(None, "properties.Box.b", 2.0));
    apply(&mut document, Edit::set(None, "properties.Other", json!({"text": "control/wander"})));
    assert!(refused(&mut document, Edit::set(None, "properties.Other.text.x", 1)).contains("has no fields"));
    let expected = json!({"Box": {"a": 1, "b": 2.0}, "Other": {"text": "control/wander"}});
    assert_eq!(Value::Object(scene(&document).properties.clone()), expected);
    apply(&mut document, Edit::reset(None, "properties.Other"));
    assert!(document.to_text().contains("properties: {\"Box\": {\"a\": 1, \"b\": 2.0}},"), "{}", document.to_text());
}

#[test]
fn included_files_can_be_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let map = folder.path().join("map.ron");
    let write = |x: &str| {
        std::fs::write(
            &map,
            format!("(format_version: 1, objects: [(name: \"w\", shape: Sphere(radius: 1), at: ({x}))])"),
        )
        .unwrap()
    };
    write("0, 0, 1");
    let path = folder.path().join("main.ron");
    std::fs::write(&path, "(format_version: 1, include: [\"map.ron\"])").unwrap();
    let mut document = Document::open(&path).unwrap();
    assert_eq!(document.refresh(), Impact::Nothing);
    write("2, 0, 1");
    assert_eq!(document.refresh(), Impact::Live(vec![crate::common::moved("w", 2.0, 0.0, 1.0)]));
    std::fs::remove_file(&map).unwrap();
    assert_eq!((document.refresh(), document.scene().is_none()), (Impact::Rebuild, true));
    assert!(document.findings().to_string().contains("map.ron cannot be read"));
    write("2, 0, 1");
    assert_eq!((document.refresh(), document.is_modified()), (Impact::Rebuild, false));
}
