//! `sim new project`: a working folder, and the plugins of its own folder.

use sim_tests::TestDir;
use std::path::Path;
use std::process::{Command, Output};

/// Runs the program in a folder.
fn sim_in(dir: &TestDir, folder: &Path, arguments: &[&str]) -> Output {
    let mut command: Command = dir.command(arguments);
    command.current_dir(folder).output().expect("the program can be started")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// BL-89: `sim new project` creates a folder with worlds, controllers, plugins, missions and logs.
#[test]
fn a_new_project_has_its_folders_and_runs_at_once() {
    let dir = TestDir::new();
    let stderr = dir.sim(&["new", "project", "mine"]).expect(0).stderr;
    assert!(stderr.contains("created the project `mine`") && stderr.contains("sim gui worlds/first.ron"), "{stderr}");
    let folder = dir.path("mine");
    let mut names: Vec<String> =
        folder.read_dir().unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    let wanted = [".gitignore", "README.md", "controllers", "logs", "missions", "plugins", "sim-project.txt", "worlds"];
    assert_eq!(names, wanted);
    for scene in ["worlds/first.ron", "worlds/blimp.ron"] {
        let ended = sim_in(&dir, &folder, &["run", scene, "--set", "run.duration=1"]);
        assert!(ended.status.success(), "{scene}: {}", text(&ended.stderr));
    }
}

/// BL-89: `sim new project` creates a folder with worlds, controllers, plugins, missions and logs.
#[test]
fn a_folder_with_files_is_left_alone() {
    let dir = TestDir::new();
    std::fs::create_dir(dir.path("mine")).unwrap();
    let notes = dir.write("mine/notes.txt", "mine");
    let stderr = dir.sim(&["new", "project", "mine"]).expect(2).stderr;
    assert!(stderr.contains("a folder that is not empty") && stderr.contains("nothing was written"), "{stderr}");
    assert_eq!(dir.path("mine").read_dir().unwrap().count(), 1);
    assert_eq!(std::fs::read(notes).unwrap(), b"mine");
}

/// BL-89: `sim new project` creates a folder with worlds, controllers, plugins, missions and logs.
#[test]
fn only_commands_inside_a_project_use_its_plugins_folder() {
    let dir = TestDir::new();
    dir.sim(&["new", "project", "mine"]).expect(0);
    let folder = dir.path("mine");
    let listed = |cwd: &Path| {
        let report = sim_in(&dir, cwd, &["doctor", "--json"]);
        let report: serde_json::Value = serde_json::from_slice(&report.stdout).expect("a report");
        let folders = report["folders"].as_array().expect("folders").clone();
        let of_project = folders.iter().find(|folder| folder["origin"] == "project");
        of_project.map(|found| found["path"].as_str().expect("a path").to_owned())
    };
    let plugins = folder.join("plugins").canonicalize().unwrap();
    for cwd in [folder.clone(), folder.join("worlds")] {
        let found = listed(&cwd).expect("a folder of the project");
        assert_eq!(Path::new(&found).canonicalize().unwrap(), plugins);
    }
    assert_eq!(listed(folder.parent().unwrap()), None);
}

/// BL-89: `sim new project` creates a folder with worlds, controllers, plugins, missions and logs.
#[test]
fn a_controller_that_is_made_and_built_in_a_project_drives_its_robots() {
    if !Command::new("make").arg("--version").output().is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: `make` not found");
        return;
    }
    let dir = TestDir::new();
    dir.sim(&["new", "project", "mine"]).expect(0);
    let folder = dir.path("mine");
    let made = sim_in(&dir, &folder, &["new", "controller", "avoid", "--dir", "controllers", "--lang", "c"]);
    assert!(made.status.success(), "{}", text(&made.stderr));
    let crate_ = folder.join("controllers/avoid");
    let built = Command::new("make").current_dir(&crate_).output().expect("make can be started");
    assert!(built.status.success(), "{}", text(&built.stderr));
    for library in crate_.join("plugins").read_dir().unwrap() {
        let library = library.unwrap();
        std::fs::copy(library.path(), folder.join("plugins").join(library.file_name())).unwrap();
    }
    let scene = std::fs::read_to_string(folder.join("worlds/first.ron")).unwrap();
    std::fs::write(folder.join("worlds/second.ron"), scene.replace("control/wander", "my/avoid")).unwrap();
    let run = ["run", "mine/worlds/second.ron", "--set", "run.duration=1"];
    let outside = sim_in(&dir, folder.parent().unwrap(), &run);
    assert!(!outside.status.success(), "a scene does not bring libraries of its folder");
    let inside = sim_in(&dir, &folder.join("worlds"), &["run", "second.ron", "--set", "run.duration=1"]);
    assert!(inside.status.success(), "{}", text(&inside.stderr));
}

#[test]
#[cfg(unix)]
fn dangling_links_and_names_reserved_on_windows_are_rejected() {
    let dir = TestDir::new();
    std::os::unix::fs::symlink("gone", dir.path("mine")).unwrap();
    let stderr = dir.sim(&["new", "project", "mine"]).expect(2).stderr;
    assert!(stderr.contains("a dangling symbolic link") && stderr.contains("nothing was written"), "{stderr}");
    for (kind, name) in [("project", "NUL"), ("controller", "com1")] {
        let stderr = dir.sim(&["new", kind, name]).expect(2).stderr;
        assert!(stderr.contains("Windows device name"), "{stderr}");
    }
}
