//! Underwater vehicles in the window: what the views show of them.

use egui::Key;
use sim_window_tests::{Rig, scene};

fn rig(name: &str, robots: usize) -> Rig {
    let mut rig = Rig::open(Some(scene(&format!("nautilus/{name}.ron"))), &[]);
    rig.wait("the scene is built", |rig| rig.harness.state().frame().robots.len() == robots);
    assert_eq!(rig.harness.state().problems().count(), 0);
    rig
}

fn marks(rig: &Rig) -> usize {
    rig.harness.state().drawn_lines()
}

#[test]
fn na_07_na_28_the_radar_of_the_selected_vehicle_is_drawn_and_that_of_another_is_not_altered() {
    let mut rig = rig("ex5c-avoidance-four", 4);
    assert_eq!(marks(&rig), 0, "nothing is drawn at first");
    rig.click("a");
    // Eight directions; what meets nothing is one line.
    rig.wait("its radar is drawn", |rig| marks(rig) == 8);
    rig.click("b");
    rig.wait("that of the other instead", |rig| marks(rig) == 8);
    rig.click("Show");
    rig.click("What sensors cover: All");
    rig.wait("those of all four", |rig| marks(rig) == 4 * 8);
    rig.click("What sensors cover: None");
    rig.wait("none", |rig| marks(rig) == 0);
}

#[test]
fn na_28_the_six_rays_of_a_vehicle_are_one_group() {
    let mut rig = rig("ex5e-avoidance-distance", 4);
    rig.click("a");
    rig.wait("six lines", |rig| marks(rig) == 6);
}

#[test]
fn na_27_the_camera_follows_a_vehicle_during_a_run_and_a_pause() {
    let mut rig = rig("ex5a-avoidance", 1);
    rig.click("a");
    rig.harness.key_press(Key::G);
    rig.click("Play");
    let target = |rig: &Rig| rig.harness.state().looked_at();
    rig.wait("it has gone some way", |rig| rig.harness.state().frame().time > 2.0);
    rig.click("Pause");
    rig.wait("the camera looks at it", |rig| {
        let state = rig.harness.state();
        let place = state.frame().robots[0].state.pose.translation.vector;
        place.x > 0.5 && (target(rig).coords - place).norm() < 1e-9
    });
}

#[test]
fn na_29_the_pool_its_water_and_the_vehicles_are_shown() {
    let rig = rig("ex5d-avoidance-four", 4);
    assert_eq!(rig.harness.state().seen_bodies().len(), 5, "four vehicles and the pool");
    let structure = rig.harness.state().runner().structure();
    assert_eq!(structure.scene.as_ref().map(|loaded| loaded.scene.media.len()), Some(1), "the views draw every medium");
}

#[test]
fn na_05_the_run_is_paused_stepped_and_reset() {
    let mut rig = rig("ex4-velocity", 3);
    rig.click("Step");
    rig.wait("one step", |rig| rig.harness.state().frame().tick == 1);
    rig.click("Step");
    rig.wait("one more", |rig| rig.harness.state().frame().tick == 2);
    rig.click("Stop");
    rig.wait("back at the start", |rig| rig.harness.state().frame().tick == 0);
}

#[test]
fn na_30_a_window_of_one_pixel_draws_the_pool() {
    let mut rig = rig("ex5a-avoidance", 1);
    for size in [[1.0, 1.0], [320.0, 240.0], [1280.0, 720.0]] {
        rig.harness.set_size(size.into());
        rig.harness.step();
    }
    assert!(rig.sees("a"));
}

#[test]
fn na_31_all_keys_are_in_one_table() {
    let mut rig = rig("ex4-velocity", 3);
    rig.harness.key_press(Key::F1);
    rig.wait("the table is there", |rig| rig.sees("Follow the selected robot"));
}
