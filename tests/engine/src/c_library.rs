//! C libraries with arbitrary behavior, for tests.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Builds the library of `library.c`, preceded by these definitions, under a name in a folder.
///
/// # Panics
/// Panics without a C compiler, or if the definitions are not valid C.
pub fn c_library(folder: &Path, name: &str, definitions: &str) -> PathBuf {
    let source = folder.join(format!(".{name}.c"));
    std::fs::write(&source, format!("{definitions}\n{}", include_str!("library.c"))).expect("a file can be written");
    let file = folder.join(format!("lib{name}{}", std::env::consts::DLL_SUFFIX));
    let mut command = Command::new("cc");
    let built = command.args(["-shared", "-fPIC", "-O1", "-pthread", "-o"]).arg(&file).arg(&source).output();
    let built = built.expect("there is a C compiler");
    assert!(built.status.success(), "{name}: {}", String::from_utf8_lossy(&built.stderr));
    file
}
