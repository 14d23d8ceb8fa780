//! What a library holds, learnt without running its code in this program: from its file, from a process of its own, or from
//! what such a process has told before.

use super::cache::{read_at_most, store};
use super::failed::{self, Refusal};
use super::isolation;
use super::limits::LONGEST_MANIFEST;
use super::open::{
    Layouts, ask_manifest, defer_layout_report, deferred_layout_report, layout_report, load, private_copy,
};
use super::platform::{self, Effort};
use super::said::parse_manifest;
use crate::diagnostic::{Code, Diagnostic};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Who asks a library what it holds, where its file does not say so as data.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Describe {
    /// This program: every library is opened when it is found, and its initialisers run here.
    #[default]
    InThisProcess,
    /// A process of its own, which is ended after [`DEADLINE`]. This program opens a library when a component of it is used.
    Child {
        /// A program that does `PROGRAM __describe FILE ANSWER` by [`describe_for_parent`].
        program: PathBuf,
        /// Folder for the answers, so that a library that has not changed is not asked again.
        cache: Option<PathBuf>,
    },
}

/// First word of the command line of a child that describes a library.
pub const COMMAND: &str = "__describe";

/// How long a library may take to say what it holds.
pub const DEADLINE: Duration = Duration::from_secs(5);

/// Version of the form in which answers are kept.
const FORMAT: u32 = 1;

impl Describe {
    /// Folder for what later starts need not learn again.
    pub(super) fn cache(&self) -> Option<&Path> {
        match self {
            Describe::InThisProcess => None,
            Describe::Child { cache, .. } => cache.as_deref(),
        }
    }

    /// The same, with libraries that are asked each time.
    pub fn without_cache(self) -> Self {
        match self {
            Describe::InThisProcess => self,
            Describe::Child { program, .. } => Describe::Child { program, cache: None },
        }
    }

    /// Forgets which libraries did not say what they hold: the next look asks them again.
    pub fn forget_failures(&self) {
        if let Some(cache) = self.cache() {
            failed::forget(cache);
        }
    }

    /// Children of the program that runs, with answers kept in the user's cache folder. The program does
    /// [`describe_for_parent`] when its first argument is [`COMMAND`].
    pub fn by_this_program() -> Self {
        match std::env::current_exe() {
            Ok(program) => {
                let cache = platform::user_cache().map(|folder| folder.join("robot-sim").join("manifests"));
                Describe::Child { program, cache }
            }
            // A system that does not know where the program is cannot start it again either.
            Err(_) => Describe::InThisProcess,
        }
    }
}

/// What a child tells its parent.
#[derive(Serialize, Deserialize)]
enum Told {
    Manifest(String),
    Refused(Refusal),
    /// Refused for its layouts, with the long report.
    Layouts(Refusal, String),
}

/// What a child does: opens a library, asks what it holds, and writes the answer to a file.
///
/// # Errors
/// When the answer cannot be written.
pub fn describe_for_parent(library: &Path, answer: &Path) -> std::io::Result<()> {
    answer_parent(library, std::fs::File::create(answer)?)
}

/// As [`describe_for_parent`], in a child that gives up all rights but reading before, where the system can do that: the library's
/// initialisers run here.
///
/// # Errors
/// As [`describe_for_parent`].
pub fn describe_confined(library: &Path, answer: &Path) -> std::io::Result<()> {
    isolation::close_inherited();
    let file = std::fs::File::create(answer)?;
    isolation::confine_description(library, 2 * LONGEST_MANIFEST as u64);
    answer_parent(library, file)
}

fn answer_parent(library: &Path, mut file: std::fs::File) -> std::io::Result<()> {
    defer_layout_report();
    let told = match (load(library, Layouts::Unknown).and_then(ask_manifest), deferred_layout_report()) {
        (Ok(manifest), _) => Told::Manifest(manifest),
        (Err(diagnostic), Some(report)) => Told::Layouts(diagnostic.into(), report),
        (Err(diagnostic), None) => Told::Refused(diagnostic.into()),
    };
    std::io::Write::write_all(&mut file, &serde_json::to_vec(&told)?)
}

/// The manifest of a library that has been read, as text, by a child or from the cache. `copies` are folders for a private copy.
pub(super) fn by_child(
    program: &Path,
    cache: Option<&Path>,
    copies: &[&Path],
    file: &Path,
    (bytes, digest): (&[u8], &str),
) -> Result<String, Diagnostic> {
    if let Some(manifest) = cache.and_then(|cache| recall(cache, digest)) {
        return Ok(manifest);
    }
    if let Some(refusal) = cache.and_then(|cache| failed::recall(cache, digest)) {
        return Err(refusal);
    }
    let asked = ask(program, copies, file, bytes).and_then(|manifest| {
        parse_manifest(&manifest).map_err(Failure::of_library)?;
        Ok(manifest)
    });
    let manifest = asked.map_err(|failure| {
        if let Some(cache) = cache.filter(|_| failure.lasting) {
            failed::keep(cache, digest, &failure.diagnostic);
        }
        failure.diagnostic
    })?;
    if let Some(cache) = cache {
        let kept = Kept { format: FORMAT, library: digest.to_string(), manifest: manifest.clone() };
        store(&place(cache, digest), &serde_json::to_vec(&kept).expect("invariant: what is kept has text keys"));
    }
    Ok(manifest)
}

#[derive(Serialize, Deserialize)]
struct Kept {
    format: u32,
    library: String,
    manifest: String,
}

/// Where the manifest of a library is kept.
fn place(cache: &Path, digest: &str) -> PathBuf {
    cache.join(format!("{digest}.json"))
}

/// The manifest that was kept of the library with this digest; none where there is none that can be used.
pub(super) fn recall(cache: &Path, digest: &str) -> Option<String> {
    let bytes = read_at_most(&place(cache, digest), 2 * LONGEST_MANIFEST)?;
    let kept: Kept = serde_json::from_slice(&bytes).ok()?;
    let usable = kept.format == FORMAT && kept.library == digest && parse_manifest(&kept.manifest).is_ok();
    usable.then_some(kept.manifest)
}

/// Why there is no answer.
struct Failure {
    diagnostic: Diagnostic,
    /// It lies in the library, so that the next start would find the same.
    lasting: bool,
}

impl Failure {
    fn of_library(diagnostic: Diagnostic) -> Self {
        Self { diagnostic, lasting: true }
    }

    /// It lies in this system as it is now.
    fn of_system(diagnostic: Diagnostic) -> Self {
        Self { diagnostic, lasting: false }
    }

    /// What a child says that has opened the library.
    fn told(refusal: Refusal) -> Self {
        let diagnostic = Diagnostic::from(refusal);
        // A library that is missing today may be installed tomorrow; what a library says of itself stays.
        let lasting = diagnostic.code == Code::PluginDeclaration;
        Self { diagnostic, lasting }
    }
}

/// Lets a child ask a library, from a private copy: what is described is what has been read.
fn ask(program: &Path, copies: &[&Path], file: &Path, bytes: &[u8]) -> Result<String, Failure> {
    let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let mut failure = Failure::of_system(unanswered("there is no folder for a private copy"));
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
        let told = read_at_most(&answer, 2 * LONGEST_MANIFEST);
        let (_, _) = (std::fs::remove_file(&copy), std::fs::remove_file(&answer));
        let process = ended?;
        match told.and_then(|bytes| serde_json::from_slice(&bytes).ok()) {
            Some(Told::Manifest(text)) => return Ok(text),
            Some(Told::Layouts(why, report)) => {
                // The refusal names this file. Without it there is still the essence.
                let _ = std::fs::write(layout_report(process), report);
                return Err(Failure::told(why));
            }
            Some(Told::Refused(why)) => {
                failure = Failure::told(why);
                // Memory that may not be executed is one reason for this; the next folder may do.
                if failure.diagnostic.code != Code::PluginUnreadable {
                    return Err(failure);
                }
            }
            None => return Err(Failure::of_library(unanswered("the answer is none"))),
        }
    }
    Err(failure)
}

/// Runs a child to its end or to its deadline, and gives its number.
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
                let diagnostic = unanswered(format!("it ended the process that asked it: {status}"));
                // So the program ends that cannot write the answer, too.
                let lasting = status.code() != Some(1);
                return Err(Failure { diagnostic, lasting });
            }
            Ok(None) if start.elapsed() < DEADLINE => std::thread::sleep(pause),
            Ok(None) | Err(_) => {
                let starved = Effort::of(child.id()).is_starved_since(&Effort::default(), DEADLINE);
                let (_, _) = (child.kill(), child.wait());
                let found = format!("it has not answered within {as_secs} s", as_secs = DEADLINE.as_secs());
                return Err(match starved {
                    true => Failure::of_system(unanswered(format!("{found}; the processor was busy with other work"))),
                    false => Failure::of_library(unanswered(found)),
                });
            }
        }
        pause = (pause * 2).min(Duration::from_millis(10));
    }
}

fn unanswered(found: impl Into<String>) -> Diagnostic {
    Diagnostic::error(Code::PluginDescribe, "the library does not say what it holds")
        .with_expected(format!("its manifest within {as_secs} s", as_secs = DEADLINE.as_secs()))
        .with_found(found)
        .with_help("mend what runs when the library is loaded, and its data sheets; or remove the file from the folder")
}
