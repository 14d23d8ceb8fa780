//! Results of a scan of the plugin folders, as messages for the user.

use super::{Forgotten, GONE_HELP, PluginHost, PluginLibrary};
use sim_abi::declare::Kind;
use sim_diagnostics::{Code, Diagnostic};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A new or changed library that was loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// The file.
    pub file: PathBuf,
    /// Whether the file was not known before.
    pub new_file: bool,
    /// The library's name and version.
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

/// Results for the files that changed.
#[derive(Clone, Debug, Default)]
pub struct Arrivals {
    /// Loaded libraries; the simulation should [reload](sim_engine::Simulation::reload) their components.
    pub loaded: Vec<Arrival>,
    /// Refused files, as warnings: the loaded code stays in use.
    pub refused: Vec<Diagnostic>,
    /// Ids of theirs that other libraries claim as well, as warnings.
    pub duplicates: Vec<Diagnostic>,
    /// Libraries whose files were deleted, as warnings.
    pub gone: Vec<Diagnostic>,
    /// Whether the load report may have changed, even without a message, as for a second copy of a library.
    pub report_changed: bool,
}

impl Arrivals {
    /// Whether nothing has changed.
    pub fn is_empty(&self) -> bool {
        self.loaded.is_empty() && self.refused.is_empty() && self.duplicates.is_empty() && self.gone.is_empty()
    }
}

impl PluginHost {
    /// Removes deleted files from the list.
    pub(super) fn take_gone(&mut self, files: &[PathBuf], arrivals: &mut Arrivals) {
        for file in files {
            let Some(Forgotten { was_library, is_open, copies }) = self.forget(file) else { continue };
            arrivals.report_changed = true;
            copies.iter().for_each(|copy| self.take_file(copy, arrivals));
            let help = match copies.first() {
                Some(copy) => format!("the same library in {copy} is used instead", copy = copy.display()),
                None if is_open => GONE_HELP.into(),
                None => "restore the file to use its components again".to_string(),
            };
            // A deleted folder is reported once, not for each of its files.
            if was_library && file.parent().is_some_and(Path::is_dir) {
                let finding = Diagnostic::warning(Code::PluginReload, "a plugin library was deleted").with_help(help);
                arrivals.gone.push(finding.with_file(file.display().to_string()));
            }
        }
    }

    /// Scans all folders, loads new and changed libraries, and reports every refused file and every id that several
    /// libraries claim.
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

    /// Removes deleted files from the list, without looking for new ones.
    pub fn take_missing(&mut self) -> Arrivals {
        let files = self.rows().iter().map(|row| row.file.clone());
        let missing: Vec<PathBuf> = files.filter(|file| !file.exists()).collect();
        let mut arrivals = Arrivals::default();
        self.take_gone(&missing, &mut arrivals);
        arrivals
    }

    /// Loads one file and records the result.
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
