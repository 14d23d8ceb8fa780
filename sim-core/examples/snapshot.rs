//! Saves the state of a run, tries three speeds from there, and shows that the same choice gives the same result again. Plugins come from
//! the folder that `cargo xtask build` creates:
//!
//! `SIM_PLUGIN_PATH=target/dist/plugins cargo run -p sim-core --example snapshot`

use sim_core::{Error, Simulation, Snapshot};

/// Drives a robot ahead from a saved state; returns the distance in m, and the digest of the whole state.
fn drive(sim: &mut Simulation, from: &Snapshot, speed: f64) -> Result<(f64, String), Error> {
    sim.restore(from)?;
    let emil = sim.robot("emil")?;
    let (before, left, right) = (emil.report().distance, emil.actuator("left_wheel")?, emil.actuator("right_wheel")?);
    for _ in 0..100 {
        sim.command(left, speed)?;
        sim.command(right, speed)?;
        sim.step()?;
    }
    Ok((sim.robot("emil")?.report().distance - before, sim.digest()?))
}

/// Runs the example.
pub fn main() -> Result<(), Error> {
    let mut sim = Simulation::open("scenes/demo.ron")?;
    sim.steps(500)?;
    let saved = sim.snapshot()?;
    let bytes = saved.to_bytes()?;
    println!("state at {} s: {} bytes", sim.time(), bytes.len());

    let mut digests = Vec::new();
    for speed in [2.0, 6.0, 10.0] {
        let (distance, digest) = drive(&mut sim, &saved, speed)?;
        println!("{speed:4} rad/s: {distance:.3} m in 1 s, state {digest}");
        digests.push(digest);
    }

    // Snapshots can be stored; they fit every simulation of the same scene.
    let (_, again) = drive(&mut sim, &Snapshot::from_bytes(&bytes)?, 2.0)?;
    assert_eq!(again, digests[0], "the same state and the same commands give the same result");
    println!("again at 2 rad/s: the same state");
    Ok(())
}
