//! Keys that are bound anew.

pub const NONE: &str = "none";
pub const PRESS: &str = "Press keys …  (Esc: leave it as it is)";
pub const BIND_HELP: &str = "Click, then press the keys.";
pub const RESET: &str = "As it was";
pub const RESET_ALL: &str = "All keys as they were";
pub const CLOSE: &str = "Close the list";
pub const NO_KEYS: &str = "No keys";
pub const LEAVE: &str = "Leave it as it is";
pub const CLIPBOARD: &str = "The system keeps these keys for the clipboard. Choose others.";
pub const FIELDS: &str = "These keys leave fields and close what is open. Choose others.";
pub const SIZE: &str = "These keys change the size of the interface. Choose others.";

pub fn keys_of(action: &str) -> String {
    format!("Keys of {action}")
}

pub fn reset(action: &str) -> String {
    format!("Keys of {action} as they were")
}

pub fn remove(action: &str) -> String {
    format!("No keys for {action}")
}

pub fn conflict(keys: &str, other: &str) -> String {
    format!("{keys} means {other}.")
}

pub fn take(action: &str) -> String {
    format!("Take it for {action}")
}
