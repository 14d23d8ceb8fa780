//! `sim bench`: benchmarks of complete workloads.

use crate::completion;
use crate::console::{Console, conduct};
use crate::counts;
use crate::exit::{Exit, Outcome};
use crate::input::SceneInput;
use crate::number::{number, whole};
use crate::rows::Rows;
use crate::session::{PluginArgs, Session};
use crate::workload;
use cpu_time::ProcessTime;
use serde::Serialize;
use sim_core::engine::BuildOptions;
use sim_core::plugins::{Describe, PluginHost, SearchPath};
use sim_core::scene::{LoadOptions, LoadedScene, Scene, text::Format};
use sim_core::words::counted;
use std::path::PathBuf;
use std::time::Instant;

/// Measures the speed of this machine with a workload.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    workload: Workload,
}

#[derive(Debug, clap::Subcommand)]
enum Workload {
    /// Robots that avoid each other in a square arena, one per square meter
    Swarm(SwarmArgs),
    /// Any scene, without its speed limit
    Scene(SceneArgs),
    /// A lidar with 360 rays of 10 m among 1,000 boxes
    Lidar(LidarArgs),
    /// Discovery and loading of all plugins
    Load(LoadArgs),
}

#[derive(Debug, clap::Args)]
struct SwarmArgs {
    /// Number of robots
    #[arg(long, value_name = "N", default_value_t = 1000, allow_negative_numbers = true)]
    #[arg(value_parser = whole::<u32>(1, 1_000_000, "1000 is typical"))]
    robots: u32,
    /// Distance rays of each robot
    #[arg(long, value_name = "R", default_value_t = 8, allow_negative_numbers = true)]
    #[arg(value_parser = whole::<u32>(1, 3600, "8 is typical"))]
    rays: u32,
    /// Time step, s
    #[arg(long, value_name = "S", default_value_t = 0.1, allow_negative_numbers = true)]
    #[arg(value_parser = number(sim_core::scene::Run::DT, "0.1 is typical"))]
    dt: f64,
    /// Simulated time, s
    #[arg(long, value_name = "T", default_value_t = 60.0, allow_negative_numbers = true)]
    #[arg(value_parser = number(sim_core::scene::Run::DURATION, "60 gives stable results"))]
    seconds: f64,
    /// Seed of placement and random streams
    #[arg(long, value_name = "K", default_value_t = 1, allow_negative_numbers = true)]
    #[arg(value_parser = whole(0, u64::MAX, "use any number in this range"))]
    seed: u64,
    /// Worker threads, 0 for all cores
    #[arg(long, value_name = "M", default_value_t = 1, allow_negative_numbers = true)]
    #[arg(value_parser = whole(0, sim_core::scene::Run::MAX_THREADS, "0 uses all cores"))]
    threads: u32,
    #[command(flatten)]
    plugins: PluginArgs,
    /// Print the figures as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, clap::Args)]
struct SceneArgs {
    /// The scene; - for standard input
    #[arg(add = completion::scenes())]
    scene: PathBuf,
    /// Simulated time, s. Default: that of the scene, or 60
    #[arg(long, value_name = "T", allow_negative_numbers = true)]
    #[arg(value_parser = number(sim_core::scene::Run::DURATION, "60 gives stable results"))]
    seconds: Option<f64>,
    /// Worker threads, 0 for all cores
    #[arg(long, value_name = "M", default_value_t = 1, allow_negative_numbers = true)]
    #[arg(value_parser = whole(0, sim_core::scene::Run::MAX_THREADS, "0 uses all cores"))]
    threads: u32,
    #[command(flatten)]
    plugins: PluginArgs,
    /// Print the figures as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, clap::Args)]
struct LidarArgs {
    /// Number of sweeps
    #[arg(long, value_name = "N", default_value_t = 5000, allow_negative_numbers = true)]
    #[arg(value_parser = whole(1, u32::MAX, "5000 sweeps take a few seconds"))]
    sweeps: u32,
    #[command(flatten)]
    plugins: PluginArgs,
    /// Print the figures as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, clap::Args)]
struct LoadArgs {
    #[command(flatten)]
    plugins: PluginArgs,
    /// Print the figures as JSON
    #[arg(long)]
    json: bool,
}

/// Number of rays per lidar sweep.
const RAYS: usize = 360;

/// Runs the command.
pub fn run(args: Args) -> Exit {
    let json = match &args.workload {
        Workload::Swarm(args) => args.json,
        Workload::Scene(args) => args.json,
        Workload::Lidar(args) => args.json,
        Workload::Load(args) => args.json,
    };
    conduct(json, |console| match &args.workload {
        Workload::Swarm(args) => swarm(args, console),
        Workload::Scene(args) => scene(args, console),
        Workload::Lidar(args) => lidar(args, console),
        Workload::Load(args) => load(args, console),
    })
}

#[derive(Serialize)]
struct RunFigures {
    workload: String,
    robots: usize,
    /// Range rays per robot of the swarm.
    #[serde(skip_serializing_if = "Option::is_none")]
    rays: Option<u32>,
    dt: f64,
    seed: u64,
    threads: u32,
    steps: u64,
    robot_steps_per_cpu_s: f64,
    robot_steps_per_wall_s: f64,
    real_time_factor: f64,
    cpu_s: f64,
    wall_s: f64,
    start_ms: f64,
    peak_rss_mb: Option<f64>,
    collisions: u64,
    state_hash: String,
}

fn swarm(args: &SwarmArgs, console: &Console) -> Outcome {
    let start = Instant::now();
    let host = args.plugins.host()?;
    let text = workload::swarm(args.robots, args.rays, args.dt, args.seed);
    let loaded = Scene::parse(&text, Format::Ron, "swarm")?;
    let measured = measure("swarm".into(), (loaded, host), args.threads, Some(args.seconds), start, console)?;
    let figures = RunFigures { rays: Some(args.rays), ..measured };
    print_figures(&figures, args.json, console)
}

fn scene(args: &SceneArgs, console: &Console) -> Outcome {
    let start = Instant::now();
    let host = args.plugins.host()?;
    let loaded = SceneInput::open(&args.scene)?.load_with(&LoadOptions::default())?;
    let workload = args.scene.display().to_string();
    let figures = measure(workload, (loaded, host), args.threads, args.seconds, start, console)?;
    print_figures(&figures, args.json, console)
}

/// Runs a scene as fast as possible for a duration, s; `start` is the start of the whole measurement.
fn measure(
    workload: String,
    (loaded, host): (LoadedScene, PluginHost),
    threads: u32,
    seconds: Option<f64>,
    start: Instant,
    console: &Console,
) -> Outcome<RunFigures> {
    let seconds = seconds.or(loaded.scene.run.duration).unwrap_or(60.0);
    let options = BuildOptions { threads: Some(threads as usize), ..BuildOptions::default() };
    let mut session = Session::build(loaded, host, &options, console)?;
    let simulation = &mut session.simulation;
    simulation.steps(1)?;
    let start_ms = start.elapsed().as_secs_f64() * 1e3;
    let dt = simulation.dt();
    let steps = (seconds / dt).round().max(1.0) as u64;
    let (wall, cpu) = (Instant::now(), ProcessTime::now());
    simulation.steps(steps)?;
    let (wall_s, cpu_s) = (wall.elapsed().as_secs_f64(), cpu.elapsed().as_secs_f64());
    if let Some(fault) = simulation.faults().first() {
        return Err(fault.diagnostic().into());
    }
    let robots = simulation.robot_count();
    let robot_steps = steps as f64 * robots as f64;
    Ok(RunFigures {
        workload,
        robots,
        rays: None,
        dt,
        seed: simulation.seed(),
        threads,
        steps,
        robot_steps_per_cpu_s: robot_steps / cpu_s,
        robot_steps_per_wall_s: robot_steps / wall_s,
        real_time_factor: steps as f64 * dt / wall_s,
        cpu_s,
        wall_s,
        start_ms,
        peak_rss_mb: peak_rss_mb(),
        collisions: simulation.collisions(),
        state_hash: simulation.state_hash(),
    })
}

fn print_figures(figures: &RunFigures, json: bool, console: &Console) -> Outcome {
    if json {
        console.print_json(figures)?;
        return Ok(Exit::Ok);
    }
    let dt = figures.dt;
    let robots = counts::robots(figures.robots);
    let threads = counted(figures.threads, "thread");
    let what = match figures.rays {
        None => format!("{robots}, step {dt} s, {threads}"),
        Some(rays) => {
            let rays = counted(rays, "ray");
            format!("{robots}, {rays}, step {dt} s, {threads}")
        }
    };
    let memory = figures.peak_rss_mb.map_or_else(|| "unknown".to_string(), |mb| format!("{mb:.1} MB"));
    let mut rows = Rows::default();
    rows.add("robot-steps per CPU second", format!("{:>12.0}", figures.robot_steps_per_cpu_s));
    rows.add("robot-steps per second", format!("{:>12.0}", figures.robot_steps_per_wall_s));
    rows.add("real-time factor", format!("{:>12.1}", figures.real_time_factor));
    rows.add("start to first step", format!("{:>9.1} ms", figures.start_ms));
    rows.add("peak memory", format!("{memory:>12}"));
    rows.add("state hash", &figures.state_hash);
    console.print(&format!("{}\n{}", what, rows.text("  ", 28)))?;
    Ok(Exit::Ok)
}

/// Peak memory of this process, MB, if the system provides it.
fn peak_rss_mb() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: f64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kilobytes / 1024.0)
}

#[derive(Serialize)]
struct LidarFigures {
    workload: &'static str,
    rays_per_cpu_s: f64,
    rays: u64,
    hits: u64,
}

fn lidar(args: &LidarArgs, console: &Console) -> Outcome {
    let loaded = Scene::parse(&workload::lidar(), Format::Ron, "lidar")?;
    let options = BuildOptions { threads: Some(1), ..BuildOptions::default() };
    let mut session = Session::build(loaded, args.plugins.host()?, &options, console)?;
    let simulation = &mut session.simulation;
    simulation.steps(1)?;
    let last = simulation.tick() + u64::from(args.sweeps);
    let (mut rays, mut hits) = (0, 0);
    let cpu = ProcessTime::now();
    simulation.run(|simulation| {
        // The lidar is the only sensor, so its distances come first.
        let distances = simulation.robot(0).map_or(&[][..], |robot| &robot.telemetry()[..RAYS]);
        rays += distances.len() as u64;
        hits += distances.iter().filter(|distance| distance.is_finite()).count() as u64;
        simulation.tick() >= last
    })?;
    let rays_per_cpu_s = rays as f64 / cpu.elapsed().as_secs_f64();
    let figures = LidarFigures { workload: "lidar", rays_per_cpu_s, rays, hits };
    if args.json {
        console.print_json(&figures)?;
    } else {
        let mut rows = Rows::default();
        rows.add("rays per CPU second", format!("{rays_per_cpu_s:>12.0}"));
        rows.add("hits", format!("{hits:>12}"));
        console.print(&rows.text("", 21))?;
    }
    Ok(Exit::Ok)
}

#[derive(Serialize)]
struct LoadFigures {
    workload: &'static str,
    libraries: usize,
    components: usize,
    load_ms: f64,
}

fn load(args: &LoadArgs, console: &Console) -> Outcome {
    let start = Instant::now();
    let mut host = PluginHost::describing(SearchPath::standard(&args.plugins.plugins), Describe::by_this_program())?;
    host.load_all();
    let load_ms = start.elapsed().as_secs_f64() * 1e3;
    let (libraries, components) = (host.libraries().len(), host.components().len());
    let figures = LoadFigures { workload: "load", libraries, components, load_ms };
    if args.json {
        console.print_json(&figures)?;
    } else {
        let (libraries, components) = (counts::libraries(libraries), counts::components(components));
        console.print(&format!("{libraries} with {components} in {load_ms:.1} ms"))?;
    }
    Ok(Exit::Ok)
}
