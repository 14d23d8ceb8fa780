//! Broken missions, obstacles, worlds and scenes of the blimp: each mistake is one diagnostic, with its code, its
//! location and a remedy.

use sim_tests::build::copy_tree;
use sim_tests::{TestDir, dist};
use std::path::Path;

/// Code of the specification, code of the program, file and location of the diagnostic, and the mistake: the file, the
/// replaced text and its replacement.
type Case = (&'static str, &'static str, &'static str, (u64, u64), (&'static str, &'static str, &'static str));

#[rustfmt::skip]
const CASES: &[Case] = &[
    ("BLE-01", "SC003", "missions/circuit.ron", (3, 5), ("missions/circuit.ron", "(at: (-0.6, 3, 2.2)),", "(at: (-0.6, 3, 2.2),")),
    ("BLE-01", "SC026", "missions/circuit.ron", (3, 6), ("missions/circuit.ron", "(at: (-0.6, 3, 2.2))", "(att: (-0.6, 3, 2.2))")),
    ("BLE-01", "EN007", "missions/circuit.ron", (4, 5), ("missions/circuit.ron", "(at: (0.6, 5, 2.8))", "()")),
    ("BLE-02", "SC027", "missions/circuit.ron", (4, 16), ("missions/circuit.ron", "(0.6, 5, 2.8)", r#"(0.6, "5", 2.8)"#)),
    ("BLE-02", "SC004", "missions/circuit.ron", (4, 16), ("missions/circuit.ron", "(0.6, 5, 2.8)", "(0.6, NaN, 2.8)")),
    ("BLE-02", "SC027", "missions/circuit.ron", (4, 10), ("missions/circuit.ron", "(0.6, 5, 2.8)", "(0.6, 5)")),
    ("BLE-01", "SC027", "missions/circuit.ron", (5, 27), ("missions/circuit.ron", "kind: dock, heading", "kind: dok, heading")),
    ("BLE-03", "EN007", "missions/circuit.ron", (4, 36), ("missions/circuit.ron", "(at: (0.6, 5, 2.8))", "(at: (0.6, 5, 2.8), tolerance: 3)")),
    ("BLE-06", "EN007", "missions/circuit.ron", (4, 19), ("missions/circuit.ron", "(at: (0.6, 5, 2.8))", "(at: (0.6, 5, 1.2))")),
    ("BLE-06", "EN007", "missions/circuit.ron", (4, 19), ("missions/circuit.ron", "(at: (0.6, 5, 2.8))", "(at: (0.6, 5, 4.5))")),
    ("BLE-06", "SC034", "missions/circuit.ron", (4, 10), ("missions/circuit.ron", "(at: (0.6, 5, 2.8))", "(at: (3, 5, 2.3))")),
    ("BLE-06", "SC034", "missions/circuit.ron", (4, 10), ("missions/circuit.ron", "(at: (0.6, 5, 2.8))", "(at: (0.6, 5, 1.62))")),
    ("BLE-06", "SC034", "missions/circuit.ron", (7, 10), ("missions/circuit.ron", "(4, 8.5, 2.62)", "(3.5, 8.5, 2.62)")),
    ("BLE-06", "EN007", "missions/circuit.ron", (2, 1), ("missions/circuit.ron", "    (at: (-0.6, 3, 2.2)),\n    (at: (0.6, 5, 2.8)),\n", "")),
    ("BLE-07", "EN007", "missions/circuit.ron", (4, 31), ("missions/circuit.ron", "(at: (0.6, 5, 2.8))", "(at: (0.6, 5, 2.8), kind: dock)")),
    ("BLE-07", "EN007", "missions/circuit.ron", (7, 32), ("missions/circuit.ron", "2.62), kind: dock", "2.62), kind: mission")),
    ("BLE-07", "EN007", "missions/circuit.ron", (5, 27), ("circuit.ron", "mission: Include", "docking: false, mission: Include")),
    ("BLE-01", "SC026", "obstacles/circuit.ron", (3, 17), ("obstacles/circuit.ron", r#"name: "A", center"#, r#"name: "A", centre"#)),
    ("BLE-02", "SC004", "obstacles/circuit.ron", (3, 36), ("obstacles/circuit.ron", "(0.95, -2, 2)", "(0.95, -2, inf)")),
    ("BLE-05", "EN007", "obstacles/circuit.ron", (4, 12), ("obstacles/circuit.ron", r#"name: "B""#, r#"name: "A""#)),
    ("BLE-08", "EN007", "obstacles/circuit.ron", (4, 49), ("obstacles/circuit.ron", "center: (-0.6, 0, 2.2)", "center: (-0.6, 0, 2.2), radius: -0.1")),
    ("BLE-08", "EN007", "obstacles/circuit.ron", (4, 49), ("obstacles/circuit.ron", "center: (-0.6, 0, 2.2)", "center: (-0.6, 0, 2.2), radius: [0.1, 9]")),
    ("BLE-08", "EN007", "obstacles/circuit.ron", (4, 47), ("obstacles/circuit.ron", "center: (-0.6, 0, 2.2)", "center: (-0.6, 0, 2.2), axis: (0, 0, 0)")),
    ("BLE-08", "EN007", "obstacles/circuit.ron", (4, 54), ("obstacles/circuit.ron", "center: (-0.6, 0, 2.2)", "center: (-0.6, 0, 2.2), half_length: -1")),
    ("BLE-01", "SC001", "circuit.ron", (19, 38), ("circuit.ron", "missions/circuit.ron", "missions/nowhere.ron")),
    ("BLE-01", "SC001", "circuit.ron", (6, 15), ("circuit.ron", "worlds/river.ron", "worlds/sea.ron")),
    ("BLE-03", "SC012", "circuit.ron", (7, 15), ("circuit.ron", "dt: 0.032", "dt: 0")),
    ("BLE-09", "PL010", "circuit.ron", (16, 25), ("circuit.ron", r#"id: "blimp/autopilot""#, r#"id: "blimp/autopilott""#)),
    ("BLE-09", "PL011", "circuit.ron", (16, 25), ("circuit.ron", r#"id: "blimp/autopilot""#, r#"id: "navigation/gps""#)),
    ("BLE-09", "PL010", "circuit.ron", (11, 20), ("circuit.ron", r#"model: "blimp/standard""#, r#"model: "blimp/large""#)),
    ("BLE-01", "SC026", "circuit.ron", (19, 21), ("circuit.ron", "mission: Include", "mision: Include")),
    ("BLE-03", "SC028", "circuit.ron", (19, 39), ("circuit.ron", "mission: Include", "planner: (margin: 3), mission: Include")),
    ("BLE-03", "SC028", "circuit.ron", (19, 28), ("circuit.ron", "mission: Include", "pivot: 1, mission: Include")),
    ("BLE-04", "SC012", "worlds/river.ron", (5, 53), ("worlds/river.ron", "Cylinder(radius: 0.05", "Cylinder(radius: 0")),
    ("BLE-04", "SC012", "worlds/river.ron", (11, 46), ("worlds/river.ron", r#"(name: "water", shape: Box(size: (4, 20, 2))"#, r#"(name: "water", shape: Box(size: (4, -20, 2))"#)),
    ("BLE-04", "SC012", "worlds/river.ron", (18, 26), ("worlds/river.ron", "scale: [(2, 2)]", "scale: [(0, 2)]")),
    ("BLE-04", "SC013", "worlds/river.ron", (16, 26), ("worlds/river.ron", "section: [(-3, 1), (-1, 1), (-0.5, 0), (0.5, 0), (1, 1), (3, 1)]", "section: [(-3, 1)]")),
    ("BLE-05", "SC014", "worlds/river.ron", (33, 16), ("worlds/river.ron", r#"name: "gate 1b""#, r#"name: "gate 1a""#)),
    ("BLE-05", "SC015", "worlds/river.ron", (32, 34), ("worlds/river.ron", r#"shape: Named("post"), at: (0.455"#, r#"shape: Named("pots"), at: (0.455"#)),
    ("BLE-01", "SC023", "worlds/river.ron", (49, 31), ("worlds/river.ron", "../meshes/palm.obj", "../meshes/oak.obj")),
    ("BLE-03", "SC012", "worlds/river.ron", (121, 49), ("worlds/river.ron", "radius: 1000, attenuation: (constant: 1)", "radius: -1, attenuation: (constant: 1)")),
    ("BLE-03", "SC012", "worlds/river.ron", (121, 68), ("worlds/river.ron", "attenuation: (constant: 1)", "attenuation: (constant: 0)")),
    ("BLE-10", "SC033", "circuit.ron", (26, 9), ("worlds/river.ron", "at: (4, 8.5, 3.05)", "at: (4, 8.5, 2.55)")),
];

/// BLE-01: BLE-01 reports a syntax error, an unknown key or a missing key.
/// BLE-02: BLE-02 reports values that are not finite numbers, or of wrong type or length.
/// BLE-03: BLE-03 reports a value out of its range and names the range.
/// BLE-04: BLE-04 reports a size, radius, mass or inertia that is not above 0.
/// BLE-05: BLE-05 reports a duplicate name or the use of an unknown one.
/// BLE-06: BLE-06 reports a destination inside a solid, in water or outside the altitude band.
/// BLE-07: BLE-07 reports a mission whose docking points are not exactly the last three.
/// BLE-08: BLE-08 reports an obstacle with an invalid radius, axis or length.
/// BLE-09: BLE-09 reports a plugin that is missing, incompatible or of the wrong kind.
/// BLE-10: BLE-10 warns that the hull does not fit through an opening.
#[test]
fn each_broken_file_is_reported_with_code_location_and_help() {
    assert!(CASES.len() >= 30);
    let dir = TestDir::new();
    let shipped = dist().join("scenes/blimp");
    let mut scenes = Vec::new();
    for (number, (.., (broken, old, new))) in CASES.iter().enumerate() {
        copy_tree(&shipped, &dir.path(&number.to_string()));
        let text = std::fs::read_to_string(shipped.join(broken)).unwrap();
        assert!(text.contains(old), "{broken} does not contain {old}");
        dir.write(&format!("{number}/{broken}"), text.replacen(old, new, 1));
        scenes.push(format!("{number}/circuit.ron"));
    }
    let arguments: Vec<&str> = ["check", "--json"].into_iter().chain(scenes.iter().map(String::as_str)).collect();
    let report = dir.sim(&arguments);
    let report = report.json();
    let checked = report["scenes"].as_array().expect("a row for each scene");
    assert_eq!(checked.len(), CASES.len());
    for ((number, (ble, code, file, (line, column), mistake)), scene) in CASES.iter().enumerate().zip(checked) {
        let findings = scene["diagnostics"].as_array().unwrap();
        let [finding] = &findings[..] else { panic!("{mistake:?}: one mistake, one finding: {findings:#?}") };
        assert_eq!(finding["code"], *code, "{mistake:?}: {finding:#}");
        let place = (finding["place"]["line"].as_u64().unwrap(), finding["place"]["column"].as_u64().unwrap());
        let found = finding["file"].as_str().unwrap().replace('\\', "/");
        assert!(found.ends_with(&format!("{number}/{file}")), "{mistake:?}: {finding:#}");
        assert_eq!(place, (*line, *column), "{mistake:?}: {finding:#}");
        let remedy = finding["help"].as_str().or(finding["expected"].as_str()).unwrap_or_default();
        assert!(remedy.len() > 5, "{mistake:?}: {finding:#}");
        // The autopilot's own errors have the code of the specification.
        let own =
            finding["message"].as_str().unwrap().split_once("BLE-").map(|(_, rest)| format!("BLE-{}", &rest[..2]));
        assert!(own.is_none_or(|own| own == *ble), "{mistake:?}: {finding:#}");
    }
    // No file was written next to those that were read.
    let count = |folder: &Path| std::fs::read_dir(folder).unwrap().count();
    assert_eq!(count(&dir.path("0")), count(&shipped));
}
