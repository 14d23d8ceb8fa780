//! Products of plugin authors: crates that move between machines, and plugins in C and C++, which do not require Rust.

use sim_tests::build::{build_with_kit, cargo, copy_tree, library_name, new_crate};
use sim_tests::{TestDir, dist, program_of, root};
use std::env::consts::DLL_SUFFIX;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A test folder with a separate installation: program and SDK.
fn installation() -> (tempfile::TempDir, TestDir) {
    let folder = tempfile::tempdir().unwrap();
    fs::copy(program_of(&dist()), program_of(folder.path())).unwrap();
    copy_tree(&dist().join("sdk"), &folder.path().join("sdk"));
    let dir = TestDir::with_program(folder.path().to_path_buf());
    (folder, dir)
}

#[test]
fn a_crate_that_is_moved_builds_where_the_installation_it_was_made_with_is_not() {
    let (theirs, their_dir) = installation();
    let made = new_crate(&their_dir, "controller", "sent", &[]);
    let here = TestDir::new();
    copy_tree(&made, &here.path("received"));
    drop((theirs, their_dir));
    assert!(!made.exists());
    let library = here.path("plugins").join(library_name("sent"));
    build_with_kit(&here.path("received"), "sent", &["build"], &library);
    here.run("received/scene.ron", &[]).expect(0);
}

#[test]
fn a_lost_kit_is_put_back_by_the_command_that_the_manifest_names() {
    let dir = TestDir::new();
    let folder = new_crate(&dir, "sensor", "bare", &[]);
    fs::remove_dir_all(folder.join("sdk")).unwrap();
    let output = cargo(&folder, &["metadata", "--format-version", "1", "--offline"]).output().unwrap();
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && text.contains("bare/sdk/sim-abi"), "{text}");
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
    assert!(manifest.contains("run `sim kit`"), "{manifest}");
    dir.sim(&["kit", "bare"]).expect(0);
    let output = cargo(&folder, &["metadata", "--format-version", "1"]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(dir.sim(&["kit", "nowhere"]).expect(2).stderr.contains("sim new"));
}

/// Runs `make` in a folder and returns its output.
#[cfg(unix)]
#[track_caller]
fn make(folder: &Path, target: &[&str]) -> String {
    let program = format!("SIM={}", program_of(&dist()).display());
    let output = Command::new("make").arg(program).args(target).current_dir(folder).output().expect("there is make");
    let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "make {target:?} in {}:\n{text}", folder.display());
    text
}

#[cfg(unix)]
#[test]
fn what_sim_new_makes_in_c_and_cpp_builds_conforms_and_runs() {
    let dir = TestDir::new();
    let kinds = ["controller", "sensor", "actuator", "dynamics", "robot", "service"];
    for (lang, kind) in kinds.map(|kind| ("c", kind)).into_iter().chain(kinds.map(|kind| ("cpp", kind))) {
        let name = format!("{kind}-{lang}");
        dir.sim(&["new", kind, &name, "--lang", lang]).expect(0);
        let folder = dir.path(&name);
        assert!(!make(&folder, &[]).contains("warning"), "{name}");
        assert!(make(&folder, &["conform"]).contains(&format!("{kind} my/{name} conforms")), "{name}");
        make(&folder, &["run"]);
    }
}

/// Compiles a plugin of this repository with one text replaced.
fn library(dir: &TestDir, source: &str, (text, other): (&str, &str)) -> PathBuf {
    let library = dir.path("plugins/compiled").with_extension(&DLL_SUFFIX[1..]);
    let code = fs::read_to_string(root().join(source)).unwrap().replace(text, other);
    let source = dir.write("source.c", code);
    let mut compiler = Command::new(std::env::var("CC").unwrap_or_else(|_| "cc".into()));
    compiler.args(["-std=c99", "-shared", "-fPIC", "-I"]).arg(root().join("sim-abi/include"));
    let output = compiler.arg("-o").arg(&library).arg(source).arg("-lm").output().expect("there is cc");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    library
}

#[test]
fn conform_reports_each_component_in_json_and_by_exit_status() {
    let dir = TestDir::new();
    let bad = library(&dir, "tests/c/tests/c/bad.c", ("", ""));
    let bad = bad.to_str().unwrap();
    let rows = dir.sim(&["conform", bad, "--json"]).expect(4).json();
    let of = |id: &str| rows.as_array().unwrap().iter().find(|row| row["id"] == id).unwrap();
    assert_eq!(of("bad/failing")["verdict"], "fails");
    assert!(of("bad/failing")["reason"].as_str().unwrap().contains("the lens is dirty"), "{rows}");
    assert_eq!(of("bad/binding")["verdict"], "not checked");
    dir.sim(&["conform", bad, "--component", "bad/binding"]).expect(0);
    let unknown = dir.sim(&["conform", bad, "--component", "bad/bindin"]).expect(4);
    assert!(unknown.stderr.contains("did you mean `bad/binding`?"), "{unknown:?}");
}

#[test]
fn conform_checks_a_controller_on_the_robot_of_a_scene() {
    let dir = TestDir::new();
    let bad = library(&dir, "tests/c/tests/c/bad.c", ("", ""));
    let bad = bad.to_str().unwrap();
    dir.write("scene.ron", "(format_version: 1, run: (dt: 0.01, duration: 1))");
    let empty = dir.sim(&["conform", bad, "--scene", "scene.ron"]).expect(3);
    assert!(empty.stderr.contains("does not contain a robot") && empty.stderr.contains("scene.ron"), "{empty:?}");
    let avoid = library(&dir, "examples/c/avoid.c", ("", ""));
    dir.write(
        "scene.ron",
        r#"(format_version: 1, run: (dt: 0.01, duration: 1), floor: (), robots: [(name: "r", model: "scout/standard")])"#,
    );
    let checked = dir.sim(&["conform", avoid.to_str().unwrap(), "--scene", "scene.ron"]).expect(0);
    assert!(checked.stdout.contains("controller example-c/avoid conforms"), "{checked:?}");
}

#[test]
fn check_warns_of_a_claimed_id_unless_every_scene_replaces_it() {
    let dir = TestDir::new();
    library(&dir, "examples/c/avoid.c", ("example-c/avoid", "control/wander"));
    dir.write("plain.ron", "(format_version: 1, run: (dt: 0.01, duration: 1))");
    dir.write("replacing.ron", "(format_version: 1, run: (dt: 0.01, duration: 1), replace: [\"control/wander\"])");
    let check = |scenes: &[&str]| dir.sim(&[&["check", "--plugins", "plugins"], scenes].concat()).expect(0).stderr;
    assert!(check(&["plain.ron"]).contains("warning[PL017]"));
    assert!(check(&["replacing.ron", "plain.ron"]).contains("warning[PL017]"));
    assert_eq!(check(&["replacing.ron"]), "");
}
