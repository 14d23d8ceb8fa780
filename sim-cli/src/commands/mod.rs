//! The commands, one file each.

use crate::exit::Exit;

/// A command is a module with a type `Args` and a function `run(Args) -> Exit`; a line here adds it to the program.
macro_rules! commands {
    ($($group:literal { $($(#[$meta:meta])* $name:ident => $module:ident,)* })*) => {
        $($(pub mod $module;)*)*

        /// The commands of the program.
        #[derive(Debug, clap::Subcommand)]
        pub enum Command {
            $($($(#[$meta])* $name($module::Args),)*)*
        }

        /// Groups of the commands in the help, with the names of their commands.
        pub const GROUPS: &[(&str, &[&str])] = &[$(($group, &[$(stringify!($module)),*])),*];

        impl Command {
            /// Whether the command may run plugin code.
            pub fn runs_plugins(&self) -> bool {
                !matches!(
                    self,
                    Command::New(_)
                        | Command::Explain(_)
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
                    $($(Command::$name(args) => $module::run(args),)*)*
                }
            }
        }
    };
}

commands! {
    "Run" {
        /// Run a scene
        Run => run,
        /// Open the window, optionally with a scene or a recording
        Gui => gui,
        /// Render a run without a window: a video, an image, or numbered images
        Render => render,
    }
    "Author" {
        /// Check scenes without running them
        Check => check,
        /// Explain an error code
        Explain => explain,
        /// Format scene files
        Fmt => fmt,
        /// Compare two scenes
        Diff => diff,
        /// List the built-in scenes, and those of installed packs
        List => list,
        /// List plugins and components, or describe one
        Plugins => plugins,
        /// Convert a Webots world or a VRML97 file to a scene
        Import => import,
        /// Create a project, or a crate for a component
        New => new,
        /// Check the components of a library against the plugin contract
        Conform => conform,
        /// Replace the SDK in a crate with the SDK of this installation
        Kit => kit,
    }
    "Recordings" {
        /// Show the contents of a recording
        Info => info,
        /// Run a recorded scene again and compare the results
        Replay => replay,
        /// Convert a recording to tables (CSV) or JSON
        Export => export,
    }
    "Packs" {
        /// Create, check, build, install and remove robot packs
        Pack => pack,
    }
    "Maintenance" {
        /// Report the state of this installation and its problems
        Doctor => doctor,
        /// Measure the speed of this machine
        Bench => bench,
        /// Print a completion script for a shell
        Completions => completions,
        /// Write manual pages
        Man => man,
    }
}
