//! Saves unsaved work for crash recovery on a separate thread, so that neither a slow disk nor a window that is not redrawn
//! delays it.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant, SystemTime};

use crate::discarded::remove_old_discarded;
use crate::disk::FileError;
use crate::document::Document;
use crate::recovery_file::Unsaved;
use crate::text_file::TextFile;

/// Interval between writes while the document changes, and before a failed write is retried. Including the time a write takes,
/// saved work is at most two seconds old.
const EVERY: Duration = Duration::from_millis(1500);

/// A report of the thread.
#[derive(Debug)]
pub enum AutosaveReport {
    /// Unsaved work cannot be saved at the moment. The thread retries; the failure is reported once.
    Failed(FileError),
    /// Saving works again.
    Works,
}

/// The thread that saves the latest text of a document to a folder. On drop it writes pending changes.
#[derive(Debug)]
pub struct Autosave {
    folder: PathBuf,
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    newest: Option<Unsaved>,
    /// The text files of the editor.
    texts: Vec<Unsaved>,
    ends: bool,
    reports: Vec<AutosaveReport>,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Autosave {
    /// Starts the thread. It calls `notify` when there is a report.
    ///
    /// # Errors
    /// The system cannot start a thread.
    pub fn start(folder: impl Into<PathBuf>, notify: impl Fn() + Send + 'static) -> std::io::Result<Autosave> {
        let (folder, shared) = (folder.into(), Arc::new(Shared::default()));
        let work = Work { shared: shared.clone(), folder: folder.clone(), notify };
        let thread = std::thread::Builder::new().name("autosave".into()).spawn(move || work.run())?;
        Ok(Autosave { folder, shared, thread: Some(thread) })
    }

    /// The folder of the recovery files.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Passes the latest text of the document and the unapplied text of a text view to the thread. Neither copies text nor waits
    /// for the disk, so it can be called at any rate.
    pub fn follow(&self, document: Option<&mut Document>, unapplied: Option<Arc<str>>) {
        let newest = document.and_then(|document| document.unsaved(&self.folder, unapplied));
        let mut state = self.shared.state();
        let same = match (&newest, &state.newest) {
            (Some(new), Some(old)) => new.is_same(old),
            (None, None) => true,
            _ => false,
        };
        if !same {
            state.newest = newest;
            self.shared.changed.notify_one();
        }
    }

    /// Passes the text files of the editor to the thread, which saves those with unsaved changes. Can be called at any rate.
    pub fn follow_texts<'a>(&self, texts: impl IntoIterator<Item = &'a mut TextFile>) {
        let texts: Vec<Unsaved> = texts.into_iter().filter_map(|text| text.unsaved(&self.folder)).collect();
        let mut state = self.shared.state();
        let same =
            texts.len() == state.texts.len() && texts.iter().zip(&state.texts).all(|(new, old)| new.is_same(old));
        if !same {
            state.texts = texts;
            self.shared.changed.notify_one();
        }
    }

    /// The reports since the last call.
    pub fn take_reports(&self) -> Vec<AutosaveReport> {
        std::mem::take(&mut self.shared.state().reports)
    }
}

impl Drop for Autosave {
    fn drop(&mut self) {
        self.shared.state().ends = true;
        self.shared.changed.notify_one();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// The pending work of the thread.
struct Work<T> {
    shared: Arc<Shared>,
    folder: PathBuf,
    notify: T,
}

impl<T: Fn()> Work<T> {
    fn run(self) {
        remove_old_discarded(&self.folder, SystemTime::now());
        let (mut written, mut last, mut failing) = (Vec::new(), None, false);
        while let Some((unsaved, ends)) = self.next(&mut written, last) {
            last = Some(Instant::now());
            match unsaved.write() {
                Ok(_) => {
                    written.push(unsaved);
                    if std::mem::take(&mut failing) {
                        self.report(AutosaveReport::Works);
                    }
                }
                Err(_) if ends => return,
                Err(error) => {
                    if !std::mem::replace(&mut failing, true) {
                        self.report(AutosaveReport::Failed(error));
                    }
                }
            }
        }
    }

    /// Waits for the next write. Returns it and whether it is the last one; `None` at the end.
    ///
    /// Removes the entries of `written` that are no longer needed.
    fn next(&self, written: &mut Vec<Unsaved>, last: Option<Instant>) -> Option<(Unsaved, bool)> {
        let mut state = self.shared.state();
        loop {
            let wanted: Vec<&Unsaved> = state.newest.iter().chain(&state.texts).collect();
            written.retain(|written| wanted.iter().any(|wanted| wanted.is_same(written)));
            let new = wanted.into_iter().find(|wanted| !written.iter().any(|written| written.is_same(wanted)));
            let wait = last.map_or(Duration::ZERO, |last| EVERY.saturating_sub(last.elapsed()));
            match (new, state.ends) {
                (Some(new), ends) if ends || wait.is_zero() => return Some((new.clone(), ends)),
                (None, true) => return None,
                (Some(_), _) => {
                    let waited = self.shared.changed.wait_timeout(state, wait);
                    state = waited.unwrap_or_else(PoisonError::into_inner).0;
                }
                (None, false) => {
                    state = self.shared.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
                }
            }
        }
    }

    fn report(&self, report: AutosaveReport) {
        self.shared.state().reports.push(report);
        (self.notify)();
    }
}
