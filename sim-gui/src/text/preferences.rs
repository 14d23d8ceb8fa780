//! The preferences dialog.

use super::{Text, text};

pub const TITLE: Text = text("preferences-title");
pub const THEME: Text = text("preferences-theme");
pub const THEME_HELP: Text = text("preferences-theme-help");
pub const DARK: Text = text("preferences-dark");
pub const LIGHT: Text = text("preferences-light");
pub const SYSTEM: Text = text("preferences-system");
pub const SIZE: Text = text("preferences-size");
pub const SIZE_HELP: Text = text("preferences-size-help");
pub const GRID: Text = text("common-grid");
pub const GRID_HELP: Text = text("preferences-grid-help");
pub const GRID_ON: Text = text("preferences-grid-on");
pub const SNAP: Text = text("preferences-snap");
pub const SNAP_HELP: Text = text("preferences-snap-help");
pub const DRAWING: Text = text("preferences-drawing");
pub const KEYS: Text = text("preferences-keys");
pub const KEYS_HELP: Text = text("preferences-keys-help");
pub const ALL_KEYS: Text = text("preferences-all-keys");
pub const PLUGINS: Text = text("preferences-plugins");
pub const PLUGINS_HELP: Text = text("preferences-plugins-help");
pub const CLOSE: Text = text("common-close");

pub fn percent(factor: f32) -> String {
    say!("preferences-percent", factor = format!("{:.0}", 100.0 * factor))
}

pub fn choice(row: &str, name: &str) -> String {
    say!("preferences-choice", row, name)
}
