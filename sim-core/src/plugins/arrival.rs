//! What a look at the plugin folders has found, in the words that people read.

use super::{FolderWatch, PluginHost, PluginLibrary};
use crate::diagnostic::Diagnostic;
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
        let word = if self.new_file { "listed" } else { "changed" };
        let ids: Vec<&str> = self.components.iter().map(|(_, id)| id.as_str()).collect();
        write!(f, "{word}: {}, {}, {}", self.file.display(), self.library, ids.join(" "))
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
}

impl Arrivals {
    /// Whether nothing has changed.
    pub fn is_empty(&self) -> bool {
        self.loaded.is_empty() && self.refused.is_empty() && self.duplicates.is_empty()
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
        for file in watch.changed() {
            self.take_file(&file, &mut arrivals);
        }
        arrivals
    }

    /// Looks through all folders, loads what is new or has changed, and tells of every file that is refused and every id
    /// that several libraries claim.
    pub fn take_all(&mut self) -> Arrivals {
        let before = self.libraries().to_vec();
        self.load_all();
        let is_new = |library: &&Arc<PluginLibrary>| !before.iter().any(|known| Arc::ptr_eq(known, library));
        let new_file = |library: &PluginLibrary| !before.iter().any(|known| known.file == library.file);
        Arrivals {
            loaded: self.libraries().iter().filter(is_new).map(|library| arrival(library, new_file(library))).collect(),
            refused: self.failures().cloned().map(Diagnostic::into_warning).collect(),
            duplicates: self.duplicates().into_iter().map(Diagnostic::into_warning).collect(),
        }
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
