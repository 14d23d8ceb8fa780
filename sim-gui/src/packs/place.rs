//! Files in the pack store, which are read-only.

use sim_core::files::user_folder;
use sim_core::packs::{Installed, InstalledPack, folder};
use std::path::{Path, PathBuf};

/// The user's pack store.
fn store() -> Option<PathBuf> {
    folder(user_folder())?.canonicalize().ok()
}

/// Canonical form of a path, whose file may not exist yet.
fn real(path: &Path) -> Option<PathBuf> {
    let whole = std::path::absolute(path).ok()?;
    whole.canonicalize().ok().or_else(|| Some(whole.parent()?.canonicalize().ok()?.join(whole.file_name()?)))
}

/// Whether a file is, or would be, in the store.
pub fn is_stored(path: &Path) -> bool {
    store().is_some_and(|store| real(path).is_some_and(|path| path.starts_with(store)))
}

/// The installed pack that contains a file.
pub fn pack_of(path: &Path) -> Option<InstalledPack> {
    let (store, path) = (store()?, real(path)?);
    if !path.starts_with(&store) {
        return None;
    }
    Installed::read(&store).packs().iter().find(|pack| path.starts_with(&pack.folder)).cloned()
}
