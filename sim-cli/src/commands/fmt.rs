//! `sim fmt`.

use crate::completion;
use crate::console::{Console, conduct, unwritable};
use crate::exit::{Exit, Failure, Outcome};
use crate::input::{STANDARD_INPUT, is_standard_input, standard_input};
use sim_core::diagnostic::{Code, Diagnostic, Diagnostics};
use sim_core::scene::text::{self, Format, Sources};
use std::path::{Path, PathBuf};

/// Puts scene files into the layout that the window writes. They mean the same; comments and includes stay.
///
/// The files that have changed are listed on standard output. A file with mistakes is left as it is. Robot files in RON are put
/// into the same layout.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The files, RON; - reads standard input and writes standard output
    #[arg(required = true, add = completion::scenes())]
    scenes: Vec<PathBuf>,
    /// Write nothing; list the files that would change, with status 6
    #[arg(long)]
    check: bool,
}

/// Runs the command.
pub fn run(args: Args) -> Exit {
    conduct(false, |console| execute(&args, console))
}

fn execute(args: &Args, console: &Console) -> Outcome {
    let mut exit = Exit::Ok;
    for scene in &args.scenes {
        match one(args, scene, console) {
            Ok(Exit::Ok) => {}
            // The status of an error takes precedence over that of a layout difference.
            Ok(other) if exit == Exit::Ok => exit = other,
            Ok(_) => {}
            Err(failure) => {
                console.show_all(&failure.diagnostics);
                exit = if exit == Exit::Layout { failure.exit } else { Exit::worst([exit, failure.exit]) };
            }
        }
    }
    Ok(exit)
}

/// Formats one file.
fn one(args: &Args, file: &Path, console: &Console) -> Outcome {
    let from_input = is_standard_input(file);
    let name = if from_input { STANDARD_INPUT.to_string() } else { file.display().to_string() };
    let written = text_of(file, &name)?;
    let mut sources = Sources::default();
    let source = sources.add(name.as_str(), None, written.as_str());
    let mut findings = Diagnostics::new();
    let Some(laid_out) = text::format(&sources, source, &mut findings) else { return Err(Failure::from(findings)) };
    let changes = laid_out != written;
    match (args.check, from_input) {
        (true, _) if changes => console.print(&name).map(|()| Exit::Layout),
        (false, true) => console.print(&laid_out).map(|()| Exit::Ok),
        (false, false) if changes => {
            sim_core::files::write_whole(file, laid_out.as_bytes()).map_err(|error| unwritable(file, error))?;
            console.print(&name).map(|()| Exit::Ok)
        }
        _ => Ok(Exit::Ok),
    }
}

/// The text of a file or of standard input.
fn text_of(file: &Path, name: &str) -> Outcome<String> {
    let json = |message: String| {
        let help = "tools for JSON put it into a layout; `sim fmt` is for RON, which has comments";
        Failure::from(Diagnostic::error(Code::ConfigValue, message).with_file(name).with_help(help))
    };
    if !is_standard_input(file) && Format::of_path(file) == Format::Json {
        return Err(json("a scene in JSON has no layout of its own".to_string()));
    }
    let text = match is_standard_input(file) {
        true => text::of_bytes(standard_input()?, name),
        false => text::of_file(file),
    }
    .map_err(|finding| finding.with_file(name))?;
    if Format::of_text(&text) == Format::Json && text.trim_start_matches('\u{feff}').trim_start().starts_with('{') {
        return Err(json("this is JSON".to_string()));
    }
    Ok(text)
}
