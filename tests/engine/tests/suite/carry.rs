//! A changed scene takes over the running simulation.

use sim_core::engine::Simulation;
use sim_engine_tests::{build, build_with, noisy_swarm, position, value};

/// Two robots with an object between them; `more` is inserted into the list of objects.
fn pair(more: &str) -> Simulation {
    build(&format!(
        r#"(format_version: 1, run: (dt: 0.05, seed: 3), floor: (color: (1, 1, 1)),
            objects: [{more}(name: "ball", shape: Sphere(radius: 0.1), at: (0.4, 0, 0.1), mass: 0.2)],
            robots: [(name: "a", model: "scout/standard", controller: (id: "control/constant", params: (commands: {{"left_wheel": 5, "right_wheel": 5}}))),
                     (name: "b", model: "scout/standard", at: (1.2, 0), sensors: {{"range": (noise: (sigma: 0.02))}})])"#
    ))
}

#[test]
fn carried_over_to_the_same_scene_a_run_goes_on_as_it_would_have() {
    let text = noisy_swarm(60);
    let mut whole = build(&text);
    whole.steps(160).unwrap();
    assert!(whole.collisions() > 0, "a test of contacts needs contacts");
    let mut old = build(&text);
    old.steps(90).unwrap();
    let mut new = build_with(&text, 2);
    let report = new.migrate_from(&mut old).unwrap();
    assert_eq!((report.carried, report.restarted.len(), report.gone.len()), (61, 0, 0));
    assert!(old.finish().faults.is_empty());
    new.steps(70).unwrap();
    let (whole, new) = (whole.snapshot().unwrap(), new.snapshot().unwrap());
    assert_eq!(whole.difference(&new), None);
}

#[test]
fn contacts_that_last_do_not_begin_again_when_bodies_have_other_numbers() {
    let mut old = pair("");
    while old.robots().next().unwrap().collisions == 0 {
        old.steps(1).unwrap();
        assert!(old.tick() < 500, "the robot hits the ball");
    }
    let before = old.robots().next().unwrap().collisions;
    let touching = old.contacts().count();
    let mut new = pair(r#"(name: "wall", shape: Box(size: (0.1, 3, 0.3)), at: (-2, 0, 0.15)), "#);
    let report = new.migrate_from(&mut old).unwrap();
    assert_eq!((report.carried, report.restarted), (3, vec![]));
    assert_eq!((position(&new, "a"), new.tick()), (position(&old, "a"), old.tick()));
    assert_eq!(new.contacts().count(), touching);
    let names = |simulation: &Simulation| {
        let name = |body: u32| simulation.world().bodies[body as usize].name.clone();
        simulation.contacts().map(|contact| (name(contact.body), name(contact.other))).collect::<Vec<_>>()
    };
    assert_eq!(names(&new), names(&old));
    old.steps(1).unwrap();
    new.steps(1).unwrap();
    assert_eq!(new.robots().next().unwrap().collisions, old.robots().next().unwrap().collisions);
    assert_eq!(before, new.robots().next().unwrap().collisions, "the contact is still the same");
    assert_eq!(new.state_hash(), old.state_hash());
}

#[test]
fn a_robot_with_other_parts_goes_on_where_it_was_with_what_both_have() {
    let text = |parts: &str| {
        let driven = r#"controller: (id: "control/constant", params: (commands: {"left_wheel": 5, "right_wheel": 4}))"#;
        format!(
            r#"(format_version: 1, run: (dt: 0.05), robots: [(name: "a", model: "scout/standard", {driven}, {parts})])"#
        )
    };
    let mut old = build(&text(""));
    old.steps(40).unwrap();
    let mut new = build(&text(r#"remove: ["gps", "imu"], sensors: {"second": (id: "range/ray", yaw: 1)}"#));
    let report = new.migrate_from(&mut old).unwrap();
    let altered: Vec<_> = report.altered.iter().map(|(name, reason)| (name.as_str(), *reason)).collect();
    assert_eq!(altered, [("a", "it has other components")]);
    assert_eq!((report.carried, report.restarted.len(), report.refused.len()), (0, 0, 0));
    for path in ["left_wheel.speed", "odometry.x", "clean.odometry.yaw", "joints.left_wheel", "joints.turret"] {
        assert_eq!(value(&new, "a", path), value(&old, "a", path), "{path}");
    }
    assert!(value(&new, "a", "joints.left_wheel") > 5.0);
    new.steps(20).unwrap();
    old.steps(20).unwrap();
    assert_eq!(position(&new, "a"), position(&old, "a"));
    assert_eq!(value(&new, "a", "odometry.x"), value(&old, "a", "odometry.x"), "it continues counting");
}

#[test]
fn a_robot_of_another_model_restarts() {
    let text =
        |model: &str| format!(r#"(format_version: 1, run: (dt: 0.05), robots: [(name: "a", model: "{model}")])"#);
    let mut old = build(&text("scout/standard"));
    old.steps(10).unwrap();
    let mut new = build(&text("butia/standard"));
    let report = new.migrate_from(&mut old).unwrap();
    assert_eq!((report.altered.len(), report.restarted.len()), (0, 1), "{report:?}");
    assert_eq!(position(&new, "a")[..2], [0.0, 0.0]);
}

#[test]
fn threads_may_change_during_a_run() {
    let text = noisy_swarm(50);
    let mut one = build(&text);
    one.steps(60).unwrap();
    let mut several = build(&text);
    for threads in [2, 1, 3] {
        several.set_threads(threads).unwrap();
        several.steps(20).unwrap();
    }
    assert_eq!(one.state_hash(), several.state_hash());
}

#[test]
fn after_the_first_key_for_one_robot_robots_are_distinguished() {
    let scout = r#"model: "scout/standard", controller: "control/keyboard""#;
    let mut simulation = build(&format!(
        r#"(format_version: 1, run: (dt: 0.05), robots: [(name: "a", {scout}), (name: "b", {scout}, at: (0, 1))])"#
    ));
    simulation.press(None, sim_abi::keys::UP, true).unwrap();
    simulation.steps(20).unwrap();
    let moved = |simulation: &Simulation| simulation.robots().map(|robot| robot.distance).collect::<Vec<_>>();
    let both = moved(&simulation);
    assert!(both[0] > 0.05 && both[1] > 0.05, "{both:?}");
    simulation.press(Some(0), sim_abi::keys::UP, false).unwrap();
    simulation.steps(20).unwrap();
    let one = moved(&simulation);
    assert!(one[0] - both[0] < 0.5 * (one[1] - both[1]), "{one:?}");
    assert_eq!(
        (simulation.robot(0).unwrap().operator().keys.len(), simulation.robot(1).unwrap().operator().keys.len()),
        (0, 1)
    );
}
