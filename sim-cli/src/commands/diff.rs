//! `sim diff`.

use crate::completion;
use crate::console::{Console, conduct};
use crate::exit::{Exit, Failure, Outcome};
use crate::input::{self, SceneInput, is_standard_input};
use serde_json::{Value, json};
use sim_core::digest::sha256;
use sim_core::scene::text::Format;
use sim_core::scene::{
    Change, Compared, Difference, FileRef, LoadOptions, LoadedScene, Scene, differences, value_text,
};
use sim_core::words::{SHORT, shortened};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// Compares two scenes with all their includes. Comments, layout and the order of fields are ignored.
///
/// Robots, objects and other named elements are matched by name, files by content. Exit status 0: equal, 1: different. For a
/// recording, its scene is compared.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A scene or a recording; - for a scene from standard input
    #[arg(add = completion::compared())]
    a: PathBuf,
    /// The other scene or recording
    #[arg(add = completion::compared())]
    b: PathBuf,
    /// Print the differences as JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: Args) -> Exit {
    conduct(args.json, |console| execute(&args, console))
}

fn execute(args: &Args, console: &Console) -> Outcome {
    let (a, b) = (Side::open(&args.a, console)?, Side::open(&args.b, console)?);
    let (of_a, of_b) = (|name: &str| a.content(name), |name: &str| b.content(name));
    let found = differences(
        Compared { scene: &a.loaded.scene, content: &of_a },
        Compared { scene: &b.loaded.scene, content: &of_b },
    );
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

/// One side of the comparison.
struct Side {
    loaded: LoadedScene,
    /// For a recording: digests of the scene's files that it contains, by name.
    recorded: Option<HashMap<String, String>>,
}

impl Side {
    /// Opens the scene of a file or recording, and shows its warnings.
    fn open(path: &Path, console: &Console) -> Outcome<Self> {
        let is_recording = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("mcap"));
        let side = if is_recording && !is_standard_input(path) {
            // Status 1 would mean that they differ.
            let recording = input::recording(path).map_err(|failure| Failure { exit: Exit::Invalid, ..failure })?;
            let (info, name) = (recording.info(), format!("{}: scene", path.display()));
            let loaded = Scene::parse(&info.scene_text, Format::of_text(&info.scene_text), &name)?;
            let digests = info.scene_files.iter().map(|file| (file.name.clone(), sha256(&file.bytes)));
            Self { loaded, recorded: Some(digests.collect()) }
        } else {
            Self { loaded: SceneInput::open(path)?.load_with(&LoadOptions::default())?, recorded: None }
        };
        console.show_all(&side.loaded.warnings);
        Ok(side)
    }

    /// Digest of a file of the scene.
    fn content(&self, name: &str) -> Option<String> {
        match &self.recorded {
            Some(digests) => digests.get(name).cloned(),
            None => std::fs::read(self.loaded.resolve(&FileRef(name.to_string()))).ok().map(sha256),
        }
    }
}

fn data(difference: &Difference) -> Value {
    let (change, from, to) = match &difference.change {
        Change::Other { from, to } => ("changed", Some(from.to_json()), Some(to.to_json())),
        Change::Added(node) => ("added", None, Some(node.to_json())),
        Change::Removed(node) => ("removed", Some(node.to_json()), None),
        Change::Content(name) => ("content", Some(json!(name)), Some(json!(name))),
        Change::Order { from, to } => ("order", Some(json!(from)), Some(json!(to))),
    };
    json!({"path": difference.path, "change": change, "from": from, "to": to})
}

fn line(difference: &Difference) -> String {
    let what = match &difference.change {
        Change::Other { from, to } => excerpts(&value_text(from), &value_text(to)).join(" → "),
        Change::Added(_) => "added".to_string(),
        Change::Removed(_) => "removed".to_string(),
        Change::Content(name) => format!("different content of {name}", name = shortened(name)),
        Change::Order { from, to } => {
            let [from, to] = excerpts(&from.join(", "), &to.join(", "));
            format!("different order: {from} → {to}")
        }
    };
    format!("{}: {}", difference.path, what)
}

/// Excerpts of two long texts around their first difference.
fn excerpts(from: &str, to: &str) -> [String; 2] {
    /// Number of characters shown before the difference.
    const BEFORE: usize = 20;
    let same = from.chars().zip(to.chars()).take_while(|(one, other)| one == other).count();
    let start = same.saturating_sub(BEFORE);
    [from, to].map(|text| {
        if text.chars().count() <= SHORT || same < SHORT / 2 {
            return shortened(text);
        }
        let rest: String = text.chars().skip(start).collect();
        format!("…{}", shortened(&rest))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_values_are_cut_around_their_first_difference() {
        assert_eq!(excerpts("1", "2"), ["1", "2"]);
        let list = |last: &str| format!("[{}{last}, 1, 2]", "0, ".repeat(60));
        let [from, to] = excerpts(&list("7"), &list("8"));
        assert!(from.contains("7, 1") && to.contains("8, 1") && from.starts_with('…'), "{from} → {to}");
        let [from, to] = excerpts(&list("7"), &list("7")[..100]);
        assert!(from != to && from.chars().count() <= 61, "{from} → {to}");
        let [from, to] = excerpts(&list("7"), "[1]");
        assert!(from.starts_with("[0, 0") && from.ends_with('…') && to == "[1]", "{from} → {to}");
    }
}
