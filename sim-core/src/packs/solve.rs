//! Which versions of packs go together.

use super::name::{PackName, Requirement};
use semver::Version;
use std::collections::BTreeMap;
use std::rc::Rc;

/// A version that could be taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Its version.
    pub version: Version,
    /// The packs that it needs.
    pub requires: Vec<Requirement>,
}

/// A requirement, and who has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// The requirement.
    pub requirement: Requirement,
    /// Who has it, such as `acme/rover 1.2.0`; none for the person or the scene that asks.
    pub by: Option<String>,
}

/// Why no versions go together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsolved {
    /// No version of the pack is known that will do.
    Missing {
        /// What is wanted.
        wanted: Wanted,
        /// Versions of the pack that are known.
        known: Vec<Version>,
    },
    /// Two requirements of one pack have no known version in common.
    Conflict {
        /// One of them.
        one: Wanted,
        /// The other.
        other: Wanted,
    },
}

/// Most candidates that are tried: hostile descriptions could make the search endless.
const MOST: usize = 20_000;

/// One version for each pack that is wanted or needed by one that is taken, the newest that go together.
///
/// `known` gives the candidates of a pack, the newest first. It is asked many times. Of two packs that could be newer, the one that is asked for first is.
///
/// # Errors
/// The first obstacle that was met.
pub fn solve(
    wanted: &[Requirement],
    known: &dyn Fn(&PackName) -> Rc<[Candidate]>,
) -> Result<BTreeMap<PackName, Version>, Unsolved> {
    let open = wanted.iter().map(|requirement| Wanted { requirement: requirement.clone(), by: None }).collect();
    let mut search = Search { known, obstacle: None, tried: 0 };
    match search.go(open, BTreeMap::new()) {
        Some(taken) => Ok(taken.into_iter().map(|(name, taken)| (name, taken.version)).collect()),
        None => Err(search.obstacle.expect("invariant: a search that found nothing met an obstacle")),
    }
}

/// A version that has been taken, and the first who wanted it.
#[derive(Clone)]
struct Taken {
    version: Version,
    wanted: Wanted,
}

struct Search<'a> {
    known: &'a dyn Fn(&PackName) -> Rc<[Candidate]>,
    obstacle: Option<Unsolved>,
    tried: usize,
}

impl Search<'_> {
    /// Fulfils what is open, the last of it first.
    fn go(&mut self, mut open: Vec<Wanted>, mut taken: BTreeMap<PackName, Taken>) -> Option<BTreeMap<PackName, Taken>> {
        let wanted = loop {
            if open.is_empty() {
                return Some(taken);
            }
            let next = open.remove(0);
            match taken.get(&next.requirement.name) {
                None => break next,
                Some(taken) if next.requirement.covers(&taken.version) => {}
                Some(taken) => {
                    self.obstacle.get_or_insert(Unsolved::Conflict { one: taken.wanted.clone(), other: next });
                    return None;
                }
            }
        };
        let known = (self.known)(&wanted.requirement.name);
        let released = |candidate: &&Candidate| wanted.requirement.range.matches(&candidate.version);
        let mut fitting: Vec<&Candidate> = known.iter().filter(released).collect();
        if fitting.is_empty() {
            fitting.extend(known.iter().filter(|candidate| wanted.requirement.covers(&candidate.version)));
        }
        if fitting.is_empty() {
            let known = known.iter().map(|candidate| candidate.version.clone()).collect();
            self.obstacle.get_or_insert(Unsolved::Missing { wanted, known });
            return None;
        }
        for candidate in fitting {
            self.tried += 1;
            if self.tried > MOST {
                return None;
            }
            let name = &wanted.requirement.name;
            let by = format!("{name} {}", candidate.version);
            let mut open = open.clone();
            open.extend(
                candidate
                    .requires
                    .iter()
                    .map(|requirement| Wanted { requirement: requirement.clone(), by: Some(by.clone()) }),
            );
            taken.insert(name.clone(), Taken { version: candidate.version.clone(), wanted: wanted.clone() });
            if let Some(solved) = self.go(open, taken.clone()) {
                return Some(solved);
            }
            taken.remove(name);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Packs as lines `name version: requirement, …`; the newest first.
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
    fn a_search_without_end_is_given_up() {
        // Every pack has ten versions, and the last one needs what there is not.
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
