//! What a look at the plugin folders has found, in the words that people read.

use super::{FolderWatch, Forgotten, GONE_HELP, PluginHost, PluginLibrary};
use crate::diagnostic::{Code, Diagnostic};
use sim_abi::declare::Kind;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A library that appeared or changed and was loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// The file.
    pub file: PathBuf,
    /// Whether the file was not known before.
    pub new_file: bool,
    /// Name and version that the library gives itself.
    pub library: String,
    /// Its components.
    pub components: Vec<(Kind, String)>,
}

impl fmt::Display for Arrival {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ids: Vec<&str> = self.components.iter().map(|(_, id)| id.as_str()).collect();
        let (file, library, ids) = (self.file.display(), &self.library, ids.join(" "));
        let text = match self.new_file {
            true => format!("listed: {file}, {library}, {ids}"),
            false => format!("changed: {file}, {library}, {ids}"),
        };
        f.write_str(&text)
    }
}

/// What became of the files that changed.
#[derive(Clone, Debug, Default)]
pub struct Arrivals {
    /// Libraries that were loaded; the simulation should [reload](crate::engine::Simulation::reload) their components.
    pub loaded: Vec<Arrival>,
    /// Files that were refused, as warnings: what was loaded before stays in use.
    pub refused: Vec<Diagnostic>,
    /// Ids of theirs that other libraries claim as well, as warnings.
    pub duplicates: Vec<Diagnostic>,
    /// Libraries whose files are gone, as warnings.
    pub gone: Vec<Diagnostic>,
    /// Whether the load report may have changed: also where there is nothing to tell, as of a second copy of a library.
    pub report_changed: bool,
}

impl Arrivals {
    /// Whether nothing has changed.
    pub fn is_empty(&self) -> bool {
        self.loaded.is_empty() && self.refused.is_empty() && self.duplicates.is_empty() && self.gone.is_empty()
    }
}

impl PluginHost {
    /// A watch of the plugin folders that exist. It also reports files that have come since the folders were looked through.
    ///
    /// # Errors
    /// When the system offers no way to watch folders, or one cannot be watched.
    pub fn watch(&self) -> Result<FolderWatch, Diagnostic> {
        let mut watch = FolderWatch::new(self.folders())?;
        let seen = |file: &Path| self.rows().iter().any(|row| row.file == file);
        let found = self.search.files().into_iter().filter(|found| found.skipped.is_none()).map(|found| found.path);
        found.filter(|file| !seen(file)).for_each(|file| watch.expect(file));
        Ok(watch)
    }

    /// Loads what a watch reports. Does not wait.
    pub fn take_changes(&mut self, watch: &mut FolderWatch) -> Arrivals {
        let mut arrivals = Arrivals::default();
        let (there, gone): (Vec<_>, Vec<_>) = watch.changed().into_iter().partition(|file| file.is_file());
        arrivals.report_changed = !there.is_empty();
        there.iter().for_each(|file| self.take_file(file, &mut arrivals));
        self.take_gone(&gone, &mut arrivals);
        arrivals
    }

    /// Takes files out of the list that are no longer there.
    fn take_gone(&mut self, files: &[PathBuf], arrivals: &mut Arrivals) {
        for file in files {
            let Some(Forgotten { was_library, is_open, copies }) = self.forget(file) else { continue };
            arrivals.report_changed = true;
            copies.iter().for_each(|copy| self.take_file(copy, arrivals));
            let help = match copies.first() {
                Some(copy) => {
                    format!("the same library is used from {copy}", copy = copy.display())
                }
                None if is_open => GONE_HELP.into(),
                None => "its components can no longer be used; put the file back to use them".to_string(),
            };
            // Of a folder that is gone one finding tells, not one for each file.
            if was_library && file.parent().is_some_and(Path::is_dir) {
                let finding = Diagnostic::warning(Code::PluginReload, "a plugin library is gone").with_help(help);
                arrivals.gone.push(finding.with_file(file.display().to_string()));
            }
        }
    }

    /// Looks through all folders, loads what is new or has changed, and tells of every file that is refused and every id
    /// that several libraries claim.
    pub fn take_all(&mut self) -> Arrivals {
        let Arrivals { gone, .. } = self.take_missing();
        let before = self.libraries().to_vec();
        self.load_all();
        let is_new = |library: &&Arc<PluginLibrary>| !before.iter().any(|known| Arc::ptr_eq(known, library));
        let new_file = |library: &PluginLibrary| !before.iter().any(|known| known.file == library.file);
        Arrivals {
            gone,
            report_changed: true,
            loaded: self.libraries().iter().filter(is_new).map(|library| arrival(library, new_file(library))).collect(),
            refused: self.failures().cloned().map(Diagnostic::into_warning).collect(),
            duplicates: self.duplicates().into_iter().map(Diagnostic::into_warning).collect(),
        }
    }

    /// Takes the files out of the list that are no longer there, without looking for others.
    pub fn take_missing(&mut self) -> Arrivals {
        let files = self.rows().iter().map(|row| row.file.clone());
        let missing: Vec<PathBuf> = files.filter(|file| !file.exists()).collect();
        let mut arrivals = Arrivals::default();
        self.take_gone(&missing, &mut arrivals);
        arrivals
    }

    /// Loads one file and notes what became of it.
    pub fn take_file(&mut self, file: &Path, arrivals: &mut Arrivals) {
        match self.load_file(file) {
            Ok(None) => {}
            Err(diagnostic) => arrivals.refused.push(diagnostic.into_warning()),
            Ok(Some(reload)) => {
                let claimed = |finding: &Diagnostic| {
                    reload.changed.iter().any(|(_, id)| finding.message.contains(&format!("`{id}`")))
                };
                arrivals.duplicates.extend(self.duplicates().into_iter().filter(claimed).map(Diagnostic::into_warning));
                let library = self.libraries().iter().find(|library| library.file == file);
                arrivals.loaded.extend(library.map(|library| arrival(library, reload.new_file)));
            }
        }
    }
}

fn arrival(library: &PluginLibrary, new_file: bool) -> Arrival {
    Arrival {
        file: library.file.clone(),
        new_file,
        library: format!("{} {}", library.manifest().name, library.manifest().version),
        components: library.ids().to_vec(),
    }
}
