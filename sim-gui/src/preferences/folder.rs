//! The folder for preferences and unsaved work.

use std::path::PathBuf;

/// Name of the folder used by earlier versions, next to that of the simulator.
const OLD: &str = "robot-simulator";

/// The folder of the current user. `None` if the system provides no location for it. The folder of earlier versions is moved there once.
pub fn of_user() -> Option<PathBuf> {
    let own = sim_core::plugins::user_folder()?.join("window");
    Some(take_over(eframe::storage_dir(OLD), own))
}

/// Moves the old folder to the new location unless that exists. Returns the folder with the data.
fn take_over(old: Option<PathBuf>, own: PathBuf) -> PathBuf {
    let Some(old) = old.filter(|old| old.is_dir() && !own.exists()) else { return own };
    let moved = own.parent().map_or(Ok(()), std::fs::create_dir_all).and_then(|()| std::fs::rename(&old, &own));
    // If the folder cannot be moved, it is used in place, so that no data is lost.
    if moved.is_ok() { own } else { old }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_old_folder_is_moved_once_and_never_over_another_one() {
        let home = tempfile::tempdir().unwrap();
        let (old, own) = (home.path().join("old"), home.path().join("sim/window"));
        assert_eq!(take_over(Some(old.clone()), own.clone()), own, "no old folder");
        std::fs::create_dir(&old).unwrap();
        std::fs::write(old.join("app.ron"), "first").unwrap();
        assert_eq!(take_over(Some(old.clone()), own.clone()), own);
        assert_eq!(std::fs::read_to_string(own.join("app.ron")).unwrap(), "first");
        assert!(!old.exists());
        std::fs::create_dir(&old).unwrap();
        std::fs::write(old.join("app.ron"), "second").unwrap();
        assert_eq!(take_over(Some(old.clone()), own.clone()), own);
        assert_eq!(std::fs::read_to_string(own.join("app.ron")).unwrap(), "first");
        assert!(old.exists());
        let nowhere = home.path().join("file");
        std::fs::write(&nowhere, "").unwrap();
        assert_eq!(take_over(Some(old.clone()), nowhere.join("window")), old, "it cannot be moved there");
    }
}
