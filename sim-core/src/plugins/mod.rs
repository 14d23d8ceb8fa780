//! The plugin host: finds libraries, loads them from private copies, knows which component comes from where, reloads what
//! changes.
//!
//! Nothing here is undone by a bad library: it becomes a row of the [report](PluginHost::rows) with a diagnostic, and the
//! others load. Libraries are never unloaded; a reload loads a new copy beside the old one.

mod arrival;
pub(crate) mod float_state;
mod inspect;
mod instance;
mod library;
mod platform;
mod search;
mod watch;

pub use arrival::{Arrival, Arrivals};
pub use instance::{Instance, Stepped, Table, robot_model};
use library::Checked;
pub use library::PluginLibrary;
pub use search::{Folder, Origin, SearchPath};
pub use watch::FolderWatch;

use crate::diagnostic::{Code, Diagnostic};
use sim_abi::declare::{ComponentInfo, Kind};
use sim_abi::ffi::module::Module;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What became of a file.
#[derive(Clone, Debug)]
pub enum Status {
    /// Loaded; its components can be used.
    Loaded,
    /// Refused.
    Failed(Box<Diagnostic>),
    /// Passed over, with the reason.
    Skipped(String),
}

/// One file of the load report.
#[derive(Clone, Debug)]
pub struct Row {
    /// The file.
    pub file: PathBuf,
    /// What became of it.
    pub status: Status,
}

/// What a reload changed.
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
    /// The component.
    pub info: Arc<ComponentInfo>,
}

/// Finds, loads and keeps plugins.
pub struct PluginHost {
    search: SearchPath,
    copies: Vec<tempfile::TempDir>,
    libraries: Vec<Arc<PluginLibrary>>,
    rows: Vec<Row>,
}

impl PluginHost {
    /// A host without plugins.
    ///
    /// # Errors
    /// When the system gives no temporary folder for the private copies.
    pub fn new(search: SearchPath) -> Result<Self, Diagnostic> {
        let folder = |parent: PathBuf| tempfile::Builder::new().prefix("robot-sim-plugins-").tempdir_in(parent);
        let made: Vec<_> = platform::copy_folders().into_iter().map(folder).collect();
        let cause = made.iter().find_map(|folder| folder.as_ref().err()).map(ToString::to_string);
        let copies: Vec<_> = made.into_iter().filter_map(Result::ok).collect();
        if copies.is_empty() {
            return Err(Diagnostic::error(
                Code::PluginUnreadable,
                "there is no temporary folder for copies of the plugins",
            )
            .with_found(cause.unwrap_or_default())
            .with_help("make the system's temporary folder writable, or set TMPDIR to one that is"));
        }
        Ok(Self { search, copies, libraries: Vec::new(), rows: Vec::new() })
    }

    /// Looks through the search path and loads every library that is new or has changed.
    pub fn load_all(&mut self) -> Vec<Reload> {
        let found = self.search.files();
        let candidates: Vec<&Path> =
            found.iter().filter(|found| found.skipped.is_none()).map(|found| found.path.as_path()).collect();
        // Reading and checking takes longer than opening, and runs on all cores.
        let mut checked = check_all(&candidates).into_iter();
        let mut reloads = Vec::new();
        for found in found {
            match found.skipped {
                Some(reason) => self.note(found.path, Status::Skipped(reason)),
                None => {
                    let checked = checked.next().expect("invariant: every candidate has been checked");
                    reloads.extend(self.load_checked(&found.path, checked).ok().flatten());
                }
            }
        }
        reloads
    }

    /// Loads a file, or loads it again if its content has changed. `Ok(None)`: nothing new.
    ///
    /// # Errors
    /// When the file is refused. An earlier version of it stays in use.
    pub fn load_file(&mut self, file: &Path) -> Result<Option<Reload>, Diagnostic> {
        self.load_checked(file, Checked::read(file))
    }

    fn load_checked(
        &mut self,
        file: &Path,
        checked: Result<Checked, Diagnostic>,
    ) -> Result<Option<Reload>, Diagnostic> {
        if let Ok(checked) = &checked
            && let Some(known) = self.libraries.iter().find(|known| known.digest == checked.digest)
        {
            let status = match known.file == file {
                true => Status::Loaded,
                false => Status::Skipped(format!("the same as {}", known.file.display())),
            };
            self.note(file.to_path_buf(), status);
            return Ok(None);
        }
        let folders: Vec<&Path> = self.copies.iter().map(tempfile::TempDir::path).collect();
        let library = match checked.and_then(|checked| PluginLibrary::open(checked, &folders)) {
            Ok(library) => Arc::new(library),
            Err(diagnostic) => {
                let kept = self.libraries.iter().any(|known| known.file == file);
                let diagnostic = if kept { keeps_old(diagnostic) } else { diagnostic };
                self.note(file.to_path_buf(), Status::Failed(Box::new(diagnostic.clone())));
                return Err(diagnostic);
            }
        };
        self.note(file.to_path_buf(), Status::Loaded);
        let changed =
            library.manifest.components.iter().map(|component| (component.kind, component.id.clone())).collect();
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
    /// When its manifest cannot be read.
    pub fn add_in_process(&mut self, name: &str, module: &'static Module) -> Result<(), Diagnostic> {
        self.libraries.push(Arc::new(PluginLibrary::in_process(name, module)?));
        Ok(())
    }

    fn note(&mut self, file: PathBuf, status: Status) {
        match self.rows.iter_mut().find(|row| row.file == file) {
            Some(row) => row.status = status,
            None => self.rows.push(Row { file, status }),
        }
    }

    /// Every file seen, in search order.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Every loaded library, in search order.
    pub fn libraries(&self) -> &[Arc<PluginLibrary>] {
        &self.libraries
    }

    /// The folders that are searched.
    pub fn folders(&self) -> &[Folder] {
        self.search.folders()
    }

    /// Libraries that were refused.
    pub fn failures(&self) -> impl Iterator<Item = &Diagnostic> {
        self.rows.iter().filter_map(|row| match &row.status {
            Status::Failed(diagnostic) => Some(diagnostic.as_ref()),
            _ => None,
        })
    }

    /// Ids that more than one library claims: a diagnostic each, naming all files. None of them can be used.
    pub fn duplicates(&self) -> Vec<Diagnostic> {
        let mut claims: BTreeMap<(Kind, &str), Vec<&Arc<PluginLibrary>>> = BTreeMap::new();
        for library in &self.libraries {
            for component in &library.manifest.components {
                claims.entry((component.kind, &component.id)).or_default().push(library);
            }
        }
        let several = claims.into_iter().filter(|(_, libraries)| libraries.len() > 1);
        several.map(|((kind, id), libraries)| duplicate(kind, id, &libraries)).collect()
    }

    /// All components, by kind and id.
    pub fn components(&self) -> Vec<Offer> {
        let mut offers: Vec<Offer> = self
            .libraries
            .iter()
            .flat_map(|library| {
                let offer = |info: &ComponentInfo| Offer { library: library.clone(), info: Arc::new(info.clone()) };
                library.manifest.components.iter().map(offer)
            })
            .collect();
        offers.sort_by(|a, b| (a.info.kind, &a.info.id).cmp(&(b.info.kind, &b.info.id)));
        offers
    }

    /// The component of a kind with this id.
    ///
    /// # Errors
    /// When no library or more than one offers it; the diagnostic proposes the nearest id.
    pub fn find(&self, kind: Kind, id: &str) -> Result<Offer, Diagnostic> {
        let owners: Vec<&Arc<PluginLibrary>> =
            self.libraries.iter().filter(|library| library.component(kind, id).is_some()).collect();
        match owners.as_slice() {
            [library] => {
                let info = library.component(kind, id).expect("invariant: the library was chosen for having it");
                Ok(Offer { library: (*library).clone(), info: Arc::new(info.clone()) })
            }
            [] => Err(self.unknown(kind, id)),
            several => Err(duplicate(kind, id, several)),
        }
    }

    fn unknown(&self, kind: Kind, id: &str) -> Diagnostic {
        let all = || self.libraries.iter().flat_map(|library| &library.manifest.components);
        if let Some(other) = all().find(|component| component.id == id) {
            return Diagnostic::error(Code::PluginWrongKind, format!("`{id}` is a {}, not a {kind}", other.kind))
                .with_expected(format!("a {kind}"))
                .with_found(format!("a {}", other.kind));
        }
        let same_kind: Vec<&str> = all().filter(|component| component.kind == kind).map(|c| c.id.as_str()).collect();
        let failed = self.failures().count();
        let help = match (same_kind.is_empty(), failed) {
            (true, 0) => {
                format!("no loaded plugin offers any {kind}; `sim doctor` lists the folders that were searched")
            }
            (_, 0) => format!("known: {}", shortened(&same_kind)),
            (_, n) => format!("{n} plugin files could not be loaded, it may be in one of them: see `sim doctor`"),
        };
        Diagnostic::error(Code::PluginUnknownComponent, format!("no loaded plugin offers the {kind} `{id}`"))
            .with_found(format!("{} plugins with {} components", self.libraries.len(), all().count()))
            .with_nearest_of(id, same_kind.iter().copied())
            .with_help(help)
    }
}

/// Reads and checks files on all cores; the results are in the order of the files.
fn check_all(files: &[&Path]) -> Vec<Result<Checked, Diagnostic>> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(files.len()).max(1);
    let mut shares: Vec<Vec<_>> = std::thread::scope(|scope| {
        let share =
            |first: usize| move || files.iter().skip(first).step_by(threads).map(|file| Checked::read(file)).collect();
        let running: Vec<_> = (1..threads).map(|first| scope.spawn(share(first))).collect();
        let own: Vec<_> = share(0)();
        let joined = running.into_iter().map(|thread| thread.join().expect("invariant: checking files does not panic"));
        std::iter::once(own).chain(joined).collect()
    });
    shares.iter_mut().for_each(|share| share.reverse());
    (0..files.len()).filter_map(|index| shares[index % threads].pop()).collect()
}

fn shortened(ids: &[&str]) -> String {
    let mut sorted = ids.to_vec();
    sorted.sort_unstable();
    match sorted.len() {
        0..=12 => sorted.join(", "),
        n => format!("{} and {} more (`sim plugins`)", sorted[..12].join(", "), n - 12),
    }
}

fn duplicate(kind: Kind, id: &str, libraries: &[&Arc<PluginLibrary>]) -> Diagnostic {
    let files: Vec<String> = libraries.iter().map(|library| library.file.display().to_string()).collect();
    Diagnostic::error(Code::PluginDuplicateId, format!("{} libraries claim the {kind} `{id}`", files.len()))
        .with_expected("one")
        .with_found(files.join(" and "))
        .with_help("remove one of the files from the plugin folders, or give its component another id")
}

fn keeps_old(mut diagnostic: Diagnostic) -> Diagnostic {
    let help = diagnostic.help.take().unwrap_or_default();
    diagnostic.with_help(format!("the version loaded before stays in use; {help}"))
}
