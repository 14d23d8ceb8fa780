//! `sim man`.

use crate::console::{conduct, unwritable};
use crate::exit::{Exit, Outcome};
use crate::external;
use std::path::{Path, PathBuf};

/// Writes manual pages of all commands into a folder, such as one that `man` looks into: `sim.1`, `sim-run.1` and so on.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The folder; it is made where it is not there
    folder: PathBuf,
}

/// Runs the command.
pub fn run(args: Args) -> Exit {
    conduct(false, |_| execute(&args))
}

fn execute(args: &Args) -> Outcome {
    let mut command = external::command_with(&external::beside());
    command.build();
    let written = std::fs::create_dir_all(&args.folder).and_then(|()| write(&command, &args.folder));
    written.map_err(|error| unwritable(&args.folder, error))?;
    Ok(Exit::Ok)
}

/// Writes the page of a command, and those of the commands in it.
fn write(command: &clap::Command, folder: &Path) -> std::io::Result<()> {
    let page = clap_mangen::Man::new(command.clone());
    let mut text = Vec::new();
    page.render(&mut text)?;
    std::fs::write(folder.join(page.get_filename()), ascii(&String::from_utf8_lossy(&text)))?;
    command.get_subcommands().filter(|inner| !inner.is_hide_set()).try_for_each(|inner| write(inner, folder))
}

/// The text with other letters as escapes of roff, which not every `man` reads as UTF-8.
fn ascii(text: &str) -> String {
    let letter = |c: char| if c.is_ascii() { c.to_string() } else { format!("\\[u{:04X}]", u32::from(c)) };
    text.chars().map(letter).collect()
}
