//! What the window keeps of what a person has chosen, for the next start.

use super::Window;
use crate::panels::drive;
use crate::preferences::layout::{self, Pane};
use eframe::Storage;
use serde::de::DeserializeOwned;

/// The key of the layout.
const LAYOUT: &str = "layout";
/// The key of the layouts that have names.
const LAYOUTS: &str = "layouts";
/// The key of what is drawn besides the things themselves.
const SHOWN: &str = "shown";
/// The key of keys and axes for driving.
const DRIVE: &str = "drive";
/// The key of what is snapped to.
const SNAP: &str = "snap";
/// The key of along whose axes things are moved.
const AXES: &str = "axes";
/// The key of the sizes of what is drawn by clicking.
const DRAWING: &str = "drawing";
/// The key of the keys of actions.
const SHORTCUTS: &str = "shortcuts";
/// The key of the set of keys under those.
const KEY_SET: &str = "key-set";
/// The key of whether changes of other programs are taken over at once.
const RELOAD: &str = "reload";
/// The key of the units.
const UNITS: &str = "units";
/// The key of whether drawing is simplified.
const EFFICIENT: &str = "efficient";
/// The key of the chosen language.
const LANGUAGE: &str = "language";

/// Where the panels were.
pub(super) fn tiles(storage: Option<&dyn Storage>) -> egui_tiles::Tree<Pane> {
    storage.and_then(|storage| eframe::get_value(storage, LAYOUT)).unwrap_or_else(layout::standard)
}

/// Keys and axes for driving.
pub(super) fn drive(storage: Option<&dyn Storage>) -> drive::Settings {
    get(storage, DRIVE)
}

/// Whether changes of other programs are taken over at once.
pub(super) fn reloads(storage: Option<&dyn Storage>) -> bool {
    get(storage, RELOAD)
}

/// The code of the chosen language; empty while none is chosen.
pub(super) fn language(storage: Option<&dyn Storage>) -> String {
    get(storage, LANGUAGE)
}

impl Window {
    /// Takes over what the last run has kept of keys, of units, of snapping, of layouts and of what is drawn.
    pub(super) fn take_chosen(&mut self, storage: Option<&dyn Storage>) {
        self.state.units = get(storage, UNITS);
        self.state.shortcuts = get(storage, SHORTCUTS);
        self.state.shortcuts.choose(get(storage, KEY_SET));
        self.state.snap = get(storage, SNAP);
        self.state.axes = get(storage, AXES);
        self.state.drawing = get(storage, DRAWING);
        self.layouts = get(storage, LAYOUTS);
        self.views.content.efficient = get(storage, EFFICIENT);
        self.show(get(storage, SHOWN));
    }

    /// Keeps everything that a person has chosen. Theme and size of the interface are kept by the toolkit.
    pub(super) fn keep_chosen(&self, storage: &mut dyn Storage) {
        eframe::set_value(storage, LAYOUT, &self.tiles);
        eframe::set_value(storage, LAYOUTS, &self.layouts);
        eframe::set_value(storage, SHOWN, &self.views.content.shown);
        eframe::set_value(storage, DRIVE, &self.panels.drive.settings);
        eframe::set_value(storage, RELOAD, &self.changed_files.always);
        eframe::set_value(storage, SNAP, &self.state.snap);
        eframe::set_value(storage, AXES, &self.state.axes);
        eframe::set_value(storage, DRAWING, &self.state.drawing);
        eframe::set_value(storage, SHORTCUTS, &self.state.shortcuts);
        eframe::set_value(storage, KEY_SET, &self.state.shortcuts.set());
        eframe::set_value(storage, EFFICIENT, &self.views.content.efficient);
        eframe::set_value(storage, UNITS, &self.state.units);
        eframe::set_value(storage, LANGUAGE, &self.languages.kept().to_string());
    }
}

/// What the last run has kept under a key.
fn get<T: Default + DeserializeOwned>(storage: Option<&dyn Storage>, key: &str) -> T {
    storage.and_then(|storage| eframe::get_value(storage, key)).unwrap_or_default()
}
