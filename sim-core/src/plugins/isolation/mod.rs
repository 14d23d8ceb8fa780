//! Libraries in processes of their own: what crashes there, or never returns, is a fault of one component, and the system keeps it
//! from files, connections and programs.
//!
//! The engine hardly notices. A component in another process has a function table here, whose functions hand the call over
//! ([`proxy`]) through memory that both share ([`lane`], [`wire`]). There it is made by the same frames ([`calls`]); what the
//! component asks meanwhile ([`host`]) is answered here, on the thread that makes the call ([`answers`]). The process is not trusted
//! in anything. What differs between systems is in [`system`].
//!
//! The steps of many robots are made in one exchange ([`batch`]), for which the process has the solids of the world ([`solids_area`]).
//!
//! Compilers for the sources of others are confined, too ([`confined`]).
//!
//! There is one process for each library and each set of rights: a service that may use the network shares none with components that
//! may not.

mod answers;
pub(crate) mod batch;
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
mod solids_lent;
mod system;
mod wait;
mod wire;

pub use batch::messages_about_solids;
pub use bounds::Confined;
pub use confined::{CONFINED_COMMAND, run_confined};
pub use examination::{EXAMINE_COMMAND, serve_examination};
pub(super) use process::Process;
pub(crate) use proxy::any;
pub(super) use proxy::{create, is_proxy};
pub use serve::serve_parent;

use super::failed::Refusal;
use super::open::{Copies, private_copy};
use crate::diagnostic::{Code, Diagnostic};
use bounds::Doors;
use process::{Purpose, Refused};
use sim_abi::declare::Kind;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// First word of the command line of a process that a library runs in; the second one is the number of the process that has started it.
pub const COMMAND: &str = "__host";

/// Libraries that somebody has chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chosen {
    /// All of them.
    All,
    /// The one that offers this component, such as `avoid/wall`.
    Component(String),
    /// Those that offer components of this family, such as `avoid`.
    Family(String),
    /// The one in this file.
    File(PathBuf),
    /// Those in this folder, and in the folders in it.
    Folder(PathBuf),
}

impl Chosen {
    /// What a person means by a text: `all`, `avoid/wall`, `avoid/*`, the file of a library or a folder.
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

    /// The library in a file, whatever the file's name.
    pub fn file(path: &Path) -> Self {
        Chosen::File(path.canonicalize().unwrap_or_else(|_| path.to_path_buf()))
    }

    /// Whether a library is among them.
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

/// Which libraries run in processes of their own, and within which bounds. By default none does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Isolation {
    /// A program that does `PROGRAM __host PARENT` by [`serve_parent`].
    pub program: PathBuf,
    /// The libraries.
    pub chosen: Vec<Chosen>,
    /// Whether the libraries of installed packs do so, too, that nobody has let into the program's own process.
    pub packs: bool,
    /// How long a call may take before its process is ended. A call that asks something of the host may take longer in all.
    pub deadline: Duration,
    /// Memory that each process may have, bytes.
    pub memory: u64,
    /// How often a component of a robot is made anew, in another process, with the state that it has saved last, when its process has
    /// ended. They are asked to save it once in a second of simulated time.
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
    /// How long a call may take unless somebody says otherwise.
    pub const DEADLINE: Duration = Duration::from_secs(5);
    /// Memory that each process may have unless somebody says otherwise, bytes.
    pub const MEMORY: u64 = 2 << 30;

    /// Processes of the program that runs, for these libraries. The program does [`serve_parent`] when its first argument is
    /// [`COMMAND`].
    ///
    /// # Errors
    /// When this system cannot run libraries in processes of their own.
    pub fn by_this_program(chosen: Vec<Chosen>) -> Result<Self, Diagnostic> {
        if chosen.is_empty() {
            return Ok(Self::default());
        }
        let refused = |found: String| {
            Diagnostic::error(Code::PluginProcess, "libraries cannot run in processes of their own here")
                .with_found(found)
                .with_help("use Linux for libraries that you do not trust, or do without them")
        };
        if !system::SUPPORTED {
            let system = format!("{} {}", std::env::consts::OS, std::env::consts::ARCH);
            return Err(refused(format!("this system, {system}")));
        }
        let program = std::env::current_exe().map_err(|error| refused(error.to_string()))?;
        Ok(Self { program, chosen, ..Self::default() })
    }

    /// The same, with the libraries of installed packs. Where this system cannot do that they run in the program's own process.
    pub fn with_packs(self) -> Self {
        let program = if self.chosen.is_empty() { std::env::current_exe().ok() } else { Some(self.program.clone()) };
        match program {
            Some(program) if system::SUPPORTED => Self { program, packs: true, ..self },
            _ => self,
        }
    }

    /// Whether libraries can run in processes of their own on this system.
    pub const fn is_possible() -> bool {
        system::SUPPORTED
    }

    /// Whether a library with these components runs in a process of its own.
    pub(super) fn covers(&self, file: &Path, ids: &[(Kind, String)]) -> bool {
        self.chosen.iter().any(|chosen| chosen.covers(file, ids))
    }

    /// What this system cannot keep the process of a library from, as a warning.
    pub fn gaps() -> Option<Diagnostic> {
        let missing = system::missing();
        let found = match (missing.files, missing.calls) {
            (false, false) if missing.lengths => {
                "the kernel is older than Linux 6.2: they may cut off files that you may write".to_string()
            }
            (false, false) => return None,
            (true, false) => "the kernel has no Landlock: they may read and write files".to_string(),
            (false, true) => "the kernel has no seccomp: they may start programs and connect".to_string(),
            (true, true) => "the kernel has neither Landlock nor seccomp".to_string(),
        };
        Some(
            Diagnostic::warning(
                Code::PluginProcess,
                "this system does not confine processes of libraries as it should",
            )
            .with_found(found)
            .with_help(
                "what crashes or never returns is still a fault of its component alone; for libraries that may be \
                 hostile use a newer kernel",
            ),
        )
    }
}

/// The processes of one library, one for each set of rights.
pub(super) struct Processes {
    isolation: Isolation,
    running: Mutex<BTreeMap<Doors, Arc<Process>>>,
}

impl Processes {
    pub(super) fn new(isolation: &Isolation) -> Self {
        Self { isolation: isolation.clone(), running: Mutex::default() }
    }

    /// Whether there are any.
    pub(super) fn any(&self) -> bool {
        !self.running.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
    }

    /// The process for components with these grants. One that has ended is replaced by a new one.
    ///
    /// # Errors
    /// When the library cannot be opened, or the system gives no process.
    pub(super) fn of<'a>(
        &self,
        grants: &[String],
        file: &Path,
        copies: &Copies,
        bytes: impl FnOnce() -> Result<Cow<'a, [u8]>, Diagnostic>,
    ) -> Result<Arc<Process>, Diagnostic> {
        let doors = Doors::of(grants);
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(process) = running.get(&doors).filter(|process| !process.has_ended()) {
            return Ok(process.clone());
        }
        let process = self.start(doors, file, copies, &bytes()?)?;
        running.insert(doors, process.clone());
        Ok(process)
    }

    /// Starts a process, with a copy of the library that is removed when it has been opened.
    fn start(&self, doors: Doors, file: &Path, copies: &Copies, bytes: &[u8]) -> Result<Arc<Process>, Diagnostic> {
        with_copy(file, copies, bytes, |copy| Process::start(&self.isolation, &Purpose { copy, file, doors }))
    }

    /// Has the library examined in a new process, whose rights are those of a component without grants.
    ///
    /// # Errors
    /// When the library cannot be opened, the system gives no process, or the process has ended without an answer.
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

/// Has a process started with a private copy of a library, which is removed afterwards: in the first folder for such copies from which
/// the system loads libraries.
fn with_copy<T>(
    file: &Path,
    copies: &Copies,
    bytes: &[u8],
    start: impl Fn(&Path) -> Result<T, Refused>,
) -> Result<T, Diagnostic> {
    let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let mut refusal = failed("there is no folder for a private copy");
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
            Err(Refused::Ended(told)) => return Err(failed(told.message).with_help(told.help)),
            Err(Refused::Library(refusal)) => match serde_json::from_slice::<Refusal>(&refusal) {
                Ok(refusal) => Diagnostic::from(refusal),
                Err(_) => return Err(failed("the answer is none")),
            },
        };
        // Memory that may not be executed is one reason for this; the next folder may do.
        if refusal.code != Code::PluginUnreadable {
            break;
        }
    }
    Err(refusal)
}

/// Closes what whoever has started the program has left open, when this process has opened nothing itself.
pub(super) fn close_inherited() {
    system::close_inherited();
}

/// Confines this process, which opens a library to describe it and may write nothing but an answer of so many bytes to a file that is
/// open already. It may read, since a dependency of the library may lie anywhere, and has nobody to tell. Where the system cannot do
/// it, it does without.
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
        doors: Doors::default(),
    });
}

/// There is no process for a library.
fn failed(found: impl Into<String>) -> Diagnostic {
    Diagnostic::error(Code::PluginProcess, "the library cannot be opened in a process of its own").with_found(found)
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
