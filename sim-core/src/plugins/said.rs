//! What a library says of itself. Most libraries that a start finds are not used by its scene: of these the ids are enough, and
//! the rest, schemas above all, is read when somebody asks for it.

use super::library::parse_manifest;
use sim_abi::declare::{Kind, Manifest};
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
