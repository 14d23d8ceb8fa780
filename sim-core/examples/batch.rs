//! Runs a scene with many seeds and two controllers on all cores, and compares how often robots collide. Plugins come from the folder that
//! `cargo xtask build` creates:
//!
//! `SIM_PLUGIN_PATH=target/dist/plugins cargo run -p sim-core --example batch`

use sim_core::{Error, Simulation};

/// Runs the example.
pub fn main() -> Result<(), Error> {
    // The builder loads the plugins once for all runs.
    let builder = Simulation::builder();
    for controller in ["control/wander", "control/diffusion"] {
        let builder = builder.clone().set(format!("robots.anna.controller={controller:?}"));
        let runs = builder.batch(0..8, |builder, seed| {
            let mut sim = builder.seed(seed).open("scenes/demo.ron")?;
            sim.steps(1000)?;
            let report = sim.robot("anna")?.report();
            Ok((report.distance, report.collisions, sim.state_hash()))
        })?;
        println!("{controller}:");
        // In the order of the seeds, and the same on every machine.
        for (seed, (distance, collisions, state)) in runs.iter().enumerate() {
            println!("  seed {seed}: {distance:.2} m, {collisions} collisions, state {state}");
        }
    }
    Ok(())
}
