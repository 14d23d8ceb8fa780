//! Records poses and readings as a table (CSV) on standard output, with a sink of its own. Plugins come from the folder that
//! `cargo xtask build` creates:
//!
//! `SIM_PLUGIN_PATH=target/dist/plugins cargo run -p sim-core --example sink > run.csv`

use sim_core::{ChannelHandle, Diagnostic, Error, Simulation, Sink};
use std::sync::mpsc;

/// Writes one row per robot every tenth tick.
struct Table {
    /// A reading of each robot.
    ranges: Vec<ChannelHandle>,
}

impl Sink for Table {
    fn tick(&mut self, sim: &Simulation) -> Result<(), Diagnostic> {
        if !sim.tick().is_multiple_of(10) {
            return Ok(());
        }
        for (robot, range) in sim.robots().zip(&self.ranges) {
            let at = robot.state.pose.translation;
            let range = sim.read(*range)?;
            println!("{:.2},{},{:.4},{:.4},{range:.4}", sim.time(), robot.name, at.x, at.y);
        }
        Ok(())
    }
}

/// Runs the example.
pub fn main() -> Result<(), Error> {
    let mut sim = Simulation::open("scenes/demo.ron")?;
    let ranges = sim.robot_views().map(|robot| robot.channel("range.ray_0")).collect::<Result<_, _>>()?;
    println!("time,robot,x,y,range");
    sim.add_sink(Table { ranges });

    // A closure is a sink, too. It may send what it sees to another thread.
    let (sender, contacts) = mpsc::channel();
    sim.on_tick(move |sim| {
        sim.new_contacts().for_each(|(one, other)| _ = sender.send(format!("{one} and {other}")));
        Ok(())
    });
    sim.steps(1000)?;
    drop(sim);
    eprintln!("contacts: {}", contacts.iter().collect::<Vec<_>>().join("; "));
    Ok(())
}
