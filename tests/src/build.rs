//! Libraries built for a test: crates of plugin authors, and the bad ones.

use crate::{TestDir, root, target};
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

/// Serializes builds across all running test programs: they share a target folder, and a build overwrites the library
/// of the previous one. The lock is released when the file is closed.
fn turn() -> File {
    fs::create_dir_all(shared_target()).expect("a folder can be made");
    let file = File::create(shared_target().join(".turn")).expect("a file can be made");
    file.lock().expect("a file can be locked");
    file
}

/// Shared target folder of all authors' crates, so that their dependencies are compiled once.
fn shared_target() -> PathBuf {
    target().join("authors")
}

/// Cargo as called by an author in the folder of a crate.
pub fn cargo(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).current_dir(folder).env("CARGO_TARGET_DIR", shared_target());
    // Cargo's variables for the tests of this workspace must not reach the crate.
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("CARGO_PKG") || name == "CARGO_MANIFEST_DIR")
    {
        command.env_remove(name);
    }
    command
}

/// Runs Cargo to its end and fails with its output.
#[track_caller]
pub fn cargo_done(folder: &Path, arguments: &[&str]) -> String {
    let output = cargo(folder, arguments).output().expect("cargo can be started");
    let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "cargo {} in {}:\n{text}", arguments.join(" "), folder.display());
    text
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

/// Like [`build`], for a crate that contains the program's SDK: the SDK is compiled once for all such crates.
///
/// Cargo recompiles an SDK for every folder that contains it, and if one of its files is newer than the build. So all
/// crates are built in one folder, in which only differing files are written.
#[track_caller]
pub fn build_with_kit(folder: &Path, krate: &str, arguments: &[&str], to: &Path) {
    let _turn = turn();
    build_now(&workshop(folder), krate, arguments, to);
}

/// Runs the tests of a crate that contains the program's SDK, and returns their output.
#[track_caller]
pub fn test_with_kit(folder: &Path) -> String {
    let _turn = turn();
    cargo_done(&workshop(folder), &["test"])
}

/// The folder in which crates with the program's SDK are built, one after the other, as a copy of this crate.
fn workshop(folder: &Path) -> PathBuf {
    let workshop = shared_target().join("crate");
    mirror(folder, &workshop);
    workshop
}

/// Mirrors a folder.
fn mirror(from: &Path, to: &Path) {
    remove_others(from, to);
    copy_tree(from, to);
}

/// Removes entries from a folder that another one does not contain.
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

/// Copies new and changed files into a folder; equal files keep their timestamps.
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
            // Written, not copied: Cargo rebuilds whatever is newer than its last build.
            fs::write(&target, bytes).unwrap_or_else(|error| panic!("{}: {error}", target.display()));
        }
    }
}

/// Creates a crate with `sim new` and returns its folder.
#[track_caller]
pub fn new_crate(dir: &TestDir, kind: &str, name: &str, more: &[&str]) -> PathBuf {
    dir.sim(&[&["new", kind, name], more].concat()).expect(0);
    dir.path(name)
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

/// The library of the bad components that writes the files `constructor`, `create` and `step`, and their folder.
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
