//! Compilers: finding and installing them.

use super::Builder;
use sim_core::diagnostic::{Code, Diagnostic};
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Search path for programs: `PATH`, then the folder used by the Rust installer.
pub(super) fn search_path() -> OsString {
    let own = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let own = own.or_else(|| std::env::home_dir().map(|home| home.join(".cargo"))).map(|folder| folder.join("bin"));
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::join_paths(std::env::split_paths(&path).chain(own)).unwrap_or(path)
}

/// A Cargo command with these arguments, to be run in the folder of a crate.
pub fn cargo(words: &[&str]) -> Command {
    let path = search_path();
    let mut command = Command::new(find("cargo", &path).unwrap_or_else(|| "cargo".into()));
    command.args(words).env("PATH", path).env("CARGO_TERM_COLOR", "never").stdin(Stdio::null());
    command
}

/// Path of a program in the folders of a search path; `None` if not found.
pub(super) fn find(program: &str, path: &OsStr) -> Option<PathBuf> {
    let name = format!("{program}{}", std::env::consts::EXE_SUFFIX);
    std::env::split_paths(path).map(|folder| folder.join(&name)).find(|file| file.is_file())
}

/// Diagnostic for a program that is missing for a build, with the command to install it; `None` if nothing is missing.
pub(super) fn missing(builder: Builder, path: &OsStr) -> Option<Diagnostic> {
    // Rust needs a linker, which comes with the system's compiler; on Windows, the compiler finds it itself.
    let needed: &[&str] = match (builder, cfg!(windows)) {
        (Builder::Cargo, true) => &["cargo"],
        (Builder::Cargo, false) => &["cargo", "cc"],
        (Builder::Make, _) => &["make", "cc"],
        (Builder::CMake, true) => &["cmake"],
        (Builder::CMake, false) => &["cmake", "cc"],
    };
    let program = needed.iter().find(|program| find(program, path).is_none())?;
    let found = path.to_string_lossy().into_owned();
    Some(
        Diagnostic::error(Code::ConfigValue, format!("the build tool `{program}` is not installed"))
            .with_found(format!("not found in these folders: {found}"))
            .with_help(format!(
                "install it, for example with `{command}`, and build again",
                command = install(program)
            )),
    )
}

/// The command to install a program on this platform.
fn install(program: &str) -> &'static str {
    match (program, std::env::consts::OS) {
        ("cargo", "windows") => "winget install Rustlang.Rustup",
        ("cargo", _) => "curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh",
        ("cmake", "windows") => "winget install Kitware.CMake",
        ("cmake", "macos") => "brew install cmake",
        ("cmake", _) => "sudo apt install cmake build-essential",
        (_, "macos") => "xcode-select --install",
        (_, "windows") => "winget install Microsoft.VisualStudio.2022.BuildTools",
        _ => "sudo apt install build-essential",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// BL-85: The window compiles a project, lists errors with their places and loads the result.
    #[test]
    fn a_missing_compiler_is_reported_with_its_install_command() {
        let empty = tempfile::tempdir().unwrap();
        for (builder, program) in [(Builder::Cargo, "cargo"), (Builder::Make, "make"), (Builder::CMake, "cmake")] {
            let finding = missing(builder, empty.path().as_os_str()).expect("nothing is there").to_string();
            let command = install(program);
            assert!(
                finding.contains(&format!("`{program}` is not installed")) && finding.contains(command),
                "{finding}"
            );
        }
        std::fs::write(empty.path().join(format!("cargo{}", std::env::consts::EXE_SUFFIX)), "").unwrap();
        let next = missing(Builder::Cargo, empty.path().as_os_str()).map(|finding| finding.message.to_string());
        assert_eq!(next.as_deref(), (!cfg!(windows)).then_some("the build tool `cc` is not installed"));
    }
}
