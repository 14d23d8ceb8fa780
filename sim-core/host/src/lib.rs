//! The plugin host: finds libraries, loads them from private copies, maps components to libraries, and reloads changed
//! files.
//!
//! A bad library does not affect the others: it becomes a row of the [report](PluginHost::rows) with a diagnostic, and the
//! others load. If requested, libraries are described without running their code ([`Describe`]); their code is loaded when
//! one of their components is used. Libraries are never unloaded, because their function pointers, statics and thread-locals may be
//! anywhere; a reload loads a new copy next to the old one. See `docs/decisions/0004-libraries-are-checked-before-they-run.md`.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![deny(missing_docs)]

mod arrival;
mod claims;
mod describe;
pub mod float_state;
mod ids;
mod inspect;
mod instance;
mod isolation;
mod library;
mod library_cache;
pub mod limits;
mod manifest;
mod open;
mod platform;
mod search;
mod tables;
#[cfg(feature = "watch")]
mod watch;

pub use arrival::{Arrival, Arrivals};
pub use describe::{COMMAND, DEADLINE, Describe, describe_confined, describe_for_parent};
pub use ids::known_components;
pub use inspect::{LibraryFile, library_file};
pub use instance::{Declarations, Instance, robot_model};
pub use isolation::{
    COMMAND as HOST_COMMAND, CONFINED_COMMAND, Chosen, Confined, EXAMINE_COMMAND, Isolation, messages_about_solids,
    run_confined, serve_examination, serve_parent,
};
pub use isolation::{any as any_isolated, batch};
use library::Checked;
pub use library::PluginLibrary;
use open::Copies;
pub use search::{Folder, Origin, PROJECT_FILE, SearchPath, project_of};
pub use tables::{Stepped, Table};
#[cfg(feature = "watch")]
pub use watch::FolderWatch;

use sim_abi::declare::{ComponentInfo, Kind};
use sim_abi::ffi::module::Module;
use sim_diagnostics::{Code, Diagnostic, Diagnostics};
use sim_files::packs::InstalledPack;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Help for a library that is in use and whose file has been deleted.
const GONE_HELP: &str = "the loaded version is used until the program ends; restore the file to be able to change it";

/// Load status of a file.
#[derive(Clone, Debug)]
pub enum Status {
    /// The manifest has been read, so the components can be used; the code is loaded when one of them is.
    Registered,
    /// Refused.
    Failed(Box<Diagnostic>),
    /// Skipped, with the reason.
    Skipped(String),
    /// Skipped: a copy of this file.
    Copy(PathBuf),
    /// The file was deleted; its loaded code stays in use until the program ends.
    Gone,
}

impl Status {
    /// Why the file is not used, or not in its current version; `None` if it is used or its diagnostic explains why not.
    pub fn reason(&self) -> Option<String> {
        match self {
            Status::Registered | Status::Failed(_) => None,
            Status::Skipped(reason) => Some(reason.clone()),
            Status::Copy(of) => Some(format!("a copy of {file}", file = of.display())),
            Status::Gone => Some(GONE_HELP.into()),
        }
    }
}

/// One file of the load report.
#[derive(Clone, Debug)]
pub struct Row {
    /// The file.
    pub file: PathBuf,
    /// Its load status.
    pub status: Status,
}

/// Result of a reload.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reload {
    /// Components that now come from a new library: kind and id.
    pub changed: Vec<(Kind, String)>,
    /// Whether the file was not known before.
    pub new_file: bool,
}

/// A component and the library that offers it.
#[derive(Clone)]
pub struct Offer {
    /// The library.
    pub library: Arc<PluginLibrary>,
    /// Index of the component in the library's list.
    place: usize,
}

impl Offer {
    /// The component.
    pub fn info(&self) -> &ComponentInfo {
        &self.library.manifest().components[self.place]
    }

    /// Description of the component, translated into the current language if available.
    pub fn help(&self) -> &str {
        self.library.say(&self.info().help)
    }

    /// Its kind.
    pub fn kind(&self) -> Kind {
        self.library.ids()[self.place].0
    }

    /// Its id.
    pub fn id(&self) -> &str {
        &self.library.ids()[self.place].1
    }
}

/// Finds, loads and manages plugins.
pub struct PluginHost {
    search: SearchPath,
    describe: Describe,
    isolation: Isolation,
    copies: Copies,
    libraries: Vec<Arc<PluginLibrary>>,
    /// Digests of the files in the installation's folder.
    installed: BTreeSet<String>,
    rows: Vec<Row>,
}

impl PluginHost {
    /// A host without plugins, which describes libraries in-process.
    ///
    /// # Errors
    /// When the system does not provide a temporary folder for private copies.
    pub fn new(search: SearchPath) -> Result<Self, Diagnostic> {
        Self::describing(search, Describe::InThisProcess)
    }

    /// A host without plugins, which describes libraries as specified.
    ///
    /// # Errors
    /// As [`PluginHost::new`].
    pub fn describing(search: SearchPath, describe: Describe) -> Result<Self, Diagnostic> {
        let folder = |parent: PathBuf| tempfile::Builder::new().prefix("simwright-plugins-").tempdir_in(parent);
        let made: Vec<_> = platform::copy_folders().into_iter().map(folder).collect();
        let cause = made.iter().find_map(|folder| folder.as_ref().err()).map(ToString::to_string);
        let copies: Vec<_> = made.into_iter().filter_map(Result::ok).collect();
        if copies.is_empty() {
            return Err(Diagnostic::error(
                Code::PluginUnreadable,
                "no temporary folder available for copies of plugins",
            )
            .with_found(cause.unwrap_or_default())
            .with_help("make the system's temporary folder writable, or set TMPDIR to a writable folder"));
        }
        let (copies, installed) = (Arc::new(copies), BTreeSet::new());
        let isolation = Isolation::default();
        Ok(Self { search, describe, isolation, copies, libraries: Vec::new(), installed, rows: Vec::new() })
    }

    /// Sets which libraries are isolated. Applies to libraries loaded from now on.
    pub fn isolate(&mut self, isolation: Isolation) {
        self.isolation = isolation;
    }

    /// Which libraries are isolated.
    pub fn isolation(&self) -> &Isolation {
        &self.isolation
    }

    /// Whether any library of a pack is isolated by default, without having been selected.
    pub fn has_packs_apart(&self) -> bool {
        self.isolation.packs && self.libraries.iter().any(|library| self.search.is_apart(&library.file))
    }

    /// A selected entry that matches no library found.
    pub fn unknown_chosen(&self) -> Option<&Chosen> {
        let covers = |chosen: &Chosen, library: &Arc<PluginLibrary>| chosen.covers(&library.file, library.ids());
        let known = |chosen: &Chosen| self.libraries.iter().any(|library| covers(chosen, library));
        self.isolation.chosen.iter().find(|chosen| **chosen != Chosen::All && !known(chosen))
    }

    /// Scans the search path and loads every library that is new or has changed.
    pub fn load_all(&mut self) -> Vec<Reload> {
        let found = self.search.files();
        let candidates: Vec<&Path> =
            found.iter().filter(|found| found.skipped.is_none()).map(|found| found.path.as_path()).collect();
        // Reading, checking and describing take most of the time, so they run on all cores.
        let mut checked = check_all(&candidates, &|file| self.check(file)).into_iter();
        let mut reloads = Vec::new();
        for found in found {
            match found.skipped {
                Some(reason) => self.note(found.path, Status::Skipped(reason)),
                None => {
                    let checked = checked.next().expect("invariant: every candidate was checked");
                    reloads.extend(self.load_checked(&found.path, checked).ok().flatten());
                }
            }
        }
        reloads
    }

    /// Loads a file, or reloads it if its content has changed. `Ok(None)`: nothing new.
    ///
    /// # Errors
    /// When the file is refused. An earlier version of it stays in use.
    pub fn load_file(&mut self, file: &Path) -> Result<Option<Reload>, Diagnostic> {
        self.load_checked(file, self.check(file))
    }

    /// Selects these versions of packs, if installed, and the newest version of every other installed pack unless `only` is set.
    /// Other versions that are in use stay so until they are replaced, but not offered anymore. Returns whether the offered
    /// components have changed.
    pub fn use_packs(&mut self, chosen: &[InstalledPack], only: bool) -> bool {
        let before = self.search.folders().len();
        let gone = self.search.choose_packs(chosen, only);
        if gone.is_empty() && self.search.folders().len() == before {
            return false;
        }
        let is_gone = |file: &Path| file.parent().is_some_and(|parent| gone.iter().any(|folder| folder == parent));
        self.libraries.retain(|library| !is_gone(&library.file));
        self.rows.retain(|row| !is_gone(&row.file));
        self.load_all();
        true
    }

    /// The installed pack that a library file belongs to.
    pub fn pack_of(&self, file: &Path) -> Option<InstalledPack> {
        self.search.pack_of(file)
    }

    fn check(&self, file: &Path) -> Result<Checked, Diagnostic> {
        let known = |digest: &str| self.libraries.iter().any(|known| known.digest == digest);
        Checked::read(file, &self.describe, &self.copies, known, |digest| self.search.accept(file, digest))
    }

    fn load_checked(
        &mut self,
        file: &Path,
        checked: Result<Checked, Diagnostic>,
    ) -> Result<Option<Reload>, Diagnostic> {
        if let Ok(checked) = &checked
            && self.search.origin(file) == Some(Origin::Installation)
        {
            self.installed.insert(checked.digest.clone());
        }
        if let Ok(checked) = &checked
            && let Some(known) = self.libraries.iter().find(|known| known.digest == checked.digest)
        {
            let first = known.file.clone();
            let moved = first != file && self.is_gone(&first);
            if moved {
                self.rename(&first, file);
            }
            let status = if moved || first == file { Status::Registered } else { Status::Copy(first) };
            self.note(file.to_path_buf(), status);
            return Ok(None);
        }
        let before = self.libraries.iter().find(|known| known.file == file);
        let is_apart = self.isolation.packs && self.search.is_apart(file);
        let library = checked.and_then(|checked| PluginLibrary::of(checked, &self.copies, &self.isolation, is_apart));
        // A replacement for a library in use will be used at once.
        let in_use = before.is_some_and(|known| known.is_open());
        let library = library.and_then(|library| if in_use { library.open().map(|()| library) } else { Ok(library) });
        let library = match library {
            Ok(library) => Arc::new(library),
            Err(diagnostic) => {
                let diagnostic = if before.is_some() { keeps_old(diagnostic) } else { diagnostic };
                self.note(file.to_path_buf(), Status::Failed(Box::new(diagnostic.clone())));
                return Err(diagnostic);
            }
        };
        self.note(file.to_path_buf(), Status::Registered);
        let changed = library.ids().to_vec();
        let place = self.libraries.iter().position(|known| known.file == file);
        match place {
            Some(index) => self.libraries[index] = library,
            None => self.libraries.push(library),
        }
        Ok(Some(Reload { changed, new_file: place.is_none() }))
    }

    /// Adds a plugin that is linked into this program.
    ///
    /// # Errors
    /// When its manifest cannot be parsed.
    pub fn add_in_process(&mut self, name: &str, module: &'static Module) -> Result<(), Diagnostic> {
        self.libraries.push(Arc::new(PluginLibrary::in_process(name, module)?));
        Ok(())
    }

    fn is_gone(&self, file: &Path) -> bool {
        self.rows.iter().any(|row| row.file == file && matches!(row.status, Status::Gone))
    }

    /// Assigns the library of a deleted file to another file.
    fn rename(&mut self, gone: &Path, file: &Path) {
        self.rows.retain(|row| row.file != gone);
        for library in self.libraries.iter_mut().filter(|library| library.file == gone) {
            Arc::make_mut(library).file = file.to_path_buf();
        }
    }

    /// Removes a deleted file, unless its library has been opened: that one stays. `None`: the file was not known.
    fn forget(&mut self, file: &Path) -> Option<Forgotten> {
        let row = self.rows.iter().position(|row| row.file == file && !matches!(row.status, Status::Gone))?;
        let library = self.libraries.iter().find(|library| library.file == file);
        let (was_library, is_open) = (library.is_some(), library.is_some_and(|library| library.is_open()));
        if is_open {
            self.rows[row].status = Status::Gone;
        } else {
            self.rows.remove(row);
            self.libraries.retain(|library| library.file != file);
        }
        let is_copy = |row: &&Row| matches!(&row.status, Status::Copy(of) if of == file);
        let copies = self.rows.iter().filter(is_copy).map(|row| row.file.clone()).collect();
        Some(Forgotten { was_library, is_open, copies })
    }

    fn note(&mut self, file: PathBuf, status: Status) {
        match self.rows.iter_mut().find(|row| row.file == file) {
            Some(row) => row.status = status,
            None => self.rows.push(Row { file, status }),
        }
    }

    /// All files found, in search order.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// All loaded libraries, in search order.
    pub fn libraries(&self) -> &[Arc<PluginLibrary>] {
        &self.libraries
    }

    /// The search folders.
    pub fn folders(&self) -> &[Folder] {
        self.search.folders()
    }

    /// Corrupted copies of libraries in the cache, found when opening libraries since the last call, as warnings.
    pub fn damaged_copies(&self) -> Diagnostics {
        self.libraries.iter().filter_map(|library| library.damaged_copy()).collect()
    }

    /// Libraries that were refused.
    pub fn failures(&self) -> impl Iterator<Item = &Diagnostic> {
        self.rows.iter().filter_map(|row| match &row.status {
            Status::Failed(diagnostic) => Some(diagnostic.as_ref()),
            _ => None,
        })
    }
}

/// Information about a deleted file.
struct Forgotten {
    /// Whether it was a library with usable components.
    was_library: bool,
    /// Whether its code is loaded, and stays so.
    is_open: bool,
    /// Files that were skipped as copies of it.
    copies: Vec<PathBuf>,
}

/// Reads and checks files on all cores; the results are in the order of the files.
fn check_all(
    files: &[&Path],
    check: &(dyn Fn(&Path) -> Result<Checked, Diagnostic> + Sync),
) -> Vec<Result<Checked, Diagnostic>> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(files.len()).max(1);
    let next = AtomicUsize::new(0);
    let work = || {
        let mine =
            std::iter::from_fn(|| Some(next.fetch_add(1, Ordering::Relaxed)).filter(|index| *index < files.len()));
        mine.map(|index| (index, check(files[index]))).collect::<Vec<_>>()
    };
    let mut checked = std::thread::scope(|scope| {
        // If the system cannot start another thread, the others do its work.
        let start = |_| std::thread::Builder::new().name("check".into()).spawn_scoped(scope, work).ok();
        let running: Vec<_> = (1..threads).filter_map(start).collect();
        let mut checked = work();
        checked.extend(
            running.into_iter().flat_map(|thread| thread.join().expect("invariant: checking files does not panic")),
        );
        checked
    });
    checked.sort_unstable_by_key(|(index, _)| *index);
    checked.into_iter().map(|(_, result)| result).collect()
}

fn keeps_old(mut diagnostic: Diagnostic) -> Diagnostic {
    let help = diagnostic.help.take().unwrap_or_default();
    diagnostic.with_help(format!("the previously loaded version is still used; {help}"))
}
