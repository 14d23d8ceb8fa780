//! Cached failures to describe libraries, so that a later start reports them at once instead of waiting again.

use super::cache;
use super::known::program;
use super::limits::LONGEST_MANIFEST;
use crate::diagnostic::{Code, Diagnostic};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// Version of the cache format.
const FORMAT: u32 = 1;

/// Maximum size of all records, bytes; the oldest are removed first.
const MOST_BYTES: u64 = 1 << 20;

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
struct Kept {
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
    let bytes = cache::read_at_most(&place(cache, digest)?, LONGEST_MANIFEST)?;
    let kept: Kept = serde_json::from_slice(&bytes).ok()?;
    if kept.format != FORMAT || kept.library != digest {
        return None;
    }
    let mut diagnostic = Diagnostic::from(kept.refusal);
    let found = diagnostic.found.take().unwrap_or_default();
    let help = diagnostic.help.take().unwrap_or_default();
    Some(diagnostic.with_found(format!("{found} (an earlier start has found this)")).with_help(format!(
        "{help}; `sim doctor` tries it again, and so does the first start after the file has changed"
    )))
}

/// Caches a failure of a library.
pub(super) fn keep(cache: &Path, digest: &str, diagnostic: &Diagnostic) {
    let Some(place) = place(cache, digest) else { return };
    let kept = Kept { format: FORMAT, library: digest.to_string(), refusal: diagnostic.clone().into() };
    cache::store(&place, &serde_json::to_vec(&kept).expect("invariant: what is kept has text keys"));
    cache::tidy(&folder(cache), MOST_BYTES);
}

/// Removes all records.
pub(super) fn forget(cache: &Path) {
    // Ignore errors: the folder may not exist.
    let _ = std::fs::remove_dir_all(folder(cache));
}
