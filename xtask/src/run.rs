//! Runs and logs other programs.

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Result with an error message for the user.
pub type Result<T = ()> = std::result::Result<T, String>;

/// Folder of the workspace.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("invariant: xtask is in the workspace").to_path_buf()
}

/// Cargo's target folder.
pub fn target() -> PathBuf {
    match std::env::var_os("CARGO_TARGET_DIR") {
        Some(folder) => root().join(folder),
        None => root().join("target"),
    }
}

/// Cargo in the workspace, the same one that runs this program.
pub fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).current_dir(root());
    command
}

/// Prints the next step.
pub fn say(text: impl Display) {
    eprintln!("\n== {text}");
}

/// Runs a program. Fails if its exit status is not 0.
pub fn done(command: &mut Command) -> Result {
    let line = line_of(command);
    eprintln!("$ {line}");
    let status = command.status().map_err(|error| format!("`{line}` cannot be started: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("`{line}` failed ({status})")) }
}

/// The command line of a command, for messages.
pub fn line_of(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_name().unwrap_or(command.get_program());
    let words = std::iter::once(program).chain(command.get_args());
    words.map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
}

/// Adds the path to an I/O error.
pub fn at(path: &Path) -> impl Fn(std::io::Error) -> String {
    move |error| format!("{}: {error}", path.display())
}
