//! The folder in which the window keeps what a person has chosen, and unsaved work.

use std::path::PathBuf;

/// Name of the folder that earlier versions had beside that of the simulator.
const OLD: &str = "robot-simulator";

/// The folder of the present user; none where the system names no place for it. What an earlier version has kept in a folder
/// of its own is moved there once.
pub fn of_user() -> Option<PathBuf> {
    let own = sim_core::plugins::user_folder()?.join("window");
    Some(take_over(eframe::storage_dir(OLD), own))
}

/// Moves the old folder to the place of the own one, where that is not there yet. Returns the one that holds everything.
fn take_over(old: Option<PathBuf>, own: PathBuf) -> PathBuf {
    let Some(old) = old.filter(|old| old.is_dir() && !own.exists()) else { return own };
    let moved = own.parent().map_or(Ok(()), std::fs::create_dir_all).and_then(|()| std::fs::rename(&old, &own));
    // What cannot be moved is used where it is: nothing of it is lost.
    if moved.is_ok() { own } else { old }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn m1_9_an_old_folder_is_moved_once_and_never_over_another_one() {
        let home = tempfile::tempdir().unwrap();
        let (old, own) = (home.path().join("old"), home.path().join("sim/window"));
        assert_eq!(take_over(Some(old.clone()), own.clone()), own, "there is no old one");
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
