//! Data folders of components.

use std::hash::{BuildHasher, RandomState};
use std::path::PathBuf;
use std::time::SystemTime;

/// A unique folder for a simulation in the user's data folder. It is not created here: most components write no files.
pub(super) fn fresh(scene: &str) -> PathBuf {
    let base = sim_files::user_folder().unwrap_or_else(|| std::env::temp_dir().join("simwright"));
    // The keys of the standard library's hasher come from the random source of the system.
    let number = RandomState::new().hash_one((std::process::id(), SystemTime::now()));
    let scene = if scene.is_empty() { "scene".to_string() } else { folder_name(scene) };
    base.join("data").join(format!("{scene}-{number:016x}"))
}

/// Folder name for an item whose name may contain characters not allowed in folder names.
pub(super) fn folder_name(name: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() || "-_. ".contains(c) { c } else { '_' };
    let folder: String = name.chars().map(plain).collect();
    if folder.chars().all(|c| c == '.') {
        return "_".repeat(folder.len().max(1));
    }
    folder
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_simulations_share_a_folder_and_no_name_leaves_it() {
        let (one, other) = (fresh("a scene"), fresh("a scene"));
        assert_ne!(one, other);
        assert!(one.file_name().unwrap().to_str().unwrap().starts_with("a scene-"), "{}", one.display());
        let names = ["../../etc", "..", "", "a/b", "wheel_1"].map(folder_name);
        assert_eq!(names, [".._.._etc", "__", "_", "a_b", "wheel_1"]);
    }
}
