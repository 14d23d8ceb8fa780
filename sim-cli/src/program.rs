//! What `sim` and the programs beside it do alike: they answer their parents, read a command line, and say how they end.

use crate::console::{Console, MessageArgs, data_written};
use crate::exit::Exit;
use crate::number;
use crate::supervised::{self, SupervisionArgs};
use clap::{Parser, error::ErrorKind};
use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

/// What a program does for a command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// It runs no code of plugins.
    Own,
    /// It may run code of plugins.
    Plugins,
    /// It opens the window, with plugins.
    Window,
}

impl Work {
    /// Whether it is done in a process of its own.
    fn is_supervised(self) -> bool {
        match self {
            Work::Own => false,
            Work::Plugins => true,
            // Toolkits of other systems do not go on in a process that was made by `fork`.
            Work::Window => cfg!(target_os = "linux"),
        }
    }
}

/// A program of this installation, made from its command line.
pub trait Program: Parser {
    /// Which messages it shows.
    fn messages(&self) -> MessageArgs;
    /// How its work is supervised.
    fn supervision(&self) -> &SupervisionArgs;
    /// What it does.
    fn work(&self) -> Work;
    /// Does it.
    fn run(self) -> Exit;
    /// Whether these words ask for the results as one JSON document.
    fn wants_json(words: &[OsString]) -> bool {
        words.iter().any(|word| word == "--json")
    }
}

/// The work of a child of this program, which its command line tells; none where these words of it, which begin with the name of the
/// program, are those of a person.
pub fn of_child(words: &[OsString]) -> Option<ExitCode> {
    describe(words).or_else(|| host(words)).or_else(|| examine(words)).or_else(|| confined(words))
}

/// The work of a child of this program that describes a library: `PROGRAM __describe LIBRARY ANSWER`. None where these words
/// of the command line, which begin with the name of the program, ask for something else.
fn describe(words: &[OsString]) -> Option<ExitCode> {
    let [_, command, library, answer] = words else { return None };
    let asked = command == sim_core::plugins::COMMAND;
    let describe = || sim_core::plugins::describe_confined(Path::new(library), Path::new(answer));
    asked.then(|| if describe().is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The work of a child of this program in which a library runs: `PROGRAM __host PARENT`. None where these words of the command line,
/// which begin with the name of the program, ask for something else.
fn host(words: &[OsString]) -> Option<ExitCode> {
    let [_, command, parent] = words else { return None };
    let parent = parent.to_str()?.parse().ok()?;
    // It returns when it was not started as it should be, and is ended otherwise.
    (command == sim_core::plugins::HOST_COMMAND).then(|| match sim_core::plugins::serve_parent(parent) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    })
}

/// The work of a child of this program that examines a library: `PROGRAM __examine PARENT`. None where these words of the command
/// line, which begin with the name of the program, ask for something else.
fn examine(words: &[OsString]) -> Option<ExitCode> {
    let [_, command, parent] = words else { return None };
    let parent = parent.to_str()?.parse().ok()?;
    let serve = || sim_core::plugins::serve_examination(parent, crate::conformance::examine);
    let is_asked = command == sim_core::plugins::EXAMINE_COMMAND;
    is_asked.then(|| if serve().is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The work of a child of this program that runs a compiler on sources of somebody else: `PROGRAM __confined …`. None where these words
/// of the command line, which begin with the name of the program, ask for something else.
fn confined(words: &[OsString]) -> Option<ExitCode> {
    let [_, command, rest @ ..] = words else { return None };
    (command == sim_core::plugins::CONFINED_COMMAND).then(|| match sim_core::plugins::run_confined(rest) {
        Ok(status) => ExitCode::from(status),
        Err(error) => {
            // What has started this process reads it as a line of the compiler.
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    })
}

/// Reads a command line, which begins with the name of the program, does what it says, and returns the exit status.
pub fn start<P: Program>(words: &[OsString]) -> ExitCode {
    if let Some(code) = of_child(words) {
        return code;
    }
    match parse::<P>(words) {
        Ok(program) => run(program, words),
        Err(error) => refuse::<P>(&error, words),
    }
}

/// Reads a command line, which begins with the name of the program.
///
/// # Errors
/// What is wrong with it; also what it is answered with by the parser, such as help.
pub fn parse<P: Program>(words: &[OsString]) -> Result<P, clap::Error> {
    let color = MessageArgs::of_words(words).color_choice();
    let matches = P::command().color(color).try_get_matches_from(words)?;
    P::from_arg_matches(&matches).map_err(|error| error.format(&mut P::command()))
}

/// Does what a command line says that was read.
pub fn run<P: Program>(program: P, words: &[OsString]) -> ExitCode {
    program.messages().take_effect();
    let work = program.work();
    if work == Work::Plugins {
        sim_supervisor::leave_desktop_alone();
    }
    let exit = if work.is_supervised() {
        let supervision = program.supervision().clone();
        supervised::run(&supervision, P::wants_json(words), work == Work::Window, || program.run())
    } else {
        program.run()
    };
    ExitCode::from(exit.status())
}

/// Says what is wrong with a command line; also prints help and version, which the parser gives as errors.
pub fn refuse<P: Program>(error: &clap::Error, words: &[OsString]) -> ExitCode {
    MessageArgs::of_words(words).take_effect();
    if let Some(failure) = number::explain(error) {
        let json = P::wants_json(words) && failure.exit != Exit::Usage;
        return ExitCode::from(Console::new(json).conclude(Err(failure)).status());
    }
    // Help and version go to standard output with status 0, everything else is a mistake of usage. When the terminal is gone
    // there is nobody to tell.
    let printed = error.print();
    let wanted = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
    let exit =
        if wanted { Console::new(false).conclude(data_written(printed).map(|()| Exit::Ok)) } else { Exit::Usage };
    ExitCode::from(exit.status())
}
