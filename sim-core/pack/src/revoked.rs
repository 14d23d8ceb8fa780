//! Revocations by the indexes in use. Does not access the network.

use crate::cache::Cache;
use crate::folder::Folder;
use crate::listed::Listed;
use crate::source::Source;
use crate::store::Store;
use sim_core::diagnostic::{Code, Diagnostic, Diagnostics};
use sim_core::packs::{Locked, PackName};
use sim_core::recording::PluginStamp;
use sim_core::scene::LoadedScene;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// Revocations of pack versions by the indexes in use: the current data of folders, the cached data of other indexes.
pub struct Revocations {
    sources: Vec<Source>,
    cache: PathBuf,
    known: BTreeMap<PackName, Vec<Listed>>,
}

impl Revocations {
    /// A warning for each pack that is revoked by an index in use and that a scene with these components uses. If it uses none,
    /// nothing is read.
    pub fn in_use(loaded: &LoadedScene, components: &[PluginStamp]) -> Diagnostics {
        let Ok(store) = Store::of_user() else { return Diagnostics::new() };
        let mut packs: Vec<Locked> = loaded.packs().iter().map(Locked::of).collect();
        packs.extend(components.iter().filter_map(|component| component.pack.clone()));
        // The scene itself may belong to a pack.
        if let Some(folder) = loaded.folder.as_deref().filter(|folder| folder.starts_with(store.folder())) {
            packs.extend(
                store.installed().packs().iter().filter(|pack| folder.starts_with(&pack.folder)).map(Locked::of),
            );
        }
        if packs.is_empty() { Diagnostics::new() } else { Self::of(&store).warnings(&packs) }
    }

    /// The revocations by the indexes of a store. Lists are read on demand.
    pub fn of(store: &Store) -> Self {
        Self { sources: store.sources(), cache: store.cache(), known: BTreeMap::new() }
    }

    fn listed(&self, name: &PackName) -> Vec<Listed> {
        // Problems of an index are reported by the commands that depend on it.
        let of = |source: &Source| match source {
            Source::Folder(folder) => Folder::at(folder).versions(name).unwrap_or_default(),
            _ => Cache::of(&self.cache, source).cached(Some(name)).map(|(list, _)| list).unwrap_or_default(),
        };
        self.sources.iter().flat_map(of).collect()
    }

    /// The index entry of a revoked version; `None` if it is not revoked.
    pub(crate) fn of_pack(&mut self, pack: &Locked) -> Option<&Listed> {
        if !self.known.contains_key(&pack.name) {
            self.known.insert(pack.name.clone(), self.listed(&pack.name));
        }
        self.known.get(&pack.name)?.iter().find(|listed| listed.is(pack) && listed.revoked.is_some())
    }

    /// Why a version was revoked; `None` if it was not.
    pub fn reason(&mut self, pack: &Locked) -> Option<String> {
        self.of_pack(pack)?.revoked.clone()
    }

    /// A warning for each of these packs that is revoked.
    pub fn warnings(&mut self, packs: &[Locked]) -> Diagnostics {
        let (mut findings, mut seen) = (Diagnostics::new(), BTreeSet::new());
        for pack in packs.iter().filter(|pack| seen.insert(&pack.sha256)) {
            if let Some(reason) = self.reason(pack) {
                let (name, version) = (pack.name.to_string(), pack.version.to_string());
                let message = format!("{name} {version} is in use, but revoked: {reason}");
                let help = format!(
                    "install a newer version with `sim pack install \"{name}@^{version}\"`, if available, and update lock files with \
                     `sim pack lock SCENE`; change scenes that accept only this version"
                );
                findings.push(Diagnostic::warning(Code::PackRevoked, message).with_help(help));
            }
        }
        findings
    }
}
