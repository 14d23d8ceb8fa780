//! Libraries that are built for a test: crates of authors, and the bad ones.

use crate::{Desk, root, target};
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

/// One build at a time, of all test programs that run: they share a target folder, and a build overwrites the library of the
/// one before. The turn ends when the file is closed.
fn turn() -> File {
    fs::create_dir_all(shared_target()).expect("a folder can be made");
    let file = File::create(shared_target().join(".turn")).expect("a file can be made");
    file.lock().expect("a file can be locked");
    file
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
    build_now(folder, krate, arguments, to);
}

#[track_caller]
fn build_now(folder: &Path, krate: &str, arguments: &[&str], to: &Path) {
    cargo_done(folder, arguments);
    let library = shared_target().join("debug").join(library_name(krate));
    fs::copy(&library, to).unwrap_or_else(|error| panic!("{}: {error}", library.display()));
}

/// As [`build`], for a crate that carries the kit of the program: of all such crates the kit is compiled once.
///
/// Cargo compiles a kit anew for every folder that it lies in, and when a file in it is younger than what was compiled. So the
/// crate is built in one folder for all of them, in which only what differs is written.
#[track_caller]
pub fn build_with_kit(folder: &Path, krate: &str, arguments: &[&str], to: &Path) {
    let _turn = turn();
    build_now(&workshop(folder), krate, arguments, to);
}

/// Runs the tests of a crate that carries the kit of the program, and returns what they said.
#[track_caller]
pub fn test_with_kit(folder: &Path) -> String {
    let _turn = turn();
    cargo_done(&workshop(folder), &["test"])
}

/// The folder in which crates with the program's kit are built, one after the other, as a copy of this crate.
fn workshop(folder: &Path) -> PathBuf {
    let workshop = shared_target().join("crate");
    mirror(folder, &workshop);
    workshop
}

/// Makes a folder equal to another one.
fn mirror(from: &Path, to: &Path) {
    remove_others(from, to);
    copy_tree(from, to);
}

/// Removes from a folder what another one has not.
fn remove_others(from: &Path, to: &Path) {
    for entry in fs::read_dir(to).into_iter().flatten() {
        let entry = entry.expect("a folder can be listed");
        let (path, other) = (entry.path(), from.join(entry.file_name()));
        let removed = match (path.is_dir(), other.is_dir()) {
            (true, true) => {
                remove_others(&other, &path);
                Ok(())
            }
            (true, false) => fs::remove_dir_all(&path),
            (false, _) if !other.is_file() => fs::remove_file(&path),
            (false, _) => Ok(()),
        };
        removed.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }
}

/// Copies into a folder what is new or has changed; files that are equal already stay as old as they are.
pub fn copy_tree(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder can be made");
    for entry in fs::read_dir(from).unwrap_or_else(|error| panic!("{}: {error}", from.display())) {
        let entry = entry.expect("a folder can be listed");
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy_tree(&path, &target);
            continue;
        }
        let bytes = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        if fs::read(&target).ok().as_ref() != Some(&bytes) {
            // Written, not copied: Cargo compiles again what is younger than what it has compiled.
            fs::write(&target, bytes).unwrap_or_else(|error| panic!("{}: {error}", target.display()));
        }
    }
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
        fs::create_dir_all(&folder).expect("a folder can be made");
        let library = folder.join(library_name("bad-plugins"));
        build(&bad_crate(), "bad-plugins", &["build"], &library);
        library
    });
    &LIBRARY
}

/// The library of the bad components that writes the files `constructor`, `create` and `step`, and the folder into which it writes them.
pub fn writing_library() -> &'static (PathBuf, PathBuf) {
    static LIBRARY: LazyLock<(PathBuf, PathBuf)> = LazyLock::new(|| {
        let folder = target().join("bad-libraries");
        let written = folder.join("written");
        fs::create_dir_all(&written).expect("a folder can be made");
        let library = folder.join(library_name("writing-plugins"));
        let _turn = turn();
        let mut build = cargo(&bad_crate(), &["build", "--features", "writes"]);
        let built = build.env("SIM_TEST_FOLDER", &written).output().expect("cargo can be started");
        assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
        let made = shared_target().join("debug").join(library_name("bad-plugins"));
        fs::copy(&made, &library).unwrap_or_else(|error| panic!("{}: {error}", made.display()));
        (library, written)
    });
    &LIBRARY
}

/// The library with the counting controller, in this version.
pub fn counter_library(version: &str, arguments: &[&str]) -> PathBuf {
    let folder = target().join("counter-libraries");
    fs::create_dir_all(&folder).expect("a folder can be made");
    let library = folder.join(version);
    build(&root().join("tests").join("counter"), "counter", arguments, &library);
    library
}
