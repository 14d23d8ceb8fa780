//! Checks the files of a pack against its description.

use crate::archive::{self, Entry};
use crate::library;
use sim_core::diagnostic::{Code, Diagnostic, Diagnostics};
use sim_core::digest::sha256;
use sim_core::pack_manifest::{Library, Manifest};
use sim_core::packs::{OWN_PUBLISHER, target};
use std::collections::BTreeSet;
use std::io::BufRead;
use std::path::Path;

/// Maximum size of a pack's icon, bytes.
pub const LARGEST_ICON: u64 = 1 << 20;

/// Maximum number of a pack's dependencies.
pub(crate) const MAX_REQUIRED: usize = 100;

/// Maximum size of a locally built library, bytes.
pub(crate) const LARGEST_LIBRARY: u64 = 256 << 20;

/// Contents of a pack.
#[derive(Clone, Debug)]
pub struct Contents {
    /// Its description.
    pub manifest: Manifest,
    /// Its files, in the order of the archive.
    pub files: Vec<Entry>,
}

impl Contents {
    /// Total size of all files, bytes.
    pub fn size(&self) -> u64 {
        self.files.iter().map(|file| file.size).sum()
    }

    /// Files in a folder of the pack with one of these extensions.
    fn files_in<'a>(&'a self, folder: &'a str, endings: &'a [&str]) -> impl Iterator<Item = &'a str> {
        let paths = self.files.iter().map(|file| file.path.as_str());
        paths.filter(move |path| {
            path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
                && endings.iter().any(|ending| path.ends_with(ending))
        })
    }

    /// Its scenes: files in `scenes`. Subfolders contain parts that scenes include.
    pub fn scenes(&self) -> Vec<&str> {
        self.files_in("scenes", &[".ron", ".json"]).filter(|path| path.matches('/').count() == 1).collect()
    }

    /// Its robots: files in `models`.
    pub fn models(&self) -> Vec<&str> {
        self.files_in("models", &[".robot.ron", ".robot.json", ".urdf"]).collect()
    }
}

fn wrong(message: String) -> Diagnostic {
    Diagnostic::error(Code::PackContent, message)
}

/// Checks a pack's files in a folder against its description.
///
/// # Errors
/// All problems found.
pub fn examine(folder: &Path, files: Vec<Entry>) -> Result<Contents, Diagnostics> {
    let manifest = Manifest::of_folder(folder)?;
    let contents = Contents { manifest, files };
    let mut findings = Diagnostics::new();
    license(&contents.manifest, &mut findings);
    requires(&contents.manifest, &mut findings);
    icon(&contents, folder, &mut findings);
    libraries(&contents, folder, &mut findings);
    sources(&contents, &mut findings);
    if findings.has_errors() { Err(findings) } else { Ok(contents) }
}

/// Unpacks an archive with this name into an empty folder and checks its contents.
///
/// # Errors
/// All problems found; those in the folder are reported with the name of the archive.
pub(crate) fn unpacked(bytes: impl BufRead, name: &str, folder: &Path) -> Result<Contents, Diagnostics> {
    let files = archive::unpack(bytes, folder).map_err(|finding| finding.with_file(name))?;
    examine(folder, files).map_err(|findings| {
        findings.into_iter().map(|finding| in_archive(finding, name, folder)).collect::<Diagnostics>()
    })
}

/// Replaces the folder with unpacked files by the archive in a diagnostic.
pub(crate) fn in_archive(mut finding: Diagnostic, archive: &str, files: &Path) -> Diagnostic {
    let shown_path = |file: &str| match Path::new(file).strip_prefix(files) {
        Ok(inside) => format!("{archive}:{}", inside.display()),
        Err(_) => format!("{archive}:{file}"),
    };
    finding.file = Some(finding.file.as_deref().map_or_else(|| archive.to_owned(), shown_path));
    finding.related.iter_mut().for_each(|related| related.file = shown_path(&related.file));
    finding
}

fn requires(manifest: &Manifest, findings: &mut Diagnostics) {
    let count = manifest.requires.len();
    if count > MAX_REQUIRED {
        let message = "the pack has too many dependencies".to_string();
        let expected = format!("at most {MAX_REQUIRED}");
        findings.push(wrong(message).with_path("requires").with_expected(expected).with_found(count.to_string()));
    }
}

fn license(manifest: &Manifest, findings: &mut Diagnostics) {
    if let Err(error) = spdx::Expression::parse(&manifest.license) {
        let message = "`license` is not an SPDX expression".to_string();
        findings.push(
            wrong(message)
                .with_path("license")
                .with_expected("such as `MIT`, `MIT OR Apache-2.0`, `LicenseRef-own`")
                .with_found(format!("`{license}` ({reason})", license = manifest.license, reason = error.reason)),
        );
    }
}

fn icon(contents: &Contents, folder: &Path, findings: &mut Diagnostics) {
    let Some(icon) = &contents.manifest.icon else { return };
    let Some(entry) = contents.files.iter().find(|file| file.path == *icon) else {
        return findings.push(wrong(format!("the `icon` file `{icon}` is missing")).with_path("icon"));
    };
    let begins = sim_core::files::read_regular(&folder.join(icon), LARGEST_ICON).unwrap_or_default();
    if entry.size > LARGEST_ICON || !begins.starts_with(b"\x89PNG\r\n\x1a\n") {
        let message = "invalid icon".to_string();
        let expected = format!("a PNG file of at most {most} KiB", most = LARGEST_ICON >> 10);
        findings.push(wrong(message).with_path("icon").with_expected(expected).with_found(icon.clone()));
    }
}

fn sources(contents: &Contents, findings: &mut Diagnostics) {
    for name in &contents.manifest.sources {
        let is_there = |file: &Entry| file.path.strip_prefix(name.as_str()).is_some_and(|rest| rest.starts_with('/'));
        if crate::path::check(name).is_err() || name.contains('/') || !contents.files.iter().any(is_there) {
            findings.push(wrong(format!("the `sources` folder `{name}` is missing or empty")).with_path("sources"));
        }
    }
}

fn libraries(contents: &Contents, folder: &Path, findings: &mut Diagnostics) {
    let manifest = &contents.manifest;
    let listed: BTreeSet<&str> = manifest.libraries.iter().map(|library| library.file.as_str()).collect();
    for file in contents.files.iter().map(|file| file.path.as_str()) {
        let is_code = file.starts_with("lib/") || [".so", ".dll", ".dylib"].iter().any(|ending| file.ends_with(ending));
        if is_code && !listed.contains(file) {
            let message = format!("the library `{file}` is not in the list `libraries`");
            findings.push(wrong(message).with_help("build the pack with `sim pack build`, which writes this list"));
        }
    }
    if listed.len() < manifest.libraries.len() {
        findings.push(wrong("duplicate entry in `libraries`".to_string()).with_path("libraries"));
    }
    let mut ids = BTreeSet::new();
    for (number, library) in manifest.libraries.iter().enumerate() {
        let path = format!("libraries[{number}]");
        if let Err(finding) = one_library(contents, folder, library) {
            findings.push(finding.with_path(&path));
        }
        for component in &library.components {
            if let Err(message) = own_id(manifest, &component.id.0) {
                let help = format!(
                    "change the id in the code of the library `{file}` and in the files that reference it",
                    file = library.file
                );
                findings.push(wrong(message).with_path(&path).with_found(component.id.0.clone()).with_help(help));
            }
            if !ids.insert((&library.target, &component.kind, &component.id.0)) {
                let message = format!("two libraries of the pack define `{id}`", id = component.id.0);
                findings.push(wrong(message).with_path(&path));
            }
        }
    }
}

/// Checks that a component of a pack may have this id.
///
/// # Errors
/// The violated rule.
pub fn own_id(manifest: &Manifest, id: &str) -> Result<(), String> {
    let family = manifest.name.family();
    let is_own = id.strip_prefix(&family).is_some_and(|rest| rest.starts_with('/'));
    if is_own || (manifest.name.publisher() == OWN_PUBLISHER && !id.split('/').next().unwrap_or_default().contains('.'))
    {
        return Ok(());
    }
    Err(format!("component ids of this pack must begin with `{family}/`"))
}

fn one_library(contents: &Contents, folder: &Path, library: &Library) -> Result<(), Diagnostic> {
    let Library { target: of, file, abi, sha256: digest, .. } = library;
    let is_target =
        of.split('-').count() >= 2 && of.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte));
    let in_place = file
        .strip_prefix("lib/")
        .and_then(|rest| rest.strip_prefix(of.as_str()))
        .is_some_and(|rest| rest.strip_prefix('/').is_some_and(|name| !name.is_empty() && !name.contains('/')));
    if !is_target || !in_place {
        return Err(wrong(format!("the library `{file}` is not in `lib/{of}`")));
    }
    if !contents.files.iter().any(|entry| entry.path == *file) {
        return Err(wrong(format!("the file `{file}` is missing")));
    }
    let path = folder.join(file);
    let bytes = std::fs::read(&path)
        .map_err(|error| wrong(format!("the library `{file}` cannot be read")).with_found(error.to_string()))?;
    if sha256(&bytes) != *digest {
        return Err(wrong(format!("the SHA-256 of the library `{file}` differs from the list"))
            .with_expected(digest.clone())
            .with_found(sha256(&bytes))
            .with_help("do not use the pack; get it again from its publisher"));
    }
    let stamped = library::abi_of(Path::new(file), &bytes, of)?;
    if stamped != *abi {
        let message = format!("the interface (ABI) of the library `{file}` differs from the list");
        return Err(wrong(message).with_expected(abi.clone()).with_found(stamped));
    }
    Ok(())
}

/// How this program can use the code of a pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// As is: without code, or with a library for this platform and ABI.
    AsItIs,
    /// After building its libraries from source.
    Built,
}

/// How this program can use the code of a pack.
///
/// # Errors
/// The platforms or ABI versions of its libraries, if it lacks sources.
pub fn usable(manifest: &Manifest) -> Result<Use, Diagnostic> {
    let target = target();
    let mut here = manifest.libraries.iter().filter(|library| library.target == target).peekable();
    let has_code = !manifest.libraries.is_empty() || !manifest.sources.is_empty();
    if !has_code || (here.peek().is_some() && here.all(|library| library::fitting(library).is_ok())) {
        return Ok(Use::AsItIs);
    }
    if !manifest.sources.is_empty() {
        return Ok(Use::Built);
    }
    manifest.libraries.iter().filter(|library| library.target == target).try_for_each(library::fitting)?;
    Err(Diagnostic::error(Code::PackTarget, "the pack does not have a library for this machine")
        .with_expected(target)
        .with_found(manifest.targets().join(", "))
        .with_help("contact its publisher"))
}
