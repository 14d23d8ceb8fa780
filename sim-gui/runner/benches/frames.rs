//! Cost of a window for the simulation: filling a frame, and reading a full history.

use divan::{Bencher, black_box};
use sim_core::engine::BuildOptions;
use sim_core::scene::{Scene, text::Format};
use sim_engine_tests::{build, plugins};
use sim_runner::{Command, Frame, FrameOptions, RunState, Runner, RunnerOptions, Series};
use std::cell::RefCell;
use std::sync::Arc;
use std::time::Duration;

fn main() {
    divan::main();
}

/// Robots that drive around on a grid.
fn swarm(robots: usize) -> String {
    format!(
        r#"(format_version: 1, run: (dt: 0.1), fleets: [(prefix: "r", count: {robots},
            placement: Grid(spacing: (0.5, 0.5)), model: (id: "scout/standard", params: (rays: 8, equipment: "minimal")),
            dynamics: "diff-drive/kinematic", controller: "control/diffusion")])"#
    )
}

/// A run of 2,000,000 robot ticks with this number of robots and frame rate: compare 30 with 1, where frames cost nothing.
#[divan::bench(args = [(1_000, 1.0), (1_000, 30.0), (1_000, 60.0), (10_000, 1.0), (10_000, 30.0)], sample_count = 5, sample_size = 1)]
fn a_run(bencher: Bencher, (robots, rate): (usize, f64)) {
    let runner = Runner::start(|| Ok(plugins()), RunnerOptions::default()).expect("a thread can be started");
    let scene = Arc::new(Scene::parse(&swarm(robots), Format::Ron, "swarm").expect("the scene is valid"));
    let options = BuildOptions { threads: Some(1), ..BuildOptions::default() };
    runner.send(Command::Load { scene, options });
    runner.send(Command::FrameRate(rate));
    let ticks = 2_000_000 / robots as u64;
    let mut last = 0;
    bencher.bench_local(|| {
        last += ticks;
        runner.send(Command::Step(ticks));
        loop {
            let frame = runner.frame();
            if frame.tick >= last && matches!(frame.state, RunState::Paused) {
                break;
            }
            std::thread::sleep(Duration::from_micros(500));
        }
    });
}

/// Filling a frame after a tick, so that the caches are in the state a run leaves them in.
#[divan::bench(args = [(1_000, false), (1_000, true), (10_000, false), (10_000, true)], sample_count = 50, sample_size = 1)]
fn a_frame(bencher: Bencher, (robots, links): (usize, bool)) {
    let simulation = RefCell::new(build(&swarm(robots)));
    let options = FrameOptions { selected: vec![0], contacts: true, links, ..FrameOptions::default() };
    let (mut frame, faulty) = (Frame::default(), vec![false; robots]);
    bencher
        .with_inputs(|| simulation.borrow_mut().steps(1).expect("the world stays as it is"))
        .bench_local_values(|()| frame.take(&mut simulation.borrow_mut(), &options, black_box(&faulty)));
}

#[divan::bench]
fn columns_of_a_full_history(bencher: Bencher) {
    let series = Series::of((0..200_000).map(|n| [f64::from(n) * 0.01, f64::from(n).sin()]));
    let mut columns = Vec::new();
    bencher.bench_local(|| series.columns(0.0, 2000.0, 1200, black_box(&mut columns)));
}
