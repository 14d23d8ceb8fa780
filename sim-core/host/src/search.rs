//! The plugin search path.

use super::platform;
use sim_diagnostics::{Code, Diagnostic};
use sim_files::installation;
use sim_files::packs::{self, Installed, InstalledPack, Installs};
use std::path::{Path, PathBuf};

/// Why a folder is searched, for reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// Specified on the command line.
    CommandLine,
    /// Specified in `SIM_PLUGIN_PATH`.
    Environment,
    /// The `plugins` folder of the project in which the program was started.
    Project,
    /// The `plugins` folder next to the program.
    Installation,
    /// The user's data folder.
    User,
    /// A pack in the user's store.
    Pack,
}

impl Origin {
    /// Display text.
    pub fn words(self) -> &'static str {
        match self {
            Origin::CommandLine => "--plugins",
            Origin::Environment => "SIM_PLUGIN_PATH",
            Origin::Project => "project",
            Origin::Installation => "installation",
            Origin::User => "user folder",
            Origin::Pack => "pack",
        }
    }
}

/// A search folder.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Folder {
    /// The folder; it need not exist.
    pub path: PathBuf,
    /// Why it is searched.
    pub origin: Origin,
}

/// The file that marks a folder as a project.
pub const PROJECT_FILE: &str = "sim-project.txt";

/// The project that a folder belongs to: the folder itself or its nearest ancestor with a file [`PROJECT_FILE`].
///
/// Libraries of a project are code that runs. So a project is recognized only if its file belongs to the user or the
/// system administrator: other users cannot plant one above the user's folders. On Windows, the owner is not checked.
pub fn project_of(folder: &Path) -> Option<PathBuf> {
    let found = folder.ancestors().find(|folder| folder.join(PROJECT_FILE).is_file())?;
    platform::is_own(&found.join(PROJECT_FILE)).then(|| found.to_path_buf())
}

/// The search folders, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchPath {
    folders: Vec<Folder>,
    /// The pack store.
    store: Option<PathBuf>,
    /// Folders of packs that the user has not allowed to run in-process.
    apart: Vec<PathBuf>,
    /// Packs whose libraries are searched, as recorded.
    packs: Vec<InstalledPack>,
}

impl SearchPath {
    /// Folders of the command line first, then `SIM_PLUGIN_PATH`, the `plugins` folder of the project that the working folder
    /// belongs to ([`project_of`]), the `plugins` folder next to the program, the user's data folder (`…/simwright/plugins`),
    /// and the newest version of every pack in the user's store. Duplicates are dropped.
    pub fn standard(command_line: &[PathBuf]) -> Self {
        let mut search = Self::default();
        for path in command_line {
            search.add(path.clone(), Origin::CommandLine);
        }
        if let Some(list) = std::env::var_os("SIM_PLUGIN_PATH") {
            for path in std::env::split_paths(&list).filter(|path| !path.as_os_str().is_empty()) {
                search.add(path, Origin::Environment);
            }
        }
        if let Some(project) = std::env::current_dir().ok().and_then(|folder| project_of(&folder)) {
            search.add(project.join("plugins"), Origin::Project);
        }
        if let Some(folder) = installation::program_folder() {
            search.add(folder.join("plugins"), Origin::Installation);
        }
        if let Some(folder) = sim_files::user_folder() {
            search.add(folder.join("plugins"), Origin::User);
        }
        match packs::folder(sim_files::user_folder()) {
            Some(store) => search.with_store(store),
            None => search,
        }
    }

    /// Adds the newest version of every pack in a store.
    pub fn with_store(mut self, store: PathBuf) -> Self {
        self.store = Some(store);
        self.choose_packs(&[], false);
        self
    }

    /// Searches these versions of packs, if installed, and the newest version of every other pack in the store unless `only` is
    /// set. Returns the folders removed from the search, and those with libraries that now run elsewhere.
    pub(super) fn choose_packs(&mut self, chosen: &[InstalledPack], only: bool) -> Vec<PathBuf> {
        let Some(store) = &self.store else { return Vec::new() };
        let installed = Installed::read(store);
        let target = packs::target();
        // As currently recorded: a pack may have been removed or allowed to run in-process in the meantime.
        let recorded = |pack: &InstalledPack| installed.packs().iter().find(|known| known.folder == pack.folder);
        let chosen: Vec<&InstalledPack> = chosen.iter().filter_map(recorded).collect();
        let is_other = |pack: &&InstalledPack| !only && chosen.iter().all(|chosen| chosen.name != pack.name);
        let others = installed.newest().into_iter().filter(is_other);
        let with_code: Vec<&InstalledPack> =
            chosen.iter().copied().chain(others).filter(|pack| pack.targets.contains(&target)).collect();
        let folders = |packs: &mut dyn Iterator<Item = &&InstalledPack>| {
            packs.map(|pack| pack.folder_of_libraries(&target)).collect()
        };
        let before = std::mem::replace(&mut self.apart, folders(&mut with_code.iter().filter(|pack| !pack.in_process)));
        let wanted: Vec<PathBuf> = folders(&mut with_code.iter());
        self.packs = with_code.into_iter().cloned().collect();
        let is_gone = |folder: &Folder| folder.origin == Origin::Pack && !wanted.contains(&folder.path);
        let is_moved = |folder: &Folder| {
            folder.origin == Origin::Pack && before.contains(&folder.path) != self.apart.contains(&folder.path)
        };
        let changed = self.folders.iter().filter(|folder| is_gone(folder) || is_moved(folder));
        let changed = changed.map(|folder| folder.path.clone()).collect();
        self.folders.retain(|folder| !is_gone(folder));
        wanted.into_iter().for_each(|path| self.add(path, Origin::Pack));
        changed
    }

    /// Only these folders; for tests and for programs that ship their own.
    pub fn only(folders: impl IntoIterator<Item = PathBuf>) -> Self {
        let mut search = Self::default();
        for path in folders {
            search.add(path, Origin::CommandLine);
        }
        search
    }

    /// The installed pack that a library file belongs to.
    pub(super) fn pack_of(&self, file: &Path) -> Option<InstalledPack> {
        let store = self.store.as_ref().filter(|_| self.origin(file) == Some(Origin::Pack))?;
        Installed::read(store).packs().iter().find(|pack| file.starts_with(&pack.folder)).cloned()
    }

    /// Checks that a file with this SHA-256 may be a library of its pack. Files outside of packs are not checked.
    ///
    /// # Errors
    /// When it differs from the installed library.
    pub(super) fn accept(&self, file: &Path, digest: &str) -> Result<(), Diagnostic> {
        let Some(pack) = self.packs.iter().find(|pack| file.starts_with(&pack.folder)) else { return Ok(()) };
        let (name, version) = (pack.name.to_string(), pack.version.to_string());
        let finding =
            |message: String| Diagnostic::error(Code::PackContent, message).with_file(file.display().to_string());
        let finding = match pack.digest_of(file) {
            Installs::Unrecorded => return Ok(()),
            Installs::Digest(recorded) if recorded == digest => return Ok(()),
            Installs::Digest(recorded) => {
                let of = |digest: &str| format!("SHA-256 {digest}");
                finding(format!(
                    "a library of the installed pack {name} {version} was changed after its installation; it is \
                     not used"
                ))
                .with_expected(of(recorded))
                .with_found(of(digest))
            }
            Installs::Nothing => finding(format!(
                "the installed pack {name} {version} contains a library that was not installed with it; it is not used"
            )),
        };
        Err(finding.with_help(format!(
            "`sim pack verify {name}` lists all changes; run `sim pack remove {name}@={version}`, then install \
             it again"
        )))
    }

    fn add(&mut self, path: PathBuf, origin: Origin) {
        let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        if !self.folders.iter().any(|folder| real(&folder.path) == real(&path)) {
            self.folders.push(Folder { path, origin });
        }
    }

    /// The folders.
    pub fn folders(&self) -> &[Folder] {
        &self.folders
    }

    /// Whether a file is a library of a pack that the user has not allowed to run in-process.
    pub(super) fn is_apart(&self, file: &Path) -> bool {
        file.parent().is_some_and(|folder| self.apart.iter().any(|apart| apart == folder))
    }

    /// Why the folder of a file is searched; `None` if it is not.
    pub(super) fn origin(&self, file: &Path) -> Option<Origin> {
        let folder = self.folders.iter().find(|folder| file.parent() == Some(&folder.path))?;
        Some(folder.origin)
    }

    /// As [`SearchPath::only`], with these folders as the installation's.
    pub fn installed(mut self, folders: impl IntoIterator<Item = PathBuf>) -> Self {
        folders.into_iter().for_each(|path| self.add(path, Origin::Installation));
        self
    }

    /// All files in the folders, by folder and name: libraries, and other files with the reason why they are skipped.
    pub(super) fn files(&self) -> Vec<PluginFile> {
        let mut found = Vec::new();
        for folder in &self.folders {
            let Ok(entries) = std::fs::read_dir(&folder.path) else { continue };
            let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
            paths.sort();
            for path in paths {
                let skipped = if path.is_dir() {
                    Some("a folder".to_string())
                } else if !platform::is_library(&path) {
                    Some(format!("not a library (expected: *.{suffix})", suffix = platform::SUFFIX))
                } else {
                    None
                };
                found.push(PluginFile { path, skipped });
            }
        }
        found
    }
}

/// A file found in a folder.
pub(super) struct PluginFile {
    pub(super) path: PathBuf,
    /// Why it is skipped; `None` for a candidate.
    pub(super) skipped: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// BL-89: `sim new project` creates a folder with worlds, controllers, plugins, missions and logs.
    #[test]
    fn a_folder_belongs_to_the_nearest_project_above_it() {
        let temp_dir = tempfile::tempdir().unwrap();
        let inner = temp_dir.path().join("outer/inner");
        let deep = inner.join("controllers/avoid/src");
        std::fs::create_dir_all(&deep).unwrap();
        assert_eq!(project_of(&deep), None);
        std::fs::write(temp_dir.path().join("outer").join(PROJECT_FILE), "").unwrap();
        assert_eq!(project_of(&deep), Some(temp_dir.path().join("outer")));
        std::fs::write(inner.join(PROJECT_FILE), "").unwrap();
        assert_eq!([project_of(&deep), project_of(&inner)], [Some(inner.clone()), Some(inner)]);
        assert_eq!(project_of(temp_dir.path()), None);
    }

    /// BL-89: `sim new project` creates a folder with worlds, controllers, plugins, missions and logs.
    #[cfg(unix)]
    #[test]
    fn a_project_of_another_user_does_not_count() {
        let temp_dir = tempfile::tempdir().unwrap();
        let file = temp_dir.path().join(PROJECT_FILE);
        std::fs::write(&file, "").unwrap();
        // Only an administrator can change the owner of a file.
        if std::os::unix::fs::chown(&file, Some(54_321), None).is_ok() {
            assert_eq!(project_of(temp_dir.path()), None);
        } else {
            assert_eq!(project_of(temp_dir.path()), Some(temp_dir.path().to_path_buf()));
        }
    }
}
