//! A background build.

use super::messages::{BuildMessage, of_cargo, of_line};
use super::{BuildProject, Builder, cargo, tools};
use serde_json::Value;
use sim_core::diagnostic::{Code, Diagnostic};
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Maximum number of output lines; the oldest are dropped.
const LINES: usize = 10_000;

/// Maximum output of a confined build that is read, bytes.
const MAX_OUTPUT: u64 = 8 << 20;

/// Result of a build.
#[derive(Clone, Debug)]
pub enum BuildEnd {
    /// It has built these libraries.
    Built(Vec<PathBuf>),
    /// The compiler has reported errors, which are among the messages.
    Failed,
    /// It was canceled.
    Canceled,
    /// It could not be started, or built no library.
    Refused(Box<Diagnostic>),
}

/// Progress of a build.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    /// Compiler messages, in order of arrival.
    pub messages: Vec<BuildMessage>,
    /// Other lines of its output.
    pub lines: Vec<String>,
    /// Number of crates that have been compiled, now or earlier.
    pub done: usize,
    /// Its result; `None` while it runs.
    pub end: Option<BuildEnd>,
}

/// A background build. Dropping it ends it with all its processes.
#[derive(Debug)]
pub struct Build {
    project: BuildProject,
    shared: Arc<Shared>,
    begun: Instant,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    progress: Progress,
    libraries: Vec<PathBuf>,
    child: Option<Child>,
    canceled: bool,
    /// Its duration; `None` while it runs.
    took: Option<Duration>,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Build {
    /// Starts a build; `on_progress` is called whenever there is progress.
    ///
    /// # Errors
    /// A compiler that is not installed, or a thread that cannot be started.
    pub fn start(project: BuildProject, on_progress: impl Fn() + Clone + Send + 'static) -> Result<Self, Diagnostic> {
        let path = project.confinement.as_ref().map_or_else(tools::search_path, |bounds| bounds.path().clone());
        Self::start_with(project, path, on_progress)
    }

    fn start_with(
        project: BuildProject,
        path: OsString,
        on_progress: impl Fn() + Clone + Send + 'static,
    ) -> Result<Self, Diagnostic> {
        if let Some(finding) = tools::missing(project.builder, &path) {
            return Err(finding);
        }
        let shared = Arc::new(Shared::default());
        let (work, of) = (shared.clone(), project.clone());
        let thread = std::thread::Builder::new().name("build".into()).spawn(move || {
            let began = Instant::now();
            let end = run(&of, &path, &work, &on_progress);
            let mut state = work.state();
            (state.took, state.child) = (Some(began.elapsed()), None);
            state.progress.end = Some(if state.canceled { BuildEnd::Canceled } else { end });
            drop(state);
            on_progress();
        });
        let thread = thread.map_err(|error| not_started("a thread", &error))?;
        Ok(Self { project, shared, begun: Instant::now(), thread: Some(thread) })
    }

    /// The project being built.
    pub fn project(&self) -> &BuildProject {
        &self.project
    }

    /// Passes the current progress to `read`.
    pub fn with_progress<T>(&self, read: impl FnOnce(&Progress) -> T) -> T {
        read(&self.shared.state().progress)
    }

    /// Its result; `None` while it runs.
    pub fn end(&self) -> Option<BuildEnd> {
        self.with_progress(|progress| progress.end.clone())
    }

    /// Its duration so far, or in total.
    pub fn duration(&self) -> Duration {
        self.shared.state().took.unwrap_or_else(|| self.begun.elapsed())
    }

    /// Cancels it: ends all its processes. The result is available shortly afterward.
    pub fn cancel(&self) {
        let mut state = self.shared.state();
        if state.progress.end.is_some() {
            return;
        }
        state.canceled = true;
        if let Some(child) = &mut state.child {
            end_with_children(child);
        }
    }
}

impl Drop for Build {
    fn drop(&mut self) {
        self.cancel();
        if let Some(thread) = self.thread.take() {
            // A panic in the thread was reported when it happened.
            let _ = thread.join();
        }
    }
}

/// Runs the commands of a project in order.
fn run(
    project: &BuildProject,
    path: &OsString,
    shared: &Arc<Shared>,
    on_progress: &(impl Fn() + Clone + Send + 'static),
) -> BuildEnd {
    for words in project.commands() {
        let program = tools::find(&words[0], path).unwrap_or_else(|| (&words[0]).into());
        let command = match &project.confinement {
            Some(bounds) => bounds.command(&program),
            None => Ok(Command::new(program)),
        };
        let mut command = match command {
            Ok(command) => command,
            Err(error) => return BuildEnd::Refused(not_started(&words[0], &error).into()),
        };
        command.args(&words[1..]).current_dir(&project.folder).env("PATH", path);
        // Messages are parsed by their English words.
        command.env("LANGUAGE", "en").env("CARGO_TERM_COLOR", "never").env("CARGO_TERM_PROGRESS_WHEN", "never");
        // If this program was itself started by such a tool, the tool's settings for its child processes do not apply to this
        // build.
        for name in ["CARGO_MAKEFLAGS", "MAKEFLAGS", "MFLAGS", "MAKELEVEL"] {
            command.env_remove(name);
        }
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        in_group_of_its_own(&mut command);
        shared.state().progress.lines.push(format!("{}$ {}", project.name(), words.join(" ")));
        match watched(&mut command, project, shared, on_progress) {
            Ok(true) => {}
            Ok(false) => return BuildEnd::Failed,
            Err(error) => return BuildEnd::Refused(not_started(&words[0], &error).into()),
        }
    }
    let libraries = match project.builder {
        Builder::Cargo => std::mem::take(&mut shared.state().libraries),
        Builder::Make | Builder::CMake => made_libraries(&project.folder),
    };
    match libraries.is_empty() {
        true => BuildEnd::Refused(no_library(project).into()),
        false => BuildEnd::Built(libraries),
    }
}

/// Runs a command and processes its output. Returns whether it has succeeded.
fn watched(
    command: &mut Command,
    project: &BuildProject,
    shared: &Arc<Shared>,
    on_progress: &(impl Fn() + Clone + Send + 'static),
) -> std::io::Result<bool> {
    let mut child = {
        // Holding the lock prevents cancellation between the start of the process and the moment from which it can be ended.
        let mut state = shared.state();
        if state.canceled {
            return Ok(false);
        }
        let mut child = command.spawn()?;
        let pipes = (child.stdout.take(), child.stderr.take());
        state.child = Some(child);
        pipes
    };
    let json = project.builder == Builder::Cargo;
    let most = if project.confinement.is_some() { MAX_OUTPUT } else { u64::MAX };
    let reads = |pipe: Option<Box<dyn Read + Send>>, json: bool| {
        let (shared, on_progress, folder) = (shared.clone(), on_progress.clone(), project.folder.clone());
        std::thread::spawn(move || {
            let Some(pipe) = pipe else { return };
            // Output beyond that is not read.
            let mut reader = BufReader::new(pipe.take(most));
            let mut line = Vec::new();
            while reader.read_until(b'\n', &mut line).is_ok_and(|length| length > 0) {
                take_line(String::from_utf8_lossy(&line).trim_end(), json, &folder, &mut shared.state());
                line.clear();
                on_progress();
            }
        })
    };
    let out = reads(child.0.take().map(|pipe| Box::new(pipe) as _), json);
    let err = reads(child.1.take().map(|pipe| Box::new(pipe) as _), false);
    if project.confinement.is_some() {
        // Remaining child processes would keep the pipes open.
        while !(out.is_finished() && err.is_finished()) {
            let mut state = shared.state();
            if let Some(child) = state.child.as_mut().filter(|child| has_ended(child)) {
                end_with_children(child);
            }
            drop(state);
            std::thread::sleep(Duration::from_millis(10));
        }
    }
    for reader in [out, err] {
        let _ = reader.join();
    }
    // Both pipes are closed, so the process has ended or is about to; it can be canceled until then.
    loop {
        let mut state = shared.state();
        let Some(child) = &mut state.child else { return Ok(false) };
        if project.confinement.is_some() && has_ended(child) {
            // Also ends processes without a pipe, while the ID of the group cannot be reused yet.
            end_with_children(child);
        }
        if let Some(status) = child.try_wait()? {
            return Ok(status.success());
        }
        drop(state);
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Processes a line of output.
fn take_line(line: &str, json: bool, folder: &Path, state: &mut State) {
    if json && let Ok(message) = serde_json::from_str::<Value>(line) {
        state.progress.messages.extend(of_cargo(&message, folder));
        state.libraries.extend(cargo::libraries(&message, folder));
        state.progress.done += usize::from(cargo::done(&message).is_some());
        return;
    }
    state.progress.messages.extend(of_line(line, folder));
    let lines = &mut state.progress.lines;
    if lines.len() >= LINES {
        lines.drain(..LINES / 10);
    }
    lines.push(line.to_owned());
}

/// The libraries built by `make` or CMake: in the folder `plugins`, as in the templates.
fn made_libraries(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder.join("plugins")).into_iter().flatten().flatten().map(|entry| entry.path());
    let is_library = |file: &PathBuf| file.extension().is_some_and(|ending| ending == std::env::consts::DLL_EXTENSION);
    let mut found: Vec<PathBuf> = entries.filter(is_library).collect();
    found.sort();
    found
}

fn not_started(what: &str, error: &std::io::Error) -> Diagnostic {
    Diagnostic::error(Code::ConfigValue, format!("the build tool `{what}` cannot be started"))
        .with_found(error.to_string())
        .with_help("check that the program is executable and the disk is not full")
}

fn no_library(project: &BuildProject) -> Diagnostic {
    Diagnostic::error(Code::ConfigValue, "the build did not create a plugin library")
        .with_file(project.folder.display().to_string())
        .with_help(
            "with Cargo, set `crate-type = [\"cdylib\"]` in `[lib]` of Cargo.toml; with make and CMake, write the library to \
             the folder `plugins`",
        )
}

#[cfg(unix)]
fn in_group_of_its_own(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

#[cfg(not(unix))]
fn in_group_of_its_own(_: &mut Command) {}

/// Whether a process has ended; its ID is not reused until it is waited for.
#[cfg(target_os = "linux")]
fn has_ended(child: &Child) -> bool {
    use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid};
    let Ok(pid) = i32::try_from(child.id()) else { return false };
    let options = WaitPidFlag::WEXITED | WaitPidFlag::WNOWAIT | WaitPidFlag::WNOHANG;
    waitid(Id::Pid(nix::unistd::Pid::from_raw(pid)), options).is_ok_and(|status| status != WaitStatus::StillAlive)
}

/// Other platforms do not confine builds.
#[cfg(not(target_os = "linux"))]
fn has_ended(_: &Child) -> bool {
    false
}

/// Ends a process and its child processes.
#[cfg(unix)]
fn end_with_children(child: &mut Child) {
    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::Pid;
    if let Ok(group) = i32::try_from(child.id()) {
        // It is in its own group with all its child processes. It is fine if none exists anymore.
        let _ = killpg(Pid::from_raw(group), Signal::SIGKILL);
    }
}

/// Ends a process and its child processes.
#[cfg(not(unix))]
fn end_with_children(child: &mut Child) {
    let number = child.id().to_string();
    let ended = Command::new("taskkill")
        .args(["/T", "/F", "/PID", &number])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    if !ended.is_ok_and(|status| status.success()) {
        let _ = child.kill();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ComponentKind, Lang, NewComponent};
    use sim_core::diagnostic::Severity;

    fn wait(build: &Build) -> BuildEnd {
        let begun = Instant::now();
        loop {
            if let Some(end) = build.end() {
                return end;
            }
            assert!(begun.elapsed() < Duration::from_secs(120), "{:?}", build.with_progress(Progress::clone));
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn crate_in(temp_dir: &Path, code: &str) -> BuildProject {
        std::fs::create_dir_all(temp_dir.join("src")).unwrap();
        let manifest = "[package]\nname = \"tiny\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\
                        [lib]\ncrate-type = [\"cdylib\"]\n[workspace]\n";
        std::fs::write(temp_dir.join("Cargo.toml"), manifest).unwrap();
        std::fs::write(temp_dir.join("src/lib.rs"), code).unwrap();
        BuildProject::at(temp_dir).unwrap()
    }

    /// BL-85: The window compiles a project, lists errors with their places and loads the result.
    #[test]
    fn rust_errors_are_reported_with_file_line_and_column() {
        let temp_dir = tempfile::tempdir().unwrap();
        let project = crate_in(temp_dir.path(), "pub fn one() -> u8 {\n    \"text\"\n}\n");
        let build = Build::start(project, || ()).unwrap();
        assert!(matches!(wait(&build), BuildEnd::Failed));
        let errors = build.with_progress(|progress| {
            progress.messages.iter().filter(|message| message.severity == Severity::Error).cloned().collect::<Vec<_>>()
        });
        assert_eq!(errors.len(), 1, "{errors:?}");
        let place = errors[0].place.clone().unwrap();
        assert_eq!((place.file, place.line, place.column), (temp_dir.path().join("src/lib.rs"), 2, 5));
        assert!(errors[0].text.contains("mismatched types") && errors[0].whole.contains("src/lib.rs:2:5"));
    }

    /// BL-85: The window compiles a project, lists errors with their places and loads the result.
    #[test]
    fn a_crate_without_mistakes_gives_its_library() {
        let temp_dir = tempfile::tempdir().unwrap();
        let project = crate_in(temp_dir.path(), "pub fn one() -> u8 {\n    let unused = 2;\n    1\n}\n");
        let build = Build::start(project, || ()).unwrap();
        let BuildEnd::Built(libraries) = wait(&build) else { panic!("{:?}", build.with_progress(Progress::clone)) };
        assert_eq!(libraries.len(), 1);
        assert!(libraries[0].is_file() && libraries[0].file_name().unwrap() == &*crate::library_name("tiny"));
        let warnings = build
            .with_progress(|progress| progress.messages.iter().filter(|m| m.severity == Severity::Warning).count());
        assert_eq!(warnings, 1);
    }

    /// BL-85: The window compiles a project, lists errors with their places and loads the result.
    #[test]
    fn a_template_in_c_is_built_and_a_planted_mistake_has_its_place() {
        let temp_dir = tempfile::tempdir().unwrap();
        let new = NewComponent {
            kind: ComponentKind::Controller,
            name: "avoid",
            dir: temp_dir.path(),
            sdk: None,
            lang: Lang::C,
        };
        let made = new.make().unwrap();
        let project = BuildProject::of(&made.code).unwrap();
        let build = Build::start(project.clone(), || ()).unwrap();
        let BuildEnd::Built(libraries) = wait(&build) else { panic!("{:?}", build.with_progress(Progress::clone)) };
        assert_eq!(libraries.len(), 1);
        let code = std::fs::read_to_string(&made.code).unwrap() + "int planted = ;\n";
        std::fs::write(&made.code, &code).unwrap();
        let build = Build::start(project, || ()).unwrap();
        assert!(matches!(wait(&build), BuildEnd::Failed));
        let first =
            build.with_progress(|progress| progress.messages.iter().find(|m| m.severity == Severity::Error).cloned());
        let place =
            first.and_then(|first| first.place).unwrap_or_else(|| panic!("{:?}", build.with_progress(Progress::clone)));
        assert_eq!((place.file, place.line, place.column), (made.code, code.lines().count(), 15));
    }

    /// BL-85: The window compiles a project, lists errors with their places and loads the result.
    #[cfg(unix)]
    #[test]
    fn a_build_that_is_cancelled_leaves_no_process() {
        let temp_dir = tempfile::tempdir().unwrap();
        let number = temp_dir.path().join("number");
        std::fs::write(
            temp_dir.path().join("Makefile"),
            format!("all:\n\tsleep 600 & echo $$! > {}; wait\n", number.display()),
        )
        .unwrap();
        let build = Build::start(BuildProject::at(temp_dir.path()).unwrap(), || ()).unwrap();
        let begun = Instant::now();
        let inner: i32 = loop {
            if let Some(inner) = std::fs::read_to_string(&number).ok().and_then(|text| text.trim().parse().ok()) {
                break inner;
            }
            assert!(begun.elapsed() < Duration::from_secs(60));
            std::thread::sleep(Duration::from_millis(10));
        };
        let lives = || nix::sys::signal::kill(nix::unistd::Pid::from_raw(inner), None).is_ok();
        assert!(lives() && build.end().is_none());
        build.cancel();
        assert!(matches!(wait(&build), BuildEnd::Canceled));
        let state = || std::fs::read_to_string(format!("/proc/{inner}/stat")).unwrap_or_default();
        let begun = Instant::now();
        // A process that has not been waited for still exists as a zombie.
        while lives() && !state().contains(") Z ") {
            assert!(
                begun.elapsed() < Duration::from_secs(20),
                "the child of the process is still running: {}",
                state()
            );
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// BL-85: The window compiles a project, lists errors with their places and loads the result.
    #[test]
    fn failed_builds_are_reported() {
        let temp_dir = tempfile::tempdir().unwrap();
        std::fs::write(temp_dir.path().join("Makefile"), "all:\n\techo nothing\n").unwrap();
        let project = BuildProject::at(temp_dir.path()).unwrap();
        let missing = Build::start_with(project.clone(), temp_dir.path().as_os_str().to_owned(), || ()).unwrap_err();
        assert!(missing.message.to_string().contains("is not installed"), "{missing}");
        let build = Build::start(project, || ()).unwrap();
        let BuildEnd::Refused(finding) = wait(&build) else { panic!("{:?}", build.with_progress(Progress::clone)) };
        assert!(finding.message.to_string().contains("did not create"), "{finding}");
        assert!(build.with_progress(|progress| progress.lines.iter().any(|line| line == "nothing")));
    }
}
