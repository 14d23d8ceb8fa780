//! Work is never lost: crashes, full disks, other programs, keys with unintended effects.

mod changed_files;
mod closing;
mod graphics;
mod keys;
mod recordings;
mod recovery;
mod run;

use sim_window_tests::Rig;
use std::path::{Path, PathBuf};

/// A scene without robots, which builds at once.
const SCENE: &str = r#"// Two boxes.
(
    format_version: 1,
    run: (dt: 0.01),
    floor: (),
    objects: [
        (name: "box-1", shape: Box(size: (0.2, 0.2, 0.2)), at: (0, 0, 0.1)),
        (name: "box-2", shape: Box(size: (0.2, 0.2, 0.2)), at: (1, 0, 0.1)),
    ],
)
"#;

/// The scene as a file of this name.
fn scene(folder: &Path, name: &str) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, SCENE).unwrap();
    path
}

/// A window on a scene with two boxes that stores its own files in a folder.
fn open(path: &Path, data: &Path) -> Rig {
    let mut rig = Rig::open_with(Some(path.to_path_buf()), &[], Some(data.to_path_buf()));
    rig.wait("the scene is built", |rig| rig.window().runner().structure().objects.len() + boxes(rig) > 1);
    rig
}

/// Number of boxes in the simulation.
fn boxes(rig: &Rig) -> usize {
    rig.window().runner().structure().bodies.iter().filter(|body| body.name.starts_with("box")).count()
}

/// Moves a box, and returns the new text.
fn edit(rig: &mut Rig, x: f64) -> String {
    if rig.window().selected().is_empty() {
        rig.click("box-1");
    }
    rig.set("x", x);
    rig.text()
}

/// Files below a folder with this ending.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.to_string_lossy().ends_with(ending));
    paths.sort();
    paths
}

/// Recovery files for crashes.
fn recovery_files(data: &Path) -> Vec<PathBuf> {
    files(&data.join("recovery"), ".recovery.json")
}

/// Whether any recovery file contains this text.
fn is_saved(data: &Path, text: &str) -> bool {
    let found = sim_edit::recoveries(data.join("recovery"), sim_edit::RecoveryFilter::All);
    found.is_ok_and(|found| found.found.iter().any(|recovery| recovery.text == text))
}

/// Selects a menu item.
fn menu(rig: &mut Rig, menu: &str, item: &str) {
    rig.click(menu);
    let found = |rig: &Rig| rig.labels().iter().any(|label| label.starts_with(item));
    rig.wait("the menu is open", found);
    let label = rig.labels().into_iter().find(|label| label.starts_with(item)).unwrap();
    rig.click(&label);
}
