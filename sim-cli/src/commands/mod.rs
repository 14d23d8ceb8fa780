//! The commands, one file each.

use crate::exit::Exit;

/// A command is a module with a type `Args` and a function `run(Args) -> Exit`; a line here adds it to the program.
macro_rules! commands {
    ($($(#[$meta:meta])* $name:ident => $module:ident,)*) => {
        $(pub mod $module;)*

        /// The commands of the program.
        #[derive(Debug, clap::Subcommand)]
        pub enum Command {
            $($(#[$meta])* $name($module::Args),)*
        }

        impl Command {
            /// Whether the command may run plugin code.
            pub fn runs_plugins(&self) -> bool {
                !matches!(
                    self,
                    Command::New(_)
                        | Command::Pack(_)
                        | Command::Kit(_)
                        | Command::Fmt(_)
                        | Command::Import(_)
                        | Command::Diff(_)
                        | Command::Info(_)
                        | Command::List(_)
                        | Command::Completions(_)
                        | Command::Man(_)
                )
            }

            /// Runs the command.
            pub fn run(self) -> Exit {
                match self {
                    $(Command::$name(args) => $module::run(args),)*
                }
            }
        }
    };
}

commands! {
    /// Run a scene
    Run => run,
    /// Draw a run without a window: a video, a picture, or pictures
    Render => render,
    /// Open the window, with a scene if one is given
    Gui => gui,
    /// Make a project, or a crate for a component of your own
    New => new,
    /// Put the author's kit of this installation into a crate
    Kit => kit,
    /// Make, check, build, install and remove packs of robots
    Pack => pack,
    /// Check scenes without running them
    Check => check,
    /// Put scene files into their usual layout
    Fmt => fmt,
    /// Say in what two scenes differ
    Diff => diff,
    /// List the scenes that come with this program, and those of installed packs
    List => list,
    /// Check that a library's components do what the contract wants
    Conform => conform,
    /// List plugins and their components, or describe one
    Plugins => plugins,
    /// Say what this installation consists of and what is wrong with it
    Doctor => doctor,
    /// Measure the speed of this machine
    Bench => bench,
    /// Turn a recording into tables (CSV) or lists (JSON)
    Export => export,
    /// Make a scene of a world of Webots or of a VRML97 file
    Import => import,
    /// Run a recording again and compare
    Replay => replay,
    /// Say what a recording holds
    Info => info,
    /// Print completions for a shell
    Completions => completions,
    /// Write manual pages
    Man => man,
}
