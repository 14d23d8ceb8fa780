//! Cached copies of libraries: whatever happens to them, recordings attest the code that runs.

use serde_json::Value;
use sim_tests::{Ended, TestDir, shipped};
use std::path::{Path, PathBuf};
use std::time::Duration;

const SCENE: &str = r#"(format_version: 1, run: (dt: 0.01, duration: 0.5), floor: (),
    robots: [(name: "a", model: "scout/standard", controller: "control/wander")])"#;

/// Runs the scene with the folder's own cache.
fn run(dir: &TestDir) -> Ended {
    let mut command = dir.command(&["run", "scene.ron", "--json", "--record", "run.mcap", "--force"]);
    command.env_remove("XDG_CACHE_HOME");
    Ended::from(command.output().expect("the program can be started")).expect(0)
}

/// A test folder with the scene; descriptions of libraries that were just built would not be cached.
fn dir() -> TestDir {
    let dir = TestDir::new();
    dir.write("scene.ron", SCENE);
    let built = std::fs::metadata(shipped("plugin_scout")).and_then(|file| file.modified()).expect("it is there");
    while built.elapsed().is_ok_and(|since| since < Duration::from_secs(5)) {
        std::thread::sleep(Duration::from_millis(100));
    }
    dir
}

/// Digests of the libraries that the recording attests.
fn attested(dir: &TestDir) -> Value {
    let info: Value = dir.sim(&["info", "run.mcap", "--json"]).expect(0).json();
    let components = info["components"].as_array().expect("a list of components");
    components.iter().map(|component| component["digest"].clone()).collect()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    files
}

#[test]
fn a_copy_that_was_changed_is_not_run_but_replaced_with_a_warning() {
    let dir = dir();
    let first = run(&dir);
    let expected = (first.hash(), attested(&dir));
    // The first start has cached the copies, the second one uses them.
    let again = run(&dir);
    assert_eq!((again.hash(), attested(&dir)), expected);
    let copies = files(&dir.path("home/.cache/simwright/manifests/libraries"));
    assert!(copies.len() >= 3, "{copies:?}");
    let whole: Vec<Vec<u8>> = copies.iter().map(|copy| std::fs::read(copy).unwrap()).collect();
    let zeros = |bytes: &[u8]| vec![0; bytes.len()];
    let one_bit = |bytes: &[u8]| {
        let mut bytes = bytes.to_vec();
        let place = bytes.len() / 2;
        bytes[place] ^= 1;
        bytes
    };
    let cut_off = |bytes: &[u8]| bytes[..bytes.len() / 2].to_vec();
    type Damage = fn(&[u8]) -> Vec<u8>;
    let damages: [Damage; 3] = [zeros, one_bit, cut_off];
    for damage in damages {
        for (copy, bytes) in copies.iter().zip(&whole) {
            std::fs::write(copy, damage(bytes)).unwrap();
        }
        let ended = run(&dir);
        assert_eq!((ended.hash(), attested(&dir)), expected);
        assert!(ended.stderr.contains("warning[PL020]"), "{ended:#?}");
        for (copy, bytes) in copies.iter().zip(&whole) {
            assert!(std::fs::read(copy).unwrap() == *bytes, "{} was replaced", copy.display());
        }
        assert_eq!(run(&dir).stderr, again.stderr, "nothing left to report");
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_in_the_cache_is_not_waited_for_but_replaced() {
    let dir = dir();
    let first = run(&dir);
    let expected = (first.hash(), attested(&dir));
    for folder in ["libraries", "files"] {
        let entries = files(&dir.path("home/.cache/simwright/manifests").join(folder));
        assert!(entries.len() >= 3, "{entries:?}");
        for entry in &entries {
            std::fs::remove_file(entry).unwrap();
            let made = std::process::Command::new("mkfifo").arg(entry).status();
            assert!(made.is_ok_and(|status| status.success()));
        }
        let ended = run(&dir);
        assert_eq!((ended.hash(), attested(&dir)), expected);
        let replaced = entries.iter().all(|entry| std::fs::symlink_metadata(entry).is_ok_and(|file| file.is_file()));
        assert!(replaced, "{ended:#?}");
        assert_eq!(ended.stderr.contains("warning[PL020]"), folder == "libraries", "{ended:#?}");
    }
}

/// Anyone with write access to the folder of a copy could replace it after its digest was verified.
#[cfg(target_os = "linux")]
#[test]
fn what_runs_has_no_name_by_which_it_could_be_replaced() {
    let dir = dir();
    dir.write("long.ron", SCENE.replace("duration: 0.5", "duration: 600, speed: 1"));
    for _ in 0..2 {
        let mut command = dir.command(&["run", "long.ron", "--no-supervisor", "--record", "run.mcap", "--force"]);
        command.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null());
        let mut running = command.spawn().expect("the program can be started");
        let start = std::time::Instant::now();
        while !std::fs::metadata(dir.path("run.incomplete.mcap")).is_ok_and(|file| file.len() > 0) {
            assert!(start.elapsed() < Duration::from_secs(60), "the run does not begin");
            std::thread::sleep(Duration::from_millis(10));
        }
        let maps = std::fs::read_to_string(format!("/proc/{}/maps", running.id()));
        running.kill().expect("the program can be killed");
        running.wait().expect("the program can be waited for");
        std::fs::remove_file(dir.path("run.incomplete.mcap")).expect("a file");
        let maps = maps.expect("the program runs");
        let plugins: Vec<&str> = maps.lines().filter(|line| line.contains("libplugin_")).collect();
        assert!(!plugins.is_empty() && plugins.iter().all(|line| line.contains("/memfd:libplugin_")), "{plugins:#?}");
    }
}

#[test]
fn a_digest_in_the_cache_that_is_not_the_librarys_is_never_attested() {
    let dir = dir();
    let expected = (run(&dir).hash(), attested(&dir));
    for record in files(&dir.path("home/.cache/simwright/manifests/files")) {
        let text = std::fs::read_to_string(&record).unwrap();
        let (head, manifest) = text.split_once('\n').unwrap();
        let mut head: Value = serde_json::from_str(head).unwrap();
        let digest = head["digest"].as_str().unwrap();
        head["digest"] = digest.chars().rev().collect::<String>().into();
        std::fs::write(&record, format!("{head}\n{manifest}")).unwrap();
    }
    assert_eq!((run(&dir).hash(), attested(&dir)), expected);
}
