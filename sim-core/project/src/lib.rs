//! User projects: folders, crates and files created from templates, and building them.
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

/// Why something was not created.
#[derive(Clone, Debug)]
pub enum Refused {
    /// The request is invalid; nothing was written.
    Request(Diagnostic),
    /// A file or folder could not be written.
    Writing(Diagnostic),
}

impl Refused {
    /// The diagnostic.
    pub fn finding(&self) -> &Diagnostic {
        match self {
            Self::Request(finding) | Self::Writing(finding) => finding,
        }
    }
}
