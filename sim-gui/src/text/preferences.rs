//! The dialog of preferences.

pub const TITLE: &str = "Preferences";
pub const THEME: &str = "Theme";
pub const THEME_HELP: &str = "Light words on dark ground, dark words on light ground, or what the system asks for.";
pub const DARK: &str = "Dark";
pub const LIGHT: &str = "Light";
pub const SYSTEM: &str = "As the system";
pub const SIZE: &str = "Interface size";
pub const SIZE_HELP: &str = "Size of everything in the window. Ctrl++ and Ctrl+− change it, too.";
pub const GRID: &str = "Grid";
pub const GRID_HELP: &str = "Lines on the ground of the 3D view; every tenth is stronger.";
pub const GRID_ON: &str = "Show the grid";
pub const SNAP: &str = "Snap";
pub const SNAP_HELP: &str = "Steps to which what is moved and turned snaps while that is on, or while Ctrl is held.";
pub const DRAWING: &str = "Drawing";
pub const KEYS: &str = "Keys";
pub const KEYS_HELP: &str = "All keys, to be bound anew.";
pub const ALL_KEYS: &str = "Keyboard shortcuts …";
pub const PLUGINS: &str = "Plugin folders";
pub const PLUGINS_HELP: &str = "Folders in which plugins are looked for, in this order.";
pub const CLOSE: &str = "Close";

pub fn percent(factor: f32) -> String {
    format!("{:.0} %", 100.0 * factor)
}

pub fn choice(row: &str, name: &str) -> String {
    format!("{row}: {name}")
}
