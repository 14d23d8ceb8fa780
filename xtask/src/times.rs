//! How long tests take: of each part, and of the slowest programs.

use crate::run::{Result, line_of};
use std::io::{BufRead, BufReader};
use std::process::Command;
use std::sync::{Mutex, PoisonError};
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

    /// Runs commands of `cargo test` to their ends, so many at a time, and notes the time of each test program. What a program
    /// says is shown when it has ended.
    ///
    /// # Errors
    /// Names the commands that failed, when all have ended.
    pub fn tests(&mut self, commands: Vec<Command>, at_once: usize) -> Result {
        let waiting = Mutex::new(commands.into_iter());
        let (programs, failed) = (Mutex::new(Vec::new()), Mutex::new(Vec::new()));
        let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).next();
        let keep = |program| programs.lock().unwrap_or_else(PoisonError::into_inner).push(program);
        std::thread::scope(|scope| {
            for _ in 0..at_once {
                scope.spawn(|| {
                    while let Some(command) = next() {
                        if let Err(reason) = programs_of(command, &keep) {
                            failed.lock().unwrap_or_else(PoisonError::into_inner).push(reason);
                        }
                    }
                });
            }
        });
        self.programs.extend(programs.into_inner().unwrap_or_else(PoisonError::into_inner));
        let failed = failed.into_inner().unwrap_or_else(PoisonError::into_inner);
        if failed.is_empty() { Ok(()) } else { Err(failed.join("\n")) }
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

/// Runs one command and hands on each test program with its time.
fn programs_of(mut command: Command, done: &impl Fn((String, Duration))) -> Result {
    let line = line_of(&command);
    let failed = |error: std::io::Error| format!("`{line}` cannot be run: {error}");
    let (reader, writer) = std::io::pipe().map_err(failed)?;
    command.stdout(writer.try_clone().map_err(failed)?).stderr(writer);
    let mut child = command.spawn().map_err(failed)?;
    // With it go the ends of the pipe into which nobody writes any more.
    drop(command);
    let mut running: Option<(String, Instant)> = None;
    let mut said = format!("$ {line}\n");
    let ended = |running: &mut Option<(String, Instant)>, said: &mut String| {
        eprint!("{}", std::mem::take(said));
        if let Some((name, start)) = running.take() {
            done((name, start.elapsed()));
        }
    };
    for text in BufReader::new(reader).lines() {
        let text = text.map_err(failed)?;
        if let Some(program) = program_of(&text) {
            ended(&mut running, &mut said);
            running = Some((program, Instant::now()));
        }
        said.push_str(&text);
        said.push('\n');
    }
    let status = child.wait().map_err(failed)?;
    ended(&mut running, &mut said);
    if status.success() { Ok(()) } else { Err(format!("`{line}` failed ({status})")) }
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
    Some(format!("{name}, {source}"))
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
