//! Previews of an installation: archives that have been read and checked, with information about their origin. Nothing is
//! installed or trusted until the user accepts it.

use crate::content::{Use, usable};
use crate::here::build_here;
use crate::index::{Fetched, Index};
use crate::link::Link;
use crate::listed::Listed;
use crate::plan::{Fetch, Passed, Plan, Planner, Terms, unusable};
use crate::revoked::Revocations;
use crate::sign::signature_of;
use crate::source::Source;
use crate::store::{Archive, Install, Store};
use crate::trust::Origin;
use crate::work::Work;
use sim_core::diagnostic::{Diagnostic, Diagnostics};
use sim_core::pack_manifest::Manifest;
use sim_core::packs::{Installed, InstalledPack, Locked, Requirement, Signer};
use std::cell::RefCell;
use std::path::Path;

/// A pack that can be installed.
#[derive(Clone, Debug)]
pub struct Offered {
    /// Its archive.
    pub archive: Archive,
    /// Its origin.
    pub origin: Origin,
    /// Its source, for display.
    pub source: String,
    /// Whether it was requested; otherwise it is a dependency.
    pub wanted: bool,
    signature: Option<String>,
}

impl Offered {
    /// A locally built pack, which needs no signature.
    pub fn own(archive: Archive, source: String) -> Self {
        Self { archive, origin: Origin::Own, source, wanted: true, signature: None }
    }

    /// Its signer, as it would be recorded in the store.
    pub fn signer(&self) -> Option<&Signer> {
        match &self.origin {
            Origin::Trusted(signer) | Origin::New(signer) => Some(signer),
            Origin::Unsigned | Origin::Own => None,
        }
    }

    /// Whether its libraries must be built locally from source.
    pub fn is_to_be_built(&self) -> bool {
        matches!(usable(&self.archive.contents.manifest), Ok(Use::Built))
    }

    fn publisher(&self) -> &str {
        self.archive.contents.manifest.name.publisher()
    }
}

/// Packs found by name.
#[derive(Debug, Default)]
pub struct FoundPacks {
    /// Packs that can be installed.
    pub packs: Vec<Offered>,
    /// Newer versions that cannot be used.
    pub passed: Vec<Passed>,
}

/// A key that must be trusted before a pack can be installed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewKey {
    /// Its owner, according to the archives.
    pub publisher: String,
    /// The key.
    pub key: String,
}

/// The keys of publishers without a trusted key so far.
pub fn new_keys(offered: &[Offered]) -> Vec<NewKey> {
    let mut keys: Vec<NewKey> = Vec::new();
    for pack in offered {
        if let Origin::New(signer) = &pack.origin {
            let key = NewKey { publisher: pack.publisher().to_owned(), key: signer.key.clone() };
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
    }
    keys
}

impl Store {
    /// An archive, as it would be installed, with the signature next to it. The signature is checked with the publisher's
    /// trusted key, or else with `key`, or else with that of an index.
    ///
    /// # Errors
    /// All problems with the archive; a version revoked by one of `indexes` or of the indexes in use; a signature that is not
    /// accepted.
    pub fn offer_file(
        &self,
        file: &Path,
        indexes: &[Index],
        key: Option<&str>,
        work: &Work,
    ) -> Result<Offered, Diagnostics> {
        let archive = Archive::open_with(file, work)?;
        let publisher = archive.contents.manifest.name.publisher();
        let known = || indexes.iter().find_map(|index| index.key_of(publisher));
        let key = key
            .map(str::to_owned)
            .or_else(|| known().filter(|_| self.key_of(publisher).is_ok_and(|key| key.is_none())));
        if let Some(refused) = self.revoked(&archive, indexes) {
            return Err(refused.with_file(archive.name.clone()).into());
        }
        usable(&archive.contents.manifest).map_err(|finding| finding.with_file(archive.name.clone()))?;
        let source = file.display().to_string();
        self.offer(archive, signature_of(file)?, (source, true), key.as_deref())
    }

    /// Diagnostic for a version revoked by one of these indexes or of those in use. An unreachable index does not block a
    /// file.
    fn revoked(&self, archive: &Archive, indexes: &[Index]) -> Option<Diagnostic> {
        let Manifest { name, version, .. } = &archive.contents.manifest;
        let pack = Locked { name: name.clone(), version: version.clone(), sha256: archive.sha256.clone() };
        let listed = indexes.iter().flat_map(|index| index.versions(name).unwrap_or_default());
        let refused = listed.filter(|listed| listed.is(&pack)).find_map(|listed| listed.refused());
        refused.or_else(|| Revocations::of(self).of_pack(&pack)?.refused())
    }

    /// The packs with these names, and their dependencies, unless installed: the newest usable versions.
    ///
    /// # Errors
    /// Packs that are not in any index, and packs that are not accepted.
    pub fn offer_named(
        &self,
        names: &[Requirement],
        indexes: &[Index],
        terms: Terms<'_>,
        work: &Work,
    ) -> Result<FoundPacks, Diagnostics> {
        let mut planner = Planner::new(self, indexes, terms);
        let mut read: Vec<Offered> = Vec::new();
        // Terminates because each version is found unfit only once.
        'plan: loop {
            work.go_on()?;
            let Plan { fetch, passed } = planner.plan(names)?;
            let mut packs = Vec::new();
            for fetch in &fetch {
                let is_it = |pack: &Offered| {
                    let Manifest { name, version, .. } = &pack.archive.contents.manifest;
                    let Listed { name: listed, version: number, sha256, .. } = &fetch.listed;
                    (name, version, &pack.archive.sha256) == (listed, number, sha256)
                };
                let archive = match read.iter().position(is_it) {
                    Some(at) => read.swap_remove(at),
                    None => self.fetched(fetch, terms.key, work)?,
                };
                let reason = unusable(&archive.archive.contents.manifest, terms);
                if let Some(reason) = reason.filter(|_| fetch.unfit.is_none())
                    && planner.note(&fetch.listed, reason)
                {
                    read.append(&mut packs);
                    continue 'plan;
                }
                usable(&archive.archive.contents.manifest)
                    .map_err(|finding| finding.with_file(archive.archive.name.clone()))?;
                packs.push(Offered { wanted: fetch.wanted, ..archive });
            }
            return Ok(FoundPacks { packs, passed });
        }
    }

    /// Dependencies that are neither installed nor among the offered packs, as far as they are in the indexes.
    ///
    /// # Errors
    /// As [`Store::offer_named`].
    pub fn offer_needed(
        &self,
        offered: &[Offered],
        indexes: &[Index],
        terms: Terms<'_>,
        work: &Work,
    ) -> Result<FoundPacks, Diagnostics> {
        let installed = self.installed();
        let is_there = |one: &&Requirement| {
            let manifests = offered.iter().map(|pack| &pack.archive.contents.manifest);
            let given = manifests.map(|manifest| (&manifest.name, &manifest.version));
            let mut known = installed.packs().iter().map(|pack| (&pack.name, &pack.version)).chain(given);
            known.any(|(name, version)| *name == one.name && one.covers(version))
        };
        let all = offered.iter().flat_map(|pack| &pack.archive.contents.manifest.requires);
        let missing: Vec<Requirement> = all.filter(|one| !is_there(one)).cloned().collect();
        // Without an index, the store itself reports the missing packs.
        if missing.is_empty() || indexes.is_empty() {
            return Ok(FoundPacks::default());
        }
        let mut found = self.offer_named(&missing, indexes, terms, work)?;
        found.packs.iter_mut().for_each(|pack| pack.wanted = false);
        Ok(found)
    }

    /// The archive to fetch for a plan. All reads from an index pass through here.
    fn fetched(&self, fetch: &Fetch, key: Option<&str>, work: &Work) -> Result<Offered, Diagnostics> {
        let Fetch { listed, index, wanted, .. } = fetch;
        work.begin(format!("{} {}", listed.name, listed.version), 0)?;
        let Fetched { archive, signature, key: offered } = index.archive(listed, self, work)?;
        work.go_on()?;
        // An unsigned archive was not signed with the index's key.
        let offered = offered.filter(|_| signature.is_some());
        let key = key.map(str::to_owned).or(offered);
        self.offer(archive, signature, (index.source().to_string(), *wanted), key.as_deref())
    }

    fn offer(
        &self,
        archive: Archive,
        signature: Option<String>,
        (source, wanted): (String, bool),
        key: Option<&str>,
    ) -> Result<Offered, Diagnostics> {
        let origin = self.origin(&archive, signature.as_deref(), key)?;
        Ok(Offered { archive, origin, source, wanted, signature })
    }

    /// Checks that packs could be installed now.
    ///
    /// # Errors
    /// An installed version with different content; unsatisfied dependencies; two keys of one publisher.
    pub fn check(&self, offered: &[Offered]) -> Result<(), Diagnostics> {
        let installed = self.installed();
        let known = |pack: &&Offered| is_installed(pack, &installed);
        let others: Vec<&Offered> = offered.iter().filter(|pack| !known(pack)).collect();
        let manifests: Vec<_> = others.iter().map(|pack| &pack.archive.contents.manifest).collect();
        others.iter().try_for_each(|pack| {
            crate::store::is_no_other(&pack.archive.contents.manifest, &pack.archive.sha256, &installed)
        })?;
        crate::store::needs_are_met(&manifests, &installed)?;
        let keys = new_keys(offered);
        for pack in offered {
            if let Some(new) = keys.iter().find(|new| new.publisher == pack.publisher()) {
                self.origin(&pack.archive, pack.signature.as_deref(), Some(&new.key))?;
            }
        }
        Ok(())
    }

    /// Installs packs, all or none, and trusts their new keys once they are installed. Builds them first if necessary.
    ///
    /// # Errors
    /// As [`Store::check`] and [`Store::install`]; sources that cannot be built.
    pub fn accept(&self, offered: &[Offered], work: &Work) -> Result<Vec<InstalledPack>, Diagnostics> {
        self.check(offered)?;
        work.go_on()?;
        let keys = new_keys(offered);
        let there = self.installed();
        let mut built = Vec::new();
        for pack in offered {
            let is_built = pack.is_to_be_built() && !is_installed(pack, &there);
            built.push(if is_built { Some(build_here(&pack.archive, self, work)?) } else { None });
        }
        let new_key = |publisher: &str| keys.iter().find(|new| new.publisher == publisher).map(|new| new.key.as_str());
        let mut packs = Vec::new();
        for (pack, built) in offered.iter().zip(&built) {
            let Offered { archive, origin, source, wanted, signature } = pack;
            // Trusted keys may have changed since the user was asked.
            let signer = match origin {
                Origin::Own => None,
                _ => match self.origin(archive, signature.as_deref(), new_key(pack.publisher()))? {
                    Origin::Trusted(signer) | Origin::New(signer) => Some(signer),
                    Origin::Unsigned | Origin::Own => None,
                },
            };
            packs.push(Install { archive, signer, source, wanted: *wanted, built: built.as_ref() });
        }
        // A pack installed as signed always has its key in the store, and a key is added only with its pack.
        let written = RefCell::new(Vec::new());
        let first = || {
            keys.iter().try_for_each(|new| self.has_no_other_key(&new.publisher, &new.key))?;
            for new in keys.iter() {
                if self.key_of(&new.publisher)?.is_none() {
                    self.write_key(&new.publisher, &new.key)?;
                    written.borrow_mut().push(&new.publisher);
                }
            }
            Ok(())
        };
        let undo = || written.borrow().iter().for_each(|publisher| _ = self.remove_key(publisher));
        self.install_between(&packs, &first, &undo, work)
    }
}

impl Store {
    /// Adds an index to those in use, or removes it. Returns the number of indexes in use.
    ///
    /// # Errors
    /// A location without an index, or an unreachable one; I/O errors.
    pub fn use_source(&self, source: &Source, used: bool, link: &Link) -> Result<usize, Diagnostic> {
        let source = source.clone().absolute();
        let index = Index::make(&source, link);
        let mut sources = self.sources();
        sources.retain(|known| *known != source);
        if used {
            index.check()?;
            sources.push(source);
        } else {
            index.forget();
        }
        self.set_sources(&sources)?;
        Ok(sources.len())
    }
}

/// Whether exactly this archive is installed.
pub fn is_installed(pack: &Offered, installed: &Installed) -> bool {
    let manifest = &pack.archive.contents.manifest;
    installed.of(&manifest.name).any(|known| known.version == manifest.version && known.sha256 == pack.archive.sha256)
}

/// The indexes in use, and diagnostics for those that are currently unavailable.
pub fn sources(store: &Store, link: &Link) -> (Vec<Index>, Vec<Diagnostic>) {
    let (mut indexes, mut findings) = (Vec::new(), Vec::new());
    for source in store.sources() {
        match Index::open(&source, link) {
            Ok(index) => indexes.push(index),
            Err(finding) => findings.push(finding),
        }
    }
    (indexes, findings)
}
