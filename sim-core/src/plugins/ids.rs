//! Which components there are, as far as that is known without running any code of a library: for whoever must be quick and may
//! miss some, such as completions in a shell.

use super::describe::{self, Describe};
use super::inspect::inspect;
use super::known::{self, Mark};
use super::said::{ids_of, parse_manifest};
use super::search::SearchPath;
use crate::digest::sha256;
use sim_abi::declare::Kind;
use std::path::Path;

/// Kinds and ids of the components that libraries of these folders hold, each once, in order of the ids. A library counts that an
/// earlier start has learnt of, or whose file says as data what it holds.
pub fn known_components(search: &SearchPath, describe: &Describe) -> Vec<(Kind, String)> {
    let libraries = search.files().into_iter().filter(|found| found.skipped.is_none());
    let mut ids: Vec<_> = libraries.flat_map(|found| ids(&found.path, describe.cache()).unwrap_or_default()).collect();
    ids.sort_by(|(one, id), (two, other)| (id, one.word()).cmp(&(other, two.word())));
    ids.dedup();
    ids
}

/// What a library holds, if that is known.
fn ids(file: &Path, cache: Option<&Path>) -> Option<Vec<(Kind, String)>> {
    let untouched = || known::recall(cache?, file, &Mark::of(file)?);
    if let Some(known) = untouched() {
        return Some(known.said.ids().to_vec());
    }
    let bytes = std::fs::read(file).ok()?;
    let inspected = inspect(file, &bytes).ok()?;
    let told = || describe::recall(cache?, &sha256(&bytes));
    let manifest = inspected.manifest.or_else(told)?;
    Some(ids_of(&parse_manifest(&manifest).ok()?))
}
