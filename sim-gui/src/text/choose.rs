//! The file dialog.

use super::{Text, text};

pub const PARENT: Text = text("choose-parent");
pub const REFRESH: Text = text("choose-refresh");
pub const FOLDER: Text = text("choose-folder");
pub const NEW_FOLDER: Text = text("choose-new-folder");
pub const NEW_FOLDER_NAME: Text = text("choose-new-folder-name");
pub const CREATE: Text = text("choose-create");
pub const READING: Text = text("choose-reading");
pub const EMPTY: Text = text("choose-empty");
pub const NAME: Text = text("choose-name");
pub const HIDDEN: Text = text("choose-hidden");
pub const KINDS: Text = text("choose-kinds");
pub const ALL: Text = text("choose-all");
pub const OPEN: Text = text("choose-open");
pub const REPLACE: Text = text("common-replace");
pub const KEEP: Text = text("choose-keep");
pub const HOME: Text = text("choose-home");
pub const OF_SCENE: Text = text("choose-of-scene");
pub const LAST: Text = text("choose-last");
pub const WORKING: Text = text("choose-working");

pub const FILES: Text = text("choose-files");
pub const SCENE: Text = text("choose-scene");
pub const RECORDING: Text = text("choose-recording");
pub const ROBOT: Text = text("choose-robot");
pub const TABLE: Text = text("choose-table");
pub const TEXT: Text = text("choose-text");
pub const CSV: Text = text("choose-csv");
pub const PNG: Text = text("choose-png");
pub const SVG: Text = text("choose-svg");

pub const OPEN_SCENE: Text = text("choose-open-scene");
pub const SAVE_SCENE: Text = text("choose-save-scene");
pub const OPEN_RECORDING: Text = text("choose-open-recording");
pub const OPEN_TEXT: Text = text("choose-open-text");
pub const SAVE_TEXT: Text = text("choose-save-text");
pub const COMPARE: Text = text("choose-compare");
pub const RECORD: Text = text("choose-record");
pub const EXPORT_SURROUNDINGS: Text = text("choose-export-surroundings");
pub const IMPORT_SURROUNDINGS: Text = text("choose-import-surroundings");
pub const EXPORT_PLOTS: Text = text("choose-export-plots");
pub const EXPORT_PICTURE: Text = text("choose-export-picture");
pub const EXPORT_LOG: Text = text("choose-export-log");
pub const EXPORT_PLAN: Text = text("choose-export-plan");
pub const SAVE_ROBOT: Text = text("choose-save-robot");
pub const USE_ROBOT: Text = text("choose-use-robot");
pub const SAVE_TABLE: Text = text("choose-save-table");
pub const LOAD_TABLE: Text = text("choose-load-table");
pub const FILE_OF_FIELD: Text = text("common-choose-file");

/// A file kind with its extensions.
pub fn kind(name: &str, extensions: &[&str]) -> String {
    let ends: Vec<String> = extensions.iter().map(|extension| format!("*.{extension}")).collect();
    format!("{name} ({})", ends.join(", "))
}

/// A size in bytes.
pub fn size(bytes: u64) -> String {
    match bytes {
        0..1000 => format!("{bytes} B"),
        1000..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        1_000_000..1_000_000_000 => format!("{:.1} MB", bytes as f64 / 1e6),
        _ => format!("{:.1} GB", bytes as f64 / 1e9),
    }
}

pub fn exists(name: &str) -> String {
    say!("choose-exists", name)
}

pub fn no_file(path: &str) -> String {
    say!("choose-no-file", path)
}

pub fn no_folder(path: &str) -> String {
    say!("choose-no-folder", path)
}

pub fn not_made(path: &str, reason: &str) -> String {
    say!("choose-not-made", path, reason)
}
