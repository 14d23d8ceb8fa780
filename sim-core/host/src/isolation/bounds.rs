//! Permissions and limits of the process of a library, and of a compiler of third-party sources.

use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// Access outside of the simulation that a scene grants to a service. Components of other kinds have none of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(super) struct Permissions {
    /// Network connections: the grant `Network`.
    pub(super) network: bool,
    /// The user's files: the grant `Files`.
    pub(super) files: bool,
    /// Running other programs: the grant `Programs`.
    pub(super) programs: bool,
}

impl Permissions {
    /// The permissions for these grants of a scene.
    pub(super) fn of(grants: &[String]) -> Self {
        let granted = |grant: &str| grants.iter().any(|known| known == grant);
        Self { network: granted("Network"), files: granted("Files"), programs: granted("Programs") }
    }
}

/// Settings passed to the process of a library before it opens the library.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Bounds {
    /// Copy of the library.
    pub(super) library: PathBuf,
    /// Folder of the library, which is readable.
    pub(super) folder: Option<PathBuf>,
    /// Search path for its dependencies, in addition to the standard folders.
    pub(super) search: Vec<PathBuf>,
    /// Whether all files are readable; safe because the process cannot send them anywhere.
    pub(super) reads_all: bool,
    /// Maximum size of a file it writes, if it may write any, bytes.
    pub(super) longest_file: u64,
    /// Memory limit, bytes.
    pub(super) memory: u64,
    pub(super) permissions: Permissions,
}

impl Bounds {
    /// Settings of the process of a library, which is opened from a copy.
    pub(super) fn of_library(file: &Path, copy: &Path, memory: u64, permissions: Permissions) -> Self {
        let home = std::env::var_os("HOME").filter(|home| !home.is_empty()).map(PathBuf::from);
        let search = std::env::var_os("LD_LIBRARY_PATH");
        Self {
            library: copy.to_path_buf(),
            folder: own_folder(file, home.as_deref()),
            search: search.iter().flat_map(std::env::split_paths).filter(|folder| folder.is_absolute()).collect(),
            reads_all: false,
            longest_file: 0,
            memory,
            permissions,
        }
    }
}

/// Permissions and limits of a program that processes third-party sources, and of its child processes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Confined {
    /// Writable folders. The program cannot replace the folders themselves.
    pub writes: Vec<PathBuf>,
    /// Files and folders that are readable and executable, in addition to `writes` and the system's program folders.
    pub reads: Vec<PathBuf>,
    /// Memory limit of each of its processes, bytes.
    pub memory: u64,
    /// Maximum size of a file that it writes, bytes.
    pub longest_file: u64,
}

/// The folder of a library, or that of the pack if the library is in its `lib/TARGET`. `None` for folders with unrelated
/// private files: the home folder, its ancestors, and the root.
pub(super) fn own_folder(library: &Path, home: Option<&Path>) -> Option<PathBuf> {
    let folder = library.canonicalize().ok()?.parent()?.to_path_buf();
    let pack = folder.parent().filter(|lib| lib.ends_with("lib")).and_then(Path::parent);
    let pack = pack.filter(|pack| pack.join("pack.ron").is_file()).map(Path::to_path_buf);
    let folder = pack.unwrap_or(folder);
    let home = home.map(|home| home.canonicalize().unwrap_or_else(|_| home.to_path_buf()));
    let contains_home = home.is_some_and(|home| home.starts_with(&folder));
    let top = folder.parent().is_none_or(|above| above.parent().is_none());
    (!contains_home && !top).then_some(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_library_in_the_home_folder_does_not_open_it() {
        let home = tempfile::tempdir().unwrap();
        let plugins = home.path().join("plugins");
        std::fs::create_dir(&plugins).unwrap();
        for folder in [home.path(), &plugins] {
            std::fs::write(folder.join("libone.so"), "").unwrap();
        }
        assert_eq!(own_folder(&home.path().join("libone.so"), Some(home.path())), None);
        let own = own_folder(&plugins.join("libone.so"), Some(home.path()));
        assert_eq!(own, Some(plugins.canonicalize().unwrap()));
        assert_eq!(own_folder(&plugins.join("libone.so"), Some(&plugins.join("deeper"))), None);
        assert_eq!(own_folder(Path::new("/etc/hostname"), None), None, "a folder of the root has other things in it");
    }

    #[test]
    fn a_library_of_a_pack_may_read_what_is_in_the_pack() {
        let thread_token = tempfile::tempdir().unwrap();
        let folder = thread_token.path().join("files/lib/x86_64-unknown-linux-gnu");
        std::fs::create_dir_all(&folder).unwrap();
        let library = folder.join("libone.so");
        std::fs::write(&library, "").unwrap();
        assert_eq!(own_folder(&library, None), folder.canonicalize().ok());
        std::fs::write(thread_token.path().join("files/pack.ron"), "").unwrap();
        assert_eq!(own_folder(&library, None), thread_token.path().join("files").canonicalize().ok());
    }

    #[test]
    fn grants_inside_the_simulation_add_no_permissions() {
        let permissions =
            |grants: &[&str]| Permissions::of(&grants.iter().map(ToString::to_string).collect::<Vec<_>>());
        assert_eq!(permissions(&["Edit", "Command"]), Permissions::default());
        assert!(permissions(&["Edit", "Network"]).network && !permissions(&["Network"]).files);
    }
}
