//! Edits during a run, and their effect on the run when they are undone.

use egui::{Key, Modifiers};

use sim_window_tests::Rig;

/// Position of the first robot, m; NaN without robots.
fn x(rig: &Rig) -> f64 {
    rig.frame().robots.first().map_or(f64::NAN, |robot| robot.state.pose.translation.x)
}

#[test]
fn a_run_begins_again_where_the_robot_was_put() {
    let mut rig = Rig::demo();
    rig.click("anna");
    rig.set("x", -1.25);
    rig.wait("anna is there", |rig| (x(rig) + 1.25).abs() < 1e-9);
    rig.steps(50);
    assert!((x(&rig) + 1.25).abs() > 1e-3, "anna has moved");
    rig.click("Stop");
    rig.wait("anna is back where she was put", |rig| rig.frame().tick == 0 && (x(rig) + 1.25).abs() < 1e-9);
}

#[test]
fn undo_of_a_deletion_gives_the_robot_back_as_it_was() {
    let mut rig = Rig::demo();
    rig.steps(50);
    let before = rig.frame().robots[1];
    assert!(before.state.linear_velocity.norm() > 0.0, "bert is moving");
    rig.click("bert");
    rig.harness.key_press(Key::Delete);
    rig.wait("bert is gone", |rig| rig.frame().robots.len() == 5);
    rig.steps(10);
    rig.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    rig.wait("bert is back", |rig| rig.frame().robots.len() == 6);
    let after = &rig.frame().robots[1];
    assert_eq!((after.state, after.distance), (before.state, before.distance));
    rig.steps(1);
    assert_eq!(rig.frame().tick, 61, "the run continues");
}
