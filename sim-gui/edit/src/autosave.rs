//! Keeps unsaved work for the case of a crash, on a thread of its own: neither a slow disk nor a window that draws nothing
//! comes between.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant, SystemTime};

use crate::discarded::remove_old_discarded;
use crate::document::Document;
use crate::recovery::Unsaved;
use crate::refusal::FileError;
use crate::text_file::TextFile;

/// Time between two writes while the work changes, and until a write that failed is tried again. With the time that a write
/// takes nothing is older than two seconds.
const EVERY: Duration = Duration::from_millis(1500);

/// What the thread has to tell.
#[derive(Debug)]
pub enum AutosaveReport {
    /// Unsaved work cannot be kept at present. It is tried again, and told once.
    Failed(FileError),
    /// It is kept again.
    Works,
}

/// The thread that keeps the newest text of a document in a folder. When it is dropped it writes what it has not written yet.
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
    /// The texts of the editor.
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
    /// Starts the thread; it calls `told` when there is a report.
    ///
    /// # Errors
    /// When the system starts no thread.
    pub fn start(folder: impl Into<PathBuf>, told: impl Fn() + Send + 'static) -> std::io::Result<Autosave> {
        let (folder, shared) = (folder.into(), Arc::new(Shared::default()));
        let work = Work { shared: shared.clone(), folder: folder.clone(), told };
        let thread = std::thread::Builder::new().name("autosave".into()).spawn(move || work.run())?;
        Ok(Autosave { folder, shared, thread: Some(thread) })
    }

    /// The folder in which the work is kept.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Hands over what is to be kept: the newest text of the document, and what was written in a text view and not applied.
    /// It copies no text and waits for no disk, so it can be called as often as one likes.
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

    /// Hands over the texts of the editor: those that are not saved are kept, too. It can be called as often as one likes.
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

    /// What there is to tell since the last call.
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

/// The work of the thread.
struct Work<T> {
    shared: Arc<Shared>,
    folder: PathBuf,
    told: T,
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
                        self.tell(AutosaveReport::Works);
                    }
                }
                Err(_) if ends => return,
                Err(error) => {
                    if !std::mem::replace(&mut failing, true) {
                        self.tell(AutosaveReport::Failed(error));
                    }
                }
            }
        }
    }

    /// Waits for what is to be written next; gives it, and whether it is the last. None at the end.
    ///
    /// Of what was written stays in `written` what is still wanted.
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

    fn tell(&self, report: AutosaveReport) {
        self.shared.state().reports.push(report);
        (self.told)();
    }
}
