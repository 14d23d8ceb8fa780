//! `sim list`.

use crate::console::{Console, conduct};
use crate::exit::{Exit, Outcome};
use crate::external::as_data;
use serde_json::{Value, json};
use sim_core::diagnostic::{Code, Diagnostic, Diagnostics};
use sim_core::packs::SCHEME;
use sim_core::scene::{SceneHead, scene_head, shipped_scenes};
use sim_pack::Store;
use std::path::{Path, PathBuf};

/// Lists the scenes in the folder `scenes` next to this program, above it or in the working folder, with its subfolders, and the
/// scenes of installed packs.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Print the list as JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: Args) -> Exit {
    conduct(args.json, |console| execute(&args, console))
}

/// A group of scenes.
struct Group {
    /// The folder, or the pack with its version.
    title: String,
    /// The pack that the scenes belong to, if any.
    pack: Option<String>,
    /// Of each scene, its name on the command line, its name in the list, and its head.
    scenes: Vec<(String, String, SceneHead)>,
}

fn execute(args: &Args, console: &Console) -> Outcome {
    let mut warnings = Diagnostics::new();
    let mut head = |file: &Path| match scene_head(file) {
        Ok(head) => Some(head),
        Err(findings) => {
            warnings.append(findings.into_iter().map(Diagnostic::into_warning).collect());
            None
        }
    };
    let mut groups: Vec<Group> = Vec::new();
    if let Some((folder, files)) = shipped_scenes() {
        let short = |file: &PathBuf| file.strip_prefix(&folder).unwrap_or(file).display().to_string();
        let scene = |file: &PathBuf| Some((file.display().to_string(), short(file), head(file)?));
        let scenes = files.iter().filter_map(scene).collect();
        groups.push(Group { title: folder.display().to_string(), pack: None, scenes });
    }
    let installed = Store::of_user().map(|store| store.installed()).unwrap_or_default();
    for pack in installed.newest() {
        let scene = |path: String| {
            let name = format!("{SCHEME}{}/{path}", pack.name);
            Some((name.clone(), name, head(&pack.folder.join(path))?))
        };
        let scenes: Vec<_> = scenes_of(&pack.folder).into_iter().filter_map(scene).collect();
        let title = format!("{} {}", pack.name, pack.version);
        if !scenes.is_empty() {
            groups.push(Group { pack: Some(title.clone()), title, scenes });
        }
    }
    if groups.is_empty() {
        let message = "no folder `scenes` found next to this program, above it or in the working folder";
        let help = "run the program from the folder that it came with, or specify the file of a scene";
        return Err(Diagnostic::error(Code::ConfigValue, message).with_help(help).into());
    }
    console.show_all(&warnings);
    if args.json {
        let scene = |pack: &Option<String>, (file, _, head): &(String, String, SceneHead)| json!({"file": file, "name": head.name, "description": head.summary, "pack": pack});
        let of_group = |group: &Group| group.scenes.iter().map(|one| scene(&group.pack, one)).collect::<Vec<_>>();
        let scenes: Vec<Value> = groups.iter().flat_map(of_group).collect();
        console.print_json(&json!({"scenes": scenes, "diagnostics": as_data(&warnings)}))?;
        return Ok(Exit::Ok);
    }
    for Group { title, scenes, .. } in &groups {
        let width = |texts: &mut dyn Iterator<Item = &str>| texts.map(|text| text.chars().count()).max().unwrap_or(0);
        let files = width(&mut scenes.iter().map(|(_, file, _)| file.as_str()));
        let names = width(&mut scenes.iter().map(|(.., head)| head.name.as_str()));
        console.print(title)?;
        for (_, file, SceneHead { name, summary }) in scenes {
            console.print(format!("  {file:<files$}  {name:<names$}  {summary}").trim_end())?;
        }
    }
    Ok(Exit::Ok)
}

/// The scenes of an installed pack, as paths relative to it.
fn scenes_of(pack: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(pack.join("scenes")).into_iter().flatten().flatten();
    let is_scene = |name: &String| name.ends_with(".ron") || name.ends_with(".json");
    let mut names: Vec<String> =
        entries.filter_map(|entry| entry.file_name().into_string().ok()).filter(is_scene).collect();
    names.sort();
    names.into_iter().map(|name| format!("scenes/{name}")).collect()
}
