//! Numeric options: their ranges, and messages for values out of range.

use crate::exit::{Exit, Failure};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use sim_core::diagnostic::{Code, Diagnostic};
use sim_core::scene::check_value::Range;
use std::fmt;
use std::str::FromStr;

/// Error for an invalid value of an option.
#[derive(Clone, Debug)]
pub struct Refused {
    /// Whether the text is a number.
    number: bool,
    expected: String,
    help: &'static str,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { expected, help, .. } = self;
        f.write_str(&format!("expected {expected}; {help}"))
    }
}

impl std::error::Error for Refused {}

/// A parser for numbers in a range; `help` suggests a valid value.
pub fn number(range: Range, help: &'static str) -> impl Fn(&str) -> Result<f64, Refused> + Clone {
    move |text| {
        let value = f64::from_str(text);
        match value {
            Ok(value) if value.is_finite() && range.holds(value) => Ok(value),
            _ => Err(Refused { number: value.is_ok(), expected: range.expected(), help }),
        }
    }
}

/// A parser for integers from `least` to `most`; `help` suggests a valid value.
pub fn whole<T>(least: T, most: T, help: &'static str) -> impl Fn(&str) -> Result<T, Refused> + Clone
where
    T: Copy + PartialOrd + FromStr + fmt::Display,
{
    move |text| match T::from_str(text) {
        Ok(value) if least <= value && value <= most => Ok(value),
        _ => {
            let [from, to] = [least, most].map(|end| end.to_string());
            let expected = format!("a whole number from {from} to {to}");
            Err(Refused { number: f64::from_str(text).is_ok(), expected, help })
        }
    }
}

/// Improves on clap's message for two kinds of usage errors: a value outside the range of its option, and two conflicting options.
pub fn explain(error: &clap::Error) -> Option<Failure> {
    let words = |kind: ContextKind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        Some(ContextValue::Strings(texts)) => Some(texts.join(", ")),
        _ => None,
    };
    let option = words(ContextKind::InvalidArg)?;
    if error.kind() == ErrorKind::ArgumentConflict {
        let other = words(ContextKind::PriorArg)?;
        let found = match option == other {
            true => format!("`{option}` twice"),
            false => format!("`{option}` and `{other}`"),
        };
        let diagnostic = Diagnostic::error(Code::ConfigConflict, "conflicting options")
            .with_expected("one of them")
            .with_found(found)
            .with_help("leave one of them out");
        return Some(Failure { exit: Exit::Usage, diagnostics: diagnostic.into() });
    }
    let refused = std::error::Error::source(error)?.downcast_ref::<Refused>()?;
    let name = option.split_whitespace().next().unwrap_or(&option);
    let value = words(ContextKind::InvalidValue)?;
    let message = match refused.number {
        true => format!("the value of `{name}` is outside its range"),
        false => format!("invalid number for `{name}`"),
    };
    let diagnostic = Diagnostic::error(Code::ConfigValue, message)
        .with_expected(&refused.expected)
        .with_found(format!("`{name} {value}`"))
        .with_help(refused.help);
    // A number out of range is treated like an invalid setting of the scene; other text is a usage error.
    Some(Failure { exit: if refused.number { Exit::Invalid } else { Exit::Usage }, diagnostics: diagnostic.into() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Cli;
    use clap::{Arg, Command, CommandFactory, Parser};
    use std::any::TypeId;

    /// All numeric options of all commands, with the arguments that lead to each command.
    fn numeric(command: &Command, before: &[String]) -> Vec<(Vec<String>, Arg)> {
        let types = [TypeId::of::<f64>(), TypeId::of::<u32>(), TypeId::of::<u64>(), TypeId::of::<usize>()];
        let is_numeric = |arg: &&Arg| types.iter().any(|known| arg.get_value_parser().type_id() == *known);
        let own = command.get_arguments().filter(is_numeric).map(|arg| (before.to_vec(), arg.clone()));
        let mut found: Vec<_> = own.collect();
        for below in command.get_subcommands() {
            found.extend(numeric(below, &[before, &[below.get_name().to_string()]].concat()));
        }
        found
    }

    fn failure(words: &[&str]) -> Failure {
        let error = Cli::try_parse_from(words).expect_err("the command line is rejected");
        explain(&error).unwrap_or_else(|| panic!("{words:?}: {error}"))
    }

    #[test]
    fn every_numeric_option_explains_a_value_that_it_does_not_take() {
        let options = numeric(&Cli::command(), &["sim".into()]);
        let names: Vec<String> =
            options.iter().map(|(words, arg)| format!("{} --{}", words[1..].join(" "), arg.get_id())).collect();
        for known in ["run --dt", "run --seed", "run --steps", "replay --threads", "export --every", "bench swarm --dt"]
        {
            assert!(names.iter().any(|name| name == known), "{known} is not among {names:?}");
        }
        for (before, arg) in &options {
            let name = format!("--{}", arg.get_long().expect("numeric arguments are options"));
            for text in ["-1", "soon", "-1e400"] {
                let words: Vec<&str> = before.iter().map(String::as_str).chain([&*name, text]).collect();
                let Failure { exit, diagnostics } = failure(&words);
                let finding = diagnostics.iter().next().unwrap();
                assert_eq!(exit, if text == "soon" { Exit::Usage } else { Exit::Invalid }, "{words:?}");
                assert_eq!(finding.code, Code::ConfigValue);
                assert!(finding.message.contains(&name), "{finding}");
                assert_eq!(finding.found.as_deref(), Some(&*format!("`{name} {text}`")));
                assert!(finding.expected.as_deref().is_some_and(|range| range.contains("number")), "{finding}");
                assert!(finding.help.as_deref().is_some_and(|help| !help.is_empty()), "{finding}");
            }
        }
    }

    #[test]
    fn a_negative_step_is_reported_with_option_value_range_and_remedy() {
        let text = failure(&["sim", "run", "a.ron", "--dt", "-1"]).diagnostics.to_string();
        let expected = "error[CF001]: the value of `--dt` is outside its range\n  \
            expected: a number from 0.000001 to 1 s\n  found: `--dt -1`\n  help: a step of 0.01 suits most scenes";
        assert_eq!(text, expected);
    }

    #[test]
    fn options_that_contradict_each_other_are_both_named() {
        let Failure { exit, diagnostics } = failure(&["sim", "run", "a.ron", "--steps", "1", "--duration", "1"]);
        let finding = diagnostics.iter().next().unwrap();
        assert_eq!((exit, finding.code), (Exit::Usage, Code::ConfigConflict));
        let found = finding.found.as_deref().unwrap();
        assert!(found.contains("--steps") && found.contains("--duration"), "{found}");
        let twice = failure(&["sim", "run", "a.ron", "--dt", "0.1", "--dt", "0.2"]).diagnostics;
        assert_eq!(twice.iter().next().unwrap().found.as_deref(), Some("`--dt <S>` twice"));
    }

    #[test]
    fn numeric_options_reach_their_commands_with_and_without_a_value() {
        for words in [
            "sim bench swarm",
            "sim bench swarm --robots 10 --rays 4 --dt 0.1 --seconds 1 --seed 3 --threads 2",
            "sim bench lidar",
            "sim bench lidar --sweeps 10",
            "sim run a.ron --steps 10 --dt 0.1 --seed 3 --threads 2 --speed 2",
            "sim run a.ron --duration 10",
            "sim replay a.mcap --threads 2",
            "sim export a.mcap --csv out --every 2 --from 1 --to 2",
        ] {
            let parsed = Cli::try_parse_from(words.split(' '));
            assert!(parsed.is_ok(), "{words}: {}", parsed.err().map_or_else(String::new, |error| error.to_string()));
        }
    }

    #[test]
    fn other_mistakes_are_left_to_the_parser() {
        for words in [["sim", "run", "--fly"].as_slice(), &["sim", "fly"], &["sim", "run"], &["sim", "--help"]] {
            assert!(explain(&Cli::try_parse_from(words).unwrap_err()).is_none(), "{words:?}");
        }
    }
}
