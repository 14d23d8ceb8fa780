//! Cost of a frame of the window, and of the window to the simulation: `cargo bench -p sim-window-tests --bench frames`.
//! Words after `--` choose what is measured: `-- "10000 plan"`, `-- speed`.
//!
//! Needs no display. The window hands its work to a device that draws nothing, so that what a program draws in place of a
//! graphics card takes nobody's time. Only where the simulation's speed is measured it does so once more with such a program.
//! Build the libraries of the plugins in the same profile first: `cargo build --release --workspace`.

use cpu_time::ThreadTime;
use sim_gui::Request;
use sim_runner::{Command, RunState, Speed};
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
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let wanted = |name: String| words.is_empty() || words.iter().any(|word| name.contains(word));
    println!("robots  view        window's thread per frame, ms (median, 95 %)");
    for robots in [1000, 10_000] {
        for (view, tabs) in VIEWS.into_iter().filter(|(view, _)| wanted(format!("{robots} {view}"))) {
            let times = frames(robots, tabs);
            println!("{robots:>6}  {view:<10}  {:.2}  {:.2}", times[times.len() / 2], times[times.len() * 95 / 100]);
        }
    }
    println!(
        "\nrobots  ticks per second alone; part of it with 30 frames per second, and with a program that draws them"
    );
    for robots in [1000, 10_000].into_iter().filter(|robots| wanted(format!("{robots} speed"))) {
        let [(alone, undrawn), (_, drawn)] = [false, true].map(|drawn| speed(robots, drawn));
        println!("{robots:>6}  {alone:.0}  {undrawn:.2}  {drawn:.2}");
    }
}

/// A window on a swarm of this many robots.
fn swarm(robots: usize, drawn: bool) -> (Rig, tempfile::TempDir) {
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
    let mut rig = if drawn { Rig::open(Some(path), &[]) } else { Rig::undrawn(path) };
    rig.wait("the swarm is built", |rig| rig.harness.state().frame().robots.len() == robots);
    (rig, folder)
}

/// Sorted times of frames, ms, while time runs.
fn frames(robots: usize, tabs: &[&str]) -> Vec<f64> {
    let (mut rig, folder) = swarm(robots, false);
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
            let window = rig.harness.state();
            while window.runner().frame().tick == window.frame().tick {
                std::thread::sleep(Duration::from_millis(1));
            }
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

/// Ticks per second without limit, and the part of it that is left with 30 frames per second. Both are measured in turns, since
/// the swarm changes as it spreads.
fn speed(robots: usize, drawn: bool) -> (f64, f64) {
    /// Turns, and the length of one.
    const TURNS: usize = 13;
    const TURN: Duration = Duration::from_secs(2);
    let (mut rig, _folder) = swarm(robots, drawn);
    rig.harness.state().runner().send(Command::Speed(Speed::Unlimited));
    rig.harness.state().runner().send(Command::Step(10));
    rig.wait("it is warm", |rig| rig.harness.state().frame().tick == 10);
    let mut rates = Vec::new();
    for turn in 0..TURNS {
        let seen = turn % 2 == 1;
        let before = rig.harness.state().runner().frame().tick;
        rig.harness.state().runner().send(Command::FrameRate(if seen { 30.0 } else { 1.0 }));
        let start = Instant::now();
        rig.harness.state().runner().send(Command::Play);
        while start.elapsed() < TURN {
            let next = Instant::now() + Duration::from_secs_f64(1.0 / 30.0);
            if seen {
                rig.harness.step();
            }
            std::thread::sleep(next.saturating_duration_since(Instant::now()));
        }
        // A paused simulation has published its last tick.
        rig.harness.state().runner().send(Command::Pause);
        while !matches!(rig.harness.state().runner().frame().state, RunState::Paused) {
            std::thread::sleep(Duration::from_millis(1));
        }
        let ticks = rig.harness.state().runner().frame().tick - before;
        rates.push(ticks as f64 / start.elapsed().as_secs_f64());
    }
    // Each turn with frames is compared with its neighbours.
    let ratios = (1..TURNS).step_by(2).map(|turn| 2.0 * rates[turn] / (rates[turn - 1] + rates[turn + 1]));
    (median(rates.iter().copied().step_by(2)), median(ratios))
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
