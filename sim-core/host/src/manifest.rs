//! Lazily parsed manifests. Most libraries found at startup are not used by the scene: their ids suffice, and the rest, in
//! particular schemas, is parsed on demand.

use super::limits;
use sim_abi::declare::{Kind, Manifest};
use sim_diagnostics::words;
use sim_diagnostics::{Code, Diagnostic};
use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

/// The manifest of a library.
#[derive(Clone)]
pub(super) struct ParsedManifest(Arc<Inner>);

struct Inner {
    ids: Vec<(Kind, String)>,
    /// The manifest as text, if not parsed yet.
    text: String,
    manifest: OnceLock<Manifest>,
}

impl ParsedManifest {
    /// A parsed manifest.
    pub(super) fn of(manifest: Manifest) -> Self {
        let ids = ids_of(&manifest);
        Self(Arc::new(Inner { ids, text: String::new(), manifest: manifest.into() }))
    }

    /// A previously checked text, and its ids.
    pub(super) fn checked(ids: Vec<(Kind, String)>, text: String) -> Self {
        Self(Arc::new(Inner { ids, text, manifest: OnceLock::new() }))
    }

    /// Kinds and ids of the components, in the order of the manifest.
    pub(super) fn ids(&self) -> &[(Kind, String)] {
        &self.0.ids
    }

    /// The whole manifest.
    pub(super) fn manifest(&self) -> &Manifest {
        let read = || {
            let manifest = parse_manifest(&self.0.text).ok().filter(|manifest| ids_of(manifest) == self.0.ids);
            manifest.expect("invariant: this program parsed the same text before")
        };
        self.0.manifest.get_or_init(read)
    }
}

/// Kinds and ids of the components of a manifest.
pub(super) fn ids_of(manifest: &Manifest) -> Vec<(Kind, String)> {
    manifest.components.iter().map(|component| (component.kind, component.id.clone())).collect()
}

/// Parses and checks a manifest.
pub(super) fn parse_manifest(text: &str) -> Result<Manifest, Diagnostic> {
    let mut manifest: Manifest = serde_json::from_str(text).map_err(|error| no_manifest(error.to_string()))?;
    limits::check_manifest(&manifest).map_err(no_manifest)?;
    // A later version may have kinds that this program does not support.
    manifest.components.retain(|component| component.kind != Kind::Unknown);
    let mut seen = BTreeSet::new();
    match manifest.components.iter().find(|component| !seen.insert((component.kind, &component.id))) {
        Some(twice) => Err(Diagnostic::error(Code::PluginDuplicateId, "the library exports a component id twice")
            .with_found(format!("{kind} `{id}`", kind = words::kind(twice.kind), id = twice.id))
            .with_help("give every component a unique id")),
        None => Ok(manifest),
    }
}

/// Diagnostic for a missing or invalid manifest.
pub(super) fn no_manifest(found: impl Into<String>) -> Diagnostic {
    Diagnostic::error(Code::PluginDeclaration, "the plugin's manifest cannot be read")
        .with_found(found)
        .with_help("fix the parameters of the plugin, or rebuild it with the sim-abi crate of this program")
}
