//! A new project: a folder with scenes, custom components, their libraries, and run output.

use crate::Refused;
use crate::component::library_name;
use crate::folder::{self, Files};
use sim_core::diagnostic::{Code, Diagnostic};
use sim_core::plugins::PROJECT_FILE;
use std::path::{Path, PathBuf};

/// Creates the folder `name` in `dir`, with the subfolders `worlds`, `controllers`, `plugins`, `missions` and `logs`. Returns
/// its path.
///
/// # Errors
/// An invalid name, or a folder that is not empty; I/O errors. Nothing is written in these cases.
pub fn new_project(name: &str, dir: &Path) -> Result<PathBuf, Refused> {
    let folder = dir.join(name);
    check_name(name).and_then(|()| folder::check_free(&folder)).map_err(Refused::Request)?;
    folder::make(&folder, |part| folder::write_files(part, &render(name))).map_err(Refused::Writing)?;
    Ok(folder)
}

/// Checks that a name is valid on all file systems.
fn check_name(name: &str) -> Result<(), Diagnostic> {
    let known = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    let starts_well = name.starts_with(|first: char| first.is_ascii_alphanumeric());
    if folder::is_device(name) {
        return Err(folder::refuse_device(name));
    }
    if starts_well && name.len() <= 40 && name.bytes().all(known) {
        return Ok(());
    }
    Err(Diagnostic::error(Code::ConfigValue, "invalid project name")
        .with_expected(
            "letters from a to z, digits, dashes and underscores, starting with a letter or digit, at most 40 characters",
        )
        .with_found(format!("`{}`", name.escape_debug()))
        .with_help("use a name such as `my-robots`, and `--dir` for the parent folder; nothing was written"))
}

fn render(name: &str) -> Files {
    let fill = |text: &str| text.replace("{{name}}", name).replace("{{library}}", &library_name("avoid"));
    let file = |path: &str, content: &str| (path.to_owned(), fill(content));
    vec![
        file(PROJECT_FILE, include_str!("../templates/project/marker")),
        file("README.md", include_str!("../templates/project/README.md")),
        file(".gitignore", include_str!("../templates/project/gitignore")),
        file("worlds/first.ron", include_str!("../templates/project/worlds/first.ron")),
        file("worlds/blimp.ron", include_str!("../templates/project/worlds/blimp.ron")),
        file("missions/first.ron", include_str!("../templates/project/missions/first.ron")),
        file("controllers/.gitkeep", ""),
        file("plugins/.gitkeep", ""),
        file("logs/.gitkeep", ""),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_core::scene::Scene;

    /// Names in a folder, in order.
    fn names(folder: &Path) -> Vec<String> {
        let entries = folder.read_dir().unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = entries.collect();
        names.sort();
        names
    }

    /// BL-89: `sim new project` creates a folder with worlds, controllers, plugins, missions and logs.
    #[test]
    fn a_project_has_its_folders_and_scenes_that_load() {
        let temp_dir = tempfile::tempdir().unwrap();
        let folder = new_project("my-robots", temp_dir.path()).unwrap();
        let wanted =
            [".gitignore", "README.md", "controllers", "logs", "missions", "plugins", "sim-project.txt", "worlds"];
        assert_eq!(names(&folder), wanted);
        assert_eq!(names(temp_dir.path()), ["my-robots"], "nothing is left of the making");
        for scene in ["first.ron", "blimp.ron"] {
            let loaded = Scene::load(folder.join("worlds").join(scene));
            assert!(loaded.is_ok(), "{scene}: {}", loaded.err().unwrap());
        }
        for (path, content) in render("my-robots") {
            assert!(!content.contains("{{") && !content.contains("}}"), "{path}");
            assert!(content.lines().all(|line| line.chars().count() <= 130), "{path} has a line over 130");
        }
    }

    /// BL-89: `sim new project` creates a folder with worlds, controllers, plugins, missions and logs.
    #[test]
    fn invalid_names_and_nonempty_folders_are_rejected_without_writing_files() {
        let temp_dir = tempfile::tempdir().unwrap();
        for name in ["", ".", "..", "a/b", "../a", "a b", "-a", "ä", &"a".repeat(41)] {
            assert!(matches!(new_project(name, temp_dir.path()), Err(Refused::Request(_))), "{name:?}");
        }
        assert_eq!(names(temp_dir.path()), [""; 0]);
        std::fs::create_dir(temp_dir.path().join("full")).unwrap();
        std::fs::write(temp_dir.path().join("full/notes.txt"), "mine").unwrap();
        std::fs::write(temp_dir.path().join("file"), "mine").unwrap();
        for name in ["full", "file"] {
            assert!(matches!(new_project(name, temp_dir.path()), Err(Refused::Request(_))), "{name:?}");
        }
        assert_eq!(names(&temp_dir.path().join("full")), ["notes.txt"]);
        std::fs::create_dir(temp_dir.path().join("empty")).unwrap();
        new_project("empty", temp_dir.path()).unwrap();
        assert!(temp_dir.path().join("empty/worlds/first.ron").is_file());
    }

    #[test]
    fn names_of_devices_of_windows_are_refused() {
        let temp_dir = tempfile::tempdir().unwrap();
        for name in ["CON", "nul", "Aux", "prn", "COM1", "lpt9"] {
            let refused = new_project(name, temp_dir.path());
            let is_reported = matches!(&refused, Err(Refused::Request(finding)) if finding.message.contains("device"));
            assert!(is_reported, "{name}: {refused:?}");
        }
        for name in ["com", "COM10", "console", "lptx"] {
            assert!(new_project(name, temp_dir.path()).is_ok(), "{name}");
        }
    }

    #[test]
    #[cfg(unix)]
    fn a_symbolic_link_instead_of_the_folder_is_reported() {
        let temp_dir = tempfile::tempdir().unwrap();
        std::fs::create_dir(temp_dir.path().join("empty")).unwrap();
        for (target, found) in [("empty", "a symbolic link"), ("gone", "a dangling symbolic link")] {
            let link = temp_dir.path().join("linked");
            std::os::unix::fs::symlink(target, &link).unwrap();
            let Err(Refused::Request(finding)) = new_project("linked", temp_dir.path()) else { panic!("{target}") };
            assert_eq!(finding.found.as_deref(), Some(found));
            assert!(link.symlink_metadata().unwrap().is_symlink(), "it stays");
            std::fs::remove_file(link).unwrap();
        }
        assert_eq!(names(temp_dir.path()), ["empty"]);
    }

    /// BL-89: `sim new project` creates a folder with worlds, controllers, plugins, missions and logs.
    #[test]
    fn no_files_are_left_if_a_folder_cannot_be_filled() {
        let temp_dir = tempfile::tempdir().unwrap();
        let target = temp_dir.path().join("target");
        let failed = folder::make(&target, |part| {
            folder::write_files(part, &vec![("a".into(), "x".into()), ("a/b".into(), "y".into())])
        });
        assert_eq!((failed.is_err(), names(temp_dir.path())), (true, vec![]));
    }
}
