//! The `sim` program as a library: one module per command, and what they share.

#![forbid(unsafe_code)]

pub mod commands;
pub mod console;
pub mod exit;
pub mod interrupt;
pub mod live;
pub mod nautilus;
pub mod number;
pub mod output;
pub mod plan;
pub mod plot;
pub mod session;
pub mod summary;
pub mod supervised;
pub mod workload;

use clap::{Parser, error::ErrorKind};
use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

/// A robot simulator in which every part of a robot is a plugin.
#[derive(Debug, Parser)]
#[command(name = "sim", version, about, max_term_width = 110, disable_help_subcommand = true)]
#[command(override_usage = "sim SCENE\n       sim <COMMAND>")]
#[command(after_help = "Exit status: 0 ok, 1 run failed, 2 usage, 3 scene or configuration invalid, \
    4 a plugin could not be loaded or faulted, 5 an acceptance condition was not met, 130 interrupted.")]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: commands::Command,
    #[command(flatten)]
    supervision: supervised::SupervisionArgs,
}

/// `sim SCENE` means `sim gui SCENE`, also of a recording.
fn with_command(mut words: Vec<OsString>) -> Vec<OsString> {
    let is_scene = |word: &OsString| {
        let extension = Path::new(word).extension();
        extension
            .is_some_and(|extension| ["ron", "json", "mcap"].iter().any(|known| extension.eq_ignore_ascii_case(known)))
    };
    if words.get(1).is_some_and(is_scene) {
        words.insert(1, "gui".into());
    }
    words
}

/// Whether the results are wanted as one JSON document; `sim export` means a file by the option.
fn wants_json(words: &[OsString]) -> bool {
    words.iter().any(|word| word == "--json") && words.get(1).is_none_or(|word| word != "export")
}

/// A child of this program that asks a library what it holds: `sim __describe LIBRARY ANSWER`.
fn described(words: Vec<OsString>) -> Option<ExitCode> {
    let [command, library, answer] = words.as_slice() else { return None };
    let asked = command == sim_core::plugins::COMMAND;
    let describe = || sim_core::plugins::describe_for_parent(Path::new(library), Path::new(answer));
    asked.then(|| if describe().is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Reads the command line, does what it says, and returns the exit status.
pub fn main() -> ExitCode {
    if let Some(code) = described(std::env::args_os().skip(1).collect()) {
        return code;
    }
    let words = commands::nautilus::respelled(with_command(std::env::args_os().collect()));
    match Cli::try_parse_from(&words) {
        Ok(Cli { command, supervision }) => {
            let window = matches!(command, commands::Command::Gui(_));
            // Toolkits of other systems do not go on in a process that was made by `fork`.
            let supervised = command.runs_plugins() && (!window || cfg!(target_os = "linux"));
            let exit = if supervised {
                supervised::run(&supervision, wants_json(&words), window, || command.run())
            } else {
                command.run()
            };
            ExitCode::from(exit.status())
        }
        Err(error) => {
            if let Some(failure) = number::explain(&error) {
                let json = wants_json(&words) && failure.exit != exit::Exit::Usage;
                return ExitCode::from(console::Console::new(json).conclude(Err(failure)).status());
            }
            // Help and version go to standard output with status 0, everything else is a mistake of usage. When the
            // terminal is gone there is nobody to tell.
            let printed = error.print();
            let wanted = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
            let exit = if wanted {
                console::Console::new(false).conclude(console::data_written(printed).map(|()| exit::Exit::Ok))
            } else {
                exit::Exit::Usage
            };
            ExitCode::from(exit.status())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scene_alone_opens_the_window() {
        let words = |line: &str| with_command(line.split(' ').map(OsString::from).collect());
        assert_eq!(words("sim a/b.ron --play"), ["sim", "gui", "a/b.ron", "--play"]);
        assert_eq!(words("sim run a.ron"), ["sim", "run", "a.ron"]);
        assert_eq!(words("sim --help"), ["sim", "--help"]);
    }
}
