//! What the program tells of itself.

pub const VERSION: &str = "Version";
pub const ABI: &str = "Plugin interface (ABI)";
pub const SYSTEM: &str = "System";
pub const LICENCE: &str = "Licence";
pub const AUTHORS: &str = "Authors";
pub const LIBRARIES: &str = "Libraries";
pub const LIBRARIES_WORDS: &str = "crates of crates.io under licences of their own; Cargo.lock lists them";
pub const DATA: &str = "Data folder";
pub const NO_DATA: &str = "none: nothing is kept";
pub const DEVICE: &str = "Graphics device";
pub const NO_DEVICE: &str = "none";
pub const COPY: &str = "Copy all";
pub const COPY_HELP: &str = "Copies these lines to the clipboard, for a report.";
pub const CLOSE: &str = "Close";
