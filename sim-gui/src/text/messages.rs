//! Short messages.

use super::{Text, text};

pub const SHOW_FOLDER: Text = text("messages-show-folder");
pub const DISMISS: Text = text("messages-dismiss");

/// What is read aloud of a message.
pub fn label(text: &str) -> String {
    say!("messages-label", text)
}
