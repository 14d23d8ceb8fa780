//! Valid scenes: loading, merging, overriding and writing.

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};
use sim_core::diagnostic::{Code, Diagnostic};
use sim_core::scene::text::Format;
use sim_core::scene::{Current, LoadOptions, Paint, Region, Scene, Shape};

fn drafts() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../scenes/examples")
}

#[test]
fn example_scenes_load_without_findings_and_survive_writing() {
    for name in ["arena", "swarm", "pool"] {
        let loaded = Scene::load(drafts().join(name).with_extension("ron")).unwrap_or_else(|e| panic!("{e}"));
        assert!(loaded.warnings.is_empty(), "{}", loaded.warnings);
        let text = loaded.to_ron();
        assert!(text.starts_with(&loaded.head_comment) && !loaded.head_comment.is_empty());
        let again = Scene::parse(&text, Format::Ron, "again.ron").unwrap_or_else(|e| panic!("{text}\n{e}"));
        assert_eq!(again.scene, loaded.scene);
        let json = serde_json::to_string_pretty(&loaded.scene).unwrap();
        let from_json = Scene::parse(&json, Format::Json, "again.json").unwrap_or_else(|e| panic!("{json}\n{e}"));
        assert_eq!(from_json.scene, loaded.scene);
        assert_eq!(serde_json::from_str::<Scene>(&json).unwrap(), loaded.scene);
    }
}

#[test]
fn set_changes_values_creates_fields_and_reaches_all_elements() {
    let options = LoadOptions {
        set: vec![
            "run.dt=0.02".into(),
            "robots.liner.controller=control/wander".into(),
            "fleets.*.controller.params.speed=0.3".into(),
            "fleets[0].count=3".into(),
            "robots.liner.sensors.gps.noise.sigma=0.5".into(),
        ],
        ..LoadOptions::default()
    };
    let loaded = Scene::load_with(drafts().join("swarm.ron"), &options).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(loaded.scene.run.dt, 0.02);
    assert_eq!(loaded.scene.robots[0].controller.as_ref().unwrap().id.0, "control/wander");
    let controller = loaded.scene.fleets[0].controller.as_ref().unwrap();
    assert_eq!((controller.id.0.as_str(), &controller.params["speed"]), ("control/wander", &serde_json::json!(0.3)));
    assert_eq!(loaded.scene.all_robots().len(), 4);
}

/// A folder with files, removed at the end.
fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

const ROOM: &str = r#"(
    format_version: 1,
    bounds: (min: (0, 0, 0), max: (2, 1, 1)),
    floor: (color: (0, 0, 0), size: (9, 9), paint: [Disc(at: (1, 0), radius: 0.1, color: (1, 0, 0))]),
    objects: [
        (name: "rock", shape: Mesh(file: "rock.obj"), at: (1, 0, 0)),
        (name: "hat", shape: Sphere(radius: 0.1), at: (0, 0, 1), parent: "rock"),
    ],
    media: [(name: "water", density: 1000, region: Below(0.5), current: Uniform((1, 0, 0)))],
    routes: [(name: "way", poses: [(at: (1, 0))])],
    robots: [(name: "a", model: "scout/standard", at: (0, 2), yaw: 1)],
)"#;

#[test]
fn included_items_are_moved_and_their_files_are_found() {
    let main = r#"(
        format_version: 1,
        include: [(file: "maps/room.ron", at: (10, 0, 1), yaw: deg(90))],
        floor: (color: (1, 1, 1), paint: [Disc(at: (5, 5), radius: 1, color: (0, 1, 0))]),
        robots: [(name: "b", model: "scout/standard")],
    )"#;
    let folder = folder(&[("main.ron", main), ("maps/room.ron", ROOM), ("maps/rock.obj", "")]);
    let loaded = Scene::load(folder.path().join("main.ron")).unwrap_or_else(|e| panic!("{e}"));
    let scene = &loaded.scene;
    assert_eq!(loaded.files.len(), 2);
    assert_eq!(loaded.files[0].digest.len(), 64);
    let near = |found: [f64; 3], expected: [f64; 3]| {
        assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12), "{found:?} {expected:?}");
    };
    near(scene.objects[0].at.0, [10.0, 1.0, 1.0]);
    near(scene.objects[1].at.0, [0.0, 0.0, 1.0]);
    near(scene.routes[0].poses[0].at.0, [10.0, 1.0, 1.0]);
    let names: Vec<_> = scene.robots.iter().map(|robot| robot.name.as_str()).collect();
    assert_eq!(names, ["b", "a"]);
    near(scene.robots[1].at.0, [8.0, 0.0, 1.0]);
    assert!((scene.robots[1].yaw.unwrap() - 1.0 - std::f64::consts::FRAC_PI_2).abs() < 1e-12);
    let bounds = scene.bounds.as_ref().unwrap();
    near(bounds.min, [9.0, 0.0, 1.0]);
    near(bounds.max, [10.0, 2.0, 2.0]);
    assert_eq!(scene.media[0].region, Region::Below(1.5));
    let Current::Uniform(current) = scene.media[0].current else { panic!() };
    near(current, [0.0, 1.0, 0.0]);
    let floor = scene.floor.as_ref().unwrap();
    assert_eq!(floor.size, Some([9.0, 9.0]));
    let Paint::Disc(lower) = &floor.paint[0] else { panic!() };
    near([lower.at[0], lower.at[1], 0.0], [10.0, 1.0, 0.0]);
    let Shape::Mesh(mesh) = &scene.objects[0].shape else { panic!() };
    assert_eq!(mesh.file.0, "maps/rock.obj");
    assert!(loaded.resolve(&mesh.file).is_file());
}

/// FW-1: Destinations come from a text file that can be reloaded during the run.
#[test]
fn parameters_may_stand_in_files_and_what_is_wrong_there_is_placed_there() {
    let main = r#"(
        format_version: 1,
        robots: [(name: "a", model: "b/c", controller: (id: "d/e", params: {
            "mission": Include("missions/short.ron"), "gain": 2,
        }))],
        services: [(name: "s", id: "f/g", params: Include("service.json"))],
    )"#;
    let files = [
        ("main.ron", main),
        ("missions/short.ron", "// Two points.\n[(at: (1, 2, 3)), Include(\"last.ron\")]"),
        ("missions/last.ron", "(at: (4, 5, 6), kind: dock)"),
        ("service.json", r#"{"port": 7, "table": {"Include": "missions/last.ron"}}"#),
    ];
    let folder = folder(&files);
    let path = folder.path().join("main.ron");
    let loaded = Scene::load(&path).unwrap_or_else(|e| panic!("{e}"));
    let controller = loaded.scene.robots[0].controller.as_ref().unwrap();
    let last = json!({"at": [4, 5, 6], "kind": "dock"});
    assert_eq!(
        Value::from(controller.params.clone()),
        json!({"mission": [{"at": [1, 2, 3]}, last.clone()], "gain": 2})
    );
    assert_eq!(Value::from(loaded.scene.services[0].params.clone()), json!({"port": 7, "table": last}));
    let names: Vec<_> = loaded.files.iter().map(|file| file.path.clone().unwrap()).collect();
    let expected = ["main.ron", "missions/short.ron", "missions/last.ron", "service.json", "missions/last.ron"];
    assert_eq!(names, expected.map(|name| folder.path().join(name)));
    // A finding about a value is reported at the value.
    let finding = loaded.at("robots[0].controller.params.mission[1].kind", Diagnostic::error(Code::SceneRange, "no"));
    assert!(finding.file.unwrap().ends_with("last.ron") && finding.place.unwrap().line == 1);
    // A written scene contains the values themselves.
    assert!(!loaded.to_ron().contains("Include"), "{}", loaded.to_ron());

    for (file, text, part) in [
        ("missions/last.ron", "(at: (4, 5", "last.ron:1:"),
        ("missions/last.ron", "Include(\"short.ron\")", "short.ron → last.ron → short.ron"),
        ("service.json", r#"{"table": {"Include": "missing.ron"}}"#, "service.json:1:"),
    ] {
        let old = fs::read(folder.path().join(file)).unwrap();
        fs::write(folder.path().join(file), text).unwrap();
        let findings = Scene::load(&path).unwrap_err().to_string();
        assert!(findings.contains(part), "{part}: {findings}");
        fs::write(folder.path().join(file), old).unwrap();
    }
    let findings = Scene::parse(main, Format::Ron, "text").unwrap_err().to_string();
    assert!(findings.contains("unsaved text cannot include files"), "{findings}");
}

/// FW-1: Destinations come from a text file that can be reloaded during the run.
#[test]
fn a_text_file_is_the_list_of_its_lines() {
    let main = r#"(format_version: 1, services: [(name: "s", id: "f/g", params: {"route": Include("route.txt"), "n": Include("n.TXT")})])"#;
    let folder = folder(&[
        ("main.ron", main),
        ("route.txt", "\u{feff}# not a remark\r\n  à la \"Include(1)\"  \n\nlast"),
        ("n.TXT", "\n"),
        ("other.txt", ""),
    ]);
    let path = folder.path().join("main.ron");
    let loaded = Scene::load(&path).unwrap_or_else(|e| panic!("{e}"));
    let lines = |loaded: &sim_core::scene::LoadedScene, name: &str| loaded.scene.services[0].params[name].clone();
    assert_eq!(lines(&loaded, "route"), json!(["# not a remark", "  à la \"Include(1)\"  ", "", "last"]));
    assert_eq!(lines(&loaded, "n"), json!([""]), "an empty line with its end is a line");
    // A finding about a line is reported at the line.
    for (line, column) in [(1, 2), (2, 1), (4, 1)] {
        let at = format!("services[0].params.route[{}]", line - 1);
        let finding = loaded.at(&at, Diagnostic::error(Code::SceneRange, "no"));
        assert!(finding.file.unwrap().ends_with("route.txt"));
        let place = finding.place.unwrap();
        assert!(place.line == line && place.column <= column, "{place:?}");
    }
    // The merged scene, which recordings store, contains the lines, and can be read back.
    let again = Scene::parse(&loaded.to_ron(), Format::Ron, "merged").unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(lines(&again, "route"), lines(&loaded, "route"));
    assert!(loaded.files.iter().any(|file| file.path.as_ref().is_some_and(|path| path.ends_with("route.txt"))));

    for (content, wanted) in
        [("one", json!(["one"])), ("one\n", json!(["one"])), ("one\r\ntwo\r", json!(["one", "two\r"])), ("", json!([]))]
    {
        fs::write(folder.path().join("route.txt"), content).unwrap();
        assert_eq!(lines(&Scene::load(&path).unwrap(), "route"), wanted, "{content:?}");
    }
    fs::write(folder.path().join("route.txt"), b"fine\nnot \xff text").unwrap();
    let findings = Scene::load(&path).unwrap_err().to_string();
    assert!(findings.contains("route.txt is not UTF-8 text") && findings.contains("main.ron:1"), "{findings}");
    fs::remove_file(folder.path().join("route.txt")).unwrap();
    assert!(Scene::load(&path).unwrap_err().to_string().contains("route.txt cannot be read"));
}

#[test]
fn one_name_in_two_files_is_reported_with_both_places() {
    let main = "(format_version: 1, include: [\"maps/room.ron\"],\n robots: [(name: \"rock\", model: \"a/b\")])";
    let folder = folder(&[("main.ron", main), ("maps/room.ron", ROOM), ("maps/rock.obj", "")]);
    let findings = Scene::load(folder.path().join("main.ron")).unwrap_err();
    let first = findings.iter().next().unwrap();
    assert_eq!(first.code, Code::SceneDuplicateName);
    assert!(first.file.as_deref().unwrap().ends_with("main.ron"), "{findings}");
    assert_eq!(first.place.unwrap().line, 2);
    assert!(first.related[0].file.ends_with("room.ron") && first.related[0].place.line == 6, "{findings}");
}

#[test]
fn map_takes_the_place_of_the_first_include_or_is_added() {
    let other = r#"(format_version: 1, objects: [(name: "stone", shape: Sphere(radius: 1), at: (1, 0))])"#;
    let with = r#"(format_version: 1, include: [(file: "room.ron", at: (5, 0))])"#;
    let folder = folder(&[("with.ron", with), ("without.ron", "(format_version: 1)"), ("other.ron", other)]);
    for (main, x) in [("with.ron", 6.0), ("without.ron", 1.0)] {
        let options = LoadOptions { maps: vec![folder.path().join("other.ron")], ..LoadOptions::default() };
        let loaded = Scene::load_with(folder.path().join(main), &options).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(loaded.scene.objects[0].at.0[0], x);
    }
    let options = LoadOptions { maps: vec!["nowhere.ron".into()], ..LoadOptions::default() };
    let findings = Scene::load_with(folder.path().join("with.ron"), &options).unwrap_err();
    assert_eq!(findings.iter().next().unwrap().code, Code::SceneUnreadable);
}

#[test]
fn parameters_arrive_as_serde_writes_them() {
    let text = r#"(format_version: 1, properties: (
        word: Fast, tuple: (1, 2.5), list: [true], unit: (), none: None, some: Some(3), text: "x", nested: (a: {"b c": 1}),
        variant: Linear(slope: 2), newtype: Gain(2), pair: Both(1, 2), angle: deg(180), r#type: 'c',
    ))"#;
    let loaded = Scene::parse(text, Format::Ron, "bag.ron").unwrap_or_else(|e| panic!("{e}"));
    let expected = serde_json::json!({
        "word": "Fast", "tuple": [1, 2.5], "list": [true], "unit": {}, "none": null, "some": 3, "text": "x",
        "nested": {"a": {"b c": 1}}, "variant": {"Linear": {"slope": 2}}, "newtype": {"Gain": 2},
        "pair": {"Both": [1, 2]}, "angle": std::f64::consts::PI, "type": "c",
    });
    assert_eq!(Value::Object(loaded.scene.properties), expected);
}

#[test]
fn places_of_parameters_are_found_by_path() {
    let text =
        "(format_version: 1,\n robots: [(name: \"a\", model: \"x/y\",\n  dynamics: (id: \"x/z\", params: (mass: 3)))])";
    let loaded = Scene::parse(text, Format::Ron, "place.ron").unwrap();
    let finding = |path: &str, key: bool| {
        let diagnostic = Diagnostic::error(Code::SceneParameterRange, "too heavy");
        let diagnostic = if key { loaded.at_key(path, diagnostic) } else { loaded.at(path, diagnostic) };
        let place = diagnostic.place.unwrap();
        (place.line, place.column, &text[place.start..place.end])
    };
    let finding = |path, key| {
        let (line, column, text) = finding(path, key);
        (line, column, text.to_owned())
    };
    assert_eq!(finding("robots[0].dynamics.params.mass", false), (3, 40, "3".into()));
    assert_eq!(finding("robots.a.dynamics.params.mass", true), (3, 34, "mass".into()));
    assert_eq!(finding("robots[0].dynamics.params.drag", false), (3, 33, "(mass: 3)".into()));
    assert_eq!(finding("robots[0].model.params", false), (2, 30, "\"x/y\"".into()));
    assert!(loaded.is_written("robots[0].model") && !loaded.is_written("robots[0].model.params"));
}

#[test]
fn random_placement_depends_on_seed_and_fleet_alone() {
    let scene = |seed: u32, extra: &str| {
        let text = format!(
            "(format_version: 1, run: (seed: {seed}), fleets: [{extra}(prefix: \"s\", count: 200, model: \"a/b\",
              placement: Random(min: (0, 0), max: (10, 10), spacing: 0.4))])"
        );
        Scene::parse(&text, Format::Ron, "fleet.ron").unwrap_or_else(|e| panic!("{e}")).scene
    };
    let places = |scene: &Scene| -> Vec<[f64; 3]> {
        let all = scene.all_robots();
        all.iter().filter(|placed| placed.robot.name.starts_with('s')).map(|placed| placed.robot.at.0).collect()
    };
    let first = places(&scene(1, ""));
    assert_eq!(first.len(), 200);
    assert_eq!(first, places(&scene(1, "")));
    let other = "(prefix: \"t\", count: 2, model: \"a/b\", placement: Grid(spacing: (1, 2))),";
    assert_eq!(first, places(&scene(1, other)));
    assert_ne!(first, places(&scene(2, "")));
    for (index, a) in first.iter().enumerate() {
        assert!(a[0] >= 0.0 && a[0] <= 10.0 && a[1] >= 0.0 && a[1] <= 10.0);
        for b in &first[..index] {
            assert!((a[0] - b[0]).hypot(a[1] - b[1]) >= 0.4);
        }
    }
    let grid: Vec<_> = scene(1, other).all_robots().into_iter().filter(|p| p.robot.name.starts_with('t')).collect();
    assert_eq!((grid[0].robot.at.0, grid[1].robot.at.0), ([-0.5, 0.0, 0.0], [0.5, 0.0, 0.0]));
    assert_eq!(grid[0].path, "fleets[0]");
}

#[test]
fn regular_outline_has_its_first_side_across_the_x_axis() {
    let text =
        "(format_version: 1, objects: [(name: \"p\", shape: Pool(height: 1, outline: Regular(sides: 4, apothem: 1)))])";
    let loaded = Scene::parse(text, Format::Ron, "pool.ron").unwrap();
    let Shape::Pool(pool) = &loaded.scene.objects[0].shape else { panic!() };
    let expected = [[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]];
    for (corner, expected) in pool.outline.corners().iter().zip(expected) {
        assert!((corner[0] - expected[0]).abs() < 1e-12 && (corner[1] - expected[1]).abs() < 1e-12, "{corner:?}");
    }
}

#[test]
fn what_a_missing_file_would_have_held_is_not_reported_as_missing_too() {
    let main = r#"(
        format_version: 1,
        include: ["robots.ron"],
        acceptance: [ReachedBy(robot: "in the missing file", at: (1, 0), within: 1, by: 1)],
    )"#;
    let folder = folder(&[("main.ron", main)]);
    let findings = Scene::load(folder.path().join("main.ron")).unwrap_err();
    assert_eq!(findings.len(), 1, "{findings}");
    assert_eq!(findings.iter().next().unwrap().code, Code::SceneUnreadable);
}

#[test]
fn a_text_can_stand_for_the_content_of_its_file() {
    let files = [("maps/pool.ron", ROOM), ("maps/rock.obj", ""), ("main.ron", "(format_version: 1)")];
    let folder = folder(&files);
    let text = "(format_version: 1, include: [\"maps/pool.ron\"], notes: [(text: \"own\")])";
    let loaded = Scene::load_text(text, folder.path().join("main.ron")).unwrap_or_else(|e| panic!("{e}"));
    assert!(!loaded.scene.objects.is_empty() && loaded.files.len() == 2);
    assert_eq!(loaded.tree().get("notes").unwrap().items().unwrap()[0].span.file, 0);
    assert_eq!(loaded.tree().get("objects").unwrap().items().unwrap()[0].span.file, 1);
    // The file on disk is not read, and need not exist.
    assert!(Scene::load_text(text, folder.path().join("new.ron")).is_ok());
    assert!(Scene::load_text(text, folder.path().join("elsewhere/new.ron")).is_err());
    let circle = Scene::load_text("(format_version: 1, include: [\"main.ron\"])", folder.path().join("main.ron"));
    assert_eq!(circle.unwrap_err().iter().next().unwrap().code, Code::SceneIncludeCycle);
}
