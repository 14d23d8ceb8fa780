//! The files that were open lately.

use std::path::{Path, PathBuf};

use crate::files::{read_text, write_whole};
use crate::refusal::{Access, FileError};

/// Most files in the list.
pub const RECENT_FILES: usize = 12;

/// A file that was open lately.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecentFile {
    /// The file, as an absolute path.
    pub path: PathBuf,
    /// Whether it is not there at present, as on a disk that is not plugged in.
    pub missing: bool,
}

/// The list of files that were open lately, the last one first, kept in a small JSON file.
#[derive(Clone, Debug)]
pub struct Recent {
    file: PathBuf,
    paths: Vec<PathBuf>,
}

impl Recent {
    /// An empty list that will be kept in `file`.
    pub fn empty(file: impl Into<PathBuf>) -> Recent {
        Recent { file: file.into(), paths: Vec::new() }
    }

    /// Reads the list; it is empty when there is no such file yet.
    ///
    /// # Errors
    /// A file that cannot be read, or holds something else.
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
            remedy: "delete it: it is only the list of recent files",
        })?;
        recent.paths.truncate(RECENT_FILES);
        Ok(recent)
    }

    /// The files, the last one first.
    pub fn files(&self) -> Vec<RecentFile> {
        let file = |path: &PathBuf| RecentFile { path: path.clone(), missing: !path.is_file() };
        self.paths.iter().map(file).collect()
    }

    /// Puts a file at the top and keeps the list.
    ///
    /// # Errors
    /// What the system says when the list is written; it is up to date all the same.
    pub fn add(&mut self, path: impl AsRef<Path>) -> Result<(), FileError> {
        let path = path.as_ref();
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
        self.paths.retain(|known| *known != path);
        self.paths.insert(0, path);
        self.paths.truncate(RECENT_FILES);
        self.keep()
    }

    /// Takes a file out and keeps the list.
    ///
    /// # Errors
    /// What the system says when the list is written; it is up to date all the same.
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
