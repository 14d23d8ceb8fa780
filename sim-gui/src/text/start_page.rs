//! The start page.

use super::{Text, text};

pub const NEW: Text = text("start-page-new");
pub const OPEN: Text = text("start-page-open");
pub const RECENT: Text = text("start-page-recent");
pub const EXAMPLES: Text = text("start-page-examples");
pub const DROP: Text = text("start-page-drop");
pub const OPEN_RECENT: Text = text("start-page-open-recent");
pub const NO_RECENT: Text = text("start-page-no-recent");
pub const MISSING: Text = text("start-page-missing");
pub const FORGET: Text = text("start-page-forget");

pub fn forget_all(count: usize) -> String {
    say!("start-page-forget-all", count)
}
