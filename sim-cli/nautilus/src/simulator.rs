//! The program `sim` next to this one: it knows the plugins, and checks, runs and shows scenes.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use sim_abi::declare::Kind;
use sim_abi::service::RobotLayout;
use sim_cli::console::MessageArgs;
use sim_cli::exit::{Exit, Failure, Outcome};
use sim_cli::external;
use sim_cli::session::PluginArgs;
use sim_cli::supervised::SupervisionArgs;
use sim_core::diagnostic::{Code, Diagnostic, Diagnostics};
use sim_core::installation;
use std::env::consts::EXE_SUFFIX;
use std::ffi::OsString;
use std::io::{Seek, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Runs commands of `sim`, each with the same options for plugins, messages and supervision.
pub struct Simulator {
    program: PathBuf,
    options: Vec<OsString>,
}

/// The plugins that `sim` has found.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Catalog {
    pub libraries: Vec<Library>,
    pub components: Vec<Component>,
}

/// A plugin library.
#[derive(Clone, Debug, Deserialize)]
pub struct Library {
    pub name: String,
    pub version: String,
}

/// A component of a plugin library.
#[derive(Clone, Debug, Deserialize)]
pub struct Component {
    pub id: String,
    pub kind: Kind,
    /// JSON schema of its parameters.
    pub schema: Value,
}

/// What `sim check` found in a scene.
#[derive(Debug, Default, Deserialize)]
pub struct Checked {
    pub diagnostics: Diagnostics,
    pub robots: Vec<RobotLayout>,
}

/// Answer of a command that failed as a whole.
#[derive(Deserialize)]
struct Failed {
    exit_status: u8,
    diagnostics: Diagnostics,
}

impl Simulator {
    /// The program with these options.
    pub fn new(plugins: &PluginArgs, messages: MessageArgs, supervision: &SupervisionArgs) -> Self {
        let program = installation::program_folder().unwrap_or_default().join(format!("sim{EXE_SUFFIX}"));
        let options = [plugins.words(), messages.words(), supervision.words()].concat();
        Self { program, options }
    }

    /// The installed plugins and those of `--plugins`.
    ///
    /// # Errors
    /// If the program cannot be started, or fails.
    pub fn catalog(&self) -> Outcome<Catalog> {
        self.answer("plugins", &[], Stdio::null())
    }

    /// Checks a scene, given as text, with the setup of all components.
    ///
    /// # Errors
    /// If the program cannot be started, or fails.
    pub fn check(&self, scene: &str) -> Outcome<Checked> {
        #[derive(Deserialize)]
        struct Answer {
            scenes: Vec<Checked>,
        }
        let Answer { scenes } = self.answer("check", &["-"], input(scene)?)?;
        Ok(scenes.into_iter().next().unwrap_or_default())
    }

    /// Runs a scene, given as text. On Unix the program replaces this one.
    ///
    /// # Errors
    /// If the program cannot be started.
    pub fn run(&self, scene: &str) -> Outcome {
        let mut command = self.command("run");
        command.arg("-").stdin(input(scene)?);
        Ok(Exit::from_status(external::continue_as(&mut command).map_err(|error| self.refused(&error))?))
    }

    /// Shows a scene in the window with further options, starts it, and returns when the window is closed.
    ///
    /// # Errors
    /// If the program cannot be started, or the scene cannot be written to a temporary folder.
    pub fn show(&self, scene: &str, options: &[OsString]) -> Outcome {
        let folder = tempfile::tempdir().map_err(|error| not_stored(&error))?;
        let path = folder.path().join("nautilus.ron");
        std::fs::write(&path, scene).map_err(|error| not_stored(&error))?;
        let ended = self.command("gui").arg(&path).arg("--play").args(options).status();
        let status = ended.map_err(|error| self.refused(&error))?.code();
        Ok(Exit::from_status(status.and_then(|code| u8::try_from(code).ok()).unwrap_or(Exit::Failed.status())))
    }

    fn command(&self, name: &str) -> Command {
        let mut command = Command::new(&self.program);
        command.arg(name).args(&self.options);
        command
    }

    /// The JSON document that a command prints.
    fn answer<T: DeserializeOwned>(&self, name: &str, arguments: &[&str], input: Stdio) -> Outcome<T> {
        let mut command = self.command(name);
        command.arg("--json").args(arguments).stdin(input).stderr(Stdio::piped());
        let output = command.output().map_err(|error| self.refused(&error))?;
        serde_json::from_slice(&output.stdout).map_err(|error| {
            if let Ok(Failed { exit_status, diagnostics }) = serde_json::from_slice(&output.stdout) {
                return Failure { exit: Exit::from_status(exit_status), diagnostics };
            }
            let printed = String::from_utf8_lossy(&output.stderr);
            let last = printed.trim().lines().last().map_or_else(|| error.to_string(), str::to_owned);
            let message = format!("`sim {name}` did not answer");
            self.located(message).with_found(format!("{}; {last}", output.status)).into()
        })
    }

    fn refused(&self, error: &std::io::Error) -> Diagnostic {
        self.located("`sim` cannot be started".to_string()).with_found(error.to_string())
    }

    fn located(&self, message: String) -> Diagnostic {
        Diagnostic::error(Code::EngineEnded, message)
            .with_file(self.program.display().to_string())
            .with_help("`sim` must be in the folder of this program, in the same version")
    }
}

impl Catalog {
    /// The schema of a component, if it is installed.
    pub fn schema(&self, id: &str) -> Option<&Value> {
        self.components.iter().find(|component| component.id == id).map(|component| &component.schema)
    }
}

/// A file with this text, to read as standard input. It has no name and vanishes with its last reader.
fn input(text: &str) -> Outcome<Stdio> {
    let write = || {
        let mut file = tempfile::tempfile()?;
        file.write_all(text.as_bytes())?;
        file.rewind()?;
        Ok(file)
    };
    Ok(write().map_err(|error| not_stored(&error))?.into())
}

fn not_stored(error: &std::io::Error) -> Diagnostic {
    Diagnostic::error(Code::ConfigOutput, "the scene cannot be written to a temporary file")
        .with_found(error.to_string())
        .with_help("make space in the folder for temporary files, or set TMPDIR")
}
