//! Shortcuts bound by the user.

use super::{Text, text};

pub const NONE: Text = text("common-no-keys");
pub const SEARCH: Text = text("shortcuts-search");
pub const PRESS: Text = text("shortcuts-press");
pub const BIND_HELP: Text = text("shortcuts-bind-help");
pub const RESET: Text = text("shortcuts-reset");
pub const RESET_ALL: Text = text("shortcuts-reset-all");
pub const CLOSE: Text = text("shortcuts-close");
pub const NO_KEYS: Text = text("shortcuts-no-keys");
pub const LEAVE: Text = text("shortcuts-leave");
pub const CLIPBOARD: Text = text("shortcuts-clipboard");
pub const FIELDS: Text = text("shortcuts-fields");
pub const SIZE: Text = text("shortcuts-size");

pub const SET: Text = text("shortcuts-set");
pub const SET_HELP: Text = text("shortcuts-set-help");
pub const STANDARD: Text = text("shortcuts-set-standard");
pub const ROBOMAP: Text = text("shortcuts-set-robomap");

/// A shortcut that stays with the user's action instead of that of the keymap.
pub fn still_bound(keys: &str, action: &str, other: &str) -> String {
    say!("shortcuts-kept", keys, action, other)
}

pub fn keys_of(action: &str) -> String {
    say!("shortcuts-keys-of", action)
}

pub fn reset(action: &str) -> String {
    say!("shortcuts-reset-of", action)
}

pub fn remove(action: &str) -> String {
    say!("shortcuts-remove", action)
}

pub fn conflict(keys: &str, other: &str) -> String {
    say!("shortcuts-conflict", keys, other)
}

pub fn take(action: &str) -> String {
    say!("shortcuts-take", action)
}
