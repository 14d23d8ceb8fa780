//! Whether the destinations of a mission are reachable: rejected and accepted mission files.

use super::world::drawn_spheres;
use sim_abi::model::ComponentRef;
use sim_abi::serde_json::{Value, json};
use sim_core::diagnostic::{Code, Diagnostics};
use sim_core::engine::{BuildOptions, Built, Simulation};
use sim_core::scene::{LoadOptions, LoadedScene, Scene};
use sim_engine_tests::{load, shared_plugins, value};
use sim_tests::build::copy_tree;
use std::path::Path;

/// Entries before the dock, each at a reachable position.
const FIRST: &str = "(at: (-0.6, 3, 2.8))";
/// The path into the dock.
const DOCK: [&str; 3] =
    ["(at: (4, 4, 3), kind: dock)", "(at: (4, 6.8, 2.63), kind: dock)", "(at: (4, 8.5, 2.62), kind: dock)"];
/// Gates are solid.
const GATES: &[&str] = &["groups.gates.collides=true"];
/// The river is 1 m higher.
const HIGH: &[&str] = &[r#"objects["water"].at=(0, 0, 1)"#];
/// A liquid that is not an object.
const FLOOD: &[&str] = &[r#"media=[(name: "flood", region: Below(2), density: 1000)]"#];
/// The autopilot needs less clearance.
const SLIM: &[&str] = &["robots.blimp.controller.params.planner=(radius: 0.2)"];

/// Entries of a mission, and changes of the scene.
struct Case {
    entries: Vec<String>,
    changes: &'static [&'static str],
}

/// A mission with this destination as its second entry.
fn to(at: &str, changes: &'static [&'static str]) -> Case {
    let entries = [FIRST, &format!("(at: {at})")].into_iter().chain(DOCK).map(str::to_owned).collect();
    Case { entries, changes }
}

/// A mission with this last entry, in the dock.
fn dock_at(at: &str) -> Case {
    let last = format!("(at: {at}, kind: dock)");
    Case { entries: [FIRST, DOCK[0], DOCK[1], &last].map(str::to_owned).into(), changes: &[] }
}

/// The circuit in a folder with the mission of a case in its file.
fn circuit(folder: &Path, case: &Case) -> LoadedScene {
    let lines: String = case.entries.iter().map(|entry| format!("    {entry},\n")).collect();
    std::fs::write(folder.join("missions/circuit.ron"), format!("[\n{lines}]\n")).unwrap();
    let set = case.changes.iter().map(|change| (*change).to_owned()).collect();
    let loaded = Scene::load_with(folder.join("circuit.ron"), &LoadOptions { set, ..LoadOptions::default() });
    loaded.unwrap_or_else(|findings| panic!("{findings}"))
}

fn built(loaded: &LoadedScene) -> Result<Built, Diagnostics> {
    Simulation::build(loaded, &shared_plugins(), &BuildOptions { threads: Some(1), ..BuildOptions::default() })
}

/// A copy of the scenes of the blimp.
fn scenes() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    copy_tree(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenes/blimp")), folder.path());
    folder
}

/// BL-34: Missions with destinations in solids, in water or outside 1.6 to 4.0 m are rejected.
#[test]
fn missions_to_places_out_of_reach_are_refused_at_their_entry() {
    // Number of the entry, and the obstacle; none if the altitude is wrong.
    let cases: [(Case, usize, &str); 23] = [
        (to("(3, 0, 1.9)", &[]), 2, "0.100 m inside `banks`"),
        (to("(3, 0, 2.3)", &[]), 2, "`banks` reaches 0.350 m"),
        (to("(-4, -9, 1.7)", &[]), 2, "0.300 m inside `banks`"),
        (to("(2.5, 5, 2.6)", &[]), 2, "`banks` reaches 0.050 m"),
        (to("(1.5, 2, 1.8)", &[]), 2, "`banks` reaches 0.150 m"),
        (to("(-1.4, -3, 1.9)", &[]), 2, "`banks` reaches 0.050 m"),
        (to("(0, 0, 1.62)", &[]), 2, "`water` reaches 0.030 m"),
        (to("(0, -8, 1.6)", &[]), 2, "`water` reaches 0.050 m"),
        (to("(0, 0, 2.5)", HIGH), 2, "`water` reaches 0.150 m"),
        (to("(0, 0, 1.7)", HIGH), 2, "0.300 m inside `water`"),
        (to("(0, 0, 2.5)", FLOOD), 2, "the liquid `flood` reaches 0.150 m"),
        (to("(3.5, 8.5, 2.5)", &[]), 2, "0.050 m inside `dock left`"),
        (to("(4.5, 7.6, 2.9)", &[]), 2, "`dock right` reaches 0.250 m"),
        (to("(4, 8.5, 3.5)", &[]), 2, "`dock roof` reaches 0.250 m"),
        (to("(4, 8.5, 2.62)", &[]), 2, "`dock roof` reaches 0.270 m"),
        (to("(4, 6.8, 2.63)", &[]), 2, "`banks` reaches 0.020 m"),
        (to("(0.455, -6.5, 2.45)", GATES), 2, "0.050 m inside `gate 1a`"),
        (to("(0.25, 3.3, 2.9)", GATES), 2, "`gate 5a` reaches 0.250 m"),
        (to("(-0.5, -0.4, 2.41)", GATES), 2, "`gate 3a` reaches 0.100 m"),
        (to("(0, 0, 4.2)", &[]), 2, ""),
        (to("(0, 0, 1.5)", &[]), 2, ""),
        (dock_at("(3.5, 8.5, 2.5)"), 4, "0.050 m inside `dock left`"),
        (dock_at("(4, 8.5, 1.9)"), 4, "0.100 m inside `banks`"),
    ];
    let folder = scenes();
    for (case, entry, in_the_way) in &cases {
        let entries = &case.entries;
        let findings = built(&circuit(folder.path(), case)).err().unwrap_or_else(|| panic!("{entries:?} is accepted"));
        let [finding] = findings.iter().collect::<Vec<_>>()[..] else { panic!("{entries:?}: {findings}") };
        let (code, path, column) = match in_the_way.is_empty() {
            true => (Code::EngineParameters, format!("mission[{}].at[2]", entry - 1), 17),
            false => (Code::SceneNotFree, format!("mission[{}].at", entry - 1), 10),
        };
        assert_eq!(finding.code, code, "{findings}");
        assert_eq!(finding.path, Some(format!("robots[0].controller.params.{path}")), "{findings}");
        let place = finding.place.unwrap_or_else(|| panic!("{findings}"));
        assert_eq!((place.line, place.column), (entry + 1, column), "{findings}");
        let file = finding.file.as_deref().unwrap().replace('\\', "/");
        assert!(file.ends_with("missions/circuit.ron"), "{findings}");
        assert!(finding.message.contains("BLE-06") && finding.help.is_some(), "{findings}");
        let found = finding.found.as_deref().unwrap_or_default();
        assert!(found.contains(in_the_way), "{entries:?}: {findings}");
        let is_named = finding.message.contains(&format!("point {entry} of the mission is not reachable"));
        assert!(is_named || in_the_way.is_empty(), "{findings}");
    }
}

/// BL-34: Missions with destinations in solids, in water or outside 1.6 to 4.0 m are rejected.
#[test]
fn missions_to_places_in_reach_are_accepted() {
    let cases = [
        to("(0.6, 5, 2.8)", &[]),
        to("(0, 0, 1.66)", &[]),
        to("(0, -8, 4)", &[]),
        to("(1.3, 2, 1.8)", &[]),
        to("(-1.3, -3, 1.7)", &[]),
        to("(3, 0, 2.7)", &[]),
        to("(-4, -9, 2.66)", &[]),
        to("(5, 5, 3.9)", &[]),
        to("(1.5, 0, 2.45)", &[]),
        to("(-1.5, 9, 2.45)", &[]),
        to("(0, 12, 2)", &[]),
        to("(8, 0, 1.7)", &[]),
        to("(6.4, 0, 2.6)", &[]),
        to("(4, 8.5, 3.8)", &[]),
        to("(4, 7.3, 3)", &[]),
        to("(3.5, 7.2, 2.7)", &[]),
        to("(0, 0, 2.7)", HIGH),
        to("(0, 0, 2.7)", FLOOD),
        // Gates and palms are only visual.
        to("(0.455, -6.5, 2.45)", &[]),
        to("(-4.6, -8, 2.9)", &[]),
        to("(0, 5.5, 2.3)", GATES),
        to("(3, 0, 2.3)", SLIM),
        // At and in the dock, only the point itself must be free.
        dock_at("(3.7, 8.5, 2.3)"),
        dock_at("(4, 8.5, 2.1)"),
    ];
    let folder = scenes();
    for case in &cases {
        let findings = built(&circuit(folder.path(), case)).map(drop);
        findings.unwrap_or_else(|findings| panic!("{:?}: {findings}", case.entries));
    }
}

/// BL-34: Missions with destinations in solids, in water or outside 1.6 to 4.0 m are rejected.
#[test]
fn all_unreachable_entries_are_reported_at_once() {
    let entries = ["(at: (3, 0, 2.3))", FIRST, "(at: (0, 0, 1.62))"].into_iter().chain(DOCK).map(str::to_owned);
    let folder = scenes();
    let findings = built(&circuit(folder.path(), &Case { entries: entries.collect(), changes: &[] })).err().unwrap();
    let lines: Vec<_> = findings.iter().map(|finding| finding.place.unwrap().line).collect();
    assert_eq!(lines, [2, 4], "{findings}");
}

/// BL-34: Missions with destinations in solids, in water or outside 1.6 to 4.0 m are rejected.
#[test]
fn an_unreachable_mission_of_a_fleet_is_reported_once() {
    let scene = |height: f64| {
        let text = format!(
            r#"(format_version: 1, run: (dt: 0.032), floor: (height: 1.2), fleets: [(prefix: "b", count: 3,
            model: (id: "blimp/standard", params: (camera: false)), at: (0, 0, 3), placement: Grid(spacing: (3, 3), columns: 3),
            controller: (id: "blimp/autopilot", params: (docking: false, mission: [(at: (9, 0, {height:?}))])))])"#
        );
        load(&text)
    };
    assert!(built(&scene(1.9)).is_ok());
    let findings = built(&scene(1.8)).err().unwrap();
    let [finding] = findings.iter().collect::<Vec<_>>()[..] else { panic!("{findings}") };
    assert_eq!(finding.code, Code::SceneNotFree, "{findings}");
    assert!(finding.found.as_deref().unwrap().starts_with("`floor` reaches 0.050 m into"), "{findings}");
    assert_eq!(finding.path.as_deref(), Some("fleets[0].controller.params.mission[0].at"), "{findings}");
}

/// BL-34: Missions with destinations in solids, in water or outside 1.6 to 4.0 m are rejected.
#[test]
fn a_mission_that_is_changed_during_the_flight_to_a_place_out_of_reach_is_refused() {
    let folder = scenes();
    let loaded = circuit(folder.path(), &to("(0.6, 5, 2.8)", &[]));
    let mut simulation = built(&loaded).unwrap_or_else(|findings| panic!("{findings}")).simulation;
    simulation.steps(30).unwrap();
    let markers = drawn_spheres(&simulation, "destinations");
    let mut params = Value::from(loaded.scene.robots[0].controller.clone().unwrap().params);
    let mission = params["mission"].clone();
    let mut exchange = |simulation: &mut Simulation, first: Value, second: Value| {
        let dock = (2..5).map(|entry| mission[entry].clone());
        params["mission"] = [first, second].map(|at| json!({"at": at})).into_iter().chain(dock).collect();
        simulation.set_controller(&shared_plugins(), 0, &ComponentRef::with("blimp/autopilot", params.clone())).err()
    };
    let refused =
        exchange(&mut simulation, json!([0, 0, 2.2]), json!([3, 0, 2.3])).expect("it is in reach of the bank");
    assert_eq!(
        (refused.code, refused.path.as_deref()),
        (Code::SceneNotFree, Some("params.mission[1].at")),
        "{refused}"
    );
    assert!(refused.message.contains("BLE-06 point 2") && refused.to_string().contains("`banks`"), "{refused}");
    let refused = exchange(&mut simulation, json!([0, 0, 1.62]), json!([3, 0, 2.3])).expect("both are out of reach");
    assert_eq!(refused.path.as_deref(), Some("params.mission[0].at"), "{refused}");
    assert!(refused.found.as_deref().unwrap().ends_with("also blocked: params.mission[1].at"), "{refused}");
    // It continues with its previous parameters.
    assert_eq!(drawn_spheres(&simulation, "destinations"), markers);
    simulation.steps(30).unwrap();
    assert_eq!(value(&simulation, "blimp", "controller.mission"), 5.0);
    assert!(simulation.faults().is_empty(), "{:?}", simulation.faults());
    assert!(exchange(&mut simulation, json!([0, 5, 2.5]), json!([3, 0, 2.7])).is_none());
    let moved = drawn_spheres(&simulation, "destinations");
    assert_eq!(moved[1].0[0], [3.0, 0.0, 2.7]);
    assert_eq!(moved[2..], markers[2..]);
}
