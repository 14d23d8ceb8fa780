//! `sim run`.

use crate::completion;
use crate::console::{Console, Level, conduct};
use crate::exit::{Exit, Failure, Outcome};
use crate::followed::SceneFollower;
use crate::input::SceneInput;
use crate::interrupt;
use crate::live::{Live, Observer, RunEnd, RunResult, WatchedSources, last_tick};
use crate::log_file::LogFile;
use crate::number::{number, whole};
use crate::output::{ForceArgs, Outputs};
use crate::plan::Plan;
use crate::plot::{Plot, PlotRequest};
use crate::session::{Change, ChangeArgs, PluginArgs, Session, files_read, plugin_problems};
use crate::summary::Summary;
use sim_core::diagnostic::{Code, Diagnostic, Diagnostics};
use sim_core::engine::{BuildOptions, Simulation};
use sim_core::packs::SCHEME;
use sim_core::plugins::PluginHost;
use sim_core::recording::{Recorder, RecorderOptions, RunSummary, Target, components_in_use, fault_event, run_info};
use sim_core::scene::LoadedScene;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

/// Runs a scene and prints a summary. Data goes to standard output, messages to standard error.
#[derive(Debug, Default, clap::Args)]
pub struct Args {
    /// The scene, RON or JSON; - for standard input
    #[arg(add = completion::scenes())]
    scene: PathBuf,
    /// Simulated duration of the run, s. Default: that of the scene, or until Ctrl-C
    #[arg(long, value_name = "S", conflicts_with = "steps", allow_negative_numbers = true)]
    #[arg(value_parser = number(sim_core::scene::Run::DURATION, "leave it out to run until Ctrl-C"))]
    duration: Option<f64>,
    /// Number of steps of the run
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = whole(0, u64::MAX, "leave it out to run until Ctrl-C"))]
    steps: Option<u64>,
    /// Worker threads, 0 for all cores. Does not affect the result
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = whole(0, sim_core::scene::Run::MAX_THREADS, "0 uses all cores"))]
    threads: Option<u32>,
    /// Simulated seconds per second. Default: as fast as possible
    #[arg(long, value_name = "X", allow_negative_numbers = true)]
    #[arg(value_parser = number(
        sim_core::scene::Run::SPEED,
        "1 is real time; leave it out to run as fast as possible"
    ))]
    speed: Option<f64>,
    /// Reload plugins that appear or change during the run, and apply changes of the scene files
    #[arg(long)]
    watch: bool,
    #[command(flatten)]
    change: ChangeArgs,
    #[command(flatten)]
    plugins: PluginArgs,
    /// Folder for one JSON file per robot, events and data files of components
    #[arg(long, value_name = "DIR", help_heading = "Results")]
    output: Option<PathBuf>,
    /// Record the run to an MCAP file
    #[arg(long, value_name = "FILE.mcap", help_heading = "Results")]
    record: Option<PathBuf>,
    /// Draw the trajectories from above
    #[arg(long, value_name = "FILE.png", help_heading = "Results")]
    plan: Option<PathBuf>,
    /// Plot a value over time, of all robots or of those with names that start with ROBOTS; repeatable. SIGNAL is one of x, y, z,
    /// roll, pitch, yaw, vx, vy, vz, speed, or a channel such as gps.z
    #[arg(long, value_name = "[ROBOTS:]SIGNAL=FILE.png", help_heading = "Results")]
    plot: Vec<PlotRequest>,
    /// Print the summary as JSON
    #[arg(long, help_heading = "Results")]
    json: bool,
    #[command(flatten)]
    force: ForceArgs,
    /// Minimum level of component log lines to show
    #[arg(long, value_name = "LEVEL", default_value = "info", help_heading = "Results")]
    log: Level,
    /// Append every log line and fault to a file, independent of the level
    #[arg(long, value_name = "FILE", help_heading = "Results")]
    log_file: Option<PathBuf>,
}

/// Runs the command.
pub fn run(args: Args) -> Exit {
    conduct(args.json, |console| execute(&args, console))
}

/// Runs a scene that has been built, like `sim run` without options.
pub fn session(session: Session, log: Level, console: &Console) -> Outcome {
    go(&Args { log, ..Args::default() }, session, None, Vec::new(), console)
}

fn execute(args: &Args, console: &Console) -> Outcome {
    let input = SceneInput::open(&args.scene)?;
    let (loaded, set) = args.change.load(&input, &assignments(args))?;
    let _claims = args.outputs(&loaded).claimed()?;
    // Start watching now, to catch changes while plugins load and robots are built.
    let followed = args.watch.then(|| followed(args, &input, &loaded)).transpose()?;
    let host = args.plugins.host()?;
    let mut session = Session::build(loaded, host, &build_options(args), console)?;
    args.plugins.warn_of_idle_bounds(&mut session, console);
    go(args, session, followed, set, console)
}

/// Runs a session to its end. `followed` is the scene to follow, `set` are the overrides of the scene.
fn go(
    args: &Args,
    mut session: Session,
    followed: Option<SceneFollower<'_>>,
    set: Vec<String>,
    console: &Console,
) -> Outcome {
    if let Err(warning) = interrupt::listen() {
        console.show(&warning);
    }
    let recorder = recorder(args, &session, set, console)?;
    let last_tick = last_tick(args.steps, session.loaded.scene.run.duration, session.simulation.dt());
    let mut drawings = Drawings::new(args, &session.simulation)?;
    let watched = followed.map(|scene| watched(args, scene, &mut session.host)).transpose()?;
    let live = Live::new(console, args.log, last_tick)
        .paced(session.loaded.scene.run.speed)
        .recorded(recorder, &session.simulation)
        .logged(args.log_file.as_ref().map(|file| LogFile::open(file, console)))
        .watching(watched)
        .observed(drawings.observers());
    let RunResult { ended, took, recorder, log_file, scene } = live.run(&mut session.simulation);
    if let Some(scene) = scene {
        session.plugins = components_in_use(&session.simulation, &scene, &session.host);
        session.loaded = scene;
    }
    let drawn = drawings.write(args, &session);
    conclude(args, console, session, (ended, took), recorder, log_file, drawn)
}

/// The scene that a run with `--watch` follows.
fn followed<'a>(args: &'a Args, input: &'a SceneInput, loaded: &LoadedScene) -> Result<SceneFollower<'a>, Diagnostic> {
    let load = move || Ok(args.change.load(input, &assignments(args))?.0);
    let named = move || args.change.files(input, &assignments(args));
    SceneFollower::new(loaded, build_options(args), load, named)
}

/// The sources that a run with `--watch` follows: plugin folders and scene.
fn watched<'a>(args: &Args, scene: SceneFollower<'a>, host: &'a mut PluginHost) -> Outcome<WatchedSources<'a>> {
    Ok(WatchedSources { folders: host.watch()?, host, scene, steps: args.steps })
}

/// Options for building the scene.
fn build_options(args: &Args) -> BuildOptions {
    let data_folder = args.output.as_ref().map(|folder| folder.join("data"));
    BuildOptions { data_folder, urdf: args.change.urdf(), ..BuildOptions::default() }
}

impl Args {
    /// The output files, checked against the input files.
    fn outputs(&self, loaded: &LoadedScene) -> Outputs {
        let mut outputs = Outputs::new(self.force).reading(loaded.files.iter().filter_map(|file| file.path.as_deref()));
        if self.force.force || self.log_file.as_ref().is_some_and(|file| file.exists()) {
            // Compare with all inputs only if an existing file may be modified.
            let files = files_read(loaded, &self.change.urdf(), &self.plugins);
            outputs = outputs.reading(files.iter().map(PathBuf::as_path));
        }
        if let Some(file) = &self.record {
            outputs = outputs.recording("--record", file);
        }
        if let Some(folder) = &self.output {
            outputs = outputs.folder("--output", folder);
        }
        if let Some(file) = &self.plan {
            outputs = outputs.file("--plan", file);
        }
        if let Some(file) = &self.log_file {
            outputs = outputs.appended("--log-file", file);
        }
        self.plot.iter().fold(outputs, |outputs, request| outputs.file("--plot", request.file()))
    }
}

/// Converts run settings of the command line to overrides of the scene, so that they are validated with it.
fn assignments(args: &Args) -> Vec<Change> {
    let duration = args.duration.map(|duration| Change::one("--duration", format!("run.duration={duration}")));
    let threads = args.threads.map(|threads| Change::one("--threads", format!("run.threads={threads}")));
    let speed = args.speed.map(|speed| Change::one("--speed", format!("run.speed={speed}")));
    [duration, threads, speed].into_iter().flatten().collect()
}

fn recorder(args: &Args, session: &Session, set: Vec<String>, console: &Console) -> Outcome<Option<Recorder>> {
    let mcap = args.record.clone().map(Target::Mcap);
    let json = args.output.clone().map(Target::JsonFolder);
    let targets: Vec<Target> = mcap.into_iter().chain(json).collect();
    if targets.is_empty() {
        return Ok(None);
    }
    let mut extra = BTreeMap::new();
    if !set.is_empty() {
        extra.insert("set".to_string(), set.join("\n"));
    }
    let Session { loaded, simulation, plugins, .. } = session;
    let (info, warnings) = run_info(loaded, simulation, plugins.clone(), &args.change.urdf(), extra);
    console.show_all(&warnings);
    let options = RecorderOptions { existing: args.force.existing(), ..RecorderOptions::default() };
    match Recorder::start(&targets, info, options) {
        Ok(recorder) => Ok(Some(recorder)),
        Err(error) => Err(error.diagnostic().into()),
    }
}

/// Images to draw of a run.
struct Drawings {
    plan: Option<Plan>,
    plots: Vec<Plot>,
}

/// Image files written, and the errors of others.
#[derive(Default)]
struct WrittenImages {
    files: Vec<String>,
    problems: Diagnostics,
}

impl Drawings {
    fn new(args: &Args, simulation: &Simulation) -> Outcome<Self> {
        let plots = args.plot.iter().map(|request| Plot::new(request.clone(), simulation));
        Ok(Self { plan: args.plan.as_ref().map(|_| Plan::new(simulation)), plots: plots.collect::<Result<_, _>>()? })
    }

    fn observers(&mut self) -> Vec<&mut dyn Observer> {
        let plan = self.plan.iter_mut().map(|plan| plan as &mut dyn Observer);
        plan.chain(self.plots.iter_mut().map(|plot| plot as &mut dyn Observer)).collect()
    }

    fn write(&self, args: &Args, session: &Session) -> WrittenImages {
        let (simulation, title) = (&session.simulation, session.loaded.title());
        let plan = self.plan.iter().zip(&args.plan);
        let plan = plan.map(|(plan, file)| (file.as_path(), plan.write(simulation, &title, file)));
        let plots = self.plots.iter().map(|plot| (plot.file(), plot.write(simulation, &title)));
        let mut drawn = WrittenImages::default();
        for (file, written) in plan.chain(plots) {
            match written {
                Ok(()) => drawn.files.push(file.display().to_string()),
                Err(problem) => drawn.problems.push(problem),
            }
        }
        drawn
    }
}

fn conclude(
    args: &Args,
    console: &Console,
    session: Session,
    (ended, took): (RunEnd, Duration),
    recorder: Option<Recorder>,
    mut log_file: Option<LogFile>,
    drawn: WrittenImages,
) -> Outcome {
    let Session { loaded, host, simulation, warnings, plugins } = session;
    // Do not show the path of a pack's scene inside the store.
    let in_pack = args.scene.to_str().filter(|path| path.starts_with(SCHEME) && loaded.scene.name.is_empty());
    let title = in_pack.map_or_else(|| loaded.title(), str::to_owned);
    let mut summary = Summary::of(&simulation, &title, took.as_secs_f64());
    let known = simulation.faults().len();
    let data_folder = simulation.data_folder().to_path_buf();
    let finished = simulation.finish();
    summary.data_folder = data_folder.is_dir().then(|| data_folder.display().to_string());
    for line in finished.log.iter().filter(|line| args.log.shows(line.level)) {
        console.log(line);
    }
    // Components that fail while being dropped.
    for fault in finished.faults.iter().skip(known) {
        console.show(&fault.diagnostic());
    }
    if let Some(file) = &mut log_file {
        let lines = finished.log.iter().filter_map(|line| file.line(line)).collect::<Vec<_>>();
        let faults = finished.faults.iter().skip(known).filter_map(|fault| file.fault(fault)).collect::<Vec<_>>();
        lines.into_iter().chain(faults).chain(file.flush()).for_each(|warning| console.show(&warning));
    }
    let WrittenImages { files: drawn, mut problems } = drawn;
    let mut recorded = true;
    summary.ended = ended.words();
    if let Some(mut recorder) = recorder {
        finished.faults.iter().skip(known).for_each(|fault| recorder.event(fault_event(fault)));
        let closed = close(recorder, &summary);
        recorded = closed.is_ok();
        problems.append(closed.err().into_iter().collect());
    }
    summary.finish(finished);
    let logged = log_file.as_ref().and_then(LogFile::written).map(|file| file.display().to_string());
    summary.outputs = outputs(args, recorded, logged.into_iter().chain(drawn).collect());
    if let RunEnd::Failed(diagnostic) = &ended {
        problems.push((**diagnostic).clone());
    }
    console.show_all(&problems);
    summary.plugin_failures = plugin_problems(&host, &loaded.scene.replaced());
    if console.quiet {
        // They were printed as warnings at the start, but they affect the exit status.
        summary.plugin_failures.iter().filter(|finding| decides(finding)).for_each(|finding| console.insist(finding));
    }
    let missed = missed(&summary);
    console.show_all(&missed);
    let exit = exit_of(&ended, &summary, &problems, &missed);
    summary.plugins = plugins;
    summary.diagnostics = warnings;
    summary.diagnostics.append(problems);
    summary.diagnostics.append(missed);
    summary.exit_status = exit.status();
    if args.json {
        console.print_json(&summary)?;
    } else {
        console.print(&summary.text())?;
    }
    Ok(exit)
}

/// The requested outputs that exist.
fn outputs(args: &Args, recorded: bool, drawn: Vec<String>) -> Vec<String> {
    let recorded = [&args.record, &args.output].into_iter().flatten().filter(|_| recorded);
    recorded.map(|path| path.display().to_string()).chain(drawn).collect()
}

fn close(recorder: Recorder, summary: &Summary) -> Result<(), Diagnostic> {
    let end = RunSummary {
        steps: summary.steps,
        sim_time_s: summary.sim_time_s,
        wall_time_s: summary.wall_time_s,
        state_hash: summary.state_hash.clone(),
        digest: summary.digest.clone(),
        end: summary.end.as_ref().and_then(|end| end.to_bytes().ok()),
        ended: summary.ended.to_string(),
    };
    recorder.finish(&end).map(|_| ()).map_err(|error| error.diagnostic())
}

/// A finding for each acceptance condition that failed.
fn missed(summary: &Summary) -> Diagnostics {
    let missed = summary.acceptance.iter().filter(|verdict| verdict.outcome == sim_core::engine::Outcome::Failed);
    let finding = |verdict: &sim_core::engine::Verdict| {
        let name = &verdict.name;
        let message = format!("the acceptance condition `{name}` failed");
        Diagnostic::error(Code::EngineAcceptance, message).with_found(&verdict.observed)
    };
    missed.map(finding).collect()
}

/// Whether a plugin that was not used affects the exit status.
fn decides(finding: &Diagnostic) -> bool {
    // A plugin shadowed by the installation's own library is harmless.
    finding.code != Code::PluginShadowed
}

fn exit_of(ended: &RunEnd, summary: &Summary, problems: &Diagnostics, missed: &Diagnostics) -> Exit {
    match ended {
        RunEnd::Interrupted => Exit::Interrupted,
        RunEnd::Failed(_) => Exit::Failed,
        _ if problems.has_errors() => Failure::from(problems.clone()).exit,
        _ if !summary.faults.is_empty() => Exit::Plugin,
        _ if summary.plugin_failures.iter().any(decides) => Exit::Plugin,
        _ if missed.has_errors() => Exit::Acceptance,
        _ => Exit::Ok,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_results_that_were_written_are_listed() {
        let words = ["sim", "run", "a.ron", "--record", "r.mcap", "--output", "o"];
        let crate::commands::Command::Run(args) = <crate::Cli as clap::Parser>::parse_from(words).command else {
            panic!("expected the command `sim run`")
        };
        assert_eq!(outputs(&args, true, vec!["p.png".into()]), ["r.mcap", "o", "p.png"]);
        assert_eq!(outputs(&args, false, vec!["p.png".into()]), ["p.png"]);
        assert!(outputs(&Args::default(), true, Vec::new()).is_empty());
    }

    #[test]
    fn a_duration_of_whole_steps_takes_no_further_step() {
        assert_eq!(last_tick(None, Some(0.3), 0.1), Some(3));
        assert_eq!(last_tick(None, Some(60.0), 0.01), Some(6000));
        assert_eq!(last_tick(None, Some(0.25), 0.1), Some(3));
        assert_eq!(last_tick(Some(7), Some(0.25), 0.1), Some(7));
        assert_eq!(last_tick(None, None, 0.1), None);
    }
}
