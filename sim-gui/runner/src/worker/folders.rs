//! Watching the plugin folders and the files of the scene.

use super::{POLL_INTERVAL, Worker};
use crate::event::Event;
use sim_core::diagnostic::{Code, Diagnostic};
use sim_core::engine::Simulation;
use sim_core::packs::InstalledPack;
use sim_core::plugins::{Arrivals, FolderWatch, PluginHost};
use sim_core::scene::LoadedScene;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

/// Interval at which files and folders are checked for existence.
const CHECK: Duration = Duration::from_secs(1);

/// State of a path: absent, or present with its modification time if the system supports that.
type Presence = Option<Option<SystemTime>>;

fn presence(path: &Path) -> Presence {
    std::fs::metadata(path).ok().map(|data| data.created().ok())
}

/// The watched folders and files.
#[derive(Default)]
pub(super) struct Folders {
    watch: Option<FolderWatch>,
    next_poll: Option<Instant>,
    next_check: Option<Instant>,
    plugins: Vec<(PathBuf, Presence)>,
    scene: Vec<(PathBuf, Presence)>,
}

impl Folders {
    /// Stops watching the files of a scene.
    pub(super) fn forget_scene(&mut self) {
        self.scene.clear();
    }

    /// Whether a check is due.
    pub(super) fn is_due(&self, now: Instant) -> bool {
        self.next_poll.is_none_or(|next| now >= next)
    }
}

impl Worker {
    /// Watches the existing plugin folders.
    pub(super) fn watch_folders(&mut self) {
        let folders = self.host.folders();
        self.folders.plugins = folders.iter().map(|folder| (folder.path.clone(), presence(&folder.path))).collect();
        // The old watch is dropped first: some systems limit the number of watched folders.
        self.folders.watch = None;
        match self.host.watch() {
            Ok(watch) => self.folders.watch = Some(watch),
            Err(diagnostic) => self.out.send(Event::NotWatching(diagnostic)),
        }
    }

    /// Watches the files of a scene.
    pub(super) fn watch_scene(&mut self, scene: &LoadedScene) {
        let files = scene.files.iter().filter_map(|file| file.path.clone());
        self.folders.scene = files.map(|path| (path.clone(), presence(&path))).collect();
    }

    /// Reports plugins that failed to load before events could be sent.
    pub(super) fn report_plugin_problems(&mut self) {
        let refused = self.host.failures().cloned().map(Diagnostic::into_warning).map(Event::PluginRefused);
        let duplicates = self.host.duplicates().into_iter().map(Diagnostic::into_warning).map(Event::PluginDuplicate);
        refused.chain(duplicates).for_each(|event| self.out.send(event));
    }

    /// Checks folders and files, if due.
    pub(super) fn poll_folders(&mut self, simulation: Option<&mut Simulation>) {
        let now = Instant::now();
        if !self.folders.is_due(now) {
            return;
        }
        self.folders.next_poll = Some(now + POLL_INTERVAL);
        let arrivals = match &mut self.folders.watch {
            Some(watch) => self.host.take_changes(watch),
            None => Arrivals::default(),
        };
        let mut simulation = simulation;
        if arrivals.report_changed {
            self.take_in(arrivals, simulation.as_deref_mut());
        }
        if self.folders.next_check.is_none_or(|next| now >= next) {
            self.folders.next_check = Some(now + CHECK);
            self.check_presence(simulation);
        }
    }

    fn check_presence(&mut self, simulation: Option<&mut Simulation>) {
        for (path, known) in &mut self.folders.scene {
            let found = presence(path);
            if found.is_some() == known.is_some() {
                continue;
            }
            *known = found;
            let event = match found {
                Some(_) => Event::Back(path.clone()),
                None => Event::Gone(gone(
                    path,
                    "the scene file is missing",
                    "the run continues; save the scene to restore the file",
                )),
            };
            self.out.send(event);
            self.publisher.changed();
        }
        let (mut changed, mut went) = (false, false);
        for (path, known) in &mut self.folders.plugins {
            let found = presence(path);
            if found == *known {
                continue;
            }
            let event = match (&found, &known) {
                (None, _) => Some(Event::Gone(gone(
                    path,
                    "a plugin folder is missing",
                    "loaded libraries stay in use; restore the folder to load new ones from it",
                ))),
                (Some(_), None) => Some(Event::Back(path.clone())),
                // Replaced by another folder with the same name.
                (Some(_), Some(_)) => None,
            };
            *known = found;
            changed |= found.is_some();
            went |= found.is_none();
            event.into_iter().for_each(|event| self.out.send(event));
            self.publisher.changed();
        }
        if changed {
            self.watch_folders();
            self.rescan(simulation);
        } else if went {
            let arrivals = self.host.take_missing();
            self.take_in(arrivals, simulation);
        }
    }

    /// Uses the pack versions selected for a scene.
    pub(super) fn use_packs(&mut self, scene: &LoadedScene) {
        self.take_packs(scene.packs(), scene.has_locked_packs());
    }

    /// Uses the currently installed packs. A scene that could not be built may have lacked them.
    pub(super) fn follow_packs(&mut self) {
        let scene = self.scene.clone();
        let locked = scene.as_deref().is_some_and(LoadedScene::has_locked_packs);
        self.try_again |= self.take_packs(scene.as_deref().map_or(&[], LoadedScene::packs), locked);
    }

    fn take_packs(&mut self, chosen: &[InstalledPack], only: bool) -> bool {
        let changed = self.host.use_packs(chosen, only);
        if changed {
            self.watch_folders();
            self.publish_plugins();
            self.report_plugin_problems();
        }
        changed
    }

    /// Loads new libraries in the plugin folders.
    pub(super) fn rescan(&mut self, simulation: Option<&mut Simulation>) {
        let arrivals = self.host.take_all();
        self.take_in(arrivals, simulation);
    }

    /// Reports loaded and rejected libraries, and lets the simulation use them.
    fn take_in(&mut self, arrivals: Arrivals, simulation: Option<&mut Simulation>) {
        let Arrivals { loaded, refused, duplicates, gone, .. } = arrivals;
        if let Some(simulation) = simulation {
            for arrival in &loaded {
                let reloaded = simulation.reload(&self.host, &arrival.components);
                self.note(simulation, arrival.to_string());
                if !reloaded.is_empty() {
                    self.publish_structure(simulation);
                    self.out.send(Event::Reloaded(reloaded));
                }
            }
            self.report(simulation);
        }
        self.try_again |= !loaded.is_empty();
        // The list is published before the events that refer to it.
        self.publish_plugins();
        gone.into_iter().for_each(|diagnostic| self.out.send(Event::PluginGone(diagnostic)));
        loaded.into_iter().for_each(|arrival| self.out.send(Event::Plugin(arrival)));
        refused.into_iter().for_each(|diagnostic| self.out.send(Event::PluginRefused(diagnostic)));
        duplicates.into_iter().for_each(|diagnostic| self.out.send(Event::PluginDuplicate(diagnostic)));
    }

    /// Copies a library into a plugin folder and loads it.
    pub(super) fn install(&mut self, file: &Path, simulation: Option<&mut Simulation>) {
        match copy_into_folder(file, &self.host) {
            Ok(copy) => {
                self.out.send(Event::Installed { from: file.to_path_buf(), to: copy.clone() });
                self.publisher.changed();
                let mut arrivals = Arrivals::default();
                self.host.take_file(&copy, &mut arrivals);
                self.take_in(arrivals, simulation);
            }
            Err(diagnostic) => self.refuse("install a library", diagnostic),
        }
    }

    /// Reloads a library file.
    pub(super) fn reload_library(&mut self, file: &Path, simulation: Option<&mut Simulation>) {
        let mut arrivals = Arrivals::default();
        self.host.take_file(file, &mut arrivals);
        if arrivals.is_empty() {
            let diagnostic = Diagnostic::error(Code::PluginReload, "the library has not changed since it was loaded")
                .with_file(file.display().to_string())
                .with_help("rebuild it, and copy the new file to this path");
            return self.refuse("reload a library", diagnostic);
        }
        self.take_in(arrivals, simulation);
    }
}

fn gone(path: &Path, message: &'static str, help: &'static str) -> Diagnostic {
    Diagnostic::warning(Code::SceneFile, message).with_file(path.display().to_string()).with_help(help)
}

/// Copies a library to the plugin folder that has one with its name, otherwise to the first writable one: under a temporary name
/// first, so that it is never read incomplete.
fn copy_into_folder(file: &Path, host: &PluginHost) -> Result<PathBuf, Diagnostic> {
    let named = |diagnostic: Diagnostic| diagnostic.with_file(file.display().to_string());
    let library = file.extension().is_some_and(|extension| extension == std::env::consts::DLL_EXTENSION);
    let Some(name) = file.file_name().filter(|_| library) else {
        return Err(named(
            Diagnostic::error(Code::PluginNotLibrary, "this is not a library file")
                .with_expected(format!("a file with the extension .{ending}", ending = std::env::consts::DLL_EXTENSION))
                .with_help("build the plugin with `cargo build --release` and copy the library from its target folder"),
        ));
    };
    let unreadable = |error: std::io::Error| {
        named(Diagnostic::error(Code::PluginUnreadable, "the file cannot be read").with_found(error.to_string()))
    };
    let bytes = std::fs::read(file).map_err(unreadable)?;
    let permissions = std::fs::metadata(file).map_err(unreadable)?.permissions();
    let mut causes = Vec::new();
    // An existing library is replaced in its folder: in another folder it would be a second one with the same ids.
    let (present, others): (Vec<_>, Vec<_>) =
        host.folders().iter().partition(|folder| folder.path.join(name).is_file());
    for folder in present.into_iter().chain(others) {
        match copy(&bytes, &permissions, &folder.path, &folder.path.join(name)) {
            Ok(()) => return Ok(folder.path.join(name)),
            Err(error) => causes.push(format!("{}: {error}", folder.path.display())),
        }
    }
    Err(named(
        Diagnostic::error(Code::PluginUnreadable, "no writable plugin folder")
            .with_found(causes.join("; "))
            .with_help("start with `--plugins DIR` and a folder that you can write to"),
    ))
}

fn copy(bytes: &[u8], permissions: &std::fs::Permissions, folder: &Path, target: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    let mut part = tempfile::Builder::new().prefix(".").suffix(".part").tempfile_in(folder)?;
    std::io::Write::write_all(&mut part, bytes)?;
    part.as_file().set_permissions(permissions.clone())?;
    part.persist(target)?;
    Ok(())
}
