//! A library that writes files when it is opened, when a component is created and in its steps, in every command with
//! `--isolate`.

use sim_tests::build::writing_library;
use sim_tests::{Ended, TestDir};
use std::collections::BTreeSet;
use std::path::Path;

/// The scene: a robot with the controller of the library, and one with another one.
const SCENE: &str = r#"(format_version: 1, run: (dt: 0.05, duration: 0.2), floor: (), robots: [
    (name: "a", model: "scout/standard", controller: "bad/controller"),
    (name: "b", model: "scout/standard", at: (2, 2), controller: (id: "control/constant", params: (commands: {"left_wheel": 5}))),
])"#;

/// Arguments of every command with `--isolate`, by its words; commands without arguments open a window.
const COMMANDS: &[(&str, Option<&[&str]>)] = &[
    ("run", Some(&["scene.ron", "--json"])),
    ("render", Some(&["scene.ron", "--output", "out.png", "--size", "64x64", "--start", "0.1", "--force"])),
    ("gui", None),
    ("check", Some(&["scene.ron"])),
    ("conform", Some(&["plugins/libbad.so"])),
    ("plugins", Some(&[])),
    ("doctor", Some(&[])),
    ("bench swarm", Some(&["--robots", "2", "--seconds", "0.2"])),
    ("bench scene", Some(&["scene.ron", "--seconds", "0.2"])),
    ("bench lidar", Some(&["--sweeps", "1"])),
    ("bench load", Some(&[])),
    ("nautilus", Some(&["--no-visual", "--config", "./pool.json", "--time", "0.2", "--controller", "bad/controller"])),
    ("replay", Some(&["run.mcap"])),
];

fn dir() -> TestDir {
    let dir = TestDir::new();
    dir.install(&writing_library().0, "libbad.so");
    dir.write("scene.ron", SCENE);
    dir.write("pool.json", r#"{"robots": [{"position": [0, 0, -1], "rotation": [0, 0, 0]}]}"#);
    dir
}

/// Names of the files written by the library since the last call.
fn written() -> BTreeSet<String> {
    let folder: &Path = &writing_library().1;
    let entries = std::fs::read_dir(folder).expect("the folder can be listed");
    let take = |entry: std::io::Result<std::fs::DirEntry>| {
        let entry = entry.expect("the folder can be listed");
        std::fs::remove_file(entry.path()).expect("a file can be removed");
        entry.file_name().to_string_lossy().into_owned()
    };
    entries.map(take).collect()
}

/// The words of every command of the program with `--isolate`, as its manual pages describe it.
fn isolating_commands(dir: &TestDir) -> BTreeSet<String> {
    dir.sim(&["man", "man"]).expect(0);
    let pages = std::fs::read_dir(dir.path("man")).expect("the pages are there");
    let pages = pages.map(|page| page.expect("the pages are there").path());
    let isolates = |page: &Path| {
        let text = std::fs::read_to_string(page).expect("a page is text");
        text.contains("\\-\\-isolate\\fR ")
    };
    let name = |page: &Path| {
        let name = page.file_stem().expect("a page has a name").to_string_lossy().into_owned();
        name.trim_start_matches("sim-").replacen('-', " ", 1)
    };
    let own = pages.filter(|page| isolates(page)).map(|page| name(&page));
    // Companion programs have no pages there.
    let others = ["nautilus"].into_iter().filter(|name| dir.sim(&[name, "--help"]).stdout.contains("--isolate <"));
    own.chain(others.map(String::from)).collect()
}

/// Every command ends on its own.
fn run(dir: &TestDir, command: &str, arguments: &[&str], isolate: &[&str]) -> Ended {
    let words: Vec<&str> = command.split(' ').chain(arguments.iter().copied()).chain(isolate.iter().copied()).collect();
    dir.sim(&words)
}

#[test]
fn an_isolated_library_writes_no_files_in_any_command() {
    let dir = dir();
    let known: BTreeSet<String> = COMMANDS.iter().map(|(command, _)| command.to_string()).collect();
    assert_eq!(isolating_commands(&dir), known, "every command with `--isolate` has a row here");
    let all = ["--plugins", "plugins", "--isolate", "all"];
    dir.sim(&[&["run", "scene.ron", "--record", "run.mcap"], &all[..]].concat()).expect(0);
    assert_eq!(written(), BTreeSet::new(), "run");
    for (command, arguments) in COMMANDS {
        let Some(arguments) = arguments else { continue };
        let ended = run(&dir, command, arguments, &all);
        assert!([0, 4].contains(&ended.status), "{command}: {ended:#?}");
        assert_eq!(written(), BTreeSet::new(), "{command}: {ended:#?}");
    }
    // The library is also found by its file, and `conform` does not need an option for it.
    for isolate in [&["--isolate", "plugins/libbad.so"][..], &[], &["--scene", "scene.ron"]] {
        let ended = run(&dir, "conform", &["plugins/libbad.so"], isolate);
        assert!(ended.stdout.contains("controller bad/controller conforms"), "{isolate:?}: {ended:#?}");
        assert_eq!(written(), BTreeSet::new(), "{isolate:?}: {ended:#?}");
    }
    // Without isolation, it writes everything, so the test can detect it.
    run(&dir, "conform", &["plugins/libbad.so"], &["--no-isolate"]);
    assert_eq!(written(), ["constructor", "create", "step"].map(String::from).into());
    dir.run("scene.ron", &[]).expect(0);
    assert_eq!(written(), ["constructor", "create", "step"].map(String::from).into());
}
