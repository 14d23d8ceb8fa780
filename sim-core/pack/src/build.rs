//! From a folder to an archive.

use crate::archive::{self, Entry, Writer};
use crate::content::{Contents, examine, unpacked};
use crate::library;
use crate::path;
use sim_core::diagnostic::{Code, Diagnostic, Diagnostics};
use sim_core::digest::sha256;
use sim_core::files::write_whole;
use sim_core::pack_manifest::{self, Component, Library, Manifest};
use sim_core::packs::target;
use sim_core::plugins::{Describe, PluginHost, SearchPath};
use sim_core::scene::ComponentId;
use sim_project::{Build, BuildEnd, BuildProject};
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

/// Paths of the files that belong to a pack in a folder, in the order of the archive, and what else is there at the top.
///
/// # Errors
/// Names that no pack can have, links, and what the system says.
fn files_of(folder: &Path, manifest: &Manifest) -> Result<(Vec<String>, Vec<String>), Diagnostics> {
    let mut files = vec![pack_manifest::FILE.to_owned()];
    files.extend(manifest.icon.clone());
    let (mut others, mut findings) = (Vec::new(), Diagnostics::new());
    for name in names(folder).map_err(|error| unreadable(folder, &error))? {
        let (path, lower) = (folder.join(&name), name.to_lowercase());
        let is_document = FILES.iter().any(|start| lower.starts_with(start)) && path.is_file();
        if FOLDERS.contains(&name.as_str()) && path.is_dir() {
            below(folder, &name, &mut files, &mut findings)?;
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
            let message = say!("build-path", "a file cannot be put into a pack");
            findings.push(
                Diagnostic::error(Code::PackPath, message)
                    .with_file(folder.join(file).display().to_string())
                    .with_found(rule),
            );
        }
    }
    if findings.has_errors() { Err(findings) } else { Ok((files, others)) }
}

fn names(folder: &Path) -> std::io::Result<Vec<String>> {
    let entries = std::fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
    let mut names: Vec<String> = entries.iter().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    Ok(names)
}

/// Adds all files below a folder of a pack; those whose names begin with a dot are left out.
fn below(pack: &Path, folder: &str, files: &mut Vec<String>, findings: &mut Diagnostics) -> Result<(), Diagnostics> {
    for name in names(&pack.join(folder)).map_err(|error| unreadable(&pack.join(folder), &error))? {
        let path = format!("{folder}/{name}");
        let kind = std::fs::symlink_metadata(pack.join(&path))
            .map_err(|error| unreadable(&pack.join(&path), &error))?
            .file_type();
        if name.starts_with('.') {
            continue;
        } else if kind.is_dir() {
            below(pack, &path, files, findings)?;
        } else if kind.is_file() {
            files.push(path);
        } else {
            let message = say!("build-link", "links and devices cannot be put into a pack");
            findings.push(Diagnostic::error(Code::PackPath, message).with_file(pack.join(&path).display().to_string()));
        }
    }
    Ok(())
}

fn unreadable(path: &Path, error: &std::io::Error) -> Diagnostic {
    let message = say!("build-unreadable", "the folder of the pack cannot be read");
    Diagnostic::error(Code::PackContent, message).with_file(path.display().to_string()).with_found(error.to_string())
}

fn unwritable(path: &Path, error: &std::io::Error) -> Diagnostic {
    let message = say!("build-unwritable", "the archive of the pack cannot be written");
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
    let (files, _) = files_of(folder, &manifest)?;
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
    let mut known = manifest.libraries.clone();
    for other in others {
        known.extend(merge(other, &manifest, desk)?);
    }
    let libraries = list(desk, &known, describe)?;
    let manifest = Manifest { libraries, crates: Vec::new(), ..manifest };
    std::fs::write(desk.join(pack_manifest::FILE), manifest.to_text()).map_err(|error| unwritable(to, &error))?;
    let (files, _) = files_of(desk, &manifest)?;
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

/// What a folder of a pack holds, and names at its top that do not become part of it. Its crates are not built.
///
/// # Errors
/// Everything that is wrong with it.
pub fn check_folder(folder: &Path) -> Result<(Contents, Vec<String>), Diagnostics> {
    let manifest = Manifest::of_folder(folder)?;
    let (files, others) = files_of(folder, &manifest)?;
    let size = |path: &String| {
        let entry = std::fs::metadata(folder.join(path)).map(|data| Entry { path: path.clone(), size: data.len() });
        entry.map_err(|error| unreadable(&folder.join(path), &error))
    };
    let entries = files.iter().map(size).collect::<Result<Vec<Entry>, _>>()?;
    let mut findings = Diagnostics::new();
    for name in &manifest.crates {
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

/// Copies a file of a pack.
fn put(from: &Path, desk: &Path, path: &str) -> Result<(), Diagnostic> {
    let to = desk.join(path);
    let copied = std::fs::create_dir_all(to.parent().unwrap_or(desk)).and_then(|()| std::fs::copy(from, &to));
    copied.map(drop).map_err(|error| unreadable(from, &error))
}

/// The archive of files in a folder.
fn pack(folder: &Path, files: &[Entry]) -> std::io::Result<Vec<u8>> {
    let mut writer = Writer::new(Vec::new());
    for Entry { path, size } in files {
        writer.add(path, *size, &mut File::open(folder.join(path))?)?;
    }
    writer.finish()
}

fn not_built(folder: &Path, name: &str) -> Diagnostic {
    Diagnostic::error(Code::PackBuild, say!("build-failed", "a library of the pack could not be built"))
        .with_file(folder.join(name).display().to_string())
}

/// How a crate of the pack is built.
fn project_of(folder: &Path, name: &str) -> Result<BuildProject, Diagnostic> {
    path::check(name).map_err(|rule| not_built(folder, name).with_found(rule))?;
    let project = BuildProject::at(&folder.join(name)).map(|project| BuildProject { release: true, ..project });
    project.ok_or_else(|| {
        not_built(folder, name)
            .with_expected(say!("build-no-project", "a folder with a `Cargo.toml`, a `Makefile` or a `CMakeLists.txt`"))
    })
}

/// Builds a crate of the pack; its libraries.
fn built(folder: &Path, name: &str) -> Result<Vec<PathBuf>, Diagnostics> {
    let project = project_of(folder, name)?;
    let build = Build::start(project, || ())?;
    let end = loop {
        match build.end() {
            Some(end) => break end,
            None => std::thread::sleep(std::time::Duration::from_millis(20)),
        }
    };
    let libraries = match end {
        BuildEnd::Built(libraries) => libraries,
        _ => Vec::new(),
    };
    if !libraries.is_empty() {
        return Ok(libraries);
    }
    let told: Vec<String> = build.look(|progress| {
        let messages = progress.messages.iter().map(|message| message.text.clone());
        messages.chain(progress.lines.iter().rev().take(10).rev().cloned()).collect()
    });
    let help = say!("build-failed-help", "run its build in that folder and mend what the compiler says");
    Err(not_built(folder, name).with_found(told.join("\n")).with_help(help).into())
}

/// Takes the libraries out of an archive of the same pack that was made elsewhere; their entries.
fn merge(other: &Path, manifest: &Manifest, desk: &Path) -> Result<Vec<Library>, Diagnostics> {
    let file = File::open(other).map_err(|error| unreadable(other, &error))?;
    let apart = tempfile::tempdir().map_err(|error| unreadable(other, &error))?;
    let contents = unpacked(BufReader::new(file), &other.display().to_string(), apart.path())?;
    let theirs = &contents.manifest;
    if (&theirs.name, &theirs.version) != (&manifest.name, &manifest.version) {
        let message = say!("build-other-pack", "the archive is one of another pack or version");
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

/// The list of all libraries in a folder. What those for this machine hold is asked; of the others it is what `known` says.
fn list(desk: &Path, known: &[Library], describe: &Describe) -> Result<Vec<Library>, Diagnostics> {
    let mut files = Vec::new();
    if desk.join("lib").is_dir() {
        below(desk, "lib", &mut files, &mut Diagnostics::new())?;
    }
    let own = target();
    let mut host = PluginHost::describing(SearchPath::only([desk.join("lib").join(&own)]), describe.clone())?;
    host.load_all();
    let mut libraries = Vec::new();
    for file in files {
        let of = file.split('/').nth(1).unwrap_or_default().to_owned();
        let bytes = std::fs::read(desk.join(&file)).map_err(|error| unreadable(&desk.join(&file), &error))?;
        let abi = library::abi_of(Path::new(&file), &bytes, &of)?;
        let sha256 = sha256(&bytes);
        let here =
            (of == own).then(|| host.libraries().iter().find(|library| library.file == desk.join(&file))).flatten();
        let components = match here {
            Some(library) => {
                let component = |(kind, id): &(sim_abi::declare::Kind, String)| Component {
                    kind: kind.word().to_owned(),
                    id: ComponentId(id.clone()),
                };
                library.ids().iter().map(component).collect()
            }
            None if of == own => return Err(host.failures().cloned().collect()),
            None => {
                let known = known.iter().find(|known| known.file == file && known.sha256 == sha256);
                known.map(|known| known.components.clone()).unwrap_or_default()
            }
        };
        libraries.push(Library { target: of, file, abi, sha256, components });
    }
    Ok(libraries)
}
