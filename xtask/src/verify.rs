//! Tests and checks.

use crate::dist::{self, Profile};
use crate::lines;
use crate::run::{Result, cargo, done, root, say, target};
use crate::system;
use std::time::Instant;

/// Every test. The tests of the whole program run the one of `target/test-dist`, as a server would have it, and compare it
/// with a debug build in `target/test-dist-debug`, which also has the window.
pub fn test() -> Result {
    let start = Instant::now();
    system::prepare(system::TEST)?;
    let (release, debug) = (target().join("test-dist"), target().join("test-dist-debug"));
    say("1 of 4: program and plugins, debug build");
    dist::assemble(Profile::Tested, &debug)?;
    say("2 of 4: tests of the parts");
    done(&mut cargo(&["test", "--workspace", "--exclude", "sim-tests", "--no-fail-fast"]))?;
    say("3 of 4: program without window and plugins, release build");
    dist::assemble(Profile::TestedServer, &release)?;
    say("4 of 4: tests of the whole program");
    done(
        cargo(&["test", "--package", "sim-tests", "--no-fail-fast"])
            .env("SIM_DIST", &release)
            .env("SIM_DIST_DEBUG", &debug),
    )?;
    say(format!("every test passed, in {} s", start.elapsed().as_secs()));
    Ok(())
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
