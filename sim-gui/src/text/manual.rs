//! The manual.

use super::{Text, text};

pub const TITLE: Text = text("manual-title");
pub const BACK: Text = text("manual-back");
pub const FORTH: Text = text("manual-forth");
pub const SEARCH: Text = text("manual-search");
pub const NOTHING: Text = text("manual-nothing");

pub fn found(page: &str, heading: &str) -> String {
    say!("manual-found", page, heading)
}
