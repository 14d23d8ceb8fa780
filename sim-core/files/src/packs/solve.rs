//! Version resolution for packs.

use super::name::{PackName, Requirement};
use semver::Version;
use sim_diagnostics::{Code, Diagnostic};
use std::collections::BTreeMap;
use std::rc::Rc;

/// A version that could be selected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Its version.
    pub version: Version,
    /// Its dependencies.
    pub requires: Vec<Requirement>,
}

/// A requirement and its origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Demand {
    /// The requirement.
    pub requirement: Requirement,
    /// Where it comes from, such as `acme/rover 1.2.0`; `None` for the user or the scene.
    pub by: Option<String>,
}

impl Demand {
    /// Display text: the requirement and its origin.
    pub fn describe(&self) -> String {
        let requirement = self.requirement.to_string();
        match self.by.clone() {
            Some(by) => format!("{requirement}, required by {by}"),
            None => requirement,
        }
    }

    /// Diagnostic: the search for versions was given up at this requirement.
    pub fn too_many(&self) -> Diagnostic {
        let message = "the dependencies have too many packs or versions to resolve";
        let help = "request specific versions, or contact the publisher of the pack";
        Diagnostic::error(Code::PackConflict, message).with_found(self.describe()).with_help(help)
    }
}

/// Why the requirements cannot be satisfied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsolved {
    /// No known version of the pack satisfies the requirement.
    Missing {
        /// The requirement.
        wanted: Demand,
        /// Known versions of the pack.
        known: Vec<Version>,
    },
    /// Two requirements of one pack have no known version in common.
    Conflict {
        /// The first requirement.
        one: Demand,
        /// The second requirement.
        other: Demand,
    },
    /// The search was given up because of too many packs, or too many versions to try.
    TooMany {
        /// The requirement at which the search was given up.
        wanted: Demand,
    },
}

/// Maximum number of versions to examine: malicious descriptions could make the search endless.
const MAX_VISITED: usize = 20_000_000;
/// Maximum number of packs in a solution: each is a level of the search.
const MAX_PACKS: usize = 500;

/// Selects one version for each required pack and its dependencies: the newest compatible ones.
///
/// `known` returns the candidates of a pack, newest first, and is called many times. If only one of two packs can have its newer
/// version, it is the pack that is required first.
///
/// # Errors
/// The first obstacle encountered.
pub fn solve(
    wanted: &[Requirement],
    known: &dyn Fn(&PackName) -> Rc<[Candidate]>,
) -> Result<BTreeMap<PackName, Version>, Unsolved> {
    let queue = wanted.iter().map(|requirement| Demand { requirement: requirement.clone(), by: None }).collect();
    let mut search = Search { known, queue, taken: BTreeMap::new(), obstacle: None, looked_at: 0 };
    if search.go(0) {
        return Ok(search.taken.into_iter().map(|(name, taken)| (name, taken.version)).collect());
    }
    Err(search.obstacle.expect("invariant: a failed search has an obstacle"))
}

/// A selected version, and the index of the first requirement for it in the queue.
struct Selection {
    version: Version,
    by: usize,
}

struct Search<'a> {
    known: &'a dyn Fn(&PackName) -> Rc<[Candidate]>,
    /// Requirements: those already satisfied first, then the others.
    queue: Vec<Demand>,
    taken: BTreeMap<PackName, Selection>,
    obstacle: Option<Unsolved>,
    looked_at: usize,
}

impl Search<'_> {
    /// Satisfies the requirements in the queue from an index on. If impossible, the queue and the selection are unchanged.
    fn go(&mut self, mut at: usize) -> bool {
        let (wanted, name) = loop {
            let Some(next) = self.queue.get(at) else { return true };
            let name = &next.requirement.name;
            self.looked_at += 1;
            match self.taken.get(name) {
                None => break (next.clone(), name.clone()),
                Some(taken) if next.requirement.covers(&taken.version) => at += 1,
                Some(taken) => {
                    let (one, other) = (self.queue[taken.by].clone(), next.clone());
                    self.obstacle.get_or_insert(Unsolved::Conflict { one, other });
                    return false;
                }
            }
        };
        if self.taken.len() == MAX_PACKS {
            self.obstacle.get_or_insert(Unsolved::TooMany { wanted });
            return false;
        }
        let known = (self.known)(&name);
        let released = |candidate: &&Candidate| wanted.requirement.range.matches(&candidate.version);
        let mut fitting: Vec<&Candidate> = known.iter().filter(released).collect();
        if fitting.is_empty() {
            fitting.extend(known.iter().filter(|candidate| wanted.requirement.covers(&candidate.version)));
        }
        self.looked_at += known.len();
        if fitting.is_empty() {
            let known = known.iter().map(|candidate| candidate.version.clone()).collect();
            self.obstacle.get_or_insert(Unsolved::Missing { wanted, known });
            return false;
        }
        let end = self.queue.len();
        for candidate in fitting {
            // Trying a version costs more than examining it.
            self.looked_at += 100 + candidate.requires.len();
            if self.looked_at > MAX_VISITED {
                self.obstacle.get_or_insert(Unsolved::TooMany { wanted });
                return false;
            }
            let by = Some(format!("{name} {}", candidate.version));
            let needed = candidate.requires.iter();
            self.queue.extend(needed.map(|requirement| Demand { requirement: requirement.clone(), by: by.clone() }));
            self.taken.insert(name.clone(), Selection { version: candidate.version.clone(), by: at });
            if self.go(at + 1) {
                return true;
            }
            self.taken.remove(&name);
            self.queue.truncate(end);
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Packs as lines `name version: requirement, …`, newest first.
    fn known(lines: &'static [&'static str]) -> impl Fn(&PackName) -> Rc<[Candidate]> {
        move |wanted| {
            let candidates = lines.iter().filter_map(|line| {
                let (head, requires) = line.split_once(':')?;
                let (name, version) = head.split_once(' ')?;
                let requires = requires.split(';').map(str::trim).filter(|text| !text.is_empty());
                (name == wanted.to_string()).then(|| Candidate {
                    version: version.parse().unwrap(),
                    requires: requires.map(|text| text.parse().unwrap()).collect(),
                })
            });
            candidates.collect()
        }
    }

    fn solved(wanted: &[&str], lines: &'static [&'static str]) -> Result<Vec<String>, Unsolved> {
        let wanted: Vec<Requirement> = wanted.iter().map(|text| text.parse().unwrap()).collect();
        let taken = solve(&wanted, &known(lines))?;
        Ok(taken.iter().map(|(name, version)| format!("{name} {version}")).collect())
    }

    #[test]
    fn the_newest_versions_that_go_together_are_taken() {
        const LINES: &[&str] =
            &["a/x 2.0.0: b/y@^2", "a/x 1.0.0: b/y@^1", "b/y 1.5.0:", "b/y 1.0.0:", "c/z 1.0.0: b/y@=1.0.0; a/x"];
        assert_eq!(solved(&["a/x"], LINES).unwrap(), ["a/x 1.0.0", "b/y 1.5.0"]);
        assert_eq!(solved(&["a/x", "c/z"], LINES).unwrap(), ["a/x 1.0.0", "b/y 1.0.0", "c/z 1.0.0"]);
        assert_eq!(solved(&[], LINES).unwrap(), [""; 0]);
    }

    #[test]
    fn packs_that_need_each_other_are_taken_together() {
        const LINES: &[&str] = &["a/x 1.0.0: b/y", "b/y 1.0.0: a/x@^1"];
        assert_eq!(solved(&["a/x"], LINES).unwrap(), ["a/x 1.0.0", "b/y 1.0.0"]);
    }

    #[test]
    fn obstacles_say_who_wants_what() {
        let Unsolved::Missing { wanted, known } = solved(&["a/x"], &["a/x 1.0.0: b/y@^3", "b/y 2.0.0:"]).unwrap_err()
        else {
            panic!("it is missing")
        };
        assert_eq!((wanted.requirement.to_string().as_str(), wanted.by.as_deref()), ("b/y@^3", Some("a/x 1.0.0")));
        assert_eq!(known, ["2.0.0".parse().unwrap()]);
        let conflict = solved(&["b/y@^1", "a/x"], &["a/x 1.0.0: b/y@^2", "b/y 2.0.0:", "b/y 1.0.0:"]).unwrap_err();
        let Unsolved::Conflict { one, other } = conflict else { panic!("they conflict") };
        assert_eq!((one.by, other.by.as_deref()), (None, Some("a/x 1.0.0")));
    }

    #[test]
    fn a_chain_without_end_is_given_up() {
        let known = |name: &PackName| -> Rc<[Candidate]> {
            let number: usize = name.name()[1..].parse().unwrap();
            let requires = vec![format!("a/p{}", number + 1).parse().unwrap()];
            [Candidate { version: Version::new(1, 0, 0), requires }].into()
        };
        let Err(Unsolved::TooMany { wanted }) = solve(&["a/p0".parse().unwrap()], &known) else {
            panic!("the search does not terminate")
        };
        assert_eq!(wanted.by.as_deref(), Some("a/p499 1.0.0"));
    }

    #[test]
    fn a_search_without_end_is_given_up() {
        // Every pack has ten versions, and the last one requires a pack that does not exist.
        let known = |name: &PackName| -> Vec<Candidate> {
            let number: usize = name.name()[1..].parse().unwrap();
            let next = if number < 12 { format!("a/p{}", number + 1) } else { "b/none".to_owned() };
            let requires: Vec<Requirement> = vec![next.parse().unwrap()];
            if name.publisher() == "b" {
                return Vec::new();
            }
            (0..10).map(|minor| Candidate { version: Version::new(1, minor, 0), requires: requires.clone() }).collect()
        };
        let known = move |name: &PackName| if name.name() == "none" { Rc::default() } else { known(name).into() };
        assert!(matches!(solve(&["a/p0".parse().unwrap()], &known), Err(Unsolved::Missing { .. })));
    }
}
