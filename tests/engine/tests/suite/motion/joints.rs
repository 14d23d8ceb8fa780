//! Joints moved by a dynamics.

use super::plugin::{ARM, RATE, build};
use sim_core::engine::Simulation;
use sim_engine_tests::{position, value};
use std::f64::consts::FRAC_PI_2;

/// The robot with the arm; `params` of its dynamics, `rest` of the scene.
fn arm(params: &str, rest: &str) -> Simulation {
    build(&format!(
        r#"(format_version: 1, run: (dt: 0.01, seed: 5, contacts: DetectOnly), {rest},
            robots: [(name: "a", model: "test/arm", dynamics: (id: "test/swing", params: ({params}))), WATCHER])"#
    )
    .replace("WATCHER", r#"(name: "b", model: "scout/standard", dynamics: "body/static", at: (0, 2), yaw: -1.5707963267948966,
            controller: "control/constant", sensors: {"eye": (id: "range/ray", params: (max_range: 5), at: (0.2, 0, 0.15))})"#))
}

#[test]
fn a_sensor_on_a_moving_arm_points_along_the_arm() {
    let mut simulation = arm(
        "",
        r#"objects: [(name: "ahead", shape: Box(size: (0.2, 0.4, 1)), at: (2.1, 0, 0.5)),
            (name: "left", shape: Box(size: (6, 0.2, 1)), at: (0, 1.6, 0.5))]"#,
    );
    simulation.steps(2).unwrap();
    let ahead = value(&simulation, "a", "tip.distance");
    assert!((ahead - 1.5).abs() < 0.01, "{ahead}");
    let quarter = (FRAC_PI_2 / RATE / 0.01).round() as u64;
    simulation.steps(quarter - 2).unwrap();
    let angle = value(&simulation, "a", "joints.shoulder");
    assert!((angle - FRAC_PI_2).abs() < 0.01, "{angle}");
    // The sensor reads the world at the end of the previous tick.
    simulation.steps(1).unwrap();
    let left = value(&simulation, "a", "tip.distance");
    assert!((left - (1.5 - ARM.0)).abs() < 0.01, "{left}");
}

#[test]
fn others_see_the_collider_of_the_arm_where_the_joint_has_moved_it() {
    // The eye of `b` faces −y from (0, 1.8).
    let mut simulation = arm("", r#"objects: [(name: "post", shape: Box(size: (0.1, 0.1, 0.1)), at: (9, 9, 0.05))]"#);
    simulation.steps(2).unwrap();
    let apart = value(&simulation, "b", "eye.distance");
    simulation.steps((FRAC_PI_2 / RATE / 0.01).round() as u64).unwrap();
    // The base has moved ahead by 0.157 m, so the arm crosses the ray only slightly later.
    let mut nearest = apart;
    for _ in 0..40 {
        simulation.steps(1).unwrap();
        nearest = nearest.min(value(&simulation, "b", "eye.distance"));
    }
    assert!(apart > 1.7, "{apart}");
    assert!((1.2..1.5).contains(&nearest), "{nearest}: the arm reaches up to y = 0.5");
}

#[test]
fn restored_with_a_moved_arm_the_run_goes_on_bit_by_bit() {
    let rest = r#"objects: [(name: "left", shape: Box(size: (6, 0.2, 1)), at: (0, 1.6, 0.5)),
        (name: "ball", shape: Sphere(radius: 0.05), at: (0.1, 0.3, 0.15), mass: 0.1)]"#;
    for moment in [1, 37, 101] {
        let mut run = arm("", rest);
        run.steps(moment).unwrap();
        let snapshot = run.snapshot().unwrap();
        run.steps(60).unwrap();
        let mut other = arm("", rest);
        other.restore(&snapshot).unwrap();
        other.steps(60).unwrap();
        assert_eq!(other.snapshot().unwrap().difference(&run.snapshot().unwrap()), None, "from tick {moment} on");
        assert_eq!(other.digest().unwrap(), run.digest().unwrap(), "from tick {moment} on");
    }
}

/// The robot after its dynamics has failed in tick 10, with the error message.
#[track_caller]
fn gone_wrong(wrong: &str, words: &[&str]) {
    let mut simulation = arm(&format!("wrong: {wrong}, at: 10"), "objects: []");
    simulation.steps(10).unwrap();
    let (place, angle) = (position(&simulation, "a"), value(&simulation, "a", "joints.shoulder"));
    simulation.steps(1).unwrap();
    let [fault] = simulation.faults() else { panic!("{:?}", simulation.faults()) };
    assert_eq!((fault.id.as_str(), fault.kind, fault.tick), ("test/swing", sim_abi::declare::Kind::Dynamics, 10));
    for word in words {
        assert!(fault.message.contains(word), "`{word}` is not in `{}`", fault.message);
    }
    assert_eq!(position(&simulation, "a"), place, "the body stays where it was");
    assert_eq!(value(&simulation, "a", "joints.shoulder"), angle, "the joint stays where it was");
    assert_eq!(value(&simulation, "a", "joints.shoulder_velocity"), 0.0, "nothing moves it");
    let [memory, steps] = simulation.robot(0).unwrap().memory() else { panic!("two values") };
    assert_eq!((*steps, (memory - angle).abs() < 1e-12), (10.0, true), "memory is that of the last good step");
    simulation.steps(5).unwrap();
    assert_eq!(simulation.faults().len(), 1, "no other component is blamed: {:?}", simulation.faults());
    assert_eq!(position(&simulation, "a"), place);
    assert!(value(&simulation, "a", "tip.distance").is_finite());
}

#[test]
fn a_joint_that_is_no_number_is_the_fault_of_the_dynamics() {
    gone_wrong("JointNotANumber", &["`shoulder`", "position", "NaN"]);
    gone_wrong("JointInfinite", &["`shoulder`", "position", "inf"]);
    gone_wrong("JointSpeed", &["`shoulder`", "velocity", "-inf"]);
}

#[test]
fn a_joint_beyond_every_place_and_speed_is_the_fault_of_the_dynamics() {
    gone_wrong("JointFar", &["`shoulder`", "position", "-10000000000"]);
    gone_wrong("JointFast", &["`shoulder`", "velocity", "1000000"]);
}

#[test]
fn memory_that_is_no_number_is_the_fault_of_the_dynamics() {
    gone_wrong("MemoryNotANumber", &["`steps`", "memory", "NaN"]);
}

#[test]
fn a_dynamics_model_that_fails_leaves_no_partial_state() {
    gone_wrong("Error", &["it gives up"]);
}
