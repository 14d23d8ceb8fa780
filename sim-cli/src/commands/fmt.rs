//! `sim fmt`.

use crate::completion;
use crate::console::{Console, conduct, unwritable};
use crate::exit::{Exit, Failure, Outcome};
use crate::input::{STANDARD_INPUT, is_standard_input, standard_input};
use sim_core::diagnostic::{Code, Diagnostic, Diagnostics};
use sim_core::scene::text::{self, Format, Sources};
use std::path::{Path, PathBuf};

/// Formats scene files in the layout of the window. Their meaning, comments and includes do not change.
///
/// Lists the changed files on standard output. Files with errors are not changed. Robot files in RON are supported.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// RON files; - formats standard input to standard output
    #[arg(required = true, add = completion::scenes())]
    scenes: Vec<PathBuf>,
    /// Only list the files that would change; the exit status is 6 if there are any
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
        let help = "`sim fmt` formats RON files; use a JSON formatter";
        Failure::from(Diagnostic::error(Code::ConfigValue, message).with_file(name).with_help(help))
    };
    if !is_standard_input(file) && Format::of_path(file) == Format::Json {
        return Err(json("JSON files are not supported".to_string()));
    }
    let text = match is_standard_input(file) {
        true => text::of_bytes(standard_input()?, name),
        false => text::of_file(file),
    }
    .map_err(|finding| finding.with_file(name))?;
    if Format::of_text(&text) == Format::Json && text.trim_start_matches('\u{feff}').trim_start().starts_with('{') {
        return Err(json("the input is JSON".to_string()));
    }
    Ok(text)
}
