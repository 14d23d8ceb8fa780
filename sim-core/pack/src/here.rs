//! Builds the libraries of a pack from source for a platform without prebuilt ones.
//!
//! Build scripts and macros are third-party code, so the build is confined: see [`Confinement`]. The contract's crate comes from this
//! installation's SDK, with its dependencies; the other dependencies of the sources are in the pack.

use crate::built::BuiltHere;
use crate::compile::{built_with, cargo, not_built, project_of};
use crate::content::{LARGEST_LIBRARY, in_archive, own_id, unpacked};
use crate::library;
use crate::path;
use crate::sources::VENDOR;
use crate::staging::Staging;
use crate::store::{Archive, Store};
use crate::tree::unreadable;
use crate::work::{Watched, Work};
use sim_core::diagnostic::{Code, Diagnostic, Diagnostics};
use sim_core::files::read_regular;
use sim_core::packs::target;
use sim_core::plugins::{Confined, Describe};
use sim_project::{BuildProject, Builder, Confinement, Kit};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Subfolder of the build folder with the files of the pack.
const PACK: &str = "pack";

/// Time limit of a build on demand.
const MAX_DURATION: Duration = Duration::from_secs(1800);

/// Maximum number of bytes written by a build on demand.
const MAX_BYTES: u64 = 8 << 30;

/// Builds the libraries of a pack from source, confined.
///
/// # Errors
/// A platform that cannot confine builds; sources that do not build; libraries that the pack may not have.
pub fn build_here(archive: &Archive, store: &Store, work: &Work) -> Result<BuiltHere, Diagnostics> {
    Confined::is_possible()?;
    let staging = store.staging()?;
    // Resolve the path before anything runs: the build cannot replace it by another folder.
    let real = |error: std::io::Error| store.failed(&error);
    let pack = staging.path().canonicalize().map_err(real)?.join(PACK);
    std::fs::create_dir(&pack).map_err(real)?;
    work.begin(archive.contents.manifest.name.to_string(), archive.bytes.len())?;
    let manifest = unpacked(Watched::new(&archive.bytes, work), &archive.name, &pack)?.manifest;
    let mut projects = Vec::new();
    for name in &manifest.sources {
        projects.push((name, project_of(&pack, name)?));
    }
    let with_cargo: Vec<&Path> = projects
        .iter()
        .filter(|(_, project)| project.builder == Builder::Cargo)
        .map(|(_, project)| &*project.folder)
        .collect();
    let vendor = vendored(&staging, &with_cargo)?;
    let bounds = Confinement::inside(staging.path(), PACK, &vendor, !with_cargo.is_empty())?;
    let of = target();
    let found = tempfile::tempdir().map_err(|error| store.failed(&error))?;
    for (name, project) in projects {
        work.begin(format!("{} {}: {name}", manifest.name, manifest.version), 0)?;
        let project = BuildProject { confinement: Some(bounds.clone()), ..project };
        let begun = Instant::now();
        let go_on = || match begun.elapsed() > MAX_DURATION || size_of(staging.path()) > MAX_BYTES {
            false => work.go_on(),
            true => {
                let most = format!(
                    "at most {minutes} minutes and {size} GiB",
                    minutes = MAX_DURATION.as_secs() / 60,
                    size = MAX_BYTES >> 30
                );
                Err(not_built(&pack, name).with_expected(most).with_found("limit exceeded"))
            }
        };
        let of_archive = |findings: Diagnostics| -> Diagnostics {
            let help = "report the compiler errors to its publisher; nothing was installed".to_string();
            let with_help = |finding: Diagnostic| {
                let mut finding = in_archive(finding, &archive.name, &pack);
                finding.help = Some(help.clone());
                finding
            };
            findings.into_iter().map(with_help).collect()
        };
        for library in built_with(&pack, name, project, &go_on).map_err(of_archive)? {
            let failed = |found: String| not_built(&pack, name).with_found(found);
            let (file, bytes) = own_file(&library, &pack).map_err(failed)?;
            path::check(&file).map_err(|rule| not_built(&pack, name).with_found(rule))?;
            let to = found.path().join("lib").join(&of);
            let written = std::fs::create_dir_all(&to).and_then(|()| std::fs::write(to.join(&file), bytes));
            written.map_err(real)?;
        }
    }
    let libraries = library::list(found.path(), &[], &Describe::by_this_program())?;
    let mut ids = BTreeSet::new();
    for library in &libraries {
        for component in &library.components {
            if !ids.insert((&component.kind, &component.id.0)) {
                let message = format!("two libraries of the pack define `{id}`", id = component.id.0);
                return Err(Diagnostic::error(Code::PackContent, message).with_file(library.file.clone()).into());
            }
            own_id(&manifest, &component.id.0).map_err(|rule| {
                Diagnostic::error(Code::PackContent, rule)
                    .with_file(library.file.clone())
                    .with_found(component.id.0.clone())
            })?;
        }
        library::fitting(library)?;
    }
    Ok(BuiltHere { folder: found, libraries })
}

/// Name and content of a library reported by a build, if it is a file within the pack's folder. Nothing writes there anymore.
///
/// # Errors
/// Why it is not such a file.
fn own_file(library: &Path, pack: &Path) -> Result<(String, Vec<u8>), String> {
    let shown = || library.display().to_string();
    let real = library.canonicalize().ok().filter(|real| real.starts_with(pack)).ok_or_else(shown)?;
    let bytes = read_regular(&real, LARGEST_LIBRARY).map_err(|error| error.reason(LARGEST_LIBRARY).to_string())?;
    let name = real.file_name().and_then(|name| name.to_str()).ok_or_else(shown)?;
    Ok((name.to_owned(), bytes))
}

/// Adds the SDK to crates that take it from their folder, and returns a folder with all third-party crates that they may need.
fn vendored(staging: &Staging, crates: &[&Path]) -> Result<PathBuf, Diagnostic> {
    let folder = staging.path().join(VENDOR);
    let failed = |error: &std::io::Error| unreadable(&folder, error);
    std::fs::create_dir(&folder).map_err(|error| failed(&error))?;
    if crates.is_empty() {
        return Ok(folder);
    }
    let kit = Kit::shipped(None)?;
    let of_kit = match kit.join(VENDOR) {
        shipped if shipped.is_dir() => shipped,
        _ => {
            let (copy, to) = (staging.path().join("kit"), staging.path().join("of-kit"));
            sim_project::copy_kit(&kit, &copy).map_err(|error| failed(&error))?;
            let words = ["vendor", "--quiet", "--respect-source-config", &to.to_string_lossy()];
            cargo(&copy, &words).map_err(|error| {
                Diagnostic::error(Code::PackBuild, "crates required by the SDK are missing").with_found(error)
            })?;
            to
        }
    };
    link_all(&of_kit, &folder).map_err(|error| failed(&error))?;
    for of in crates {
        if sim_project::takes_kit(of) {
            sim_project::renew_kit(of, None).map_err(|refused| refused.finding().clone())?;
        }
        // The crates of this SDK may have other versions than those of the author's.
        let _ = std::fs::remove_file(of.join("Cargo.lock"));
        link_all(&of.join(VENDOR), &folder).map_err(|error| failed(&error))?;
    }
    Ok(folder)
}

/// Creates a link in `to` for every folder in `from`.
#[cfg(unix)]
fn link_all(from: &Path, to: &Path) -> std::io::Result<()> {
    for entry in std::fs::read_dir(from).into_iter().flatten() {
        let entry = entry?;
        let link = to.join(entry.file_name());
        if entry.path().is_dir() && !link.exists() {
            std::os::unix::fs::symlink(entry.path().canonicalize()?, link)?;
        }
    }
    Ok(())
}

/// No builds on demand on platforms that cannot confine them.
#[cfg(not(unix))]
fn link_all(_: &Path, _: &Path) -> std::io::Result<()> {
    Err(std::io::ErrorKind::Unsupported.into())
}

/// Total size of all files below a folder, bytes.
fn size_of(folder: &Path) -> u64 {
    let (mut size, mut folders) = (0, vec![folder.to_path_buf()]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => folders.push(entry.path()),
                Ok(kind) if kind.is_file() => size += entry.metadata().map_or(0, |data| data.len()),
                _ => {}
            }
        }
    }
    size
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn a_build_cannot_name_files_of_others_as_its_libraries() {
        let staging = tempfile::tempdir().unwrap();
        let pack = staging.path().join("pack");
        std::fs::create_dir_all(pack.join("target")).unwrap();
        let (secret, own, link) =
            (staging.path().join("secret"), pack.join("target/libone.so"), pack.join("target/libtwo.so"));
        std::fs::write(&secret, "").unwrap();
        std::fs::write(&own, "").unwrap();
        std::os::unix::fs::symlink(&secret, &link).unwrap();
        let pack = pack.canonicalize().unwrap();
        assert_eq!(own_file(&own, &pack).unwrap().0, "libone.so");
        for other in [&secret, &link, &pack.join("target/../../secret"), &pack, &pack.join("target/libthree.so")] {
            assert!(own_file(other, &pack).is_err(), "{}", other.display());
        }
    }
}
