//! Selects the versions to fetch for packs requested by name.

use crate::content::{Use, usable};
use crate::index::Index;
use crate::listed::Listed;
use crate::source::Source;
use crate::store::Store;
use sim_core::diagnostic::{Code, Diagnostic};
use sim_core::files::write_whole;
use sim_core::pack_manifest::Manifest;
use sim_core::packs::{Candidate, Installed, OWN_PUBLISHER, PackName, Requirement, Unsolved, Version, solve, target};
use sim_core::plugins::Confined;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::rc::Rc;

/// A version to fetch.
#[derive(Clone)]
pub struct Fetch {
    /// Its entry in the index.
    pub listed: Listed,
    /// The index.
    pub index: Index,
    /// Whether it was requested; otherwise it is a dependency.
    pub wanted: bool,
    /// Why the version is unfit. It is fetched only for lack of a better one, so that it can be rejected for that reason or the
    /// user can be asked.
    pub unfit: Option<String>,
}

/// Conditions of the caller.
#[derive(Clone, Copy, Debug, Default)]
pub struct Terms<'a> {
    /// Public key to check signatures with.
    pub key: Option<&'a str>,
    /// Whether packs that have only sources for this platform may be built. If not, versions that need no build are preferred.
    pub build: bool,
}

/// Versions that are newer than the selected one, and why they are skipped; or an installed version that should not be used.
#[derive(Clone, Debug)]
pub struct Passed {
    /// The pack.
    pub name: PackName,
    /// The versions, newest first.
    pub versions: Vec<Version>,
    /// The reason.
    pub reason: String,
    /// Whether it is installed and stays so.
    pub stays: bool,
}

impl Passed {
    fn new(name: &PackName, version: Version, reason: String) -> Self {
        Self { name: name.clone(), versions: vec![version], reason, stays: false }
    }

    /// Display text.
    pub fn sentence(&self) -> String {
        let mut versions: Vec<String> = self.versions.iter().take(MAX_REPORTED).map(ToString::to_string).collect();
        if self.versions.len() > MAX_REPORTED {
            versions.push("…".to_owned());
        }
        let (name, versions) = (self.name.to_string(), versions.join(", "));
        if self.stays {
            return format!(
                "{name} {versions} is installed: {reason}; remove it with `sim pack remove \"{name}@{versions}\"`",
                reason = self.reason
            );
        }
        format!("skipped {name} {versions}: {reason}", reason = self.reason)
    }
}

/// Maximum number of versions to fetch before one matches its list entry.
const MAX_MISMATCHES: usize = 20;

/// Maximum number of newer versions for which a reason is determined.
const MAX_NEWER: usize = 200;

/// Maximum number of versions in a message, and of reasons reported for a pack.
const MAX_REPORTED: usize = 5;

/// Versions to fetch, and skipped versions.
pub struct Plan {
    /// Versions to fetch.
    pub fetch: Vec<Fetch>,
    /// Skipped versions.
    pub passed: Vec<Passed>,
}

/// Candidates by pack, with unfit ones and without; cached until another version is found unfit.
type Candidates = BTreeMap<(PackName, bool), Rc<[Candidate]>>;

/// Determines the versions to fetch.
pub struct Planner<'a> {
    store: &'a Store,
    installed: Installed,
    indexes: &'a [Index],
    terms: Terms<'a>,
    listed: RefCell<BTreeMap<PackName, Vec<(Listed, usize)>>>,
    candidates: RefCell<Candidates>,
    /// Whether publishers have a trusted key.
    has_key: RefCell<BTreeMap<String, bool>>,
    failure: RefCell<Option<Diagnostic>>,
    /// Reasons why archives were found unfit after reading them, by SHA-256.
    unfit: BTreeMap<String, String>,
}

impl<'a> Planner<'a> {
    /// A planner for a store.
    pub fn new(store: &'a Store, indexes: &'a [Index], terms: Terms<'a>) -> Self {
        Self {
            store,
            installed: store.installed(),
            indexes,
            terms,
            listed: RefCell::default(),
            candidates: RefCell::default(),
            has_key: RefCell::default(),
            failure: RefCell::default(),
            unfit: BTreeMap::new(),
        }
    }

    /// Records why a version that looked fit in the list is unusable. Returns false if that was already recorded, or if lists have
    /// been wrong too often to continue.
    pub fn note(&mut self, listed: &Listed, reason: String) -> bool {
        self.candidates.borrow_mut().clear();
        self.unfit.len() < MAX_MISMATCHES && self.unfit.insert(listed.sha256.clone(), reason).is_none()
    }

    /// The versions to fetch so that the newest compatible and usable versions for these requirements are installed. If there is
    /// no such solution, it includes unusable versions, which are then rejected for their own reason.
    ///
    /// # Errors
    /// Packs that are not in any index; an unreadable index.
    pub fn plan(&self, wanted: &[Requirement]) -> Result<Plan, Diagnostic> {
        let mut solved = solve(wanted, &|name| self.candidates(name, false));
        if solved.is_err() {
            solved = solve(wanted, &|name| self.candidates(name, true));
        }
        if let Some(failure) = self.failure.take() {
            return Err(failure);
        }
        let solved = solved.map_err(|unsolved| refusal(&unsolved, &|name| self.of(name)))?;
        let mut fetch = Vec::new();
        for (name, version) in &solved {
            if self.installed.of(name).any(|pack| pack.version == *version) {
                continue;
            }
            let mut listed: Vec<(Listed, usize)> = self.of(name);
            listed.retain(|(listed, _)| listed.version == *version && listed.revoked.is_none());
            listed.sort_by_key(|(listed, _)| self.unfit(listed).is_some());
            if let Some((listed, index)) = listed.into_iter().next() {
                let wanted = wanted.iter().any(|requirement| requirement.name == *name);
                let unfit = self.unfit(&listed);
                fetch.push(Fetch { listed, index: self.indexes[index].clone(), wanted, unfit });
            }
        }
        let passed = self.passed(wanted, &solved, &fetch);
        Ok(Plan { fetch, passed })
    }

    /// All entries of a pack, with the numbers of their indexes.
    fn of(&self, name: &PackName) -> Vec<(Listed, usize)> {
        if let Some(known) = self.listed.borrow().get(name) {
            return known.clone();
        }
        let mut all = Vec::new();
        for (number, index) in self.indexes.iter().enumerate() {
            match index.versions(name) {
                Ok(versions) => all.extend(versions.into_iter().map(|listed| (listed, number))),
                Err(finding) => drop(self.failure.borrow_mut().get_or_insert(finding)),
            }
        }
        self.listed.borrow_mut().insert(name.clone(), all.clone());
        all
    }

    fn unfit(&self, listed: &Listed) -> Option<String> {
        let noted = self.unfit.get(&listed.sha256).filter(|_| listed.revoked.is_none());
        noted.cloned().or_else(|| unfit(listed, self.terms, &|publisher| self.has_key(publisher)))
    }

    fn has_key(&self, publisher: &str) -> bool {
        let query = || self.store.key_of(publisher).is_ok_and(|key| key.is_some());
        *self.has_key.borrow_mut().entry(publisher.to_owned()).or_insert_with(query)
    }

    /// The candidates of a pack, newest first; with `all`, unfit ones come last.
    fn candidates(&self, name: &PackName, all: bool) -> Rc<[Candidate]> {
        let key = (name.clone(), all);
        if let Some(known) = self.candidates.borrow().get(&key) {
            return known.clone();
        }
        let installed = self.installed.of(name);
        let mut fitting: Vec<Candidate> = installed
            .map(|pack| Candidate { version: pack.version.clone(), requires: pack.requires.clone() })
            .collect();
        let (fit, unfit): (Vec<Listed>, Vec<Listed>) =
            self.of(name).into_iter().map(|(listed, _)| listed).partition(|listed| self.unfit(listed).is_none());
        let candidate = |listed: Listed| Candidate { version: listed.version, requires: listed.requires };
        fitting.extend(fit.into_iter().map(candidate));
        // For equal versions, the installed one is kept, or else that of the first index.
        newest_first(&mut fitting);
        let mut last: Vec<Candidate> =
            unfit.into_iter().filter(|listed| listed.revoked.is_none()).map(candidate).collect();
        newest_first(&mut last);
        if all {
            let taken: BTreeSet<Version> = fitting.iter().map(|candidate| candidate.version.clone()).collect();
            fitting.extend(last.into_iter().filter(|candidate| !taken.contains(&candidate.version)));
        } else if last.iter().any(|candidate| candidate.version.pre.is_empty())
            && fitting.iter().all(|candidate| !candidate.version.pre.is_empty())
        {
            // A pre-release does not replace a release.
            fitting.retain(|candidate| self.installed.of(name).any(|pack| pack.version == candidate.version));
        }
        let candidates: Rc<[Candidate]> = fitting.into();
        self.candidates.borrow_mut().insert(key, candidates.clone());
        candidates
    }

    /// The versions that would have been selected if they were fit, and those that are installed and revoked.
    fn passed(&self, wanted: &[Requirement], solved: &BTreeMap<PackName, Version>, fetch: &[Fetch]) -> Vec<Passed> {
        let needed = fetch.iter().flat_map(|fetch| &fetch.listed.requires);
        let asked: Vec<&Requirement> = wanted.iter().chain(needed).collect();
        let mut passed: Vec<Passed> = Vec::new();
        for (name, taken) in solved {
            let mut newer: Vec<Listed> = self.of(name).into_iter().map(|(listed, _)| listed).collect();
            newer.retain(|listed| {
                let is_asked = |one: &&Requirement| one.name != *name || one.range.matches(&listed.version);
                listed.version > *taken && asked.iter().all(is_asked)
            });
            newer.sort_by(|one, other| other.version.cmp(&one.version));
            newer.truncate(MAX_NEWER);
            let mut reasons: Vec<Passed> = Vec::new();
            for listed in newer {
                let Some(reason) = self.unfit(&listed) else { continue };
                let same_reason = |one: &&mut Passed| one.reason == reason;
                match reasons.iter_mut().find(same_reason) {
                    Some(one) if one.versions.contains(&listed.version) => {}
                    Some(one) => one.versions.push(listed.version),
                    None => reasons.push(Passed::new(name, listed.version, reason)),
                }
                if reasons.len() == MAX_REPORTED {
                    break;
                }
            }
            passed.append(&mut reasons);
            passed.extend(self.installed_and_revoked(name, taken));
        }
        passed
    }

    /// For an installed version that is revoked in all indexes that list it.
    fn installed_and_revoked(&self, name: &PackName, version: &Version) -> Option<Passed> {
        let is_installed = self.installed.of(name).any(|pack| pack.version == *version);
        let listed = self.of(name).into_iter().map(|(listed, _)| listed).filter(|listed| listed.version == *version);
        let listed: Vec<Listed> = listed.collect();
        let reason = listed.iter().find_map(|listed| self.unfit(listed).filter(|_| listed.revoked.is_some()))?;
        let all = is_installed && listed.iter().all(|listed| listed.revoked.is_some());
        all.then(|| Passed { stays: true, ..Passed::new(name, version.clone(), reason) })
    }
}

/// Why a version cannot be used here, according to its list entry; `None` if no reason is known. A version signed with a key other
/// than its publisher's is not skipped: it is rejected when it is read. `has_key` returns whether a publisher has a trusted key.
fn unfit(listed: &Listed, terms: Terms<'_>, has_key: &dyn Fn(&str) -> bool) -> Option<String> {
    if let Some(reason) = &listed.revoked {
        return Some(format!("revoked ({reason})"));
    }
    let publisher = listed.name.publisher();
    if !listed.signed && (publisher == OWN_PUBLISHER || terms.key.is_some() || has_key(publisher)) {
        return Some(unsigned(publisher));
    }
    match listed.targets.contains(&target()) || (listed.targets.is_empty() && !listed.sources) {
        true => None,
        false if listed.sources => to_build(terms.build),
        false => Some(format!("it has libraries only for {targets}", targets = listed.targets.join(", "))),
    }
}

/// Sorts candidates, and keeps the first of each version.
fn newest_first(candidates: &mut Vec<Candidate>) {
    candidates.sort_by(|one, other| other.version.cmp(&one.version));
    candidates.dedup_by(|one, other| one.version == other.version);
}

/// Reason: a version lacks a required signature.
fn unsigned(publisher: &str) -> String {
    format!("unsigned, but `{publisher}` signs its packs")
}

/// Reason: a version must be built locally; `None` if that is allowed.
fn to_build(build: bool) -> Option<String> {
    match (Confined::is_possible().is_ok(), build) {
        (true, true) => None,
        (true, false) => Some("no library for this machine; build it from its sources with `--build`".to_string()),
        (false, _) => Some("no library for this machine, and its sources cannot be built on this system".to_string()),
    }
}

/// Why this program cannot use the code of a pack that has been read; `None` if it can.
pub(crate) fn unusable(manifest: &Manifest, terms: Terms<'_>) -> Option<String> {
    match usable(manifest) {
        Ok(Use::AsItIs) => None,
        Ok(Use::Built) => to_build(terms.build),
        Err(finding) => Some(finding.message),
    }
}

fn refusal(unsolved: &Unsolved, of: &dyn Fn(&PackName) -> Vec<(Listed, usize)>) -> Diagnostic {
    match unsolved {
        Unsolved::Missing { wanted, known } => {
            let name = &wanted.requirement.name;
            let revoked = of(name)
                .into_iter()
                .find(|(listed, _)| wanted.requirement.covers(&listed.version) && listed.revoked.is_some());
            if let Some(refused) = revoked.and_then(|(listed, _)| listed.refused()) {
                return refused.with_expected(wanted.describe());
            }
            let message = "the pack, or this version of it, is not in any index";
            let finding = Diagnostic::error(Code::PackMissing, message).with_expected(wanted.describe());
            let versions: Vec<String> = known.iter().map(ToString::to_string).collect();
            let finding = if versions.is_empty() { finding } else { finding.with_found(versions.join(", ")) };
            finding.with_help(
                "list available packs with `sim pack search`, add an index with `sim pack source add PLACE`, or \
                 install the pack from a file",
            )
        }
        Unsolved::TooMany { wanted } => wanted.too_many(),
        Unsolved::Conflict { one, other } => {
            let message = format!("no version of {name} satisfies all dependents", name = one.requirement.name);
            Diagnostic::error(Code::PackConflict, message).with_expected(one.describe()).with_found(other.describe())
        }
    }
}

impl Store {
    /// For each of these versions, why it would be skipped under these terms; `None` if no reason is known.
    pub fn unfit(&self, listed: &[Listed], terms: Terms<'_>) -> Vec<Option<String>> {
        let has_key = |publisher: &str| self.key_of(publisher).is_ok_and(|key| key.is_some());
        listed.iter().map(|listed| unfit(listed, terms, &has_key)).collect()
    }

    fn sources_file(&self) -> PathBuf {
        self.folder().join("sources.json")
    }

    /// The indexes to search for packs, in order.
    pub fn sources(&self) -> Vec<Source> {
        let text = std::fs::read(self.sources_file()).unwrap_or_default();
        let sources: Vec<String> = serde_json::from_slice(&text).unwrap_or_default();
        sources.iter().filter_map(|source| Source::of(source).ok()).collect()
    }

    /// Changes the list of indexes.
    ///
    /// # Errors
    /// I/O errors.
    pub fn set_sources(&self, sources: &[Source]) -> Result<(), Diagnostic> {
        let _lock = self.locked()?;
        let sources: Vec<String> = sources.iter().map(ToString::to_string).collect();
        let written = serde_json::to_vec_pretty(&sources).map_err(std::io::Error::from);
        written.and_then(|text| write_whole(&self.sources_file(), &text)).map_err(|error| self.failed(&error))
    }
}
