//! `sim diff`.

use crate::completion;
use crate::console::{Console, conduct};
use crate::exit::{Exit, Outcome};
use crate::input::{self, SceneInput, is_standard_input};
use serde_json::{Value, json};
use sim_core::scene::text::{Format, Node};
use sim_core::scene::{Change, Difference, LoadOptions, Scene, differences, value_text};
use sim_core::words::shortened;
use std::path::{Path, PathBuf};

/// Says in what two scenes differ, with everything that they include. Comments, layout and the order of fields do not count.
///
/// Robots, objects and everything else that has a name are found by it. Status 0: equal, 1: different. A recording stands for its
/// scene.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A scene, or a recording; - for a scene on standard input
    #[arg(add = completion::scenes_and_recordings())]
    a: PathBuf,
    /// The other one
    #[arg(add = completion::scenes_and_recordings())]
    b: PathBuf,
    /// The differences as one JSON document
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: Args) -> Exit {
    conduct(args.json, |console| execute(&args, console))
}

fn execute(args: &Args, console: &Console) -> Outcome {
    let (a, b) = (scene(&args.a)?, scene(&args.b)?);
    let found = differences(&a, &b);
    let exit = if found.is_empty() { Exit::Ok } else { Exit::Failed };
    if args.json {
        console.print_json(&json!({
            "a": args.a.display().to_string(),
            "b": args.b.display().to_string(),
            "equal": found.is_empty(),
            "differences": found.iter().map(data).collect::<Vec<Value>>(),
            "exit_status": exit.status(),
        }))?;
    } else if !found.is_empty() {
        console.print(&found.iter().map(line).collect::<Vec<_>>().join("\n"))?;
    }
    Ok(exit)
}

/// The scene of a file.
fn scene(path: &Path) -> Outcome<Scene> {
    let is_recording = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("mcap"));
    if is_recording && !is_standard_input(path) {
        let recording = input::recording(path)?;
        let (text, name) = (&recording.info().scene_text, format!("{}: scene", path.display()));
        return Ok(Scene::parse(text, Format::of_text(text), &name)?.scene);
    }
    Ok(SceneInput::open(path)?.load_with(&LoadOptions::default())?.scene)
}

fn data(difference: &Difference) -> Value {
    let (change, from, to) = match &difference.change {
        Change::Other { from, to } => ("changed", Some(from.to_json()), Some(to.to_json())),
        Change::Added(node) => ("added", None, Some(node.to_json())),
        Change::Removed(node) => ("removed", Some(node.to_json()), None),
        Change::Order { from, to } => ("order", Some(json!(from)), Some(json!(to))),
    };
    json!({"path": difference.path, "change": change, "from": from, "to": to})
}

fn line(difference: &Difference) -> String {
    let short = |node: &Node| shortened(&value_text(node));
    let what = match &difference.change {
        Change::Other { from, to } => format!("{} → {}", short(from), short(to)).into(),
        Change::Added(_) => say!("diff-added", "added"),
        Change::Removed(_) => say!("diff-removed", "removed"),
        Change::Order { from, to } => {
            let [from, to] = [from, to].map(|names| shortened(&names.join(", ")));
            say!("diff-order", "in another order: {from} → {to}", from, to)
        }
    };
    format!("{}: {}", difference.path, what.told())
}
