//! The language of the window.

use super::{Text, text};

pub const MENU: Text = text("language-menu");
pub const HELP: Text = text("language-help");

/// The system's language, by name.
pub fn of_system(name: &str) -> String {
    say!("language-of-system", name)
}
