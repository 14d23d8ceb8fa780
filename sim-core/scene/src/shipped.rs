//! Scenes that ship with the program.

use std::path::{Path, PathBuf};

use super::text::{Format, Kind, Sources, head_comment, read};
use sim_diagnostics::{Code, Diagnostic, Diagnostics};
use sim_files::installation;

/// Folder of the scenes, next to the program or above it.
const SCENES: &str = "scenes";
/// Maximum number of levels between the program and that folder.
const ABOVE: usize = 4;

/// Scenes of the first scene folder found: in the installation, above the program, or in the working directory. The folder and its files,
/// or `None` without such a folder.
pub fn shipped_scenes() -> Option<(PathBuf, Vec<PathBuf>)> {
    let program = installation::program_folder();
    let above = program.iter().flat_map(|folder| folder.ancestors().take(ABOVE));
    let here = std::env::current_dir().ok();
    let others = above.chain(here.as_deref()).map(|folder| folder.join(SCENES));
    installation::shipped_folders(SCENES)
        .into_iter()
        .chain(others)
        .map(|folder| (scenes_in(&folder), folder))
        .find(|(scenes, _)| !scenes.is_empty())
        .map(|(scenes, folder)| (folder, scenes))
}

/// Scene files of a folder, followed by those of its subfolders.
fn scenes_in(folder: &Path) -> Vec<PathBuf> {
    let list = |folder: &Path| -> Vec<PathBuf> {
        let entries = std::fs::read_dir(folder).into_iter().flatten();
        let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        paths.sort();
        paths
    };
    let is_scene = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "ron") && path.is_file();
    let own = list(folder);
    let inner: Vec<PathBuf> = own.iter().filter(|path| path.is_dir()).flat_map(|path| list(path)).collect();
    own.into_iter().chain(inner).filter(is_scene).collect()
}

/// Title and summary of a scene file, read without its includes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SceneHead {
    /// Name; may be empty.
    pub name: String,
    /// First sentence of its description, or of its head comment; may be empty.
    pub summary: String,
}

/// Reads title and summary of a scene file in RON.
///
/// # Errors
/// If it cannot be read or has errors.
pub fn scene_head(file: &Path) -> Result<SceneHead, Diagnostics> {
    let name = file.display().to_string();
    let text = std::fs::read_to_string(file).map_err(|error| {
        Diagnostic::error(Code::SceneUnreadable, format!("{name} cannot be read: {error}")).with_file(name.as_str())
    })?;
    let mut sources = Sources::default();
    let source = sources.add(name, None, text.as_str());
    let mut findings = Diagnostics::new();
    let root = read(&sources, source, Format::of_path(file), &mut findings);
    let Some(root) = root.filter(|_| !findings.has_errors()) else { return Err(findings) };
    let field = |name: &str| match root.get(name).map(|value| &value.kind) {
        Some(Kind::Text(text)) => text.trim().to_string(),
        _ => String::new(),
    };
    let description = field("description");
    let described = if description.is_empty() { comment_text(head_comment(&text)) } else { description };
    Ok(SceneHead { name: field("name"), summary: first_sentence(&described) })
}

/// Text of a comment without its marks, on one line.
fn comment_text(comment: &str) -> String {
    let bare = |line: &str| line.trim().trim_start_matches(['/', '*']).trim_end_matches("*/").trim().to_string();
    comment.lines().map(bare).collect::<Vec<_>>().join(" ").trim().to_string()
}

fn first_sentence(text: &str) -> String {
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let end =
        words.match_indices(['.', '!', '?']).find(|(at, _)| words[at + 1..].starts_with(' ')).map(|(at, _)| at + 1);
    words[..end.unwrap_or(words.len())].to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scenes_are_found_in_a_folder_and_one_below() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(folder.path().join("examples").join("deeper")).unwrap();
        for name in ["b.ron", "a.ron", "a.txt", "examples/c.ron", "examples/deeper/d.ron"] {
            std::fs::write(folder.path().join(name), "()").unwrap();
        }
        let found = scenes_in(folder.path());
        let names: Vec<_> = found.iter().map(|path| path.strip_prefix(folder.path()).unwrap().to_path_buf()).collect();
        assert_eq!(names, ["a.ron", "b.ron", "examples/c.ron"].map(PathBuf::from));
    }

    #[test]
    fn a_scene_says_its_name_and_its_first_sentence() {
        let folder = tempfile::tempdir().unwrap();
        let said = |text: &str| {
            let file = folder.path().join("a.ron");
            std::fs::write(&file, text).unwrap();
            let SceneHead { name, summary } = scene_head(&file).unwrap();
            [name, summary]
        };
        assert_eq!(
            said("// Head. More.\n(name: \"a\", description: \"Runs at\n 0.5 m/s! Or more.\")"),
            ["a", "Runs at 0.5 m/s!"]
        );
        assert_eq!(said("// A line\n// to follow. More.\n(name: \"b\")"), ["b", "A line to follow."]);
        assert_eq!(said("/* All of it. */ (include: [\"nowhere.ron\"])"), ["", "All of it."]);
        assert_eq!(said("()"), ["", ""]);
        std::fs::write(folder.path().join("b.ron"), "(").unwrap();
        assert!(scene_head(&folder.path().join("b.ron")).is_err() && scene_head(&folder.path().join("c.ron")).is_err());
    }
}
