//! How long tests take: of each part, and of the slowest programs.

use crate::run::{Result, line_of};
use std::io::{BufRead, BufReader, IsTerminal};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How many of the slowest programs are named.
const NAMED: usize = 10;

/// What took how long.
#[derive(Default)]
pub struct Times {
    parts: Vec<(String, Duration)>,
    programs: Vec<(String, Duration)>,
}

impl Times {
    /// Does one part of the work.
    pub fn part(&mut self, name: &str, work: impl FnOnce(&mut Self) -> Result) -> Result {
        let start = Instant::now();
        let result = work(self);
        self.parts.push((name.to_string(), start.elapsed()));
        result
    }

    /// Runs `cargo test` to its end, fails if it does, and notes the time of each test program.
    pub fn tests(&mut self, command: &mut Command) -> Result {
        let line = line_of(command);
        eprintln!("$ {line}");
        let color = if std::io::stderr().is_terminal() { "always" } else { "never" };
        command.env("CARGO_TERM_COLOR", color).stderr(Stdio::piped());
        let failed = |error: std::io::Error| format!("`{line}` cannot be run: {error}");
        let mut child = command.spawn().map_err(failed)?;
        let mut running: Option<(String, Instant)> = None;
        let mut next = |program: Option<String>| {
            if let Some((name, start)) = running.take() {
                self.programs.push((name, start.elapsed()));
            }
            running = program.map(|name| (name, Instant::now()));
        };
        for said in BufReader::new(child.stderr.take().expect("invariant: it is piped")).lines() {
            let said = said.map_err(failed)?;
            eprintln!("{said}");
            if let Some(program) = program_of(&said) {
                next(Some(program));
            }
        }
        let status = child.wait().map_err(failed)?;
        next(None);
        if status.success() { Ok(()) } else { Err(format!("`{line}` failed ({status})")) }
    }

    /// What took how long, for people.
    pub fn text(&self) -> String {
        let mut slowest: Vec<&(String, Duration)> = self.programs.iter().collect();
        slowest.sort_by_key(|(_, time)| std::cmp::Reverse(*time));
        let line = |(name, time): &(String, Duration)| format!("{:>7.1} s  {name}\n", time.as_secs_f64());
        let parts: String = self.parts.iter().map(line).collect();
        let slowest: String = slowest.into_iter().take(NAMED).map(line).collect();
        format!("the parts:\n{parts}the {NAMED} slowest test programs:\n{slowest}")
    }
}

/// The test program that Cargo says it runs: ` Running tests/a.rs (target/debug/deps/a-0123)`, or the examples of a library.
fn program_of(line: &str) -> Option<String> {
    if let Some((_, library)) = line.split_once("Doc-tests ") {
        return Some(format!("examples of {library}"));
    }
    let (_, rest) = line.split_once("Running ")?;
    let (source, file) = rest.trim_end().strip_suffix(')')?.split_once(" (")?;
    let file = file.rsplit(['/', '\\']).next()?;
    let name = file.rsplit_once('-').map_or(file, |(name, _)| name);
    Some(format!("{name}, {}", source.trim_start_matches("\u{1b}[0m ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_recognised_in_what_cargo_says() {
        let line = "     Running unittests src/lib.rs (target/debug/deps/sim_core-0123456789abcdef)";
        assert_eq!(program_of(line).as_deref(), Some("sim_core, unittests src/lib.rs"));
        assert_eq!(program_of("   Doc-tests sim_abi").as_deref(), Some("examples of sim_abi"));
        assert_eq!(program_of("   Compiling sim-core v0.1.0 (/a/b)"), None);
        assert_eq!(program_of("test running_on ... ok"), None);
    }

    #[test]
    fn the_slowest_programs_come_first() {
        let program = |number: u64| (format!("program {number}"), Duration::from_secs(number));
        let times = Times {
            parts: vec![("compiling".into(), Duration::from_secs(7))],
            programs: (1..=12).map(program).collect(),
        };
        let text = times.text();
        assert!(
            text.contains("    7.0 s  compiling\n") && text.contains("programs:\n   12.0 s  program 12\n"),
            "{text}"
        );
        assert!(!text.contains("program 2\n"), "{text}");
    }
}
