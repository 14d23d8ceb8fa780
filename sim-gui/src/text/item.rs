//! The context menu of an item.

use super::{Text, text};

pub const NO_BODY: Text = text("thing-no-body");
pub const ELSEWHERE: Text = text("thing-elsewhere");
pub const NEW_NAME: Text = text("thing-new-name");
pub const RENAME: Text = text("thing-rename");
pub const MENU: Text = text("thing-menu");
pub const INSERT_POSE: Text = text("thing-insert-pose");
pub const REMOVE_LAST_POSE: Text = text("thing-remove-last-pose");
pub const NO_POSE: Text = text("thing-no-pose");
