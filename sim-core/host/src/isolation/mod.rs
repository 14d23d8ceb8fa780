//! Isolated libraries: each runs in a separate process, where a crash or a hang is a fault of one component, and the operating system
//! denies access to files, connections and programs.
//!
//! The engine is barely affected. An isolated component has a function table here whose functions forward the call ([`proxy`]) through
//! shared memory ([`lane`], [`wire`]). The process makes the call with the same frames ([`calls`]); the component's requests
//! ([`host`]) are answered here, on the calling thread ([`answers`]). The process is not trusted at all. Platform-specific code is in
//! [`system`].
//!
//! The steps of many robots are made in one exchange ([`batch`]), for which the process has a copy of the world's solids
//! ([`solids_area`]).
//!
//! Compilers of third-party sources are confined, too ([`confined`]).
//!
//! There is one process for each library and each set of permissions: a service that may use the network never shares a process with
//! components that may not.

mod answers;
pub mod batch;
mod bounds;
mod calls;
mod confined;
mod ended;
mod examination;
#[cfg(test)]
mod fuzz;
mod host;
mod lane;
mod output;
mod process;
mod proxy;
mod questions;
mod serve;
mod solids_area;
mod solids_copy;
mod solids_lease;
mod system;
mod wait;
mod wire;

pub use batch::messages_about_solids;
pub use bounds::Confined;
pub use confined::{CONFINED_COMMAND, run_confined};
pub use examination::{EXAMINE_COMMAND, serve_examination};
pub(super) use process::Process;
pub use proxy::any;
pub(super) use proxy::{create, is_proxy};
pub use serve::serve_parent;

use super::library_cache::Refusal;
use super::open::{Copies, private_copy};
use bounds::Permissions;
use process::{Purpose, Refused};
use sim_abi::declare::Kind;
use sim_diagnostics::{Code, Diagnostic};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// First argument of a process that runs a library; the second is the ID of the process that started it.
pub const COMMAND: &str = "__host";

/// A selection of libraries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chosen {
    /// All libraries.
    All,
    /// The library that offers this component, such as `avoid/wall`.
    Component(String),
    /// The libraries that offer components of this family, such as `avoid`.
    Family(String),
    /// The library in this file.
    File(PathBuf),
    /// The libraries in this folder and its subfolders.
    Folder(PathBuf),
}

impl Chosen {
    /// Parses a user's selection: `all`, `avoid/wall`, `avoid/*`, a library file or a folder.
    pub fn parse(text: &str) -> Self {
        let path = Path::new(text);
        let whole = || path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        match text.strip_suffix("/*") {
            _ if text == "all" => Chosen::All,
            Some(family) => Chosen::Family(family.to_string()),
            None if path.is_dir() => Chosen::Folder(whole()),
            None if super::platform::is_library(path) => Chosen::file(path),
            None => Chosen::Component(text.to_string()),
        }
    }

    /// The library in a file, regardless of the file's name.
    pub fn file(path: &Path) -> Self {
        Chosen::File(path.canonicalize().unwrap_or_else(|_| path.to_path_buf()))
    }

    /// Whether a library is selected.
    pub(super) fn covers(&self, file: &Path, ids: &[(Kind, String)]) -> bool {
        let whole = || file.canonicalize().unwrap_or_else(|_| file.to_path_buf());
        match self {
            Chosen::All => true,
            Chosen::Component(id) => ids.iter().any(|(_, own)| own == id),
            Chosen::Family(family) => ids.iter().any(|(_, own)| own.split('/').next() == Some(family)),
            Chosen::File(chosen) => whole() == *chosen,
            Chosen::Folder(folder) => whole().starts_with(folder),
        }
    }
}

/// Which libraries are isolated, and with which limits. Default: none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Isolation {
    /// A program that runs [`serve_parent`] for `PROGRAM __host PARENT`.
    pub program: PathBuf,
    /// Selected libraries.
    pub chosen: Vec<Chosen>,
    /// Whether to isolate libraries of installed packs as well, unless the user has allowed them to run in-process.
    pub packs: bool,
    /// Deadline of a call; its process is ended afterward. A call that makes requests to the host may take longer in total.
    pub deadline: Duration,
    /// Memory limit of each process, bytes.
    pub memory: u64,
    /// How often a crashed component of a robot is restarted in a new process from its last saved state. The state is saved once per
    /// second of simulated time.
    pub restarts: u32,
}

impl Default for Isolation {
    fn default() -> Self {
        Self {
            program: PathBuf::new(),
            chosen: Vec::new(),
            packs: false,
            deadline: Self::DEADLINE,
            memory: Self::MEMORY,
            restarts: 0,
        }
    }
}

impl Isolation {
    /// Default deadline of a call.
    pub const DEADLINE: Duration = Duration::from_secs(5);
    /// Default memory limit of each process, bytes.
    pub const MEMORY: u64 = 2 << 30;

    /// Isolation of these libraries in processes of the current executable, which must run [`serve_parent`] when its first
    /// argument is [`COMMAND`].
    ///
    /// # Errors
    /// When this platform cannot isolate libraries.
    pub fn by_this_program(chosen: Vec<Chosen>) -> Result<Self, Diagnostic> {
        if chosen.is_empty() {
            return Ok(Self::default());
        }
        let refused = |found: String| {
            Diagnostic::error(Code::PluginProcess, "libraries cannot be isolated on this system")
                .with_found(found)
                .with_help("use Linux for untrusted libraries")
        };
        if !system::SUPPORTED {
            let system = format!("{} {}", std::env::consts::OS, std::env::consts::ARCH);
            return Err(refused(match cfg!(feature = "isolation") {
                true => format!("the system is {system}"),
                false => "this program was built without the feature `isolation` of sim-core".to_string(),
            }));
        }
        let program = std::env::current_exe().map_err(|error| refused(error.to_string()))?;
        Ok(Self { program, chosen, ..Self::default() })
    }

    /// Isolates libraries of installed packs as well. If the platform does not support it, they run in-process.
    pub fn with_packs(self) -> Self {
        let program = if self.chosen.is_empty() { std::env::current_exe().ok() } else { Some(self.program.clone()) };
        match program {
            Some(program) if system::SUPPORTED => Self { program, packs: true, ..self },
            _ => self,
        }
    }

    /// Whether this platform can isolate libraries.
    pub const fn is_possible() -> bool {
        system::SUPPORTED
    }

    /// Whether a library with these components is isolated.
    pub(super) fn covers(&self, file: &Path, ids: &[(Kind, String)]) -> bool {
        self.chosen.iter().any(|chosen| chosen.covers(file, ids))
    }

    /// The protections that this platform lacks, as a warning.
    pub fn gaps() -> Option<Diagnostic> {
        let missing = system::missing();
        let found = match (missing.files, missing.calls) {
            (false, false) if missing.lengths => {
                "the kernel is older than Linux 6.2: they can truncate files that you can write".to_string()
            }
            (false, false) => return None,
            (true, false) => "the kernel lacks Landlock: they can read and write files".to_string(),
            (false, true) => "the kernel lacks seccomp: they can start programs and open connections".to_string(),
            (true, true) => "the kernel lacks Landlock and seccomp".to_string(),
        };
        Some(
            Diagnostic::warning(
                Code::PluginProcess,
                "this system cannot fully confine library processes",
            )
            .with_found(found)
            .with_help(
                "crashes and infinite loops still affect only their component; use a newer kernel for untrusted libraries",
            ),
        )
    }
}

/// The processes of one library, one for each set of permissions.
pub(super) struct Processes {
    isolation: Isolation,
    running: Mutex<BTreeMap<Permissions, Arc<Process>>>,
}

impl Processes {
    pub(super) fn new(isolation: &Isolation) -> Self {
        Self { isolation: isolation.clone(), running: Mutex::default() }
    }

    /// Whether any process exists.
    pub fn any(&self) -> bool {
        !self.running.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
    }

    /// The process for components with these grants. A process that has ended is replaced.
    ///
    /// # Errors
    /// When the library cannot be opened, or no process can be started.
    pub(super) fn of<'a>(
        &self,
        grants: &[String],
        file: &Path,
        copies: &Copies,
        bytes: impl FnOnce() -> Result<Cow<'a, [u8]>, Diagnostic>,
    ) -> Result<Arc<Process>, Diagnostic> {
        let permissions = Permissions::of(grants);
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(process) = running.get(&permissions).filter(|process| !process.has_ended()) {
            return Ok(process.clone());
        }
        let process = self.start(permissions, file, copies, &bytes()?)?;
        running.insert(permissions, process.clone());
        Ok(process)
    }

    /// Starts a process with a copy of the library, which is removed once opened.
    fn start(
        &self,
        permissions: Permissions,
        file: &Path,
        copies: &Copies,
        bytes: &[u8],
    ) -> Result<Arc<Process>, Diagnostic> {
        with_copy(file, copies, bytes, |copy| Process::start(&self.isolation, &Purpose { copy, file, permissions }))
    }

    /// Has the library examined in a new process with the permissions of a component without grants.
    ///
    /// # Errors
    /// When the library cannot be opened, no process can be started, or the process ends without a response.
    pub(super) fn examine(
        &self,
        file: &Path,
        copies: &Copies,
        bytes: &[u8],
        question: &str,
    ) -> Result<String, Diagnostic> {
        with_copy(file, copies, bytes, |copy| examination::examine(&self.isolation, file, copy, question))
    }
}

/// Starts a process with a private copy of a library and removes the copy afterward. The copy is in the first folder for private
/// copies from which the system loads libraries.
fn with_copy<T>(
    file: &Path,
    copies: &Copies,
    bytes: &[u8],
    start: impl Fn(&Path) -> Result<T, Refused>,
) -> Result<T, Diagnostic> {
    let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let mut refusal = failed("no folder available for a private copy");
    for folder in copies.iter() {
        let copy = match private_copy(folder.path(), &name, bytes) {
            Ok(copy) => copy,
            Err(error) => {
                refusal = failed(format!("the library cannot be copied: {error}"));
                continue;
            }
        };
        let started = start(&copy);
        let _ = std::fs::remove_file(&copy);
        refusal = match started {
            Ok(process) => return Ok(process),
            Err(Refused::System(error)) => return Err(failed(error)),
            Err(Refused::Ended(report)) => return Err(failed(report.message).with_help(report.help)),
            Err(Refused::Library(refusal)) => match serde_json::from_slice::<Refusal>(&refusal) {
                Ok(refusal) => Diagnostic::from(refusal),
                Err(_) => return Err(failed("invalid response")),
            },
        };
        // The folder may be mounted `noexec`; try the next one.
        if refusal.code != Code::PluginUnreadable {
            break;
        }
    }
    Err(refusal)
}

/// Closes inherited file descriptors. Call it before this process opens any file.
pub(super) fn close_inherited() {
    system::close_inherited();
}

/// Confines this process, which opens a library to describe it. It may only write up to `longest_answer` bytes to a file that is
/// already open. It may read all files, since a dependency of the library may be anywhere, and it cannot send them anywhere. Does
/// nothing if the platform does not support it.
pub(super) fn confine_description(library: &Path, longest_answer: u64) {
    #[cfg(unix)]
    let _ = system::end_with_parent(std::os::unix::process::parent_id());
    let _ = system::confine(&bounds::Bounds {
        library: library.to_path_buf(),
        folder: None,
        search: Vec::new(),
        reads_all: true,
        longest_file: longest_answer,
        memory: Isolation::MEMORY,
        permissions: Permissions::default(),
    });
}

/// No process could be started for a library.
fn failed(found: impl Into<String>) -> Diagnostic {
    Diagnostic::error(Code::PluginProcess, "the library cannot be opened in a separate process").with_found(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libraries_are_chosen_by_component_family_file_and_folder() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(format!("libavoid.{}", std::env::consts::DLL_EXTENSION));
        std::fs::write(&file, "").unwrap();
        let ids = [(Kind::Controller, "avoid/wall".to_string()), (Kind::Sensor, "avoid/eye".to_string())];
        let covers = |text: &str| Chosen::parse(text).covers(&file, &ids);
        for text in ["all", "avoid/wall", "avoid/*", &file.to_string_lossy(), &folder.path().to_string_lossy()] {
            assert!(covers(text), "{text}");
        }
        for text in ["avoid", "avoid/walls", "void/*", "/*", "libother.so", "/usr"] {
            assert!(!covers(text), "{text}");
        }
    }
}
