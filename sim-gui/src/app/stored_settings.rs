//! User preferences that persist between sessions.

use super::Window;
use crate::panels::drive;
use crate::preferences::layout::{self, Pane};
use eframe::Storage;
use serde::de::DeserializeOwned;

/// Storage key of the layout.
const LAYOUT: &str = "layout";
/// Storage key of the named layouts.
const LAYOUTS: &str = "layouts";
/// Storage key of the overlays.
const SHOWN: &str = "shown";
/// Storage key of the keys and axes for driving.
const DRIVE: &str = "drive";
/// Storage key of the snapping settings.
const SNAP: &str = "snap";
/// Storage key of the gizmo axes.
const AXES: &str = "axes";
/// Storage key of the sizes for drawing tools.
const DRAWING: &str = "drawing";
/// Storage key of the user's shortcuts.
const SHORTCUTS: &str = "shortcuts";
/// Storage key of the keymap.
const KEY_SET: &str = "key-set";
/// Storage key of automatic reloading.
const RELOAD: &str = "reload";
/// Storage key of the units.
const UNITS: &str = "units";
/// Storage key of reduced rendering quality.
const EFFICIENT: &str = "efficient";
/// Storage key of the language.
const LANGUAGE: &str = "language";

/// The stored panel layout.
pub(super) fn tiles(storage: Option<&dyn Storage>) -> egui_tiles::Tree<Pane> {
    storage.and_then(|storage| eframe::get_value(storage, LAYOUT)).unwrap_or_else(layout::standard)
}

/// The stored keys and axes for driving.
pub(super) fn drive(storage: Option<&dyn Storage>) -> drive::Settings {
    get(storage, DRIVE)
}

/// Whether to reload changed files automatically.
pub(super) fn reloads(storage: Option<&dyn Storage>) -> bool {
    get(storage, RELOAD)
}

/// The code of the chosen language; empty if none is chosen.
pub(super) fn language(storage: Option<&dyn Storage>) -> String {
    get(storage, LANGUAGE)
}

impl Window {
    /// Loads shortcuts, units, snapping, layouts and overlays from the last session.
    pub(super) fn take_chosen(&mut self, storage: Option<&dyn Storage>) {
        self.state.settings.units = get(storage, UNITS);
        self.state.settings.shortcuts = get(storage, SHORTCUTS);
        self.state.settings.shortcuts.choose(get(storage, KEY_SET));
        self.state.settings.snap = get(storage, SNAP);
        self.state.settings.axes = get(storage, AXES);
        self.state.settings.drawing = get(storage, DRAWING);
        self.layout.named = get(storage, LAYOUTS);
        self.views.content.efficient = get(storage, EFFICIENT);
        self.show(get(storage, SHOWN));
    }

    /// Saves all preferences. The toolkit saves the theme and the interface scale.
    pub(super) fn keep_chosen(&self, storage: &mut dyn Storage) {
        eframe::set_value(storage, LAYOUT, &self.layout.tiles);
        eframe::set_value(storage, LAYOUTS, &self.layout.named);
        eframe::set_value(storage, SHOWN, &self.views.content.shown);
        eframe::set_value(storage, DRIVE, &self.panels.drive.settings);
        eframe::set_value(storage, RELOAD, &self.changed_files.always);
        eframe::set_value(storage, SNAP, &self.state.settings.snap);
        eframe::set_value(storage, AXES, &self.state.settings.axes);
        eframe::set_value(storage, DRAWING, &self.state.settings.drawing);
        eframe::set_value(storage, SHORTCUTS, &self.state.settings.shortcuts);
        eframe::set_value(storage, KEY_SET, &self.state.settings.shortcuts.set());
        eframe::set_value(storage, EFFICIENT, &self.views.content.efficient);
        eframe::set_value(storage, UNITS, &self.state.settings.units);
        eframe::set_value(storage, LANGUAGE, &self.languages.stored().to_string());
    }
}

/// The stored value of a key, or its default.
fn get<T: Default + DeserializeOwned>(storage: Option<&dyn Storage>, key: &str) -> T {
    storage.and_then(|storage| eframe::get_value(storage, key)).unwrap_or_default()
}
