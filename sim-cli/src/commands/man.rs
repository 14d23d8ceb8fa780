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
    /// Write the options of each command as Markdown for the guide instead: `command-run.md` and so on
    #[arg(long, hide_short_help = true)]
    markdown: bool,
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
    match args.markdown {
        true => add_markdown(&command, folder, &mut pages),
        false => add(&command, folder, &mut pages).map_err(|error| unwritable(folder, error))?,
    }
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

/// Adds the options of each command and of its subcommands as Markdown, with their file names.
fn add_markdown(command: &clap::Command, folder: &Path, pages: &mut Vec<(PathBuf, String)>) {
    for own in shown(command) {
        let mut text = options(own);
        add_inner(own, &mut text);
        pages.push((folder.join(format!("command-{}.md", own.get_name())), text));
    }
}

/// Adds a section for each subcommand.
fn add_inner(command: &clap::Command, text: &mut String) {
    for inner in shown(command) {
        let name = inner.get_bin_name().unwrap_or(inner.get_name());
        let about = inner.get_about().map(ToString::to_string).unwrap_or_default();
        *text += &format!("\n### {name}\n\n{about}.\n\n{}", options(inner));
        add_inner(inner, text);
    }
}

fn shown(command: &clap::Command) -> impl Iterator<Item = &clap::Command> {
    command.get_subcommands().filter(|inner| !inner.is_hide_set() && inner.get_name() != "help")
}

/// The usage of a command and tables of its arguments, one per heading of its help.
fn options(command: &clap::Command) -> String {
    let usage = command.clone().render_usage().to_string();
    let mut text = format!("```text\n{}\n```\n", usage.trim_start_matches("Usage: "));
    let is_shown = |argument: &&clap::Arg| !argument.is_hide_set() && argument.get_id() != "help";
    let shown: Vec<&clap::Arg> = command.get_arguments().filter(is_shown).collect();
    let mut headings: Vec<&str> = Vec::new();
    for argument in &shown {
        if !headings.contains(&heading(argument)) {
            headings.push(heading(argument));
        }
    }
    for title in headings {
        text += &format!("\n| {} | |\n| --- | --- |\n", title.to_lowercase());
        for argument in shown.iter().filter(|argument| heading(argument) == title) {
            text += &row(argument);
        }
    }
    text
}

fn heading(argument: &clap::Arg) -> &str {
    let usual = if argument.is_positional() { "Arguments" } else { "Options" };
    argument.get_help_heading().unwrap_or(usual)
}

/// The row of an argument: how it is written, and its help with the default and the possible values.
fn row(argument: &clap::Arg) -> String {
    let cell = |text: &str| text.replace('|', "\\|").replace('\n', " ");
    let mut meaning = argument.get_help().map(ToString::to_string).unwrap_or_default();
    let defaults: Vec<_> = argument.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
    if !defaults.is_empty() && !argument.is_hide_default_value_set() && argument.get_action().takes_values() {
        meaning += &format!(" [default: {}]", defaults.join(", "));
    }
    let values: Vec<_> = argument.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect();
    if !values.is_empty() && argument.get_action().takes_values() {
        meaning += &format!(" [values: {}]", values.join(", "));
    }
    let short = argument.get_short().map(|letter| format!("-{letter}, ")).unwrap_or_default();
    format!("| `{short}{}` | {} |\n", cell(&argument.to_string()), cell(&meaning))
}

/// Replaces non-ASCII characters by roff escapes, since not every `man` reads UTF-8.
fn ascii(text: &str) -> String {
    let letter = |c: char| if c.is_ascii() { c.to_string() } else { format!("\\[u{:04X}]", u32::from(c)) };
    text.chars().map(letter).collect()
}
