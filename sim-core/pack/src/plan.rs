//! Which versions are fetched where packs are asked for by name.

use crate::index::Index;
use crate::listed::Listed;
use crate::source::Source;
use crate::store::Store;
use sim_core::diagnostic::{Code, Diagnostic};
use sim_core::files::write_whole;
use sim_core::packs::{Candidate, Installed, PackName, Requirement, Unsolved, solve};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// A version that is to be fetched.
#[derive(Clone)]
pub struct Fetch {
    /// What the index says of it.
    pub listed: Listed,
    /// The index.
    pub index: Index,
    /// Whether it was asked for; otherwise another one needs it.
    pub wanted: bool,
}

/// What has to be fetched so that the newest versions that fit these requirements and go together are installed.
///
/// # Errors
/// What no index has; an index that cannot be read.
pub fn plan(wanted: &[Requirement], installed: &Installed, indexes: &[Index]) -> Result<Vec<Fetch>, Diagnostic> {
    let failure: RefCell<Option<Diagnostic>> = RefCell::default();
    let listed: RefCell<BTreeMap<PackName, Vec<(Listed, usize)>>> = RefCell::default();
    let of = |name: &PackName| -> Vec<(Listed, usize)> {
        if let Some(known) = listed.borrow().get(name) {
            return known.clone();
        }
        let mut all = Vec::new();
        for (number, index) in indexes.iter().enumerate() {
            match index.versions(name) {
                Ok(versions) => all.extend(versions.into_iter().map(|listed| (listed, number))),
                Err(finding) => drop(failure.borrow_mut().get_or_insert(finding)),
            }
        }
        listed.borrow_mut().insert(name.clone(), all.clone());
        all
    };
    let known = |name: &PackName| -> Vec<Candidate> {
        let there =
            installed.of(name).map(|pack| Candidate { version: pack.version.clone(), requires: pack.requires.clone() });
        let mut all: Vec<Candidate> = there.collect();
        for (listed, _) in of(name).into_iter().filter(|(listed, _)| listed.revoked.is_none()) {
            if all.iter().all(|known| known.version != listed.version) {
                all.push(Candidate { version: listed.version, requires: listed.requires });
            }
        }
        all.sort_by(|one, other| other.version.cmp(&one.version));
        all
    };
    let solved = solve(wanted, &known);
    if let Some(failure) = failure.take() {
        return Err(failure);
    }
    let solved = solved.map_err(|unsolved| refusal(&unsolved, &of))?;
    let mut fetch = Vec::new();
    for (name, version) in solved {
        if installed.of(&name).any(|pack| pack.version == version) {
            continue;
        }
        if let Some((listed, index)) = of(&name).into_iter().find(|(listed, _)| listed.version == version) {
            let wanted = wanted.iter().any(|requirement| requirement.name == name);
            fetch.push(Fetch { listed, index: indexes[index].clone(), wanted });
        }
    }
    Ok(fetch)
}

fn refusal(unsolved: &Unsolved, of: &dyn Fn(&PackName) -> Vec<(Listed, usize)>) -> Diagnostic {
    let told = |wanted: &sim_core::packs::Wanted| match &wanted.by {
        Some(by) => say!(
            "plan-needed",
            "{requirement}, for {by}",
            requirement = wanted.requirement.to_string(),
            by = by.clone()
        ),
        None => wanted.requirement.to_string().into(),
    };
    match unsolved {
        Unsolved::Missing { wanted, known } => {
            let name = &wanted.requirement.name;
            let revoked = of(name)
                .into_iter()
                .find(|(listed, _)| wanted.requirement.covers(&listed.version) && listed.revoked.is_some());
            if let Some((listed, _)) = revoked {
                let message = say!(
                    "plan-revoked",
                    "{name} {version} must not be used any more: {reason}",
                    name = name.to_string(),
                    version = listed.version.to_string(),
                    reason = listed.revoked.unwrap_or_default()
                );
                return Diagnostic::error(Code::PackIndex, message).with_expected(told(wanted));
            }
            let message = say!("plan-missing", "no index has such a pack, or such a version of it");
            let finding = Diagnostic::error(Code::PackMissing, message).with_expected(told(wanted));
            let versions: Vec<String> = known.iter().map(ToString::to_string).collect();
            let finding = if versions.is_empty() { finding } else { finding.with_found(versions.join(", ")) };
            finding.with_help(say!(
                "plan-missing-help",
                "`sim pack search` lists what there is; `sim pack source add PLACE` adds an index, and a file of the pack can be installed \
                 without one"
            ))
        }
        Unsolved::Conflict { one, other } => {
            let message = say!(
                "plan-conflict",
                "no version of {name} is right for all who need it",
                name = one.requirement.name.to_string()
            );
            Diagnostic::error(Code::PackConflict, message).with_expected(told(one)).with_found(told(other))
        }
    }
}

impl Store {
    fn sources_file(&self) -> PathBuf {
        self.folder().join("sources.json")
    }

    /// The indexes that packs are looked for in, in order.
    pub fn sources(&self) -> Vec<Source> {
        let text = std::fs::read(self.sources_file()).unwrap_or_default();
        let sources: Vec<String> = serde_json::from_slice(&text).unwrap_or_default();
        sources.iter().filter_map(|source| Source::of(source).ok()).collect()
    }

    /// Changes the list of indexes.
    ///
    /// # Errors
    /// What the system says.
    pub fn set_sources(&self, sources: &[Source]) -> Result<(), Diagnostic> {
        let _lock = self.locked()?;
        let sources: Vec<String> = sources.iter().map(ToString::to_string).collect();
        let written = serde_json::to_vec_pretty(&sources).map_err(std::io::Error::from);
        written.and_then(|text| write_whole(&self.sources_file(), &text)).map_err(|error| self.failed(&error))
    }
}
