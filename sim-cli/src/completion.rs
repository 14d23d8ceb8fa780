//! Dynamic shell completion: files by type, and component ids.

use clap_complete::engine::{ArgValueCompleter, CompletionCandidate, PathCompleter};
use sim_abi::declare::Kind;
use sim_core::plugins::{Describe, SearchPath, known_components};
use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// Environment variable that requests completions. Its value is the name of the shell.
const VARIABLE: &str = "SIM_COMPLETE";

/// If a shell requests completions, prints them and exits.
pub fn answer(command: impl Fn() -> clap::Command) {
    if std::env::var_os(VARIABLE).is_some() {
        clap_complete::CompleteEnv::with_factory(command).var(VARIABLE).bin("sim").complete();
    }
}

/// Files with one of these extensions.
fn files(endings: &'static [&'static str]) -> PathCompleter {
    let wanted = move |path: &Path| {
        let ending = path.extension().and_then(OsStr::to_str).map(str::to_lowercase);
        ending.is_some_and(|ending| endings.contains(&ending.as_str())) && path.is_file()
    };
    PathCompleter::any().filter(wanted)
}

/// Scenes, and standard input.
pub fn scenes() -> ArgValueCompleter {
    ArgValueCompleter::new(files(&["ron", "json"]).stdio())
}

/// Scenes and recordings, and standard input.
pub fn compared() -> ArgValueCompleter {
    ArgValueCompleter::new(files(&["ron", "json", "mcap"]).stdio())
}

/// Scenes and recordings.
pub fn scenes_and_recordings() -> ArgValueCompleter {
    ArgValueCompleter::new(files(&["ron", "json", "mcap"]))
}

/// Recordings, and standard input.
pub fn recordings() -> ArgValueCompleter {
    ArgValueCompleter::new(files(&["mcap"]).stdio())
}

/// `[ROBOT=]ID` for components of a kind.
pub fn exchanged(kind: Kind) -> ArgValueCompleter {
    ArgValueCompleter::new(move |written: &OsStr| {
        let written = written.to_str().unwrap_or_default();
        let (robot, id) =
            written.rsplit_once('=').map_or(("", written), |(_, id)| written.split_at(written.len() - id.len()));
        let ids = components().into_iter().filter(|(other, _)| *other == kind).map(|(_, id)| id);
        beginning_with(id, ids.collect())
            .into_iter()
            .map(|found| CompletionCandidate::new(format!("{robot}{found}")))
            .collect()
    })
}

/// Component ids, and their families.
pub fn components_and_families() -> ArgValueCompleter {
    ArgValueCompleter::new(|written: &OsStr| {
        let ids: BTreeSet<String> = components().into_iter().map(|(_, id)| id).collect();
        let families: Vec<String> = ids.iter().filter_map(|id| Some(id.split_once('/')?.0.to_string())).collect();
        let found = beginning_with(written.to_str().unwrap_or_default(), ids.into_iter().chain(families).collect());
        found.into_iter().map(CompletionCandidate::new).collect()
    })
}

fn beginning_with(written: &str, mut words: BTreeSet<String>) -> BTreeSet<String> {
    words.retain(|word| word.starts_with(written));
    words
}

/// The known components of the libraries in the search path of the command line. Runs no library code.
fn components() -> Vec<(Kind, String)> {
    let search = SearchPath::standard(&folders(std::env::args_os()));
    known_components(&search, &Describe::by_this_program())
}

/// The values of `--plugins` in a command line.
fn folders(words: impl Iterator<Item = OsString>) -> Vec<PathBuf> {
    let words: Vec<OsString> = words.collect();
    let named = |(place, word): (usize, &OsString)| match word.to_str()? {
        "--plugins" => words.get(place + 1).map(PathBuf::from),
        word => word.strip_prefix("--plugins=").map(PathBuf::from),
    };
    words.iter().enumerate().filter_map(named).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_of_plugins_are_those_of_the_command_line() {
        let line = "sim -- sim run a.ron --plugins one --plugins=two --controller";
        let found = folders(line.split(' ').map(OsString::from));
        assert_eq!(found, [PathBuf::from("one"), PathBuf::from("two")]);
    }
}
