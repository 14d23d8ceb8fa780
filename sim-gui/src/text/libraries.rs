//! Details of libraries.

use super::{Text, text};

pub const VERSION: Text = text("libraries-version");
pub const AUTHORS: Text = text("libraries-authors");
pub const LICENSE: Text = text("libraries-license");
pub const DIGEST: Text = text("libraries-digest");
pub const ABI: Text = text("libraries-abi");
pub const FILE: Text = text("libraries-file");
pub const UNKNOWN: Text = text("libraries-unknown");
pub const REPORT: Text = text("libraries-report");
pub const NO_PARAMETERS: Text = text("common-no-parameters");

pub fn copy_digest(library: &str) -> String {
    say!("libraries-copy-digest", library)
}

pub fn copy_id(id: &str) -> String {
    say!("libraries-copy-id", id)
}

pub fn abi(major: u32, minor: u32, built: &str) -> String {
    match built {
        "" => format!("ABI {major}.{minor}"),
        built => say!("libraries-abi-of", major, minor, built),
    }
}

pub fn last(robot: &str, time: f64, message: &str) -> String {
    match robot {
        "" => say!("libraries-last", time = format!("{time:.2}"), message),
        robot => say!("libraries-last-of", time = format!("{time:.2}"), robot, message),
    }
}
