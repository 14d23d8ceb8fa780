//! Files of surroundings.

use super::{Text, text};

/// Name of a file, without ending.
pub const FILE: Text = text("surroundings-file");

pub fn exported(path: &str) -> String {
    say!("surroundings-exported", path)
}

pub fn imported(path: &str) -> String {
    say!("surroundings-imported", path)
}
