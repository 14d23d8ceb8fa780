//! Development tasks of this repository: `cargo xtask build | demo | package | packs | test | soak | bench | archive | ci`.
//!
//! No dependencies, so that the first command on a new machine starts quickly.

#![forbid(unsafe_code)]

mod archive;
mod bare;
mod demo;
mod dist;
mod lines;
#[cfg(test)]
mod modules;
mod package;
mod packs;
mod programs;
mod run;
mod system;
mod times;
mod verify;

use run::Result;
use std::process::ExitCode;

const HELP: &str = "\
cargo xtask build [--release]   program, plugins, scenes and author's kit in target/dist (relocatable)
cargo xtask build --server      the same as a release build whose program has no window
cargo xtask demo                builds that and opens the demo in the window; without a display it runs it
cargo xtask package             what people download, in target/packages: archive, package of Debian, checksums
cargo xtask package --check     installs these in bare systems of their own, uses and removes them; only as administrator
cargo xtask packs               what comes with the program as packs, in target/packs
cargo xtask test                every test, from the parts to the whole program
cargo xtask soak [LINE]         what is repeated too often for that, once before a release; without LINE it lists them
cargo xtask bench --check       a release build against the stored figures of this class of machines; --store renews these
cargo xtask archive             the author's kit as tests/archive/sim-abi-MAJOR.MINOR.tar.gz, with which the tests build
                                plugins ever after; written once per minor version of the ABI, before its release
cargo xtask ci                  formatting, lints, lengths of files and documentation, then every test";

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
        ["ci"] => verify::ci(),
        [] | ["help" | "--help" | "-h"] => {
            println!("{HELP}");
            Ok(())
        }
        other => {
            eprintln!("cargo xtask does not know `{}`\n\n{HELP}", other.join(" "));
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
