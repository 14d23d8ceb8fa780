//! What is kept so that a crash loses nothing: a copy of the unsaved text beside a lock that ends with the process.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};
use sim_core::digest::sha256;
use sim_core::scene::text::Format;

use crate::document::Document;
use crate::files::{read_text, write_whole};
use crate::refusal::FileError;

/// Ending of recovery files.
const ENDING: &str = ".recovery.json";

/// The content of a recovery file.
#[derive(Serialize, Deserialize)]
struct Record {
    version: u32,
    /// The document's file.
    path: Option<PathBuf>,
    /// SHA-256 of that file as the document knew it.
    original: Option<String>,
    /// Whether the text is JSON.
    json: bool,
    process: u32,
    /// Seconds since 1970.
    saved_at: u64,
    text: String,
}

/// A recovery file that belongs to a document of this process.
#[derive(Debug)]
pub(crate) struct Keeper {
    file: PathBuf,
    lock_file: PathBuf,
    /// Held while the process lives; the system ends it with the process.
    lock: File,
    /// What was written last.
    text: Option<Arc<str>>,
}

impl Keeper {
    fn new(file: PathBuf) -> Result<Keeper, FileError> {
        let lock_file = lock_of(&file);
        let refused = |error: std::io::Error| FileError::writing(&lock_file, &error);
        let lock = File::create(&lock_file).map_err(refused)?;
        match lock.try_lock() {
            Ok(()) => Ok(Keeper { file, lock_file, lock, text: None }),
            Err(error) => {
                let error: std::io::Error = error.into();
                Err(FileError::Io {
                    path: file,
                    what: "recovered",
                    cause: error.to_string(),
                    remedy: "another process still works on it: close it there first",
                })
            }
        }
    }

    /// Removes the file. What cannot be removed shows up among the recoveries again, where it does no harm.
    pub fn remove(self) {
        drop(self.lock);
        let _ = std::fs::remove_file(&self.file);
        let _ = std::fs::remove_file(&self.lock_file);
    }
}

fn lock_of(file: &Path) -> PathBuf {
    file.with_extension("lock")
}

/// What has become of the file that a recovered text belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Original {
    /// It is as it was when the text was edited.
    Unchanged,
    /// It has changed since: saving the recovered text needs an explicit overwrite.
    Changed,
    /// It is gone.
    Missing,
    /// The text was never saved to a file.
    Never,
}

/// A text that was not saved.
#[derive(Clone, Debug)]
pub struct Recovery {
    /// The recovery file.
    pub file: PathBuf,
    /// The file that the text belongs to.
    pub path: Option<PathBuf>,
    /// The text.
    pub text: String,
    /// Process that has written it.
    pub process: u32,
    /// When it was written.
    pub saved_at: SystemTime,
    /// Whether that process still works on it.
    pub alive: bool,
    /// What has become of the file that it belongs to.
    pub original: Original,
    known_digest: Option<String>,
    format: Format,
}

/// Which recovery files are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// Those of processes that are gone.
    Crashed,
    /// All, also of processes that are at work.
    All,
}

/// What a folder of recovery files holds.
#[derive(Clone, Debug, Default)]
pub struct Recoveries {
    /// The texts, the newest first.
    pub found: Vec<Recovery>,
    /// Files that could not be read, each with the reason.
    pub unreadable: Vec<(PathBuf, String)>,
}

impl Document {
    /// Keeps the text in a file of this folder, which is made if it is not there, for the case of a crash. Saving and
    /// [`Document::close`] remove the file; so does this call when there is nothing unsaved any more.
    ///
    /// Gives the file, or none when there is nothing to keep. Nothing is written when nothing has changed since the
    /// last call.
    ///
    /// # Errors
    /// What the system says.
    pub fn autosave(&mut self, folder: impl AsRef<Path>) -> Result<Option<PathBuf>, FileError> {
        if !self.is_modified() {
            self.forget();
            return Ok(None);
        }
        let folder = folder.as_ref();
        let process = std::process::id();
        let path = self.path.as_deref().map(|path| std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf()));
        if self.keeper.as_ref().is_none_or(|keeper| keeper.file.parent() != Some(folder)) {
            std::fs::create_dir_all(folder).map_err(|error| FileError::writing(folder, &error))?;
            let name = path.as_deref().map_or("untitled".into(), |path| path.to_string_lossy().into_owned());
            let hash = &sha256(name.as_bytes())[..16];
            let keeper = Keeper::new(folder.join(format!("{hash}-{process}-{}{ENDING}", self.number)))?;
            self.forget();
            self.keeper = Some(keeper);
        }
        let Some(keeper) = &mut self.keeper else { return Ok(None) };
        if keeper.text.as_ref() != Some(&self.text) {
            let saved_at = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs();
            let record = Record {
                version: 1,
                path,
                original: self.known_digest.clone(),
                json: self.format == Format::Json,
                process,
                saved_at,
                text: self.text.to_string(),
            };
            let bytes = serde_json::to_vec(&record)
                .map_err(|error| FileError::writing(&keeper.file, &std::io::Error::other(error)))?;
            write_whole(&keeper.file, &bytes)?;
            keeper.text = Some(self.text.clone());
        }
        Ok(Some(keeper.file.clone()))
    }
}

/// The texts that processes have left in a folder; an empty list when there is no such folder.
///
/// # Errors
/// A folder that cannot be read.
pub fn recoveries(folder: impl AsRef<Path>, which: Which) -> Result<Recoveries, FileError> {
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
            Ok(recovery) if which == Which::Crashed && recovery.alive => {}
            Ok(recovery) => all.found.push(recovery),
            Err(reason) => all.unreadable.push((file, reason)),
        }
    }
    all.found.sort_by(|a, b| b.saved_at.cmp(&a.saved_at).then_with(|| a.file.cmp(&b.file)));
    all.unreadable.sort();
    Ok(all)
}

impl Recovery {
    fn read(file: &Path) -> Result<Recovery, String> {
        let text = read_text(file).map_err(|error| error.to_string())?;
        let record: Record = serde_json::from_str(&text).map_err(|error| error.to_string())?;
        if record.version != 1 {
            return Err(format!("it has version {}, this program knows 1", record.version));
        }
        // The lock is free when its process is gone.
        let alive = File::open(lock_of(file)).is_ok_and(|lock| lock.try_lock().is_err());
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
            process: record.process,
            saved_at: SystemTime::UNIX_EPOCH + Duration::from_secs(record.saved_at),
            alive,
            original,
            known_digest: record.original,
            format: if record.json { Format::Json } else { Format::Ron },
        })
    }

    /// Opens the text as a document of its file, with unsaved changes. The recovery file is removed when the document
    /// is saved or closed.
    ///
    /// # Errors
    /// A recovery file that another process is at work on.
    pub fn recover(self) -> Result<Document, FileError> {
        let keeper = Keeper::new(self.file.clone())?;
        let mut document = Document::of_text(&self.text, self.format, self.path.clone());
        document.known_digest = self.known_digest;
        let on_disk = self.path.as_deref().and_then(|path| std::fs::read_to_string(path).ok());
        document.baseline = on_disk.filter(|text| *text != self.text).map(Arc::from);
        document.keeper = Some(Keeper { text: Some(document.text.clone()), ..keeper });
        Ok(document)
    }

    /// Removes the recovery file: the user does not want the text.
    ///
    /// # Errors
    /// What the system says.
    pub fn discard(self) -> Result<(), FileError> {
        std::fs::remove_file(&self.file).map_err(|error| FileError::writing(&self.file, &error))?;
        // Without its file the lock means nothing.
        let _ = std::fs::remove_file(lock_of(&self.file));
        Ok(())
    }
}
