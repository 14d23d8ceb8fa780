//! The packs installed for a user.
//!
//! ```text
//! packs/
//!   lock                                     held by whoever changes something
//!   installed/PUBLISHER/NAME/VERSION.json    one record per version; it is written last and removed first
//!   contents/SHA-256/archive.simpack         the archive, byte for byte
//!   contents/SHA-256/files/                  what is in it
//!   keys/PUBLISHER.pub                       public keys that are trusted
//!   staging/                                 what is not yet known to be whole, and what is about to go
//!   cache/                                   the last lists of indexes on the network
//! ```
//!
//! A version is installed if its record exists, and then its contents are complete: they are moved into place as one folder before the
//! record is written. Incomplete data left by a killed program is removed at the next change of the store.

use crate::archive;
use crate::built::BuiltHere;
use crate::content::{Contents, Use, examine, unpacked, usable};
use crate::staging::{self, Staging};
use crate::work::{Watched, Work};
use sim_core::diagnostic::{Code, Diagnostic, Diagnostics};
use sim_core::digest::sha256;
use sim_core::files::{remove_unsaved, write_whole};
use sim_core::pack_manifest::{Library, Manifest};
use sim_core::packs::{
    BuiltLibrary, Candidate, Installed, InstalledPack, PackName, Requirement, Signer, Unsolved, Version, solve, target,
};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// Maximum size of an archive, bytes.
pub(crate) const LARGEST_ARCHIVE: u64 = 1 << 30;

/// A user's pack store.
#[derive(Clone, Debug)]
pub struct Store {
    folder: PathBuf,
}

/// An archive that has been read and checked.
#[derive(Clone, Debug)]
pub struct Archive {
    /// Its file, as specified.
    pub name: String,
    /// Its content.
    pub bytes: Vec<u8>,
    /// SHA-256 of the content.
    pub sha256: String,
    /// The pack's contents.
    pub contents: Contents,
}

impl Archive {
    /// Reads and checks an archive. It is unpacked into a temporary folder, which is removed afterward.
    ///
    /// # Errors
    /// All problems with the archive.
    pub fn open(file: &Path) -> Result<Self, Diagnostics> {
        Self::open_with(file, &Work::default())
    }

    /// As [`Archive::open`], with progress and cancellation.
    ///
    /// # Errors
    /// As [`Archive::open`].
    pub fn open_with(file: &Path, work: &Work) -> Result<Self, Diagnostics> {
        Self::open_as(file, &file.display().to_string(), work)
    }

    /// As [`Archive::open_with`], with a name other than that of its file.
    pub(crate) fn open_as(file: &Path, name: &str, work: &Work) -> Result<Self, Diagnostics> {
        let name = name.to_owned();
        let bytes = read_archive(file)?;
        work.begin(file.file_name().unwrap_or(file.as_os_str()).to_string_lossy().into_owned(), bytes.len())?;
        let staging = tempfile::tempdir().map_err(|error| no_temporary(&error))?;
        let contents = unpacked(Watched::new(&bytes, work), &name, staging.path())?;
        Ok(Self { sha256: sha256(&bytes), name, bytes, contents })
    }

    /// The icon of the pack, a PNG file; `None` if missing.
    pub fn icon(&self) -> Option<Vec<u8>> {
        let icon = self.contents.manifest.icon.as_ref()?;
        let mut found = None;
        let read = archive::read(&self.bytes[..], &mut |entry, content| {
            if entry.path == *icon {
                let mut bytes = Vec::new();
                found = content.read_to_end(&mut bytes).ok().map(|_| bytes);
            }
            Ok(())
        });
        read.ok().and(found)
    }
}

/// Diagnostic: no temporary folder is available.
pub(crate) fn no_temporary(error: &std::io::Error) -> Diagnostic {
    let message = "no temporary folder available for unpacking a pack";
    Diagnostic::error(Code::PackStore, message).with_found(error.to_string())
}

/// A pack to install.
#[derive(Clone, Debug)]
pub struct Install<'a> {
    /// Its archive.
    pub archive: &'a Archive,
    /// Its signer; `None` if it is unsigned.
    pub signer: Option<Signer>,
    /// Its source, for the record.
    pub source: &'a str,
    /// Whether the user requested it.
    pub wanted: bool,
    /// Its libraries, if they were built locally.
    pub built: Option<&'a BuiltHere>,
}

/// Result of removing packs.
#[derive(Clone, Debug, Default)]
pub struct Removed {
    /// Removed packs: the requested ones, and dependencies that only these needed.
    pub packs: Vec<InstalledPack>,
    /// Freed space, bytes.
    pub bytes: u64,
}

/// A pack that has been unpacked and checked.
struct Unpacked {
    staging: Staging,
    contents: Contents,
    sha256: String,
    source: String,
    signer: Option<Signer>,
    wanted: bool,
    built: Vec<BuiltLibrary>,
}

impl Store {
    /// The store of the current user.
    ///
    /// # Errors
    /// When the platform does not define a location for it.
    pub fn of_user() -> Result<Self, Diagnostic> {
        let folder = sim_core::packs::folder(sim_core::files::user_folder()).ok_or_else(|| {
            let help = "set HOME, or set SIM_PACKS to a folder";
            Diagnostic::error(Code::PackStore, "no folder available for packs").with_help(help)
        })?;
        Ok(Self::at(folder))
    }

    /// The store in a folder, which need not exist.
    pub fn at(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// Its folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Folder of the cached lists of remote indexes.
    pub(crate) fn cache(&self) -> PathBuf {
        self.folder.join("cache")
    }

    /// The installed packs.
    pub fn installed(&self) -> Installed {
        Installed::read(&self.folder)
    }

    /// Installs packs, all or none. Versions that are already installed are left unchanged. Returns the records of these packs.
    ///
    /// # Errors
    /// All problems with an archive; an installed pack with the same version but different content; unsatisfied dependencies.
    pub fn install(&self, packs: &[Install<'_>]) -> Result<Vec<InstalledPack>, Diagnostics> {
        self.install_with(packs, &Work::default())
    }

    /// As [`Store::install`], with progress; can be canceled until the first pack is in place.
    ///
    /// # Errors
    /// As [`Store::install`].
    pub fn install_with(&self, packs: &[Install<'_>], work: &Work) -> Result<Vec<InstalledPack>, Diagnostics> {
        self.install_between(packs, &|| Ok(()), &|| (), work)
    }

    /// As [`Store::install_with`]. `first` runs under the store's lock, when only I/O errors can still occur; `undo` runs if one does occur
    /// before anything is in place.
    pub(crate) fn install_between(
        &self,
        packs: &[Install<'_>],
        first: &dyn Fn() -> Result<(), Diagnostic>,
        undo: &dyn Fn(),
        work: &Work,
    ) -> Result<Vec<InstalledPack>, Diagnostics> {
        let unpacked: Vec<Unpacked> = packs.iter().map(|pack| self.unpack(pack, work)).collect::<Result<_, _>>()?;
        let _lock = self.locked()?;
        let before = self.installed();
        let manifests: Vec<&Manifest> = unpacked.iter().map(|pack| &pack.contents.manifest).collect();
        unpacked.iter().try_for_each(|pack| is_no_other(&pack.contents.manifest, &pack.sha256, &before))?;
        needs_are_met(&manifests, &before)?;
        work.go_on()?;
        first()?;
        let mut done = Vec::new();
        for pack in unpacked {
            let put = self.put(pack, &before).map_err(|error| self.failed(&error));
            if put.is_err() && done.is_empty() {
                undo();
            }
            done.push(put?);
        }
        self.clean();
        Ok(done)
    }

    /// Copies an archive to the staging folder, unpacks it and checks its contents.
    fn unpack(&self, pack: &Install<'_>, work: &Work) -> Result<Unpacked, Diagnostics> {
        let Archive { name, bytes, sha256, contents } = pack.archive;
        work.begin(format!("{} {}", contents.manifest.name, contents.manifest.version), bytes.len())?;
        let staging = self.staging()?;
        let whole = staging.path().join("whole");
        let files = whole.join("files");
        std::fs::create_dir_all(&files).map_err(|error| self.failed(&error))?;
        let contents = unpacked(Watched::new(bytes, work), name, &files)?;
        let use_of = usable(&contents.manifest).map_err(|finding| finding.with_file(name))?;
        let built = match (use_of, pack.built) {
            (Use::AsItIs, _) => Vec::new(),
            (Use::Built, Some(here)) => {
                here.put(&files)?;
                let record = |library: &Library| BuiltLibrary {
                    file: library.file.clone(),
                    sha256: library.sha256.clone(),
                    components: library.components.iter().map(|one| format!("{} {}", one.kind, one.id)).collect(),
                };
                here.libraries.iter().map(record).collect()
            }
            (Use::Built, None) if self.has_built(pack.archive) => Vec::new(),
            (Use::Built, None) => return Err(to_be_built(&contents.manifest).with_file(name).into()),
        };
        let archive = whole.join("archive.simpack");
        std::fs::write(&archive, bytes)
            .and_then(|()| File::open(&archive)?.sync_all())
            .map_err(|error| self.failed(&error))?;
        let (sha256, source) = (sha256.clone(), pack.source.to_owned());
        Ok(Unpacked { staging, contents, sha256, source, signer: pack.signer.clone(), wanted: pack.wanted, built })
    }

    /// Whether an archive is installed with locally built libraries.
    fn has_built(&self, archive: &Archive) -> bool {
        let is_it = |pack: &InstalledPack| pack.sha256 == archive.sha256 && !pack.built.is_empty();
        self.installed().packs().iter().any(is_it)
    }

    /// A staging folder for incomplete data.
    pub(crate) fn staging(&self) -> Result<Staging, Diagnostic> {
        // Leftovers are removed under this lock; holding it protects a folder that is just being created.
        let _lock = self.locked()?;
        Staging::new(&self.folder.join("staging")).map_err(|error| self.failed(&error))
    }

    /// Moves a pack into place and writes its record.
    fn put(&self, pack: Unpacked, before: &Installed) -> std::io::Result<InstalledPack> {
        let manifest = &pack.contents.manifest;
        let known = before.of(&manifest.name).find(|known| known.version == manifest.version);
        let built = known.filter(|_| pack.built.is_empty()).map_or(pack.built, |known| known.built.clone());
        let mut targets = BTreeSet::from_iter(manifest.targets());
        targets.extend((!built.is_empty()).then(target));
        let libraries = manifest.libraries.iter().map(|library| (library.file.clone(), library.sha256.clone()));
        let record = InstalledPack {
            name: manifest.name.clone(),
            version: manifest.version.clone(),
            sha256: pack.sha256.clone(),
            requires: manifest.requires.clone(),
            targets: targets.into_iter().collect(),
            wanted: pack.wanted || known.is_some_and(|known| known.wanted),
            source: pack.source.clone(),
            signer: pack.signer.clone().or_else(|| known.and_then(|known| known.signer.clone())),
            in_process: known.is_some_and(|known| known.in_process),
            built,
            libraries: Some(libraries.collect()),
            size: pack.contents.size(),
            folder: Installed::folder_of(&self.folder, &pack.sha256),
        };
        let place = self.folder.join("contents").join(&pack.sha256);
        if known.is_none() || !place.is_dir() {
            std::fs::create_dir_all(self.folder.join("contents"))?;
            if place.is_dir() {
                // A program was killed before it wrote the record. Locally built libraries may differ.
                std::fs::rename(&place, pack.staging.path().join("away"))?;
            }
            pack.staging.keep("whole", &place)?;
        }
        self.write_record(&record)?;
        Ok(record)
    }

    fn record_file(&self, name: &PackName, version: &Version) -> PathBuf {
        self.folder.join("installed").join(name.publisher()).join(name.name()).join(format!("{version}.json"))
    }

    fn write_record(&self, record: &InstalledPack) -> std::io::Result<()> {
        let file = self.record_file(&record.name, &record.version);
        std::fs::create_dir_all(file.parent().unwrap_or(&self.folder))?;
        write_whole(&file, &serde_json::to_vec_pretty(record)?)
    }

    /// Removes the versions that match a requirement, and dependencies that only they needed.
    ///
    /// # Errors
    /// No match; another pack depends on it.
    pub fn remove(&self, what: &Requirement) -> Result<Removed, Diagnostics> {
        let _lock = self.locked()?;
        let installed = self.installed();
        let named = |pack: &&InstalledPack| pack.name == what.name && what.covers(&pack.version);
        let chosen: Vec<&InstalledPack> = installed.packs().iter().filter(named).collect();
        if chosen.is_empty() {
            return Err(no_match(what, &installed).into());
        }
        let mut staying: Vec<&InstalledPack> = installed.packs().iter().filter(|pack| !chosen.contains(pack)).collect();
        let needs = |pack: &&InstalledPack| pack.requires.iter().any(|requirement| !is_met(requirement, &staying));
        if let Some(needs) =
            staying.iter().copied().find(|pack| pack.requires.iter().any(|one| one.name == what.name) && needs(pack))
        {
            let message = format!("another pack depends on `{name}`", name = what.name);
            let help = format!("remove the other pack first: `sim pack remove {name}`", name = needs.name);
            let finding = Diagnostic::error(Code::PackConflict, message).with_help(help);
            return Err(finding.with_found(format!("{} {}", needs.name, needs.version)).into());
        }
        // Also remove unused dependencies that the user has not requested.
        let mut gone = chosen;
        loop {
            let needed = |pack: &InstalledPack| {
                staying
                    .iter()
                    .any(|other| other.requires.iter().any(|one| one.name == pack.name && one.covers(&pack.version)))
            };
            let Some(at) = staying.iter().position(|pack| !pack.wanted && !needed(pack)) else { break };
            gone.push(staying.remove(at));
        }
        let mut removed = Removed::default();
        for pack in gone {
            std::fs::remove_file(self.record_file(&pack.name, &pack.version)).map_err(|error| self.failed(&error))?;
            removed.bytes += pack.size;
            removed.packs.push(pack.clone());
        }
        self.clean();
        Ok(removed)
    }

    /// The newest installed version that matches a requirement.
    ///
    /// # Errors
    /// No match.
    pub fn find(&self, what: &Requirement) -> Result<InstalledPack, Diagnostic> {
        let installed = self.installed();
        let released = installed.of(&what.name).find(|pack| what.range.matches(&pack.version));
        let found = released.or_else(|| installed.of(&what.name).find(|pack| what.covers(&pack.version)));
        found.cloned().ok_or_else(|| no_match(what, &installed))
    }

    /// Sets whether the libraries of the matching versions of a pack run in-process. Returns these versions.
    ///
    /// # Errors
    /// No match; I/O errors.
    pub fn set_in_process(&self, what: &Requirement, in_process: bool) -> Result<Vec<InstalledPack>, Diagnostic> {
        let _lock = self.locked()?;
        let installed = self.installed();
        let mut changed = Vec::new();
        for pack in installed.of(&what.name).filter(|pack| what.covers(&pack.version)) {
            let pack = InstalledPack { in_process, ..pack.clone() };
            self.write_record(&pack).map_err(|error| self.failed(&error))?;
            changed.push(pack);
        }
        if changed.is_empty() { Err(no_match(what, &installed)) } else { Ok(changed) }
    }

    /// Compares the files of an installed pack with its archive.
    ///
    /// # Errors
    /// The changed files.
    pub fn verify(&self, pack: &InstalledPack) -> Result<Contents, Diagnostics> {
        let archive = self.folder.join("contents").join(&pack.sha256).join("archive.simpack");
        let bytes = std::fs::read(&archive).map_err(|error| self.failed(&error))?;
        let changed = |file: &str| {
            Diagnostic::error(Code::PackContent, "a file of an installed pack was changed")
                .with_file(file.to_owned())
                .with_found(format!("{} {}", pack.name, pack.version))
                .with_help(format!("reinstall it after `sim pack remove {name}`", name = pack.name))
        };
        if sha256(&bytes) != pack.sha256 {
            return Err(changed(&archive.display().to_string()).into());
        }
        let mut findings = Diagnostics::new();
        let built: BTreeMap<&str, &str> = pack.built.iter().map(|library| (&*library.file, &*library.sha256)).collect();
        for (file, digest) in &built {
            let path = pack.folder.join(file);
            if !is_regular(&path) || !std::fs::read(&path).is_ok_and(|bytes| sha256(&bytes) == **digest) {
                findings.push(changed(&path.display().to_string()));
            }
        }
        let entries = archive::read(&bytes[..], &mut |entry, content| {
            if built.contains_key(entry.path.as_str()) {
                return Ok(());
            }
            let file = pack.folder.join(&entry.path);
            let mut wanted = Vec::new();
            content.read_to_end(&mut wanted).map_err(|error| self.failed(&error))?;
            if !is_regular(&file) || wanted != std::fs::read(&file).unwrap_or_default() {
                findings.push(changed(&file.display().to_string()));
            }
            Ok(())
        })?;
        let known = entries.iter().map(|entry| &*entry.path).chain(built.keys().copied());
        let known: BTreeSet<PathBuf> = known.map(|path| pack.folder.join(path)).collect();
        let there = files_below(&pack.folder).map_err(|error| self.failed(&error))?;
        there
            .iter()
            .filter(|file| !known.contains(*file))
            .for_each(|file| findings.push(changed(&file.display().to_string())));
        if findings.has_errors() { Err(findings) } else { examine(&pack.folder, entries) }
    }

    /// The archive of an installed pack.
    pub fn archive(&self, pack: &InstalledPack) -> PathBuf {
        self.folder.join("contents").join(&pack.sha256).join("archive.simpack")
    }

    /// Locks the store for writing; waits while another process holds the lock.
    pub(crate) fn locked(&self) -> Result<File, Diagnostic> {
        let open = || {
            std::fs::create_dir_all(&self.folder)?;
            let lock = File::options().create(true).truncate(false).write(true).open(self.folder.join("lock"))?;
            lock.lock()?;
            Ok(lock)
        };
        open().map_err(|error: std::io::Error| self.failed(&error))
    }

    /// Removes contents without a record and leftovers of other programs. The store must be locked.
    fn clean(&self) {
        let (contents, staging) = (self.folder.join("contents"), self.folder.join("staging"));
        let installed = self.installed();
        // An unreadable record may belong to any of them.
        if installed.unreadable().is_empty() {
            let known: BTreeSet<&str> = installed.packs().iter().map(|pack| pack.sha256.as_str()).collect();
            for entry in std::fs::read_dir(&contents).into_iter().flatten().flatten() {
                if !known.contains(entry.file_name().to_string_lossy().as_ref())
                    && let Ok(away) = Staging::new(&staging)
                {
                    // Moved first: a folder in `contents` is either complete or absent.
                    let _ = std::fs::rename(entry.path(), away.path().join("away"));
                }
            }
        }
        staging::sweep(&staging);
        [self.folder.clone(), self.folder.join("keys")].iter().for_each(|folder| remove_unsaved(folder));
        // Unfinished records, and folders without versions.
        for publisher in std::fs::read_dir(self.folder.join("installed")).into_iter().flatten().flatten() {
            for name in std::fs::read_dir(publisher.path()).into_iter().flatten().flatten() {
                remove_unsaved(&name.path());
                let _ = std::fs::remove_dir(name.path());
            }
            let _ = std::fs::remove_dir(publisher.path());
        }
    }

    pub(crate) fn failed(&self, error: &std::io::Error) -> Diagnostic {
        Diagnostic::error(Code::PackStore, "the pack store cannot be read or written")
            .with_file(self.folder.display().to_string())
            .with_found(error.to_string())
            .with_help("check disk space and permissions; SIM_PACKS sets another folder")
    }
}

/// Diagnostic: a pack must be built before it can be installed.
pub(crate) fn to_be_built(manifest: &Manifest) -> Diagnostic {
    let message = "the pack does not have a library for this machine and must be built from its sources";
    Diagnostic::error(Code::PackTarget, message)
        .with_expected(target())
        .with_found(manifest.targets().join(", "))
        .with_help("build it with `sim pack install --build`, confined to its own folder and without network access")
}

fn read_archive(archive: &Path) -> Result<Vec<u8>, Diagnostic> {
    sim_core::files::read_regular(archive, LARGEST_ARCHIVE).map_err(|error| {
        Diagnostic::error(Code::PackArchive, "the archive cannot be read")
            .with_file(archive.display().to_string())
            .with_found(error.reason(LARGEST_ARCHIVE))
    })
}

/// All files below a folder.
fn files_below(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        match entry.file_type()?.is_dir() {
            true => files.extend(files_below(&entry.path())?),
            false => files.push(entry.path()),
        }
    }
    Ok(files)
}

/// Checks that a version has the same content as the installed one.
pub(crate) fn is_no_other(manifest: &Manifest, sha256: &str, before: &Installed) -> Result<(), Diagnostic> {
    // Build metadata (after `+`) does not make a different version.
    let is_it = |known: &&InstalledPack| known.version.cmp_precedence(&manifest.version).is_eq();
    match before.of(&manifest.name).find(|known| is_it(known) && known.sha256 != sha256) {
        None => Ok(()),
        Some(known) => {
            let message = format!(
                "`{name}` {version} is installed with a different SHA-256: a published version must not change",
                name = manifest.name,
                version = manifest.version
            );
            Err(Diagnostic::error(Code::PackConflict, message)
                .with_expected(known.sha256.clone())
                .with_found(sha256.to_owned())
                .with_help(format!(
                    "remove your own pack with `sim pack remove {name}@={version}`; for a third-party pack, contact its publisher",
                    name = manifest.name,
                    version = manifest.version
                )))
        }
    }
}

/// Whether the path is a regular file and not a link: the store is self-contained.
fn is_regular(file: &Path) -> bool {
    file.symlink_metadata().is_ok_and(|meta| meta.is_file())
}

fn is_met(requirement: &Requirement, packs: &[&InstalledPack]) -> bool {
    packs.iter().any(|pack| pack.name == requirement.name && requirement.covers(&pack.version))
}

/// Checks that all dependencies of the packs are installed or among them, in compatible versions.
pub(crate) fn needs_are_met(packs: &[&Manifest], before: &Installed) -> Result<(), Diagnostic> {
    let mut known: BTreeMap<PackName, Vec<Candidate>> = BTreeMap::new();
    for pack in before.packs() {
        let candidate = Candidate { version: pack.version.clone(), requires: pack.requires.clone() };
        known.entry(pack.name.clone()).or_default().push(candidate);
    }
    for manifest in packs {
        let candidate = Candidate { version: manifest.version.clone(), requires: manifest.requires.clone() };
        known.entry(manifest.name.clone()).or_default().insert(0, candidate);
    }
    let known: BTreeMap<PackName, Rc<[Candidate]>> = known.into_iter().map(|(name, all)| (name, all.into())).collect();
    for manifest in packs {
        solve(&manifest.requires, &|name| known.get(name).cloned().unwrap_or_default()).map_err(|unsolved| {
            let message = format!("a dependency of the pack {name} is not installed", name = manifest.name);
            let wanted = match unsolved {
                Unsolved::Missing { wanted, .. } => wanted,
                Unsolved::Conflict { other, .. } => other,
                Unsolved::TooMany { wanted } => return wanted.too_many(),
            };
            Diagnostic::error(Code::PackMissing, message)
                .with_expected(wanted.requirement.to_string())
                .with_help("install it first, or both with one `sim pack install`")
        })?;
    }
    Ok(())
}

fn no_match(what: &Requirement, installed: &Installed) -> Diagnostic {
    let message: String = "the pack is not installed".to_string();
    let known: Vec<String> = installed.packs().iter().map(|pack| pack.name.to_string()).collect();
    let versions: Vec<String> = installed.of(&what.name).map(|pack| pack.version.to_string()).collect();
    let finding = Diagnostic::error(Code::PackMissing, message).with_expected(what.to_string());
    match versions.is_empty() {
        true => finding.with_nearest_of(&what.name.to_string(), known.iter().map(String::as_str)),
        false => finding.with_found(versions.join(", ")),
    }
}
