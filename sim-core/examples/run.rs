//! Runs a scene to its end and prints what happened. Plugins come from the folder that `cargo xtask build` creates:
//!
//! `SIM_PLUGIN_PATH=target/dist/plugins cargo run -p sim-core --example run`

use sim_core::{Error, Simulation};

/// Runs the example.
pub fn main() -> Result<(), Error> {
    let mut sim = Simulation::open("scenes/demo.ron")?;
    while sim.time() < 20.0 && sim.stopped().is_none() {
        sim.step()?;
        let time = sim.time();
        for (one, other) in sim.new_contacts() {
            println!("{time:6.2} s: {one} touches {other}");
        }
        for line in sim.take_log() {
            println!("{time:6.2} s: {} {}: {}", line.robot, line.component, line.text);
        }
    }
    for robot in sim.robots() {
        let at = robot.state.pose.translation;
        println!("{:8} at ({:5.2}, {:5.2}) m after {:5.2} m", robot.name, at.x, at.y, robot.distance);
    }
    for verdict in sim.verdicts() {
        println!("{}: {:?}", verdict.name, verdict.outcome);
    }
    println!("state {}", sim.state_hash());
    for fault in sim.finish().faults {
        println!("{}", fault.diagnostic());
    }
    Ok(())
}
