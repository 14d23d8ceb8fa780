//! The program `sim-nautilus`, which `sim nautilus` runs: what users of the NAUTILUS simulator know, its flags, configuration
//! files and pools, as scenes of this simulator.

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

use sim_cli::{external, program};
use std::path::Path;
use std::process::ExitCode;

/// Reads the command line, does what it says, and returns the exit status.
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
