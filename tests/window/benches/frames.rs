//! Cost of a frame of the window, and of the window to the simulation: `cargo bench -p sim-window-tests --bench
//! frames`. Words after `--` select the benchmarks: `-- "10000 plan"`, `-- speed`.
//!
//! Needs no display. The window uses a null graphics device, so that software rendering does not affect the results.
//! Only the simulation speed is measured a second time, with a software renderer. Build the libraries of the plugins in
//! the same profile first: `cargo build --release --workspace`.

use cpu_time::ThreadTime;
use egui::{Event, PointerButton, Pos2, Vec2};
use egui_kittest::kittest::Queryable;
use nalgebra::Point3;
use sim_gui::{PlotRequest, RecordingRequest, Request, SelectRequest};
use sim_runner::{Command, RunState, Speed};
use sim_window_tests::Rig;
use std::time::{Duration, Instant};

/// Number of measured frames.
const FRAMES: usize = 60;

/// Benchmarks: name, and the tabs that are brought to the front. The scene tree and the log are always visible.
const VIEWS: [(&str, &[&str]); 4] = [
    ("3D", &["3D view"]),
    ("plan", &["2D view"]),
    ("plots", &["3D view", "Plots"]),
    ("comparison", &["3D view", "Comparison"]),
];

/// Number of objects in the scene in which a wall is dragged.
const THINGS: usize = 5000;

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
    if wanted(format!("{THINGS} drag")) {
        println!(
            "\nA wall dragged among {THINGS} things: window's thread per frame, ms (median, 95 %, letting go); frames/s drawn"
        );
        let (times, dropped, _) = drag(false);
        let (_, _, rate) = drag(true);
        println!("{:.2}  {:.2}  {dropped:.2}; {rate:.1}", times[times.len() / 2], times[times.len() * 95 / 100]);
    }
    if wanted("cloud".to_owned()) {
        println!("\npoints  view  window's thread per frame without and with a point cloud, ms (medians); ratio");
        for tab in ["3D view", "2D view"] {
            let [without, with] = cloud(tab);
            println!("100032  {tab}  {without:.2}  {with:.2}; {:.2}", with / without);
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

/// A window on a scene with many objects, in which a wall at the origin is selected and has handles.
fn many_objects(drawn: bool) -> (Rig, tempfile::TempDir) {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let side = (THINGS as f64).sqrt() as usize + 1;
    let boxes: String = (1..THINGS)
        .map(|number| {
            let (x, y) = (number % side, number / side);
            format!(
                "        (name: \"box-{number}\", shape: Box(size: (0.3, 0.3, 0.3)), at: ({x}, {}, 0.15)),\n",
                y + 1
            )
        })
        .collect();
    let text = format!(
        "(\n    format_version: 1,\n    floor: (),\n    objects: [\n        \
         (name: \"wall\", shape: Wall(from: (-2, 0), to: (2, 0))),\n{boxes}    ],\n    \
         view: (camera: Some((0, -8, 6))),\n)\n"
    );
    let path = folder.path().join("things.ron");
    std::fs::write(&path, text).expect("a scene can be written");
    let open = || Rig::open(Some(path), &[]);
    let mut rig = if drawn { sim_window_tests::drawn(open) } else { open() };
    rig.wait("the scene is built", |rig| {
        rig.window().runner().structure().bodies.iter().any(|body| *body.name == *"wall")
    });
    rig.harness.step();
    let structure = rig.window().runner().structure();
    let body = structure.bodies.iter().position(|body| *body.name == *"wall");
    rig.request(SelectRequest::Body { body, add: false });
    rig.key(egui::Key::W);
    (rig, folder)
}

/// Screen position of a point of the world, in the 3D view.
fn on_screen(rig: &Rig, point: Point3<f64>) -> Pos2 {
    let rect = rig.harness.get_by_label("3D view of the scene").rect();
    let [x, y] = rig.window().place_of_point(point).expect("it is before the camera");
    rect.center() + Vec2::new(x as f32, -y as f32) * rect.size() / 2.0
}

/// Sorted times of the frames of a drag of the wall, ms; then that of the frame in which it is released, and the frame
/// rate of the whole drag, 1/s.
fn drag(drawn: bool) -> (Vec<f64>, f64, f64) {
    let (mut rig, _folder) = many_objects(drawn);
    let middle = on_screen(&rig, Point3::origin());
    let along = (on_screen(&rig, Point3::new(0.01, 0.0, 0.0)) - middle).normalized();
    let grip = middle + along * 45.0;
    let button = |rig: &mut Rig, pos: Pos2, pressed: bool| {
        let modifiers = egui::Modifiers::NONE;
        rig.harness.event(Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers });
    };
    rig.harness.hover_at(grip);
    rig.harness.step();
    button(&mut rig, grip, true);
    rig.harness.step();
    let began = Instant::now();
    let mut times: Vec<f64> = (1..=FRAMES)
        .map(|number| {
            rig.harness.hover_at(grip + along * (10.0 + number as f32));
            work(&mut rig)
        })
        .collect();
    let rate = FRAMES as f64 / began.elapsed().as_secs_f64();
    let body = rig.window().selected()[0];
    let moved = rig.window().shown_at()[body].translation.x;
    assert!(moved > 0.01, "the wall was dragged by {moved} m");
    button(&mut rig, grip + along * (10.0 + FRAMES as f32), false);
    let dropped = work(&mut rig);
    times.sort_by(f64::total_cmp);
    (times, dropped, rate)
}

/// Time of the window's thread for a frame, including the tessellation of all shapes, ms.
fn work(rig: &mut Rig) -> f64 {
    let start = ThreadTime::now();
    rig.harness.step();
    let drawn = start.elapsed();
    let (shapes, scale) = (rig.harness.output().shapes.clone(), rig.harness.ctx.pixels_per_point());
    let start = ThreadTime::now();
    std::hint::black_box(rig.harness.ctx.tessellate(shapes, scale));
    (drawn + start.elapsed()).as_secs_f64() * 1e3
}

/// Median times of frames in a view, ms, without and with the points of a lidar of 64 × 1563 rays, alternating.
fn cloud(tab: &str) -> [f64; 2] {
    /// Number of alternations, and frames of each.
    const TURNS: usize = 6;
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes/lidar-room.ron");
    let mut rig = Rig::open(Some(path), &[]);
    rig.wait("the scene is built", |rig| rig.frame().robots.len() == 1);
    rig.click("Log");
    rig.click(tab);
    rig.click("surveyor");
    rig.send(Command::Play);
    let mut times = [Vec::new(), Vec::new()];
    for turn in 0..TURNS {
        let shown = turn % 2 == 1;
        rig.click("Show");
        rig.click(if shown { "Sensor coverage: Selected" } else { "Sensor coverage: None" });
        rig.click("Show");
        rig.wait("the cloud comes or goes", |rig| rig.window().drawn_points().is_empty() != shown);
        times[turn % 2].extend((0..FRAMES / 3).map(|_| frame_with_news(&mut rig)));
        assert_eq!(rig.window().drawn_points().len(), if shown { 64 * 1563 } else { 0 });
    }
    times.map(|times| median(times.into_iter()))
}

/// Time of the window's thread for a frame with updates from the simulation, which is the expensive kind, ms.
fn frame_with_news(rig: &mut Rig) -> f64 {
    let window = rig.window();
    while window.runner().frame().tick == window.frame().tick {
        std::thread::sleep(Duration::from_millis(1));
    }
    work(rig)
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
    let open = || Rig::open(Some(path), &[]);
    let mut rig = if drawn { sim_window_tests::drawn(open) } else { open() };
    rig.wait("the swarm is built", |rig| rig.frame().robots.len() == robots);
    (rig, folder)
}

/// Sorted times of frames while the simulation runs, ms.
fn frames(robots: usize, tabs: &[&str]) -> Vec<f64> {
    let (mut rig, folder) = swarm(robots, false);
    if tabs.contains(&"Plots") {
        (0..4)
            .for_each(|robot| rig.harness.state_mut().request(Request::Plot(PlotRequest::Toggle { robot, index: 0 })));
    }
    if tabs.contains(&"Comparison") {
        let path = folder.path().join("run.mcap");
        rig.harness.state_mut().request(Request::Recording(RecordingRequest::Record(path.clone())));
        rig.wait("it records", |rig| rig.frame().recorded.is_some());
        rig.send(Command::Step(100));
        rig.wait("there are frames", |rig| rig.frame().recorded == Some(100));
        rig.send(Command::Reset);
        rig.wait("it is closed", |rig| rig.frame().tick == 0);
        rig.harness.state_mut().request(Request::Recording(RecordingRequest::Compare(path)));
    }
    rig.harness.step();
    // An empty log would yield its space to the view.
    rig.click("Log");
    tabs.iter().for_each(|tab| rig.click(tab));
    rig.send(Command::Play);
    (0..10).for_each(|_| rig.harness.step());
    let mut times: Vec<f64> = (0..FRAMES).map(|_| frame_with_news(&mut rig)).collect();
    times.sort_by(f64::total_cmp);
    times
}

/// Ticks per second without limit, and the fraction that remains at 30 frames per second. Both are measured
/// alternately, since the swarm changes as it spreads.
fn speed(robots: usize, drawn: bool) -> (f64, f64) {
    /// Number of alternations, and the duration of each.
    const TURNS: usize = 13;
    const TURN: Duration = Duration::from_secs(2);
    let (mut rig, _folder) = swarm(robots, drawn);
    rig.send(Command::Speed(Speed::Unlimited));
    rig.send(Command::Step(10));
    rig.wait("it is warm", |rig| rig.frame().tick == 10);
    let mut rates = Vec::new();
    for turn in 0..TURNS {
        let seen = turn % 2 == 1;
        let before = rig.window().runner().frame().tick;
        rig.send(Command::FrameRate(if seen { 30.0 } else { 1.0 }));
        let start = Instant::now();
        rig.send(Command::Play);
        while start.elapsed() < TURN {
            let next = Instant::now() + Duration::from_secs_f64(1.0 / 30.0);
            if seen {
                rig.harness.step();
            }
            std::thread::sleep(next.saturating_duration_since(Instant::now()));
        }
        // A paused simulation has published its last tick.
        rig.send(Command::Pause);
        while !matches!(rig.window().runner().frame().state, RunState::Paused) {
            std::thread::sleep(Duration::from_millis(1));
        }
        let ticks = rig.window().runner().frame().tick - before;
        rates.push(ticks as f64 / start.elapsed().as_secs_f64());
    }
    // Each interval with frames is compared with its neighbors.
    let ratios = (1..TURNS).step_by(2).map(|turn| 2.0 * rates[turn] / (rates[turn - 1] + rates[turn + 1]));
    (median(rates.iter().copied().step_by(2)), median(ratios))
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
