//! Watches the plugin folders.

use super::platform::is_library;
use super::{Arrivals, Folder, PluginHost};
use notify::{RecursiveMode, Watcher};
use sim_diagnostics::{Code, Diagnostic};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// A file is read after it has been unchanged for this time: copying writes it in chunks.
const QUIET: Duration = Duration::from_millis(150);

/// Reports new, changed and deleted library files in the plugin folders.
pub struct FolderWatch {
    _watcher: notify::RecommendedWatcher,
    events: Receiver<PathBuf>,
    /// Canonical path of each folder, as in the events, and the path used by the host.
    folders: Vec<(PathBuf, PathBuf)>,
    pending: BTreeMap<PathBuf, Instant>,
}

impl FolderWatch {
    /// Watches the folders that exist.
    ///
    /// # Errors
    /// When the system does not support watching folders, or one cannot be watched.
    pub(super) fn new(folders: &[Folder]) -> Result<Self, Diagnostic> {
        let (sender, events) = channel();
        let handler = move |event: notify::Result<notify::Event>| {
            let Ok(event) = event else { return };
            if event.kind.is_access()
                && !matches!(event.kind, notify::EventKind::Access(notify::event::AccessKind::Close(_)))
            {
                return;
            }
            for path in event.paths.into_iter().filter(|path| is_library(path)) {
                // The receiver is gone only while the watch is being dropped.
                let _ = sender.send(path);
            }
        };
        let mut watcher = notify::recommended_watcher(handler).map_err(|error| cannot_watch(None, &error))?;
        let mut named = Vec::new();
        for folder in folders.iter().filter(|folder| folder.path.is_dir()) {
            let real = folder.path.canonicalize().map_err(notify::Error::io);
            let watched = real.and_then(|real| watcher.watch(&real, RecursiveMode::NonRecursive).map(|()| real));
            let real = watched.map_err(|error| cannot_watch(Some(folder), &error))?;
            named.push((real, folder.path.clone()));
        }
        Ok(Self { _watcher: watcher, events, folders: named, pending: BTreeMap::new() })
    }

    /// The path used by the host.
    fn as_named(&self, path: &Path) -> Option<PathBuf> {
        let (_, folder) = self.folders.iter().find(|(real, _)| path.parent() == Some(real))?;
        Some(folder.join(path.file_name()?))
    }

    /// Treats a file as if it had just changed.
    pub(super) fn expect(&mut self, file: PathBuf) {
        self.pending.insert(file, Instant::now());
    }

    /// Files that have changed or been deleted and have been quiet for a moment. Call it regularly; it does not block.
    pub fn changed(&mut self) -> Vec<PathBuf> {
        let now = Instant::now();
        while let Ok(path) = self.events.try_recv() {
            if let Some(file) = self.as_named(&path) {
                self.pending.insert(file, now);
            }
        }
        let ready: Vec<PathBuf> = self
            .pending
            .iter()
            .filter(|(_, seen)| now.duration_since(**seen) >= QUIET)
            .map(|(path, _)| path.clone())
            .collect();
        for path in &ready {
            self.pending.remove(path);
        }
        ready
    }
}

fn cannot_watch(folder: Option<&Folder>, error: &notify::Error) -> Diagnostic {
    let diagnostic = Diagnostic::error(Code::PluginReload, "the plugin folders cannot be watched for changes")
        .with_found(error.to_string())
        .with_help("run without `--watch`, or increase the system's limit for watched folders");
    match folder {
        Some(folder) => diagnostic.with_file(folder.path.display().to_string()),
        None => diagnostic,
    }
}

impl PluginHost {
    /// Watches the plugin folders that exist. It also reports files that have appeared since the last scan.
    ///
    /// # Errors
    /// When the system does not support watching folders, or one cannot be watched.
    pub fn watch(&self) -> Result<FolderWatch, Diagnostic> {
        let mut watch = FolderWatch::new(self.folders())?;
        let seen = |file: &Path| self.rows().iter().any(|row| row.file == file);
        let found = self.search.files().into_iter().filter(|found| found.skipped.is_none()).map(|found| found.path);
        found.filter(|file| !seen(file)).for_each(|file| watch.expect(file));
        Ok(watch)
    }

    /// Loads the files reported by a watch. Does not block.
    pub fn take_changes(&mut self, watch: &mut FolderWatch) -> Arrivals {
        let mut arrivals = Arrivals::default();
        let (there, gone): (Vec<_>, Vec<_>) = watch.changed().into_iter().partition(|file| file.is_file());
        arrivals.report_changed = !there.is_empty();
        there.iter().for_each(|file| self.take_file(file, &mut arrivals));
        self.take_gone(&gone, &mut arrivals);
        arrivals
    }
}
