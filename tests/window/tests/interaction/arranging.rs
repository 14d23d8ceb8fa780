//! Aligning and distributing the selection: its start poses, or its current poses in a run.

use egui::{Key, Modifiers};
use sim_window_tests::Rig;

const SCENE: &str = r#"(
    format_version: 1,
    run: (dt: 0.01),
    floor: (),
    objects: [
        (name: "crate", shape: Box(size: (0.4, 0.4, 0.4)), at: (0, 0, 0.2), mass: 1),
        (name: "ball", shape: Box(size: (0.2, 0.2, 0.2)), at: (1, 1, 0.1), mass: 1),
        (name: "post", shape: Box(size: (0.2, 0.2, 1)), at: (-5, 4, 0.5)),
    ],
    robots: [(name: "anna", model: "scout/standard", at: (3, 2))],
)
"#;

/// A window on the scene after some ticks, with everything selected.
fn open() -> Rig {
    let mut rig = Rig::of(SCENE, 1);
    rig.steps(20);
    rig.press(Modifiers::COMMAND, Key::A);
    assert_eq!(rig.window().selected().len(), 4);
    rig
}

/// Positions of crate, ball and robot along an axis in the run, m; far away while the scene is being rebuilt.
fn places(rig: &Rig, axis: usize) -> [f64; 3] {
    let frame = rig.frame();
    let [Some(one), Some(other), Some(robot)] = [
        frame.objects.first().map(|state| state.pose),
        frame.objects.get(1).map(|state| state.pose),
        frame.robots.first().map(|robot| robot.state.pose),
    ] else {
        return [1e9; 3];
    };
    [one, other, robot].map(|pose| pose.translation.vector[axis])
}

#[test]
fn what_is_lined_up_in_a_run_is_placed_there_and_taken_back_at_once() {
    let mut rig = open();
    let frame = rig.frame();
    let before = (frame.objects.clone(), frame.robots[0].state);
    let [_, _, robot] = places(&rig, 1);
    rig.click("Align x: smallest");
    rig.wait("they are lined up", |rig| {
        let [one, other, robot] = places(rig, 0);
        // Their sides at minimum x, aligned with that of the crate: a robot's origin is not its center.
        one.abs() < 1e-3 && (other + 0.1).abs() < 1e-3 && (-0.2..0.0).contains(&robot)
    });
    assert_eq!(rig.text(), SCENE, "the scene stays as it is");
    assert!((places(&rig, 1)[2] - robot).abs() < 1e-9, "along one axis alone");
    rig.wait("a message reports that the post was not moved", |rig| {
        rig.labels().iter().any(|label| label.contains("only have a start"))
    });
    rig.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    rig.wait("all are back, with their speeds, in one step", |rig| {
        let now = rig.frame();
        rig.robot(0).is_some_and(|robot| (&now.objects, robot.state) == (&before.0, before.1))
    });
}

#[test]
fn what_is_distributed_in_a_run_has_equal_distances_there() {
    let mut rig = open();
    rig.click("Distribute along y");
    rig.wait("the ball is in the middle", |rig| {
        let [one, other, robot] = places(rig, 1);
        one.abs() < 1e-3 && (other - robot / 2.0).abs() < 0.02 && (robot - 2.0).abs() < 0.02
    });
    assert_eq!(rig.text(), SCENE);
    rig.click("Edit start pose");
    rig.click("Distribute along y");
    rig.wait("the starts are distributed, that of the post among them", |rig| rig.text() != SCENE);
}
