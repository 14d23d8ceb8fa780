//! Projects of people who write for the simulator: folders, crates and files that are made from templates, and building them.
//!
//! ```
//! use sim_project::{ComponentKind, Lang, NewComponent, Refused};
//!
//! let dir = std::env::temp_dir();
//! let bad = NewComponent { kind: ComponentKind::Controller, name: "Avoid!", dir: &dir, sdk: None, lang: Lang::C };
//! assert!(matches!(bad.make(), Err(Refused::Request(_))));
//! assert!(!dir.join("Avoid!").exists());
//! ```

#![deny(missing_docs)]

mod build;
mod component;
mod folder;
mod kit;
mod pack;
mod project;

pub use build::{Build, BuildEnd, BuildMessage, BuildProject, Builder, Confinement, Place, Progress, cargo};
pub use component::{ComponentKind, HEADER, Lang, MadeComponent, NewComponent, check_name, library_name};
pub use kit::{Kit, copy_kit, renew as renew_kit, takes_kit};
pub use pack::new_pack;
pub use project::new_project;

use sim_core::diagnostic::Diagnostic;

/// Why something was not made.
#[derive(Clone, Debug)]
pub enum Refused {
    /// The request makes no sense; nothing was written.
    Request(Diagnostic),
    /// The system did not let it be written.
    Writing(Diagnostic),
}

impl Refused {
    /// What was found.
    pub fn finding(&self) -> &Diagnostic {
        match self {
            Self::Request(finding) | Self::Writing(finding) => finding,
        }
    }
}
