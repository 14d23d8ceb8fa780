//! Tests and checks.

use crate::dist::{self, Profile};
use crate::lines;
use crate::run::{Result, cargo, done, root, say, target};
use crate::system;
use crate::times::Times;
use std::env::consts::EXE_SUFFIX;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// Every test. Those of the whole program run the one in `target/test-dist`, which is compiled together with the tests of the
/// parts, without the optimisation of a release: see [`soak`].
pub fn test() -> Result {
    let (start, mut times) = (Instant::now(), Times::default());
    let result = parts(&mut times);
    say(format!("how long it took\n{}", times.text()));
    result?;
    say(format!("every test passed, in {} s", start.elapsed().as_secs()));
    Ok(())
}

fn parts(times: &mut Times) -> Result {
    system::prepare(system::TEST)?;
    let dist = tested();
    say("1 of 2: program, plugins and tests, compiled");
    times.part("compiling", |_| dist::assemble(Profile::Tested, &dist))?;
    say("2 of 2: tests, two programs at a time");
    times.part("tests", |times| times.tests(jobs(&dist), 2))
}

/// Names of test programs by their first letters, longest group first; every name is in one of them.
const GROUPS: [&str; 5] = ["[n-r]*", "[a-b]*", "[c-e]*", "[s-z]*", "[!a-en-z]*"];

/// The commands that run all tests, longest first. All of them name the same packages, those that were compiled: Cargo would
/// compile what others need with other features.
fn jobs(dist: &Path) -> Vec<Command> {
    let programs = GROUPS.iter().map(|group| vec!["--test", *group]);
    let rest = [vec!["--lib", "--bins"], vec!["--doc"]];
    let command = |which: Vec<&str>| {
        let mut command = cargo(&[&["test", "--workspace", "--no-fail-fast"], which.as_slice()].concat());
        command.env("SIM_DIST", dist);
        command
    };
    programs.chain(rest).map(command).collect()
}

/// Folder of the program that the tests of the whole program run.
fn tested() -> PathBuf {
    target().join("test-dist")
}

/// What is repeated so often that it is not part of [`test()`].
struct Soak {
    name: &'static str,
    what: &'static str,
    run: fn() -> Result,
}

const SOAKS: [Soak; 6] = [
    Soak {
        name: "release",
        what: "tests of the whole program on a release build, and equal digests of both builds",
        run: || {
            let (released, debug) = (released(), tested());
            dist::assemble(Profile::Tested, &debug)?;
            dist::assemble(Profile::Server, &released)?;
            whole_program(&released, &debug)
        },
    },
    Soak {
        name: "restore",
        what: "every shipped scene put back and taken up again at a hundred moments instead of twelve",
        run: || long(&["--package", "sim-engine-tests", "--test", "restore"]),
    },
    Soak {
        name: "damage",
        what: "recordings with a wrong byte at every place instead of a sample",
        run: || long(&["--package", "sim-core", "--test", "recording", "--", "j6_"]),
    },
    Soak {
        name: "fuzz",
        what: "ten million damaged inputs for each reader instead of thousands",
        run: || fuzz("10000000"),
    },
    Soak { name: "speed", what: "a release build against stored figures", run: || bench(&[]) },
    Soak { name: "ten", what: "every test ten times in a row", run: || (0..10).try_for_each(|_| test()) },
];

/// Runs a long repetition by its name.
pub fn soak(name: &str) -> Result {
    let known = SOAKS.iter().find(|soak| soak.name == name);
    let soak = known.ok_or_else(|| format!("there is no `{name}` among\n{}", soaks()))?;
    let start = Instant::now();
    system::prepare(system::TEST)?;
    (soak.run)()?;
    say(format!("{name} passed, in {} s", start.elapsed().as_secs()));
    Ok(())
}

/// The names, for people.
pub fn soaks() -> String {
    SOAKS.iter().map(|soak| format!("{:<10} {}\n", soak.name, soak.what)).collect()
}

/// Measures a release build and compares it with the stored figures, or does with these what `more` says.
pub fn bench(more: &[&str]) -> Result {
    let dist = released();
    dist::assemble(Profile::Server, &dist)?;
    let mut guard = Command::new(dist.join(format!("sim{EXE_SUFFIX}")));
    done(guard.args(["bench", "guard", "--baseline"]).arg(root().join("tests/benches/guard.json")).args(more))
}

/// Folder of the program as it is released.
fn released() -> PathBuf {
    target().join("release-dist")
}

fn whole_program(dist: &Path, debug: &Path) -> Result {
    let mut tests = cargo(&["test", "--package", "sim-tests", "--no-fail-fast", "--", "--include-ignored"]);
    done(tests.env("SIM_DIST", dist).env("SIM_DIST_DEBUG", debug))
}

/// The readers with so many damaged inputs each, compiled for speed and with the checks that a release leaves out.
fn fuzz(inputs: &str) -> Result {
    let packages =
        ["--package", "sim-core", "--package", "sim-cli", "--package", "plugin-bobot", "--no-default-features"];
    let programs = ["--lib", "--test", "fuzz_readers", "--test", "scene_fuzz", "--test", "recording"];
    let profile = ["test", "--profile", "fuzz", "--no-fail-fast"];
    // What a run has found is printed when it ends.
    let tests = [&profile[..], &packages, &programs, &["--", "fuzz_", "--show-output"]].concat();
    done(cargo(&tests).env("SIM_FUZZ_INPUTS", inputs))
}

/// Tests in their long form.
fn long(arguments: &[&str]) -> Result {
    done(cargo(&[&["test", "--release", "--no-fail-fast"], arguments].concat()).env("SIM_SOAK", "1"))
}

/// What must be clean before a change is taken in.
pub fn ci() -> Result {
    say("formatting");
    done(&mut cargo(&["fmt", "--all", "--check"]))?;
    say("lints");
    done(&mut cargo(&["clippy", "--workspace", "--all-targets", "--", "--deny", "warnings"]))?;
    say("lengths of files");
    let long = lines::too_long(&root())?;
    if let Some((file, lines)) = long.first() {
        return Err(format!("{} has {lines} lines, {} such files in all: split them", file.display(), long.len()));
    }
    say("documentation");
    done(cargo(&["doc", "--workspace", "--no-deps"]).env("RUSTDOCFLAGS", "--deny warnings"))?;
    test()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a name that begins so is in a group: `[a-c]*`, or `[!a-c]*` for all others.
    fn has(group: &str, first: char) -> bool {
        let set = group.strip_prefix('[').and_then(|rest| rest.strip_suffix("]*")).expect("a group is a set");
        let (not, set) = set.strip_prefix('!').map_or((false, set), |set| (true, set));
        let ranges: Vec<char> = set.chars().collect();
        not != ranges.chunks(3).any(|range| range[1] == '-' && (range[0]..=range[2]).contains(&first))
    }

    #[test]
    fn every_test_program_is_in_one_group() {
        for first in ('a'..='z').chain(['_', '0']) {
            let groups: Vec<&&str> = GROUPS.iter().filter(|group| has(group, first)).collect();
            assert_eq!(groups.len(), 1, "`{first}` is in {groups:?}");
        }
    }
}
