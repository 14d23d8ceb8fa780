//! Recently opened files.

use std::path::{Path, PathBuf};

use crate::disk::{Access, FileError, read_text, write_whole};

/// Maximum number of files in the list.
pub const RECENT_FILES: usize = 12;

/// A recently opened file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecentFile {
    /// The file, as an absolute path.
    pub path: PathBuf,
    /// Whether it is currently missing, for example on a disk that is not connected.
    pub missing: bool,
}

/// The list of recently opened files, most recent first, persisted in a small JSON file.
#[derive(Clone, Debug)]
pub struct Recent {
    file: PathBuf,
    paths: Vec<PathBuf>,
}

impl Recent {
    /// An empty list to be persisted in `file`.
    pub fn empty(file: impl Into<PathBuf>) -> Recent {
        Recent { file: file.into(), paths: Vec::new() }
    }

    /// Reads the list; empty if the file does not exist yet.
    ///
    /// # Errors
    /// A file that cannot be read, or has other content.
    pub fn load(file: impl Into<PathBuf>) -> Result<Recent, FileError> {
        let mut recent = Recent::empty(file);
        if !recent.file.exists() {
            return Ok(recent);
        }
        let text = read_text(&recent.file)?;
        recent.paths = serde_json::from_str(&text).map_err(|error| FileError::Io {
            path: recent.file.clone(),
            access: Access::Read,
            cause: error.to_string(),
            remedy: "delete it; it contains only the list of recent files",
        })?;
        recent.paths.truncate(RECENT_FILES);
        Ok(recent)
    }

    /// The files, most recent first.
    pub fn files(&self) -> Vec<RecentFile> {
        let file = |path: &PathBuf| RecentFile { path: path.clone(), missing: !path.is_file() };
        self.paths.iter().map(file).collect()
    }

    /// Moves a file to the top and saves the list.
    ///
    /// # Errors
    /// The error of the system when the list is written; the list in memory is updated nevertheless.
    pub fn add(&mut self, path: impl AsRef<Path>) -> Result<(), FileError> {
        let path = path.as_ref();
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
        self.paths.retain(|known| *known != path);
        self.paths.insert(0, path);
        self.paths.truncate(RECENT_FILES);
        self.keep()
    }

    /// Removes a file and saves the list.
    ///
    /// # Errors
    /// The error of the system when the list is written; the list in memory is updated nevertheless.
    pub fn remove(&mut self, path: impl AsRef<Path>) -> Result<(), FileError> {
        self.paths.retain(|known| known != path.as_ref());
        self.keep()
    }

    fn keep(&self) -> Result<(), FileError> {
        if let Some(folder) = self.file.parent() {
            std::fs::create_dir_all(folder).map_err(|error| FileError::writing(folder, &error))?;
        }
        let json = serde_json::to_string_pretty(&self.paths)
            .map_err(|error| FileError::writing(&self.file, &std::io::Error::other(error)))?;
        write_whole(&self.file, json.as_bytes())
    }
}
