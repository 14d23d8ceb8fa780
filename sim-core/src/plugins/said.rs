//! What a library says of itself. Most libraries that a start finds are not used by its scene: of these the ids are enough, and
//! the rest, schemas above all, is read when somebody asks for it.

use super::limits;
use crate::diagnostic::{Code, Diagnostic};
use crate::words;
use sim_abi::declare::{Kind, Manifest};
use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

/// What a library says of itself.
#[derive(Clone)]
pub(super) struct Said(Arc<Inner>);

struct Inner {
    ids: Vec<(Kind, String)>,
    /// The manifest as text, where it has not been read yet.
    text: String,
    manifest: OnceLock<Manifest>,
}

impl Said {
    /// What has been read.
    pub(super) fn of(manifest: Manifest) -> Self {
        let ids = ids_of(&manifest);
        Self(Arc::new(Inner { ids, text: String::new(), manifest: manifest.into() }))
    }

    /// A text that has been checked before, and the ids in it.
    pub(super) fn checked(ids: Vec<(Kind, String)>, text: String) -> Self {
        Self(Arc::new(Inner { ids, text, manifest: OnceLock::new() }))
    }

    /// Kinds and ids of the components, in the order of the manifest.
    pub(super) fn ids(&self) -> &[(Kind, String)] {
        &self.0.ids
    }

    /// All of it.
    pub(super) fn manifest(&self) -> &Manifest {
        let read = || {
            let manifest = parse_manifest(&self.0.text).ok().filter(|manifest| ids_of(manifest) == self.0.ids);
            manifest.expect("invariant: this program has read the text before, and it has not changed since")
        };
        self.0.manifest.get_or_init(read)
    }
}

/// Kinds and ids of the components of a manifest.
pub(super) fn ids_of(manifest: &Manifest) -> Vec<(Kind, String)> {
    manifest.components.iter().map(|component| (component.kind, component.id.clone())).collect()
}

/// Reads what a library says that it holds.
pub(super) fn parse_manifest(text: &str) -> Result<Manifest, Diagnostic> {
    let mut manifest: Manifest = serde_json::from_str(text).map_err(|error| no_manifest(error.to_string()))?;
    limits::check_manifest(&manifest).map_err(no_manifest)?;
    // A later version may have kinds that this program cannot use.
    manifest.components.retain(|component| component.kind != Kind::Unknown);
    let mut seen = BTreeSet::new();
    match manifest.components.iter().find(|component| !seen.insert((component.kind, &component.id))) {
        Some(twice) => Err(Diagnostic::error(Code::PluginDuplicateId, "one library exports a component id twice")
            .with_found(format!("{kind} `{id}`", kind = words::kind(twice.kind), id = twice.id))
            .with_help("give every component of a kind its own id")),
        None => Ok(manifest),
    }
}

/// Why there is no manifest.
pub(super) fn no_manifest(found: impl Into<String>) -> Diagnostic {
    Diagnostic::error(Code::PluginDeclaration, "the plugin's manifest cannot be read")
        .with_found(found)
        .with_help("mend the plugin's parameters, or rebuild it with the sim-abi crate of this program")
}
