//! `sim completions`.

use crate::console::conduct;
use crate::exit::Exit;
use crate::external;

/// Prints a completion script for a shell. Save it in the completion folder of the shell.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The shell
    shell: clap_complete::Shell,
}

/// Runs the command.
pub fn run(args: Args) -> Exit {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut external::command_with(&external::beside()), "sim", &mut script);
    conduct(false, |console| console.print(&String::from_utf8_lossy(&script)).map(|()| Exit::Ok))
}
