//! Crash recovery: finding, opening and discarding the texts that processes have left.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use sim_core::digest::sha256;
use sim_core::scene::text::Format;

use crate::discarded::discard;
use crate::disk::{FileError, read_text};
use crate::document::Document;
use crate::recovery_file::{ENDING, Keeper, Record, Unsaved, lock_of};
use crate::text_file::TextFile;

/// The state of the file that a recovered text belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Original {
    /// Unchanged since the text was edited.
    Unchanged,
    /// Changed since: saving the recovered text requires an explicit overwrite.
    Changed,
    /// It no longer exists.
    Missing,
    /// The text was never saved to a file.
    Never,
}

/// An unsaved text.
#[derive(Clone, Debug)]
pub struct Recovery {
    /// The recovery file.
    pub file: PathBuf,
    /// The file that the text belongs to.
    pub path: Option<PathBuf>,
    /// The text.
    pub text: String,
    /// Unapplied text of a text view.
    pub unapplied: Option<String>,
    /// The process that wrote it.
    pub process: u32,
    /// When it was written.
    pub saved_at: SystemTime,
    /// Whether that process is still running with it.
    pub alive: bool,
    /// The state of the file that it belongs to.
    pub original: Original,
    /// Whether it is a text file of the editor, not a scene: see [`Recovery::recover_text`].
    pub plain: bool,
    known_digest: Option<String>,
    format: Format,
}

/// Selects the recovery files to list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecoveryFilter {
    /// Those of ended processes.
    Crashed,
    /// All, including those of running processes.
    All,
}

/// The recovery files of a folder.
#[derive(Clone, Debug, Default)]
pub struct Recoveries {
    /// The texts, most recent first.
    pub found: Vec<Recovery>,
    /// Files that could not be read, each with the reason.
    pub unreadable: Vec<(PathBuf, String)>,
}

impl Document {
    /// The unsaved content of the document and the unapplied text of a text view, to be written to a recovery file in this
    /// folder. Saving and [`Document::close`] remove that file; so does this call if there is no unsaved content.
    pub fn unsaved(&mut self, folder: &Path, unapplied: Option<Arc<str>>) -> Option<Unsaved> {
        if !self.is_modified() && unapplied.is_none() {
            self.forget();
            return None;
        }
        if self.keeper.as_ref().is_none_or(|keeper| !keeper.is_in(folder)) {
            self.forget();
            self.keeper = Some(Keeper::empty(folder));
        }
        let keeper = self.keeper.as_ref()?;
        let path = self.path.as_deref().map(|path| std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf()));
        let mut unsaved = keeper.unsaved_text(path, self.known_digest.clone(), self.number, self.text.clone());
        (unsaved.json, unsaved.plain, unsaved.unapplied) = (self.format == Format::Json, false, unapplied);
        Some(unsaved)
    }

    /// Writes the text to a recovery file in this folder immediately, see [`Document::unsaved`]; [`crate::Autosave`] does so on a
    /// separate thread.
    ///
    /// Returns the file, or `None` if there is no unsaved content. Writes nothing if nothing has changed since the last call.
    ///
    /// # Errors
    /// The error of the system.
    pub fn autosave(&mut self, folder: impl AsRef<Path>) -> Result<Option<PathBuf>, FileError> {
        self.unsaved(folder.as_ref(), None).map_or(Ok(None), |unsaved| unsaved.write())
    }
}

/// The texts that processes have left in a folder; empty if the folder does not exist.
///
/// # Errors
/// A folder that cannot be read.
pub fn recoveries(folder: impl AsRef<Path>, filter: RecoveryFilter) -> Result<Recoveries, FileError> {
    let folder = folder.as_ref();
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Recoveries::default()),
        Err(error) => return Err(FileError::reading(folder, &error)),
    };
    let mut all = Recoveries::default();
    for entry in entries.flatten() {
        let file = entry.path();
        if !entry.file_name().to_string_lossy().ends_with(ENDING) {
            continue;
        }
        match Recovery::read(&file) {
            Ok(recovery) if filter == RecoveryFilter::Crashed && recovery.alive => {}
            Ok(recovery) => all.found.push(recovery),
            Err(reason) => all.unreadable.push((file, reason)),
        }
    }
    all.found.sort_by(|a, b| b.saved_at.cmp(&a.saved_at).then_with(|| a.file.cmp(&b.file)));
    all.unreadable.sort();
    Ok(all)
}

impl Recovery {
    /// Reads a recovery file.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub fn read(file: &Path) -> Result<Recovery, String> {
        let text = read_text(file).map_err(|error| error.sentence())?;
        let record: Record = serde_json::from_str(&text).map_err(|error| error.to_string())?;
        if record.version != 1 {
            let version = record.version.to_string();
            return Err(format!("unsupported version {version}; expected 1"));
        }
        // The lock is free once its process has ended.
        let held = |lock: File| matches!(lock.try_lock_shared(), Err(TryLockError::WouldBlock));
        let alive = File::open(lock_of(file)).is_ok_and(held);
        let original = match (&record.path, &record.original) {
            (None, _) | (_, None) => Original::Never,
            (Some(path), Some(known)) => match std::fs::read(path) {
                Ok(bytes) if sha256(&bytes) == *known => Original::Unchanged,
                Ok(_) => Original::Changed,
                Err(_) => Original::Missing,
            },
        };
        Ok(Recovery {
            file: file.to_path_buf(),
            path: record.path,
            text: record.text,
            unapplied: record.unapplied,
            process: record.process,
            saved_at: SystemTime::UNIX_EPOCH + Duration::from_secs(record.saved_at),
            alive,
            original,
            plain: record.plain,
            known_digest: record.original,
            format: if record.json { Format::Json } else { Format::Ron },
        })
    }

    /// Opens the text as a document of its file, with unsaved changes if that file has another text. The recovery file is removed
    /// when the document is saved or closed.
    ///
    /// # Errors
    /// A recovery file that is used by another process.
    pub fn recover(self) -> Result<Document, FileError> {
        let mut document = Document::of_text(&self.text, self.format, self.path.clone());
        document.known_digest = self.known_digest;
        let on_disk = self.path.as_deref().and_then(|path| std::fs::read_to_string(path).ok());
        document.baseline = on_disk.map(Arc::from);
        document.keeper = Some(Keeper::of_file(self.file, document.text.clone(), self.unapplied.map(Arc::from))?);
        Ok(document)
    }

    /// Opens a text file of the editor with its file, which may have another text by now. The recovery file is removed when the
    /// text is saved or closed.
    ///
    /// # Errors
    /// A recovery file that is used by another process.
    pub fn recover_text(self) -> Result<TextFile, FileError> {
        let keeper = Keeper::of_file(self.file, Arc::from(&*self.text), None)?;
        Ok(TextFile::recovered(self.path, self.text, self.known_digest, keeper))
    }

    /// Discards the recovery file, see [`discard`]. Returns its new path.
    ///
    /// # Errors
    /// The error of the system.
    pub fn discard(self) -> Result<PathBuf, FileError> {
        discard(&self.file)
    }
}
