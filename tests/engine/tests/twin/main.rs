//! A robot and its twin in the engine: the experiments of the mixed-reality specification.

mod experiments;
mod records;
mod two_programs;
mod views;

use sim_core::engine::{BuildOptions, Simulation};
use sim_core::scene::{LoadOptions, Scene};
use sim_engine_tests::shared_plugins;
use std::path::PathBuf;

/// A scene of `scenes/twin` with fields set, `PATH=VALUE`, as with `sim run --set`.
pub fn scene(name: &str, set: &[&str]) -> Simulation {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../scenes/twin");
    let set = set.iter().map(|set| (*set).to_string()).collect();
    let options = LoadOptions { set, ..LoadOptions::default() };
    let loaded = Scene::load_with(folder.join(name), &options).unwrap_or_else(|findings| panic!("{findings}"));
    let options = BuildOptions { threads: Some(1), ..BuildOptions::default() };
    Simulation::build(&loaded, &shared_plugins(), &options).unwrap_or_else(|findings| panic!("{findings}")).simulation
}

/// A scene given as text.
pub fn scene_text(text: &str) -> Simulation {
    sim_engine_tests::build(text)
}

/// Errors of a rejected scene given as text.
pub fn refused(text: &str) -> String {
    let options = BuildOptions { threads: Some(1), ..BuildOptions::default() };
    match Simulation::build(&sim_engine_tests::load(text), &shared_plugins(), &options) {
        Ok(_) => panic!("it is not refused"),
        Err(findings) => findings.to_string(),
    }
}
