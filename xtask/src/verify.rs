//! Tests and checks.

use crate::bare;
use crate::dist::{self, Profile};
use crate::lines;
use crate::packs;
use crate::programs::{self, Program};
use crate::run::{Result, cargo, done, root, say, target};
use crate::system;
use crate::times::{Job, Times};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Instant;

/// Runs all tests. End-to-end tests run the program in `target/test-dist`, which is compiled together with the unit tests, without
/// release optimizations; see [`soak`].
pub fn test() -> Result {
    let (start, mut times) = (Instant::now(), Times::default());
    let result = parts(&mut times);
    say(format!("durations:\n{}", times.text()));
    result?;
    say(format!("all tests passed in {} s", start.elapsed().as_secs()));
    Ok(())
}

fn parts(times: &mut Times) -> Result {
    system::prepare(system::TEST)?;
    let (dist, mut programs) = (tested(), Vec::new());
    say("1 of 2: compiling program, plugins and tests");
    times.part("compiling", |_| {
        programs = dist::assemble_with_tests(&dist)?;
        Ok(())
    })?;
    times.part("packs", |_| packs::make(&dist, &packs::beside(&dist)))?;
    say("2 of 2: running the tests, two programs at a time");
    programs::longest_first(&mut programs);
    times.part("tests", |times| times.tests(jobs(&programs, &dist), 2))
}

/// Jobs that run the test programs.
fn jobs_of(programs: &[Program]) -> impl Iterator<Item = Job> {
    programs.iter().map(|program| Job { name: program.full_name(), command: program.command() })
}

/// Jobs that run all tests: each program, and the tests that only Cargo can run.
fn jobs(programs: &[Program], dist: &Path) -> Vec<Job> {
    let rest = [("documentation examples", &["--workspace", "--doc"][..]), ("chores", &["--package", "xtask"])];
    let rest = rest.map(|(name, which)| {
        let command = cargo(&[&["test", "--no-fail-fast"], which].concat());
        Job { name: name.to_string(), command }
    });
    with_program(jobs_of(programs).chain(rest), dist)
}

/// Sets the path of the program for end-to-end tests in each job.
fn with_program(jobs: impl Iterator<Item = Job>, dist: &Path) -> Vec<Job> {
    let mut jobs: Vec<Job> = jobs.collect();
    // Tests must not depend on packs that the user has installed.
    let packs = dist.join("no-packs");
    jobs.iter_mut().for_each(|job| _ = job.command.env("SIM_DIST", dist).env("SIM_PACKS", &packs));
    jobs
}

/// Folder of the program that end-to-end tests run.
fn tested() -> PathBuf {
    target().join("test-dist")
}

/// A long-running repetition that is not part of [`test()`].
struct Soak {
    name: &'static str,
    what: &'static str,
    run: fn() -> Result,
}

const SOAKS: &[Soak] = &[
    Soak {
        name: "release",
        what: "tests of the whole program with a release build, and equal digests of both builds",
        run: || {
            let (released, debug) = (released(), tested());
            dist::assemble(Profile::Tested, &debug)?;
            dist::assemble(Profile::Server, &released)?;
            packs::make(&released, &packs::beside(&released))?;
            whole_program(&released, &debug)
        },
    },
    Soak {
        name: "restore",
        what: "every shipped scene saved and restored at 100 times instead of 12",
        run: || long(&["--package", "sim-engine-tests", "--test", "suite", "--", "restore::"]),
    },
    Soak {
        name: "variations",
        what: "10,000 scenes from a table of shapes, speeds, steps, slopes, masses and grounds, instead of 200",
        run: || long(&["--package", "sim-engine-tests", "--test", "suite", "--", "variations::"]),
    },
    Soak {
        name: "flights",
        what: "the blimp's circuit with noise, from 220 starts instead of 3",
        run: || long(&["--package", "sim-engine-tests", "--test", "suite", "--", "the_circuit_is_flown_with_noise"]),
    },
    Soak {
        name: "headings",
        what: "underwater vehicles commanded through their geometry, at 72 headings instead of 5",
        run: || long(&["--package", "sim-engine-tests", "--test", "suite", "--", "at_any_heading"]),
    },
    Soak {
        name: "experiments",
        what: "the experiments of robots and their twins with noise, with 20 seeds instead of 2, and 200 random rooms",
        run: || {
            long(&["--package", "twin-link", "--lib", "--", "room_tests::"])?;
            long(&["--package", "sim-engine-tests", "--test", "suite", "--", "twin::"])
        },
    },
    Soak {
        name: "damage",
        what: "recordings with a corrupted byte, and truncated, at every position instead of a sample",
        run: || long(&["--package", "sim-core", "--test", "suite", "--", "a_wrong_byte", "a_file_cut_off"]),
    },
    Soak {
        name: "crashes",
        what: "1,000 scenes edited by processes that are killed, instead of 8",
        run: || long(&["--package", "sim-edit", "--test", "suite", "--", "crashes::"]),
    },
    Soak {
        name: "twin",
        what: "simulated peers killed and muted at 50 times each instead of 4, a million lines into each port \
               instead of 10,000",
        run: || {
            let dist = tested();
            dist::assemble(Profile::Tested, &dist)?;
            let mut tests = cargo(&["test", "--package", "sim-tests", "--no-fail-fast", "--test", "twin"]);
            done(tests.env("SIM_SOAK", "1").env("SIM_DIST", dist))
        },
    },
    Soak {
        name: "obstacles",
        what: "1,000 obstacles that appear on running plans of a platform, instead of 20",
        run: || long(&["--package", "sim-engine-tests", "--test", "suite", "--", "no_obstacle_that_appears"]),
    },
    Soak {
        name: "robomap",
        what: "the RoboMap link over 15,000 unreliable connections instead of 100, 10,000 sequences of events \
               instead of 1,000",
        run: || long(&["--package", "robomap-link", "--test", "suite", "--", "random::", "model::", "safety::"]),
    },
    Soak {
        name: "legs",
        what: "100,000 random motions and a million pairs of solids compared with brute force, instead of thousands",
        run: || long(&["--package", "swept-solid"]),
    },
    Soak {
        name: "fuzz",
        what: "ten million corrupted inputs for each parser instead of thousands",
        run: || fuzz("10000000"),
    },
    Soak {
        name: "packs",
        what: "every shipped scene from installed packs, in separate processes and in the simulator process, instead \
               of 3",
        run: || {
            let dist = released();
            dist::assemble(Profile::Server, &dist)?;
            packs::make(&dist, &packs::beside(&dist))?;
            let which = [
                "test",
                "--package",
                "sim-tests",
                "--test",
                "commands",
                "--",
                "from_installed_packs_as",
                "--include-ignored",
            ];
            done(cargo(&which).env("SIM_DIST", dist))
        },
    },
    Soak {
        name: "package",
        what: "archive and Debian package installed, used and removed on a bare system; requires root",
        run: bare::test,
    },
    Soak { name: "speed", what: "a release build compared with stored figures", run: || bench(&[]) },
    Soak {
        name: "window",
        what: "all tests of the window ten times in a row, with twice as many programs at a time as processors",
        run: loaded_window,
    },
    Soak { name: "ten", what: "all tests ten times in a row", run: || (0..10).try_for_each(|_| test()) },
];

/// Runs a soak test by name.
pub fn soak(name: &str) -> Result {
    let known = SOAKS.iter().find(|soak| soak.name == name);
    let soak = known.ok_or_else(|| format!("unknown soak test `{name}`; known:\n{}", soaks()))?;
    let start = Instant::now();
    system::prepare(system::TEST)?;
    (soak.run)()?;
    say(format!("{name} passed in {} s", start.elapsed().as_secs()));
    Ok(())
}

/// The names of the soak tests, for users.
pub fn soaks() -> String {
    SOAKS.iter().map(|soak| format!("{:<10} {}\n", soak.name, soak.what)).collect()
}

/// Benchmarks a release build against the stored figures; `more` are additional arguments for the program `sim-guard`, which is
/// separate because it depends on crates.
pub fn bench(more: &[&str]) -> Result {
    let dist = released();
    dist::assemble(Profile::Server, &dist)?;
    let mut guard = cargo(&["run", "--quiet", "--release", "--package", "sim-guard", "--"]);
    done(guard.arg(dist.join("plugins")).arg(root().join("tests/benches/guard.json")).args(more))
}

/// Folder of the release build.
fn released() -> PathBuf {
    target().join("release-dist")
}

fn whole_program(dist: &Path, debug: &Path) -> Result {
    let mut tests = cargo(&["test", "--package", "sim-tests", "--no-fail-fast", "--", "--include-ignored"]);
    done(tests.env("SIM_DIST", dist).env("SIM_DIST_DEBUG", debug))?;
    done(cargo(&["test", "--release", "--package", "sim-guard", "--", "--include-ignored"]).env("SIM_DIST", dist))
}

/// Fuzzes the parsers with this many corrupted inputs each, compiled with optimizations and with debug assertions.
fn fuzz(inputs: &str) -> Result {
    let packages = ["sim-core", "sim-pack", "sim-vrml", "sim-import", "sim-nautilus", "plugin-bobot"];
    let libraries = ["bisphere", "l0-protocol", "ninjuab-l0", "robomap-link", "robomap-protocol"];
    let packages = packages.into_iter().chain(libraries).flat_map(|package| ["--package", package]).collect::<Vec<_>>();
    let programs = ["--test", "suite", "--test", "packs"];
    let profile = ["test", "--profile", "fuzz", "--no-fail-fast"];
    // The findings of a run are printed when it ends.
    let tests =
        [&profile[..], &packages, &["--no-default-features", "--lib"], &programs, &["--", "fuzz_", "--show-output"]]
            .concat();
    done(cargo(&tests).env("SIM_FUZZ_INPUTS", inputs))
}

/// Runs the window tests in ten rounds on an overloaded machine.
fn loaded_window() -> Result {
    let dist = tested();
    let mut programs = dist::assemble_with_tests(&dist)?;
    programs.retain(|program| {
        [root().join("sim-gui"), root().join("tests/window")].iter().any(|folder| program.folder.starts_with(folder))
    });
    programs::longest_first(&mut programs);
    let at_once = 2 * std::thread::available_parallelism().map_or(1, usize::from);
    let mut times = Times::default();
    let rounds = (1..=10).try_for_each(|round| {
        let name = format!("round {round} of 10");
        say(&name);
        let result = times.part(&name, |times| times.tests(with_program(jobs_of(&programs), &dist), at_once));
        result.map_err(|reason| format!("{name}: {reason}"))
    });
    say(format!("durations:\n{}", times.text()));
    rounds
}

/// Runs tests in their long form.
fn long(arguments: &[&str]) -> Result {
    done(cargo(&[&["test", "--release", "--no-fail-fast"], arguments].concat()).env("SIM_SOAK", "1"))
}

/// Checks the core as other programs embed it, without default features: no lints, and few dependencies.
fn core_alone() -> Result {
    const MAX_CRATES: usize = 120;
    let core = ["--package", "sim-core", "--no-default-features"];
    done(&mut cargo(&[&["clippy"], &core[..], &["--", "--deny", "warnings"]].concat()))?;
    let shown = ["--edges", "normal", "--prefix", "none", "--no-dedupe"];
    let mut tree = cargo(&[&["tree"], &core[..], &shown].concat());
    let output =
        tree.stderr(Stdio::inherit()).output().map_err(|error| format!("`cargo tree` cannot be run: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let crates = text.lines().collect::<BTreeSet<_>>().len();
    match output.status.success() && crates <= MAX_CRATES {
        true => Ok(()),
        false => {
            Err(format!("sim-core without default features has {crates} crates, at most {MAX_CRATES} are allowed"))
        }
    }
}

/// The checks that must pass before a change is merged.
pub fn ci() -> Result {
    say("formatting");
    done(&mut cargo(&["fmt", "--all", "--check"]))?;
    say("lints");
    done(&mut cargo(&["clippy", "--workspace", "--all-targets", "--", "--deny", "warnings"]))?;
    say("the core as a library, without default features");
    core_alone()?;
    say("file lengths");
    let long = lines::too_long(&root())?;
    if let Some((file, lines)) = long.first() {
        return Err(format!("{} has {lines} lines, {} such files in all: split them", file.display(), long.len()));
    }
    say("documentation");
    done(cargo(&["doc", "--workspace", "--no-deps"]).env("RUSTDOCFLAGS", "--deny warnings"))?;
    test()
}
