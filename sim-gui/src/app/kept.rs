//! What the window keeps of what a person has chosen, for the next start.

use super::Window;
use crate::panels::drive;
use crate::preferences::layout::{self, Pane};
use eframe::Storage;
use serde::de::DeserializeOwned;

/// Under which the layout is kept.
const LAYOUT_KEY: &str = "layout";
/// Under which is kept what is drawn besides the things themselves.
const SHOWN_KEY: &str = "shown";
/// Under which keys and axes are kept.
const DRIVE_KEY: &str = "drive";
/// Under which is kept what is snapped to.
const SNAP_KEY: &str = "snap";
/// Under which sizes of what is drawn by clicking are kept.
const DRAWING_KEY: &str = "drawing";
/// Under which the keys of actions are kept.
const SHORTCUTS_KEY: &str = "shortcuts";
/// Under which is kept whether changes of other programs are taken over at once.
const RELOAD_KEY: &str = "reload";
/// Under which the units are kept.
const UNITS_KEY: &str = "units";
/// Under which is kept whether drawing is simplified.
const EFFICIENT_KEY: &str = "efficient";

/// Where the panels were.
pub(super) fn tiles(storage: Option<&dyn Storage>) -> egui_tiles::Tree<Pane> {
    storage.and_then(|storage| eframe::get_value(storage, LAYOUT_KEY)).unwrap_or_else(layout::standard)
}

/// Keys and axes for driving.
pub(super) fn drive(storage: Option<&dyn Storage>) -> drive::Settings {
    kept(storage, DRIVE_KEY)
}

/// Whether changes of other programs are taken over at once.
pub(super) fn reloads(storage: Option<&dyn Storage>) -> bool {
    kept(storage, RELOAD_KEY)
}

impl Window {
    /// Takes over what the last run has kept of keys, of units, of snapping and of what is drawn.
    pub(super) fn take_chosen(&mut self, storage: Option<&dyn Storage>) {
        self.state.units = kept(storage, UNITS_KEY);
        self.state.shortcuts = kept(storage, SHORTCUTS_KEY);
        self.state.snap = kept(storage, SNAP_KEY);
        self.state.drawing = kept(storage, DRAWING_KEY);
        self.views.view3d.efficient = kept(storage, EFFICIENT_KEY);
        self.show(kept(storage, SHOWN_KEY));
    }

    /// Keeps everything that a person has chosen. Theme and size of the interface are kept by the toolkit.
    pub(super) fn keep_chosen(&self, storage: &mut dyn Storage) {
        eframe::set_value(storage, LAYOUT_KEY, &self.tiles);
        eframe::set_value(storage, SHOWN_KEY, &self.views.view3d.shown);
        eframe::set_value(storage, DRIVE_KEY, &self.panels.drive.settings);
        eframe::set_value(storage, RELOAD_KEY, &self.foreign.always);
        eframe::set_value(storage, SNAP_KEY, &self.state.snap);
        eframe::set_value(storage, DRAWING_KEY, &self.state.drawing);
        eframe::set_value(storage, SHORTCUTS_KEY, &self.state.shortcuts);
        eframe::set_value(storage, EFFICIENT_KEY, &self.views.view3d.efficient);
        eframe::set_value(storage, UNITS_KEY, &self.state.units);
    }
}

/// What the last run has kept under a key.
fn kept<T: Default + DeserializeOwned>(storage: Option<&dyn Storage>, key: &str) -> T {
    storage.and_then(|storage| eframe::get_value(storage, key)).unwrap_or_default()
}
