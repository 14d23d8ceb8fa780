//! `sim man`.

use crate::console::{conduct, unwritable};
use crate::exit::{Exit, Outcome};
use crate::external;
use crate::output::{ForceArgs, Outputs};
use sim_core::files::write_whole;
use std::path::{Path, PathBuf};

/// Writes a manual page for every command to a folder: `sim.1`, `sim-run.1` and so on.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The folder; it is made where it is not there
    folder: PathBuf,
    #[command(flatten)]
    force: ForceArgs,
}

/// Runs the command.
pub fn run(args: Args) -> Exit {
    conduct(false, |_| execute(&args))
}

fn execute(args: &Args) -> Outcome {
    let mut command = external::command_with(&external::beside());
    command.build();
    let folder = &args.folder;
    std::fs::create_dir_all(folder).map_err(|error| unwritable(folder, error))?;
    let mut pages = Vec::new();
    add(&command, folder, &mut pages).map_err(|error| unwritable(folder, error))?;
    let outputs = Outputs::new(args.force);
    pages.iter().fold(outputs, |outputs, (file, _)| outputs.file("FOLDER", file)).checked()?;
    for (file, text) in pages {
        write_whole(&file, text.as_bytes()).map_err(|error| unwritable(&file, error))?;
    }
    Ok(Exit::Ok)
}

/// Adds the page of a command and the pages of its subcommands, with their file names.
fn add(command: &clap::Command, folder: &Path, pages: &mut Vec<(PathBuf, String)>) -> std::io::Result<()> {
    let page = clap_mangen::Man::new(command.clone());
    let mut text = Vec::new();
    page.render(&mut text)?;
    pages.push((folder.join(page.get_filename()), ascii(&String::from_utf8_lossy(&text))));
    command.get_subcommands().filter(|inner| !inner.is_hide_set()).try_for_each(|inner| add(inner, folder, pages))
}

/// Replaces non-ASCII characters by roff escapes, since not every `man` reads UTF-8.
fn ascii(text: &str) -> String {
    let letter = |c: char| if c.is_ascii() { c.to_string() } else { format!("\\[u{:04X}]", u32::from(c)) };
    text.chars().map(letter).collect()
}
