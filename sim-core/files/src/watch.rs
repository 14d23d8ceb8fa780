//! Watches files for changes by other programs.

use crate::digest::sha256;
use notify::{RecursiveMode, Watcher};
use sim_diagnostics::{Code, Diagnostic};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// Time without changes before a file is read: other programs write it in pieces.
const QUIET: Duration = Duration::from_millis(150);

/// Watched files with their last known contents, and the folders that are watched for them.
pub struct FileWatch {
    watcher: notify::RecommendedWatcher,
    events: Receiver<PathBuf>,
    folders: BTreeSet<PathBuf>,
    files: BTreeMap<PathBuf, Digest>,
    /// Canonical names of the files, mapped to the names used here.
    names: BTreeMap<PathBuf, PathBuf>,
    pending: BTreeMap<PathBuf, Instant>,
}

/// Digest of a file's content; `None` if it cannot be read.
type Digest = Option<String>;

impl FileWatch {
    /// Creates an empty watch; `told` is called whenever something may have changed.
    ///
    /// # Errors
    /// If the system does not support file watching.
    pub fn new(told: impl Fn() + Send + 'static) -> Result<Self, Diagnostic> {
        let (sender, events) = channel();
        let handler = move |event: notify::Result<notify::Event>| {
            let Ok(event) = event else { return };
            let close = notify::EventKind::Access(notify::event::AccessKind::Close(notify::event::AccessMode::Write));
            if event.kind.is_access() && event.kind != close {
                return;
            }
            // The receiver is closed only while the watch is being dropped.
            event.paths.into_iter().for_each(|path| _ = sender.send(path));
            told();
        };
        let watcher = notify::recommended_watcher(handler).map_err(|error| cannot_watch(None, &error))?;
        Ok(Self {
            watcher,
            events,
            folders: BTreeSet::new(),
            files: BTreeMap::new(),
            names: BTreeMap::new(),
            pending: BTreeMap::new(),
        })
    }

    /// Replaces the set of watched files. A digest is that of the content when the file was read; default: its current
    /// content. Files that were already watched keep their digest.
    ///
    /// # Errors
    /// The first folder that cannot be watched; files in the others are watched nevertheless.
    pub fn set(&mut self, files: BTreeMap<PathBuf, Option<String>>) -> Result<(), Diagnostic> {
        let before = std::mem::take(&mut self.files);
        self.names.clear();
        let mut folders = BTreeSet::new();
        for (file, digest) in files {
            for real in real_names(&file) {
                folders.extend(real.parent().map(Path::to_path_buf));
                self.names.insert(real, file.clone());
            }
            let known = digest.or_else(|| before.get(&file).cloned().flatten());
            let known = known.or_else(|| digest_of(&file));
            // It may have changed before the watch started.
            self.pending.entry(file.clone()).or_insert_with(Instant::now);
            self.files.insert(file, known);
        }
        for gone in self.folders.difference(&folders) {
            // A deleted folder is no longer watched.
            let _ = self.watcher.unwatch(gone);
        }
        let mut result = Ok(());
        for folder in folders.difference(&self.folders) {
            let watched = self.watcher.watch(folder, RecursiveMode::NonRecursive);
            if let Err(error) = watched.map_err(|error| cannot_watch(Some(folder), &error)) {
                result = result.and(Err(error));
            }
        }
        self.folders = folders;
        result
    }

    /// Whether [`FileWatch::changed`] may return files without a further event, because one was modified only moments ago.
    pub fn is_waiting(&self) -> bool {
        !self.pending.is_empty()
    }

    /// Files that were deleted or whose content differs from the last known one, once they have been quiet for a moment. Does
    /// not block.
    pub fn changed(&mut self) -> Vec<PathBuf> {
        let now = Instant::now();
        while let Ok(path) = self.events.try_recv() {
            if let Some(file) = self.names.get(&path) {
                self.pending.insert(file.clone(), now);
            }
        }
        let quiet = |seen: &Instant| now.duration_since(*seen) >= QUIET;
        let ready: Vec<PathBuf> =
            self.pending.iter().filter(|(_, seen)| quiet(seen)).map(|(path, _)| path.clone()).collect();
        ready.iter().for_each(|path| _ = self.pending.remove(path));
        let differs = |path: &PathBuf| {
            let Some(seen) = self.files.get_mut(path) else { return false };
            let now = digest_of(path);
            std::mem::replace(seen, now.clone()) != now
        };
        ready.into_iter().filter(differs).collect()
    }
}

/// Maximum size of a file whose content is compared, bytes; equal to that of meshes.
const LARGEST_FILE: u64 = 1 << 30;

/// Digest of a file's content; `None` if it is not read, such as a pipe.
fn digest_of(file: &Path) -> Option<String> {
    crate::read_regular(file, LARGEST_FILE).ok().map(|bytes| sha256(&bytes))
}

/// Names under which the system reports a file: in its folder's canonical path and, for a symbolic link, the target.
fn real_names(file: &Path) -> impl Iterator<Item = PathBuf> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let named = folder.canonicalize().ok().zip(file.file_name()).map(|(folder, name)| folder.join(name));
    let linked = file.canonicalize().ok().filter(|real| Some(real) != named.as_ref());
    named.into_iter().chain(linked)
}

fn cannot_watch(folder: Option<&Path>, error: &notify::Error) -> Diagnostic {
    let diagnostic = Diagnostic::warning(Code::SceneFile, "cannot watch files for changes by other programs")
        .with_found(error.to_string())
        .with_help(
            "raise the system limit of watched folders (inotify); until then, changes are detected when the scene is saved",
        );
    match folder {
        Some(folder) => diagnostic.with_file(folder.display().to_string()),
        None => diagnostic,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Waits for a change and returns it.
    fn wait(watch: &mut FileWatch) -> Vec<PathBuf> {
        let start = Instant::now();
        loop {
            let changed = watch.changed();
            if !changed.is_empty() {
                return changed;
            }
            assert!(start.elapsed() < Duration::from_secs(60), "never changed");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    #[test]
    fn a_temporarily_unreadable_file_is_reported_when_it_is_readable_again() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("one.ron");
        std::fs::write(&file, "first").unwrap();
        let mut watch = FileWatch::new(|| ()).unwrap();
        watch.set([(file.clone(), None)].into()).unwrap();
        std::fs::remove_file(&file).unwrap();
        std::fs::create_dir(&file).unwrap();
        assert_eq!(wait(&mut watch), std::slice::from_ref(&file));
        std::fs::remove_dir(&file).unwrap();
        std::fs::write(&file, "first").unwrap();
        assert_eq!(wait(&mut watch), [file]);
    }

    #[test]
    fn only_changed_replaced_and_deleted_files_are_reported() {
        let folder = tempfile::tempdir().unwrap();
        let [one, two, other] = ["one.ron", "two.stl", "other"].map(|name| folder.path().join(name));
        for file in [&one, &two, &other] {
            std::fs::write(file, "first").unwrap();
        }
        let mut watch = FileWatch::new(|| ()).unwrap();
        watch.set([(one.clone(), None), (two.clone(), None)].into()).unwrap();
        // A file that is rewritten with the same content has not changed.
        std::fs::write(&other, "second").unwrap();
        std::fs::write(&two, "first").unwrap();
        std::fs::write(&one, "second").unwrap();
        assert_eq!(wait(&mut watch), std::slice::from_ref(&one));
        crate::write_whole(&two, b"second").unwrap();
        assert_eq!(wait(&mut watch), std::slice::from_ref(&two));
        std::fs::remove_file(&one).unwrap();
        assert_eq!(wait(&mut watch), std::slice::from_ref(&one));
        std::fs::write(&one, "third").unwrap();
        assert_eq!(wait(&mut watch), std::slice::from_ref(&one));
        // A change between reading and watching is reported, too.
        watch.set([(one.clone(), Some(sha256(b"second")))].into()).unwrap();
        assert_eq!(wait(&mut watch), [one]);
    }

    #[cfg(unix)]
    #[test]
    fn a_file_behind_a_link_is_watched() {
        let [here, there] = [(); 2].map(|()| tempfile::tempdir().unwrap());
        let (link, file) = (here.path().join("link.ron"), there.path().join("file.ron"));
        std::fs::write(&file, "first").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        let mut watch = FileWatch::new(|| ()).unwrap();
        watch.set([(link.clone(), None)].into()).unwrap();
        std::fs::write(&file, "second").unwrap();
        assert_eq!(wait(&mut watch), [link]);
    }
}
