//! `sim info`.

use super::export::warn_of_damage;
use crate::completion;
use crate::console::Console;
use crate::exit::{Exit, Outcome};
use crate::input::{self, STANDARD_INPUT, is_standard_input};
use serde::Serialize;
use sim_core::recording::{Ending, EventKind, Gaps, PluginStamp, Recording};
use sim_core::words::counted;
use std::fmt::Write;
use std::path::PathBuf;

/// Says what a recording holds: the run, robots, components, events, and whether the file is whole.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The recording, made with `sim run --record`; - for standard input
    #[arg(add = completion::recordings())]
    file: PathBuf,
    /// The same as one JSON document
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    file: String,
    /// Size of the file; none on standard input.
    bytes: Option<u64>,
    program_version: String,
    scene: String,
    seed: u64,
    dt: f64,
    /// Ticks done, as far as the file tells.
    ticks: u64,
    /// Simulated time of its last frame, s.
    duration_s: f64,
    /// Ticks from one frame to the next.
    every_ticks: u64,
    /// How the run ended; none where the file does not say.
    ended: Option<String>,
    /// Whether its writer has closed it and nothing is damaged.
    whole: bool,
    /// How the file ends.
    ending: String,
    state_hash: Option<String>,
    digest: Option<String>,
    robots: Vec<RobotReport>,
    movable_objects: Vec<String>,
    components: Vec<PluginStamp>,
    events: Events,
    /// Files of the scene that are in it.
    files: usize,
}

#[derive(Serialize)]
struct RobotReport {
    name: String,
    model: String,
    channels: usize,
}

/// How often something happened.
#[derive(Debug, Default, Serialize)]
struct Events {
    all: u64,
    faults: u64,
    log_lines: u64,
    contacts: u64,
    notes: u64,
}

/// Runs the command.
pub fn run(args: Args) -> Exit {
    let console = Console::new(args.json);
    console.conclude(execute(&args, &console))
}

fn execute(args: &Args, console: &Console) -> Outcome {
    let recording = input::recording(&args.file)?;
    warn_of_damage(&recording, console);
    let mut gaps = Gaps::new();
    let report = report(args, &recording, &mut gaps)?;
    gaps.found().iter().for_each(|error| console.show(&error.warning()));
    if args.json {
        console.print_json(&report)?
    } else {
        console.print(&text(&report))?
    }
    Ok(Exit::Ok)
}

fn report(args: &Args, recording: &Recording, gaps: &mut Gaps) -> Outcome<Report> {
    let mut events = Events::default();
    for event in recording.events() {
        let Some(event) = gaps.pass(event).map_err(|error| error.diagnostic())? else { continue };
        events.all += 1;
        match event.kind {
            EventKind::Fault { .. } => events.faults += 1,
            EventKind::Log { .. } => events.log_lines += 1,
            EventKind::ContactBegin { .. } => events.contacts += 1,
            EventKind::ContactEnd { .. } => {}
            EventKind::Note { .. } => events.notes += 1,
        }
    }
    let last = match recording.summary() {
        Some(summary) => (summary.steps, summary.sim_time_s),
        None => {
            let last = recording.frame_at(f64::INFINITY).map_err(|error| error.diagnostic())?;
            last.map_or((0, 0.0), |frame| (frame.tick, frame.time))
        }
    };
    let (info, summary) = (recording.info(), recording.summary());
    let is_closed = *recording.ending() == Ending::Complete;
    let damaged = recording.damage().len() + gaps.found().len();
    let ending = match damaged {
        1.. if is_closed => format!("it was closed properly, but is damaged in {}", counted(damaged, "place")),
        _ => recording.ending().to_string(),
    };
    let from_input = is_standard_input(&args.file);
    Ok(Report {
        file: if from_input { STANDARD_INPUT.into() } else { args.file.display().to_string() },
        bytes: std::fs::metadata(&args.file).ok().filter(|_| !from_input).map(|data| data.len()),
        program_version: info.program_version.clone(),
        scene: info.scene_name.clone(),
        seed: info.seed,
        dt: info.dt,
        ticks: last.0,
        duration_s: last.1,
        every_ticks: recording.every_ticks(),
        ended: summary.map(|summary| summary.ended.clone()),
        whole: is_closed && damaged == 0,
        ending,
        state_hash: summary.map(|summary| summary.state_hash.clone()),
        digest: summary.and_then(|summary| summary.digest.clone()),
        robots: info
            .robots
            .iter()
            .map(|robot| RobotReport {
                name: robot.name.clone(),
                model: robot.model.clone(),
                channels: robot.channels.len(),
            })
            .collect(),
        movable_objects: info.objects.iter().map(|object| object.name.clone()).collect(),
        components: info.plugins.clone(),
        events,
        files: info.scene_files.len(),
    })
}

/// Robots listed for people.
const ROWS: usize = 20;

fn text(report: &Report) -> String {
    let mut text = String::new();
    let mut line = |label: &str, value: String| {
        let _ = writeln!(text, "  {label:<11} {value}");
    };
    let size = report.bytes.map(|bytes| format!(", {}", size(bytes))).unwrap_or_default();
    line("recording", format!("{}{size}", report.file));
    line("made by", format!("version {}", report.program_version));
    line("scene", format!("{} (seed {}, step {} s)", report.scene, report.seed, report.dt));
    let every =
        if report.every_ticks == 1 { String::new() } else { format!(", a frame every {} ticks", report.every_ticks) };
    line("simulated", format!("{:.3} s in {}{every}", report.duration_s, counted(report.ticks, "tick")));
    line("ended", report.ended.clone().unwrap_or_else(|| "unknown: the file has no end".to_string()));
    line(if report.whole { "whole" } else { "NOT WHOLE" }, report.ending.clone());
    for (label, value) in [("state hash", &report.state_hash), ("digest", &report.digest)] {
        value.iter().for_each(|value| line(label, (*value).clone()));
    }
    let Events { all, faults, log_lines, contacts, notes } = &report.events;
    let counts = [(faults, "fault"), (log_lines, "log line"), (contacts, "contact"), (notes, "note")];
    let counts = counts.map(|(count, what)| counted(*count, what));
    line("events", format!("{all}: {}", counts.join(", ")));
    line("files", format!("{} of the scene", report.files));
    line("objects", format!("{} that can move", report.movable_objects.len()));
    line("robots", report.robots.len().to_string());
    let width = |texts: &mut dyn Iterator<Item = &str>| texts.map(|text| text.chars().count()).max().unwrap_or(0);
    let robots = width(&mut report.robots.iter().take(ROWS).map(|robot| &*robot.name));
    let models = width(&mut report.robots.iter().take(ROWS).map(|robot| &*robot.model));
    for RobotReport { name, model, channels } in report.robots.iter().take(ROWS) {
        line("", format!("{name:<robots$}  {model:<models$}  {}", counted(*channels, "channel")));
    }
    if report.robots.len() > ROWS {
        line("", format!("… and {} more (--json lists all)", report.robots.len() - ROWS));
    }
    line("components", report.components.len().to_string());
    let ids = width(&mut report.components.iter().map(|stamp| &*stamp.id));
    for PluginStamp { id, version, file, digest } in &report.components {
        line("", format!("{id:<ids$}  {version}  {file}  {digest}"));
    }
    text
}

/// A size for people.
fn size(bytes: u64) -> String {
    match bytes {
        0..1_000 => counted(bytes, "byte"),
        1_000..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}
