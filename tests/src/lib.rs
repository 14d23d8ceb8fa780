//! Shared code of the tests of the whole program: the assembled program, own scenes and plugin folders, libraries built
//! for a test.
//!
//! `cargo xtask test` assembles the program and passes its location in `SIM_DIST` and `SIM_DIST_DEBUG`; without these,
//! the folder created by `cargo xtask build` is used.

#![forbid(unsafe_code)]

pub mod build;
pub mod live;
pub mod servers;
pub mod video;

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Folder of the workspace.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tests lie in the workspace").to_path_buf()
}

/// Cargo's target folder of this workspace.
pub fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), |folder| root().join(folder))
}

/// The assembled program: a folder with `sim`, `plugins/`, `scenes/`, `sdk/`.
pub fn dist() -> PathBuf {
    let folder = std::env::var_os("SIM_DIST").map_or_else(|| target().join("dist"), PathBuf::from);
    assert!(program_of(&folder).is_file(), "no program in {}: run `cargo xtask test`", folder.display());
    folder
}

/// The same program as a debug build, if there is one.
pub fn debug_dist() -> Option<PathBuf> {
    let folder = std::env::var_os("SIM_DIST_DEBUG").map(PathBuf::from)?;
    program_of(&folder).is_file().then_some(folder)
}

/// The program in an assembled folder.
pub fn program_of(dist: &Path) -> PathBuf {
    dist.join(format!("sim{}", std::env::consts::EXE_SUFFIX))
}

/// Sets the system language to English for a program, independent of the language of the tests.
pub fn in_english(command: &mut Command) {
    command.env("LC_ALL", "C");
}

/// A library of the assembled program, such as `plugin_fence`.
pub fn shipped(name: &str) -> PathBuf {
    use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
    dist().join("plugins").join(format!("{DLL_PREFIX}{name}{DLL_SUFFIX}"))
}

/// A folder with a scene and plugins of one test.
pub struct TestDir {
    folder: tempfile::TempDir,
    dist: PathBuf,
}

impl Default for TestDir {
    fn default() -> Self {
        Self::new()
    }
}

impl TestDir {
    /// An empty folder and the assembled program.
    pub fn new() -> Self {
        Self::with_program(dist())
    }

    /// An empty folder and another assembled program.
    pub fn with_program(dist: PathBuf) -> Self {
        let folder = tempfile::tempdir().expect("there is a temporary folder");
        std::fs::create_dir(folder.path().join("plugins")).expect("a folder can be made");
        Self { folder, dist }
    }

    /// A file of this test.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a file and returns its path.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        std::fs::write(&path, content).expect("a file can be written");
        path
    }

    /// Installs a library under a name into the plugins folder, atomically, like a careful author.
    pub fn install(&self, library: &Path, name: &str) -> PathBuf {
        let bytes = std::fs::read(library).unwrap_or_else(|error| panic!("{}: {error}", library.display()));
        let hidden = self.write("plugins/.incoming", bytes);
        let path = self.path("plugins").join(name);
        std::fs::rename(hidden, &path).expect("a file can be renamed");
        path
    }

    /// The program in this folder, with the test's plugins and without the user's.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(program_of(&self.dist));
        command.args(arguments).current_dir(self.folder.path());
        command
            .env_remove("SIM_PLUGIN_PATH")
            .env_remove("SIM_PACKS")
            .env("XDG_DATA_HOME", self.path("home"))
            .env("HOME", self.path("home"));
        // Compilers are where the user of the tests has them.
        for (name, folder) in [("RUSTUP_HOME", ".rustup"), ("CARGO_HOME", ".cargo")] {
            if let (None, Some(home)) = (std::env::var_os(name), std::env::home_dir()) {
                command.env(name, home.join(folder));
            }
        }
        in_english(&mut command);
        command
    }

    /// Runs the program to its end.
    pub fn sim(&self, arguments: &[&str]) -> Ended {
        Ended::from(self.command(arguments).output().expect("the program can be started"))
    }

    /// Runs the program to its end with this standard input.
    pub fn piped(&self, input: impl AsRef<[u8]>, arguments: &[&str]) -> Ended {
        let file = std::fs::File::open(self.write(".input", input)).expect("a file can be opened");
        Ended::from(self.command(arguments).stdin(file).output().expect("the program can be started"))
    }

    /// `sim run SCENE --plugins plugins --json`, plus `more`.
    pub fn run(&self, scene: &str, more: &[&str]) -> Ended {
        self.sim(&[&["run", scene, "--plugins", "plugins", "--json"], more].concat())
    }
}

/// The same command from a shell with a file open as descriptor 9.
#[cfg(unix)]
pub fn with_open_file(command: &Command, file: &Path) -> Command {
    let mut shell = Command::new("sh");
    shell.args(["-c", "exec 9<>\"$1\"; shift; exec \"$@\"", "sh"]).arg(file).arg(command.get_program());
    shell.args(command.get_args());
    if let Some(folder) = command.get_current_dir() {
        shell.current_dir(folder);
    }
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => shell.env(name, value),
            None => shell.env_remove(name),
        };
    }
    shell
}

/// Result of a program.
#[derive(Debug)]
pub struct Ended {
    /// Exit status.
    pub status: i32,
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
}

impl From<Output> for Ended {
    fn from(output: Output) -> Self {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let status = output.status.code().expect("the program was not killed");
        Self { status, stdout: text(&output.stdout), stderr: text(&output.stderr) }
    }
}

impl Ended {
    /// The JSON document on standard output.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("no JSON ({error}) but {self:#?}"))
    }

    /// The hash over all states.
    pub fn hash(&self) -> String {
        self.json()["state_hash"].as_str().expect("a summary has a hash").to_string()
    }

    /// Distance traveled by a robot, m.
    pub fn distance(&self, robot: &str) -> f64 {
        let summary = self.json();
        let robots = summary["robots"].as_array().expect("a summary lists robots");
        let found = robots.iter().find(|entry| entry["name"] == robot);
        found.unwrap_or_else(|| panic!("no robot {robot} in {summary}"))["distance_m"].as_f64().expect("a number")
    }

    /// Fails unless the program ended with this status.
    #[track_caller]
    pub fn expect(self, status: i32) -> Self {
        assert_eq!(self.status, status, "{self:#?}");
        self
    }
}
