//! The folder for preferences and unsaved work.

use sim_core::files::{moved_once, user_folder};
use std::path::PathBuf;

/// Name of the folder used by earlier versions, next to that of the simulator.
const OLD: &str = "robot-simulator";

/// The folder of the current user. `None` if the system provides no location for it. The folder of earlier versions is moved there once.
pub fn of_user() -> Option<PathBuf> {
    let own = user_folder()?.join("window");
    Some(match eframe::storage_dir(OLD) {
        Some(old) => moved_once(&old, own),
        None => own,
    })
}
