//! Drives a robot in a circle from outside, pushes a crate, then returns the robot to its controller. Plugins come from the folder that
//! `cargo xtask build` creates:
//!
//! `SIM_PLUGIN_PATH=target/dist/plugins cargo run -p sim-core --example command`

use sim_core::{Error, Simulation};

/// Runs the example.
pub fn main() -> Result<(), Error> {
    let mut sim = Simulation::open("scenes/demo.ron")?;
    // Names are looked up once. A wrong one is an error that suggests the right one.
    let anna = sim.robot("anna")?;
    let (left, right) = (anna.actuator("left_wheel")?, anna.actuator("right_wheel")?);
    let (range, compass) = (anna.sensor("range")?, anna.channel("compass.heading")?);

    for second in 1..=5 {
        sim.command(left, 6.0)?;
        sim.command(right, 9.0)?;
        sim.steps(100)?;
        let nearest = sim.readings(range)?.iter().copied().fold(f64::INFINITY, f64::min);
        println!("{second} s: heading {:5.2} rad, nearest obstacle {nearest:.2} m", sim.read(compass)?);
    }

    let crate_x = |sim: &Simulation| {
        let mut objects = sim.movable_objects();
        objects.find(|(name, _)| *name == "crate").map(|(_, state)| state.pose.translation.x)
    };
    let before = crate_x(&sim);
    for _ in 0..50 {
        sim.apply_wrench("crate", [2.0, 0.0, 0.0], [0.0; 3])?;
        sim.step()?;
    }
    println!("the crate was pushed from {before:.2?} to {:.2?} m", crate_x(&sim));

    sim.release("anna")?;
    sim.steps(300)?;
    println!("on its own again, anna has traveled {:.2} m", sim.robot("anna")?.report().distance);
    Ok(())
}
