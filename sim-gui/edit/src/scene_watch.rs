//! Watches the files of a scene for changes by other programs, on a separate thread so that large files do not block the window.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use sim_core::diagnostic::Diagnostic;
use sim_core::model::UrdfOptions;
use sim_core::recording::{attach, named_files};
use sim_core::scene::LoadedScene;
use sim_core::watch::FileWatch;

use crate::disk::FileContent;
use crate::document::Document;

/// Polling interval of files that are being written, until they settle.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Changed files reported by the thread.
#[derive(Debug, Default)]
pub struct ChangedFiles {
    /// Files that have been changed or deleted, with their current content. Includes files written by this program.
    pub files: Vec<(PathBuf, FileContent)>,
    /// The same for the text files of the editor, which may include a file of the scene.
    pub texts: Vec<(PathBuf, FileContent)>,
    /// Why files cannot be watched.
    pub findings: Vec<Diagnostic>,
}

/// Watches the files of a document's scene: its own file, its includes, and the models, meshes and images that it refers to, with
/// their dependencies.
#[derive(Debug)]
pub struct SceneWatch {
    sender: Sender<Message>,
    changes: Arc<Mutex<ChangedFiles>>,
    thread: Option<JoinHandle<()>>,
    /// Revision of the watched document.
    revision: Option<u64>,
    referenced: SceneFiles,
    /// Watched text files of the editor.
    texts: Vec<PathBuf>,
}

/// The file of a scene, and the files that its text refers to.
type SceneFiles = (Option<PathBuf>, Vec<PathBuf>);

enum Message {
    /// Watch these scene files.
    Follow(Option<PathBuf>, Option<Box<LoadedScene>>),
    /// Watch these text files of the editor.
    Texts(Vec<PathBuf>),
    /// A folder has changed.
    FolderChanged,
    End,
}

impl SceneWatch {
    /// Starts the thread. It calls `notify` when there are changes.
    ///
    /// # Errors
    /// The system cannot start a thread.
    pub fn start(notify: impl Fn() + Send + 'static) -> std::io::Result<SceneWatch> {
        let ((sender, messages), changes) = (channel(), Arc::new(Mutex::new(ChangedFiles::default())));
        let work = Work { messages, changes: changes.clone(), notify, own: None, loaded: None, texts: Vec::new() };
        let wake = sender.clone();
        let thread = std::thread::Builder::new().name("files".into()).spawn(move || work.run(wake))?;
        Ok(SceneWatch {
            sender,
            changes,
            thread: Some(thread),
            revision: None,
            referenced: SceneFiles::default(),
            texts: Vec::new(),
        })
    }

    /// Watches the files of this document. Costs nothing while the document is unchanged, so it can be called at any rate.
    pub fn follow(&mut self, document: Option<&Document>) {
        let revision = document.map(Document::revision);
        if revision == self.revision {
            return;
        }
        self.revision = revision;
        let loaded = document.and_then(Document::loaded);
        let own = document.and_then(Document::path).map(Path::to_path_buf);
        // The dependencies of an invalid text are unknown: keep watching the previous ones.
        let referenced = match loaded {
            Some(loaded) => referenced(loaded),
            None if own == self.referenced.0 => return,
            None => Vec::new(),
        };
        let referenced = (own, referenced);
        if referenced != self.referenced {
            // The thread ends only by a panic, which has been reported.
            let _ = self.sender.send(Message::Follow(referenced.0.clone(), loaded.cloned().map(Box::new)));
            self.referenced = referenced;
        }
    }

    /// Watches these text files of the editor, too. Cheap while they are unchanged.
    pub fn follow_texts<'a>(&mut self, texts: impl Iterator<Item = &'a Path> + Clone) {
        if !texts.clone().eq(self.texts.iter().map(PathBuf::as_path)) {
            self.texts = texts.map(Path::to_path_buf).collect();
            let _ = self.sender.send(Message::Texts(self.texts.clone()));
        }
    }

    /// The changes since the last call.
    pub fn take_changes(&self) -> ChangedFiles {
        std::mem::take(&mut self.changes.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Drop for SceneWatch {
    fn drop(&mut self) {
        let _ = self.sender.send(Message::End);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// The files that a scene includes and refers to.
fn referenced(loaded: &LoadedScene) -> Vec<PathBuf> {
    let included = loaded.files.iter().skip(1).filter_map(|file| file.path.clone());
    included.chain(named_files(loaded)).collect()
}

/// The state of the thread.
struct Work<T> {
    messages: Receiver<Message>,
    changes: Arc<Mutex<ChangedFiles>>,
    notify: T,
    own: Option<PathBuf>,
    loaded: Option<Box<LoadedScene>>,
    texts: Vec<PathBuf>,
}

impl<T: Fn()> Work<T> {
    fn run(mut self, wake: Sender<Message>) {
        let mut watch = match FileWatch::new(move || _ = wake.send(Message::FolderChanged)) {
            Ok(watch) => watch,
            Err(finding) => return self.report(Vec::new(), Vec::new(), Some(finding)),
        };
        loop {
            let message = match watch.is_waiting() {
                true => self.messages.recv_timeout(POLL_INTERVAL),
                false => self.messages.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            match message {
                Ok(Message::Follow(own, loaded)) => {
                    (self.own, self.loaded) = (own, loaded);
                    self.watch(&mut watch);
                }
                Ok(Message::Texts(texts)) => {
                    self.texts = texts;
                    self.watch(&mut watch);
                }
                Ok(Message::FolderChanged) | Err(RecvTimeoutError::Timeout) => {}
                Ok(Message::End) | Err(RecvTimeoutError::Disconnected) => return,
            }
            let files = watch.changed();
            if !files.is_empty() {
                // A changed model may refer to other meshes.
                let of_scene = self.watch(&mut watch);
                let held = files.into_iter().map(|file| {
                    let held = FileContent::read(&file);
                    (file, held)
                });
                let held: Vec<(PathBuf, FileContent)> = held.collect();
                let texts = held.iter().filter(|(file, _)| self.texts.contains(file)).cloned().collect();
                let files = held.into_iter().filter(|(file, _)| of_scene.contains(file)).collect();
                self.report(files, texts, None);
            }
        }
    }

    /// Watches all files. Returns the files of the scene.
    fn watch(&self, watch: &mut FileWatch) -> BTreeSet<PathBuf> {
        let mut files: BTreeMap<PathBuf, Option<String>> = BTreeMap::new();
        if let Some(loaded) = &self.loaded {
            files.extend(attach(loaded, &UrdfOptions::default()).sources.into_iter().map(|file| (file, None)));
            files.extend(named_files(loaded).into_iter().map(|file| (file, None)));
            files.extend(loaded.files.iter().skip(1).filter_map(|file| Some((file.path.clone()?, None))));
        }
        files.extend(self.own.clone().map(|own| (own, None)));
        let of_scene = files.keys().cloned().collect();
        files.extend(self.texts.iter().map(|text| (text.clone(), None)));
        if let Err(finding) = watch.set(files) {
            self.report(Vec::new(), Vec::new(), Some(finding));
        }
        of_scene
    }

    fn report(
        &self,
        files: Vec<(PathBuf, FileContent)>,
        texts: Vec<(PathBuf, FileContent)>,
        finding: Option<Diagnostic>,
    ) {
        let mut changes = self.changes.lock().unwrap_or_else(PoisonError::into_inner);
        changes.files.extend(files);
        changes.texts.extend(texts);
        changes.findings.extend(finding);
        drop(changes);
        (self.notify)();
    }
}
