//! Locally built libraries.

use crate::tree::put;
use sim_core::diagnostic::Diagnostic;
use sim_core::pack_manifest::Library;
use std::path::Path;

/// Libraries built locally from the sources of a pack.
#[derive(Debug)]
pub struct BuiltHere {
    /// The folder that contains them now.
    pub folder: tempfile::TempDir,
    /// The libraries, with their future paths in the pack.
    pub libraries: Vec<Library>,
}

impl BuiltHere {
    /// Adds the libraries to the files of a pack.
    ///
    /// # Errors
    /// I/O errors.
    pub fn put(&self, files: &Path) -> Result<(), Diagnostic> {
        self.libraries.iter().try_for_each(|library| put(&self.folder.path().join(&library.file), files, &library.file))
    }
}
