//! The test programs that Cargo compiles.

use crate::run::{Result, line_of};
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// A test program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// Name of its target, such as `runs`.
    pub name: String,
    /// The executable file.
    pub executable: PathBuf,
    /// Folder of its package, used as the working directory.
    pub folder: PathBuf,
}

impl Program {
    /// The test program in a line of Cargo's messages; none for other messages.
    fn of_message(line: &str) -> Option<Self> {
        let is_test = line.contains("\"reason\":\"compiler-artifact\"") && line.contains("\"test\":true},\"features\"");
        let manifest = PathBuf::from(text(line, "manifest_path")?);
        let executable = text(line, "executable").filter(|_| is_test)?.into();
        let name = text(line, "name")?;
        Some(Self { name, executable, folder: manifest.parent()?.to_path_buf() })
    }

    /// The command that runs it like `cargo test`.
    pub fn command(&self) -> Command {
        let mut command = Command::new(&self.executable);
        command.current_dir(&self.folder).env("CARGO_MANIFEST_DIR", &self.folder);
        command
    }

    /// Its name with the name of its package, to distinguish unit tests of different packages.
    pub fn full_name(&self) -> String {
        let package = self.folder.file_name().unwrap_or_default().to_string_lossy();
        format!("{package}: {}", self.name)
    }
}

/// Runs a Cargo command that compiles test programs, and returns them.
pub fn compiled(mut command: Command) -> Result<Vec<Program>> {
    command.arg("--message-format=json-render-diagnostics");
    let line = line_of(&command);
    eprintln!("$ {line}");
    let failed = |error: std::io::Error| format!("`{line}` cannot be run: {error}");
    let mut child = command.stdout(Stdio::piped()).spawn().map_err(failed)?;
    let messages = child.stdout.take().expect("invariant: it is piped");
    let lines = BufReader::new(messages).lines().collect::<std::io::Result<Vec<_>>>().map_err(failed)?;
    let status = child.wait().map_err(failed)?;
    let programs: Vec<Program> = lines.iter().filter_map(|line| Program::of_message(line)).collect();
    match (status.success(), programs.is_empty()) {
        (true, false) => Ok(programs),
        (true, true) => Err(format!("test programs not found in the output of `{line}`")),
        (false, _) => Err(format!("`{line}` failed ({status})")),
    }
}

/// A string field of a message, which is a line of JSON: `"name":"text"`. The first match counts: Cargo writes the target before
/// anything else with the same fields.
fn text(line: &str, name: &str) -> Option<String> {
    let (_, rest) = line.split_once(&format!("\"{name}\":\""))?;
    let mut text = String::new();
    let mut letters = rest.chars();
    loop {
        match letters.next()? {
            '"' => return Some(text),
            // Paths contain no escapes other than `\\`.
            '\\' => text.push(letters.next()?),
            letter => text.push(letter),
        }
    }
}

/// Sorts the slowest programs to the front, so that the last one started is not the one that all others wait for.
pub fn longest_first(programs: &mut [Program]) {
    /// Measured, slowest first.
    const SLOWEST: [&str; 9] = [
        "engine: suite",
        "window: suite",
        "window: languages",
        "window: interaction",
        "tests: runs",
        "window: construct",
        "window: snapshots",
        "tests: nautilus",
        "tests: recordings",
    ];
    programs
        .sort_by_key(|program| SLOWEST.iter().position(|name| *name == program.full_name()).unwrap_or(SLOWEST.len()));
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    const MESSAGE: &str = r#"{"reason":"compiler-artifact","package_id":"path+file:///w/tests#sim-tests@0.1.0","manifest_path":"/w/tests/Cargo.toml","target":{"kind":["test"],"crate_types":["bin"],"name":"runs","src_path":"/w/tests/tests/runs.rs","edition":"2024","doc":false,"doctest":false,"test":true},"profile":{"opt_level":"0","debuginfo":0,"debug_assertions":true,"overflow_checks":true,"test":true},"features":[],"filenames":["/w/target/debug/deps/runs-1"],"executable":"/w/target/debug/deps/runs-1","fresh":false}"#;

    #[test]
    fn only_test_programs_are_recognized() {
        let program = Program::of_message(MESSAGE).unwrap();
        assert_eq!(program.name, "runs");
        assert_eq!(program.executable, Path::new("/w/target/debug/deps/runs-1"));
        assert_eq!((program.folder.as_path(), program.full_name().as_str()), (Path::new("/w/tests"), "tests: runs"));
        for other in [
            MESSAGE.replace("\"/w/target/debug/deps/runs-1\",\"fresh", "null,\"fresh"),
            MESSAGE.replace("checks\":true,\"test\":true}", "checks\":true,\"test\":false}"),
            MESSAGE.replace("compiler-artifact", "compiler-message"),
            "{\"reason\":\"build-finished\",\"success\":true}".into(),
        ] {
            assert_eq!(Program::of_message(&other), None, "{other}");
        }
    }

    #[test]
    fn texts_lose_their_escapes() {
        assert_eq!(text(r#"{"a":"C:\\x\"y","b":"z"}"#, "a").as_deref(), Some("C:\\x\"y"));
        assert_eq!(text(r#"{"a":"endless"#, "a"), None);
    }

    #[test]
    fn the_longest_come_first_and_the_rest_as_it_was() {
        let program = |name: &str| Program { name: name.into(), executable: name.into(), folder: "/w/tests".into() };
        let mut programs = ["b", "recordings", "a", "runs"].map(program);
        longest_first(&mut programs);
        assert_eq!(programs.map(|program| program.name), ["runs", "recordings", "b", "a"]);
    }
}
