//! Recognizes files that are not scenes, to report what they are and how to use them.

use std::io::Read;
use std::path::Path;

use super::text;
use sim_diagnostics::{Code, Diagnostic};

/// Start of a recording.
const MCAP: &[u8] = b"\x89MCAP";
/// Number of bytes at the start of a file by which it is recognized.
const HEAD: u64 = 4096;

/// Text of a scene file.
///
/// # Errors
/// If it cannot be read, or is clearly something else. The finding has no place.
pub(super) fn scene_text(path: &Path) -> Result<String, Diagnostic> {
    if path.is_dir() {
        return Err(folder(path));
    }
    let text = text::of_file(path).map_err(|finding| match finding.code {
        Code::SceneNotText => binary(path).unwrap_or(finding),
        _ => finding,
    })?;
    refuse(&text, path).map_or(Ok(text), Err)
}

fn folder(path: &Path) -> Diagnostic {
    let name = path.display();
    let entries = std::fs::read_dir(path).into_iter().flatten().flatten().map(|entry| entry.path());
    let is_scene =
        |path: &std::path::PathBuf| path.extension().is_some_and(|extension| extension == "ron") && path.is_file();
    let first = entries.filter(is_scene).min();
    let help = first
        .map_or("give a scene file".to_string(), |first| format!("give a file in it, such as {}", first.display()));
    Diagnostic::error(Code::SceneUnreadable, format!("{name} is a folder"))
        .with_expected("a scene file")
        .with_help(help)
}

/// A file that is not UTF-8, if it is not text in another encoding.
fn binary(path: &Path) -> Option<Diagnostic> {
    let mut head = Vec::new();
    std::fs::File::open(path).ok()?.take(HEAD).read_to_end(&mut head).ok()?;
    let name = path.display();
    let other = |message: String| Diagnostic::error(Code::SceneNotText, message).with_expected("a scene file");
    if head.starts_with(MCAP) {
        let help = format!("`sim info {name}` shows its contents, `sim replay {name}` runs its scene again");
        return Some(other(format!("{name} is a recording, not a scene")).with_help(help));
    }
    let help = "scenes are text in RON or JSON; `sim list` shows examples";
    head.contains(&0).then(|| other(format!("{name} is a binary file, not a scene")).with_help(help))
}

/// A finding about a text that is clearly not a scene.
pub(super) fn refuse(text: &str, path: &Path) -> Option<Diagnostic> {
    let name = path.display();
    let model = |file: &str| format!("robots: [(name: \"robot\", model: (file: \"{file}\"))]");
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    let (what, help) = match kind(text, path)? {
        Foreign::Empty => {
            let finding = Diagnostic::error(Code::SceneSyntax, format!("{name} is empty"));
            return Some(finding.with_expected("a scene").with_help("a minimal scene is `(format_version: 1)`"));
        }
        Foreign::Yaml => ("YAML", "write scenes in RON or JSON; `sim list` shows examples".to_string()),
        Foreign::Sdf => ("SDF", format!("convert its models to URDF, and use them as in `{}`", model("robot.urdf"))),
        Foreign::Xacro => {
            let help =
                format!("expand it with `xacro {file} > robot.urdf`, and use it as in `{}`", model("robot.urdf"));
            ("a Xacro file", help)
        }
        Foreign::Urdf => ("a URDF robot", format!("use it in a scene: `{}`", model(&file))),
        Foreign::Mjcf => ("an MJCF model", format!("convert it to URDF, and use it as in `{}`", model("robot.urdf"))),
        Foreign::Vrml => ("a VRML or Webots world", format!("convert it with `sim import {name}`")),
        Foreign::Xml => ("XML", "write scenes in RON or JSON; `sim list` shows examples".to_string()),
    };
    let finding = Diagnostic::error(Code::SceneSyntax, format!("{name} is {what}, not a scene"));
    Some(finding.with_expected("a scene in RON or JSON").with_help(help))
}

/// Files that users mistake for scenes.
enum Foreign {
    Empty,
    Yaml,
    Sdf,
    Xacro,
    Urdf,
    Mjcf,
    Vrml,
    Xml,
}

fn kind(text: &str, path: &Path) -> Option<Foreign> {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let extension = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    if text.is_empty() {
        return Some(Foreign::Empty);
    }
    if text.starts_with("#VRML") {
        return Some(Foreign::Vrml);
    }
    if text.starts_with('<') {
        let has = |tag: &str| text.contains(tag);
        return Some(match () {
            () if has("<sdf") => Foreign::Sdf,
            () if has("<mujoco") => Foreign::Mjcf,
            () if has("<robot") && (has("xacro:") || extension == "xacro") => Foreign::Xacro,
            () if has("<robot") => Foreign::Urdf,
            () => Foreign::Xml,
        });
    }
    // A first line `key:` or `key: value` without a bracket before it is in no other of the formats.
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("# "));
    let first = lines.next().unwrap_or_default();
    let is_key = |key: &str| !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || "_-".contains(c));
    let is_mapping =
        first.split_once(':').is_some_and(|(key, rest)| is_key(key) && (rest.is_empty() || rest.starts_with(' ')));
    let is_yaml = ["yaml", "yml"].contains(&&*extension) || first == "---" || first.starts_with("%YAML") || is_mapping;
    is_yaml.then_some(Foreign::Yaml)
}
