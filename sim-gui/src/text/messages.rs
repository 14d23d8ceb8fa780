//! Toasts.

use super::{Text, text};

pub const SHOW_FOLDER: Text = text("messages-show-folder");
pub const DISMISS: Text = text("messages-dismiss");

/// Accessible label of a toast.
pub fn label(text: &str) -> String {
    say!("messages-label", text)
}
