//! `sim list`.

use crate::console::{Console, conduct};
use crate::exit::{Exit, Outcome};
use crate::external::as_data;
use serde_json::{Value, json};
use sim_core::diagnostic::{Code, Diagnostic, Diagnostics};
use sim_core::scene::{SceneHead, scene_head, shipped_scenes};
use std::path::PathBuf;

/// Lists the scenes that come with this program: those of the folder `scenes` beside it, above it or in the working
/// folder, and of the folders in that one.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The list as one JSON document
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: Args) -> Exit {
    conduct(args.json, |console| execute(&args, console))
}

fn execute(args: &Args, console: &Console) -> Outcome {
    let Some((folder, files)) = shipped_scenes() else {
        let message = say!(
            "list-no-folder",
            "there is no folder `scenes` with scenes beside this program, above it or in the working folder"
        );
        let help =
            say!("list-no-folder-help", "use the program in the folder that it came with, or name a scene of your own");
        return Err(Diagnostic::error(Code::ConfigValue, message).with_help(help).into());
    };
    let mut warnings = Diagnostics::new();
    let mut scenes: Vec<(PathBuf, SceneHead)> = Vec::new();
    for file in files {
        match scene_head(&file) {
            Ok(head) => scenes.push((file, head)),
            Err(findings) => warnings.append(findings.into_iter().map(Diagnostic::into_warning).collect()),
        }
    }
    console.show_all(&warnings);
    if args.json {
        let scene = |(file, head): &(PathBuf, SceneHead)| json!({"file": file.display().to_string(), "name": head.name, "description": head.summary});
        let scenes: Vec<Value> = scenes.iter().map(scene).collect();
        console.print_json(&json!({"scenes": scenes, "diagnostics": as_data(&warnings)}))?;
        return Ok(Exit::Ok);
    }
    let short = |file: &PathBuf| file.strip_prefix(&folder).unwrap_or(file).display().to_string();
    let width = |texts: &mut dyn Iterator<Item = String>| texts.map(|text| text.chars().count()).max().unwrap_or(0);
    let files = width(&mut scenes.iter().map(|(file, _)| short(file)));
    let names = width(&mut scenes.iter().map(|(_, head)| head.name.clone()));
    let line = |(file, head): &(PathBuf, SceneHead)| {
        let (file, SceneHead { name, summary }) = (short(file), head);
        format!("  {file:<files$}  {name:<names$}  {summary}").trim_end().to_string()
    };
    let lines: Vec<String> = scenes.iter().map(line).collect();
    console.print(&format!("{}\n{}", folder.display(), lines.join("\n")))?;
    Ok(Exit::Ok)
}
