//! The scene's text.

use super::{Text, text};

pub const TITLE: Text = text("source-title");
pub const NAME: Text = text("source-name");
pub const NO_SCENE: Text = text("source-no-scene");
pub const APPLY: Text = text("common-apply");
pub const APPLY_HELP: Text = text("source-apply-help");
pub const REVERT: Text = text("source-revert");
pub const REVERT_HELP: Text = text("source-revert-help");
pub const SAME: Text = text("source-same");
pub const CHANGED: Text = text("source-changed");
pub const UNAPPLIED: Text = text("source-unapplied");
pub const APPLY_FIRST: Text = text("source-apply-first");
pub const THROW_AWAY: Text = text("source-throw-away");

pub fn finding(line: usize, message: &str) -> String {
    say!("source-finding", line, message)
}
