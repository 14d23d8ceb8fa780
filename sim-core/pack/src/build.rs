//! Builds an archive from a folder.

use crate::archive::{self, Entry, Writer};
use crate::compile::{built_with, project_of};
use crate::content::{Contents, examine, unpacked};
use crate::library::list;
use crate::path;
use crate::sources;
use crate::tree::{below, names, put, unreadable};
use sim_core::diagnostic::{Code, Diagnostic, Diagnostics};
use sim_core::digest::sha256;
use sim_core::files::write_whole;
use sim_core::pack_manifest::{self, Library, Manifest};
use sim_core::packs::target;
use sim_core::plugins::Describe;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

/// Folders whose entire content is added to a pack.
const FOLDERS: &[&str] = &["data", "docs", "lib", "maps", "meshes", "models", "scenes", "textures"];

/// Case-insensitive prefixes of top-level files that are added to a pack.
const FILES: &[&str] = &["authors", "changelog", "copying", "licence", "license", "notice", "readme"];

/// Result of a build.
#[derive(Clone, Debug)]
pub struct Built {
    /// The archive.
    pub archive: PathBuf,
    /// SHA-256 of the archive.
    pub sha256: String,
    /// Its contents.
    pub contents: Contents,
}

/// Paths of a pack's files in a folder, in the order of the archive, and other top-level names. `vendored` specifies whether
/// vendored crates are part of its sources.
///
/// # Errors
/// Names that are invalid in a pack, links, and I/O errors.
fn files_of(folder: &Path, manifest: &Manifest, vendored: bool) -> Result<(Vec<String>, Vec<String>), Diagnostics> {
    let mut files = vec![pack_manifest::FILE.to_owned()];
    files.extend(manifest.icon.clone());
    let (mut others, mut findings) = (Vec::new(), Diagnostics::new());
    for name in names(folder).map_err(|error| unreadable(folder, &error))? {
        let (path, lower) = (folder.join(&name), name.to_lowercase());
        let is_document = FILES.iter().any(|start| lower.starts_with(start)) && path.is_file();
        if FOLDERS.contains(&name.as_str()) && path.is_dir() {
            below(folder, &name, false, &mut files, &mut findings)?;
        } else if manifest.sources.contains(&name) && path.is_dir() {
            sources::files(folder, &name, vendored, &mut files, &mut findings)?;
        } else if is_document && !files.contains(&name) {
            files.push(name);
        } else if !files.contains(&name) && !name.starts_with('.') && !manifest.crates.contains(&name) {
            others.push(name);
        }
    }
    archive::sort(&mut files);
    files.dedup();
    let mut paths = path::Paths::default();
    for file in &files {
        if let Err(rule) = path::check(file).and_then(|()| paths.add(file)) {
            findings.push(
                Diagnostic::error(Code::PackPath, "a file cannot be added to the pack")
                    .with_file(folder.join(file).display().to_string())
                    .with_found(rule),
            );
        }
    }
    if findings.has_errors() { Err(findings) } else { Ok((files, others)) }
}

fn unwritable(path: &Path, error: &std::io::Error) -> Diagnostic {
    let message = "the pack archive cannot be written";
    Diagnostic::error(Code::ConfigOutput, message).with_file(path.display().to_string()).with_found(error.to_string())
}

/// Builds the archive of the pack in `folder` and writes it to the folder `to`: builds the libraries of its crates, adds those of
/// `others`, which are archives of the same version built on other machines, and writes the list of all libraries.
///
/// `describe` specifies how to describe libraries; `tell` is the callback for progress messages.
///
/// # Errors
/// All problems with the folder; crates that do not build; archives of another pack.
pub fn build(
    folder: &Path,
    others: &[PathBuf],
    to: &Path,
    describe: &Describe,
    tell: &dyn Fn(&str),
) -> Result<Built, Diagnostics> {
    let manifest = Manifest::of_folder(folder)?;
    let (files, _) = files_of(folder, &manifest, false)?;
    let staging = tempfile::tempdir().map_err(|error| unwritable(to, &error))?;
    let staging = staging.path();
    for file in files.iter().filter(|file| **file != pack_manifest::FILE) {
        put(&folder.join(file), staging, file)?;
    }
    let own = target();
    for name in &manifest.crates {
        tell(name);
        for library in built(folder, name)? {
            let file = library.file_name().unwrap_or_default().to_string_lossy().into_owned();
            put(&library, staging, &format!("lib/{own}/{file}"))?;
        }
    }
    manifest.sources.iter().try_for_each(|name| sources::vendor(folder, name, staging))?;
    let mut known = manifest.libraries.clone();
    for other in others {
        known.extend(merge(other, &manifest, staging)?);
    }
    let libraries = list(staging, &known, describe)?;
    let manifest = Manifest { libraries, crates: Vec::new(), ..manifest };
    std::fs::write(staging.join(pack_manifest::FILE), manifest.to_text()).map_err(|error| unwritable(to, &error))?;
    let (files, _) = files_of(staging, &manifest, true)?;
    let size = |path: &String| Ok(Entry { path: path.clone(), size: std::fs::metadata(staging.join(path))?.len() });
    let entries =
        files.iter().map(size).collect::<std::io::Result<Vec<Entry>>>().map_err(|error| unreadable(folder, &error))?;
    let contents = examine(staging, entries)?;
    let bytes = pack(staging, &contents.files).map_err(|error| unwritable(to, &error))?;
    // Show the author now any error that a reader would report.
    archive::read(&bytes[..], &mut |_, _| Ok(()))?;
    let archive = to.join(crate::archive_name(&contents.manifest.name, &contents.manifest.version));
    std::fs::create_dir_all(to)
        .and_then(|()| write_whole(&archive, &bytes))
        .map_err(|error| unwritable(&archive, &error))?;
    Ok(Built { archive, sha256: sha256(&bytes), contents })
}

/// The contents of a pack's folder, without checking them, and top-level names that are not part of the pack.
///
/// # Errors
/// A description that cannot be read; invalid files.
pub fn inspect_folder(folder: &Path) -> Result<(Contents, Vec<String>), Diagnostics> {
    let manifest = Manifest::of_folder(folder)?;
    let (files, others) = files_of(folder, &manifest, false)?;
    let size = |path: &String| {
        let entry = std::fs::metadata(folder.join(path)).map(|data| Entry { path: path.clone(), size: data.len() });
        entry.map_err(|error| unreadable(&folder.join(path), &error))
    };
    let files = files.iter().map(size).collect::<Result<Vec<Entry>, _>>()?;
    Ok((Contents { manifest, files }, others))
}

/// The contents of a pack's folder, and top-level names that are not part of the pack. Does not build its crates.
///
/// # Errors
/// All problems with the folder.
pub fn check_folder(folder: &Path) -> Result<(Contents, Vec<String>), Diagnostics> {
    let (Contents { manifest, files: entries }, others) = inspect_folder(folder)?;
    let mut findings = Diagnostics::new();
    for name in manifest.crates.iter().chain(&manifest.sources) {
        if let Err(finding) = project_of(folder, name) {
            findings.push(finding);
        }
    }
    match examine(folder, entries) {
        Ok(contents) if !findings.has_errors() => Ok((contents, others)),
        Ok(_) => Err(findings),
        Err(mut more) => {
            more.append(findings);
            Err(more)
        }
    }
}

/// The archive of files in a folder.
fn pack(folder: &Path, files: &[Entry]) -> std::io::Result<Vec<u8>> {
    let mut writer = Writer::new(Vec::new());
    for Entry { path, size } in files {
        writer.add(path, *size, &mut File::open(folder.join(path))?)?;
    }
    writer.finish()
}

/// Builds a crate of the pack and returns its libraries.
fn built(folder: &Path, name: &str) -> Result<Vec<PathBuf>, Diagnostics> {
    built_with(folder, name, project_of(folder, name)?, &|| Ok(()))
}

/// Extracts the libraries from an archive of the same pack that was built elsewhere, and returns their entries.
fn merge(other: &Path, manifest: &Manifest, staging: &Path) -> Result<Vec<Library>, Diagnostics> {
    let file = File::open(other).map_err(|error| unreadable(other, &error))?;
    let apart = tempfile::tempdir().map_err(|error| unreadable(other, &error))?;
    let contents = unpacked(BufReader::new(file), &other.display().to_string(), apart.path())?;
    let theirs = &contents.manifest;
    if (&theirs.name, &theirs.version) != (&manifest.name, &manifest.version) {
        return Err(Diagnostic::error(Code::PackConflict, "the archive is of a different pack or version")
            .with_file(other.display().to_string())
            .with_expected(format!("{} {}", manifest.name, manifest.version))
            .with_found(format!("{} {}", theirs.name, theirs.version))
            .into());
    }
    let mut taken = Vec::new();
    for library in theirs.libraries.iter().filter(|library| !staging.join(&library.file).exists()) {
        put(&apart.path().join(&library.file), staging, &library.file)?;
        taken.push(library.clone());
    }
    Ok(taken)
}
