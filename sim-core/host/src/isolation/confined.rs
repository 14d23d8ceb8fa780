//! Compilers of third-party sources, whose build scripts and macros are code that runs: they write in one folder, have no network
//! access, and end with the program that started them.

use super::bounds::Confined;
use super::system;
use sim_diagnostics::{Code, Diagnostic};
use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::process::Command;

/// First argument of a process that starts a confined program, followed by the ID of the process that started it, the bounds, the
/// program and its arguments.
pub const CONFINED_COMMAND: &str = "__confined";

impl Confined {
    /// Checks whether this platform can confine programs.
    ///
    /// # Errors
    /// When it cannot.
    pub fn is_possible() -> Result<(), Diagnostic> {
        if system::SUPPORTED && system::missing() == system::Missing::default() {
            return Ok(());
        }
        let message = "third-party sources cannot be built here: this system cannot confine the build";
        Err(Diagnostic::error(Code::PluginProcess, message)
            .with_expected("Linux 6.2 or later, with Landlock and seccomp")
            .with_found(format!("{} {}", std::env::consts::OS, std::env::consts::ARCH))
            .with_help("use libraries from a trusted publisher, or review the sources and build them manually"))
    }

    /// A command that runs a program within these bounds, through the current executable. Start it in its own process group: the
    /// program and its child processes stay in that group and are ended through it.
    ///
    /// # Errors
    /// When the path of the current executable cannot be determined.
    pub fn command(&self, program: &Path) -> io::Result<Command> {
        let mut command = Command::new(std::env::current_exe()?);
        let bounds = serde_json::to_string(self)?;
        command.arg(CONFINED_COMMAND).arg(std::process::id().to_string()).arg(bounds).arg(program);
        Ok(command)
    }
}

/// Entry point of `PROGRAM __confined PARENT BOUNDS TOOL ARGUMENTS…`: runs the tool and returns its exit status, or ends with the program
/// that started it. `words` are the arguments after `__confined`. The intermediate process, `PROGRAM __confined tool PARENT BOUNDS …`,
/// confines itself and becomes the tool, which then cannot reach any process outside of its group.
///
/// # Errors
/// When this process was started incorrectly, and system errors.
pub fn run_confined(words: &[OsString]) -> io::Result<u8> {
    const TOOL: &str = "tool";
    let number = |word: &OsString| word.to_str().and_then(|word| word.parse::<u32>().ok());
    let wrong = || io::Error::from(io::ErrorKind::InvalidInput);
    match words {
        [is_tool, parent, bounds, tool, arguments @ ..] if is_tool == TOOL => {
            let bounds: Confined = serde_json::from_str(bounds.to_str().ok_or_else(wrong)?)?;
            let mut command = Command::new(tool);
            command.args(arguments);
            Err(system::become_tool(number(parent).ok_or_else(wrong)?, &bounds, command))
        }
        [parent, rest @ ..] if rest.len() > 1 => {
            let mut command = Command::new(std::env::current_exe()?);
            command.args([CONFINED_COMMAND, TOOL]).arg(std::process::id().to_string()).args(rest);
            system::attend_tool(number(parent).ok_or_else(wrong)?, command)
        }
        _ => Err(wrong()),
    }
}
