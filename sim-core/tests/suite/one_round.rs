//! All mistakes of a scene are found in one round.

use crate::mistakes::{Mistake, expect_all, with_mistakes};
use sim_core::diagnostic::{Code, Diagnostic, Diagnostics};
use sim_core::scene::text::Format;
use sim_core::scene::{LoadOptions, Scene};
use std::path::Path;

fn found(text: &str, path: &Path) -> Diagnostics {
    Scene::load_text(text, path).map_or_else(|findings| findings, |loaded| loaded.warnings)
}

#[test]
fn ten_mistakes_of_all_stages_are_found_in_one_round() {
    let text = r#"(
    format_version: 1,
    nmae: "yard",
    run: (duration: 10 seed: "one"),
    objects: [
        (name: "ball", shape: Sphere(radius: 0)),
        (name: "box", shape: Bix(size: (1, 1))),
        (name: "lid", shape: Sphere(radius: 1), parent: "bxo"),
        (name: "rock", shape: Mesh(file: "rock.obj")),
        (shape: Sphere(radius: 1e)),
    ],
    robots: [
        (name: "anna", model: "Scout", controller: (id: "control/wander", period: 0.025), yaw: 90),
        (name: "anna", model: (file: "anna.sdf"), route: "loop"),
    ],
    acceptance: [
        ReachedBy(robot: "bert", at: (1, 0), within: 0.5, by: 1),
        ReachedBy(robot: "anna", at: (1, 0), within: 0.5),
    ],
)"#;
    let folder = tempfile::tempdir().unwrap();
    let findings = found(text, &folder.path().join("yard.ron"));
    let found: Vec<_> = findings.iter().map(|finding| (finding.place.unwrap().line, finding.code.as_str())).collect();
    let expected = [
        (3, "SC007"),
        (4, "SC003"),
        (4, "SC010"),
        (6, "SC012"),
        (7, "SC011"),
        (7, "SC013"),
        (8, "SC015"),
        (9, "SC023"),
        (10, "SC008"),
        (10, "SC003"),
        (13, "SC020"),
        (13, "SC019"),
        (14, "SC014"),
        (14, "SC023"),
        (14, "SC015"),
        (17, "SC015"),
        (18, "SC008"),
        (13, "SC036"),
    ];
    assert_eq!(found, expected, "{findings}");
}

/// Mistakes that are found without plugins.
const MISTAKES: &[Mistake] = &[
    ("", "nmea: \"#\"", "SC007"),
    ("objects", "(name: \"#\", shape: Sphere(radius: 0))", "SC012"),
    ("objects", "(name: \"#\", shape: Sphere(raduis: 1, radius: 1))", "SC007"),
    ("objects", "(name: \"#\", shape: Bix(size: (1, 1, 1)))", "SC011"),
    ("objects", "(name: \"#\", shape: Box(size: (1, 1)))", "SC013"),
    ("objects", "(name: \"#\", shape: Wall(from: (1, 2), to: (1, 2)))", "SC018"),
    ("objects", "(name: \"#\", shape: Mesh(file: \"#.obj\"))", "SC023"),
    ("objects", "(name: \"#\", shape: Sphere(radius: 1), dynamics: \"body/rigid\")", "SC017"),
    ("objects", "(name: \"#\", shape: Sphere(radius: 1), parent: \"nobody\")", "SC015"),
    ("objects", "(name: \"#[1]\", shape: Sphere(radius: 1))", "SC030"),
    ("objects", "(name: \"#\", shape: Sphere(radius: \"big\"))", "SC010"),
    ("objects", "(name: \"#\", shape: Sphere(radius: NaN))", "SC004"),
    ("objects", "(name: \"#\", shape = Sphere(radius: 1))", "SC003"),
    ("objects", "(name: \"#\" shape: Sphere(radius: 1))", "SC003"),
    ("objects", "(name: \"#\")", "SC008"),
    ("objects", "(name: \"#\", shape: Sphere(radius: 1), yaw: 90)", "SC036"),
    ("objects", "(name: \"#\", shape: Sphere(radius: 1), yaw: 1, yaw: 2)", "SC009"),
    ("robots", "(name: \"#\", model: \"Scout\")", "SC020"),
    ("robots", "(name: \"#\", model: \"scout/standard\", rpy: (0, 0, 1), yaw: 1)", "SC017"),
    ("robots", "(name: \"#\", model: \"scout/standard\", route: \"nowhere\")", "SC015"),
    ("robots", "(name: \"#\")", "SC008"),
    ("robots", "(name: \"#\", model: (file: \"#.urdf\"))", "SC023"),
    ("robots", "(name: \"#\", model: \"scout/standard\", sensors: {\"gps\": (period: 0.0123456)})", "SC019"),
    ("media", "(name: \"#\", density: 1025, current: Profile([(0, 1, 0, 0), (0, 0, 0, 0)]))", "SC024"),
    ("acceptance", "ReachedBy(robot: \"#\", at: (1, 0), within: 0.5, by: 1)", "SC015"),
];

fn scenes(folder: &Path, list: &mut Vec<std::path::PathBuf>) {
    let mut entries: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        match () {
            () if path.is_dir() => scenes(&path, list),
            () if name.ends_with(".ron") && !name.ends_with(".robot.ron") && Scene::load(&path).is_ok() => {
                list.push(path)
            }
            () => {}
        }
    }
}

#[test]
fn every_mistake_in_a_shipped_scene_is_found_in_one_round() {
    let mut list = Vec::new();
    scenes(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../scenes"), &mut list);
    assert!(list.len() >= 30, "{}", list.len());
    for (number, path) in list.iter().enumerate() {
        let text = std::fs::read_to_string(path).unwrap();
        for round in 0..4 {
            let seed = (number * 4 + round) as u64 + 1;
            let mistaken = with_mistakes(&text, MISTAKES, 10, seed);
            expect_all(&format!("{} (seed {seed})", path.display()), &mistaken, &found(&mistaken.text, path));
        }
    }
}

#[test]
fn a_scene_with_errors_is_loaded_without_its_invalid_parts() {
    let text = r#"(format_version: 1, objects: [(name: "a"), (name: "b", shape: Sphere(radius: 1), at: (2, 0, 1))], run: (dt: 0))"#;
    let options = LoadOptions { with_errors: true, ..LoadOptions::default() };
    let loaded = Scene::parse_with(text, Format::Ron, "a.ron", &options).unwrap();
    assert_eq!(loaded.warnings.iter().filter(|finding| finding.code != Code::SceneNoEffect).count(), 2);
    assert_eq!(loaded.scene.objects.len(), 1);
    assert_eq!(loaded.scene.objects[0].name, "b");
    let placed = loaded.at("objects[0].at", Diagnostic::error(Code::SceneRange, "x"));
    assert_eq!(placed.path.as_deref(), Some("objects[1].at"), "as written");
}

#[test]
fn all_mistakes_of_a_robot_file_are_found_in_one_round() {
    let text = r#"(
    name: "arm",
    links: [(
        name: "base",
        mas: (mass: 1.0),
        visual: [
            (geometry: Mesh(file: "a.stl"), colour: (1.0, 0.0, 0.0, 1.0)),
            (geometry: Mesh(file: "b.stl")),
            (geometry: Sphere(radius: -1.0)),
        ],
    )],
    dynamcs: "body/static",
)"#;
    let errors = errors_of_robot(text);
    let all = errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
    for word in ["`mas`", "`colour`", "`dynamcs`", "a.stl", "b.stl", "a size is not positive"] {
        assert!(all.contains(word), "no {word} in\n{all}");
    }
}

/// Errors of a text in `arm.robot.ron`.
fn errors_of_robot(text: &str) -> Diagnostics {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("arm.robot.ron");
    std::fs::write(&path, text).unwrap();
    sim_core::model::load(&path, &sim_core::model::UrdfOptions::default())
        .unwrap_err()
        .iter()
        .map(Diagnostic::from)
        .collect()
}

#[test]
fn each_mistake_of_a_robot_file_is_one_finding_at_its_value() {
    let text = r#"(
    name: "arm",
    standing_height: "low",
    links: [
        (name: "base", mass: (mass: -1)),
        (name: 5, collision: [(geometry: Sphere(radius: 1))]),
        (name: "b", collision: [(geometry: Sphere(radius: 0)), (geometry: Bix(size: (1, 1, 1)))]),
        (name: "c", mass: (mass: 1, inertia: (1, 1, 5, 0, 0, 0))),
        (name: "d", visual: [(geometry: Box(size: (1, 1)), color: (2, 0, 0, 1))]),
        (name: "e", mass: (mass: 1 center: (0, 0, 0), inertia: (1, 1, one, 0, 0, 0))),
    ],
    joints: [
        (name: "j", parent: "base", child: "nothing", motion: Revolte, limits: (1, -1)),
        (name: "k", parent: "base", motion: Fixed),
        (name: "l", parent: "base", child: "c", axis: (0, 0, 0), motion: Revolute, max_velocity: -1, limts: (0, 1)),
    ],
    sensors: [(name: "eye", component: "range/ray", period: 0, placement: (at: [0, "1", 0]))],
)"#;
    let errors = errors_of_robot(text);
    let found: Vec<_> = errors
        .iter()
        .map(|finding| finding.place.map_or((0, 0), |place| (place.line, place.column)))
        .zip(errors.iter().map(|finding| (finding.code.as_str(), finding.path.as_deref().unwrap_or_default())))
        .collect();
    let expected = [
        ((3, 22), ("MD003", "standing_height")),
        ((5, 30), ("MD003", "links[0].mass")),
        ((6, 16), ("MD003", "links[1].name")),
        ((7, 44), ("MD003", "links[2].collision[0].geometry")),
        ((7, 75), ("MD004", "links[2].collision[1].geometry")),
        ((8, 46), ("MD003", "links[3].mass.inertia")),
        ((9, 51), ("MD003", "links[4].visual[0].geometry.size")),
        ((9, 67), ("MD003", "links[4].visual[0].color")),
        ((10, 36), ("MD002", "")),
        ((10, 71), ("MD003", "links[5].mass.inertia[2]")),
        ((13, 63), ("MD004", "joints[0].motion")),
        ((13, 80), ("MD003", "joints[0].limits")),
        ((14, 9), ("MD003", "joints[1]")),
        ((15, 55), ("MD003", "joints[2].axis")),
        ((15, 98), ("MD003", "joints[2].max_velocity")),
        ((15, 102), ("MD004", "joints[2].limts")),
        ((17, 61), ("MD003", "sensors[0].period")),
        ((17, 84), ("MD003", "sensors[0].placement.at[1]")),
    ];
    assert_eq!(found, expected, "{errors}");
}

#[test]
fn files_of_other_kinds_are_named_with_a_remedy() {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes, words) in [
        ("a.yaml", &b"robots:\n  - name: a\n"[..], ["is YAML", "RON or JSON"]),
        ("b.ron", b"robots:\n  - name: a\n", ["is YAML", "RON or JSON"]),
        ("a.sdf", b"<?xml version=\"1.0\"?><sdf version=\"1.9\"></sdf>", ["is SDF", "URDF"]),
        ("a.xacro", b"<robot xmlns:xacro=\"http://x\"></robot>", ["Xacro", "xacro a.xacro > robot.urdf"]),
        ("a.urdf", b"<robot name=\"a\"></robot>", ["URDF robot", "model: (file: \"a.urdf\")"]),
        ("a.xml", b"<mujoco></mujoco>", ["MJCF", "URDF"]),
        ("a.wbt", b"#VRML_SIM R2023b utf8\n", ["Webots", "sim import"]),
        ("empty.ron", b" \n", ["is empty", "(format_version: 1)"]),
        ("a.mcap", b"\x89MCAP0\r\n\xff\xff", ["is a recording", "sim info"]),
        ("a.bin", b"\x7fELF\x02\x00\xff\xff", ["is a binary file", "sim list"]),
        ("a.robot.ron", b"(name: \"arm\", links: [])", ["a robot file, not a scene", "model: (file:"]),
    ] {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        let findings = Scene::load(&path).unwrap_err();
        let text = findings.to_string();
        assert_eq!(findings.len(), 1, "{name}: {text}");
        assert!(words.iter().all(|word| text.contains(word)), "{name}: {text}");
    }
    let text = Scene::load(folder.path()).unwrap_err().to_string();
    assert!(text.contains("is a folder") && text.contains("a.robot.ron"), "{text}");
}

#[test]
fn angles_in_degrees_are_suspected() {
    let near = |text: &str, format: Format| {
        let options = LoadOptions { with_errors: true, ..LoadOptions::default() };
        let name = if format == Format::Json { "a.json" } else { "a.ron" };
        let loaded = Scene::parse_with(text, format, name, &options).unwrap();
        loaded.warnings.iter().map(|finding| (finding.code.as_str(), finding.nearest.clone())).collect::<Vec<_>>()
    };
    let robot = |pose: &str| {
        near(&format!("(format_version: 1, robots: [(name: \"a\", model: \"a/b\", {pose})])"), Format::Ron)
    };
    assert_eq!(robot("yaw: 90"), [("SC036", Some("deg(90)".into()))]);
    assert_eq!(robot("rpy: (0, -45, 1.5)"), [("SC036", Some("deg(-45)".into()))]);
    for right in ["yaw: deg(90)", "yaw: 3", "yaw: 7.5", "angular_velocity: (0, 0, 90)", "at: (90, 0)"] {
        assert_eq!(robot(right), [], "{right}");
    }
    let view = near("(format_version: 1, view: (field_of_view: 60))", Format::Ron);
    assert_eq!(view, [("SC012", Some("deg(60)".into()))]);
    let json = r#"{"format_version": 1, "robots": [{"name": "a", "model": "a/b", "yaw": 90}]}"#;
    assert_eq!(near(json, Format::Json), [("SC036", Some("1.570796".into()))]);
}
