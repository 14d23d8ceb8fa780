//! What other programs do to the files of a scene: noticed by a thread of its own, so that large files hold up no window.

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

use crate::document::Document;
use crate::files::Held;

/// How often files that are being written are looked at, until they are quiet.
const LOOK: Duration = Duration::from_millis(50);

/// What the thread has to tell.
#[derive(Debug, Default)]
pub struct ChangedFiles {
    /// Files whose content has changed, or that are gone, and what they hold now. Those that this program has written are among
    /// them.
    pub files: Vec<(PathBuf, Held)>,
    /// The same of the texts of the editor; a file of the scene may be one of them.
    pub texts: Vec<(PathBuf, Held)>,
    /// Why files cannot be watched.
    pub findings: Vec<Diagnostic>,
}

/// Watches the files of the scene that a document holds: its own, what it includes, and the models, meshes and images that it
/// names, with what these name.
#[derive(Debug)]
pub struct SceneWatch {
    sender: Sender<Message>,
    changes: Arc<Mutex<ChangedFiles>>,
    thread: Option<JoinHandle<()>>,
    /// Revision of the document whose files are watched.
    revision: Option<u64>,
    named: Named,
    /// Texts of the editor that are watched.
    texts: Vec<PathBuf>,
}

/// The file of a scene, and what its text names.
type Named = (Option<PathBuf>, Vec<PathBuf>);

enum Message {
    /// Other files are to be watched.
    Follow(Option<PathBuf>, Option<Box<LoadedScene>>),
    /// Other texts of the editor are to be watched.
    Texts(Vec<PathBuf>),
    /// Something has happened in a folder.
    Look,
    End,
}

impl SceneWatch {
    /// Starts the thread; it calls `told` when there are changes.
    ///
    /// # Errors
    /// When the system starts no thread.
    pub fn start(told: impl Fn() + Send + 'static) -> std::io::Result<SceneWatch> {
        let ((sender, messages), changes) = (channel(), Arc::new(Mutex::new(ChangedFiles::default())));
        let work = Work { messages, changes: changes.clone(), told, own: None, loaded: None, texts: Vec::new() };
        let looker = sender.clone();
        let thread = std::thread::Builder::new().name("files".into()).spawn(move || work.run(looker))?;
        Ok(SceneWatch {
            sender,
            changes,
            thread: Some(thread),
            revision: None,
            named: Named::default(),
            texts: Vec::new(),
        })
    }

    /// The files of this document are watched from now on. It costs nothing while the document is the same, so it can be
    /// called as often as one likes.
    pub fn follow(&mut self, document: Option<&Document>) {
        let revision = document.map(Document::revision);
        if revision == self.revision {
            return;
        }
        self.revision = revision;
        let loaded = document.and_then(Document::loaded);
        let own = document.and_then(Document::path).map(Path::to_path_buf);
        // Of a broken text nobody knows what it names: what was watched before stays watched.
        let named = match loaded {
            Some(loaded) => named(loaded),
            None if own == self.named.0 => return,
            None => Vec::new(),
        };
        let named = (own, named);
        if named != self.named {
            // The thread is gone only after a panic, which has been told.
            let _ = self.sender.send(Message::Follow(named.0.clone(), loaded.cloned().map(Box::new)));
            self.named = named;
        }
    }

    /// These texts of the editor are watched from now on, too. It costs little while they are the same.
    pub fn follow_texts<'a>(&mut self, texts: impl Iterator<Item = &'a Path> + Clone) {
        if !texts.clone().eq(self.texts.iter().map(PathBuf::as_path)) {
            self.texts = texts.map(Path::to_path_buf).collect();
            let _ = self.sender.send(Message::Texts(self.texts.clone()));
        }
    }

    /// What has changed since the last call.
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

/// Files that a scene includes and names itself.
fn named(loaded: &LoadedScene) -> Vec<PathBuf> {
    let included = loaded.files.iter().skip(1).filter_map(|file| file.path.clone());
    included.chain(named_files(loaded)).collect()
}

/// The work of the thread.
struct Work<T> {
    messages: Receiver<Message>,
    changes: Arc<Mutex<ChangedFiles>>,
    told: T,
    own: Option<PathBuf>,
    loaded: Option<Box<LoadedScene>>,
    texts: Vec<PathBuf>,
}

impl<T: Fn()> Work<T> {
    fn run(mut self, looker: Sender<Message>) {
        let mut watch = match FileWatch::new(move || _ = looker.send(Message::Look)) {
            Ok(watch) => watch,
            Err(finding) => return self.tell(Vec::new(), Vec::new(), Some(finding)),
        };
        loop {
            let message = match watch.is_waiting() {
                true => self.messages.recv_timeout(LOOK),
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
                Ok(Message::Look) | Err(RecvTimeoutError::Timeout) => {}
                Ok(Message::End) | Err(RecvTimeoutError::Disconnected) => return,
            }
            let files = watch.changed();
            if !files.is_empty() {
                // A model that has changed may name other meshes.
                let of_scene = self.watch(&mut watch);
                let held = files.into_iter().map(|file| {
                    let held = Held::by(&file);
                    (file, held)
                });
                let held: Vec<(PathBuf, Held)> = held.collect();
                let texts = held.iter().filter(|(file, _)| self.texts.contains(file)).cloned().collect();
                let files = held.into_iter().filter(|(file, _)| of_scene.contains(file)).collect();
                self.tell(files, texts, None);
            }
        }
    }

    /// Watches what is to be watched. Gives the files of the scene.
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
            self.tell(Vec::new(), Vec::new(), Some(finding));
        }
        of_scene
    }

    fn tell(&self, files: Vec<(PathBuf, Held)>, texts: Vec<(PathBuf, Held)>, finding: Option<Diagnostic>) {
        let mut changes = self.changes.lock().unwrap_or_else(PoisonError::into_inner);
        changes.files.extend(files);
        changes.texts.extend(texts);
        changes.findings.extend(finding);
        drop(changes);
        (self.told)();
    }
}
