//! Known components without running any library code, for callers that must be fast and may miss some, such as shell
//! completion.

use super::describe::Describe;
use super::inspect::inspect;
use super::library_cache::{Mark, recall_description, recall_file};
use super::manifest::{ids_of, parse_manifest};
use super::search::SearchPath;
use sim_abi::declare::Kind;
use sim_files::digest::sha256;
use std::path::Path;

/// Kinds and ids of the components in libraries of these folders, without duplicates, ordered by id. Includes libraries that an
/// earlier start has cached, and those whose file contains the manifest as data.
pub fn known_components(search: &SearchPath, describe: &Describe) -> Vec<(Kind, String)> {
    let libraries = search.files().into_iter().filter(|found| found.skipped.is_none());
    let mut ids: Vec<_> = libraries.flat_map(|found| ids(&found.path, describe.cache()).unwrap_or_default()).collect();
    ids.sort_by(|(one, id), (two, other)| (id, one.word()).cmp(&(other, two.word())));
    ids.dedup();
    ids
}

/// The components of a library, if known.
fn ids(file: &Path, cache: Option<&Path>) -> Option<Vec<(Kind, String)>> {
    let untouched = || recall_file(cache?, file, &Mark::of(file)?);
    if let Some(known) = untouched() {
        return Some(known.manifest.ids().to_vec());
    }
    let bytes = std::fs::read(file).ok()?;
    let inspected = inspect(file, &bytes).ok()?;
    let cached = || recall_description(cache?, &sha256(&bytes))?.ok();
    let manifest = inspected.manifest.or_else(cached)?;
    Some(ids_of(&parse_manifest(&manifest).ok()?))
}
