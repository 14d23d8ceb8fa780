//! Cached failures to describe libraries, so that a later start reports them at once instead of waiting again.

use super::cache;
use super::known::program;
use super::limits::MAX_MANIFEST_LEN;
use crate::diagnostic::{Code, Diagnostic};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// Version of the cache format.
const FORMAT: u32 = 1;

/// Maximum size of all records, bytes; the oldest are removed first.
const MAX_BYTES: u64 = 1 << 20;

/// A serialized diagnostic.
#[derive(Serialize, Deserialize)]
pub(super) struct Refusal {
    code: String,
    message: String,
    expected: Option<String>,
    found: Option<String>,
    help: Option<String>,
}

impl From<Diagnostic> for Refusal {
    fn from(diagnostic: Diagnostic) -> Self {
        let Diagnostic { code, message, expected, found, help, .. } = diagnostic;
        Self { code: code.to_string(), message, expected, found, help }
    }
}

impl From<Refusal> for Diagnostic {
    fn from(refusal: Refusal) -> Self {
        let code = Code::parse(&refusal.code).unwrap_or(Code::PluginUnreadable);
        let mut diagnostic = Diagnostic::error(code, refusal.message);
        let parts = [refusal.expected, refusal.found, refusal.help].map(|part| part);
        [diagnostic.expected, diagnostic.found, diagnostic.help] = parts;
        diagnostic
    }
}

#[derive(Serialize, Deserialize)]
struct CachedFailure {
    format: u32,
    library: String,
    refusal: Refusal,
}

fn folder(cache: &Path) -> PathBuf {
    cache.join("failed")
}

/// Path of this build's record for a library; `None` if the build cannot be identified.
fn place(cache: &Path, digest: &str) -> Option<PathBuf> {
    Some(folder(cache).join(format!("{digest}-{}.json", program()?)))
}

/// The cached failure for the library with this digest.
pub(super) fn recall(cache: &Path, digest: &str) -> Option<Diagnostic> {
    let bytes = cache::read_at_most(&place(cache, digest)?, MAX_MANIFEST_LEN)?;
    let cached: CachedFailure = serde_json::from_slice(&bytes).ok()?;
    if cached.format != FORMAT || cached.library != digest {
        return None;
    }
    let mut diagnostic = Diagnostic::from(cached.refusal);
    let found = diagnostic.found.take().unwrap_or_default();
    let help = diagnostic.help.take().unwrap_or_default();
    Some(
        diagnostic.with_found(format!("{found} (an earlier start has found this)")).with_help(format!(
            "{help}; `sim doctor` queries it again, as does the first start after the file changes"
        )),
    )
}

/// Caches a failure of a library.
pub(super) fn keep(cache: &Path, digest: &str, diagnostic: &Diagnostic) {
    let Some(place) = place(cache, digest) else { return };
    let cached = CachedFailure { format: FORMAT, library: digest.to_string(), refusal: diagnostic.clone().into() };
    cache::store(&place, &serde_json::to_vec(&cached).expect("invariant: cached data has string keys"));
    cache::tidy(&folder(cache), MAX_BYTES);
}

/// Removes all records.
pub(super) fn forget(cache: &Path) {
    // Ignore errors: the folder may not exist.
    let _ = std::fs::remove_dir_all(folder(cache));
}
