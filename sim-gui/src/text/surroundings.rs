//! Surroundings files.

use super::{Text, text};

/// Default file name, without extension.
pub const FILE: Text = text("surroundings-file");

pub fn exported(path: &str) -> String {
    say!("surroundings-exported", path)
}

pub fn imported(path: &str) -> String {
    say!("surroundings-imported", path)
}
