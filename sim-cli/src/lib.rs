//! The `sim` program as a library: one module per command, and code shared with external commands ([`external`]).

#![forbid(unsafe_code)]

pub mod commands;
pub mod completion;
pub mod conformance;
pub mod console;
pub mod counts;
pub mod exit;
pub mod external;
pub mod followed;
pub mod input;
pub mod interrupt;
pub mod language;
pub mod live;
mod log_file;
mod near;
pub mod number;
pub mod output;
pub mod plan;
pub mod plot;
pub mod program;
pub mod recorded;
pub mod rows;
pub mod session;
pub mod summary;
pub mod supervised;
pub mod window;
pub mod worker;
pub mod workload;

use clap::Parser;
use exit::Exit;
use program::{Program, Work};
use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

/// A robot simulator in which every part of a robot is a plugin.
#[derive(Debug, Parser)]
#[command(name = "sim", version, about, max_term_width = 110, disable_help_subcommand = true)]
#[command(override_usage = "sim SCENE\n       sim <COMMAND>")]
#[command(after_help = "`sim COMMAND --help` describes a command; --help-all also shows advanced options.\n\n\
    Exit status: 0 ok, 1 run failed, 2 usage, 3 scene or configuration invalid, \
    4 a plugin could not be loaded or faulted, 5 an acceptance condition failed, \
    6 a file is not formatted, 130 interrupted.")]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: commands::Command,
    #[command(flatten)]
    messages: console::MessageArgs,
    #[command(flatten)]
    supervision: supervised::SupervisionArgs,
}

impl Cli {
    /// Groups of the commands in the help, with the names of their commands.
    const GROUPS: &[(&str, &[&str])] = commands::GROUPS;
}

/// Index of the command in a command line, or of `--`, which ends the options. Only global options precede it.
fn place_of_command(words: &[OsString]) -> usize {
    let mut place = 1;
    let is_option = |word: &&str| word.starts_with('-') && *word != "--";
    while let Some(word) = words.get(place).and_then(|word| word.to_str()).filter(is_option) {
        place += if ["--color", "--watchdog"].contains(&word) { 2 } else { 1 };
    }
    place
}

/// `sim SCENE` means `sim gui SCENE`, also for a recording, and `sim help COMMAND` means `sim COMMAND --help`.
fn respelled(mut words: Vec<OsString>) -> Vec<OsString> {
    let is_scene = |word: &OsString| {
        let extension = Path::new(word).extension();
        extension
            .is_some_and(|extension| ["ron", "json", "mcap"].iter().any(|known| extension.eq_ignore_ascii_case(known)))
    };
    let place = place_of_command(&words);
    let is_end = words.get(place).is_some_and(|word| word == "--");
    if words.get(place + usize::from(is_end)).is_some_and(is_scene) {
        words.insert(place, "gui".into());
    } else if words.get(place).is_some_and(|word| word == "help") {
        words.remove(place);
        words.push("--help".into());
    }
    words
}

impl Program for Cli {
    fn messages(&self) -> console::MessageArgs {
        self.messages
    }

    fn supervision(&self) -> &supervised::SupervisionArgs {
        &self.supervision
    }

    fn work(&self) -> Work {
        match &self.command {
            commands::Command::Gui(_) => Work::Window,
            command if command.runs_plugins() => Work::Plugins,
            _ => Work::Own,
        }
    }

    fn run(self) -> Exit {
        self.command.run()
    }

    fn wants_json(words: &[OsString]) -> bool {
        // `sim export` uses `--json` for an output file.
        let command = words.get(place_of_command(words));
        words.iter().any(|word| word == "--json") && command.is_none_or(|word| word != "export")
    }
}

/// Parses the command line, runs the command, and returns the exit status.
pub fn main() -> ExitCode {
    let words = respelled(std::env::args_os().collect());
    if let Some(code) = program::of_child(&words) {
        return code;
    }
    completion::answer(|| external::command_with(&external::beside()));
    match program::parse::<Cli>(&words) {
        Ok(cli) => program::run(cli, &words),
        Err(error) => external::instead(error, &words),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_of_an_export_are_no_document_whatever_options_come_first() {
        let json = |line: &str| Cli::wants_json(&line.split(' ').map(OsString::from).collect::<Vec<_>>());
        assert!(json("sim run a.ron --json") && json("sim -q --color never run a.ron --json"));
        assert!(!json("sim export a.mcap --json b") && !json("sim -q --watchdog 3 export a.mcap --json b"));
    }

    #[test]
    fn a_scene_alone_opens_the_window_and_help_is_an_option() {
        let words = |line: &str| respelled(line.split(' ').map(OsString::from).collect());
        assert_eq!(words("sim a/b.ron --play"), ["sim", "gui", "a/b.ron", "--play"]);
        assert_eq!(words("sim run a.ron"), ["sim", "run", "a.ron"]);
        assert_eq!(words("sim --help"), ["sim", "--help"]);
        assert_eq!(words("sim help"), ["sim", "--help"]);
        assert_eq!(words("sim -q --color never a.mcap"), ["sim", "-q", "--color", "never", "gui", "a.mcap"]);
        assert_eq!(words("sim --quiet help run"), ["sim", "--quiet", "run", "--help"]);
        assert_eq!(words("sim help bench swarm"), ["sim", "bench", "swarm", "--help"]);
        assert_eq!(words("sim -- a.ron"), ["sim", "gui", "--", "a.ron"]);
        assert_eq!(words("sim -q -- -a.ron"), ["sim", "-q", "gui", "--", "-a.ron"]);
    }
}
