//! `sim info`.

use super::export::warn_of_damage;
use crate::completion;
use crate::console::{Console, conduct};
use crate::counts::and_more;
use crate::exit::{Exit, Outcome};
use crate::input::{self, STANDARD_INPUT, is_standard_input};
use crate::rows::Rows;
use serde::Serialize;
use sim_core::recording::{Ending, EventKind, Gaps, IsolatedStamp, PluginStamp, Recording};
use sim_core::words::counted;
use std::path::PathBuf;

/// Shows the contents of a recording: the run, robots, components, events, and whether the file is complete.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Recording from `sim run --record`; - for standard input
    #[arg(add = completion::recordings())]
    file: PathBuf,
    /// Print the contents as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    file: String,
    /// Size of the file; none for standard input.
    bytes: Option<u64>,
    program_version: String,
    scene: String,
    seed: u64,
    dt: f64,
    /// Number of ticks, as far as recorded.
    ticks: u64,
    /// Simulated time of the last frame, s.
    duration_s: f64,
    /// Number of ticks between frames.
    every_ticks: u64,
    /// How the run ended; none if not recorded.
    ended: Option<String>,
    /// Whether the file was closed by its writer and is not damaged.
    complete: bool,
    /// State of the end of the file.
    ending: String,
    state_hash: Option<String>,
    digest: Option<String>,
    robots: Vec<RobotReport>,
    movable_objects: Vec<String>,
    components: Vec<PluginStamp>,
    events: Events,
    /// Number of scene files in the recording.
    files: usize,
}

#[derive(Serialize)]
struct RobotReport {
    name: String,
    model: String,
    channels: usize,
}

/// Counts of events.
#[derive(Debug, Default, Serialize)]
struct Events {
    all: u64,
    faults: u64,
    log_lines: u64,
    contacts: u64,
    edits: u64,
    external_input: u64,
    notes: u64,
}

/// Runs the command.
pub fn run(args: Args) -> Exit {
    conduct(args.json, |console| execute(&args, console))
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
            EventKind::ObjectAdded { .. } | EventKind::ObjectRemoved { .. } | EventKind::RobotPlaced { .. } => {
                events.edits += 1;
            }
            EventKind::ExternalInput { .. } => events.external_input += 1,
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
        1.. if is_closed => format!("complete, but damaged in {}", counted(damaged, "place")),
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
        complete: is_closed && damaged == 0,
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

/// Maximum number of robots in the text.
const ROWS: usize = 20;

fn text(report: &Report) -> String {
    let mut rows = Rows::default();
    let file = match report.bytes {
        Some(bytes) => format!("{}, {}", report.file, size(bytes)),
        None => report.file.as_str().into(),
    };
    rows.add("recording", file);
    rows.add("made by", format!("version {}", report.program_version));
    rows.add("scene", format!("{} (seed {}, step {} s)", report.scene, report.seed, report.dt));
    let simulated = format!("{:.3} s in {}", report.duration_s, counted(report.ticks, "tick"));
    match report.every_ticks {
        1 => rows.add("simulated", simulated),
        every => rows.add("simulated", format!("{simulated}, a frame every {every} ticks")),
    }
    rows.add("ended", report.ended.as_deref().unwrap_or("unknown: the end of the file is missing"));
    rows.add(if report.complete { "complete" } else { "INCOMPLETE" }, report.ending.clone());
    let hashes = [("state hash", &report.state_hash), ("digest", &report.digest)];
    for (label, value) in hashes {
        value.iter().for_each(|value| rows.add(label, value.as_str()));
    }
    rows.add("events", events(&report.events));
    rows.add("files", format!("{} of the scene", report.files));
    rows.add("objects", format!("{} movable", report.movable_objects.len()));
    rows.add("robots", report.robots.len().to_string());
    let width = |texts: &mut dyn Iterator<Item = &str>| texts.map(|text| text.chars().count()).max().unwrap_or(0);
    let robots = width(&mut report.robots.iter().take(ROWS).map(|robot| &*robot.name));
    let models = width(&mut report.robots.iter().take(ROWS).map(|robot| &*robot.model));
    for RobotReport { name, model, channels } in report.robots.iter().take(ROWS) {
        let channels = counted(*channels, "channel");
        rows.more(format!("{name:<robots$}  {model:<models$}  {}", channels));
    }
    if report.robots.len() > ROWS {
        rows.more(and_more(report.robots.len() - ROWS));
    }
    rows.add("components", report.components.len().to_string());
    let ids = width(&mut report.components.iter().map(|stamp| &*stamp.id));
    for PluginStamp { id, version, file, digest, pack, .. } in &report.components {
        let pack = pack.as_ref().map(|pack| format!("  pack:{}@{}", pack.name, pack.version)).unwrap_or_default();
        rows.more(format!("{id:<ids$}  {version}  {file}  {digest}{pack}"));
    }
    // The limits are those of the run, the same for all components.
    if let Some(bounds) = report.components.iter().find_map(|stamp| stamp.isolated) {
        rows.add("isolated", isolation_text(bounds));
        let isolated = report.components.iter().filter(|stamp| stamp.isolated.is_some());
        isolated.for_each(|stamp| rows.more(stamp.id.clone()));
    }
    rows.text("  ", 11)
}

/// The limits of isolated components.
fn isolation_text(IsolatedStamp { deadline_s: deadline, restarts }: IsolatedStamp) -> String {
    match restarts {
        0 => format!("calls of up to {deadline} s, no restarts"),
        count => format!("calls of up to {deadline} s, up to {count}", count = counted(count, "restart")),
    }
}

/// Formats the counts of events.
fn events(Events { all, faults, log_lines, contacts, edits, external_input, notes }: &Events) -> String {
    let [faults, lines, contacts, edits, notes] =
        [(faults, "fault"), (log_lines, "log line"), (contacts, "contact"), (edits, "edit"), (notes, "note")]
            .map(|(count, what)| counted(*count, what));
    format!("{all}: {faults}, {lines}, {contacts}, {edits} of the world, {external_input} external, {notes}")
}

/// A file size as text for users.
fn size(bytes: u64) -> String {
    match bytes {
        0..1_000 => counted(bytes, "byte"),
        1_000..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}
