//! The blimp in the window: what its autopilot draws, and that its flights are those without a window.

use egui::accesskit::Role;
use egui_kittest::kittest::Queryable;
use sim_core::engine::{BuildOptions, Simulation};
use sim_core::recording::Recording;
use sim_core::scene::Scene;
use sim_engine_tests::plugins;
use sim_gui::{Control, Request};
use sim_runner::{Command, RunState};
use sim_window_tests::{Rig, scene};
use std::path::PathBuf;

fn rig(path: PathBuf) -> Rig {
    let mut rig = Rig::open(Some(path), &[]);
    rig.wait("the scene is built", |rig| rig.harness.state().frame().robots.len() == 1);
    assert_eq!(rig.harness.state().problems().count(), 0);
    rig
}

fn lines(rig: &Rig) -> usize {
    rig.harness.state().drawn_lines()
}

/// Clicks a box of the menu, which stays open.
fn switch(rig: &mut Rig, label: &str) {
    rig.harness.get_by(|node| node.role() == Role::CheckBox && node.label().as_deref() == Some(label)).click();
    rig.harness.step();
    rig.harness.step();
}

fn step(rig: &mut Rig, ticks: u64) {
    let until = rig.harness.state().runner().frame().tick + ticks;
    rig.harness.state().runner().send(Command::Step(ticks));
    rig.wait("the steps are done", |rig| {
        let frame = rig.harness.state().runner().frame();
        frame.tick == until && matches!(frame.state, RunState::Paused | RunState::Ended(_))
    });
    rig.harness.step();
}

/// Lines of a sphere or of two in one hull, as they are drawn.
const SPHERES: usize = 8 * (1 + 2 * 16) + 2 * 24;

#[test]
fn bl_90_layers_of_what_the_autopilot_draws_are_switched_one_by_one() {
    let mut rig = rig(scene("blimp/circuit.ron"));
    // Five points of the mission with four ways between them, and two obstacles.
    let first = 7 * SPHERES + 4;
    rig.wait("they are drawn", |rig| lines(rig) == first);
    step(&mut rig, 1);
    // Two detours, the leg to the first one, and where the way is nearest to an obstacle is beyond the radius.
    rig.click("Show");
    switch(&mut rig, "Trails");
    let planned = first + 2 * SPHERES + 1;
    rig.wait("leg and detours are drawn", |rig| lines(rig) == planned);
    for (layer, fewer) in
        [("obstacles", 2 * SPHERES), ("destinations", 5 * SPHERES), ("detours", 2 * SPHERES), ("mission", 4)]
    {
        switch(&mut rig, layer);
        rig.wait("the layer is gone", |rig| lines(rig) == planned - fewer);
        switch(&mut rig, layer);
        rig.wait("and there again", |rig| lines(rig) == planned);
    }
    for (layer, more) in [("grown obstacles", 2 * SPHERES), ("swept tube", SPHERES), ("altitude band", 12)] {
        switch(&mut rig, layer);
        rig.wait("the layer is there", |rig| lines(rig) == planned + more);
        switch(&mut rig, layer);
        rig.wait("and gone again", |rig| lines(rig) == planned);
    }
    rig.click("What components draw: None");
    rig.wait("nothing is drawn", |rig| lines(rig) == 0);
    rig.click("What components draw: Selected");
    rig.harness.step();
    assert_eq!(lines(&rig), 0);
    rig.click("blimp");
    rig.wait("it is drawn of the selected robot", |rig| lines(rig) >= planned);
}

#[test]
fn bl_90_what_was_drawn_is_seen_in_the_recording_of_a_run() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("flight.mcap");
    let mut rig = rig(scene("blimp/circuit.ron"));
    rig.harness.state_mut().request(Request::Record(path.clone()));
    rig.wait("it records", |rig| rig.harness.state().runner().frame().recorded.is_some());
    step(&mut rig, 40);
    rig.harness.state().runner().send(Command::StopRecording);
    rig.wait("it is closed", |rig| rig.harness.state().runner().frame().recorded.is_none());
    rig.click("Show");
    switch(&mut rig, "Trails");
    let live = lines(&rig);
    rig.harness.state_mut().request(Request::OpenRecording(path));
    rig.wait("the recording is shown", |rig| rig.harness.state().playback().is_some());
    rig.harness.state_mut().request(Request::Playback(Control::End));
    rig.wait("with the detours that were planned", |rig| lines(rig) == live);
}

/// State of a scene after so many ticks without a window.
fn headless(path: &PathBuf, ticks: u64) -> String {
    let loaded = Scene::load(path).unwrap_or_else(|findings| panic!("{findings}"));
    let built = Simulation::build(&loaded, &plugins(), &BuildOptions::default());
    let mut simulation = built.unwrap_or_else(|findings| panic!("{findings}")).simulation;
    simulation.steps(ticks).unwrap();
    simulation.state_hash().to_string()
}

/// State of a scene after so many ticks in the window, by a recording that is closed at once.
fn in_the_window(path: &PathBuf, ticks: u64) -> String {
    let folder = tempfile::tempdir().unwrap();
    let mut rig = rig(path.clone());
    step(&mut rig, ticks);
    let recording = folder.path().join("end.mcap");
    rig.harness.state_mut().request(Request::Record(recording.clone()));
    rig.wait("it records", |rig| rig.harness.state().runner().frame().recorded.is_some());
    rig.harness.state().runner().send(Command::StopRecording);
    let mut read = None;
    rig.wait("the recording can be read", |_| {
        read = Recording::open(&recording).ok().and_then(|recording| Some(recording.summary()?.state_hash.clone()));
        read.is_some()
    });
    read.unwrap()
}

#[test]
fn k4_s12_flights_in_the_window_are_those_without_it() {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(scene("blimp/circuit.ron").parent().unwrap())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_file())
        .collect();
    paths.sort();
    assert!(paths.len() >= 15, "{paths:?}");
    for path in paths {
        let loaded = Scene::load(&path).unwrap_or_else(|findings| panic!("{findings}"));
        let run = &loaded.scene.run;
        let ticks = (run.duration.unwrap() / run.dt).floor() as u64 - 1;
        assert_eq!(in_the_window(&path, ticks), headless(&path, ticks), "{}", path.display());
    }
}
