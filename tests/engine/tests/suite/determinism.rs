//! Equal scenes give equal results, regardless of host and threads.

use sim_core::engine::Snapshot;
use sim_core::plugins::{Chosen, Isolation, messages_about_solids};
use sim_engine_tests::{build, build_on, build_with, isolated_plugins, noisy_swarm, position};
use std::path::Path;

#[test]
fn repeats_and_thread_counts_give_the_same_hash() {
    let text = noisy_swarm(150);
    let hash = |threads: usize| {
        let mut simulation = build_with(&text, threads);
        simulation.steps(150).unwrap();
        assert!(simulation.faults().is_empty(), "{:?}", simulation.faults());
        assert!(simulation.collisions() > 0, "a test of contacts needs contacts");
        simulation.state_hash()
    };
    let one = hash(1);
    assert_eq!(one, hash(1));
    assert_eq!(one, hash(2));
    assert_eq!(one, hash(5));
}

#[test]
fn sensors_in_another_process_see_the_same_solids_and_need_no_message_for_it() {
    if !Isolation::is_possible() {
        return;
    }
    let text = noisy_swarm(60);
    let mut inside = build(&text);
    inside.steps(60).unwrap();
    for threads in [1, 2] {
        let host = isolated_plugins(Path::new(env!("CARGO_BIN_EXE_library-host")), vec![Chosen::All]);
        let mut isolated = build_on(&host, &text, threads);
        let before = messages_about_solids();
        isolated.steps(2).unwrap();
        let first = messages_about_solids();
        isolated.steps(58).unwrap();
        assert!(isolated.faults().is_empty(), "{:?}", isolated.faults());
        assert_eq!(isolated.state_hash(), inside.state_hash(), "{threads} threads");
        assert!(first > before, "the robot has been queried");
        assert_eq!(messages_about_solids(), first, "{threads} threads");
    }
}

#[test]
fn the_number_of_steps_per_call_does_not_matter() {
    let text = noisy_swarm(20);
    let mut at_once = build(&text);
    at_once.steps(60).unwrap();
    let mut one_by_one = build_with(&text, 2);
    for _ in 0..60 {
        one_by_one.steps(1).unwrap();
    }
    assert_eq!(at_once.state_hash(), one_by_one.state_hash());
}

#[test]
fn a_restored_snapshot_goes_on_as_the_run_did() {
    let text = noisy_swarm(40);
    let mut simulation = build(&text);
    simulation.steps(45).unwrap();
    let snapshot = Snapshot::from_bytes(&simulation.snapshot().unwrap().to_bytes().unwrap()).unwrap();
    simulation.steps(55).unwrap();

    let mut other = build(&text);
    other.restore(&snapshot).unwrap();
    assert_eq!(other.snapshot().unwrap().difference(&snapshot), None);
    other.steps(55).unwrap();
    assert_eq!(other.state_hash(), simulation.state_hash());
    assert_eq!(other.snapshot().unwrap().difference(&simulation.snapshot().unwrap()), None);

    // Back in the same simulation.
    other.restore(&snapshot).unwrap();
    other.steps(55).unwrap();
    assert_eq!(other.state_hash(), simulation.state_hash());
}

#[test]
fn a_snapshot_of_another_scene_is_refused() {
    let mut three = build(&noisy_swarm(3));
    let four = build(&noisy_swarm(4));
    let refusal = three.restore(&four.snapshot().unwrap()).unwrap_err();
    assert!(refusal.message.contains("another scene"), "{refusal}");
}

fn with_robots(robots: &str) -> String {
    format!("(format_version: 1, run: (dt: 0.05, seed: 3), robots: [{robots}])")
}

const ANNA: &str = r#"(name: "anna", model: "scout/standard", at: (0, 0), sensors: {"gps": (noise: (sigma: 0.1))})"#;
const BERT: &str = r#"(name: "bert", model: "scout/standard", at: (50, 0), sensors: {"gps": (noise: (sigma: 0.1))})"#;

#[test]
fn adding_a_robot_changes_no_other_robots_random_numbers() {
    let mut alone = build(&with_robots(ANNA));
    let mut second = build(&with_robots(&format!("{BERT}, {ANNA}")));
    alone.steps(200).unwrap();
    second.steps(200).unwrap();
    assert_eq!(alone.robot(0).unwrap().telemetry(), second.robot(1).unwrap().telemetry());
    assert_eq!(position(&alone, "anna"), position(&second, "anna"));
    assert_ne!(position(&alone, "anna"), [0.0; 3]);
}

#[test]
fn the_order_of_robots_in_the_file_does_not_matter() {
    let mut one = build(&with_robots(&format!("{ANNA}, {BERT}")));
    let mut other = build(&with_robots(&format!("{BERT}, {ANNA}")));
    one.steps(200).unwrap();
    other.steps(200).unwrap();
    assert_eq!(one.robot(0).unwrap().telemetry(), other.robot(1).unwrap().telemetry());
    assert_eq!(one.robot(1).unwrap().telemetry(), other.robot(0).unwrap().telemetry());
}

#[test]
fn another_seed_gives_another_run() {
    let text = noisy_swarm(10);
    let mut one = build(&text);
    let mut other = build(&text.replace("seed: 7", "seed: 8"));
    one.steps(50).unwrap();
    other.steps(50).unwrap();
    assert_ne!(one.state_hash(), other.state_hash());
}
