//! What keys and the pointer do, through the real input of the window: fields, drags, tools.

mod drags;
mod drawing;
mod fields;
mod keyboard;
mod sizes;

use sim_window_tests::Rig;
use std::path::{Path, PathBuf};

/// A copy of the demo that may be changed.
fn copy(folder: &Path) -> PathBuf {
    let path = folder.join("demo.ron");
    std::fs::copy(sim_window_tests::scene("demo.ron"), &path).unwrap();
    path
}

/// A window on it, built.
fn open(path: &Path) -> Rig {
    let mut rig = Rig::open(Some(path.to_path_buf()), &[]);
    rig.wait("the demo is built", |rig| rig.harness.state().frame().robots.len() == 6);
    rig
}

/// The document's text.
fn text(rig: &Rig) -> String {
    rig.harness.state().document().unwrap().to_text().to_string()
}
