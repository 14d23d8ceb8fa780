//! A library that writes files when it is opened, when a component is created and in its steps, in every command with
//! `--isolate`.

use sim_tests::build::writing_library;
use sim_tests::{Desk, Ended};
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
    ("bench guard", Some(&["--rounds", "1"])),
    ("nautilus", Some(&["--no-visual", "--config", "./pool.json", "--time", "0.2", "--controller", "bad/controller"])),
    ("replay", Some(&["run.mcap"])),
];

fn desk() -> Desk {
    let desk = Desk::new();
    desk.install(&writing_library().0, "libbad.so");
    desk.write("scene.ron", SCENE);
    desk.write("pool.json", r#"{"robots": [{"position": [0, 0, -1], "rotation": [0, 0, 0]}]}"#);
    desk
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
fn isolating_commands(desk: &Desk) -> BTreeSet<String> {
    desk.sim(&["man", "man"]).expect(0);
    let pages = std::fs::read_dir(desk.path("man")).expect("the pages are there");
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
    let others = ["nautilus"].into_iter().filter(|name| desk.sim(&[name, "--help"]).stdout.contains("--isolate <"));
    own.chain(others.map(String::from)).collect()
}

/// Every command ends on its own.
fn run(desk: &Desk, command: &str, arguments: &[&str], isolate: &[&str]) -> Ended {
    let words: Vec<&str> = command.split(' ').chain(arguments.iter().copied()).chain(isolate.iter().copied()).collect();
    desk.sim(&words)
}

#[test]
fn s0_an_isolated_library_writes_nothing_whatever_the_command() {
    let desk = desk();
    let known: BTreeSet<String> = COMMANDS.iter().map(|(command, _)| command.to_string()).collect();
    assert_eq!(isolating_commands(&desk), known, "every command with `--isolate` has a row here");
    let all = ["--plugins", "plugins", "--isolate", "all"];
    desk.sim(&[&["run", "scene.ron", "--record", "run.mcap"], &all[..]].concat()).expect(0);
    assert_eq!(written(), BTreeSet::new(), "run");
    for (command, arguments) in COMMANDS {
        let Some(arguments) = arguments else { continue };
        let ended = run(&desk, command, arguments, &all);
        assert!([0, 4].contains(&ended.status), "{command}: {ended:#?}");
        assert_eq!(written(), BTreeSet::new(), "{command}: {ended:#?}");
    }
    // The library is also found by its file, and `conform` does not need an option for it.
    for isolate in [&["--isolate", "plugins/libbad.so"][..], &[], &["--scene", "scene.ron"]] {
        let ended = run(&desk, "conform", &["plugins/libbad.so"], isolate);
        assert!(ended.stdout.contains("controller bad/controller conforms"), "{isolate:?}: {ended:#?}");
        assert_eq!(written(), BTreeSet::new(), "{isolate:?}: {ended:#?}");
    }
    // Without isolation, it writes everything, so the test can detect it.
    run(&desk, "conform", &["plugins/libbad.so"], &["--no-isolate"]);
    assert_eq!(written(), ["constructor", "create", "step"].map(String::from).into());
    desk.run("scene.ron", &[]).expect(0);
    assert_eq!(written(), ["constructor", "create", "step"].map(String::from).into());
}
