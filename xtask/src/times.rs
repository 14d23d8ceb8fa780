//! How long tests take: of each part, and of the slowest programs.

use crate::run::{Result, line_of};
use std::io::Read;
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How many of the slowest programs are named.
const NAMED: usize = 10;
/// How many lines are repeated of what a program said that failed without naming tests, besides the last one.
const LAST_LINES: usize = 30;

/// A test program, or several that Cargo runs.
pub struct Job {
    pub name: String,
    pub command: Command,
}

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

    /// Runs jobs to their ends, so many at a time, and notes the time of each. What a program says is shown when it has ended.
    ///
    /// # Errors
    /// Names the jobs that failed, when all have ended.
    pub fn tests(&mut self, jobs: Vec<Job>, at_once: usize) -> Result {
        let waiting = Mutex::new(jobs.into_iter());
        let (programs, failed) = (Mutex::new(Vec::new()), Mutex::new(Vec::new()));
        let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).next();
        std::thread::scope(|scope| {
            for _ in 0..at_once {
                scope.spawn(|| {
                    while let Some(Job { name, command }) = next() {
                        let start = Instant::now();
                        if let Err(reason) = run(&name, command) {
                            failed.lock().unwrap_or_else(PoisonError::into_inner).push(reason);
                        }
                        programs.lock().unwrap_or_else(PoisonError::into_inner).push((name, start.elapsed()));
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

/// Runs one command and shows what it has said when it has ended.
fn run(name: &str, mut command: Command) -> Result {
    let line = line_of(&command);
    let failed = |error: std::io::Error| format!("{name}: `{line}` cannot be run: {error}");
    let (mut reader, writer) = std::io::pipe().map_err(failed)?;
    command.stdin(Stdio::null()).stdout(writer.try_clone().map_err(failed)?).stderr(writer);
    let mut child = command.spawn().map_err(failed)?;
    // With it go the ends of the pipe into which nobody writes any more.
    drop(command);
    let mut said = Vec::new();
    let read = reader.read_to_end(&mut said);
    let status = child.wait().map_err(failed)?;
    let said = String::from_utf8_lossy(&said);
    eprint!("\n     Running {name}, `{line}`\n{said}");
    read.map_err(failed)?;
    if status.success() { Ok(()) } else { Err(format!("{name}: `{line}` failed ({status})\n{}", failures(&said))) }
}

/// The part of what a test program has said that tells which tests failed and why: what is printed of all the others stands
/// behind it by the time somebody reads it. Of a program that ended in a test, the last lines.
fn failures(said: &str) -> &str {
    if let Some(start) = said.find("\nfailures:\n") {
        return said[start..].trim_matches('\n');
    }
    let start = said.trim_end().rmatch_indices('\n').nth(LAST_LINES).map_or(0, |(start, _)| start + 1);
    said[start..].trim_end()
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn what_failed_is_repeated_with_its_reason() {
        let said = "running 2 tests\ntest a ... ok\ntest b ... FAILED\n\nfailures:\n\n---- b stdout ----\nno\n\n\nfailures:\n    b\n\n";
        assert_eq!(failures(said), "failures:\n\n---- b stdout ----\nno\n\n\nfailures:\n    b");
        let lines: Vec<String> = (0..99).map(|number| format!("line {number}")).collect();
        let last = failures(&lines.join("\n")).lines().map(str::to_string).collect::<Vec<_>>();
        assert_eq!(last, lines[99 - 1 - LAST_LINES..]);
        assert_eq!(failures("killed\n"), "killed");
    }
}
