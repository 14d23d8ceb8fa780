//! Development tasks of this repository: `cargo xtask build | demo | package | packs | test | soak | bench | archive | docs | requirements | ci`.
//!
//! No dependencies, so that the first command on a new machine starts quickly.

#![forbid(unsafe_code)]

mod archive;
mod bare;
mod demo;
mod dist;
mod docs;
mod lines;
#[cfg(test)]
mod links;
#[cfg(test)]
mod modules;
mod package;
mod packs;
mod programs;
mod requirements;
mod run;
mod system;
mod times;
mod verify;

use run::Result;
use std::process::ExitCode;

const HELP: &str = "\
cargo xtask build [--release]   program, plugins, scenes and SDK in target/dist (relocatable)
cargo xtask build --server      the same as a release build, without the window
cargo xtask demo                builds and opens the demo in the window, or runs it if there is no display
cargo xtask package             downloads in target/packages: archive, Debian package, checksums
cargo xtask package --check     installs, uses and removes them in separate bare systems; requires root
cargo xtask packs               the built-in packs, in target/packs
cargo xtask test                all tests
cargo xtask soak [LINE]         long tests, once before a release; without LINE, lists them
cargo xtask bench --check       compares a release build with the stored figures; --store updates them
cargo xtask archive             the SDK as tests/archive/sim-abi-MAJOR.MINOR.tar.gz, for tests of ABI compatibility;
                                run once per minor version of the ABI, before its release
cargo xtask docs                the guide as HTML in target/docs
cargo xtask docs --renew        renews what `sim` writes for the guide: options of commands, images
cargo xtask requirements        docs/requirements.md: which tests show which requirement
cargo xtask ci                  formatting, lints, file lengths and documentation, then all tests";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match arguments.as_slice() {
        ["build"] => dist::assemble(dist::Profile::Debug, &dist::folder()),
        ["build", "--release"] => dist::assemble(dist::Profile::Release, &dist::folder()),
        ["build", "--server"] => dist::assemble(dist::Profile::Server, &dist::folder()),
        ["demo"] => demo::run(),
        ["package"] => package::make(),
        ["package", "--check"] => bare::check(),
        ["packs"] => packs::run(),
        ["test"] => verify::test(),
        ["soak"] => {
            print!("{}", verify::soaks());
            Ok(())
        }
        ["soak", line] => verify::soak(line),
        ["bench", "--check"] => verify::bench(&[]),
        ["bench", "--store"] => verify::bench(&["--store"]),
        ["archive"] => archive::write(),
        ["docs"] => docs::html(),
        ["docs", "--renew"] => docs::renew(),
        ["requirements"] => requirements::write(),
        ["ci"] => verify::ci(),
        [] | ["help" | "--help" | "-h"] => {
            println!("{HELP}");
            Ok(())
        }
        other => {
            eprintln!("unknown command `{}`\n\n{HELP}", other.join(" "));
            return ExitCode::from(2);
        }
    };
    finish(result)
}

fn finish(result: Result) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("\nxtask: {reason}");
            ExitCode::FAILURE
        }
    }
}
