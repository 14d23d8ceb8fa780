//! Controls a robot with a closure: it turns away from whatever is near, and the closure is called in every tick like the controller of a
//! plugin. Plugins come from the folder that `cargo xtask build` creates:
//!
//! `SIM_PLUGIN_PATH=target/dist/plugins cargo run -p sim-core --example closure`

use sim_core::{Error, Simulation};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// Runs the example.
pub fn main() -> Result<(), Error> {
    let mut sim = Simulation::open("scenes/demo.ron")?;
    let anna = sim.robot("anna")?;
    let (left, right) = (anna.actuator("left_wheel")?, anna.actuator("right_wheel")?);
    let range = anna.sensor("range")?;

    let turns = Arc::new(AtomicU32::new(0));
    let (counted, mut turning) = (turns.clone(), false);
    sim.control("anna", move |input, output| {
        // Rays of the ring are counted counterclockwise; the first one points forward.
        let rays = input.readings(range)?;
        let ahead = rays[0].min(rays[1]).min(rays[rays.len() - 1]);
        if ahead < 0.3 && !turning {
            counted.fetch_add(1, Ordering::Relaxed);
        }
        turning = ahead < 0.3 || turning && ahead < 0.5;
        output.command(left, if turning { -4.0 } else { 10.0 })?;
        output.command(right, if turning { 4.0 } else { 10.0 })
    })?;

    sim.steps(2000)?;
    let report = sim.robot("anna")?.report();
    let turns = turns.load(Ordering::Relaxed);
    println!("anna drove {:.2} m, turned away {turns} times and collided {} times", report.distance, report.collisions);
    Ok(())
}
