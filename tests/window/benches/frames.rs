//! Cost of a frame of the window, and of the window to the simulation: `cargo bench -p sim-window-tests --bench frames`.
//!
//! Needs no display. The time of the window's own thread is what counts: what a program draws in place of a graphics card,
//! it draws on threads of its own.

use cpu_time::ThreadTime;
use sim_gui::Request;
use sim_runner::Command;
use sim_window_tests::Rig;
use std::time::{Duration, Instant};

/// Frames that are measured.
const FRAMES: usize = 60;

/// What is measured: its name, and the tabs that are brought to the front. The scene's tree and the log are always in sight.
const VIEWS: [(&str, &[&str]); 4] = [
    ("3D", &["3D view"]),
    ("plan", &["Plan"]),
    ("plots", &["3D view", "Plots"]),
    ("comparison", &["3D view", "Comparison"]),
];

fn main() {
    println!("robots  view        window's thread per frame, ms (median, 95 %)");
    for robots in [1000, 10_000] {
        for (view, tabs) in VIEWS {
            let times = frames(robots, tabs);
            println!("{robots:>6}  {view:<10}  {:.2}  {:.2}", times[times.len() / 2], times[times.len() * 95 / 100]);
        }
    }
    println!("\nrobots  ticks per second alone, with 30 frames per second, ratio");
    for robots in [1000, 10_000] {
        let (alone, seen) = (speed(robots, false), speed(robots, true));
        println!("{robots:>6}  {alone:.0}  {seen:.0}  {:.2}", seen / alone);
    }
}

/// A window on a swarm of this many robots.
fn swarm(robots: usize) -> (Rig, tempfile::TempDir) {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let half = (robots as f64).sqrt() / 2.0 + 1.0;
    let text = format!(
        r#"(
    format_version: 1,
    run: (dt: 0.1, threads: 1),
    floor: (),
    objects: [(name: "room", shape: Pool(outline: Regular(sides: 4, apothem: {half}), height: 0.3, floor: false))],
    fleets: [(prefix: "s", count: {robots}, model: "scout/standard", controller: "control/diffusion",
        placement: Random(min: (-{half}, -{half}), max: ({half}, {half}), spacing: 0.3))],
)"#
    );
    let path = folder.path().join("swarm.ron");
    std::fs::write(&path, text).expect("a scene can be written");
    let mut rig = Rig::open(Some(path), &[]);
    rig.wait("the swarm is built", |rig| rig.harness.state().frame().robots.len() == robots);
    (rig, folder)
}

/// Sorted times of frames, ms, while time runs.
fn frames(robots: usize, tabs: &[&str]) -> Vec<f64> {
    let (mut rig, folder) = swarm(robots);
    if tabs.contains(&"Plots") {
        (0..4).for_each(|robot| rig.harness.state_mut().request(Request::Plot { robot, index: 0 }));
    }
    if tabs.contains(&"Comparison") {
        let path = folder.path().join("run.mcap");
        rig.harness.state_mut().request(Request::Record(path.clone()));
        rig.wait("it records", |rig| rig.harness.state().frame().recorded.is_some());
        rig.harness.state().runner().send(Command::Step(100));
        rig.wait("there are frames", |rig| rig.harness.state().frame().recorded == Some(100));
        rig.harness.state().runner().send(Command::Reset);
        rig.wait("it is closed", |rig| rig.harness.state().frame().tick == 0);
        rig.harness.state_mut().request(Request::Compare(path));
    }
    rig.harness.step();
    tabs.iter().for_each(|tab| rig.click(tab));
    rig.harness.state().runner().send(Command::Play);
    (0..10).for_each(|_| rig.harness.step());
    let mut times: Vec<f64> = (0..FRAMES)
        .map(|_| {
            // A frame with news from the simulation is the dear one.
            std::thread::sleep(Duration::from_millis(20));
            let start = ThreadTime::now();
            rig.harness.step();
            let drawn = start.elapsed();
            // What a window does besides: it makes triangles of all shapes.
            let (shapes, scale) = (rig.harness.output().shapes.clone(), rig.harness.ctx.pixels_per_point());
            let start = ThreadTime::now();
            std::hint::black_box(rig.harness.ctx.tessellate(shapes, scale));
            (drawn + start.elapsed()).as_secs_f64() * 1e3
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times
}

/// Ticks per second without limit, alone or with 30 frames per second.
fn speed(robots: usize, seen: bool) -> f64 {
    let (mut rig, _folder) = swarm(robots);
    let runner = rig.harness.state().runner();
    runner.send(Command::FrameRate(if seen { 30.0 } else { 1.0 }));
    runner.send(Command::Speed(sim_runner::Speed::Unlimited));
    runner.send(Command::Play);
    rig.wait("time runs", |rig| rig.harness.state().frame().tick > 0);
    let (start, first) = (Instant::now(), rig.harness.state().runner().frame().tick);
    while start.elapsed() < Duration::from_secs(5) {
        if seen {
            rig.harness.step();
        }
        std::thread::sleep(Duration::from_millis(33));
    }
    let runner = rig.harness.state().runner();
    runner.send(Command::Pause);
    std::thread::sleep(Duration::from_millis(200));
    (runner.frame().tick - first) as f64 / start.elapsed().as_secs_f64()
}
