//! The help in other languages than English: the parser of a command line with its texts exchanged.
//!
//! The English of commands and options are the doc comments from which the parser is made. Each text has a name that is made of the
//! command and the option; where several commands have an option alike, the name is that of the option alone. Tests hold catalogues
//! and texts together ([`texts`]).

use clap::builder::{PossibleValue, StyledStr};
use clap::error::ErrorKind;
use clap::{Arg, ArgMatches, Command};
use sim_core::diagnostic::Phrase;
use sim_text::{Catalogue, Language, language};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;

/// What clap says of itself, in the order in which it is used.
const USAGE: Phrase = phrase!("help-usage", "Usage");
const OPTIONS: Phrase = phrase!("help-options", "Options");
const ARGUMENTS: Phrase = phrase!("help-arguments", "Arguments");
const COMMANDS: Phrase = phrase!("help-commands", "Commands");
const ANY_OPTIONS: Phrase = phrase!("help-any-options", "OPTIONS");
const A_COMMAND: Phrase = phrase!("help-a-command", "COMMAND");
const A_SCENE: Phrase = phrase!("help-a-scene", "SCENE");
const VALUES: Phrase = phrase!("help-values", "Possible values");

/// Reads a command line. What is wrong with it, and help, come in the language in use; their catalogues are asked in turn.
///
/// # Errors
/// As the parser.
pub fn parse(
    make: impl Fn() -> Command,
    words: &[OsString],
    catalogues: &[&'static Catalogue],
) -> Result<ArgMatches, clap::Error> {
    let read = make().try_get_matches_from(words);
    let is_plain = |error: &clap::Error| error.kind() == ErrorKind::DisplayVersion;
    if language() == Language::English || read.as_ref().map_or_else(is_plain, |_| true) {
        return read;
    }
    told(make(), catalogues).try_get_matches_from(words)
}

/// The parser with its texts in the language in use.
pub fn told(command: Command, catalogues: &[&'static Catalogue]) -> Command {
    if language() == Language::English {
        return command;
    }
    let mut find = |names: &[String], _: &str| {
        let of = |catalogue: &&'static Catalogue| names.iter().find_map(|name| catalogue.find(name));
        catalogues.iter().find_map(of).map(str::to_string)
    };
    let mut command = command;
    command.build();
    framed(rewritten(command, &[], &mut find))
}

/// All texts of a parser that catalogues should have: possible names, the first of them the most special one, and the English.
pub fn texts(command: Command) -> Vec<(Vec<String>, String)> {
    let mut texts = Vec::new();
    let mut note = |names: &[String], english: &str| {
        texts.push((names.to_vec(), english.split_whitespace().collect::<Vec<_>>().join(" ")));
        None
    };
    let mut command = command;
    command.build();
    rewritten(command, &[], &mut note);
    texts
}

/// The English of all texts of a parser by name, for each of these files of catalogues, which are asked in turn. A text that none of
/// them has belongs to the first.
pub fn english(command: Command, catalogues: &[&str]) -> Vec<BTreeMap<String, String>> {
    let names = |catalogue: &&str| -> BTreeSet<String> {
        catalogue.lines().filter_map(|line| Some(line.split_once(" = ")?.0.to_string())).collect()
    };
    let known: Vec<BTreeSet<String>> = catalogues.iter().map(names).collect();
    let mut english = vec![BTreeMap::new(); catalogues.len()];
    for (names, text) in texts(command) {
        let of = |(place, known): (usize, &BTreeSet<String>)| {
            names.iter().find(|name| known.contains(*name)).map(|name| (place, name))
        };
        let (place, name) = known.iter().enumerate().find_map(of).unwrap_or((0, &names[0]));
        let all: &mut String = english[place].entry(name.clone()).or_default();
        // Two texts of one name are the English of neither.
        match all.is_empty() || *all == text {
            true => *all = text,
            false => all.push_str(&format!(" / {text}")),
        }
    }
    english
}

/// What a text becomes: from its possible names and the English.
type Say<'a> = dyn FnMut(&[String], &str) -> Option<String> + 'a;

/// A name of messages: `Changes to the scene` is `changes-to-the-scene`.
fn slug(text: &str) -> String {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect::<Vec<_>>().join("-")
}

/// A command and those in it; `path` are the names that lead to it, without the program's.
fn rewritten(command: Command, path: &[String], say: &mut Say<'_>) -> Command {
    let name = if path.is_empty() { command.get_name().to_string() } else { path.join("-") };
    let name = format!("command-{name}");
    let mut command = command;
    if let Some(about) = command.get_about().and_then(|text| say(std::slice::from_ref(&name), &text.to_string())) {
        command = command.about(about);
    }
    if let Some(about) = command.get_long_about().and_then(|text| say(&[name.clone() + "-long"], &text.to_string())) {
        command = command.long_about(about);
    }
    if let Some(after) = command.get_after_help().and_then(|text| say(&[name + "-after"], &text.to_string())) {
        command = command.after_help(after);
    }
    let command = command.mut_args(|arg| if arg.is_hide_set() { arg } else { rewritten_arg(arg, path, say) });
    command.mut_subcommands(|inner| {
        let path = [path, &[inner.get_name().to_string()]].concat();
        rewritten(inner, &path, say)
    })
}

fn rewritten_arg(mut arg: Arg, path: &[String], say: &mut Say<'_>) -> Arg {
    let id = arg.get_id().as_str().replace('_', "-");
    let names = |more: &str| -> Vec<String> {
        let ways = (0..=path.len()).rev().map(|depth| path[..depth].join("-"));
        ways.map(|way| format!("option-{way}{}{id}{more}", if way.is_empty() { "" } else { "-" })).collect()
    };
    let help = arg.get_help().map(ToString::to_string);
    if let Some(help) = help.and_then(|text| say(&names(if text.contains("see more") { "-more" } else { "" }), &text)) {
        arg = arg.help(help);
    }
    let long = arg.get_long_help().map(ToString::to_string);
    if let Some(long) = long.and_then(|text| say(&names("-long"), &text)) {
        arg = arg.long_help(long);
    }
    if let Some(heading) = arg.get_help_heading()
        && let Some(heading) = say(&[format!("heading-{}", slug(heading))], heading)
    {
        arg = arg.help_heading(heading);
    }
    if arg.get_action().takes_values() {
        let value = arg.get_value_names().and_then(|names| names.first()).map(ToString::to_string);
        if let Some(value) = value.filter(|value| value.len() > 1)
            && let Some(value) = say(&[format!("placeholder-{}", slug(&value))], &value)
        {
            arg = arg.value_name(value);
        }
        return with_values(arg, &id, say);
    }
    arg
}

/// Says which values are possible and which one is taken without the option, as clap does in English.
fn with_values(mut arg: Arg, id: &str, say: &mut Say<'_>) -> Arg {
    let values: Vec<PossibleValue> =
        arg.get_possible_values().into_iter().filter(|value| !value.is_hide_set()).collect();
    let told: Vec<(String, Option<String>)> = values
        .iter()
        .map(|value| {
            let english = value.get_help().map(ToString::to_string);
            let name = format!("value-{id}-{}", value.get_name());
            let help = english.map(|english| say(&[name], &english).unwrap_or(english));
            (value.get_name().to_string(), help)
        })
        .collect();
    if language() == Language::English {
        return arg;
    }
    let mut specs = Vec::new();
    let default: Vec<String> =
        arg.get_default_values().iter().map(|value| value.to_string_lossy().into_owned()).collect();
    if !default.is_empty() && !arg.is_hide_default_value_set() {
        let default = default.join(" ");
        specs.push(say!("help-default", "[default: {default}]", default).told().into_owned());
        arg = arg.hide_default_value(true);
    }
    let short: Vec<&str> = told.iter().map(|(name, _)| name.as_str()).collect();
    let choice = (!told.is_empty()).then(|| {
        let values = short.join(", ");
        say!("help-choice", "[possible values: {values}]", values).told().into_owned()
    });
    let has_help = told.iter().any(|(_, help)| help.is_some());
    let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
    if arg.get_long_help().is_some() || has_help {
        let long = arg.get_long_help().map(ToString::to_string).unwrap_or_else(|| help.clone());
        let width = short.iter().map(|name| name.chars().count()).max().unwrap_or(0) + 1;
        let row = |(name, help): &(String, Option<String>)| match help {
            Some(help) => format!("- {:<width$} {help}", format!("{name}:")),
            None => format!("- {name}"),
        };
        let rows = has_help.then(|| {
            let rows: Vec<String> = told.iter().map(row).collect();
            format!("{}:\n{}", VALUES.told(), rows.join("\n"))
        });
        let last = specs.iter().chain(choice.iter().filter(|_| !has_help)).cloned().collect::<Vec<_>>().join("\n");
        let parts = std::iter::once(long).chain(rows).chain((!last.is_empty()).then_some(last));
        arg = arg.long_help(parts.collect::<Vec<_>>().join("\n\n"));
    }
    let parts: Vec<String> = std::iter::once(help).chain(specs).chain(choice).collect();
    arg.help(parts.join(" ")).hide_possible_values(true)
}

/// What stands around the texts of commands and options: headings, and what clap writes for any option and any command. Options
/// without a heading of their own get one, so that they can stand behind those that have one: clap orders headings by their first
/// option.
fn framed(command: Command) -> Command {
    let style = *command.get_styles().get_usage();
    let usage = command.clone().render_usage().ansi().to_string();
    // Behind the title, whose style ends there.
    let usage =
        usage.split_once("Usage:").map_or(&*usage, |(_, rest)| rest.split_once(' ').map_or(rest, |(_, rest)| rest));
    let indent = format!("\n{}", " ".repeat(USAGE.told().chars().count() + 2));
    let usage = usage
        .replace("[OPTIONS]", &format!("[{}]", ANY_OPTIONS.told()))
        .replace("<COMMAND>", &format!("<{}>", A_COMMAND.told()))
        .replace("sim SCENE", &format!("sim {}", A_SCENE.told()))
        .replace("\n       ", &indent);
    let title = USAGE.told();
    let template = format!(
        "{{before-help}}{{about-with-newline}}\n{style}{title}:{style:#} {{usage}}\n\n{{all-args}}{{after-help}}"
    );
    let mut place = 0;
    let command = command.override_usage(StyledStr::from(usage)).help_template(StyledStr::from(template));
    let command = command.subcommand_help_heading(COMMANDS.told()).subcommand_value_name(A_COMMAND.told());
    let command = command.mut_args(|arg| {
        place += 1;
        match (arg.get_help_heading().is_some(), arg.is_positional()) {
            (true, _) => arg,
            (false, true) => arg.help_heading(ARGUMENTS.told()).display_order(place),
            (false, false) => arg.help_heading(OPTIONS.told()),
        }
    });
    command.mut_subcommands(framed)
}
