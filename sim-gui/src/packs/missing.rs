//! Packs that a scene requires and that are not installed.

use sim_core::diagnostic::{Code, Diagnostics};
use sim_core::files::user_folder;
use sim_core::packs::{Installed, Lock, PackName, Requirement, Unsolved, folder};
use sim_edit::Document;

/// The packs missing from a document, as requirements.
pub fn of_document(document: &Document) -> Vec<Requirement> {
    if !is_reported(document.findings()) {
        return Vec::new();
    }
    let installed = folder(user_folder()).map(|store| Installed::read(&store)).unwrap_or_default();
    let lock = document.path().and_then(|path| Lock::of_scene(path).ok().flatten());
    of_needs(&document.needed_packs(), lock.as_ref(), &installed)
}

/// Whether the diagnostics report missing packs.
pub fn is_reported(findings: &Diagnostics) -> bool {
    findings.iter().any(|finding| finding.code == Code::PackMissing)
}

fn of_needs(needs: &[Requirement], lock: Option<&Lock>, installed: &Installed) -> Vec<Requirement> {
    let locked = |name: &PackName| Some(lock?.of(name)?.sha256.clone());
    let as_locked =
        |one: &Requirement| lock.and_then(|lock| lock.of(&one.name)).map_or(one.clone(), |one| one.requirement());
    let mut missing: Vec<Requirement> = Vec::new();
    for one in needs {
        // If an installed pack lacks a dependency, only the dependency is requested.
        let wanted = match installed.choose(std::slice::from_ref(one), &locked) {
            Err(Unsolved::Missing { wanted, .. }) => as_locked(&wanted.requirement),
            Ok(_) | Err(Unsolved::Conflict { .. } | Unsolved::TooMany { .. }) => continue,
        };
        if !missing.contains(&wanted) {
            missing.push(wanted);
        }
    }
    missing
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_asked_for_in_the_version_that_the_lock_file_names() {
        let needs: Vec<Requirement> = ["acme/rover@^1", "acme/wheels"].map(|text| text.parse().unwrap()).into();
        let none = Installed::default();
        let names = |missing: Vec<Requirement>| missing.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(names(of_needs(&needs, None, &none)), ["acme/rover@^1", "acme/wheels"]);
        let lock = sim_core::packs::Locked {
            name: "acme/rover".parse().unwrap(),
            version: "1.2.0".parse().unwrap(),
            sha256: "0".repeat(64),
        };
        let lock = Lock { packs: vec![lock] };
        assert_eq!(names(of_needs(&needs, Some(&lock), &none)), ["acme/rover@=1.2.0", "acme/wheels"]);
    }
}
