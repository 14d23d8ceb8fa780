//! `sim export`.

use crate::console::{Console, conduct};
use crate::exit::{Exit, Outcome};
use crate::number::{number, whole};
use crate::output::{ForceArgs, Outputs};
use crate::{completion, input};
use serde_json::json;
use sim_core::diagnostic::{Code, Diagnostic};
use sim_core::recording::{Ending, Gaps, Recording, Selection, export_csv, export_json};
use sim_core::scene::check_value::{Range, at_least};
use std::path::{Path, PathBuf};

/// Valid times in a recording.
const TIME: Range = at_least(0.0, "s");

/// Converts a recording to tables (CSV) or JSON.
#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("format").required(true).multiple(true).args(["csv", "json"]))]
pub struct Args {
    /// Recording from `sim run --record`; - for standard input
    #[arg(add = completion::recordings())]
    file: PathBuf,
    /// Folder for one table per robot and per movable object
    #[arg(long, value_name = "DIR")]
    csv: Option<PathBuf>,
    /// One JSON file (a name that ends in .json), or a folder with one file per robot and per movable object
    #[arg(long, value_name = "FILE|DIR")]
    json: Option<PathBuf>,
    /// Only these robots, and the objects named with --object
    #[arg(long, value_name = "NAME")]
    robot: Vec<String>,
    /// Only these movable objects, and the robots named with --robot
    #[arg(long, value_name = "NAME")]
    object: Vec<String>,
    /// Only these components (range) or values (range.distance)
    #[arg(long, value_name = "NAME")]
    channel: Vec<String>,
    /// Start of the exported time range, simulation time, s
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    #[arg(value_parser = number(TIME, "leave it out to start with the recording"))]
    from: Option<f64>,
    /// End of the exported time range, simulation time, s
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    #[arg(value_parser = number(TIME, "leave it out to end with the recording"))]
    to: Option<f64>,
    /// Export every Nth frame
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true)]
    #[arg(value_parser = whole(1, usize::MAX, "1 exports all frames, 10 every tenth"))]
    every: usize,
    #[command(flatten)]
    force: ForceArgs,
}

/// Runs the command.
pub fn run(args: Args) -> Exit {
    conduct(false, |console| execute(&args, console))
}

fn execute(args: &Args, console: &Console) -> Outcome {
    let _claims = args.outputs().claimed()?;
    let recording = input::recording(&args.file)?;
    warn_of_damage(&recording, console);
    let selection = Selection {
        robots: args.robot.clone(),
        objects: args.object.clone(),
        channels: args.channel.clone(),
        from: args.from.unwrap_or(f64::NEG_INFINITY),
        to: args.to.unwrap_or(f64::INFINITY),
        every: args.every,
    };
    let mut gaps = Gaps::new();
    if let Some(folder) = &args.csv {
        let exported = export_csv(&recording, folder, &selection).map_err(|error| error.diagnostic())?;
        gaps.extend(exported.gaps);
        for file in exported.files {
            console.print(&file.display().to_string())?;
        }
    }
    if let Some(target) = &args.json {
        if is_one_file(target) {
            gaps.extend(one_file(&recording, target, &selection)?);
        } else {
            gaps.extend(export_json(&recording, target, &selection).map_err(|error| error.diagnostic())?.gaps);
        }
        console.print(&target.display().to_string())?;
    }
    gaps.found().iter().for_each(|error| console.show(&error.warning()));
    Ok(Exit::Ok)
}

impl Args {
    /// The output files, checked against the input file.
    fn outputs(&self) -> Outputs {
        let mut outputs = Outputs::new(self.force).reading([self.file.as_path()]);
        if let Some(folder) = &self.csv {
            outputs = outputs.folder("--csv", folder);
        }
        match &self.json {
            Some(file) if is_one_file(file) => outputs.file("--json", file),
            Some(folder) => outputs.folder("--json", folder),
            None => outputs,
        }
    }
}

/// Whether the JSON goes to a single document.
fn is_one_file(target: &Path) -> bool {
    target.extension().is_some_and(|extension| extension == "json")
}

/// Warns if a recording was not closed properly, or is damaged.
pub fn warn_of_damage(recording: &Recording, console: &Console) {
    if *recording.ending() != Ending::Complete {
        let message = "the recording was not closed correctly; its readable part is used";
        let diagnostic = Diagnostic::warning(Code::RecordingDamaged, message)
            .with_file(recording.path().display().to_string())
            .with_found(recording.ending().to_string());
        console.show(&diagnostic);
    }
    recording.damage().iter().for_each(|error| console.show(&error.warning()));
}

/// Combines the exported files into one document: the run, the frames of each robot and object by name, and the events.
fn one_file(recording: &Recording, target: &Path, selection: &Selection) -> Outcome<Gaps> {
    let folder = tempfile::tempdir().map_err(|error| crate::console::unwritable(target, error))?;
    let exported = export_json(recording, folder.path(), selection).map_err(|error| error.diagnostic())?;
    let read = |name: &str| -> Result<serde_json::Value, Diagnostic> {
        let file = folder.path().join(name);
        let bytes = std::fs::read(&file).map_err(|error| crate::console::unwritable(&file, error))?;
        serde_json::from_slice(&bytes).map_err(|error| crate::console::unwritable(&file, error))
    };
    let mut document = read("run.json")?;
    let (mut robots, mut objects) = (serde_json::Map::new(), serde_json::Map::new());
    let files = document.get("files").and_then(|files| files.as_array()).cloned().unwrap_or_default();
    for entry in &files {
        let Some(file) = entry["file"].as_str() else { continue };
        if let Some(robot) = entry["robot"].as_str() {
            robots.insert(robot.to_string(), read(file)?);
        } else if let Some(object) = entry["object"].as_str() {
            objects.insert(object.to_string(), read(file)?);
        }
    }
    if let Some(document) = document.as_object_mut() {
        document.remove("files");
    }
    document["robots"] = robots.into();
    document["objects"] = objects.into();
    document["events"] = read("events.json")?;
    let text = serde_json::to_vec(&json!(document)).map_err(|error| crate::console::unwritable(target, error))?;
    sim_core::files::write_whole(target, &text).map_err(|error| crate::console::unwritable(target, error))?;
    Ok(exported.gaps)
}
