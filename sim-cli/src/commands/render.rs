//! `sim render`.

mod drawing;
mod labels;
mod viewpoint;

use super::export::warn_of_damage;
use crate::console::{Console, Level, conduct, unwritable};
use crate::exit::{Exit, Failure, Outcome};
use crate::input::SceneInput;
use crate::live::{Live, RunEnd, RunResult};
use crate::number::{number, whole};
use crate::output::{Claims, ForceArgs, Outputs};
use crate::recorded::RecordedScene;
use crate::rows::Rows;
use crate::session::{ChangeArgs, PluginArgs, Session, files_read, plugin_problems};
use crate::{completion, interrupt};
use drawing::{Drawing, SAME, Timing};
use serde::Serialize;
use sim_core::diagnostic::{Code, Diagnostic};
use sim_core::engine::BuildOptions;
use sim_core::scene::Run;
use sim_core::scene::check_value::at_least;
use sim_runner::{Playback, Preview};
use sim_video::{EDGES, Extent, Kind, Video, is_edge};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use viewpoint::{Place, ViewpointOptions};

/// Renders a run without a window. A scene is run as by `sim run`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Scene (RON or JSON) or recording (MCAP); - for a scene from standard input
    #[arg(add = completion::scenes_and_recordings())]
    input: PathBuf,
    /// Output: a video (.mp4, AV1), an animation (.gif), an image (.png), or a folder for numbered images
    #[arg(long, short, value_name = "FILE.mp4|FILE.gif|FILE.png|DIR", help_heading = "Results")]
    output: PathBuf,
    /// View from behind a robot, or through one of its cameras. Default: the initial view of the scene
    #[arg(long, value_name = "ROBOT[.SENSOR]")]
    camera: Option<String>,
    /// Position of the camera, m
    #[arg(long, value_name = "X,Y,Z", conflicts_with = "camera", allow_hyphen_values = true)]
    from: Option<Place>,
    /// Point that the camera looks at, m. Default: the center of the scene
    #[arg(long, value_name = "X,Y,Z", conflicts_with = "camera", allow_hyphen_values = true)]
    look_at: Option<Place>,
    /// Image size, px
    #[arg(long, value_name = "WIDTHxHEIGHT", default_value = "1280x720")]
    size: Size,
    /// Images per second
    #[arg(long, value_name = "N", default_value_t = 30, allow_negative_numbers = true)]
    #[arg(value_parser = whole(1_u32, 240, "30 is typical"))]
    fps: u32,
    /// Simulated seconds per second of the video
    #[arg(long, value_name = "X", default_value_t = 1.0, allow_negative_numbers = true)]
    #[arg(value_parser = number(Run::SPEED, "1 is real time"))]
    speed: f64,
    /// Simulated time of the first image, s. Default: 0, or the start of the recording
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    #[arg(value_parser = number(at_least(0.0, "s"), "0 is the start"))]
    start: Option<f64>,
    /// Simulated duration, s. Default: up to the end of the run
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    #[arg(value_parser = number(Run::DURATION, "leave it out for the whole run"))]
    duration: Option<f64>,
    #[command(flatten)]
    change: ChangeArgs,
    #[command(flatten)]
    plugins: PluginArgs,
    /// Print the result as JSON
    #[arg(long, help_heading = "Results")]
    json: bool,
    #[command(flatten)]
    force: ForceArgs,
    /// Minimum level of component log lines to show
    #[arg(long, value_name = "LEVEL", default_value = "warn", help_heading = "Results")]
    log: Level,
}

/// Width and height, px.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Size([u32; 2]);

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let [least, most] = EDGES;
        let edge = |text: &str| text.parse().ok().filter(|edge| is_edge(*edge));
        let edges = text.split_once(['x', '×']).and_then(|(width, height)| Some(Self([edge(width)?, edge(height)?])));
        edges.ok_or_else(|| format!("expected two even numbers from {least} to {most}, such as 1280x720"))
    }
}

#[derive(Serialize)]
struct Report {
    /// None if nothing was drawn.
    output: Option<String>,
    images: u64,
    width: u32,
    height: u32,
    /// Duration of the video, s.
    duration_s: f64,
    /// Simulated time of the first and last image, s.
    from_s: f64,
    to_s: f64,
    faults: usize,
}

/// Result of rendering a run.
struct Rendering {
    extent: Extent,
    timing: Timing,
    exit: Exit,
    faults: usize,
}

/// Runs the command.
pub fn run(args: Args) -> Exit {
    conduct(args.json, |console| execute(&args, console))
}

fn execute(args: &Args, console: &Console) -> Outcome {
    let kind = Kind::of(&args.output).ok_or_else(|| {
        Diagnostic::error(Code::ConfigValue, "unknown file extension of the output")
            .with_file(args.output.display().to_string())
            .with_expected("a video (.mp4), an animation (.gif), an image (.png), or a folder (without an extension)")
    })?;
    if args.output.file_name().is_some_and(is_ending) {
        let name = args.output.with_file_name(format!("run{}", args.output.file_name().unwrap_or_default().display()));
        return Err(Diagnostic::error(Code::ConfigValue, "the output has a file extension, but not a name")
            .with_file(args.output.display().to_string())
            .with_help(format!("give it a name, such as {name}", name = name.display()))
            .into());
    }
    if let (Kind::Picture, Some(_)) = (kind, args.duration) {
        let help = "use --start to set the time of the image";
        let message = "--duration does not apply to an image";
        return Err(Diagnostic::error(Code::ConfigConflict, message).with_help(help).into());
    }
    let recording = args.input.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("mcap"));
    let drawn = if recording { of_recording(args, kind, console)? } else { of_scene(args, kind, console)? };
    let Rendering { extent, timing, exit, faults } = drawn;
    let [width, height] = args.size.0;
    let report = Report {
        output: (extent.images > 0).then(|| args.output.display().to_string()),
        images: extent.images,
        width,
        height,
        duration_s: extent.duration,
        from_s: timing.start,
        to_s: timing.time(extent.images.saturating_sub(1)),
        faults,
    };
    if args.json {
        console.print_json(&report)?
    } else {
        console.print(&text(&report, kind))?
    }
    Ok(exit)
}

/// Renders the run of a scene.
fn of_scene(args: &Args, kind: Kind, console: &Console) -> Outcome<Rendering> {
    let input = SceneInput::open(&args.input)?;
    let (loaded, _) = args.change.load(&input, &[])?;
    let files = files_read(&loaded, &args.change.urdf(), &args.plugins);
    let _claims = claimed(Outputs::new(args.force).reading(files.iter().map(PathBuf::as_path)), &args.output, kind)?;
    let start = args.start.unwrap_or(0.0);
    if let Some(end) = loaded.scene.run.duration.filter(|end| start > *end) {
        return Err(beyond(start, end).into());
    }
    let duration = match (kind, args.duration.or_else(|| loaded.scene.run.duration.map(|end| end - start))) {
        (Kind::Picture, _) => 0.0,
        (_, Some(duration)) => duration,
        (_, None) => {
            let message = "a video needs a duration, and the scene does not set one";
            return Err(Diagnostic::error(Code::ConfigValue, message).with_help("set it with --duration S").into());
        }
    };
    let timing = Timing::new(start, duration, args.fps, args.speed);
    let options = BuildOptions { urdf: args.change.urdf(), ..BuildOptions::default() };
    let mut session = Session::build(loaded, args.plugins.host()?, &options, console)?;
    args.plugins.warn_of_idle_bounds(&mut session, console);
    if let Err(warning) = interrupt::listen() {
        console.show(&warning);
    }
    let video = begin(args, kind)?;
    let scene = Arc::new(session.loaded.clone());
    let mut drawing = Drawing::new(scene, video, args.viewpoint(), args.size.0, timing);
    let last_tick = Run::ticks(timing.end(), session.simulation.dt());
    let live = Live::new(console, args.log, Some(last_tick)).observed(vec![&mut drawing]);
    let RunResult { ended, .. } = live.run(&mut session.simulation);
    let ended_at = session.simulation.time();
    let faults = session.simulation.finish().faults.len();
    let has_failures = !plugin_problems(&session.host, &session.loaded.scene.replaced()).is_empty();
    let exit = match &ended {
        RunEnd::Failed(failed) => return Err(Failure::from((**failed).clone())),
        RunEnd::Interrupted => Exit::Interrupted,
        RunEnd::Stopped(_) | RunEnd::Completed if faults > 0 || has_failures => Exit::Plugin,
        RunEnd::Stopped(_) | RunEnd::Completed => Exit::Ok,
    };
    let extent = drawing.finish()?;
    if extent.images == 0 && exit != Exit::Interrupted {
        return Err(Diagnostic::error(Code::ConfigValue, "the run ended before the first image")
            .with_expected(format!("at most {ended_at} s"))
            .with_found(format!("`--start {start}`"))
            .into());
    }
    Ok(Rendering { extent, timing, exit, faults })
}

/// Renders a recorded run.
fn of_recording(args: &Args, kind: Kind, console: &Console) -> Outcome<Rendering> {
    let libraries = args.plugins.libraries();
    let read = libraries.iter().map(PathBuf::as_path).chain([args.input.as_path()]);
    let _claims = claimed(Outputs::new(args.force).reading(read), &args.output, kind)?;
    if args.change.is_used() {
        let help = "leave out --set and similar options, or render the scene instead";
        return Err(Diagnostic::error(Code::ConfigConflict, "a recorded run cannot be changed").with_help(help).into());
    }
    let mut playback = Playback::open(&args.input)?;
    warn_of_damage(playback.recording(), console);
    let scene = RecordedScene::unpack(playback.recording())?;
    let mut built = scene.build(args.plugins.as_recorded(playback.recording(), console).host()?, None, console)?;
    let (first, last) = playback.range();
    let start = args.start.unwrap_or(first);
    if start > last {
        return Err(beyond(start, last).into());
    }
    let duration = match kind {
        Kind::Picture => 0.0,
        _ => args.duration.unwrap_or(last - start),
    };
    let timing = Timing::new(start, duration, args.fps, args.speed);
    let scene = Arc::new(built.session.loaded.clone());
    let preview = Preview::of(&mut built.session.simulation, &scene);
    playback.adopt_models(&preview.structure, &preview.links);
    playback.adopt_parts(&preview.structure);
    let drawing = preview.structure.robots.iter().enumerate().filter(|(_, robot)| robot.needs_telemetry());
    playback.select(drawing.map(|(robot, _)| robot).collect());
    let lights = built.session.simulation.world().lights.clone();
    if let Err(warning) = interrupt::listen() {
        console.show(&warning);
    }
    let video = begin(args, kind)?;
    let mut drawing = Drawing::new(scene, video, args.viewpoint(), args.size.0, timing);
    let mut exit = Exit::Ok;
    while let Some(time) = drawing.next().filter(|time| *time <= last + SAME * timing.step) {
        if interrupt::asked() {
            exit = Exit::Interrupted;
            break;
        }
        playback.seek(time);
        // As with a simulation, use the first state that is not before the image's time.
        if playback.frame()?.time < time - SAME * timing.step {
            playback.step(1)?;
        }
        drawing.draw(&*playback.frame()?, &playback.structure(), &lights)?;
    }
    playback.damage().iter().for_each(|error| console.show(&error.warning()));
    Ok(Rendering { extent: drawing.finish()?, timing, exit, faults: 0 })
}

impl Args {
    fn viewpoint(&self) -> ViewpointOptions {
        ViewpointOptions { camera: self.camera.clone(), from: self.from, look_at: self.look_at }
    }
}

/// Whether a name is only the extension of a video or image, which would name a folder.
fn is_ending(name: &OsStr) -> bool {
    [".mp4", ".gif", ".png"].iter().any(|ending| name.eq_ignore_ascii_case(ending))
}

/// Starts writing the output. Removes images of an earlier run in the same folder, which would mix with the new ones.
fn begin(args: &Args, kind: Kind) -> Outcome<Video> {
    if kind == Kind::Pictures {
        remove_pictures(&args.output).map_err(|error| unwritable(&args.output, error))?;
    }
    Ok(Video::begin(&args.output, kind, args.size.0, args.fps, args.force.existing())?)
}

/// Removes only files named like images of a run.
fn remove_pictures(folder: &Path) -> std::io::Result<()> {
    let is_number = |number: &str| number.len() >= 6 && number.bytes().all(|byte| byte.is_ascii_digit());
    let number =
        |name: &str| name.strip_prefix("frame-").and_then(|name| name.strip_suffix(".png")).is_some_and(is_number);
    let Ok(entries) = folder.read_dir() else { return Ok(()) };
    for entry in entries {
        let entry = entry?;
        if entry.file_name().to_str().is_some_and(number) && !entry.file_type()?.is_dir() {
            std::fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// Checks and locks the output.
fn claimed(outputs: Outputs, path: &Path, kind: Kind) -> Outcome<Claims> {
    let outputs = match kind {
        Kind::Video | Kind::Animation => outputs.recording("--output", path),
        Kind::Picture => outputs.file("--output", path),
        Kind::Pictures => outputs.folder("--output", path),
    };
    outputs.claimed()
}

/// The error for a start after the end.
fn beyond(start: f64, end: f64) -> Diagnostic {
    Diagnostic::error(Code::ConfigValue, "the first image would be after the end of the run")
        .with_expected(format!("at most {end} s"))
        .with_found(format!("`--start {start}`"))
}

fn text(report: &Report, kind: Kind) -> String {
    let Report { output, images, width, height, duration_s, from_s, to_s, .. } = report;
    let mut rows = Rows::default();
    let label = match kind {
        Kind::Video => "video",
        Kind::Animation => "animation",
        Kind::Picture => "image",
        Kind::Pictures => "images",
    };
    let Some(output) = output else {
        rows.add(label, "none: interrupted before the first image");
        return rows.text("", 12);
    };
    rows.add(label, output);
    let [from, to] = [from_s, to_s].map(|time| format!("{time:.3}"));
    match kind {
        Kind::Picture => rows.add("time", format!("{from} s")),
        _ => {
            rows.add("images", format!("{images}, {width} × {height}"));
            rows.add("length", format!("{duration_s:.2} s, from {from} s to {to} s of the run"));
        }
    }
    rows.text("", 12)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_two_even_numbers() {
        assert_eq!("640x480".parse(), Ok(Size([640, 480])));
        for wrong in ["640", "641x480", "640x", "0x2", "9000x9000", "axb"] {
            assert!(wrong.parse::<Size>().unwrap_err().contains("1280x720"), "{wrong}");
        }
    }
}
