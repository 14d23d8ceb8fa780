//! The user's folders, where the platform has them.

use std::path::{Path, PathBuf};

/// The user's data folder of the simulator, for persistent files: plugins, files of components, window settings. `None` if
/// the platform does not define it. It need not exist. A folder of versions with another name is moved there once.
pub fn user_folder() -> Option<PathBuf> {
    let data = user_data()?;
    Some(moved_once(&data.join("robot-sim"), data.join("simwright")))
}

/// Moves a folder to a new path that does not exist yet. Returns the folder with the data: the old one if it cannot be moved.
pub fn moved_once(old: &Path, new: PathBuf) -> PathBuf {
    if new.exists() || !old.is_dir() {
        return new;
    }
    let moved = new.parent().map_or(Ok(()), std::fs::create_dir_all).and_then(|()| std::fs::rename(old, &new));
    // Another process may have moved it meanwhile.
    if moved.is_ok() || new.exists() { new } else { old.to_path_buf() }
}

fn user_data() -> Option<PathBuf> {
    platform_folder("APPDATA", "Library/Application Support", "XDG_DATA_HOME", ".local/share")
}

/// The user's cache folder.
pub fn user_cache() -> Option<PathBuf> {
    platform_folder("LOCALAPPDATA", "Library/Caches", "XDG_CACHE_HOME", ".cache")
}

/// A folder of the user: a variable on Windows, a folder in the home folder on macOS, and a variable or else a folder in the home folder
/// elsewhere.
fn platform_folder(windows: &str, macos: &str, variable: &str, folder: &str) -> Option<PathBuf> {
    let value = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    if cfg!(target_os = "windows") {
        value(windows)
    } else if cfg!(target_os = "macos") {
        value("HOME").map(|home| home.join(macos))
    } else {
        value(variable).or_else(|| value("HOME").map(|home| home.join(folder)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_old_folder_is_moved_once_and_never_over_another_one() {
        let home = tempfile::tempdir().unwrap();
        let (old, new) = (home.path().join("old"), home.path().join("sim/window"));
        assert_eq!(moved_once(&old, new.clone()), new, "no old folder");
        std::fs::create_dir(&old).unwrap();
        std::fs::write(old.join("app.ron"), "first").unwrap();
        assert_eq!(moved_once(&old, new.clone()), new);
        assert_eq!(std::fs::read_to_string(new.join("app.ron")).unwrap(), "first");
        assert!(!old.exists());
        std::fs::create_dir(&old).unwrap();
        std::fs::write(old.join("app.ron"), "second").unwrap();
        assert_eq!(moved_once(&old, new.clone()), new);
        assert_eq!(std::fs::read_to_string(new.join("app.ron")).unwrap(), "first");
        assert!(old.exists());
        let nowhere = home.path().join("file");
        std::fs::write(&nowhere, "").unwrap();
        assert_eq!(moved_once(&old, nowhere.join("window")), old, "it cannot be moved there");
    }
}
