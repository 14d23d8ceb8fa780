//! All packs: the installed ones and those available from the user's sources.

use super::icon::{self, Icon};
use super::pictures::Picture;
use sim_core::diagnostic::Diagnostic;
use sim_core::files::read_regular;
use sim_core::pack_manifest::Manifest;
use sim_core::packs::{InstalledPack, PackName, Requirement, Version};
use sim_core::plugins::Isolation;
use sim_pack::{Index, LARGEST_ICON, Link, Listed, Store, Terms, Work};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Packs that must be built locally are allowed: the dialog prompts first.
const TERMS: Terms<'_> = Terms { key: None, build: true };

/// Maximum depth of the search for files in a pack.
const DEEPEST: usize = 6;

/// All known packs.
#[derive(Debug, Default)]
pub struct List {
    /// The packs, by name.
    pub packs: Vec<Pack>,
    /// The enabled sources, for display.
    pub sources: Vec<String>,
    /// Problems with sources and records.
    pub findings: Vec<Diagnostic>,
}

/// A pack: its installed versions and the version available.
#[derive(Debug)]
pub struct Pack {
    /// Its name.
    pub name: PackName,
    /// Description.
    pub description: String,
    /// License.
    pub license: String,
    /// The icon, if it is on this machine.
    pub icon: Option<Icon>,
    /// Else the icon on a server.
    pub picture: Option<Picture>,
    /// Permissions requested by its services, as scenes name them.
    pub grants: Vec<String>,
    /// Size of its files, or of its archive if not installed, bytes.
    pub size: u64,
    /// Its components, with their kinds.
    pub components: Vec<String>,
    /// Authors, and contents as listed by a source.
    pub said: Vec<String>,
    /// Names of required packs.
    pub requires: Vec<String>,
    /// Home page.
    pub home: Option<String>,
    /// Installed versions, latest first.
    pub installed: Vec<InstalledPack>,
    /// Installed scenes, with their paths in the pack.
    pub scenes: Vec<(String, PathBuf)>,
    /// Installed robots, with their paths in the pack.
    pub models: Vec<(String, PathBuf)>,
    /// The available version that is newer than all installed versions, and its source.
    pub offered: Option<(Version, String)>,
    /// Status of the signature.
    pub signature: Signature,
    /// Why a source has revoked the latest installed version.
    pub revoked: Option<String>,
    /// Why the available version of a pack that is not installed cannot be used here. Older versions may be usable.
    pub unfit: Option<String>,
}

/// Signature status of a pack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Signature {
    /// Signed with a trusted key.
    Trusted(String),
    /// Signed; the publisher now has another key, or none.
    Untrusted(String),
    /// Listed as signed with this key, which is not yet trusted.
    Offered(Option<String>),
    /// Unsigned.
    None,
}

impl Signature {
    /// The key.
    pub fn key(&self) -> Option<&str> {
        match self {
            Self::Trusted(key) | Self::Untrusted(key) => Some(key),
            Self::Offered(key) => key.as_deref(),
            Self::None => None,
        }
    }
}

impl Pack {
    /// The latest installed version.
    pub fn newest(&self) -> Option<&InstalledPack> {
        self.installed.first()
    }

    /// Whether its libraries run in the program's process. `None` if it has no libraries.
    pub fn runs_in_program(&self) -> Option<bool> {
        let newest = self.newest().filter(|pack| !pack.targets.is_empty())?;
        Some(newest.in_process || !Isolation::is_possible())
    }

    /// Whether the name, description, authors, components, robots or scenes contain all of these words.
    pub fn has(&self, words: &str) -> bool {
        let files = self.scenes.iter().chain(&self.models).map(|(path, _)| path);
        let more: Vec<&str> = self.components.iter().chain(&self.said).chain(files).map(String::as_str).collect();
        let text = format!("{} {} {}", self.name, self.description, more.join(" ")).to_lowercase();
        words.to_lowercase().split_whitespace().all(|word| text.contains(word))
    }

    fn of_installed(store: &Store, installed: Vec<InstalledPack>) -> Option<Self> {
        let newest = installed.first()?;
        let manifest = Manifest::of_folder(&newest.folder).ok();
        let mut pack = Self {
            name: newest.name.clone(),
            description: String::new(),
            license: String::new(),
            icon: None,
            picture: None,
            grants: Vec::new(),
            size: newest.size,
            components: Vec::new(),
            said: Vec::new(),
            requires: newest.requires.iter().map(ToString::to_string).collect(),
            home: None,
            scenes: files(&newest.folder, "scenes", &[".ron", ".json"]),
            models: files(&newest.folder, "models", &[".robot.ron", ".robot.json", ".urdf"]),
            offered: None,
            signature: match &newest.signer {
                None => Signature::None,
                Some(signer) => match store.key_of(newest.name.publisher()) {
                    Ok(Some(key)) if key == signer.key => Signature::Trusted(key),
                    _ => Signature::Untrusted(signer.key.clone()),
                },
            },
            revoked: None,
            unfit: None,
            installed: Vec::new(),
        };
        if let Some(manifest) = manifest {
            pack.icon = manifest.icon.as_ref().and_then(|icon| {
                let bytes = read_regular(&newest.folder.join(icon), LARGEST_ICON).ok()?;
                icon::read(&bytes)
            });
            pack.components = components(&manifest);
            pack.said = manifest.authors;
            pack.grants = manifest.grants.iter().map(|grant| format!("{grant:?}")).collect();
            (pack.description, pack.license, pack.home) = (manifest.description, manifest.license, manifest.home);
        }
        pack.installed = installed;
        Some(pack)
    }

    fn of_listed(store: &Store, index: &Index, listed: &Listed) -> Self {
        let publisher = listed.name.publisher();
        let trusted = store.key_of(publisher).ok().flatten();
        let here = index.icon(listed).filter(|_| listed.icon);
        let is_elsewhere = here.is_none() && listed.icon && index.source().is_remote();
        Self {
            name: listed.name.clone(),
            description: listed.description.clone(),
            license: listed.license.clone(),
            icon: here.and_then(|bytes| icon::read(&bytes)),
            picture: is_elsewhere.then(|| Picture { source: index.source().clone(), listed: Box::new(listed.clone()) }),
            grants: listed.grants.clone(),
            size: listed.size,
            components: Vec::new(),
            said: listed.authors.iter().chain(&listed.holds).cloned().collect(),
            requires: listed.requires.iter().map(ToString::to_string).collect(),
            home: None,
            installed: Vec::new(),
            scenes: Vec::new(),
            models: Vec::new(),
            offered: Some((listed.version.clone(), index.source().to_string())),
            // The signature is verified when the pack is fetched.
            signature: match (listed.signed, trusted) {
                (false, _) => Signature::None,
                (true, Some(key)) => Signature::Trusted(key),
                (true, None) => Signature::Offered(index.key_of(publisher)),
            },
            revoked: None,
            unfit: store.unfit(std::slice::from_ref(listed), TERMS).remove(0),
        }
    }
}

/// Components of a pack with their kinds, without duplicates.
pub fn components(manifest: &Manifest) -> Vec<String> {
    let all = manifest.libraries.iter().flat_map(|library| &library.components);
    let mut ids: Vec<String> = all.map(|component| format!("{} {}", component.kind, component.id)).collect();
    ids.sort();
    ids.dedup();
    ids
}

/// Files with these extensions in a folder of a pack, with their paths in the pack, sorted.
fn files(pack: &Path, folder: &str, endings: &[&str]) -> Vec<(String, PathBuf)> {
    fn collect_files(folder: &Path, path: &str, depth: usize, found: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = format!("{path}/{}", entry.file_name().to_string_lossy());
            match entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                true if depth < DEEPEST => collect_files(&entry.path(), &path, depth + 1, found),
                _ => found.push(path),
            }
        }
    }
    let mut found = Vec::new();
    collect_files(&pack.join(folder), folder, 0, &mut found);
    found.sort();
    found.retain(|path| endings.iter().any(|ending| path.ends_with(ending)));
    found.into_iter().map(|path| (path.clone(), pack.join(path))).collect()
}

impl List {
    /// Reads the installed packs and the indexes of the sources.
    pub fn read(store: &Store, work: &Arc<Work>) -> Self {
        let installed = store.installed();
        let mut versions: BTreeMap<PackName, Vec<InstalledPack>> = BTreeMap::new();
        for pack in installed.packs() {
            versions.entry(pack.name.clone()).or_default().push(pack.clone());
        }
        let of_installed = |(name, versions)| Some((name, Pack::of_installed(store, versions)?));
        let mut packs: BTreeMap<PackName, Pack> = versions.into_iter().filter_map(of_installed).collect();
        let (indexes, mut findings) = sim_pack::sources(store, &Link::of_work(store, work));
        for index in &indexes {
            match index.search(&[]) {
                Ok(all) => all.iter().for_each(|listed| add(&mut packs, store, index, listed)),
                Err(finding) => {
                    findings.push(finding);
                    continue;
                }
            }
            for pack in packs.values_mut() {
                follow(pack, store, index);
            }
        }
        let sources = store.sources().iter().map(|source| source.to_string()).collect();
        Self { packs: packs.into_values().collect(), sources, findings }
    }

    /// Explicitly installed packs with newer versions.
    pub fn updates(&self) -> Vec<Requirement> {
        let is_release = |pack: &Pack| pack.offered.as_ref().is_some_and(|(version, _)| version.pre.is_empty());
        let newer = |pack: &&Pack| pack.newest().is_some_and(|newest| newest.wanted) && is_release(pack);
        self.packs.iter().filter(newer).map(|pack| Requirement::any(pack.name.clone())).collect()
    }
}

/// Adds a pack that is not installed, unless the same or a newer version is known.
fn add(packs: &mut BTreeMap<PackName, Pack>, store: &Store, index: &Index, listed: &Listed) {
    let known = packs.get(&listed.name);
    let is_known = |pack: &Pack| {
        let offered = pack.offered.as_ref().map(|(version, _)| version);
        !pack.installed.is_empty() || offered.is_some_and(|known| *known >= listed.version)
    };
    if listed.revoked.is_none() && !known.is_some_and(is_known) {
        packs.insert(listed.name.clone(), Pack::of_listed(store, index, listed));
    }
}

/// Updates an installed pack from a source: newer usable versions, and revocation of the latest installed version.
fn follow(pack: &mut Pack, store: &Store, index: &Index) {
    let Some(newest) = pack.newest().cloned() else { return };
    let versions = index.versions(&pack.name).unwrap_or_default();
    let is_newest = |listed: &&Listed| listed.version == newest.version && listed.sha256 == newest.sha256;
    let revoked = || versions.iter().find(is_newest)?.revoked.clone();
    pack.revoked = pack.revoked.take().or_else(revoked);
    let known = pack.offered.as_ref().map_or(&newest.version, |(version, _)| version);
    let unfit = store.unfit(&versions, TERMS);
    let newer = versions.iter().zip(&unfit).filter(|(listed, unfit)| listed.version > *known && unfit.is_none());
    let newer: Vec<&Listed> = newer.map(|(listed, _)| listed).collect();
    // Like the planner, use a pre-release only if there is no release.
    let released = newer.iter().find(|listed| listed.version.pre.is_empty());
    if let Some(newer) = released.or(newer.first()) {
        pack.offered = Some((newer.version.clone(), index.source().to_string()));
    }
}
