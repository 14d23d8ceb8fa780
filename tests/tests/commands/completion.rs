//! Shell completions.

use sim_tests::{Ended, TestDir, shipped};
use std::process::Command;

/// A command of this folder's user, with a separate cache.
fn command(dir: &TestDir, words: &[&str]) -> Command {
    let mut command = dir.command(words);
    command.env_remove("XDG_CACHE_HOME");
    command
}

/// Completions offered to bash at the end of the line's last word.
fn offered(dir: &TestDir, line: &str) -> Vec<String> {
    let words: Vec<&str> = line.split(' ').collect();
    let mut command = command(dir, &[&["--"], &words[..]].concat());
    command
        .env("SIM_COMPLETE", "bash")
        .env("_CLAP_COMPLETE_INDEX", (words.len() - 1).to_string())
        .env("_CLAP_IFS", "\n");
    let ended = Ended::from(command.output().expect("the program can be started")).expect(0);
    assert_eq!(ended.stderr, "");
    ended.stdout.lines().map(str::to_string).collect()
}

/// Lets an earlier command cache the contents of the libraries.
fn learn(dir: &TestDir) {
    Ended::from(command(dir, &["plugins", "--plugins", "plugins"]).output().unwrap()).expect(0);
}

#[test]
fn ids_of_components_are_offered_by_their_kind() {
    let dir = TestDir::new();
    learn(&dir);
    let controllers = offered(&dir, "sim run a.ron --controller control/");
    assert!(controllers.contains(&"control/wander".to_string()), "{controllers:?}");
    assert!(controllers.iter().all(|id| id.starts_with("control/")), "{controllers:?}");
    assert_eq!(offered(&dir, "sim run a.ron --dynamics diff-drive/d"), ["diff-drive/dynamic"]);
    assert_eq!(offered(&dir, "sim check a.ron --controller anna=control/wan"), ["anna=control/wander"]);
    let ranges = offered(&dir, "sim plugins range");
    assert!(ranges.contains(&"range".to_string()) && ranges.contains(&"range/ray".to_string()), "{ranges:?}");
    let dynamics = offered(&dir, "sim run a.ron --dynamics ");
    assert!(!dynamics.is_empty() && !dynamics.contains(&"control/wander".to_string()), "{dynamics:?}");
}

#[test]
fn ids_come_from_the_folders_of_the_command_line_and_no_library_runs_for_them() {
    // A program without companions, and a library that has not been described yet.
    let alone = tempfile::tempdir().unwrap();
    std::fs::copy(sim_tests::program_of(&sim_tests::dist()), sim_tests::program_of(alone.path())).unwrap();
    let dir = TestDir::with_program(alone.path().to_path_buf());
    let library = shipped("plugin_fence");
    dir.install(&library, library.file_name().and_then(|name| name.to_str()).unwrap());
    assert!(offered(&dir, "sim plugins --plugins plugins mon").is_empty(), "no shell requests it now");
    assert!(!dir.path("home/.cache").exists(), "and nothing is cached");
    learn(&dir);
    let known = offered(&dir, "sim plugins --plugins plugins mon");
    assert_eq!(known, ["monitor", "monitor/fence"]);
    assert!(offered(&dir, "sim plugins mon").is_empty(), "it lies in no folder that is searched");
}

#[test]
fn scenes_and_recordings_are_offered_by_their_names() {
    let dir = TestDir::new();
    for name in ["a.ron", "b.json", "c.mcap", "d.txt"] {
        dir.write(name, "");
    }
    let run = offered(&dir, "sim run ");
    assert_eq!(run[..4], ["a.ron", "b.json", "plugins/", "-"], "options come after them: {run:?}");
    assert!(!run.contains(&"c.mcap".to_string()), "{run:?}");
    let opened = offered(&dir, "sim gui ");
    assert!(opened.contains(&"c.mcap".to_string()) && !opened.contains(&"d.txt".to_string()), "{opened:?}");
    assert_eq!(offered(&dir, "sim replay c"), ["c.mcap"]);
    assert_eq!(offered(&dir, "sim repl"), ["replay"]);
}

#[test]
fn a_shell_gets_a_script_that_requests_completions() {
    let dir = TestDir::new();
    let script = |shell: &str| {
        let mut command = dir.command(&[]);
        Ended::from(command.env("SIM_COMPLETE", shell).output().unwrap())
    };
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let ended = script(shell).expect(0);
        assert!(ended.stdout.contains("SIM_COMPLETE"), "{shell}: {}", ended.stdout);
    }
    assert_ne!(script("quux").status, 0);
}
