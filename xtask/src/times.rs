//! Measures test durations: total per part, and the slowest programs.

use crate::run::{Result, line_of};
use std::io::Read;
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Number of slowest programs to list.
const NAMED: usize = 10;
/// Number of lines of output, before the last one, shown for a failed program that does not name its failed tests.
const LAST_LINES: usize = 30;

/// A test program, or several that Cargo runs.
pub struct Job {
    pub name: String,
    pub command: Command,
}

/// Measured durations.
#[derive(Default)]
pub struct Times {
    parts: Vec<(String, Duration)>,
    programs: Vec<(String, Duration)>,
}

impl Times {
    /// Runs and times one part of the work.
    pub fn part(&mut self, name: &str, work: impl FnOnce(&mut Self) -> Result) -> Result {
        let start = Instant::now();
        let result = work(self);
        self.parts.push((name.to_string(), start.elapsed()));
        result
    }

    /// Runs jobs, `at_once` in parallel, and records their durations. The output of a job is printed when it ends.
    ///
    /// # Errors
    /// Lists the failed jobs, after all have ended.
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

    /// The durations as text.
    pub fn text(&self) -> String {
        let mut slowest: Vec<&(String, Duration)> = self.programs.iter().collect();
        slowest.sort_by_key(|(_, time)| std::cmp::Reverse(*time));
        let line = |(name, time): &(String, Duration)| format!("{:>7.1} s  {name}\n", time.as_secs_f64());
        let parts: String = self.parts.iter().map(line).collect();
        let slowest: String = slowest.into_iter().take(NAMED).map(line).collect();
        format!("the parts:\n{parts}the {NAMED} slowest test programs:\n{slowest}")
    }
}

/// Runs one command, and prints its output when it ends.
fn run(name: &str, mut command: Command) -> Result {
    let line = line_of(&command);
    let failed = |error: std::io::Error| format!("{name}: `{line}` cannot be run: {error}");
    let (mut reader, writer) = std::io::pipe().map_err(failed)?;
    command.stdin(Stdio::null()).stdout(writer.try_clone().map_err(failed)?).stderr(writer);
    let mut child = command.spawn().map_err(failed)?;
    // Close our write ends of the pipe, so that reading ends with the child.
    drop(command);
    let mut said = Vec::new();
    let read = reader.read_to_end(&mut said);
    let status = child.wait().map_err(failed)?;
    let said = String::from_utf8_lossy(&said);
    eprint!("\n     Running {name}, `{line}`\n{said}");
    read.map_err(failed)?;
    if status.success() { Ok(()) } else { Err(format!("{name}: `{line}` failed ({status})\n{}", failures(&said))) }
}

/// The part of a test program's output that lists the failed tests and their reasons: the output of later jobs may push it off the
/// screen. If the program crashed in a test, the last lines.
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
