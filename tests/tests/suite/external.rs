//! Commands provided by separate programs: `sim NAME` runs `sim-NAME`.

#![cfg(unix)]

use sim_tests::live::Running;
use sim_tests::{Ended, TestDir, dist, in_english, program_of};
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A script as a program in a folder.
fn script(folder: &Path, name: &str, lines: &str) {
    let file = folder.join(name);
    std::fs::write(&file, format!("#!/bin/sh\n{lines}\n")).expect("a file can be written");
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).expect("a mode can be set");
}

/// A folder with the bare program.
fn installation(dir: &TestDir) -> PathBuf {
    let folder = dir.path("installation");
    std::fs::create_dir(&folder).expect("a folder can be made");
    let (from, to) = (program_of(&dist()), program_of(&folder));
    if std::fs::hard_link(&from, &to).is_err() {
        std::fs::copy(from, to).expect("the program can be copied");
    }
    folder
}

fn command(folder: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(program_of(folder));
    command.args(words);
    in_english(&mut command);
    command
}

fn sim(folder: &Path, words: &[&str]) -> Ended {
    Ended::from(command(folder, words).output().expect("the program can be started"))
}

#[test]
fn a_program_gets_the_words_and_standard_input_and_its_output_and_status_are_those_of_the_command() {
    let dir = TestDir::new();
    let folder = installation(&dir);
    script(&folder, "sim-echo", "cat; printf '[%s]' \"$@\"; echo warning >&2; exit 42");
    let mut child = command(&folder, &["--no-supervisor", "echo", "-ef", "two words", "--json", "echo"]);
    child.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = child.spawn().expect("the program can be started");
    child.stdin.take().expect("it is a pipe").write_all(b"input ").expect("it is read");
    let ended = Ended::from(child.wait_with_output().expect("it ends"));
    assert_eq!(ended.stdout, "input [--no-supervisor][-ef][two words][--json][echo]");
    assert_eq!((ended.stderr.as_str(), ended.status), ("warning\n", 42));
}

#[test]
fn help_lists_programs_and_an_unknown_command_has_the_nearest_name() {
    let dir = TestDir::new();
    let folder = installation(&dir);
    let before = sim(&folder, &["echo"]).expect(2);
    assert!(before.stderr.contains("unrecognized subcommand 'echo'"), "{before:?}");
    script(&folder, "sim-echo", "echo \"it prints $1\"");
    script(&folder, "sim-run", "echo never");
    for words in [&["--help"][..], &["help"]] {
        let help = sim(&folder, words).expect(0).stdout;
        let lists = |name: &str| help.lines().any(|line| line.trim_start().starts_with(&format!("{name} ")));
        assert!(lists("echo") && lists("check") && !help.contains("sim-run"), "{help}");
    }
    let near = sim(&folder, &["ehco"]).expect(2);
    assert!(near.stderr.contains("unrecognized subcommand 'ehco'") && near.stderr.contains("'echo'"), "{near:?}");
    assert_eq!(sim(&folder, &["help", "echo"]).expect(0).stdout, "it prints --help\n");
    assert!(sim(&folder, &["run"]).expect(2).stderr.contains("SCENE"), "commands of the program itself come first");
}

#[test]
fn a_program_that_is_not_beside_the_command_is_found_on_the_path() {
    let dir = TestDir::new();
    let folder = installation(&dir);
    let elsewhere = dir.path("elsewhere");
    std::fs::create_dir(&elsewhere).expect("a folder can be made");
    script(&elsewhere, "sim-echo", "echo from the path");
    let mut command = command(&folder, &["echo"]);
    let paths = [elsewhere, PathBuf::from("/usr/bin"), PathBuf::from("/bin")];
    command.env("PATH", std::env::join_paths(paths).expect("plain folders"));
    assert_eq!(Ended::from(command.output().expect("it starts")).expect(0).stdout, "from the path\n");
}

#[test]
fn ctrl_c_is_left_to_the_program() {
    let dir = TestDir::new();
    let folder = installation(&dir);
    script(
        &folder,
        "sim-wait",
        "trap 'echo interrupted >&2; exit 7' INT; echo ready >&2; while :; do sleep 0.05; done",
    );
    let mut running = Running::start(command(&folder, &["wait"]));
    running.wait_for(&["ready"]);
    let ended = running.interrupt();
    assert_eq!(ended.status, 7, "{ended:?}");
    assert!(ended.stderr.contains("interrupted"), "{ended:?}");
}

#[test]
fn a_program_that_cannot_be_started_is_reported_with_its_file() {
    let dir = TestDir::new();
    let folder = installation(&dir);
    script(&folder, "sim-broken", "");
    std::fs::write(folder.join("sim-broken"), "#!/there/is/no/such/interpreter\n").expect("a file can be written");
    let ended = sim(&folder, &["broken"]).expect(1);
    for words in ["EN011", "`broken` cannot be started", "sim-broken", "help: "] {
        assert!(ended.stderr.contains(words), "no `{words}` in {ended:?}");
    }
}

#[test]
fn check_asks_programs_about_json_that_is_no_scene() {
    let dir = TestDir::new();
    let folder = installation(&dir);
    let report = r#"{"diagnostics": [{"severity": "error"}], "exit_status": 3}"#;
    let check = format!("case $1 in __knows) grep -q mine \"$2\" && echo true;; __check) echo '{report}';; esac");
    script(&folder, "sim-mine", &check);
    // A program unaware of this protocol.
    script(&folder, "sim-all", "echo yes; exit 0");
    script(&folder, "sim-silent", "test \"$1\" = __knows && grep -q silent \"$2\" && echo true");
    let of = |text: &str, status: i32| {
        let file = dir.write("file.json", text);
        let ended = sim(&folder, &["check", "--json", &file.to_string_lossy()]).expect(status);
        (ended.json()["scenes"][0].clone(), ended.stderr)
    };
    let (checked, _) = of("mine", 3);
    assert_eq!((checked["kind"].as_str(), checked["ok"].as_bool()), (Some("mine"), Some(false)), "{checked}");
    let (checked, _) = of("nobody's", 3);
    assert_eq!(checked["kind"], "scene", "{checked}");
    let (checked, _) = of(r#"{"format_version": 1, "name": "mine"}"#, 0);
    assert_eq!(checked["kind"], "scene", "{checked}");
    let (checked, told) = of("silent", 1);
    assert_eq!(checked["kind"], "silent", "{checked}");
    assert!(
        told.contains("EN011")
            && told.contains(
                "did not return a \
                                                     report"
            )
            && told.contains("sim-silent"),
        "{told}"
    );
}
