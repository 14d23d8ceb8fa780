//! Libraries that are built for a test: crates of authors, and the bad ones.

use crate::{Desk, root, target};
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

/// One build at a time: they share a target folder, and a build overwrites the library of the one before.
fn turn() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Where all crates of authors are built, so that what they depend on is compiled once.
fn shared_target() -> PathBuf {
    target().join("authors")
}

/// Cargo as an author calls it in the folder of a crate.
pub fn cargo(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).current_dir(folder).env("CARGO_TARGET_DIR", shared_target());
    // What Cargo tells the tests of this workspace is none of the crate's business.
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("CARGO_PKG") || name == "CARGO_MANIFEST_DIR")
    {
        command.env_remove(name);
    }
    command
}

/// Runs Cargo to its end and fails with what it said.
#[track_caller]
pub fn cargo_done(folder: &Path, arguments: &[&str]) -> String {
    let output = cargo(folder, arguments).output().expect("cargo can be started");
    let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "cargo {} in {}:\n{said}", arguments.join(" "), folder.display());
    said
}

/// File name of the library of a crate.
pub fn library_name(krate: &str) -> String {
    format!("{DLL_PREFIX}{}{DLL_SUFFIX}", krate.replace('-', "_"))
}

/// Builds a crate with these arguments of Cargo and copies its library to a file.
#[track_caller]
pub fn build(folder: &Path, krate: &str, arguments: &[&str], to: &Path) {
    let _turn = turn();
    cargo_done(folder, arguments);
    let library = shared_target().join("debug").join(library_name(krate));
    std::fs::copy(&library, to).unwrap_or_else(|error| panic!("{}: {error}", library.display()));
}

/// Runs the tests of a crate and returns what they said.
#[track_caller]
pub fn test(folder: &Path) -> String {
    let _turn = turn();
    cargo_done(folder, &["test"])
}

/// Makes a crate with `sim new` and returns its folder.
#[track_caller]
pub fn new_crate(desk: &Desk, kind: &str, name: &str, more: &[&str]) -> PathBuf {
    desk.sim(&[&["new", kind, name], more].concat()).expect(0);
    desk.path(name)
}

/// Folder of the bad components' crate.
pub fn bad_crate() -> PathBuf {
    root().join("tests").join("bad-plugins")
}

/// The library with the bad components, built once per run.
pub fn bad_library() -> &'static Path {
    static LIBRARY: LazyLock<PathBuf> = LazyLock::new(|| {
        let folder = target().join("bad-libraries");
        std::fs::create_dir_all(&folder).expect("a folder can be made");
        let library = folder.join(library_name("bad-plugins"));
        build(&bad_crate(), "bad-plugins", &["build"], &library);
        library
    });
    &LIBRARY
}
