//! Diagnostics and their subjects.

use super::{Text, text};

pub const SHOW: Text = text("findings-show");
pub const COPY: Text = text("common-copy");
pub const CLEAR: Text = text("common-clear");
pub const CLEAR_HELP: Text = text("findings-clear-help");
pub const PLACE: Text = text("findings-place");
pub const EXPECTED: Text = text("findings-expected");
pub const FOUND: Text = text("findings-found");
pub const NEAREST: Text = text("findings-nearest");
pub const RELATED: Text = text("findings-related");
pub const HELP: Text = text("findings-help");

pub fn of_file(name: &str, said: &str) -> String {
    say!("findings-of-file", name, said)
}

pub fn elsewhere(file: &str) -> String {
    say!("findings-elsewhere", file)
}
