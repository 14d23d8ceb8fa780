//! Startup shared by `sim` and the external commands: command-line parsing, exit status; internal subcommands of `sim`.

use crate::console::{Console, MessageArgs, data_written};
use crate::exit::Exit;
use crate::number;
use crate::supervised::{self, SupervisionArgs};
use clap::{Parser, error::ErrorKind};
use sim_core::plugins;
use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

/// The kind of work that a command line requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// Runs no plugin code.
    Own,
    /// May run plugin code.
    Plugins,
    /// Opens the window, with plugins.
    Window,
}

impl Work {
    /// Whether it runs in a separate, supervised process.
    fn is_supervised(self) -> bool {
        match self {
            Work::Own => false,
            Work::Plugins => true,
            // GUI toolkits of other systems do not work in a forked process.
            Work::Window => cfg!(target_os = "linux"),
        }
    }
}

/// A program of this installation, created from its command line.
pub trait Program: Parser {
    /// Message options.
    fn messages(&self) -> MessageArgs;
    /// Supervision options.
    fn supervision(&self) -> &SupervisionArgs;
    /// The kind of work.
    fn work(&self) -> Work;
    /// Runs the program.
    fn run(self) -> Exit;
    /// Whether these arguments request a JSON document.
    fn wants_json(words: &[OsString]) -> bool {
        words.iter().any(|word| word == "--json")
    }
}

/// Runs an internal subcommand in a child process of this program; none if the command line (starting with the program name) has no
/// internal subcommand.
pub fn of_child(words: &[OsString]) -> Option<ExitCode> {
    let [_, command, arguments @ ..] = words else { return None };
    let number = |parent: &OsString| parent.to_str()?.parse().ok();
    let result = match (command.to_str()?, arguments) {
        // Describes a library: `PROGRAM __describe LIBRARY ANSWER`.
        (plugins::COMMAND, [library, answer]) => plugins::describe_confined(Path::new(library), Path::new(answer)),
        // Hosts an isolated library: `PROGRAM __host PARENT`. Returns only if it was started incorrectly.
        (plugins::HOST_COMMAND, [parent]) => plugins::serve_parent(number(parent)?),
        // Examines a library: `PROGRAM __examine PARENT`.
        (plugins::EXAMINE_COMMAND, [parent]) => {
            plugins::serve_examination(number(parent)?, crate::conformance::examine)
        }
        // Runs a compiler on untrusted sources: `PROGRAM __confined …`.
        (plugins::CONFINED_COMMAND, rest) => match plugins::run_confined(rest) {
            Ok(status) => return Some(ExitCode::from(status)),
            // The parent process reads the error as output of the compiler.
            Err(error) => {
                eprintln!("{error}");
                Err(error)
            }
        },
        _ => return None,
    };
    Some(if result.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Parses a command line (starting with the program name), runs the command, and returns the exit status.
pub fn start<P: Program>(words: &[OsString]) -> ExitCode {
    match parse::<P>(words) {
        Ok(program) => run(program, words),
        Err(error) => refuse::<P>(&error, words),
    }
}

/// Parses a command line, which starts with the program name.
///
/// # Errors
/// If it is invalid; also for output of the parser such as help.
pub fn parse<P: Program>(words: &[OsString]) -> Result<P, clap::Error> {
    let color = MessageArgs::of_words(words).color_choice();
    let matches = P::command().color(color).try_get_matches_from(words)?;
    P::from_arg_matches(&matches).map_err(|error| error.format(&mut P::command()))
}

/// Runs a parsed command line.
pub fn run<P: Program>(program: P, words: &[OsString]) -> ExitCode {
    program.messages().take_effect();
    let work = program.work();
    if work == Work::Plugins {
        sim_supervisor::disable_device_selection();
    }
    let exit = if work.is_supervised() {
        let supervision = program.supervision().clone();
        supervised::run(&supervision, P::wants_json(words), work == Work::Window, || program.run())
    } else {
        program.run()
    };
    ExitCode::from(exit.status())
}

/// Reports an invalid command line; also prints help and version, which the parser returns as errors.
pub fn refuse<P: Program>(error: &clap::Error, words: &[OsString]) -> ExitCode {
    MessageArgs::of_words(words).take_effect();
    if let Some(failure) = number::explain(error) {
        let json = P::wants_json(words) && failure.exit != Exit::Usage;
        return ExitCode::from(Console::new(json).conclude(Err(failure)).status());
    }
    // Help and version go to standard output with status 0; everything else is a usage error. A closed terminal is ignored.
    let printed = error.print();
    let wanted = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
    let exit =
        if wanted { Console::new(false).conclude(data_written(printed).map(|()| Exit::Ok)) } else { Exit::Usage };
    ExitCode::from(exit.status())
}
