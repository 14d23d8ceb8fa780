//! Crash recovery: a copy of the unsaved text next to a lock that is released when the process ends.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};
use sim_core::digest::sha256;
use sim_core::scene::text::Format;

use crate::discarded::discard;
use crate::document::Document;
use crate::files::{read_text, write_whole};
use crate::refusal::{Access, FileError};
use crate::text_file::TextFile;

/// Extension of recovery files.
pub(crate) const ENDING: &str = ".recovery.json";

/// The content of a recovery file.
#[derive(Serialize, Deserialize)]
struct Record {
    version: u32,
    /// The document's file.
    path: Option<PathBuf>,
    /// SHA-256 of that file when the document last read or wrote it.
    original: Option<String>,
    /// Whether the text is JSON.
    json: bool,
    process: u32,
    /// Seconds since the Unix epoch.
    saved_at: u64,
    text: String,
    /// Unapplied text of a text view.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    unapplied: Option<String>,
    /// Whether it is a text file of the editor, not a scene.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    plain: bool,
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
    fn new(folder: &Path, slot: Slot) -> Keeper {
        Keeper { folder: folder.to_path_buf(), slot: Arc::new(Mutex::new(slot)) }
    }

    /// A keeper without a file.
    pub(crate) fn empty(folder: &Path) -> Keeper {
        Keeper::new(folder, Slot::default())
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
    json: bool,
    plain: bool,
    number: u64,
    text: Arc<str>,
    unapplied: Option<Arc<str>>,
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
        if self.keeper.as_ref().is_none_or(|keeper| keeper.folder != folder) {
            self.forget();
            self.keeper = Some(Keeper::new(folder, Slot::default()));
        }
        let keeper = self.keeper.as_ref()?;
        let path = self.path.as_deref().map(|path| std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf()));
        Some(Unsaved {
            slot: keeper.slot.clone(),
            folder: keeper.folder.clone(),
            path,
            original: self.known_digest.clone(),
            json: self.format == Format::Json,
            plain: false,
            number: self.number,
            text: self.text.clone(),
            unapplied,
        })
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
        let lock = self.lock()?;
        let mut document = Document::of_text(&self.text, self.format, self.path.clone());
        document.known_digest = self.known_digest;
        let on_disk = self.path.as_deref().and_then(|path| std::fs::read_to_string(path).ok());
        document.baseline = on_disk.map(Arc::from);
        let written = Some((document.text.clone(), self.unapplied.map(Arc::from)));
        let folder = self.file.parent().unwrap_or(Path::new("")).to_path_buf();
        let slot = Slot { file: Some(self.file), lock: Some(lock), written, ended: false };
        document.keeper = Some(Keeper::new(&folder, slot));
        Ok(document)
    }

    /// Opens a text file of the editor with its file, which may have another text by now. The recovery file is removed when the
    /// text is saved or closed.
    ///
    /// # Errors
    /// A recovery file that is used by another process.
    pub fn recover_text(self) -> Result<TextFile, FileError> {
        let lock = self.lock()?;
        let written = Some((Arc::from(&*self.text), None));
        let folder = self.file.parent().unwrap_or(Path::new("")).to_path_buf();
        let slot = Slot { file: Some(self.file), lock: Some(lock), written, ended: false };
        Ok(TextFile::recovered(self.path, self.text, self.known_digest, Keeper::new(&folder, slot)))
    }

    fn lock(&self) -> Result<File, FileError> {
        locked(&self.file)?.ok_or_else(|| FileError::Io {
            path: self.file.clone(),
            access: Access::Recover,
            cause: "another process is still using it".to_string(),
            remedy: "close it in that process first",
        })
    }

    /// Discards the recovery file, see [`discard`]. Returns its new path.
    ///
    /// # Errors
    /// The error of the system.
    pub fn discard(self) -> Result<PathBuf, FileError> {
        discard(&self.file)
    }
}
