//! From a folder to an archive.

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

/// Folders of which everything is put into a pack.
const FOLDERS: &[&str] = &["data", "docs", "lib", "maps", "meshes", "models", "scenes", "textures"];

/// How the names of files begin that are put into a pack from its folder itself, in capital letters or not.
const FILES: &[&str] = &["authors", "changelog", "copying", "licence", "license", "notice", "readme"];

/// What was built.
#[derive(Clone, Debug)]
pub struct Built {
    /// The archive.
    pub archive: PathBuf,
    /// SHA-256 of the archive.
    pub sha256: String,
    /// What is in it.
    pub contents: Contents,
}

/// Paths of the files that belong to a pack in a folder, in the order of the archive, and what else is there at the top. `vendored`
/// says whether the crates of others are part of its sources that lie in them.
///
/// # Errors
/// Names that no pack can have, links, and what the system says.
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
            let message = "a file cannot be put into a pack";
            findings.push(
                Diagnostic::error(Code::PackPath, message)
                    .with_file(folder.join(file).display().to_string())
                    .with_found(rule),
            );
        }
    }
    if findings.has_errors() { Err(findings) } else { Ok((files, others)) }
}

fn unwritable(path: &Path, error: &std::io::Error) -> Diagnostic {
    let message = "the archive of the pack cannot be written";
    Diagnostic::error(Code::ConfigOutput, message).with_file(path.display().to_string()).with_found(error.to_string())
}

/// Makes the archive of the pack in a folder, in the folder `to`: builds the libraries of its crates, puts those of `others` beside
/// them, which are archives of the same version that were made on other machines, and writes the list of all libraries.
///
/// `describe` tells what libraries hold; `tell` hears what is being built.
///
/// # Errors
/// Everything that is wrong with the folder; crates that do not build; archives of another pack.
pub fn build(
    folder: &Path,
    others: &[PathBuf],
    to: &Path,
    describe: &Describe,
    tell: &dyn Fn(&str),
) -> Result<Built, Diagnostics> {
    let manifest = Manifest::of_folder(folder)?;
    let (files, _) = files_of(folder, &manifest, false)?;
    let desk = tempfile::tempdir().map_err(|error| unwritable(to, &error))?;
    let desk = desk.path();
    for file in files.iter().filter(|file| **file != pack_manifest::FILE) {
        put(&folder.join(file), desk, file)?;
    }
    let own = target();
    for name in &manifest.crates {
        tell(name);
        for library in built(folder, name)? {
            let file = library.file_name().unwrap_or_default().to_string_lossy().into_owned();
            put(&library, desk, &format!("lib/{own}/{file}"))?;
        }
    }
    manifest.sources.iter().try_for_each(|name| sources::vendor(folder, name, desk))?;
    let mut known = manifest.libraries.clone();
    for other in others {
        known.extend(merge(other, &manifest, desk)?);
    }
    let libraries = list(desk, &known, describe)?;
    let manifest = Manifest { libraries, crates: Vec::new(), ..manifest };
    std::fs::write(desk.join(pack_manifest::FILE), manifest.to_text()).map_err(|error| unwritable(to, &error))?;
    let (files, _) = files_of(desk, &manifest, true)?;
    let size = |path: &String| Ok(Entry { path: path.clone(), size: std::fs::metadata(desk.join(path))?.len() });
    let entries =
        files.iter().map(size).collect::<std::io::Result<Vec<Entry>>>().map_err(|error| unreadable(folder, &error))?;
    let contents = examine(desk, entries)?;
    let bytes = pack(desk, &contents.files).map_err(|error| unwritable(to, &error))?;
    // What it would be refused for is found by its author.
    archive::read(&bytes[..], &mut |_, _| Ok(()))?;
    let archive = to.join(crate::archive_name(&contents.manifest.name, &contents.manifest.version));
    std::fs::create_dir_all(to)
        .and_then(|()| write_whole(&archive, &bytes))
        .map_err(|error| unwritable(&archive, &error))?;
    Ok(Built { archive, sha256: sha256(&bytes), contents })
}

/// What the folder of a pack has, without a look at whether it is right, and names at its top that do not become part of it.
///
/// # Errors
/// A description that cannot be read; files that no pack can have.
pub fn look_at_folder(folder: &Path) -> Result<(Contents, Vec<String>), Diagnostics> {
    let manifest = Manifest::of_folder(folder)?;
    let (files, others) = files_of(folder, &manifest, false)?;
    let size = |path: &String| {
        let entry = std::fs::metadata(folder.join(path)).map(|data| Entry { path: path.clone(), size: data.len() });
        entry.map_err(|error| unreadable(&folder.join(path), &error))
    };
    let files = files.iter().map(size).collect::<Result<Vec<Entry>, _>>()?;
    Ok((Contents { manifest, files }, others))
}

/// What a folder of a pack holds, and names at its top that do not become part of it. Its crates are not built.
///
/// # Errors
/// Everything that is wrong with it.
pub fn check_folder(folder: &Path) -> Result<(Contents, Vec<String>), Diagnostics> {
    let (Contents { manifest, files: entries }, others) = look_at_folder(folder)?;
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

/// Builds a crate of the pack; its libraries.
fn built(folder: &Path, name: &str) -> Result<Vec<PathBuf>, Diagnostics> {
    built_with(folder, name, project_of(folder, name)?, &|| Ok(()))
}

/// Takes the libraries out of an archive of the same pack that was made elsewhere; their entries.
fn merge(other: &Path, manifest: &Manifest, desk: &Path) -> Result<Vec<Library>, Diagnostics> {
    let file = File::open(other).map_err(|error| unreadable(other, &error))?;
    let apart = tempfile::tempdir().map_err(|error| unreadable(other, &error))?;
    let contents = unpacked(BufReader::new(file), &other.display().to_string(), apart.path())?;
    let theirs = &contents.manifest;
    if (&theirs.name, &theirs.version) != (&manifest.name, &manifest.version) {
        let message = "the archive is one of another pack or version";
        return Err(Diagnostic::error(Code::PackConflict, message)
            .with_file(other.display().to_string())
            .with_expected(format!("{} {}", manifest.name, manifest.version))
            .with_found(format!("{} {}", theirs.name, theirs.version))
            .into());
    }
    let mut taken = Vec::new();
    for library in theirs.libraries.iter().filter(|library| !desk.join(&library.file).exists()) {
        put(&apart.path().join(&library.file), desk, &library.file)?;
        taken.push(library.clone());
    }
    Ok(taken)
}
