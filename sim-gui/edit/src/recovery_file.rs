//! The recovery file of an open document: its unsaved text, next to a lock that is released when the process ends.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use serde::{Deserialize, Serialize};
use sim_core::digest::sha256;

use crate::disk::{Access, FileError, write_whole};

/// Extension of recovery files.
pub(crate) const ENDING: &str = ".recovery.json";

/// The content of a recovery file.
#[derive(Serialize, Deserialize)]
pub(crate) struct Record {
    pub version: u32,
    /// The document's file.
    pub path: Option<PathBuf>,
    /// SHA-256 of that file when the document last read or wrote it.
    pub original: Option<String>,
    /// Whether the text is JSON.
    pub json: bool,
    pub process: u32,
    /// Seconds since the Unix epoch.
    pub saved_at: u64,
    pub text: String,
    /// Unapplied text of a text view.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unapplied: Option<String>,
    /// Whether it is a text file of the editor, not a scene.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub plain: bool,
}

/// The recovery file of a document of this process.
#[derive(Debug)]
pub(crate) struct Keeper {
    folder: PathBuf,
    slot: Arc<Mutex<Slot>>,
}

/// The file itself, shared with the writing thread.
#[derive(Debug, Default)]
struct Slot {
    /// Set by the first write.
    file: Option<PathBuf>,
    /// Held while the process lives; released by the system when it ends.
    lock: Option<File>,
    /// The last written text.
    written: Option<(Arc<str>, Option<Arc<str>>)>,
    /// The file is no longer needed and must not be recreated.
    ended: bool,
}

impl Keeper {
    /// A keeper without a file.
    pub(crate) fn empty(folder: &Path) -> Keeper {
        Keeper { folder: folder.to_path_buf(), slot: Arc::default() }
    }

    /// Takes over a recovery file with this text and this unapplied text of a text view.
    ///
    /// # Errors
    /// A file that is used by another process.
    pub(crate) fn of_file(file: PathBuf, text: Arc<str>, unapplied: Option<Arc<str>>) -> Result<Keeper, FileError> {
        let lock = locked(&file)?.ok_or_else(|| FileError::Io {
            path: file.clone(),
            access: Access::Recover,
            cause: "another process is still using it".to_string(),
            remedy: "close it in that process first",
        })?;
        let folder = file.parent().unwrap_or(Path::new("")).to_path_buf();
        let slot = Slot { file: Some(file), lock: Some(lock), written: Some((text, unapplied)), ended: false };
        Ok(Keeper { folder, slot: Arc::new(Mutex::new(slot)) })
    }

    /// Whether its file is in this folder.
    pub(crate) fn is_in(&self, folder: &Path) -> bool {
        self.folder == folder
    }

    /// A text file of the editor to be saved for recovery.
    pub(crate) fn unsaved_text(
        &self,
        path: Option<PathBuf>,
        original: Option<String>,
        number: u64,
        text: Arc<str>,
    ) -> Unsaved {
        let (slot, folder) = (self.slot.clone(), self.folder.clone());
        Unsaved { slot, folder, path, original, json: false, plain: true, number, text, unapplied: None }
    }

    /// Removes the file, after a write in progress. A file that cannot be removed is listed as a recovery again.
    pub fn remove(self) {
        let mut slot = self.slot.lock().unwrap_or_else(PoisonError::into_inner);
        slot.ended = true;
        slot.lock = None;
        if let Some(file) = slot.file.take() {
            let _ = std::fs::remove_file(&file);
            let _ = std::fs::remove_file(lock_of(&file));
        }
    }
}

impl Slot {
    /// The file, with its lock; recreates both if they have been removed.
    fn place(&mut self, folder: &Path, name: &str) -> Result<PathBuf, FileError> {
        if let Some(file) = self.file.as_ref().filter(|file| lock_of(file).exists()) {
            return Ok(file.clone());
        }
        *self = Slot::default();
        std::fs::create_dir_all(folder).map_err(|error| FileError::writing(folder, &error))?;
        // A name becomes free when its process ends, but the file left by that process must not be replaced.
        for number in 0_u32.. {
            let number = if number == 0 { String::new() } else { format!("-{number}") };
            let file = folder.join(format!("{name}{number}{ENDING}"));
            if file.exists() {
                continue;
            }
            match locked(&file)? {
                Some(lock) if !file.exists() => {
                    (self.file, self.lock) = (Some(file.clone()), Some(lock));
                    return Ok(file);
                }
                _ => {}
            }
        }
        unreachable!("there are more numbers than files")
    }
}

/// Acquires the lock of a recovery file; `None` if another process holds it.
fn locked(file: &Path) -> Result<Option<File>, FileError> {
    let path = lock_of(file);
    let lock = File::create(&path).map_err(|error| FileError::writing(&path, &error))?;
    // On systems without file locks, another running process cannot be detected.
    Ok(if matches!(lock.try_lock(), Err(TryLockError::WouldBlock)) { None } else { Some(lock) })
}

pub(crate) fn lock_of(file: &Path) -> PathBuf {
    file.with_extension("lock")
}

/// The unsaved content of a document, to be written from any thread. The texts are shared with the document.
#[derive(Clone, Debug)]
pub struct Unsaved {
    slot: Arc<Mutex<Slot>>,
    folder: PathBuf,
    path: Option<PathBuf>,
    original: Option<String>,
    pub(crate) json: bool,
    pub(crate) plain: bool,
    number: u64,
    text: Arc<str>,
    pub(crate) unapplied: Option<Arc<str>>,
}

impl Unsaved {
    /// Whether both have the same content for the same file.
    pub(crate) fn is_same(&self, other: &Unsaved) -> bool {
        let ends = |unsaved: &Unsaved| unsaved.unapplied.as_ref().map(Arc::as_ptr);
        Arc::ptr_eq(&self.slot, &other.slot)
            && Arc::ptr_eq(&self.text, &other.text)
            && ends(self) == ends(other)
            && self.original == other.original
    }

    /// Writes it, unless the document has been saved or closed in the meantime. Returns the file; it is not rewritten if nothing
    /// has changed since the last write.
    ///
    /// # Errors
    /// The error of the system.
    pub fn write(&self) -> Result<Option<PathBuf>, FileError> {
        // Saving waits for this lock, as it waits for its own write.
        let mut slot = self.slot.lock().unwrap_or_else(PoisonError::into_inner);
        if slot.ended {
            return Ok(None);
        }
        let process = std::process::id();
        let name = self.path.as_deref().map_or("untitled".into(), |path| path.to_string_lossy().into_owned());
        let name = format!("{}-{process}-{}", &sha256(name.as_bytes())[..16], self.number);
        let file = slot.place(&self.folder, &name)?;
        let new = (self.text.clone(), self.unapplied.clone());
        if slot.written.as_ref() != Some(&new) {
            let saved_at = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs();
            let record = Record {
                version: 1,
                path: self.path.clone(),
                original: self.original.clone(),
                json: self.json,
                process,
                saved_at,
                text: self.text.to_string(),
                unapplied: self.unapplied.as_deref().map(str::to_owned),
                plain: self.plain,
            };
            let bytes = serde_json::to_vec(&record)
                .map_err(|error| FileError::writing(&file, &std::io::Error::other(error)))?;
            write_whole(&file, &bytes)?;
            slot.written = Some(new);
        }
        Ok(Some(file))
    }
}
