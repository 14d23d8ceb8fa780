//! Many robots: data shared by identical robots, and errors for more robots than can be simulated.

use sim_core::diagnostic::Code;
use sim_core::engine::Simulation;
use sim_engine_tests::{build, load, shared_plugins};
use std::sync::Arc;

const SCOUT: &str = r#"model: "scout/standard", controller: "control/constant""#;

fn scene(rest: &str) -> String {
    format!("(format_version: 1, floor: (), {rest})")
}

#[test]
fn equal_robots_are_made_of_one_model_and_others_of_their_own() {
    let turned = r#"joints: {"turret": 0.5}"#;
    let simulation = build(&scene(&format!(
        r#"robots: [(name: "a", {SCOUT}), (name: "b", at: (0, 1), {SCOUT}), (name: "c", at: (0, 2), {turned}, {SCOUT})],
           fleets: [(prefix: "f", count: 3, at: (3, 0), placement: Grid(spacing: (1, 1)), {SCOUT})]"#
    )));
    let model = |robot: usize| simulation.robot(robot).unwrap().model().expect("a scout has a model");
    for robot in [1, 3, 4, 5] {
        assert!(
            Arc::ptr_eq(model(0), model(robot)),
            "{} has a model of its own",
            simulation.robot(robot).unwrap().name()
        );
    }
    assert!(!Arc::ptr_eq(model(0), model(2)), "a joint of `c` starts elsewhere");
}

#[test]
fn so_many_robots_in_one_place_that_contacts_cannot_be_computed_are_an_error() {
    let built = |spacing: f64, run: &str| {
        let text = scene(&format!(
            r#"run: ({run}), fleets: [(prefix: "s", count: 3000, placement: Grid(spacing: ({spacing}, {spacing})), {SCOUT})]"#
        ));
        Simulation::build(&load(&text), &shared_plugins(), &Default::default())
    };
    let findings = built(1e-6, "dt: 0.01").err().expect("4.5 million pairs touch");
    let crowd = findings.iter().find(|finding| finding.code == Code::ScenePlace).expect("it is reported");
    assert!(crowd.message.contains("overlap so much that contacts cannot be computed"), "{crowd}");
    assert!(crowd.found.as_deref().is_some_and(|found| found.contains("for 3000 robots")), "{crowd}");
    assert!(built(1e-6, "dt: 0.01, contacts: DetectOnly").is_ok(), "bodies that pass each other do not touch");
}

#[test]
fn the_surface_of_a_robot_is_what_its_scene_says() {
    let simulation = build(&scene(&format!(
        r#"robots: [(name: "plain", {SCOUT}), (name: "ball", at: (0, 1), material: (friction: 0.9, restitution: 0.3), {SCOUT})],
           fleets: [(prefix: "f", count: 2, at: (3, 0), placement: Grid(spacing: (1, 1)), material: (friction: 0.1), {SCOUT})]"#
    )));
    let surface = |robot: usize| {
        let colliders =
            simulation.world().index.colliders(simulation.robot(robot).unwrap().body()).expect("it has a body");
        let surfaces: Vec<[f64; 2]> =
            colliders.iter().map(|solid| [solid.material.friction, solid.material.restitution]).collect();
        assert!(surfaces.windows(2).all(|two| two[0] == two[1]), "all of it has one surface: {surfaces:?}");
        surfaces[0]
    };
    assert_eq!([surface(0), surface(1), surface(2), surface(3)], [[0.5, 0.0], [0.9, 0.3], [0.1, 0.0], [0.1, 0.0]]);
}
