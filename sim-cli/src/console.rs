//! Console output: messages on standard error, data on standard output.

use miette::{GraphicalReportHandler, GraphicalTheme};
use serde::Serialize;
use serde_json::json;
use sim_abi::ffi::types::LogLevel;
use sim_core::diagnostic::{Code, Diagnostic, Diagnostics, Pretty, Severity};
use sim_core::engine::LogLine;
use std::ffi::OsString;
use std::io::{IsTerminal, Write};
use std::sync::OnceLock;

use crate::exit::{Exit, Failure, Outcome};
use crate::worker;

/// Minimum level of component log lines to show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Level {
    /// None.
    Off,
    /// Only errors.
    Error,
    /// Errors and warnings.
    Warn,
    /// Errors, warnings and informational lines.
    #[default]
    Info,
    /// Everything.
    Debug,
}

impl Level {
    /// Whether a line of this level is shown.
    pub fn shows(self, level: LogLevel) -> bool {
        let weight = match level {
            LogLevel::Error => Level::Error,
            LogLevel::Warn => Level::Warn,
            LogLevel::Info => Level::Info,
            LogLevel::Debug => Level::Debug,
        };
        self as u8 >= weight as u8
    }
}

/// When to color messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Color {
    /// On a terminal, unless NO_COLOR is set.
    #[default]
    Auto,
    /// Always, also on pipes.
    Always,
    /// Never.
    Never,
}

/// Message options of all commands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::Args)]
pub struct MessageArgs {
    /// Print only errors and faults on standard error, and no progress; standard output and exit status do not change
    #[arg(long, short, global = true, help_heading = "Messages")]
    pub quiet: bool,
    /// When to color messages
    #[arg(long, value_name = "WHEN", global = true, value_enum, default_value = "auto", help_heading = "Messages")]
    pub color: Color,
}

/// The message options of the command line.
static MESSAGES: OnceLock<MessageArgs> = OnceLock::new();

impl MessageArgs {
    /// Finds the color option in the words of a command line that was not parsed, because it is invalid or requests help.
    pub fn of_words(words: &[OsString]) -> Self {
        let color = value_of(words, "--color", |value| <Color as clap::ValueEnum>::from_str(value, false).ok());
        Self { color: color.unwrap_or_default(), ..Self::default() }
    }

    /// The words of a command line with these options.
    pub fn words(self) -> Vec<OsString> {
        let color = self.color_choice().to_string();
        let quiet = self.quiet.then(|| OsString::from("--quiet"));
        quiet.into_iter().chain(["--color".into(), color.into()]).collect()
    }

    /// Applies these options to all consoles created from now on. The first call wins.
    pub fn take_effect(self) {
        MESSAGES.get_or_init(|| self);
    }

    /// The color choice for clap.
    pub fn color_choice(self) -> clap::ColorChoice {
        match self.color {
            Color::Auto => clap::ColorChoice::Auto,
            Color::Always => clap::ColorChoice::Always,
            Color::Never => clap::ColorChoice::Never,
        }
    }
}

/// The first parsable value of an option, among the words of a command line that may be invalid.
fn value_of<T>(words: &[OsString], option: &str, read: impl Fn(&str) -> Option<T>) -> Option<T> {
    let own: Vec<&str> = words.iter().take_while(|word| *word != "--").filter_map(|word| word.to_str()).collect();
    let named = |(place, word): (usize, &&str)| match word.strip_prefix(option)? {
        "" => own.get(place + 1).copied().and_then(&read),
        rest => rest.strip_prefix('=').and_then(&read),
    };
    own.iter().enumerate().find_map(named)
}

/// Runs a command with the console of this process and reports its failure; output is a JSON document if `json` is set.
pub fn conduct(json: bool, work: impl FnOnce(&Console) -> Outcome) -> Exit {
    let console = Console::new(json);
    console.conclude(work(&console))
}

/// Destination and style of messages.
#[derive(Clone, Copy, Debug)]
pub struct Console {
    /// Print one JSON document on standard output instead of text.
    pub json: bool,
    /// Print only errors and faults.
    pub quiet: bool,
    /// Whether standard error is a terminal.
    terminal: bool,
    colors: bool,
    /// Show findings with their source line.
    drawn: bool,
}

impl Console {
    /// The console of this process.
    pub fn new(json: bool) -> Self {
        let MessageArgs { quiet, color, .. } = MESSAGES.get().copied().unwrap_or_default();
        let terminal = std::io::stderr().is_terminal();
        let wanted = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        let colors = match color {
            Color::Auto => terminal && wanted,
            Color::Always => true,
            Color::Never => false,
        };
        Self { json, quiet, terminal, colors, drawn: terminal || colors }
    }

    /// Whether to show progress.
    pub fn shows_progress(&self) -> bool {
        self.terminal && !self.quiet
    }

    /// Whether messages have colors.
    pub fn has_colors(&self) -> bool {
        self.colors
    }

    /// Prints a remark on standard error, unless `quiet`.
    pub fn info(&self, line: impl Into<String>) {
        if !self.quiet {
            self.eprint(line);
        }
    }

    /// Prints a line on standard error.
    pub fn eprint(&self, line: impl Into<String>) {
        // If standard error is closed, messages are discarded.
        let _ = writeln!(std::io::stderr(), "{}", line.into());
    }

    /// Prints data on standard output.
    ///
    /// # Errors
    /// If writing fails, for example because the disk is full. A closed pipe (`sim … | head`) is not an error.
    pub fn print(&self, text: &str) -> Outcome<()> {
        data_written(worker::write_data(&escaped(text.trim_end_matches('\n').chars(), &['\n', '\t'])))
    }

    /// Prints one JSON document on standard output.
    ///
    /// # Errors
    /// As [`Console::print`].
    pub fn print_json(&self, value: &impl Serialize) -> Outcome<()> {
        let text = serde_json::to_string_pretty(value).expect("invariant: documents have text keys and finite numbers");
        data_written(worker::write_data(&text))
    }

    /// Prints a finding on standard error: with its source line on a terminal, otherwise in at most ten lines. With `quiet`, only
    /// errors are printed.
    pub fn show(&self, finding: &Diagnostic) {
        if !self.quiet || finding.severity == Severity::Error {
            self.insist(finding);
        }
    }

    /// Like [`Console::show`], even with `quiet`.
    pub fn insist(&self, finding: &Diagnostic) {
        self.eprint(self.text_of(finding));
    }

    /// Prints several findings on standard error.
    pub fn show_all(&self, findings: &Diagnostics) {
        findings.iter().for_each(|finding| self.show(finding));
    }

    fn text_of(&self, finding: &Diagnostic) -> String {
        let finding = &harmless(finding);
        if !self.drawn {
            return finding.to_string();
        }
        let theme = if self.colors { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
        let mut text = String::new();
        match GraphicalReportHandler::new_themed(theme).render_report(&mut text, &Pretty(finding.clone())) {
            Ok(()) => text,
            Err(_) => finding.to_string(),
        }
    }

    /// Returns the exit status of a command, and reports its failure.
    pub fn conclude(&self, outcome: Outcome) -> Exit {
        outcome.unwrap_or_else(|failure| {
            self.fail(&failure);
            failure.exit
        })
    }

    /// Reports a failed command: its findings on standard error, and a JSON document on standard output if requested.
    pub fn fail(&self, failure: &Failure) {
        self.show_all(&failure.diagnostics);
        if self.json {
            let document = json!({"exit_status": failure.exit.status(), "diagnostics": failure.diagnostics});
            let is_reported = failure.diagnostics.iter().any(|finding| finding.message == UNWRITTEN);
            match self.print_json(&document) {
                Err(unwritten) if !is_reported => self.show_all(&unwritten.diagnostics),
                _ => {}
            }
        }
    }

    /// Prints a log line of a component on standard error.
    pub fn log(&self, line: &LogLine) {
        if !self.quiet || line.level == LogLevel::Error {
            self.eprint(log_text(line));
        }
    }
}

/// Maximum length of a log line, characters.
const MAX_LINE_LENGTH: usize = 2000;

/// Makes text safe for a terminal: escapes control characters and bidirectional overrides, except those in `kept`.
fn escaped(text: impl Iterator<Item = char>, kept: &[char]) -> String {
    let acts = |c: char| c.is_control() || matches!(c, '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    let mut line = String::new();
    for c in text {
        if acts(c) && !kept.contains(&c) { line.extend(c.escape_default()) } else { line.push(c) }
    }
    line
}

/// A finding whose texts, which may come from a plugin, are safe for a terminal.
fn harmless(finding: &Diagnostic) -> Diagnostic {
    let mut finding = finding.clone();
    let parts = [&mut finding.expected, &mut finding.found, &mut finding.help].into_iter().flatten();
    for part in parts.chain([&mut finding.message]) {
        *part = escaped(part.chars(), &['\n', '\t']);
    }
    finding.file = finding.file.map(|file| escaped(file.chars(), &[]));
    finding
}

/// The text of a component in one line, truncated if very long.
fn one_line(text: &str) -> String {
    let mut line = escaped(text.chars().take(MAX_LINE_LENGTH), &[]);
    if text.chars().nth(MAX_LINE_LENGTH).is_some() {
        line.push('…');
    }
    line
}

/// Formats a log line: `  12.340 s  warn   scout3/control: text`.
pub fn log_text(line: &LogLine) -> String {
    let level = match line.level {
        LogLevel::Error => "error",
        LogLevel::Warn => "warn",
        LogLevel::Info => "info",
        LogLevel::Debug => "debug",
    };
    let owner = match (&*line.robot, &*line.component) {
        ("", component) => component.to_string(),
        (robot, component) => format!("{robot}/{component}"),
    };
    format!("{:>10.3} s  {level:<5}  {owner}: {}", line.time, one_line(&line.text))
}

const UNWRITTEN: &str = "the results cannot be written to standard output";

/// Maps the result of writing data to standard output.
///
/// # Errors
/// If writing failed, except for a closed pipe.
pub fn data_written(written: std::io::Result<()>) -> Outcome<()> {
    match written {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            let closed = error.get_ref().is_some_and(|inner| inner.is::<sim_supervisor::Closed>());
            let found = if closed { "a plugin closed it".to_string() } else { error.to_string() };
            Err(Diagnostic::error(Code::ConfigOutput, UNWRITTEN)
                .with_found(found)
                .with_help("free space at its destination, or redirect it elsewhere")
                .into())
        }
        _ => Ok(()),
    }
}

/// The finding for an output that cannot be written.
pub fn unwritable(file: &std::path::Path, cause: impl std::fmt::Display) -> Diagnostic {
    Diagnostic::error(Code::ConfigOutput, "the output cannot be written")
        .with_file(file.display().to_string())
        .with_found(cause.to_string())
        .with_help("check that the folder exists and is writable")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_plugins_cannot_control_a_terminal() {
        let finding =
            Diagnostic::error(Code::PluginEnded, "a\u{1b}[2J").with_found("b\u{7}\u{202e}").with_file("c\u{8}");
        for drawn in [false, true] {
            let console = Console { json: false, quiet: false, terminal: false, colors: false, drawn };
            let text = console.text_of(&finding);
            assert!(text.contains("a\\u{1b}[2J") && text.contains("b\\u{7}\\u{202e}"), "{text}");
            assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{text:?}");
        }
    }

    #[test]
    fn only_complete_color_options_before_the_double_dash_are_found() {
        let color = |line: &str| {
            let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            MessageArgs::of_words(&words).color
        };
        assert_eq!(color("sim rum --color never"), Color::Never);
        assert_eq!(color("sim --color=always rum"), Color::Always);
        for line in ["sim rum", "sim rum --color", "sim --color=blue", "sim dive -- --color never"] {
            assert_eq!(color(line), Color::Auto, "{line}");
        }
    }
}
