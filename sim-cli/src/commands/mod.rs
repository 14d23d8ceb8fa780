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
            /// Does what the command line says.
            pub fn run(self) -> Exit {
                match self {
                    $(Command::$name(args) => $module::run(args),)*
                }
            }
        }
    };
}

commands! {
    /// Run a scene.
    Run => run,
    /// Make a crate for a component of your own.
    New => new,
}
