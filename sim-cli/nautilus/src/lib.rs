//! The program `sim-nautilus`, run by `sim nautilus`: supports flags, configuration files and pools of the NAUTILUS simulator:
//! translates them to scenes, and lets `sim` check, run or show these.

#![forbid(unsafe_code)]

pub mod arena;
pub mod check;
pub mod command;
pub mod config;
#[cfg(test)]
mod fuzz;
pub mod map;
pub mod names;
pub mod scene;
pub mod simulator;

use sim_cli::{external, program};
use std::path::Path;
use std::process::ExitCode;

/// Parses the command line, runs it, and returns the exit status.
pub fn main() -> ExitCode {
    let mut words = command::respelled(std::env::args_os().collect());
    match words.get(1).and_then(|word| word.to_str()) {
        Some(external::KNOWS) => check::answer(words.get(2).map(Path::new)),
        Some(external::CHECK) => {
            words.remove(1);
            program::start::<check::Cli>(&words)
        }
        _ => program::start::<command::Cli>(&words),
    }
}
