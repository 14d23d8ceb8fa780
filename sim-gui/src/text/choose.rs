//! The dialog in which a file is chosen.

pub const PARENT: &str = "Parent folder";
pub const REFRESH: &str = "Refresh";
pub const FOLDER: &str = "Folder";
pub const NEW_FOLDER: &str = "New folder";
pub const NEW_FOLDER_NAME: &str = "Name of the new folder";
pub const CREATE: &str = "Create";
pub const READING: &str = "The folder is being read …";
pub const EMPTY: &str = "There is nothing of this kind here.";
pub const NAME: &str = "File name";
pub const HIDDEN: &str = "Hidden files";
pub const KINDS: &str = "Files that are shown";
pub const ALL: &str = "All files";
pub const OPEN: &str = "Open";
pub const REPLACE: &str = "Replace it";
pub const KEEP: &str = "Keep it";
pub const HOME: &str = "Home";
pub const OF_SCENE: &str = "Folder of the scene";
pub const LAST: &str = "Last used";
pub const WORKING: &str = "Working folder";

pub const FILES: &str = "Files";
pub const SCENE: &str = "Scene";
pub const RECORDING: &str = "Recording";
pub const ROBOT: &str = "Robot";
pub const TABLE: &str = "Table";
pub const TEXT: &str = "Text";

pub const OPEN_SCENE: &str = "Open a scene";
pub const SAVE_SCENE: &str = "Save the scene";
pub const OPEN_RECORDING: &str = "Open a recording";
pub const COMPARE: &str = "Compare with a recording";
pub const RECORD: &str = "Record the run";
pub const EXPORT_PLOTS: &str = "Export what is plotted";
pub const EXPORT_PICTURE: &str = "Export the plots as a picture";
pub const EXPORT_LOG: &str = "Export the log";
pub const EXPORT_PLAN: &str = "Export the plan";
pub const SAVE_ROBOT: &str = "Save the robot";
pub const USE_ROBOT: &str = "Use a robot";
pub const SAVE_TABLE: &str = "Save the table";
pub const LOAD_TABLE: &str = "Load a table";
pub const FILE_OF_FIELD: &str = "Choose a file";

/// A kind of files and how their names end.
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
    format!("{name} exists already.")
}

pub fn no_file(path: &str) -> String {
    format!("there is no file {path}")
}

pub fn no_folder(path: &str) -> String {
    format!("there is no folder {path}")
}

pub fn not_made(path: &str, reason: &str) -> String {
    format!("{path} cannot be made: {reason}")
}
