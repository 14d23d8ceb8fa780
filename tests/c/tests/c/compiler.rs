//! The system's C and C++ compilers.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Root folder of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository is there")
}

/// Folder of the header.
pub fn include() -> PathBuf {
    root().join("sim-abi/include")
}

/// A compiler with warnings as errors: `cc` for C99, `c++` for C++11.
pub fn strict(cpp: bool) -> Command {
    let variable = if cpp { "CXX" } else { "CC" };
    let program = std::env::var(variable).unwrap_or_else(|_| if cpp { "c++" } else { "cc" }.into());
    let mut command = Command::new(program);
    command.arg(if cpp { "-std=c++11" } else { "-std=c99" });
    command.args(["-Wall", "-Wextra", "-pedantic", "-Werror", "-O1", "-I"]).arg(include());
    command
}

/// Runs a command to its end and returns its output.
#[track_caller]
pub fn done(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{command:?}:\n{text}");
    text
}

/// Compiles a plugin library.
#[track_caller]
pub fn library(source: &Path, to: &Path) {
    let mut compiler = strict(source.extension().is_some_and(|extension| extension == "cpp"));
    done(compiler.args(["-shared", "-fPIC", "-o"]).arg(to).arg(source).arg("-lm"));
}
