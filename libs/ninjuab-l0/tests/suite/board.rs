//! Builds the firmware as for a board: without `std`, without an allocator, without unwinding.

use std::path::Path;
use std::process::Command;

/// Runs the compiler on a source, in a folder, for a crate of this name.
fn compile(folder: &Path, name: &str, source: &str, more: &[&str]) {
    let compiler = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(source);
    let mut command = Command::new(compiler);
    command.args(["--edition", "2024", "-C", "panic=abort", "-C", "opt-level=1", "--crate-name", name]).args(more);
    command.arg("-L").arg(folder).arg("--out-dir").arg(folder).arg(source);
    let done = command.output().expect("cannot run the compiler");
    assert!(done.status.success(), "{name}: {}", String::from_utf8_lossy(&done.stderr));
}

/// MR-10: The L0 controller executes `GO`, `SONAR`, `RESUME` and `HALT` every 10 ms.
#[test]
#[cfg(unix)]
fn the_machine_runs_in_a_program_without_std() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    compile(folder, "l0_protocol", "../l0-protocol/src/lib.rs", &["--crate-type", "rlib"]);
    compile(folder, "ninjuab_l0", "src/lib.rs", &["--crate-type", "rlib", "--extern", "l0_protocol"]);
    let externs = ["--crate-type", "bin", "--extern", "l0_protocol", "--extern", "ninjuab_l0", "-C", "link-arg=-lc"];
    compile(folder, "board", "board/main.rs", &externs);
    let status = Command::new(folder.join("board")).status().unwrap();
    assert_eq!(status.code(), Some(0), "1: a reply could not be written, 2: different motion, 3: different replies");
}
