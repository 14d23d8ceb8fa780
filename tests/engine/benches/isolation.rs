//! Cost of isolated libraries: ticks of a swarm of a thousand robots, of one robot, and of one that queries the world
//! with many rays, in the program's own process and isolated. Only compare results of the same run.

use sim_core::plugins::{Chosen, PluginHost};
use sim_engine_tests::{build_on, isolated_plugins, plugins};
use std::path::Path;
use std::sync::LazyLock;

fn main() {
    divan::main();
}

static HERE: LazyLock<PluginHost> = LazyLock::new(plugins);
static CONTROLLERS_APART: LazyLock<PluginHost> = LazyLock::new(|| apart("control"));
static RAYS_APART: LazyLock<PluginHost> = LazyLock::new(|| apart("range"));

/// The components of a vendor in a separate process.
fn apart(family: &str) -> PluginHost {
    isolated_plugins(Path::new(env!("CARGO_BIN_EXE_library-host")), vec![Chosen::Family(family.to_string())])
}

/// Wandering robots with this equipment.
fn scene(robots: u32, equipment: &str) -> String {
    format!(
        "(format_version: 1, run: (dt: 0.1, seed: 7), floor: (), fleets: [(prefix: \"r\", count: {robots},
          model: (id: \"scout/standard\", params: (equipment: \"{equipment}\")),
          placement: Random(min: (-16, -16), max: (16, 16), spacing: 0.4))])"
    )
}

fn ticks(bencher: divan::Bencher<'_, '_>, host: &PluginHost, scene: &str, threads: usize) {
    let mut simulation = build_on(host, scene, threads);
    // Warm up: buffers grow, and processes start.
    simulation.steps(20).expect("it runs");
    bencher.bench_local(|| simulation.steps(10).expect("it runs"));
    assert!(simulation.faults().is_empty(), "{:?}", simulation.faults());
}

#[divan::bench(args = [1, 2])]
fn swarm_in_process(bencher: divan::Bencher<'_, '_>, threads: usize) {
    ticks(bencher, &HERE, &scene(1000, "minimal"), threads);
}

#[divan::bench(args = [1, 2])]
fn swarm_with_isolated_controllers(bencher: divan::Bencher<'_, '_>, threads: usize) {
    ticks(bencher, &CONTROLLERS_APART, &scene(1000, "minimal"), threads);
}

#[divan::bench(args = [1, 2])]
fn swarm_with_isolated_rays(bencher: divan::Bencher<'_, '_>, threads: usize) {
    ticks(bencher, &RAYS_APART, &scene(1000, "minimal"), threads);
}

#[divan::bench]
fn robot_in_process(bencher: divan::Bencher<'_, '_>) {
    ticks(bencher, &HERE, &scene(1, "minimal"), 1);
}

#[divan::bench]
fn robot_with_isolated_controller(bencher: divan::Bencher<'_, '_>) {
    ticks(bencher, &CONTROLLERS_APART, &scene(1, "minimal"), 1);
}

#[divan::bench]
fn robot_with_isolated_rays(bencher: divan::Bencher<'_, '_>) {
    ticks(bencher, &RAYS_APART, &scene(1, "minimal"), 1);
}
