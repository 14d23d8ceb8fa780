//! A program that describes a library, for the tests of the plugin host.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<_> = std::env::args_os().skip(1).collect();
    let [_, library, answer] = words.as_slice() else { return ExitCode::FAILURE };
    let result = sim_core::plugins::describe_for_parent(library.as_ref(), answer.as_ref());
    if result.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
