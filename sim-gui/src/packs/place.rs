//! Files in the store of packs: they belong to what is installed, and nobody writes to them.

use sim_core::packs::{Installed, InstalledPack, folder};
use sim_core::plugins::user_folder;
use std::path::{Path, PathBuf};

/// The store of packs of the user.
fn store() -> Option<PathBuf> {
    folder(user_folder())?.canonicalize().ok()
}

/// A path without links, also of a file that is not there yet.
fn real(path: &Path) -> Option<PathBuf> {
    let whole = std::path::absolute(path).ok()?;
    whole.canonicalize().ok().or_else(|| Some(whole.parent()?.canonicalize().ok()?.join(whole.file_name()?)))
}

/// Whether a file lies in the store, or would.
pub fn is_stored(path: &Path) -> bool {
    store().is_some_and(|store| real(path).is_some_and(|path| path.starts_with(store)))
}

/// The installed pack that a file belongs to.
pub fn pack_of(path: &Path) -> Option<InstalledPack> {
    let (store, path) = (store()?, real(path)?);
    if !path.starts_with(&store) {
        return None;
    }
    Installed::read(&store).packs().iter().find(|pack| path.starts_with(&pack.folder)).cloned()
}
