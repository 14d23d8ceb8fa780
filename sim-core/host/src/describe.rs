//! Describing a library without running its code in this program: from its file, from a separate process, or from the
//! cached response of such a process.

use super::isolation;
use super::library_cache::{Refusal, forget_failures, keep_description, recall_description};
use super::limits::MAX_MANIFEST_LEN;
use super::manifest::parse_manifest;
use super::open::{
    Layouts, ask_manifest, defer_layout_report, deferred_layout_report, layout_report, load, private_copy,
};
use super::platform::Effort;
use serde::{Deserialize, Serialize};
use sim_diagnostics::{Code, Diagnostic};
use sim_files::read_at_most;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How to obtain the manifest of a library whose file does not contain it as data.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Describe {
    /// In-process: every library is opened when it is found, and its initializers run here.
    #[default]
    InThisProcess,
    /// In a separate process, which is ended after [`DEADLINE`]. This program opens a library only when one of its components is
    /// used.
    Child {
        /// A program that runs [`describe_for_parent`] for `PROGRAM __describe FILE ANSWER`.
        program: PathBuf,
        /// Cache folder, so that an unchanged library is not described again.
        cache: Option<PathBuf>,
    },
}

/// First argument of a child process that describes a library.
pub const COMMAND: &str = "__describe";

/// Time limit for describing a library.
pub const DEADLINE: Duration = Duration::from_secs(5);

impl Describe {
    /// The cache folder.
    pub(super) fn cache(&self) -> Option<&Path> {
        match self {
            Describe::InThisProcess => None,
            Describe::Child { cache, .. } => cache.as_deref(),
        }
    }

    /// The same, without the cache.
    pub fn without_cache(self) -> Self {
        match self {
            Describe::InThisProcess => self,
            Describe::Child { program, .. } => Describe::Child { program, cache: None },
        }
    }

    /// Clears cached failures, so that these libraries are described again at the next scan.
    pub fn forget_failures(&self) {
        if let Some(cache) = self.cache() {
            forget_failures(cache);
        }
    }

    /// Child processes of the current executable, with responses in the user's cache folder. The executable must run
    /// [`describe_for_parent`] when its first argument is [`COMMAND`].
    pub fn by_this_program() -> Self {
        match std::env::current_exe() {
            Ok(program) => {
                let cache = sim_files::user_cache().map(|folder| folder.join("simwright").join("manifests"));
                Describe::Child { program, cache }
            }
            // If the path of the executable is unknown, it cannot be started again either.
            Err(_) => Describe::InThisProcess,
        }
    }
}

/// Response of a child process to its parent.
#[derive(Serialize, Deserialize)]
enum Response {
    Manifest(String),
    Refused(Refusal),
    /// Refused because of its layouts, with the full report.
    Layouts(Refusal, String),
}

/// Entry point of the child process: opens a library, obtains its manifest, and writes the response to a file.
///
/// # Errors
/// When the response cannot be written.
pub fn describe_for_parent(library: &Path, answer: &Path) -> std::io::Result<()> {
    answer_parent(library, std::fs::File::create(answer)?)
}

/// As [`describe_for_parent`], in a child process that first drops all permissions except reading, if the platform supports it:
/// the library's initializers run here.
///
/// # Errors
/// As [`describe_for_parent`].
pub fn describe_confined(library: &Path, answer: &Path) -> std::io::Result<()> {
    isolation::close_inherited();
    let file = std::fs::File::create(answer)?;
    isolation::confine_description(library, 2 * MAX_MANIFEST_LEN as u64);
    answer_parent(library, file)
}

fn answer_parent(library: &Path, mut file: std::fs::File) -> std::io::Result<()> {
    defer_layout_report();
    let response = match (load(library, Layouts::Unknown).and_then(ask_manifest), deferred_layout_report()) {
        (Ok(manifest), _) => Response::Manifest(manifest),
        (Err(diagnostic), Some(report)) => Response::Layouts(diagnostic.into(), report),
        (Err(diagnostic), None) => Response::Refused(diagnostic.into()),
    };
    std::io::Write::write_all(&mut file, &serde_json::to_vec(&response)?)
}

/// The manifest of a library as text, from a child process or the cache. `bytes` is the content of the library; `copies` are
/// folders for a private copy.
pub(super) fn by_child(
    program: &Path,
    cache: Option<&Path>,
    copies: &[&Path],
    file: &Path,
    (bytes, digest): (&[u8], &str),
) -> Result<String, Diagnostic> {
    if let Some(outcome) = cache.and_then(|cache| recall_description(cache, digest)) {
        return outcome;
    }
    let asked = ask(program, copies, file, bytes).and_then(|manifest| {
        parse_manifest(&manifest).map_err(Failure::of_library)?;
        Ok(manifest)
    });
    if let Some(cache) = cache.filter(|_| asked.as_ref().map_or_else(|failure| failure.lasting, |_| true)) {
        keep_description(cache, digest, asked.as_deref().map_err(|failure| &failure.diagnostic));
    }
    asked.map_err(|failure| failure.diagnostic)
}

/// Failure to describe a library.
struct Failure {
    diagnostic: Diagnostic,
    /// Whether the cause is in the library, so that the next start would fail as well.
    lasting: bool,
}

impl Failure {
    fn of_library(diagnostic: Diagnostic) -> Self {
        Self { diagnostic, lasting: true }
    }

    /// A failure caused by the current state of the system.
    fn of_system(diagnostic: Diagnostic) -> Self {
        Self { diagnostic, lasting: false }
    }

    /// A failure reported by a child process that opened the library.
    fn of_child(refusal: Refusal) -> Self {
        let diagnostic = Diagnostic::from(refusal);
        // A missing dependency may be installed later; an invalid declaration stays.
        let lasting = diagnostic.code == Code::PluginDeclaration;
        Self { diagnostic, lasting }
    }
}

/// Has a child process describe a library from a private copy, so that the description matches the bytes that were read.
fn ask(program: &Path, copies: &[&Path], file: &Path, bytes: &[u8]) -> Result<String, Failure> {
    let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let mut failure = Failure::of_system(unanswered("no folder available for a private copy"));
    for folder in copies {
        let copy = match private_copy(folder, &name, bytes) {
            Ok(copy) => copy,
            Err(error) => {
                failure = Failure::of_system(unanswered(format!("the library cannot be copied: {error}")));
                continue;
            }
        };
        let answer = copy.with_extension("answer");
        let ended = run(program, &copy, &answer);
        let response = read_at_most(&answer, 2 * MAX_MANIFEST_LEN);
        let (_, _) = (std::fs::remove_file(&copy), std::fs::remove_file(&answer));
        let process = ended?;
        match response.and_then(|bytes| serde_json::from_slice(&bytes).ok()) {
            Some(Response::Manifest(text)) => return Ok(text),
            Some(Response::Layouts(why, report)) => {
                // The refusal names this file. The refusal suffices if it cannot be written.
                let _ = std::fs::write(layout_report(process), report);
                return Err(Failure::of_child(why));
            }
            Some(Response::Refused(why)) => {
                failure = Failure::of_child(why);
                // The folder may be mounted `noexec`; try the next one.
                if failure.diagnostic.code != Code::PluginUnreadable {
                    return Err(failure);
                }
            }
            None => return Err(Failure::of_library(unanswered("invalid response"))),
        }
    }
    Err(failure)
}

/// Runs a child process to its end or deadline, and returns its ID.
fn run(program: &Path, library: &Path, answer: &Path) -> Result<u32, Failure> {
    let nowhere = Stdio::null;
    let mut command = Command::new(program);
    command.arg(COMMAND).arg(library).arg(answer).stdin(nowhere()).stdout(nowhere()).stderr(nowhere());
    let mut child = command.spawn().map_err(|error| {
        Failure::of_system(unanswered(format!("{program} cannot be started: {error}", program = program.display())))
    })?;
    let start = Instant::now();
    let mut pause = Duration::from_millis(1);
    loop {
        match child.try_wait() {
            Ok(Some(status)) if status.success() => return Ok(child.id()),
            Ok(Some(status)) => {
                let diagnostic = unanswered(format!("the query process ended: {status}"));
                // The program also exits with this status when it cannot write the response.
                let lasting = status.code() != Some(1);
                return Err(Failure { diagnostic, lasting });
            }
            Ok(None) if start.elapsed() < DEADLINE => std::thread::sleep(pause),
            Ok(None) | Err(_) => {
                let starved = Effort::of(child.id()).is_starved_since(&Effort::default(), DEADLINE);
                let (_, _) = (child.kill(), child.wait());
                let found = format!("no response within {as_secs} s", as_secs = DEADLINE.as_secs());
                return Err(match starved {
                    true => {
                        Failure::of_system(unanswered(format!("{found}; the processor was busy with other processes")))
                    }
                    false => Failure::of_library(unanswered(found)),
                });
            }
        }
        pause = (pause * 2).min(Duration::from_millis(10));
    }
}

fn unanswered(found: impl Into<String>) -> Diagnostic {
    Diagnostic::error(Code::PluginDescribe, "the manifest of the library cannot be queried")
        .with_expected(format!("its manifest within {as_secs} s", as_secs = DEADLINE.as_secs()))
        .with_found(found)
        .with_help("fix the code that runs when the library is loaded, and its data sheets; or remove the file from the folder")
}
