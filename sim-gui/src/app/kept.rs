//! What the window keeps between runs with the toolkit's storage.

use eframe::Storage;
use serde::de::DeserializeOwned;

/// The key of the layout.
pub(super) const LAYOUT: &str = "layout";
/// The key of the layouts that have names.
pub(super) const LAYOUTS: &str = "layouts";
/// The key of what is drawn besides the things themselves.
pub(super) const SHOWN: &str = "shown";
/// The key of keys and axes for driving.
pub(super) const DRIVE: &str = "drive";
/// The key of what is snapped to.
pub(super) const SNAP: &str = "snap";
/// The key of along whose axes things are moved.
pub(super) const AXES: &str = "axes";
/// The key of the sizes of what is drawn by clicking.
pub(super) const DRAWING: &str = "drawing";
/// The key of the keys of actions.
pub(super) const SHORTCUTS: &str = "shortcuts";
/// The key of whether changes of other programs are taken over at once.
pub(super) const RELOAD: &str = "reload";
/// The key of the chosen language.
pub(super) const LANGUAGE: &str = "language";

/// What the last run has kept under a key.
pub(super) fn get<T: Default + DeserializeOwned>(storage: Option<&dyn Storage>, key: &str) -> T {
    storage.and_then(|storage| eframe::get_value(storage, key)).unwrap_or_default()
}
