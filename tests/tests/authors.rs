//! Crates that go from one machine to another.

use sim_tests::build::{build, cargo, library_name, new_crate};
use sim_tests::{Desk, dist, program_of};
use std::fs;
use std::path::Path;

fn copy_tree(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy_tree(&entry.path(), &target)
        } else {
            fs::copy(entry.path(), target).map(drop).unwrap()
        }
    }
}

/// A desk with an installation of its own: program and kit.
fn installation() -> (tempfile::TempDir, Desk) {
    let folder = tempfile::tempdir().unwrap();
    fs::copy(program_of(&dist()), program_of(folder.path())).unwrap();
    copy_tree(&dist().join("sdk"), &folder.path().join("sdk"));
    let desk = Desk::with_program(folder.path().to_path_buf());
    (folder, desk)
}

#[test]
fn a_crate_that_is_moved_builds_where_the_installation_it_was_made_with_is_not() {
    let (theirs, their_desk) = installation();
    let made = new_crate(&their_desk, "controller", "sent", &[]);
    let here = Desk::new();
    copy_tree(&made, &here.path("received"));
    drop((theirs, their_desk));
    assert!(!made.exists());
    let library = here.path("plugins").join(library_name("sent"));
    build(&here.path("received"), "sent", &["build"], &library);
    here.run("received/scene.ron", &[]).expect(0);
}

#[test]
fn a_lost_kit_is_put_back_by_the_command_that_the_manifest_names() {
    let desk = Desk::new();
    let folder = new_crate(&desk, "sensor", "bare", &[]);
    fs::remove_dir_all(folder.join("sdk")).unwrap();
    let output = cargo(&folder, &["metadata", "--format-version", "1", "--offline"]).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && said.contains("bare/sdk/sim-abi"), "{said}");
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
    assert!(manifest.contains("`sim kit` puts"), "{manifest}");
    desk.sim(&["kit", "bare"]).expect(0);
    let output = cargo(&folder, &["metadata", "--format-version", "1"]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(desk.sim(&["kit", "nowhere"]).expect(2).stderr.contains("sim new"));
}
