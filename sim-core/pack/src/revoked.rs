//! What the indexes that a person uses say against versions: that they must not be used any more. Nothing is asked over a
//! network here.

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

/// What the indexes that are used have against versions of packs: folders as they are, others as they were when they were
/// asked the last time.
pub struct Revocations {
    sources: Vec<Source>,
    cache: PathBuf,
    known: BTreeMap<PackName, Vec<Listed>>,
}

impl Revocations {
    /// A warning of each pack that a scene with these components uses, and that an index of the person has revoked. Where it uses
    /// none, nothing is read.
    pub fn in_use(loaded: &LoadedScene, components: &[PluginStamp]) -> Diagnostics {
        let Ok(store) = Store::of_user() else { return Diagnostics::new() };
        let mut packs: Vec<Locked> = loaded.packs().iter().map(Locked::of).collect();
        packs.extend(components.iter().filter_map(|component| component.pack.clone()));
        // The scene itself may be one of a pack.
        if let Some(folder) = loaded.folder.as_deref().filter(|folder| folder.starts_with(store.folder())) {
            packs.extend(
                store.installed().packs().iter().filter(|pack| folder.starts_with(&pack.folder)).map(Locked::of),
            );
        }
        if packs.is_empty() { Diagnostics::new() } else { Self::of(&store).warnings(&packs) }
    }

    /// Those of the indexes of a store. Their lists are read when a pack is asked about.
    pub fn of(store: &Store) -> Self {
        Self { sources: store.sources(), cache: store.cache(), known: BTreeMap::new() }
    }

    fn listed(&self, name: &PackName) -> Vec<Listed> {
        // What is wrong with an index is told by the commands that cannot do without it.
        let of = |source: &Source| match source {
            Source::Folder(folder) => Folder::at(folder).versions(name).unwrap_or_default(),
            _ => Cache::of(&self.cache, source).kept(Some(name)).map(|(list, _)| list).unwrap_or_default(),
        };
        self.sources.iter().flat_map(of).collect()
    }

    /// What an index says of a version that must not be used any more; none where none says so.
    pub(crate) fn of_pack(&mut self, pack: &Locked) -> Option<&Listed> {
        if !self.known.contains_key(&pack.name) {
            self.known.insert(pack.name.clone(), self.listed(&pack.name));
        }
        self.known.get(&pack.name)?.iter().find(|listed| listed.is(pack) && listed.revoked.is_some())
    }

    /// Why a version must not be used any more; none where nothing is known against it.
    pub fn reason(&mut self, pack: &Locked) -> Option<String> {
        self.of_pack(pack)?.revoked.clone()
    }

    /// A warning of each of these packs that must not be used any more.
    pub fn warnings(&mut self, packs: &[Locked]) -> Diagnostics {
        let (mut findings, mut seen) = (Diagnostics::new(), BTreeSet::new());
        for pack in packs.iter().filter(|pack| seen.insert(&pack.sha256)) {
            if let Some(reason) = self.reason(pack) {
                let (name, version) = (pack.name.to_string(), pack.version.to_string());
                let message = format!("{name} {version} is in use, and must not be used any more: {reason}");
                let help = format!(
                    "`sim pack install \"{name}@^{version}\"` installs a newer one where there is one; a lock file is made anew with \
                     `sim pack lock SCENE`, and a scene that takes this version alone has to be changed"
                );
                findings.push(Diagnostic::warning(Code::PackRevoked, message).with_help(help));
            }
        }
        findings
    }
}
