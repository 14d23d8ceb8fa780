//! External commands: `sim NAME …` runs `sim-NAME`, located next to this program or on the PATH.

use crate::exit::{Exit, Failure, Outcome};
use crate::{Cli, console::Console, console::MessageArgs, program, worker};
use clap::error::{ContextKind, ContextValue};
use clap::{Arg, CommandFactory};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sim_abi::service::RobotLayout;
use sim_core::diagnostic::{Code, Diagnostic, Diagnostics};
use sim_core::installation;
use std::env::consts::EXE_SUFFIX;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

/// File name prefix of external commands.
const PREFIX: &str = "sim-";

/// Subcommand with which `sim check` queries whether a program supports a file: `sim-NAME __knows FILE`.
/// It prints [`YES`] on standard output if so.
pub const KNOWS: &str = "__knows";
/// Output of [`KNOWS`] for a supported file.
pub const YES: &str = "true";
/// Subcommand with which `sim check` has a program check one of its files:
/// `sim-NAME __check [--plugins DIR]… [--no-supervisor] FILE`. It prints findings on standard error and a [`Report`] on standard output.
pub const CHECK: &str = "__check";

/// Result of [`CHECK`].
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Report {
    /// All findings, in the format of the JSON documents of all commands.
    pub diagnostics: Vec<Value>,
    /// The robots of the scene that the file describes.
    #[serde(default)]
    pub robots: Vec<RobotLayout>,
    /// Exit status for these findings.
    pub exit_status: u8,
}

impl Report {
    /// A report with these findings and robots.
    pub fn new(findings: &Diagnostics, robots: Vec<RobotLayout>) -> Self {
        Self { diagnostics: as_data(findings), robots, exit_status: Exit::of(findings).status() }
    }
}

/// Findings as JSON.
pub fn as_data(findings: &Diagnostics) -> Vec<Value> {
    let data = |finding| serde_json::to_value(finding).expect("invariant: findings have text keys and finite numbers");
    findings.iter().map(data).collect()
}

/// A program that implements a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct External {
    /// Name of the command.
    pub name: String,
    /// File of the program.
    file: PathBuf,
}

/// Programs next to this one, sorted by name.
pub fn beside() -> Vec<External> {
    installation::program_folder().as_deref().map(inside).unwrap_or_default()
}

/// Programs in a folder, sorted by name.
fn inside(folder: &Path) -> Vec<External> {
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut found: Vec<External> = files.filter_map(External::of_file).collect();
    found.sort_by(|one, other| one.name.cmp(&other.name));
    found
}

/// The program of a command, searched on the PATH.
fn on_path(name: &str) -> Option<External> {
    let path = std::env::var_os("PATH")?;
    let files = std::env::split_paths(&path).map(|folder| folder.join(format!("{PREFIX}{name}{EXE_SUFFIX}")));
    files.filter_map(External::of_file).next()
}

/// Handles a command line that `sim` alone failed to parse with this error: another program may implement the command.
pub fn instead(error: clap::Error, words: &[OsString]) -> ExitCode {
    let mut programs = beside();
    let mut error = match chosen(&programs, words) {
        Ok(chosen) => return chosen.map_or_else(|| program::refuse::<Cli>(&error, words), |found| found.run(words)),
        Err(error) => error,
    };
    if let Some(found) = unknown(&error).and_then(on_path) {
        programs.push(found);
        match chosen(&programs, words) {
            Ok(Some(found)) => return found.run(words),
            Ok(None) => {}
            Err(other) => error = other,
        }
    }
    program::refuse::<Cli>(&error, words)
}

/// The command-line parser, extended by these programs.
pub fn command_with(programs: &[External]) -> clap::Command {
    let own = Cli::command();
    let new = programs.iter().filter(|program| !is_own(&program.name)).map(|program| {
        let file = format!("`{PREFIX}{}`", program.name);
        let about = format!("Run the external program {file}");
        let words = Arg::new("words").num_args(0..).trailing_var_arg(true).allow_hyphen_values(true);
        let words = words.value_parser(clap::value_parser!(OsString)).hide(true);
        clap::Command::new(program.name.clone()).about(about).disable_help_flag(true).arg(words)
    });
    let new: Vec<clap::Command> = new.collect();
    own.subcommands(new)
}

/// Option that prints help with advanced options: those hidden in short help.
const HELP_ALL: &str = "--help-all";

/// Lists the commands by group in the help.
fn grouped(command: clap::Command) -> clap::Command {
    let header = *command.get_styles().get_header();
    let literal = *command.get_styles().get_literal();
    let about =
        |name: &str| command.find_subcommand(name).and_then(clap::Command::get_about).unwrap_or_default().to_string();
    let others = command.get_subcommands().map(clap::Command::get_name);
    let others: Vec<&str> = others.filter(|name| !Cli::GROUPS.iter().any(|(_, names)| names.contains(name))).collect();
    let others = (!others.is_empty()).then_some(("Other programs", others.as_slice()));
    let width = command.get_subcommands().map(|inner| inner.get_name().len()).max().unwrap_or(0);
    let mut list = String::new();
    for (group, names) in Cli::GROUPS.iter().copied().chain(others) {
        list += &format!("{header}{group}:{header:#}\n");
        for name in names {
            list += &format!("  {literal}{name}{literal:#}{:pad$}  {}\n", "", about(name), pad = width - name.len());
        }
        list += "\n";
    }
    let options = format!("{header}Options:{header:#}\n{{options}}");
    command
        .help_template(format!("{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{list}{options}{{after-help}}"))
}

/// Hides the options that short help hides in long help, too.
fn without_advanced_options(command: clap::Command) -> clap::Command {
    let hide = |arg: Arg| if arg.is_hide_short_help_set() { arg.hide_long_help(true) } else { arg };
    command.mut_args(hide).mut_subcommands(without_advanced_options)
}

/// Whether `sim` itself has a command of this name.
fn is_own(name: &str) -> bool {
    Cli::command().find_subcommand(name).is_some()
}

/// The program that a command line invokes, if any.
fn chosen<'a>(programs: &'a [External], words: &[OsString]) -> Result<Option<&'a External>, clap::Error> {
    let color = MessageArgs::of_words(words).color_choice();
    let shows_all = words.iter().any(|word| word == HELP_ALL);
    let words = words.iter().map(|word| if word == HELP_ALL { "--help".into() } else { word.clone() });
    let command = grouped(command_with(programs));
    let command = if shows_all { command } else { without_advanced_options(command) };
    let matches = command.color(color).try_get_matches_from(words)?;
    let name = matches.subcommand_name().filter(|name| !is_own(name));
    Ok(programs.iter().find(|program| name == Some(&program.name)))
}

/// The unknown command, if that is the error.
fn unknown(error: &clap::Error) -> Option<&str> {
    match error.get(ContextKind::InvalidSubcommand)? {
        ContextValue::String(name) => Some(name),
        _ => None,
    }
}

impl External {
    /// The program in a file, if its name matches and it is executable.
    fn of_file(file: PathBuf) -> Option<Self> {
        let name = file.file_name()?.to_str()?.strip_prefix(PREFIX)?.strip_suffix(EXE_SUFFIX)?.to_string();
        let plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_';
        let named = name.starts_with(|letter: char| letter.is_ascii_alphanumeric()) && name.chars().all(plain);
        if named && is_executable(&file) { Some(Self { name, file }) } else { None }
    }

    /// Runs the program with the arguments of this command line, without the name of the command.
    fn run(&self, words: &[OsString]) -> ExitCode {
        let mut own = words.iter().skip(1).cloned().collect::<Vec<_>>();
        // Only options of this program come before the command. If the value of one happens to equal the name of the command, it makes
        // no difference which of the two is removed.
        let place = own.iter().position(|word| *word == *self.name);
        place.map(|place| own.remove(place));
        match continue_as(Command::new(&self.file).args(own)) {
            Ok(status) => ExitCode::from(status),
            Err(error) => ExitCode::from(Console::new(false).conclude(Err(self.refused(&error).into())).status()),
        }
    }

    fn refused(&self, error: &std::io::Error) -> Diagnostic {
        let name = &self.name;
        Diagnostic::error(Code::EngineEnded, format!("the program for the command `{name}` cannot be started"))
            .with_file(self.file.display().to_string())
            .with_found(error.to_string())
            .with_help("check that the file is an executable for this machine, or remove it")
    }

    /// Whether the program supports this file.
    pub fn knows(&self, file: &Path) -> bool {
        let mut command = Command::new(&self.file);
        let answer = command.arg(KNOWS).arg(file).stdin(Stdio::null()).stderr(Stdio::null()).output();
        answer.is_ok_and(|answer| answer.status.success() && answer.stdout.trim_ascii() == YES.as_bytes())
    }

    /// Checks a file with the program, with additional plugin folders. The program prints its findings itself.
    ///
    /// # Errors
    /// If the program cannot be started, or returns no report.
    pub fn check(&self, file: &Path, plugins: &[PathBuf]) -> Outcome<Report> {
        let mut command = Command::new(&self.file);
        command.arg(CHECK);
        plugins.iter().for_each(|folder| _ = command.arg("--plugins").arg(folder));
        if worker::worker().is_none() {
            command.arg("--no-supervisor");
        }
        let console = Console::new(false);
        if !console.has_colors() {
            command.env("NO_COLOR", "1");
        }
        let quiet = console.quiet;
        let errors = if quiet { Stdio::piped() } else { Stdio::inherit() };
        command.arg("--").arg(file).stdin(Stdio::null()).stderr(errors);
        let answer = command.output().map_err(|error| self.refused(&error))?;
        let report: Result<Report, _> = serde_json::from_slice(&answer.stdout);
        if quiet && !report.as_ref().is_ok_and(|report| report.exit_status == Exit::Ok.status()) {
            console.eprint(String::from_utf8_lossy(&answer.stderr).trim_end());
        }
        report.map_err(|error| {
            let name = &self.name;
            let message = format!("the program for the command `{name}` did not return a report");
            let diagnostic = Diagnostic::error(Code::EngineEnded, message)
                .with_file(self.file.display().to_string())
                .with_found(format!("{error}; it ended with {}", answer.status))
                .with_help("use the version that came with this program");
            Failure::from(diagnostic)
        })
    }
}

#[cfg(unix)]
fn is_executable(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    std::fs::metadata(file).is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(file: &Path) -> bool {
    file.is_file()
}

/// Continues as another program: on Unix it replaces this process, and inherits open files and signals; elsewhere this process waits until it
/// exits, leaves Ctrl-C to it, and returns its exit status.
///
/// # Errors
/// If the program cannot be started.
#[cfg(unix)]
pub fn continue_as(command: &mut Command) -> std::io::Result<u8> {
    use std::os::unix::process::CommandExt;
    Err(command.exec())
}

/// Continues as another program: runs it until it exits, leaves Ctrl-C to it, and returns its exit status.
///
/// # Errors
/// If the program cannot be started.
#[cfg(not(unix))]
pub fn continue_as(command: &mut Command) -> std::io::Result<u8> {
    // Without a handler, Ctrl-C ends both, which is acceptable.
    let _ = ctrlc::set_handler(|| {});
    let status = command.status()?.code().and_then(|code| u8::try_from(code).ok());
    Ok(status.unwrap_or(Exit::Failed.status()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn external(name: &str) -> External {
        External { name: name.into(), file: PathBuf::from(format!("{PREFIX}{name}")) }
    }

    fn asked(line: &str) -> Result<Option<String>, clap::Error> {
        let programs = [external("run"), external("dive")];
        let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        chosen(&programs, &words).map(|found| found.map(|program| program.name.clone()))
    }

    #[test]
    fn a_program_gets_its_command_with_any_words() {
        for line in ["sim dive", "sim dive -ef x --seed=-3 -- run", "sim dive --help", "sim --watchdog 3 dive -h"] {
            assert_eq!(asked(line).unwrap().as_deref(), Some("dive"), "{line}");
        }
        assert_eq!(asked("sim run a.ron").unwrap(), None, "the program's own command");
    }

    #[test]
    fn help_lists_programs_and_a_wrong_name_has_the_nearest() {
        let help = asked("sim --help").unwrap_err().to_string();
        assert!(help.contains("\nRun:\n  run ") && help.contains("\nOther programs:\n  dive "), "{help}");
        assert!(help.contains("dive") && help.contains("`sim-dive`") && !help.contains("`sim-run`"), "{help}");
        let error = asked("sim div").unwrap_err();
        assert_eq!(unknown(&error), Some("div"));
        assert!(error.to_string().contains("'dive'"), "{error}");
    }

    #[test]
    fn advanced_options_are_only_in_the_complete_help() {
        let help = |line: &str| asked(line).unwrap_err().to_string();
        let (usual, all) = (help("sim run --help"), help("sim run --help-all"));
        assert!(
            usual.contains("--record") && !usual.contains("--isolate-deadline") && !usual.contains("--watchdog"),
            "{usual}"
        );
        assert!(all.contains("--record") && all.contains("--isolate-deadline") && all.contains("--watchdog"), "{all}");
        assert!(help("sim --help-all").contains("--no-supervisor") && !help("sim --help").contains("--no-supervisor"));
    }

    #[test]
    fn every_command_is_in_one_group() {
        let command = Cli::command();
        let listed: Vec<&str> = Cli::GROUPS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        assert_eq!(listed.len(), command.get_subcommands().count());
        assert!(listed.iter().all(|name| command.find_subcommand(name).is_some()));
    }

    #[cfg(unix)]
    #[test]
    fn programs_are_executable_files_with_plain_names() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        for (name, mode) in
            [("sim-b", 0o755), ("sim-a", 0o700), ("sim-c", 0o644), ("sim-d.d", 0o755), ("sim--e", 0o755), ("f", 0o755)]
        {
            let file = folder.path().join(name);
            std::fs::write(&file, "").unwrap();
            std::fs::set_permissions(&file, std::fs::Permissions::from_mode(mode)).unwrap();
        }
        std::fs::create_dir(folder.path().join("sim-g")).unwrap();
        let found: Vec<String> = inside(folder.path()).into_iter().map(|program| program.name).collect();
        assert_eq!(found, ["a", "b"]);
    }
}
