//! Worlds of Webots and VRML97 files as scenes. What a scene has no words for is left out, and every such thing is told.

mod extrusion;
mod fields;
mod frame;
#[cfg(test)]
mod fuzz;
mod geometry;
mod header;
mod lights;
mod mesh;
mod names;
mod physics;
mod shapes;
mod shared;
mod solids;
mod wording;
mod work;

use serde_json::{Value, json};
use sim_core::diagnostic::{Diagnostic, Diagnostics};
use sim_core::scene::{FORMAT_VERSION, LoadedScene, Scene, text::Format};
use sim_vrml::Dialect;
use std::path::Path;
use std::sync::Arc;
use work::Work;

/// Where a world comes from and where its scene goes.
#[derive(Clone, Copy, Debug)]
pub struct Paths<'a> {
    /// The world's file, as the user named it.
    pub world: &'a Path,
    /// The scene's file: files that the world names are named from its folder.
    pub scene: &'a Path,
    /// Name of the folder beside the scene for meshes.
    pub meshes: &'a str,
}

/// A world as a scene.
#[derive(Debug)]
pub struct Imported {
    /// Of which format it was.
    pub dialect: Dialect,
    /// The text of the scene, in the layout of scenes, below a comment that lists what was left out.
    pub text: String,
    /// The scene.
    pub loaded: LoadedScene,
    /// Files for the folder of meshes: name and content.
    pub meshes: Vec<(String, String)>,
    /// What was left out, in the order of the file, as warnings.
    pub left_out: Diagnostics,
}

/// Makes a scene of a world. Each of `robots` has the name of a robot of the world (its `name`, or else its DEF) and the id of the
/// robot model that takes its place.
///
/// # Errors
/// What is wrong with the file, each mistake with its place; and names of robots that it does not have.
pub fn import(bytes: &[u8], paths: Paths, robots: &[(String, String)]) -> Result<Imported, Diagnostics> {
    let name = paths.world.display().to_string();
    let text: Arc<str> = String::from_utf8_lossy(bytes).into();
    let world = sim_vrml::parse(bytes).map_err(|error| wording::refused(&error, &name, text.clone()))?;
    let mut work = Work::new(&world, &name, text, paths, robots);
    work.read();
    let (scene, meshes, left_out) = work.finish()?;
    let text = json!(scene).to_string();
    // Its values have been checked with their places in the world; what is found here has none.
    let parsed = Scene::parse(&text, Format::Json, &paths.scene.display().to_string());
    let loaded =
        parsed.map_err(|findings| findings.iter().map(|finding| placeless(finding, &name)).collect::<Diagnostics>())?;
    let text = loaded.scene.to_ron(&head(paths.world, world.dialect, &left_out));
    Ok(Imported { dialect: world.dialect, text, loaded, meshes, left_out })
}

/// A finding about the scene that would have been written.
fn placeless(finding: &Diagnostic, name: &str) -> Diagnostic {
    let mut finding = finding.clone();
    (finding.file, finding.place) = (Some(name.to_string()), None);
    finding
}

/// The comment at the head of a scene.
fn head(world: &Path, dialect: Dialect, left_out: &Diagnostics) -> String {
    let file = world.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let mut lines = vec![format!("// Imported from {} ({dialect}).", one_line(&file))];
    if !left_out.is_empty() {
        lines.push("// Left out:".into());
    }
    for finding in left_out {
        let place = finding.place.map_or_else(String::new, |place| format!("{}:{}: ", place.line, place.column));
        let parts = [Some(&finding.message), finding.found.as_ref(), finding.help.as_ref()];
        let said: Vec<String> = parts.into_iter().flatten().map(|part| one_line(part)).collect();
        lines.push(format!("// - {place}{}", said.join("; ")));
    }
    lines.join("\n")
}

/// A text without line breaks and control characters.
fn one_line(text: &str) -> String {
    text.split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// A scene's tables: fields in the order in which scenes have them.
type Table = serde_json::Map<String, Value>;

/// A scene without anything in it.
fn empty_scene() -> Table {
    Table::from_iter([("format_version".to_string(), json!(FORMAT_VERSION))])
}
