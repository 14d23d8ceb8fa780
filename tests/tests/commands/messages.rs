//! `--quiet` and `--color`.

use super::{dir, scene};
use sim_tests::{Ended, TestDir};

#[test]
fn a_quiet_command_prints_only_errors_and_has_the_same_results() {
    let dir = dir();
    // A wall that nothing can hit causes one warning, the file that is not a library another one.
    dir.write("yard.ron", scene("").replace("post\", shape", "wall-2\", mass: 0, shape").replace("mass: 0, ", ""));
    dir.write("plugins/libbroken.so", "no library");
    let (loud, quiet) = (dir.run("yard.ron", &[]).expect(4), dir.run("yard.ron", &["-q"]).expect(4));
    assert!(loud.stderr.contains("libbroken.so") && loud.stderr.contains("warning"), "{}", loud.stderr);
    assert!(quiet.stderr.contains("libbroken.so"), "it decides the status: {}", quiet.stderr);
    let parts = ["state_hash", "digest", "plugin_failures", "diagnostics", "exit_status"];
    parts.iter().for_each(|part| assert_eq!(loud.json()[part], quiet.json()[part], "{part}"));

    let check = |more: &[&str]| dir.sim(&[&["check", "yard.ron", "--plugins", "plugins"], more].concat()).expect(0);
    let (loud, quiet) = (check(&[]), check(&["--quiet"]));
    assert!(loud.stderr.contains("libbroken.so") && quiet.stderr.is_empty(), "{}", quiet.stderr);
    assert_eq!(loud.stdout, quiet.stdout);
}

#[test]
fn a_quiet_command_reports_errors() {
    let dir = dir();
    for words in [&["-q", "run", "nowhere.ron"][..], &["run", "nowhere.ron", "--quiet"]] {
        let ended = dir.sim(words).expect(3);
        assert!(ended.stderr.contains("nowhere.ron cannot be read") && ended.stdout.is_empty(), "{ended:?}");
    }
    assert!(dir.sim(&["-q", "runn"]).expect(2).stderr.contains("'run'"));
    let made = dir.sim(&["new", "controller", "loud"]).expect(0);
    assert!(made.stderr.contains("next: cd"), "{}", made.stderr);
    assert_eq!(dir.sim(&["new", "controller", "still", "-q"]).expect(0).stderr, "");
    dir.write("two.json", r#"{"robots": 3, "controller": "none"}"#);
    let other = dir.sim(&["-q", "check", "two.json"]);
    assert!(other.status == 3 && !other.stderr.is_empty(), "{other:?}");
}

/// Output of the program with this environment.
fn stderr(dir: &TestDir, no_color: Option<&str>, words: &[&str]) -> String {
    let mut command = dir.command(words);
    command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    no_color.iter().for_each(|value| _ = command.env("NO_COLOR", value));
    Ended::from(command.output().expect("the program can be started")).stderr
}

#[test]
fn the_color_option_selects_when_colors_are_used() {
    let dir = dir();
    dir.write("broken.ron", scene("").replace("duration: 2", "duration: -2"));
    const ESCAPE: char = '\u{1b}';
    for wrong in [&["run", "broken.ron"][..], &["rum"], &["run", "broken.ron", "--dt", "x"]] {
        let stderr = |no_color, more: &[&str]| stderr(&dir, no_color, &[more, wrong].concat());
        assert!(!stderr(None, &[]).contains(ESCAPE), "{wrong:?}: standard error is not a terminal");
        assert!(!stderr(None, &["--color", "auto"]).contains(ESCAPE), "{wrong:?}");
        assert!(stderr(Some("1"), &["--color", "always"]).contains(ESCAPE), "{wrong:?}");
        assert!(!stderr(None, &["--color=never"]).contains(ESCAPE), "{wrong:?}");
    }
    let refused = dir.sim(&["run", "broken.ron", "--color", "blue"]).expect(2);
    assert!(refused.stderr.contains("auto, always, never"), "{}", refused.stderr);
}

#[cfg(target_os = "linux")]
#[test]
fn on_a_terminal_never_is_plain_and_auto_heeds_no_color() {
    let dir = dir();
    dir.write("broken.ron", scene("").replace("duration: 2", "duration: -2"));
    // `script` provides a terminal.
    let on_terminal = |no_color: &str, color: &str| {
        let program = sim_tests::program_of(&sim_tests::dist());
        let line = format!("{} run broken.ron --color {color}", program.display());
        let mut script = std::process::Command::new("script");
        script.args(["-qec", &line, "/dev/null"]).current_dir(dir.path("")).env("NO_COLOR", no_color);
        sim_tests::in_english(&mut script);
        let output = script.stdin(std::process::Stdio::null()).output().expect("`script` is part of util-linux");
        assert_eq!(output.status.code(), Some(3), "{output:?}");
        let screen = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(screen.contains("SC012") && screen.contains('╭'), "with its source line: {screen}");
        screen.contains('\u{1b}')
    };
    assert!(on_terminal("", "auto") && on_terminal("1", "always"));
    assert!(!on_terminal("1", "auto") && !on_terminal("", "never"));
}
