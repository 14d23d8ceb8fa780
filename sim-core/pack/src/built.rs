//! Libraries that were built here.

use crate::tree::put;
use sim_core::diagnostic::Diagnostic;
use sim_core::pack_manifest::Library;
use std::path::Path;

/// Libraries that were built here out of the sources of a pack.
#[derive(Debug)]
pub struct BuiltHere {
    /// The folder in which they lie now.
    pub folder: tempfile::TempDir,
    /// The libraries, with files as they are to lie in the pack.
    pub libraries: Vec<Library>,
}

impl BuiltHere {
    /// Puts the libraries to the files of a pack.
    ///
    /// # Errors
    /// What the system says.
    pub fn put(&self, files: &Path) -> Result<(), Diagnostic> {
        self.libraries.iter().try_for_each(|library| put(&self.folder.path().join(&library.file), files, &library.file))
    }
}
