//! A robot and its twin in the engine: the experiments of the mixed-reality specification.

mod agreement;
mod experiments;
mod records;
mod rooms;
mod two_programs;
mod views;

use sim_core::engine::{BuildOptions, Simulation};

use sim_engine_tests::{shared_plugins, shipped, simulate};

/// A scene of `scenes/twin` with fields set, `PATH=VALUE`, as with `sim run --set`.
pub fn scene(name: &str, set: &[&str]) -> Simulation {
    simulate(&shipped(&format!("twin/{name}"), set), &shared_plugins(), 1)
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
