//! `sim explain`.

use crate::console::{Console, conduct};
use crate::exit::{Exit, Outcome};
use sim_core::diagnostic::{Code, Diagnostic, Explanation};
use std::fmt::Write;

/// Explains an error code: meaning, typical cause, remedy, and a wrong and a right example. Without a code, lists all codes.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Code of a diagnostic, such as SC007
    code: Option<String>,
}

/// Runs the command.
pub fn run(args: Args) -> Exit {
    conduct(false, |console| execute(&args, console))
}

fn execute(args: &Args, console: &Console) -> Outcome {
    let text = match &args.code {
        None => list(),
        Some(code) => explain(Code::parse(&code.to_uppercase()).ok_or_else(|| unknown(code))?),
    };
    console.print(&text)?;
    Ok(Exit::Ok)
}

fn unknown(code: &str) -> Diagnostic {
    Diagnostic::error(Code::ConfigValue, format!("unknown code `{code}`"))
        .with_nearest_of(&code.to_uppercase(), Code::all().iter().map(|code| code.as_str()))
        .with_help("`sim explain` lists all codes")
}

fn list() -> String {
    let mut text = String::new();
    for (number, code) in Code::all().iter().enumerate() {
        let is_first = number > 0 && Code::all()[number - 1].as_str()[..2] != code.as_str()[..2];
        let _ = writeln!(text, "{}{code}  {}", if is_first { "\n" } else { "" }, code.title());
    }
    text.trim_end().to_string()
}

fn explain(code: Code) -> String {
    let Explanation { meaning, cause, remedy, before, after } = code.explanation();
    let title = code.title();
    format!(
        "{code}: {title}\n\n{meaning}\n\nTypical cause: {cause}\n\nWhat to do: {remedy}\n\nBefore:\n  {}\n\nAfter:\n  {}",
        before.replace('\n', "\n  "),
        after.replace('\n', "\n  ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_listed_and_explained_and_a_wrong_one_has_the_nearest() {
        let list = list();
        for code in Code::all() {
            assert!(list.contains(&format!("{code}  {}", code.title())));
            let text = explain(*code);
            assert!(text.contains("Before:\n  ") && !text.contains("](") && !text.contains("**"), "{text}");
        }
        assert_eq!(unknown("sc07").nearest.as_deref().map(|near| &near[..2]), Some("SC"));
    }
}
