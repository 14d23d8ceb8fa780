//! Compiles the crates of packs.

use crate::path;
use sim_core::diagnostic::{Code, Diagnostic, Diagnostics};
use sim_project::{Build, BuildEnd, BuildMessage, BuildProject};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Diagnostic for a library that could not be built.
pub fn not_built(folder: &Path, name: &str) -> Diagnostic {
    Diagnostic::error(Code::PackBuild, "a library of the pack could not be built")
        .with_file(folder.join(name).display().to_string())
}

/// Build settings of a crate of the pack.
///
/// # Errors
/// A folder that cannot be built.
pub fn project_of(folder: &Path, name: &str) -> Result<BuildProject, Diagnostic> {
    path::check(name).map_err(|rule| not_built(folder, name).with_found(rule))?;
    let project = BuildProject::at(&folder.join(name)).map(|project| BuildProject { release: true, ..project });
    project.ok_or_else(|| {
        not_built(folder, name).with_expected("a folder with a `Cargo.toml`, a `Makefile` or a `CMakeLists.txt`")
    })
}

/// Builds a crate of the pack unless canceled, and returns its libraries.
///
/// # Errors
/// Compiler errors; the reason for canceling.
pub fn built_with(
    folder: &Path,
    name: &str,
    project: BuildProject,
    go_on: &dyn Fn() -> Result<(), Diagnostic>,
) -> Result<Vec<PathBuf>, Diagnostics> {
    /// Interval for checking whether the build has ended, and the number of intervals between two checks for cancellation.
    const POLL: (Duration, u32) = (Duration::from_millis(20), 25);
    let build = Build::start(project, || ())?;
    let mut polls = 0;
    let end = loop {
        if let Some(end) = build.end() {
            break end;
        }
        polls = (polls + 1) % POLL.1;
        if polls == 0 {
            go_on()?;
        }
        std::thread::sleep(POLL.0);
    };
    let refusal = match end {
        BuildEnd::Built(libraries) => return Ok(libraries),
        BuildEnd::Refused(finding) => Some(finding),
        BuildEnd::Failed | BuildEnd::Canceled => None,
    };
    let failed = not_built(folder, name).with_help("run the build in that folder and fix the compiler errors");
    if let Some(finding) = refusal {
        return Err(Diagnostics::from_iter([failed, *finding]));
    }
    Err(build.with_progress(|progress| {
        let errors = progress.messages.iter().filter(|message| message.is_error()).take(MESSAGES);
        let reported: Vec<Diagnostic> = errors.map(of_compiler).collect();
        match reported.is_empty() {
            true => failed.with_found(end_of(&progress.lines)).into(),
            false => [failed].into_iter().chain(reported).collect(),
        }
    }))
}

/// Maximum number of reported compiler messages.
const MESSAGES: usize = 10;

/// Converts a compiler message to a diagnostic.
fn of_compiler(message: &BuildMessage) -> Diagnostic {
    let finding = Diagnostic::error(Code::PackBuild, message.text.clone());
    match &message.place {
        Some(place) => finding.with_file(format!("{}:{}:{}", place.file.display(), place.line, place.column)),
        None => finding,
    }
}

/// The last lines, as many as fit into a sentence.
fn end_of(lines: &[String]) -> String {
    const CHARACTERS: usize = 280;
    let mut length = 0;
    let fits = |line: &&String| {
        length += line.chars().count() + 1;
        length <= CHARACTERS
    };
    let last: Vec<&str> = lines.iter().rev().take_while(fits).map(String::as_str).collect();
    last.into_iter().rev().collect::<Vec<_>>().join("\n")
}

/// Runs Cargo in a folder and returns its standard output.
///
/// # Errors
/// Its error output if it fails.
pub fn cargo(folder: &Path, words: &[&str]) -> Result<String, String> {
    let output = sim_project::cargo(words).current_dir(folder).output().map_err(|error| error.to_string())?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim_end().to_owned();
    if output.status.success() { Ok(text(&output.stdout)) } else { Err(text(&output.stderr)) }
}
