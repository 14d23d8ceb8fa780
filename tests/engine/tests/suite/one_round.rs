//! Mistakes in scene, models and components are found together.

use crate::mistakes::{Mistake, expect_all, with_mistakes};
use sim_core::diagnostic::{Diagnostic, Diagnostics};
use sim_core::engine::{BuildOptions, Simulation};
use sim_core::scene::{LoadOptions, Scene};
use sim_tests::root;
use std::path::Path;

/// All findings of `sim check`.
fn found(text: &str, folder: &Path) -> Diagnostics {
    let options = LoadOptions { with_errors: true, ..LoadOptions::default() };
    let loaded = match Scene::load_stream(text.as_bytes().to_vec(), "scene.ron", folder, &options) {
        Ok(loaded) => loaded,
        Err(findings) => return findings,
    };
    match Simulation::build(&loaded, &sim_engine_tests::shared_plugins(), &BuildOptions::default()) {
        Ok(built) => built.warnings,
        Err(findings) => findings,
    }
}

#[test]
fn ten_mistakes_of_scene_models_and_components_are_found_in_one_round() {
    let text = r#"(
    format_version: 1,
    run: (dt: 0.01, duration: 10, contcats: Solid),
    objects: [(name: "ball", shape: Sphere(radius: 0))],
    robots: [
        (name: "a", model: "scout/standrad", controller: (id: "control/wander", params: (speed: "fast"))),
        (name: "b", model: "scout/standard", at: (0, 3), controller: "control/wandr", yaw: 90, sensors: {"extra": "range/rya"}),
        (name: "c", model: "scout/standard", at: (2, 0), sensors: {"extra": (id: "range/ray", params: (max_rnage: 1))}),
        (name: "d", model: (file: "arm.urdf"), controller: "range/ray"),
    ],
    acceptance: [
        ValueWithin(robot: "c", channel: "odometry.nothing", min: 0, max: 1),
        ReachedBy(robot: "e", at: (1, 0), within: 0.5, by: 1),
    ],
)"#;
    let findings = found(text, tempfile::tempdir().unwrap().path());
    for (line, code) in [
        (3, "SC007"),
        (4, "SC012"),
        (6, "PL010"),
        (6, "SC027"),
        (7, "PL010"),
        (7, "SC036"),
        (8, "SC026"),
        (9, "SC023"),
        (9, "PL011"),
        (12, "SC015"),
        (13, "SC015"),
    ] {
        let is_found = |finding: &Diagnostic| {
            finding.place.is_some_and(|place| place.line == line) && finding.code.as_str() == code
        };
        assert!(findings.iter().any(is_found), "no {code} in line {line}\n{findings}");
    }
    let twice = findings.iter().filter(|finding| finding.place.is_some_and(|place| place.line == 7)).count();
    assert_eq!(twice, 3, "no findings that follow from others\n{findings}");
}

/// Mistakes that are found when the simulation is built.
const MISTAKES: &[Mistake] = &[
    ("robots", "(name: \"#\", at: (90, 0), model: \"scout/standrad\")", "PL010"),
    ("robots", "(name: \"#\", at: (91, 0), model: \"range/ray\")", "PL011"),
    ("robots", "(name: \"#\", at: (92, 0), model: \"scout/standard\", controller: \"control/wandr\")", "PL010"),
    (
        "robots",
        "(name: \"#\", at: (93, 0), model: \"scout/standard\", controller: (id: \"control/wander\", params: (sped: 1)))",
        "SC026",
    ),
    (
        "robots",
        "(name: \"#\", at: (94, 0), model: \"scout/standard\", controller: (id: \"control/wander\", params: (speed: \"x\")))",
        "SC027",
    ),
    ("robots", "(name: \"#\", at: (95, 0), model: \"scout/standard\", sensors: {\"nothing\": (period: 1)})", "SC015"),
    ("robots", "(name: \"#\", at: (96, 0), model: \"scout/standard\", remove: [\"nothing\"])", "SC015"),
    ("robots", "(name: \"#\", at: (97, 0), model: \"scout/standard\", joints: {\"nothing\": 1})", "SC015"),
    ("robots", "(name: \"#\", at: (98, 0), model: \"scout/standard\", dynamics: \"marine/fossen6\")", "SC037"),
    ("services", "(name: \"#\", id: \"monitor/measurse\")", "PL010"),
    ("inputs", "(at: 0, key: \"Enter#\")", "SC015"),
    ("objects", "(name: \"#\", shape: Sphere(radius: 1), mass: 1, dynamics: \"body/rigdi\")", "PL010"),
    ("objects", "(name: \"#\", shape: Sphere(radius: 0))", "SC012"),
    ("acceptance", "ReachedBy(robot: \"#\", at: (1, 0), within: 0.5, by: 1)", "SC015"),
];

#[test]
fn every_mistake_in_a_shipped_scene_is_found_together_with_those_of_components() {
    for (number, name) in ["demo.ron", "empty.ron", "ramp.ron"].into_iter().enumerate() {
        let path = root().join("scenes").join(name);
        let text = std::fs::read_to_string(&path).unwrap();
        for round in 0..8 {
            let seed = (number * 8 + round) as u64 + 1;
            let mistaken = with_mistakes(&text, MISTAKES, 10, seed);
            let findings = found(&mistaken.text, path.parent().unwrap());
            expect_all(&format!("{name} (seed {seed})"), &mistaken, &findings);
        }
    }
}

#[test]
fn helps_list_what_can_be_written() {
    let text = r#"(
    format_version: 1,
    robots: [
        (name: "a", model: "scout/standard", controller: (id: "control/wandr", params: (xyz: 1))),
        (name: "b", model: (file: "arm.robot.ron"), at: (0, 3), actuators: {"turn": "drive/servo"}),
    ],
    fleets: [(prefix: "ant-", count: 3, model: "scout/standard", placement: Grid(spacing: (2, 2)), at: (9, 9))],
    routes: [(name: "empty", poses: [])],
    acceptance: [
        ReachedBy(robot: "ants", at: (1, 0), within: 0.5, by: 1),
        NoCollision(robots: ["ant-0", "ant"]),
        ValueWithin(robot: "a", channel: "nothing.x", min: 2, max: 1),
    ],
)"#;
    let folder = tempfile::tempdir().unwrap();
    let arm = r#"(name: "arm", links: [(name: "base"), (name: "hand")],
        joints: [(name: "elbow", parent: "base", child: "hand", motion: Continuous)])"#;
    std::fs::write(folder.path().join("arm.robot.ron"), arm).unwrap();
    let findings = found(text, folder.path());
    for (line, code, help) in [
        (4, "SC026", "`sim plugins control/wander` lists the parameters of `control/wander`"),
        (5, "EN006", "known: elbow"),
        (8, "SC031", "add poses such as `(at: (1, 0))`, or remove the route"),
        (10, "SC015", "`ants` is a fleet; name one of its robots `ant-0` … `ant-2`"),
        (11, "SC015", "`ant` is a fleet; name one of its robots `ant-0` … `ant-2`"),
        (12, "SC017", "swap `min` and `max`"),
        (12, "SC015", "components with channels: "),
    ] {
        let is_found = |finding: &Diagnostic| {
            finding.place.is_some_and(|place| place.line == line)
                && finding.code.as_str() == code
                && finding.help.as_ref().is_some_and(|found| found.starts_with(help))
        };
        assert!(findings.iter().any(is_found), "no {code} in line {line} with {help}\n{findings}");
    }
}
