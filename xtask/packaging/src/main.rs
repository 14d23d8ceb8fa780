//! `sim-packaging DIST OUT`: builds the release packages from an assembled folder. Run by `cargo xtask package`.
//!
//! A separate program because it depends on crates, while the first command in this repository must start quickly.

#![forbid(unsafe_code)]

mod archive;
mod debian;
mod needs;
mod notices;
mod tree;

use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use tree::{Layout, Tree};

/// Result with an error message for the user.
type Result<T = ()> = std::result::Result<T, String>;

/// Modification time of all generated files, s since 1970: the earliest that every archive format can represent.
const TIME: u64 = 315_532_800;

/// Adds the path to an I/O error.
fn at(path: &Path) -> impl Fn(std::io::Error) -> String {
    move |error| format!("{}: {error}", path.display())
}

/// Runs a program. Fails if its exit status is not 0.
fn done(command: &mut Command) -> Result {
    let name = command.get_program().to_string_lossy().into_owned();
    let status = command.status().map_err(|error| format!("`{name}` cannot be started: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("`{name}` failed ({status})")) }
}

/// The target triple of this program.
fn target() -> String {
    let system = match std::env::consts::OS {
        "linux" => "unknown-linux-gnu",
        "macos" => "apple-darwin",
        "windows" => "pc-windows-msvc",
        other => other,
    };
    format!("{}-{system}", std::env::consts::ARCH)
}

fn main() -> ExitCode {
    let arguments: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let [dist, out] = arguments.as_slice() else {
        eprintln!("usage: sim-packaging DIST OUT");
        return ExitCode::from(2);
    };
    match package(dist, out) {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("sim-packaging: {reason}");
            ExitCode::FAILURE
        }
    }
}

/// Builds all packages in a folder, which is recreated, and lists them.
fn package(dist: &Path, out: &Path) -> Result {
    let version = env!("CARGO_PKG_VERSION");
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let layout = if cfg!(windows) { Layout::Flat } else { Layout::Prefix };
    let tree = Tree::of_folder(dist, layout, &notices::text(&workspace, &target())?)?;
    if out.exists() {
        fs::remove_dir_all(out).map_err(at(out))?;
    }
    fs::create_dir_all(out).map_err(at(out))?;
    let mut files = vec![out.join(format!("sim-{version}-{}.tar.gz", target()))];
    archive::write(&tree, &format!("sim-{version}"), &files[0])?;
    #[cfg(target_os = "linux")]
    match Command::new("dpkg-deb").arg("--version").output() {
        Ok(_) => {
            let package = debian::Package::new(&tree, version, std::env::consts::ARCH)?;
            files.push(package.build(&out.join("tree"), out)?);
        }
        Err(error) => eprintln!("skipping the Debian package: `dpkg-deb` cannot be started ({error})"),
    }
    let sums = out.join("SHA256SUMS");
    fs::write(&sums, checksums(&files)?).map_err(at(&sums))?;
    for file in files.iter().chain([&sums]) {
        let size = fs::metadata(file).map_err(at(file))?.len();
        println!("{:>10}  {}", size, file.display());
    }
    Ok(())
}

/// Checksums in the format of `sha256sum --check`.
fn checksums(files: &[PathBuf]) -> Result<String> {
    let mut text = String::new();
    for file in files {
        let digest = Sha256::digest(fs::read(file).map_err(at(file))?);
        let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        let _ = writeln!(text, "{digest}  {}", file.file_name().unwrap_or_default().to_string_lossy());
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_are_those_of_the_standard() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("a.tar.gz");
        fs::write(&file, "abc").unwrap();
        let known = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  a.tar.gz\n";
        assert_eq!(checksums(&[file]).unwrap(), known);
    }
}
