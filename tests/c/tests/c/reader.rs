//! The helpers of the header, tested by a C program.

use crate::compiler::{done, root, strict};
use std::process::Command;

fn source() -> std::path::PathBuf {
    root().join("tests/c/tests/c/reader.c")
}

#[test]
fn the_json_reader_reads_what_is_there_and_never_beyond_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("reader");
    done(strict(false).arg("-o").arg(&program).arg(source()).arg("-lm"));
    assert_eq!(done(&mut Command::new(&program)), "all right\n");
}

#[test]
fn sanitizers_accept_the_helpers() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("reader");
    let sanitize = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
    let empty = folder.path().join("empty.c");
    std::fs::write(&empty, "int main(void) { return 0; }\n").unwrap();
    let can =
        strict(false).args(sanitize).arg("-o").arg(&program).arg(&empty).output().is_ok_and(|o| o.status.success());
    if !can {
        eprintln!("skipped: this compiler does not support sanitizers");
        return;
    }
    done(strict(false).args(sanitize).arg("-g").arg("-o").arg(&program).arg(source()).arg("-lm"));
    // Leaks do not matter in a program that ends, and leak detection needs permissions that a container may lack.
    assert_eq!(done(Command::new(&program).env("ASAN_OPTIONS", "detect_leaks=0")), "all right\n");
}
