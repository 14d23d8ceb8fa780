//! What is wrong with a command line, in another language than English. In English the parser says it.

use crate::console::Console;
use clap::builder::{StyledStr, Styles};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use sim_core::diagnostic::{Sentence, Severity};
use sim_text::{Language, language};
use std::fmt::{Display, Write};

/// Says on standard error what is wrong with a command line; false where the parser should say it, as in English.
pub fn tell(error: &clap::Error) -> bool {
    let Some(text) = text(error).filter(|_| language() != Language::English) else { return false };
    let text = StyledStr::from(text);
    let console = Console::new(false);
    let text = if console.has_colors() { text.ansi().to_string() } else { text.to_string() };
    console.tell(&text);
    true
}

/// The whole text with styles; none for what is no mistake of the person.
fn text(error: &clap::Error) -> Option<String> {
    let styles = Styles::default();
    let (bad, good, literal) = (styles.get_error(), styles.get_valid(), styles.get_literal());
    let mut text = format!("{bad}{}:{bad:#} {}", Severity::Error.told(), message(error)?.told());
    let mut tips = tips(error);
    tips.extend(suggested(error));
    if !tips.is_empty() {
        text.push('\n');
    }
    for tip in tips {
        let word = phrase!("refusal-tip", "tip").told();
        let _ = write!(text, "\n  {good}{word}:{good:#} {}", tip.told());
    }
    if let Some(ContextValue::StyledStr(usage)) = error.get(ContextKind::Usage) {
        let title = format!("{}:", phrase!("help-usage", "Usage").told());
        let _ = write!(text, "\n\n{}", usage.ansi().to_string().replacen("Usage:", &title, 1));
    }
    let help = format!("'{literal}--help{literal:#}'");
    let more = say!("refusal-more", "For more information, try {help}.", help);
    let _ = write!(text, "\n\n{}", more.told());
    Some(text)
}

/// The context of a mistake as text, in quotes.
fn quoted(error: &clap::Error, kind: ContextKind) -> Option<String> {
    match error.get(kind)? {
        ContextValue::String(text) => Some(format!("'{text}'")),
        ContextValue::Strings(texts) => {
            Some(texts.iter().map(|text| format!("'{text}'")).collect::<Vec<_>>().join(", "))
        }
        _ => None,
    }
}

/// What is wrong, without advice.
fn message(error: &clap::Error) -> Option<Sentence> {
    let words = |kind| quoted(error, kind).unwrap_or_default();
    let argument = words(ContextKind::InvalidArg);
    let value = words(ContextKind::InvalidValue);
    Some(match error.kind() {
        ErrorKind::UnknownArgument => say!("refusal-argument", "unexpected argument {argument} found", argument),
        ErrorKind::InvalidSubcommand => {
            let command = words(ContextKind::InvalidSubcommand);
            say!("refusal-command", "unrecognized command {command}", command)
        }
        ErrorKind::InvalidValue if value == "''" => {
            say!("refusal-no-value", "a value is required for {argument} but none was supplied", argument)
        }
        ErrorKind::InvalidValue => {
            let wrong = say!("refusal-value", "invalid value {value} for {argument}", value, argument);
            match error.get(ContextKind::ValidValue) {
                Some(ContextValue::Strings(values)) if !values.is_empty() => {
                    let values = say!("help-choice", "[possible values: {values}]", values = values.join(", "));
                    Sentence::plain(format!("{}\n  {}", wrong.told(), values.told()))
                }
                _ => wrong,
            }
        }
        ErrorKind::ValueValidation => {
            let reason = std::error::Error::source(error).map(ToString::to_string).unwrap_or_default();
            say!("refusal-value-because", "invalid value {value} for {argument}: {reason}", value, argument, reason)
        }
        ErrorKind::MissingRequiredArgument => {
            let missing = match error.get(ContextKind::InvalidArg) {
                Some(ContextValue::Strings(missing)) => missing.iter().map(|one| format!("\n  {one}")).collect(),
                _ => String::new(),
            };
            let missing_are = phrase!("refusal-missing", "the following required arguments were not provided:");
            Sentence::plain(format!("{}{missing}", missing_are.told()))
        }
        ErrorKind::MissingSubcommand => {
            let command = words(ContextKind::InvalidSubcommand);
            say!("refusal-no-command", "{command} requires a command but one was not provided", command)
        }
        ErrorKind::TooManyValues => {
            say!("refusal-too-many", "unexpected value {value} for {argument}; no more were expected", value, argument)
        }
        ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => {
            say!("refusal-number-of-values", "wrong number of values for {argument}", argument)
        }
        ErrorKind::NoEquals => {
            say!("refusal-no-equals", "an equal sign is needed to give a value to {argument}", argument)
        }
        ErrorKind::InvalidUtf8 => say!("refusal-not-text", "the command line holds text that is not UTF-8"),
        ErrorKind::ArgumentConflict => {
            let other = words(ContextKind::PriorArg);
            say!("refusal-conflict", "{argument} cannot be used with {other}", argument, other)
        }
        _ => return None,
    })
}

/// Names that are near to the wrong one.
fn tips(error: &clap::Error) -> Vec<Sentence> {
    let near = |kind| quoted(error, kind).filter(|names| !names.is_empty());
    let command = near(ContextKind::SuggestedSubcommand)
        .map(|names| say!("refusal-near-command", "there is the similar command {names}", names));
    let argument = near(ContextKind::SuggestedArg)
        .map(|names| say!("refusal-near-argument", "there is the similar argument {names}", names));
    let value = near(ContextKind::SuggestedValue)
        .map(|names| say!("refusal-near-value", "there is the similar value {names}", names));
    command.into_iter().chain(argument).chain(value).collect()
}

/// What the parser suggests in sentences of its own, which are known by their words.
fn suggested(error: &clap::Error) -> Vec<Sentence> {
    let Some(ContextValue::StyledStrs(suggested)) = error.get(ContextKind::Suggested) else { return Vec::new() };
    suggested.iter().map(suggestion).collect()
}

fn suggestion(text: &impl Display) -> Sentence {
    let text = text.to_string();
    if let Some((word, line)) = text.strip_prefix("to pass ").and_then(|rest| rest.split_once(" as a value, use ")) {
        return say!("refusal-pass", "to pass {word} as a value, write {line}", word, line);
    }
    if let Some((command, _)) = text.strip_prefix("subcommand ").and_then(|rest| rest.split_once(" exists; ")) {
        return say!("refusal-without-dashes", "there is the command {command}, without `--` before it", command);
    }
    match text.strip_suffix(" exists") {
        Some(line) => say!("refusal-there-is", "there is {line}", line),
        None => text.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_parser_suggests_is_known_by_its_words() {
        let said = |text: &str| suggestion(&text).to_string();
        assert_eq!(said("to pass '--fly' as a value, use '-- --fly'"), "to pass '--fly' as a value, write '-- --fly'");
        assert_eq!(said("'run --json' exists"), "there is 'run --json'");
        let dashes = "subcommand 'run' exists; to use it, remove the '--' before it";
        assert_eq!(said(dashes), "there is the command 'run', without `--` before it");
        assert_eq!(said("anything else"), "anything else");
    }
}
